#!/usr/bin/env python3
"""Packs a wheel of a bundle and the Python module: the programs go to the environment's `bin`, everything
else to the same places below the environment as below the bundle, so that the programs find it.

usage: wheel.py BUNDLE MODULE VERSION FOLDER     SOURCE_DATE_EPOCH is the time of all files

The tags are true on every Linux of the processor since kernel 3.2: the programs in `bin` are scripts, which
start the bundle's own loader, so neither glibc's nor musl's version counts. auditwheel, which looks at the bundle's
libraries and not at who loads them, says otherwise.
"""
import base64
import csv
import hashlib
import io
import os
import sys
import time
import zipfile
from pathlib import Path

PLATFORMS = {
    "x86_64": ["manylinux_2_17_x86_64", "manylinux2014_x86_64", "musllinux_1_1_x86_64"],
    "aarch64": ["manylinux_2_17_aarch64", "manylinux2014_aarch64", "musllinux_1_1_aarch64"],
}
METADATA = """Metadata-Version: 2.1
Name: rostrum
Version: {version}
Summary: Renders Core Animation's layers and animations to pictures, films and figures, without a Mac
License: MIT
Requires-Python: >=3.9
Classifier: Operating System :: POSIX :: Linux
Classifier: Framework :: Jupyter
Classifier: Framework :: MkDocs
Classifier: Framework :: Pytest
Classifier: Framework :: Sphinx :: Extension
Classifier: Typing :: Typed
Provides-Extra: pictures
Requires-Dist: numpy>=1.21; extra == "pictures"
Requires-Dist: pillow>=9; extra == "pictures"
Provides-Extra: ffmpeg
Requires-Dist: imageio-ffmpeg>=0.4.9; extra == "ffmpeg"
Provides-Extra: sphinx
Requires-Dist: sphinx>=5; extra == "sphinx"
Provides-Extra: mkdocs
Requires-Dist: mkdocs>=1.6; extra == "mkdocs"
Description-Content-Type: text/markdown

{description}"""
ENTRY_POINTS = """[pytest11]
rostrum = rostrum.pytest_plugin

[mkdocs.plugins]
rostrum = rostrum.mkdocs:RostrumPlugin
"""


class Wheel:
    def __init__(self, path, stamp):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.date = time.gmtime(max(stamp, 315532800))[:6]
        self.record = []

    def add(self, name, data, is_program=False):
        entry = zipfile.ZipInfo(name, self.date)
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        self.record.append((name, f"sha256={digest}", str(len(data))))

    def close(self, name):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([*self.record, (name, "", "")])
        self.add(name, text.getvalue().encode())
        self.archive.close()


def files(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def main(bundle, module, version, target):
    stamp = int(os.environ["SOURCE_DATE_EPOCH"])
    tags = [f"py3-none-{name}" for name in PLATFORMS[os.uname().machine]]
    tag = f"py3-none-{'.'.join(PLATFORMS[os.uname().machine])}"
    path = target / f"rostrum-{version}-{tag}.whl"
    wheel = Wheel(path, stamp)
    for file in files(module / "rostrum"):
        if file.suffix == ".py" or file.name == "py.typed":
            wheel.add(str(file.relative_to(module)), file.read_bytes())
    data, info = f"rostrum-{version}.data", f"rostrum-{version}.dist-info"
    for file in files(bundle):
        place = file.relative_to(bundle)
        name = f"{data}/scripts/{place.name}" if place.parts[0] == "bin" else f"{data}/data/{place}"
        wheel.add(name, file.read_bytes(), os.access(file, os.X_OK))
    wheel.add(f"{info}/METADATA",
              METADATA.format(version=version, description=(module / "README.md").read_text()).encode())
    lines = ["Wheel-Version: 1.0", "Generator: rostrum", "Root-Is-Purelib: false", *[f"Tag: {name}" for name in tags]]
    wheel.add(f"{info}/WHEEL", ("\n".join(lines) + "\n").encode())
    wheel.add(f"{info}/entry_points.txt", ENTRY_POINTS.encode())
    wheel.add(f"{info}/licenses/LICENSE", (bundle / "share/doc/rostrum/LICENSE").read_bytes())
    wheel.close(f"{info}/RECORD")
    print(path)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
