#!/usr/bin/env python3
"""Makes a bundle of a folder that `.ci/install` has filled: it runs on any Linux of this processor,
with glibc or musl of any age, as it has its own libraries, their loader, and fonts.

usage: bundle.py FOLDER [--emoji] [--report FILE]

  FOLDER/bin/rostrum          a script, which starts ...
  FOLDER/lib/rostrum/rostrum  ... the real one with the loader beside it
  FOLDER/lib/rostrum/*.so.*   all libraries, also those that are opened at run time
  FOLDER/share/rostrum        the configuration of fonts; share/fonts/rostrum has the fonts

Libraries come from this machine's packages, with the packages' licences. Three are made smaller: of ICU's
data, conversions of encodings stay, which libxml2 asks for; and encoders of AV1, which libavif links and no
decoding calls, are replaced by libraries of their names without code.
"""
import argparse
import gzip
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
OPENED = ["librsvg-2.so.2", "libgdk_pixbuf-2.0.so.0", "libjavascriptcoregtk-4.1.so.0"]
LOADERS = ["libpixbufloader-gif.so", "libpixbufloader-avif.so"]
STYLES = ("Regular", "Bold", "Italic", "BoldItalic")
FONTS = [f"liberation/Liberation{kind}-{style}.ttf" for kind in ("Mono", "Sans", "Serif") for style in STYLES]
FONTS += [f"dejavu/DejaVu{name}.ttf" for name in
          ("Sans", "Sans-Bold", "SansMono", "SansMono-Bold", "Serif", "Serif-Bold")]
EMOJI = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"
# Linked by libavif; its decoder is libdav1d.
UNCALLED = re.compile(r"lib(SvtAv1Enc|rav1e|aom|gav1)\.so.*")
# Single bytes, and the usual ones of China, Japan, Korea and Taiwan.
CONVERSIONS = re.compile(
    rb"icudt\d+l/(?:cnvalias\.icu|(?:ibm|iso|windows|macos|euc|gb18030|ebcdic)[^/]*\.cnv)")
LARGE = re.compile(
    rb".*/(?:euc-jp-2007|gb18030|ibm-943_P15A-2003|ibm-1386_P100-2001|windows-936-2000|"
    rb"ibm-949_P11A-1999|windows-949-2000|ibm-950_P110-1999|windows-950-2000|ibm-1373_P100-2002)\.cnv")
COMPILE = ["-Os", "-Wall", "-Wextra", "-Werror", "-Wl,--build-id=none", "-s"]


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def fail(problem):
    sys.exit(f"bundle: {problem}")


# --- Libraries

def known_libraries():
    """The paths of this machine's libraries by their names, as the loader finds them."""
    machine = {"x86_64": "x86-64", "aarch64": "AArch64"}.get(os.uname().machine)
    found = {}
    for line in run("ldconfig", "-p").splitlines():
        match = re.match(r"\s*(\S+) \((.*)\) => (\S+)", line)
        if match and (machine is None or machine in match[2]):
            found.setdefault(match[1], match[3])
    return found


def needed(path):
    return re.findall(r"^ *NEEDED *(\S+)", run("objdump", "-p", path), re.M)


def own_folders(path):
    found = re.search(r"^ *R(?:UN)?PATH *(\S+)", run("objdump", "-p", path), re.M)
    return found[1].replace("$ORIGIN", os.path.dirname(path)).split(":") if found else []


def interpreter(path):
    match = re.search(r"interpreter: ([^\]]+)\]", run("readelf", "-l", path))
    return match[1] if match else fail(f"{path} names no loader")


def closure(roots, known):
    """All libraries that these files and their libraries need, by name; what uncalled ones need is left out."""
    found, waiting = {}, list(roots)
    while waiting:
        user = waiting.pop()
        for name in needed(user):
            if name in found or name.startswith("ld-"):
                continue
            places = [os.path.join(folder, name) for folder in own_folders(user)] + [known.get(name, "")]
            path = next((place for place in places if os.path.exists(place)), None)
            if path is None:
                fail(f"there is no {name} on this machine")
            found[name] = os.path.realpath(path)
            if not UNCALLED.fullmatch(name):
                waiting.append(found[name])
    return found


def loader_folder():
    folders = sorted(Path("/usr/lib").glob("*/gdk-pixbuf-2.0/*/loaders"))
    return folders[0] if folders else fail("gdk-pixbuf's loaders are missing: run .ci/deps")


# --- Smaller libraries

