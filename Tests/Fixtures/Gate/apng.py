"""Writes an animated PNG of 16 bits and three frames, each over the one before: apng.py FILE COLOR."""
import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def pixels(color, size):
    return zlib.compress((b"\0" + struct.pack(">4H", *color) * size) * size)


path, color = sys.argv[1], [int(part) for part in sys.argv[2].split(",")]
frames = [((65535, 0, 0, 65535), 0, 16), (color, 4, 8), ((0, 0, 65535, 32768), 2, 4)]
file = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 16, 16, 16, 6, 0, 0, 0))
file += chunk(b"acTL", struct.pack(">II", len(frames), 0))
number = 0
for index, (fill, place, size) in enumerate(frames):
    over = struct.pack(">IIIIIHHBB", number, size, size, place, place, 1, 10, index % 3, 1)
    file += chunk(b"fcTL", over)
    number += 1
    if index == 0:
        file += chunk(b"IDAT", pixels(fill, size))
    else:
        file += chunk(b"fdAT", struct.pack(">I", number) + pixels(fill, size))
        number += 1
open(path, "wb").write(file + chunk(b"IEND", b""))
