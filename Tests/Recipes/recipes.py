#!/usr/bin/env python3
"""Follows the recipes of Architecture.md: adds one of each, builds the command, and tries it. Then
takes off each wing, builds what is left, and renders the book's scenes again.

recipes.json has a probe for each section: the edits, the most files that may be touched, and a
command with its result. All probes are built at once in a copy below .build-recipes. wings.json has
each wing's files, and the lines that join it; its part of Package.swift lies between two marks. That
each edit still finds its place is also a test, RecipeTests, which builds nothing.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".build-recipes"
COPY = FOLDER / "source"


def copy_sources():
    """Brings the copy up to date; files that are the same keep their times, so that little is built."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "Package.swift",
         "Package.resolved", "Sources"], cwd=ROOT, check=True, capture_output=True, text=True)
    wanted = {name: (ROOT / name).read_bytes() for name in names.stdout.split("\0") if name}
    COPY.mkdir(parents=True, exist_ok=True)
    # The package names these, of which nothing is built.
    for name in ("Tests", "Scenes", ".ci"):
        if not (COPY / name).exists():
            (COPY / name).symlink_to(ROOT / name)
    return wanted


def apply(edit, texts):
    name, lines = edit["file"], "".join(line + "\n" for line in edit.get("lines", []))
    if "after" not in edit:
        texts[name] = lines.encode()
        return
    text = texts[name].decode()
    anchor = edit["after"] + "\n"
    if text.count(anchor) != 1:
        sys.exit(f"{name}: {edit['after']!r} is there {text.count(anchor)} times")
    new = edit["instead"] + "\n" if "instead" in edit else anchor + lines
    texts[name] = text.replace(anchor, new).encode()


def write(texts):
    for name, data in texts.items():
        path = COPY / name
        if path.exists() and path.read_bytes() == data:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for path in (COPY / "Sources").rglob("*"):
        if path.is_file() and str(path.relative_to(COPY)) not in texts:
            path.unlink()


def failure(recipe, program):
    """What is wrong with the result of a recipe's command; `None` for nothing."""
    out = FOLDER / "out"
    scene = out / f"scene.{recipe.get('ending', 'yaml')}"
    scene.write_text("\n".join(recipe.get("scene", [])) + "\n")
    words = [w.replace("SCENE", str(scene)).replace("OUT", str(out)) for w in recipe["run"]]
    result = subprocess.run([program, *words], capture_output=True, text=True)
    status = recipe.get("status", 0)
    if result.returncode != status:
        return f"status {result.returncode} instead of {status}: {result.stderr}"
    if recipe.get("says", "") not in result.stdout + result.stderr:
        return f"it does not say {recipe['says']}: {result.stdout}{result.stderr}"
    if "file" in recipe:
        begins = bytes.fromhex(recipe["file"][1])
        path = Path(recipe["file"][0].replace("OUT", str(out)))
        if not path.read_bytes().startswith(begins):
            return f"{path} does not begin with {begins}"
    if "pixel" in recipe:
        path, wanted = recipe["pixel"][0].replace("OUT", str(out)), recipe["pixel"][1]
        pixels = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
            capture_output=True, check=True).stdout[:3]
        if any(abs(a - b) > 2 for a, b in zip(pixels, wanted)):
            return f"a pixel is {list(pixels)} instead of {wanted}"
    return None


def without(wing, texts):
    """The texts that are left without a wing."""
    left = {name: data for name, data in texts.items()
            if not any(name == f or name.startswith(f + "/") for f in wing["files"])}
    for edit in wing["edits"]:
        apply({"file": edit["file"], "after": edit["line"], "instead": ""}, left)
    manifest = left["Package.swift"].decode()
    mark = rf"// MARK: {wing['section']}\n.*?(?=// MARK: )"
    left["Package.swift"] = re.sub(mark, "", manifest, flags=re.S).encode()
    return left


def build(products):
    swift = os.environ.get("SWIFT", "swift")
    for product in products:
        subprocess.run(
            [swift, "build", "-c", "release", "--package-path", str(COPY), "--scratch-path",
             str(FOLDER / "build"), "--product", product], check=True)
    return str(FOLDER / "build/release/rostrum")


def book(program, folder):
    """The pictures of the book's scenes: their bytes by their names."""
    scenes = sorted(str(path) for path in (ROOT / "Scenes/Book").glob("*.yaml"))
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(
        [program, "render", *scenes, "--at", "30%,80%", "-o", str(folder), "--quiet", "--no-project"],
        check=True)
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.png")}


def check_wings(texts, pictures):
    """Takes off one wing after another. Returns whether anything is wrong."""
    failed = False
    for wing in json.loads((Path(__file__).parent / "wings.json").read_text()):
        write(without(wing, texts))
        products = ["rostrum"] + (["rostrum-preview"] if wing["section"] != "Preview" else [])
        same = book(build(products), FOLDER / "out/book") == pictures
        failed = failed or not same
        print(f"without {wing['section']}:", "good" if same else "other pictures of the book")
    return failed


def main():
    recipes = json.loads((Path(__file__).parent / "recipes.json").read_text())
    originals = copy_sources()
    texts = dict(originals)
    for recipe in recipes:
        for edit in recipe["edits"]:
            apply(edit, texts)
    write(texts)
    shutil.rmtree(FOLDER / "out", ignore_errors=True)
    (FOLDER / "out").mkdir()
    program = build(["rostrum"])
    failed = False
    for recipe in recipes:
        files = {edit["file"] for edit in recipe["edits"]}
        problem = failure(recipe, program)
        failed = failed or problem is not None
        print(f"{recipe['section']}: {len(files)} files, at most {recipe['limit']}:", problem or "good")
    pictures = book(program, FOLDER / "out/book")
    sys.exit(1 if check_wings(originals, pictures) or failed or not pictures else 0)


main()
