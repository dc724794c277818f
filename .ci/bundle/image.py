#!/usr/bin/env python3
"""Makes a container's image of a bundle, without a builder: the bundle below /usr, ffmpeg with its libraries
beside it, and busybox for `sh`. The same files make the same bytes, and so the same digest.

usage: image.py BUNDLE VERSION FILE --root FOLDER [--no-fonts]     SOURCE_DATE_EPOCH is the time of all files

FILE is an archive that `podman load`, `docker load` and `skopeo copy oci-archive:FILE` take. FOLDER gets the
image's file system. Nothing runs as root: the user is 1000, the working folder /work. ffmpeg's libraries for
speech, radio and the screen, which no film of Rostrum's needs, are replaced by libraries without code. Without
fonts, those of a mounted /usr/share/fonts are taken.
"""
import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import bundle as bundling

USER = 1000
# Filters, devices and encoders, which ffmpeg calls where it is asked for them by name; formats are asked by each file.
UNCALLED = re.compile(
    r"lib(flite\w*|codec2|SDL2-2\.0|pocketsphinx|sphinxbase|caca|jack|openal|rubberband|mysofa|shine)\.so.*")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
FILES = {
    "etc/passwd": f"root:x:0:0:root:/root:/bin/sh\nrostrum:x:{USER}:{USER}::/work:/bin/sh\n",
    "etc/group": f"root:x:0:\nrostrum:x:{USER}:\n",
    "etc/os-release": 'NAME="Rostrum"\nID=rostrum\n',
}


def fail(problem):
    sys.exit(f"image: {problem}")


def add_ffmpeg(root):
    """ffmpeg and ffprobe, started as the bundle's own programs."""
    home = root / "usr/lib/rostrum"
    launcher = root / "usr/bin/rostrum"
    programs = []
    for name in ("ffmpeg", "ffprobe"):
        path = shutil.which(name) or fail(f"there is no {name}: run .ci/deps")
        shutil.copyfile(os.path.realpath(path), home / name)
        (home / name).chmod(0o755)
        shutil.copy(launcher, root / "usr/bin" / name)
        programs.append(os.path.realpath(path))
    libraries = bundling.closure(programs, bundling.known_libraries(), UNCALLED)
    bundling.copy_libraries(libraries, programs, home, UNCALLED)
    return [*libraries.values(), *programs]


def add_shell(root):
    path = shutil.which("busybox") or fail("there is no busybox: run .ci/deps dist")
    if "statically linked" not in subprocess.run(["file", path], capture_output=True, text=True).stdout:
        fail("busybox is not linked statically: run .ci/deps dist")
    shutil.copyfile(path, root / "usr/bin/busybox")
    (root / "usr/bin/busybox").chmod(0o755)
    names = subprocess.run([path, "--list"], capture_output=True, text=True, check=True).stdout.split()
    for name in names:
        link = root / "usr/bin" / name
        if not link.exists() and name != "busybox":
            link.symlink_to("busybox")
    return [path]


def add_emoji(root):
    shutil.copyfile(bundling.EMOJI, root / "usr/share/fonts/rostrum" / os.path.basename(bundling.EMOJI))
    return [bundling.EMOJI]


def remove_fonts(root):
    """Without the bundle's fonts, and with the system's fonts of their names."""
    shutil.rmtree(root / "usr/share/fonts/rostrum")
    settings = root / "usr/share/rostrum/fonts.conf"
    settings.write_text(re.sub(r"\s*<rejectfont>.*</rejectfont>", "", settings.read_text()))
    return []


