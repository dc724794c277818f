#!/usr/bin/env python3
"""Writes a part of ICU's data as an object file that a linker takes in the place of the whole.

Swift's Foundation brings 34 MB of data along: the languages of the world, their calendars, names of
time zones, ways to sort and to break lines. Rostrum asks for none of them: what stays is the root of
all languages, the properties of characters, and what ICU needs to begin. The bundle's archive has 24 MB so, and
40 MB with the whole of this data and of Debian's, which `bundle.py` cuts down too.

usage: icu-data.py LIBRARY OBJECT        LIBRARY is Swift's lib_FoundationICU.a

The format (`unicode/udata.h`, `ucmndata.h`): a header of its own length, the number of items, for
each two offsets from that number on, of its name and of its bytes; items are in the order of names.
"""
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

MEMBER = "icu_packaged_data.cpp.o"
KEPT = re.compile(
    rb"[^/]+/(?:(?!unames)[^/]+\.(?:icu|nrm)|(?:root|en|en_US|en_001|res_index|pool|keyTypeData|"
    rb"supplementalData|likelySubtags|numberingSystems|metaZones|timezoneTypes|zoneinfo64|windowsZones|"
    rb"metadata|plurals|pluralRanges|dayPeriods|icustd|icuver)\.res|(?:brkitr|coll)/(?:root|res_index|"
    rb"pool)\.res|coll/ucadata\.icu|brkitr/(?:char|word|sent|line|title)\.brk)"
)


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, **options).stdout


def items(data):
    """The header, and the names and bytes of all items."""
    (size,) = struct.unpack_from("<H", data)
    if data[2:4] != b"\xda\x27":
        sys.exit("icu-data.py: this is no ICU data")
    (count,) = struct.unpack_from("<I", data, size)
    entries = [struct.unpack_from("<II", data, size + 4 + 8 * i) for i in range(count)]
    ends = [start for _, start in entries[1:]] + [len(data) - size]
    found = []
    for (name, start), end in zip(entries, ends):
        text = data[size + name : data.index(b"\0", size + name)]
        found.append((text, data[size + start : size + end]))
    return data[:size], found


def packed(header, kept):
    names = b"".join(name + b"\0" for name, _ in kept)
    start = 4 + 8 * len(kept) + len(names)
    start += -start % 16
    toc, body, place = struct.pack("<I", len(kept)), b"", 4 + 8 * len(kept)
    for name, content in kept:
        toc += struct.pack("<II", place, start + len(body))
        place += len(name) + 1
        body += content + b"\0" * (-len(content) % 16)
    return header + (toc + names).ljust(start, b"\0") + body


def main(library, target):
    with tempfile.TemporaryDirectory() as folder:
        whole, raw = Path(folder, MEMBER), Path(folder, "all.dat")
        whole.write_bytes(run("ar", "p", library, MEMBER))
        symbol = re.search(rb" R (icudt\w+_dat)$", run("nm", whole), re.M).group(1).decode()
        run("objcopy", "-O", "binary", "--only-section=.rodata", whole, raw)
        header, found = items(raw.read_bytes())
        kept = [item for item in found if KEPT.fullmatch(item[0])]
        part, source = Path(folder, "part.dat"), Path(folder, "part.s")
        part.write_bytes(packed(header, kept))
        source.write_text(
            f'.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n{symbol}:\n'
            f'.incbin "{part}"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",@progbits\n'
        )
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        run("cc", "-c", source, "-o", target)
        sizes = sum(len(content) for _, content in kept)
        print(f"{symbol}: {len(kept)} of {len(found)} items, {sizes // 1024} KB")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
