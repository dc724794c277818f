#!/usr/bin/env python3
"""Writes the colours that Chromium shows of moving SVGs into moving.txt, which SVGTests compares.

    chromium.py             the numbers of every row anew (needs chromium-headless-shell and Pillow)
    chromium.py FILE ...    rows for more files of 100 by 100 points, with their names

A row has a name, a remark, places with their colours at TIMES, and the SVG, between tabs. Places lie
in areas of one colour, as deep inside and as near to an edge as they can: edges differ between
programs. A row with a remark has no places: it says why Chromium's are not compared.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from PIL import Image

TIMES = [0.1, 0.4, 0.75, 1.1, 1.7]
SIZE = 100
TABLE = pathlib.Path(__file__).with_name("moving.txt")
SCRIPT = """<script>window.onload = () => { for (const f of document.querySelectorAll('iframe')) {
const d = f.contentDocument, t = +f.dataset.t; d.documentElement.pauseAnimations();
d.documentElement.setCurrentTime(t); for (const a of d.getAnimations()) { a.pause(); a.currentTime = t * 1000 } } }</script>"""


def pictures(files, folder):
    """The pictures of some files at all times."""
    page = "<!DOCTYPE html><body style='margin:0;background:#fff'>"
    for row, file in enumerate(files):
        for column, time in enumerate(TIMES):
            page += (f"<iframe data-t='{time}' scrolling='no' style='position:absolute;border:0;left:{column * SIZE}px;"
                     f"top:{row * SIZE}px;width:{SIZE}px;height:{SIZE}px' src='file://{file}'></iframe>")
    html, shot = folder / "page.html", folder / "page.png"
    html.write_text(page + SCRIPT)
    subprocess.run(
        ["chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--disable-threaded-animation", "--hide-scrollbars",
         "--run-all-compositor-stages-before-draw", "--allow-file-access-from-files", "--force-color-profile=srgb",
         f"--screenshot={shot}", f"--window-size={SIZE * len(TIMES)},{SIZE * len(files)}", f"file://{html}"],
        check=True, capture_output=True, timeout=180)
    whole = Image.open(shot).convert("RGB")
    return [[whole.crop((x * SIZE, y * SIZE, (x + 1) * SIZE, (y + 1) * SIZE)) for x in range(len(TIMES))]
            for y in range(len(files))]


def places(frames):
    """Up to ten places, two in each of the largest areas, with their colours."""
    pixels = [frame.load() for frame in frames]
    colors = {(x, y): tuple(p[x, y] for p in pixels) for x in range(SIZE) for y in range(SIZE)}
    depth = {}
    for (x, y), own in colors.items():
        reach = 0
        while reach < 6 and all(colors.get((x + i, y + j), own) == own for i in range(-reach - 1, reach + 2)
                                for j in range(-reach - 1, reach + 2)):
            reach += 1
        depth[x, y] = reach
    areas = {}
    for place, own in colors.items():
        if depth[place] >= 2:
            areas.setdefault(own, []).append(place)
    chosen = []
    for own, all_places in sorted(areas.items(), key=lambda item: -len(item[1]))[:5]:
        deepest = max(all_places, key=lambda place: (depth[place], place))
        nearest = min(all_places, key=lambda place: (depth[place], place))
        chosen += [(place, own) for place in dict.fromkeys([deepest, nearest])]
    return ";".join(f"{x},{y}:" + " ".join("%02x%02x%02x" % color for color in own) for (x, y), own in chosen)


def main():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()] if TABLE.exists() else []
    for file in sys.argv[1:]:
        text = re.sub(r"\s*\n\s*", " ", pathlib.Path(file).read_text().strip())
        rows.append([pathlib.Path(file).stem, "", "", text])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for start in range(0, len(rows), 10):
            part = rows[start:start + 10]
            files = [folder / f"{row[0]}.svg" for row in part]
            for file, row in zip(files, part):
                file.write_text(row[3])
            for row, frames in zip(part, pictures(files, folder)):
                row[2] = "" if row[1] else places(frames)
    rows.sort()
    TABLE.write_text("".join("\t".join(row) + "\n" for row in rows))


if __name__ == "__main__":
    main()