def symbols(path, which, kinds="[A-Za-z]"):
    return set(re.findall(rf"\b{kinds} (\w+)(?:@.*)?$", run("nm", "-D", which, path), re.M))


def without_code(name, path, users, target):
    """A library of that name whose functions return null."""
    called = set().union(*[symbols(user, "--undefined-only") for user in users])
    names = sorted(called & symbols(path, "--defined-only"))
    others = set(names) - symbols(path, "--defined-only", "[TWi]")
    if others:
        fail(f"{name} has data that others use: {sorted(others)[0]}")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "empty.c")
        source.write_text("".join(f"void *{function}(void) {{ return 0; }}\n" for function in names))
        run("cc", *COMPILE, "-fno-builtin", "-shared", "-fPIC", "-nostdlib", f"-Wl,-soname,{name}", source, "-o", target)


def icu_data(name, path, target):
    """ICU's data with nothing but conversions of encodings."""
    spec = importlib.util.spec_from_file_location("icu_data", HERE.parent / "icu-data.py")
    icu = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(icu)
    symbol = re.search(r"\b(icudt\d+_dat)$", run("nm", "-D", path), re.M)[1]
    with tempfile.TemporaryDirectory() as folder:
        raw, part, source = (Path(folder, name) for name in ("all.dat", "part.dat", "part.s"))
        run("objcopy", "-O", "binary", "--only-section=.rodata", path, raw)
        header, items = icu.items(raw.read_bytes())
        kept = [item for item in items
                if CONVERSIONS.fullmatch(item[0]) and (len(item[1]) < 12_000 or LARGE.fullmatch(item[0])
                                                       or item[0].endswith(b".icu"))]
        part.write_bytes(icu.packed(header, kept))
        source.write_text(
            f".section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n{symbol}:\n"
            f'.incbin "{part}"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",@progbits\n')
        run("cc", "-shared", "-nostdlib", "-Wl,--build-id=none", "-s", f"-Wl,-soname,{name}", source, "-o", target)


def copy_libraries(libraries, roots, home):
    called = [path for name, path in libraries.items() if not UNCALLED.fullmatch(name)] + [str(path) for path in roots]
    for name, path in libraries.items():
        target = home / name
        if UNCALLED.fullmatch(name):
            without_code(name, path, [user for user in called if name in needed(user)], target)
        elif name.startswith("libicudata.so"):
            icu_data(name, path, target)
        else:
            shutil.copyfile(path, target)
        target.chmod(0o644)


# --- The folder

def pack_programs(root, home):
    """Moves the programs to the libraries, and puts scripts in their place that start them."""
    programs = sorted((root / "bin").iterdir())
    loader = interpreter(programs[0])
    script = (HERE / "launcher.sh").read_text().replace("@LOADER@", os.path.basename(loader))
    for program in programs:
        program.rename(home / program.name)
        program.write_text(script)
        program.chmod(0o755)
    shutil.copyfile(os.path.realpath(loader), home / os.path.basename(loader))
    (home / os.path.basename(loader)).chmod(0o755)
    return [home / program.name for program in programs], os.path.realpath(loader)


def pack_libraries(home, programs):
    known = known_libraries()
    for name in OPENED:
        if name not in known:
            fail(f"there is no {name}: run .ci/deps")
    loaders = [loader_folder() / name for name in LOADERS]
    opened = {name: os.path.realpath(known[name]) for name in OPENED}
    roots = [*programs, *opened.values(), *loaders]
    libraries = {**opened, **closure(roots, known)}
    copy_libraries(libraries, [*programs, *loaders], home)
    for loader in loaders:
        shutil.copyfile(loader, home / loader.name)
    # Names without a folder, which the loader looks for in the bundle.
    query = next(Path("/usr/lib").glob("*/gdk-pixbuf-2.0/gdk-pixbuf-query-loaders"))
    cache = "".join(line for line in run(query, *loaders).splitlines(True) if not line.startswith("#"))
    (home / "loaders.cache").write_text(cache.replace(f"{loaders[0].parent}/", ""))
    (home / "none").mkdir()
    (home / "none" / "README").write_text("No module of the system's is opened: this folder has none.\n")
    return {**libraries, **{path.name: str(path) for path in loaders}}


