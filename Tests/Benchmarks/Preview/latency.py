"""The time from a save to the first new picture of a preview, on eight scenes: `make bench-preview` runs this.

Usage: latency.py ROSTRUM [NAME ...]. Each scene is saved 20 times, or ROUNDS of the environment, each time with another colour of one
layer; a tab without a window asks for the picture as the page does. Prints milliseconds, medians and 95th percentiles: from the save of an
editor, and from a change on the page that is written by the preview. The scenes and their sound are made below a temporary folder."""

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import wave

from socket_client import Socket

SIZE = "size: [1280, 720]\nfps: 30\nduration: {duration}\nbackground: \"#101820\"\n"
MARK = "  - {{name: mark, bounds: [40, 40], position: [60, 60], backgroundColor: \"#{color:06x}\"}}\n"
MARK_STEPS = ["backgroundColor"]


def shapes(folder):
    layers = "".join(
        f"  - {{name: s{i}, class: shape, position: [{i % 20 * 60 + 40}, {i // 20 * 60 + 60}], "
        f"path: M 0 -20 L 20 20 L -20 20 Z, fillColor: \"oklch(0.7 0.15 {i * 7 % 360})\", "
        f"animations: [{{type: spring, keyPath: position.x, fromValue: {i}}}]}}\n"
        for i in range(100))
    return SIZE.format(duration=4) + "layers:\n" + layers


def photographs(folder):
    from_lavfi(folder, "testsrc2=s=2400x1600", "photo.jpg", ["-frames:v", "1"])
    from_lavfi(folder, "mandelbrot=s=2400x1600", "other.jpg", ["-frames:v", "1"])
    layers = "".join(
        f"  - {{name: p{i}, contents: {('photo', 'other')[i % 2]}.jpg, frame: [{i * 150}, {i * 60}, 600, 400], "
        f"cornerRadius: 20, shadowOpacity: 0.5, shadowRadius: 20}}\n" for i in range(5))
    return SIZE.format(duration=4) + "layers:\n" + layers