def assemble(source, root, has_fonts):
    shutil.copytree(source, root / "usr", symlinks=True)
    added = add_ffmpeg(root) + add_shell(root) + (add_emoji(root) if has_fonts else remove_fonts(root))
    bundling.write_licences(root / "usr", bundling.packages(added))
    for name in ("bin", "lib"):
        (root / name).symlink_to(f"usr/{name}")
    for folder in ("etc", "tmp", "var/tmp", "work", "root", "proc", "sys", "dev"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (root / name).write_text(text)


def layer(root, stamp):
    """The file system as a tar archive, and the same compressed."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(root.rglob("*")):
            entry = archive.gettarinfo(path, str(path.relative_to(root)))
            entry.mtime, entry.uname, entry.gname = stamp, "", ""
            entry.uid = entry.gid = USER if entry.name == "work" else 0
            if entry.name in ("tmp", "var/tmp"):
                entry.mode = 0o1777
            elif entry.isdir():
                entry.mode = 0o755
            if entry.isfile():
                # Files of several names would be links, in an order of the disk's.
                entry.type, entry.linkname, entry.size = tarfile.REGTYPE, "", path.stat().st_size
                with path.open("rb") as file:
                    archive.addfile(entry, file)
            else:
                archive.addfile(entry)
    return raw.getvalue(), gzip.compress(raw.getvalue(), 9, mtime=0)


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def write(root, version, tag, path, stamp):
    raw, packed = layer(root, stamp)
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(stamp))
    labels = {"org.opencontainers.image.title": "rostrum", "org.opencontainers.image.version": version,
              "org.opencontainers.image.licenses": "MIT"}
    config = json.dumps({
        "created": created, "architecture": ARCHITECTURES[os.uname().machine], "os": "linux",
        "config": {"User": f"{USER}:{USER}", "WorkingDir": "/work", "Cmd": ["rostrum", "--help"], "Labels": labels,
                   "Env": ["PATH=/usr/bin", "HOME=/tmp"]},
        "rootfs": {"type": "layers", "diff_ids": [digest(raw)]},
        "history": [{"created": created, "created_by": "make image"}]}, sort_keys=True).encode()
    kind = "application/vnd.oci.image"
    manifest = json.dumps({
        "schemaVersion": 2, "mediaType": f"{kind}.manifest.v1+json",
        "config": {"mediaType": f"{kind}.config.v1+json", "digest": digest(config), "size": len(config)},
        "layers": [{"mediaType": f"{kind}.layer.v1.tar+gzip", "digest": digest(packed), "size": len(packed)}]},
        sort_keys=True).encode()
    index = json.dumps({
        "schemaVersion": 2, "mediaType": f"{kind}.index.v1+json",
        "manifests": [{"mediaType": f"{kind}.manifest.v1+json", "digest": digest(manifest), "size": len(manifest),
                       "annotations": {"org.opencontainers.image.ref.name": tag,
                                       "io.containerd.image.name": f"docker.io/library/rostrum:{tag}"}}]},
        sort_keys=True).encode()
    blobs = {f"blobs/sha256/{digest(data)[7:]}": data for data in (packed, config, manifest)}
    names = list(blobs)
    older = json.dumps([{"Config": names[1], "RepoTags": [f"rostrum:{tag}"], "Layers": [names[0]]}]).encode()
    files = {**blobs, "index.json": index, "manifest.json": older, "oci-layout": b'{"imageLayoutVersion": "1.0.0"}'}
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(files[name]), stamp, 0o644
            archive.addfile(entry, io.BytesIO(files[name]))
    print(f"{path}: {digest(manifest)}, layer {len(packed):,} bytes, {len(raw):,} unpacked")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("version")
    parser.add_argument("file", type=Path)
    parser.add_argument("--root", type=Path, required=True, help="a new folder for the file system")
    parser.add_argument("--no-fonts", dest="fonts", action="store_false", help="without fonts, 14 MB")
    options = parser.parse_args()
    assemble(options.bundle, options.root, options.fonts)
    tag = options.version.split("+")[0] + ("" if options.fonts else "-without-fonts")
    write(options.root, options.version, tag, options.file, int(os.environ["SOURCE_DATE_EPOCH"]))


if __name__ == "__main__":
    main()