def pack_fonts(root, emoji):
    fonts, settings = root / "share/fonts/rostrum", root / "share/rostrum"
    fonts.mkdir(parents=True)
    (settings / "fonts.conf.d").mkdir(parents=True)
    files = [Path("/usr/share/fonts/truetype", name) for name in FONTS] + ([Path(EMOJI)] if emoji else [])
    missing = [path.name for path in files if not path.exists()]
    if missing:
        fail(f"fonts are missing, {', '.join(missing)}: run .ci/deps")
    for path in files:
        shutil.copyfile(path, fonts / path.name)
    rejected = "".join(f"\t\t<rejectfont><glob>/usr/*/{path.name}</glob></rejectfont>\n" for path in files)
    text = (HERE / "fonts.conf").read_text().replace("@REJECTED@\n", rejected)
    (settings / "fonts.conf").write_text(text)
    # The package's own rules, and none of this machine's.
    rules = run("dpkg", "-L", "fontconfig-config", "fonts-dejavu-core").splitlines()
    enabled = {os.path.realpath(path) for path in Path("/etc/fonts/conf.d").glob("*.conf")}
    for path in sorted(set(rules) & enabled):
        if Path(path).name not in ("50-user.conf", "51-local.conf"):
            shutil.copyfile(path, settings / "fonts.conf.d" / Path(path).name)
    return [str(path) for path in files]


# --- What is inside

def packages(paths):
    """The packages that these files come from, with versions and sources."""
    # Debian's list may have the place from before /lib became /usr/lib.
    places = [place for path in paths for place in {path, path.removeprefix("/usr")}]
    found = subprocess.run(["dpkg", "-S", *places], capture_output=True, text=True).stdout
    owners = dict(reversed(line.rsplit(": ", 1)) for line in found.splitlines())
    owner = {path: owners.get(path) or owners.get(path.removeprefix("/usr")) for path in paths}
    lost = [path for path, package in owner.items() if not package]
    if lost:
        fail(f"no package has {', '.join(lost)}")
    names = sorted({package.split(":")[0] for package in owner.values()})
    form = "${Package}\t${Version}\t${source:Package}\t${source:Version}\t${Homepage}\n"
    rows = [line.split("\t") for line in run("dpkg-query", "-W", "-f", form, *names).splitlines()]
    keys = ("name", "version", "source", "sourceVersion", "homepage")
    return [dict(zip(keys, row)) for row in sorted(set(map(tuple, rows)))]


def write_licences(root, found):
    folder = root / "share/doc/rostrum/licences"
    folder.mkdir(parents=True, exist_ok=True)
    for package in found:
        source = Path("/usr/share/doc", package["name"], "copyright")
        if source.exists():
            shutil.copyfile(source, folder / package["name"])
            continue
        packed = source.with_suffix(".gz")
        if not packed.exists():
            fail(f"{package['name']} has no licence")
        (folder / package["name"]).write_bytes(gzip.decompress(packed.read_bytes()))


def sizes(root):
    """Bytes of each part, and what each takes alone when it is compressed."""
    rows = []
    parts = {"fonts": "share/fonts", "manual": "share/man", "licences": "share/doc"}
    for name, place in parts.items():
        rows.append((name, [root / place]))
    rows += [(path.name, [path]) for path in sorted((root / "lib/rostrum").iterdir()) if path.is_file()]
    rows.append(("launchers", [root / "bin"]))
    result = []
    for name, paths in rows:
        files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*")))]
        files = [file for file in files if file.is_file()]
        data = b"".join(file.read_bytes() for file in files)
        packed = subprocess.run(["xz", "-6", "-c"], input=data, capture_output=True, check=True).stdout
        result.append((name, len(data), len(packed)))
    return sorted(result, key=lambda row: -row[2])


def write_report(root, target):
    rows = sizes(root)
    lines = [f"{'part':36} {'bytes':>12} {'compressed':>12}"]
    lines += [f"{name:36} {size:12,} {packed:12,}" for name, size, packed in rows]
    lines.append(f"{'all':36} {sum(row[1] for row in rows):12,} {sum(row[2] for row in rows):12,}")
    Path(target).write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--emoji", action="store_true", help="with Noto Color Emoji, 10 MB")
    parser.add_argument("--report", help="a file for the bytes of each part")
    options = parser.parse_args()
    root = options.folder
    home = root / "lib/rostrum"
    home.mkdir(parents=True)
    programs, loader = pack_programs(root, home)
    libraries = pack_libraries(home, programs)
    fonts = pack_fonts(root, options.emoji)
    found = packages([*libraries.values(), loader, *fonts])
    write_licences(root, found)
    (root / "share/doc/rostrum/libraries.json").write_text(json.dumps(found, indent=1) + "\n")
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    if options.report:
        write_report(root, options.report)


if __name__ == "__main__":
    main()