def audiogram(folder):
    rate, seconds = 48_000, 60
    with wave.open(os.path.join(folder, "voice.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        frames = bytearray()
        for i in range(rate * seconds):
            level = 0.3 * (1 + math.sin(i / 9000)) * math.sin(i * (0.02 + 0.01 * math.sin(i / 50_000)))
            frames += int(level * 20_000).to_bytes(2, "little", signed=True)
        file.writeframes(bytes(frames))
    bands = [40 * 1.45 ** i for i in range(17)]
    layers = "".join(
        f"  - name: bar{i}\n    bounds: [40, 20]\n    position: [{i * 70 + 120}, 360]\n    backgroundColor: tomato\n"
        f"    animations:\n      - {{type: follow, audio: voice, keyPath: bounds.size.height, "
        f"band: [{bands[i]:.0f}, {bands[i + 1]:.0f}], scale: 400, offset: 8}}\n" for i in range(16))
    return SIZE.format(duration=60) + "audio: [{file: voice.wav, name: voice}]\nlayers:\n" + layers


def rows(folder):
    with open(os.path.join(folder, "rows.csv"), "w") as file:
        file.write("name,value\n" + "".join(f"row {i},{i % 97}\n" for i in range(1000)))
    return (
        SIZE.format(duration=4) + "parameters: {rows: {type: table, default: rows.csv}}\nlayers:\n"
        "  - forEach: row\n    in: ${rows}\n    index: n\n    do:\n"
        "      name: row ${n}\n      bounds: [8, \"calc(4 + ${row.value} / 4)\"]\n"
        "      position: [\"calc(20 + 12 * (${n} - 100 * floor(${n} / 100)))\", \"calc(100 + 60 * floor(${n} / 100))\"]\n"
        "      backgroundColor: seagreen\n")


def lottie(folder):
    key = [{"t": 0, "s": [0], "o": {"x": [0.3], "y": [0]}, "i": {"x": [0.7], "y": [1]}}, {"t": 60, "s": [360]}]
    layers = [{
        "ty": 4, "ind": i + 1, "ip": 0, "op": 60, "st": 0,
        "ks": {"p": {"a": 0, "k": [i % 10 * 40 + 20, i // 10 * 40 + 20]}, "r": {"a": 1, "k": key}},
        "shapes": [{"ty": "gr", "it": [
            {"ty": "rc", "p": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [24, 24]}, "r": {"a": 0, "k": 4}},
            {"ty": "fl", "c": {"a": 0, "k": [i % 5 / 5, 0.4, 0.8, 1]}, "o": {"a": 0, "k": 100}},
            {"ty": "tr", "p": {"a": 0, "k": [0, 0]}, "a": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [100, 100]},
             "r": {"a": 0, "k": 0}, "o": {"a": 0, "k": 100}}]}],
    } for i in range(60)]
    film = {"v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": 400, "h": 400, "layers": layers}
    with open(os.path.join(folder, "film.json"), "w") as file:
        json.dump(film, file)
    return (
        SIZE.format(duration=2)
        + "layers:\n  - {name: film, class: scene, scene: film.json, frame: [200, 100, 400, 400]}\n")


def space(folder):
    layers = "".join(
        f"      - {{name: t{i}, bounds: [80, 80], position: [{i % 12 * 100 + 60}, {i // 12 * 100 + 60}], "
        f"backgroundColor: \"hsl({i * 6} 60% 50%)\", transform: {{rotation.y: {i * 6}deg}}, "
        f"animations: [{{type: basic, keyPath: transform.rotation.x, toValue: 90deg, duration: 4}}]}}\n"
        for i in range(60))
    return (
        SIZE.format(duration=4)
        + "layers:\n  - name: room\n    frame: [0, 0, 1280, 720]\n    sublayerTransform: {perspective: 800}\n    sublayers:\n"
        + layers)


def many(folder):
    layers = "".join(
        f"  - {{name: box {i}, bounds: [40, 24], position: [{i % 25 * 50 + 40}, {i // 25 * 34 + 30}], cornerRadius: 6, "
        f"backgroundColor: \"hsl({i * 7 % 360} 60% 50%)\", animations: {{fadeIn: {{duration: 1, beginTime: {i / 200}}}}}}}\n"
        for i in range(500))
    return SIZE.format(duration=4) + "layers:\n" + layers


def uhd(folder):
    return shapes(folder).replace("[1280, 720]", "[3840, 2160]")


SCENES = {f.__name__: f for f in (shapes, photographs, audiogram, rows, lottie, space, many, uhd)}


def from_lavfi(folder, source, name, arguments):
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, *arguments, os.path.join(folder, name)], check=True)


class Tab:
    """A tab that asks for the first picture of each scene that the server reports."""

    def __init__(self, rostrum, scene):
        self.process = subprocess.Popen([rostrum, "preview", scene], stdout=subprocess.PIPE, text=True)
        self.socket = Socket(self.process.stdout.readline().strip())
        self.seek = 0
        self.revision = 0

    def picture(self):
        """Waits for a picture of a scene that was not shown yet; returns the problems of the file."""
        asked = False
        while True:
            message = self.socket.receive()
            if message.get("type") == "scene":
                if not message["isRight"]:
                    sys.exit(f"the scene is wrong: {message['problems']}")
                if message["revision"] <= self.revision:
                    continue
                self.revision, asked = message["revision"], True
                self.seek += 1
                self.socket.send({"type": "frames", "frames": [5], "seek": self.seek})
            elif message.get("type") == "update" and asked and message["revision"] == self.revision:
                return

    def mark(self):
        """The place of the layer that is changed."""
        self.socket.send({"type": "inspect", "frame": 0})
        answer = self.answer("inspection")
        index = next(one["index"] for one in answer["value"]["layers"] if one["name"] == "mark")
        self.socket.send({"type": "written", "index": answer["layers"][index]})
        return self.answer("written")["owner"]

    def answer(self, kind):
        while True:
            message = self.socket.receive()
            if message.get("type") == kind:
                return message["value"]

    def close(self):
        self.process.terminate()
        self.process.wait()


def measured(rostrum, name, rounds):
    with tempfile.TemporaryDirectory() as folder:
        text = SCENES[name](folder)
        path = os.path.join(folder, "scene.yaml")

        def save(color):
            with open(path + ".new", "w") as file:
                file.write(text + MARK.format(color=color))
            os.replace(path + ".new", path)

        save(0)
        start = time.perf_counter()
        tab = Tab(rostrum, path)
        tab.picture()
        first = time.perf_counter() - start
        saves, changes = [], []
        for round in range(rounds):
            time.sleep(0.05)
            start = time.perf_counter()
            save(0x100000 + round * 997)
            tab.picture()
            saves.append(time.perf_counter() - start)
        owner = tab.mark()
        for round in range(rounds):
            edit = {"owner": owner, "steps": MARK_STEPS, "text": f"#{0x200000 + round * 997:06x}"}
            start = time.perf_counter()
            tab.socket.send({"type": "change", "edits": [edit], "reading": 1 << 40, "isDraft": False})
            tab.picture()
            changes.append(time.perf_counter() - start)
        tab.close()
        return first, saves, changes


def row(name, first, saves, changes):
    def cells(times):
        times = sorted(times)
        late = times[min(len(times) - 1, math.ceil(0.95 * len(times)) - 1)]
        return f"{statistics.median(times) * 1000:8.0f} {late * 1000:8.0f}"

    return f"{name:12} {first * 1000:8.0f} {cells(saves)} {cells(changes)}"


def main():
    rostrum, names = sys.argv[1], sys.argv[2:] or list(SCENES)
    rounds = int(os.environ.get("ROUNDS", "20"))
    print(f"{'scene':12} {'opened':>8} {'saved':>8} {'p95':>8} {'changed':>8} {'p95':>8}   milliseconds")
    for name in names:
        print(row(name, *measured(os.path.abspath(rostrum), name, rounds)), flush=True)


main()
