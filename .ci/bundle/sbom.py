#!/usr/bin/env python3
"""Writes a bill of materials in SPDX 2.3: the program, the Swift packages and the runtime linked into it, the
packages of Debian whose libraries and fonts the bundle has, and the released files with their checksums.

usage: sbom.py BUNDLE VERSION FOLDER            SOURCE_DATE_EPOCH is the time of all files
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]


def identifier(text):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def package(name, version, place, reference, licence="NOASSERTION"):
    entry = {"SPDXID": identifier(f"Package-{name}"), "name": name, "versionInfo": version,
             "downloadLocation": place or "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
             "licenseDeclared": licence, "copyrightText": "NOASSERTION"}
    if reference:
        entry["externalRefs"] = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                  "referenceLocator": reference}]
    return entry


def swift_packages():
    """The pinned packages, and the compiler, whose runtime is linked in."""
    state = json.loads((ROOT / ".build-dist/workspace-state.json").read_text())
    found = []
    for entry in state["object"]["dependencies"]:
        pin, address = entry["state"]["checkoutState"], entry["packageRef"]["location"].removesuffix(".git")
        name, version = entry["packageRef"]["identity"], pin.get("version") or pin["revision"]
        place = address.removeprefix("https://")
        found.append(package(name, version, f"git+{address}.git@{pin['revision']}", f"pkg:swift/{place}@{version}",
                             "Apache-2.0"))
    said = subprocess.run([os.environ.get("SWIFT") or "swift", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"Swift version (\S+)", said)[1]
    found.append(package("swift-runtime", version, "https://www.swift.org", f"pkg:generic/swift@{version}", "Apache-2.0"))
    return sorted(found, key=lambda entry: entry["name"])


def debian_packages(bundle):
    system = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    architecture = subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()
    distribution = f"{system['ID']}-{system.get('VERSION_ID', '').strip(chr(34))}"
    found = []
    for entry in json.loads((bundle / "share/doc/rostrum/libraries.json").read_text()):
        version = quote(entry["version"], safe="")
        reference = f"pkg:deb/{system['ID']}/{entry['name']}@{version}?arch={architecture}&distro={distribution}"
        item = package(entry["name"], entry["version"], None, reference)
        item["sourceInfo"] = f"built from {entry['source']} {entry['sourceVersion']}"
        if entry["homepage"]:
            item["homepage"] = entry["homepage"]
        found.append(item)
    return found


def main(bundle, version, folder):
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"])))
    own = package("rostrum", version, None, f"pkg:generic/rostrum@{quote(version, safe='')}", "MIT")
    parts = swift_packages() + debian_packages(bundle)
    released = sorted(path for path in folder.iterdir() if path.is_file() and path.name not in ("SHA256SUMS",)
                      and not path.name.endswith(".spdx.json"))
    entries = [{"SPDXID": identifier(f"File-{path.name}"), "fileName": f"./{path.name}", "copyrightText": "NOASSERTION",
                "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"],
                "checksums": [{"algorithm": name, "checksumValue": hashlib.new(name.lower(), path.read_bytes()).hexdigest()}
                              for name in ("SHA1", "SHA256")]} for path in released]
    links = [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    links += [(own["SPDXID"], "CONTAINS", part["SPDXID"]) for part in parts]
    links += [(entry["SPDXID"], "GENERATED_FROM", own["SPDXID"]) for entry in entries]
    digest = hashlib.sha256(json.dumps([parts, entries]).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"rostrum-{version}",
        "documentNamespace": f"https://example.org/rostrum/{quote(version, safe='')}-{digest[:32]}",
        "creationInfo": {"created": stamp, "creators": ["Tool: rostrum-dist"]},
        "packages": [own, *parts], "files": entries,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in links],
    }
    path = folder / f"rostrum-{version}.spdx.json"
    path.write_text(json.dumps(document, indent=1) + "\n")
    print(path)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
