"""The Lotties of a folder drawn by Rostrum, rlottie and ThorVG: `make bench-lotties LOTTIES=FOLDER` runs this in a Python environment of its
own.

Usage: lotties.py ROSTRUM FOLDER [NAME ...]. A Lottie is drawn at the size of the picture NAME-0.png beside it, and without one at its own.
Prints seconds from start to end for all frames as PNG files and as an MP4, each program in a process of its own, in turn, medians of three
or of ROUNDS in the environment; and how many times as long as Rostrum the better peer takes. Before that each peer draws three frames: the
shares of pixels that differ by more than 16 of 255 levels are printed, but a Lottie is not left out for them, as players differ in what
they know. A peer that fails or draws nothing is left out, for this Lottie. Files go into memory, /dev/shm, where there is one. Rostrum is
told to ignore expressions."""

import glob
import json
import os
import subprocess
import sys
import tempfile
import time

from players import PLAYERS

PRESET = "veryfast"
ROUNDS = int(os.environ.get("ROUNDS", 3))


class Lottie:
    """One file, drawn by Rostrum once: these pictures give the size and the count of frames for all."""

    def __init__(self, command, path, outputs):
        from PIL import Image

        self.command, self.path, self.outputs = command, path, outputs
        self.name = os.path.basename(path).removesuffix(".json")
        with open(path) as file:
            content = json.load(file)
        self.is_lottie = isinstance(content, dict) and "layers" in content
        if not self.is_lottie:
            return
        self.rate, self.scale = str(content["fr"]), 1.0
        picture = f"{path.removesuffix('.json')}-0.png"
        if os.path.exists(picture):
            with Image.open(picture) as image:
                # The longer side says more exactly how much larger a picture is.
                self.scale = max(image.size) / max(content["w"], content["h"])
        self.folder = tempfile.mkdtemp(dir=outputs)
        _, self.count = run(self.rostrum("png", self.folder), self.folder)
        with Image.open(f"{self.folder}/frame_00000.png") as image:
            self.size = image.size

    def rostrum(self, what, folder):
        arguments = [self.command, "render", self.path, "-q", "--scale", repr(self.scale), "--ignore", "expressions"]
        if what == "png":
            return arguments + ["-o", folder]
        return arguments + ["-o", f"{folder}/out.mp4", "--preset", what, "--no-verify"]

    def peer(self, player, what, folder, frames=None):
        frames = frames or (range(self.count) if what == "png" else [self.count])
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "players.py")
        return [sys.executable, script, player, self.path, *map(str, self.size), self.rate, what, folder, *map(str, frames)]

    def checked(self):
        return sorted({self.count // 6, self.count // 2, self.count * 5 // 6})

    def shares(self, player):
        """The shares of pixels that differ, at three times."""
        with tempfile.TemporaryDirectory(dir=self.outputs) as folder:
            run(self.peer(player, "png", folder, self.checked()), folder)
            names = [f"frame_{frame:05d}.png" for frame in self.checked()]
            if all(is_empty(f"{folder}/{name}") for name in names) and not all(is_empty(f"{self.folder}/{name}") for name in names):
                raise RuntimeError("it draws nothing")
            return [difference(f"{self.folder}/{name}", f"{folder}/{name}") for name in names]

    def seconds(self, players, what):
        """The median of each program that made all frames, in turn. Rostrum has the name None."""
        times = {name: [] for name in [None, *players]}
        for _ in range(ROUNDS):
            for name in list(times):
                with tempfile.TemporaryDirectory(dir=self.outputs) as folder:
                    try:
                        taken, made = run(self.peer(name, what, folder) if name else self.rostrum(what, folder), folder)
                        if made != (self.count if what == "png" else 1):
                            raise RuntimeError(f"it has made {made} files")
                        times[name].append(taken)
                    except RuntimeError as error:
                        if not name:
                            raise
                        print(f"    {name}: {error}; it is left out", file=sys.stderr)
                        del times[name]
        return {name: sorted(taken)[len(taken) // 2] for name, taken in times.items()}


def run(arguments, folder):
    """The seconds a program takes, and how many pictures and videos it has made."""
    start = time.time()
    done = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    taken = time.time() - start
    if done.returncode != 0:
        # Rostrum says first what is wrong, Python last.
        lines = done.stderr.strip().splitlines() or [f"it failed with status {done.returncode}"]
        raise RuntimeError(lines[-1 if arguments[0] == sys.executable else 0][:150])
    return taken, sum(name.endswith((".png", ".mp4")) for name in os.listdir(folder))


def is_empty(path):
    """Whether nothing is to be seen in a picture."""
    from PIL import Image

    with Image.open(path) as picture:
        return picture.convert("RGBA").getchannel("A").getextrema()[1] == 0


def difference(ours, theirs):
    """The share of pixels that differ by more than 16 levels, with colors multiplied by alpha, as they are in the peers' pictures."""
    import numpy
    from PIL import Image

    first, second = (numpy.asarray(Image.open(path).convert("RGBA")).astype(float) for path in (ours, theirs))
    first[..., :3] *= first[..., 3:] / 255
    return float((abs(first - second).max(axis=2) > 16).mean())


def compare(command, paths, outputs):
    ratios = {"png": [], PRESET: []}
    for path in paths:
        with tempfile.TemporaryDirectory(dir=outputs) as folder:
            try:
                lottie = Lottie(command, path, folder)
            except (RuntimeError, OSError, ValueError) as error:
                print(f"{os.path.basename(path)}: {error}; it is left out", file=sys.stderr)
                continue
            if not lottie.is_lottie:
                continue
            print(f"{lottie.name}, {lottie.size[0]} x {lottie.size[1]}, {lottie.count} frames", flush=True)
            players = []
            for player in PLAYERS:
                try:
                    shares = lottie.shares(player)
                except RuntimeError as error:
                    print(f"  {player}: {error}; it is left out", flush=True)
                    continue
                players.append(player)
                same = "" if max(shares) <= 0.02 else ": not the same picture"
                print(f"  {player}: {', '.join(f'{100 * share:.2f} %' for share in shares)} of the pixels differ{same}", flush=True)
            for what in ratios:
                times = lottie.seconds(players, what)
                ours = times.pop(None)
                line = f"  {'PNG' if what == 'png' else 'MP4'} rostrum {ours:.3f} s"
                line += "".join(f", {name} {theirs:.3f} (x {theirs / ours:.1f})" for name, theirs in times.items())
                if times:
                    ratios[what].append((min(times.values()) / ours, lottie.name))
                    line += f"; ahead of the better x {ratios[what][-1][0]:.1f}"
                print(line, flush=True)
    for what, found in ratios.items():
        found.sort()
        if found:
            middle = (found[(len(found) - 1) // 2][0] + found[len(found) // 2][0]) / 2
            print(f"{'PNG' if what == 'png' else 'MP4'}, {len(found)} Lotties: median x {middle:.1f}, "
                  f"least x {found[0][0]:.1f} ({found[0][1]}), most x {found[-1][0]:.1f} ({found[-1][1]})")


if __name__ == "__main__":
    folder, names = os.path.abspath(sys.argv[2]), sys.argv[3:]
    paths = [f"{folder}/{name}.json" for name in names] or sorted(glob.glob(f"{glob.escape(folder)}/*.json"))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as outputs:
        compare(os.path.abspath(sys.argv[1]), paths, outputs)
