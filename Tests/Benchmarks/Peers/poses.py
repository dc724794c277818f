"""Where things in the films are at a time, and their colors."""

import math

STROKES = [
    (color, 3 + (i + row) % 5 * 2) for row in range(2)
    for i, color in enumerate([0xFFC0392B, 0xFFD68910, 0xFF7D8F1A, 0xFF1E8449, 0xFF1A5276, 0xFF6C3483])]
STAR = [(0, -240), (71, -74), (228, -74), (114, 28), (141, 194), (0, 100), (-141, 194), (-114, 28), (-228, -74), (-71, -74)]
COLORS = [0xFFFF6B6B, 0xFFFECA57, 0xFF1DD1A1, 0xFF54A0FF, 0xFFC56CF0, 0xFFFF9FF3, 0xFFF5F6FA, 0xFF48DBFB, 0xFFFF9F43, 0xFF7BED9F]


def slides(t):
    """The photographs of a slideshow at a time: number, scale and how opaque."""
    for index, zoom in enumerate([(1, 1.15), (1.15, 1), (1, 1.15)]):
        local = t - 2.75 * index
        if 0 <= local < 3.5 or index == 2 and local >= 3.5:
            share = min(local / 3.5, 1)
            yield index, zoom[0] + (zoom[1] - zoom[0]) * share, 1 if index == 0 else min(local / 0.75, 1)


def letters(t):
    for j, color in enumerate(COLORS):
        for i, letter in enumerate("RostrumdrawSeverygly"):
            yield (letter, 70 + 60 * i, 54 + 68 * j + 30 * math.sin(i + j + 1) * t / 4, 60 * math.sin(2 * i + j + 1) * t / 4, color)


def planes(t):
    """Planes in space from back to front: the matrix of each, for columns of numbers, its picture and its size."""
    import numpy

    def move(x, y, z):
        result = numpy.eye(4)
        result[:3, 3] = x, y, z
        return result

    def turn(axis, degrees):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        result = numpy.eye(4)
        if axis == "x":
            result[1:3, 1:3] = [[c, -s], [s, c]]
        else:
            result[0, 0], result[0, 2], result[2, 0], result[2, 2] = c, s, -s, c
        return result

    eye = numpy.eye(4)
    eye[3, 2] = -1 / 1200
    eye = move(640, 360, 0) @ eye @ move(-640, -360, 0)
    found = []
    ring = move(640, 260, -900) @ turn("y", 22.5 * t)
    for i in range(20):
        found.append((0, ring @ turn("y", 18 * i) @ move(0, 0, 900), f"card-{i}", 260, 174))
    cube = move(340, 540, 0) @ turn("x", -20) @ turn("y", 10 + 45 * t)
    for i in range(4):
        found.append((1, cube @ turn("y", 90 * i) @ move(0, 0, 90), f"card-{i}", 180, 180))
    card = move(940, 540, 0) @ turn("y", 90 * t)
    name = "card-5" if math.cos(math.radians(90 * t)) > 0 else "card-6"
    found.append((1, card if name == "card-5" else card @ turn("y", 180), name, 320, 214))
    for _, matrix, name, w, h in sorted(found, key=lambda plane: (plane[0], plane[1][2, 3])):
        yield eye @ matrix, name, w, h
