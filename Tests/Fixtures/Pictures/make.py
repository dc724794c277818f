#!/usr/bin/env python3
"""Makes the pictures beside this file with Pillow: the decoders under test take no part. Run it in this folder."""
import struct
import zlib

from PIL import Image

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def quarters(mode="RGB"):
    """32 x 16 pixels: red, green / blue, white."""
    picture = Image.new("RGB", (32, 16))
    for x, y, color in [(0, 0, RED), (16, 0, GREEN), (0, 8, BLUE), (16, 8, WHITE)]:
        picture.paste(color, (x, y, x + 16, y + 8))
    return picture.convert(mode)


def curve(gamma):
    return b"curv" + bytes(4) + struct.pack(">IH", 1, round(gamma * 256))


def xyz(values):
    return b"XYZ " + bytes(4) + struct.pack(">3i", *[round(value * 65536) for value in values])


def profile(space, tags):
    """An ICC profile, version 2.1, for a screen."""
    text = b"desc" + bytes(4) + struct.pack(">I", 5) + b"test\0" + bytes(78)
    tags = [(b"desc", text), (b"cprt", b"text" + bytes(4) + b"none\0"),
            (b"wtpt", xyz((0.9642, 1, 0.8249)))] + tags
    table, body, offset = b"", b"", 128 + 4 + 12 * len(tags)
    for name, data in tags:
        data += bytes(-len(data) % 4)
        table += name + struct.pack(">II", offset + len(body), len(data))
        body += data
    size = offset + len(body)
    header = struct.pack(">I4sI4s4s4s6H4s", size, b"none", 0x02100000, b"mntr", space, b"XYZ ",
                         2026, 1, 1, 0, 0, 0, b"acsp")
    header += bytes(68 - len(header)) + struct.pack(">3i", 63190, 65536, 54061)
    return header + bytes(128 - len(header)) + struct.pack(">I", len(tags)) + table + body


# Primaries of Display P3 adapted to D50, and sRGB's curve taken as 2.2.
P3 = profile(b"RGB ", [
    (b"rXYZ", xyz((0.51512, 0.24120, -0.00105))), (b"gXYZ", xyz((0.29198, 0.69225, 0.04189))),
    (b"bXYZ", xyz((0.15710, 0.06657, 0.78407))), (b"rTRC", curve(2.2)), (b"gTRC", curve(2.2)),
    (b"bTRC", curve(2.2))])
GREY = profile(b"GRAY", [(b"kTRC", curve(1.0))])
# sRGB's primaries adapted to D50 and its curve (IEC 61966-2-1), but for green, which is linear.
SRGB_CURVE = b"para" + bytes(4) + struct.pack(
    ">HH5i", 3, 0, *[round(n * 65536) for n in (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)])
GREEN_LINEAR = profile(b"RGB ", [
    (b"rXYZ", xyz((0.43607, 0.22249, 0.01392))), (b"gXYZ", xyz((0.38515, 0.71687, 0.09708))),
    (b"bXYZ", xyz((0.14307, 0.06061, 0.71410))), (b"rTRC", SRGB_CURVE), (b"gTRC", curve(1.0)),
    (b"bTRC", SRGB_CURVE)])


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(name, color_type, depth, pixel, extra):
    """4 x 4 pixels of one colour, with more chunks."""
    row = b"\0" + pixel * 4
    bytes_ = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 4, 4, depth, color_type, 0, 0, 0))
    bytes_ += extra + chunk(b"IDAT", zlib.compress(row * 4)) + chunk(b"IEND", b"")
    open(name, "wb").write(bytes_)


stored = {
    1: None, 2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM,
    5: Image.TRANSPOSE, 6: Image.ROTATE_90, 7: Image.TRANSVERSE, 8: Image.ROTATE_270,
}
for number, turn in stored.items():
    picture = quarters() if turn is None else quarters().transpose(turn)
    exif = Image.Exif()
    exif[274] = number
    picture.save(f"orientation-{number}.jpg", exif=exif, quality=90, subsampling=0)

quarters().save("progressive.jpg", progressive=True, quality=90, subsampling=0)
quarters("L").save("grey.jpg", quality=90)
# Pillow writes Adobe's marker, and 255 for no ink.
quarters("CMYK").save("cmyk.jpg", quality=90)
Image.new("RGB", (16, 16), (234, 51, 35)).save(
    "p3.jpg", quality=95, subsampling=0, icc_profile=P3)
Image.new("L", (16, 16), 55).save("grey-linear.jpg", quality=95, icc_profile=GREY)
Image.new("RGB", (16, 16), (9, 99, 199)).save(
    "profile-broken.jpg", quality=95, subsampling=0, icc_profile=b"nonsense" * 30)

icc = chunk(b"iCCP", b"test\0\0" + zlib.compress(P3))
png("p3.png", 2, 8, bytes((117, 251, 76)), icc)
png("p3-16.png", 6, 16, struct.pack(">4H", 234 * 257, 51 * 257, 35 * 257, 0x8000), icc)
png("green-linear.png", 2, 8, bytes((55, 128, 255)),
    chunk(b"iCCP", b"g\0\0" + zlib.compress(GREEN_LINEAR)))
png("grey-linear.png", 0, 8, bytes((55,)), chunk(b"iCCP", b"g\0\0" + zlib.compress(GREY)))
png("gamma-linear.png", 2, 8, bytes((55, 128, 255)), chunk(b"gAMA", struct.pack(">I", 100000)))
png("gamma-srgb.png", 2, 8, bytes((55, 128, 255)), chunk(b"gAMA", struct.pack(">I", 45455)))
png("gamma-overruled.png", 2, 8, bytes((55, 128, 255)),
    chunk(b"sRGB", b"\0") + chunk(b"gAMA", struct.pack(">I", 100000)))
places = struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)
png("places-p3.png", 2, 8, bytes((117, 251, 76)),
    chunk(b"gAMA", struct.pack(">I", 45455)) + chunk(b"cHRM", places))
exif = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHHI", 274, 3, 1, 6, 0, 0)
tall = Image.new("RGB", (4, 8), RED)
tall.paste(BLUE, (0, 4, 4, 8))
tall.save("turned.png")
data = open("turned.png", "rb").read()
open("turned.png", "wb").write(data[:33] + chunk(b"eXIf", exif) + data[33:])

quarters().save("lossy.webp", quality=98, method=6)
exif = Image.Exif()
exif[274] = 6
quarters().transpose(stored[6]).save("orientation-6.webp", lossless=True, exif=exif)
half = Image.new("RGBA", (16, 16), (0, 0, 255, 128))
half.paste((255, 0, 0, 255), (0, 0, 8, 16))
half.save("alpha.webp", lossless=True, exact=True)
Image.new("RGB", (16, 16), (234, 51, 35)).save("p3.webp", lossless=True, icc_profile=P3)

quarters().save("frames.gif", save_all=True, append_images=[Image.new("RGB", (32, 16), BLUE)])
clear = Image.new("RGBA", (16, 16), (0, 0, 0, 0))
clear.paste((255, 0, 0, 255), (0, 0, 8, 16))
clear.save("clear.gif")
quarters().save("lossy.avif", quality=95, subsampling="4:4:4")
quarters().transpose(stored[6]).save("turned.avif", quality=95, subsampling="4:4:4", exif=exif)
half.save("alpha.avif", quality=100, subsampling="4:4:4")
Image.new("RGB", (16, 16), (234, 51, 35)).save(
    "p3.avif", quality=100, subsampling="4:4:4", icc_profile=P3)
