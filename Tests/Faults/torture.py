#!/usr/bin/env python3
"""Faults, one at a time, and kills at random moments, for the built command. For Linux.

    torture.py faults [--rostrum PATH] [--calls 12] [--kinds write,open] [--commands render]
    torture.py signals [--rostrum PATH] [--calls 2] [--commands render]
    torture.py kills  [--rostrum PATH] [--count 1000] [--seed 1]

`faults` fails, one after the other, system calls, by a library that is loaded into the command alone
(faults.c). Of every place in the code that calls the system, the first calls fail and as many spread over the rest, `--calls` in all; 0 for each of them.
Afterwards the outputs are complete and equal to those of an undisturbed run, byte by byte, with
status 0; or there is an error, its status, and nothing half-written: each file is as it was or as
it was to be. Then the same command without a fault mends what is left.

`signals` sends a signal instead, at the moment of each such call. Nothing half-written may be left,
under any name, and the status is the signal's or that of an undisturbed run; after SIGKILL, which
leaves nobody who could clean up, this has to hold once the command has run again.

`kills` ends commands that write at random moments: two at a time in one folder, each the first
process of a namespace of its own, so that both have the same number, some on a disk that fills up.
No foreign file may change, no half of a file may stand under a name that was asked for, and the
last run, which nothing disturbs, makes every file as a run in an empty folder does.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KINDS = "open write read fsync rename link unlink mkdir spawn pipe".split()

SCENE = """size: [48, 32]
fps: 8
duration: 0.5
background: white
parameters: {ink: {type: color, default: black}, title: {default: Ab}}
physics: {gravity: [0, 600], bodies: [{layer: stone, fixed: true}]}
layers:
  - {class: gradient, colors: [red, "#0040FF80"], bounds: [20, 20], position: [12, 12], shadowOpacity: 0.5, shadowRadius: 2}
  - {contents: picture.png, bounds: [10, 10], position: [36, 8]}
  - {contents: photo.jpg, bounds: [10, 10], position: [36, 22]}
  - {contents: mark.svg, bounds: [8, 8], position: [24, 8]}
  - {contents: alpha.webp, bounds: [8, 8], position: [24, 24]}
  - {class: text, string: "${title}", fontSize: 12, font: Liberation Sans, foregroundColor: "${ink}", position: [24, 16]}
  - name: square
    class: shape
    path: M 0 0 L 8 0 L 4 8 Z
    strokeColor: black
    fillColor: "#00FF0080"
    bounds: [8, 8]
    position: [8, 24]
    animations:
      - {type: basic, keyPath: position.x, fromValue: 8, toValue: 40, duration: 0.2}
  - {name: stone, backgroundColor: blue, bounds: [4, 4], position: [44, 4]}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="3" fill="teal"/></svg>\n'


class Command:
    """One command in a folder: what stands there before, and what may change."""

    def __init__(self, name, arguments, prepare=(), status=0):
        self.name, self.arguments, self.prepare, self.status = name, arguments, prepare, status


COMMANDS = [
    Command("render", ["render", "a.yaml", "-o", "out", "--format", "png,gif", "--jobs", "2"]),
    Command(
        "resume", ["render", "a.yaml", "-o", "out", "--resume", "--jobs", "2"],
        [["render", "a.yaml", "-o", "out"], "rm out/frame_00001.png out/frame_00003.png"]),
    Command(
        "verify", ["verify", "a.yaml", "--baselines", "Baselines", "--report", "Report"],
        [["verify", "a.yaml", "--baselines", "Baselines", "--at", "0,50%", "--update", "missing"]]),
    Command("batch", ["render", "a.yaml", "--data", "rows.csv", "-o", "out/{title}.png", "--at", "0.25"]),
    Command(
        "join", ["join", "parts/1.mp4", "parts/2.mp4", "-o", "film.mp4"],
        [["render", "a.yaml", "-o", "parts/1.mp4", "--shard", "1/2"],
         ["render", "a.yaml", "-o", "parts/2.mp4", "--shard", "2/2"]]),
    # So many runs have been here that their records are put together.
    Command(
        "merge", ["render", "a.yaml", "-o", "out", "--frames", "0-1", "--resume"],
        [["render", "a.yaml", "-o", "out", "--frames", "0", "--resume"]] * 32),
    Command("bake", ["bake", "a.yaml", "-o", "baked.yaml"]),
]
# With these a signal is tried as well.
MORE_COMMANDS = [
    Command("import", ["import", "mark.svg", "-o", "out/mark.yaml"], ["mkdir out"]),
    Command("mux", ["mux", "frames", "-o", "muxed.mp4", "--fps", "8"], [["render", "a.yaml", "-o", "frames"]]),
    Command(
        "approve", ["approve", "Report"],
        [["verify", "a.yaml", "--baselines", "Baselines", "--at", "0", "--update", "missing"],
         ["verify", "a.yaml", "--baselines", "Baselines", "--report", "Report", "--pictures", "--set", "ink=blue"]]),
    Command("update", ["verify", "a.yaml", "--baselines", "Baselines", "--set", "ink=blue", "--update", "changed"],
            [["verify", "a.yaml", "--baselines", "Baselines", "--at", "0,50%", "--update", "missing"]], 1),
    Command("figure", ["timeline", "a.yaml", "-o", "timeline.svg"]),
    Command("init", ["init", "lower-third", "-o", "Titles"]),
    Command("farm", ["farm", "a.yaml", "--engine", "slurm", "-o", "job.sh"]),
    Command("export", ["preview", "a.yaml", "--export", "site"]),
]
SIGNALS = ["SIGKILL", "SIGHUP", "SIGTERM", "SIGQUIT", "SIGXCPU", "SIGUSR1"]
SIGNAL_KINDS = "open write rename link mkdir spawn".split()


def clean_environment(**more):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ROSTRUM_", "FAULT_"))
            and k not in ("CI", "GITHUB_ACTIONS", "LD_PRELOAD")}
    return {**kept, **more}


def write_inputs(folder):
    (folder / "a.yaml").write_text(SCENE)
    (folder / "mark.svg").write_text(SVG)
    (folder / "rows.csv").write_text("title,ink\nOne,red\nTwo,lime\nThree,blue\n")
    pictures = ROOT / "Tests/Fixtures/Pictures"
    shutil.copy(ROOT / "Scenes/Layers/Assets/panel.png", folder / "picture.png")
    shutil.copy(pictures / "p3.jpg", folder / "photo.jpg")
    shutil.copy(pictures / "alpha.webp", folder / "alpha.webp")


# The time that a comparison took, in a report.
MEASURED = re.compile(rb'"seconds": [0-9.eE+-]+| time="[0-9.]+"')


def contents(folder):
    """What somebody asked for: all but the records of runs, and times that were measured."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = str(path.relative_to(folder))
        if ".rostrum" not in path.parts and path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            found[name] = MEASURED.sub(b"", data) if name.startswith("Report/") else data
    return found


def seen(folder):
    """The same, with the folder's own path as nothing: a job names its scene by the whole path."""
    return {name: data.replace(os.fsencode(os.path.realpath(folder)), b"") for name, data in contents(folder).items()}


def is_hidden(name):
    return any(part.startswith(".") for part in pathlib.PurePath(name).parts)


class Faults:
    def __init__(self, rostrum, place, calls, sample):
        self.rostrum, self.place, self.calls, self.sample = rostrum, place, calls, sample
        self.library = place / "libfaults.so"
        subprocess.run(
            ["clang" if shutil.which("clang") else "cc", "-O1", "-Wall", "-shared", "-fPIC", "-o",
             self.library, HERE / "faults.c"], check=True)
        self.findings = []
        self.tallies = collections.Counter()
        self.names = {}

    def run(self, arguments, folder, **more):
        process = subprocess.Popen(
            [self.rostrum, *arguments], cwd=folder, env=clean_environment(**more),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True)
        try:
            output, _ = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return "hangs", output.decode(errors="replace")
        return process.returncode, output.decode(errors="replace")

    def variables(self, kind):
        return {"LD_PRELOAD": str(self.library), "FAULT_KIND": kind}

    def prepared(self, command):
        folder = self.place / command.name
        folder.mkdir()
        write_inputs(folder)
        for step in command.prepare:
            if isinstance(step, str):
                word, *names = step.split()
                for name in names:
                    (folder / name).mkdir() if word == "mkdir" else (folder / name).unlink()
            else:
                status, output = self.run(step, folder)
                if status not in (0, 1, 3):
                    sys.exit(f"{command.name}: {step}: {status}\n{output}")
        return folder

    def measured(self, command, start, kind):
        """The places of all calls of the kind in an undisturbed run."""
        folder = self.copy(start)
        log = self.place / "calls"
        status, output = self.run(
            command.arguments, folder, FAULT_AT="0", FAULT_COUNT=str(log), **self.variables(kind))
        if status != command.status:
            sys.exit(f"{command.name}: {status} without a fault\n{output}")
        data = log.read_bytes()
        shutil.rmtree(folder)
        return [place for (place,) in struct.iter_unpack("<Q", data)]

    def copy(self, start):
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.place))
        shutil.copytree(start, folder, dirs_exist_ok=True, symlinks=True)
        return folder

    def numbers(self, places):
        """Which calls fail: of each place some, the first ones and others spread over the rest."""
        by_place = collections.defaultdict(list)
        for number, place in enumerate(places, 1):
            by_place[place].append(number)
        chosen = set()
        for numbers in by_place.values():
            count = self.calls or len(numbers)
            first = numbers[: (count + 1) // 2]
            rest = numbers[len(first):]
            more = count - len(first)
            chosen.update(first)
            if rest and more:
                chosen.update(rest[i * len(rest) // min(more, len(rest))] for i in range(min(more, len(rest))))
        return sorted(chosen), len(by_place)

    def attempt(self, command, start, before, reference, kind, number, more):
        folder = self.copy(start)
        try:
            status, output = self.run(
                command.arguments, folder, FAULT_AT=str(number), **self.variables(kind), **more)
            problem = self.problem(command, kind, status, output, before, reference, contents(folder))
            if problem is None and status != command.status and number % 4 == 0:
                status, output = self.run(command.arguments, folder)
                if status != command.status:
                    problem = f"the next run ends with {status}: {output.strip()[-200:]}"
                else:
                    problem = self.problem(command, "none", status, output, before, reference, contents(folder))
                    problem = problem and "the next run: " + problem
                status = "mended"
            return status, problem
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def problem(self, command, kind, status, output, before, reference, after):
        if status == "hangs":
            return "hangs"
        if status < 0:
            return f"ended by signal {-status}: {output.strip()[-300:]}"
        if status == command.status:
            wrong = [n for n in set(reference) | set(after)
                     if reference.get(n) != after.get(n) and not (is_hidden(n) and kind == "unlink")]
            return f"status {status}, but {sorted(wrong)[:3]} differ: {output.strip()[-200:]}" if wrong else None
        if "error: " not in output and "unreadable: " not in output:
            return f"status {status} without an error: {output.strip()[-200:]}"
        if status == 70:
            return f"status 70: {output.strip()[-300:]}"
        for name in set(before) | set(after):
            if after.get(name) in (before.get(name), reference.get(name, b"\\0none")) and name in after:
                continue
            if name not in after and name not in reference:
                continue
            if name not in after:
                return f"{name} is gone"
            if is_hidden(name):
                if kind == "unlink":
                    continue
                return f"{name} is left"
            if not self.may_differ(name):
                return f"{name} is half-written ({len(after[name])} bytes)"
        return None

    @staticmethod
    def may_differ(name):
        # A report says what went wrong.
        return name.startswith("Report/")

    def finished(self, command, start):
        """The folder of an undisturbed run."""
        folder = self.copy(start)
        status, output = self.run(command.arguments, folder)
        if status != command.status:
            sys.exit(f"{command.name}: {status}\n{output}")
        return folder

    def test(self, command, kinds):
        start = self.prepared(command)
        before = contents(start)
        reference = contents(self.finished(command, start))
        for kind in kinds:
            places = self.measured(command, start, kind)
            numbers, count = self.numbers(places)
            # Threads and pipes come in another order each time: some calls more than were counted.
            jobs = [(number, {}) for number in numbers]
            if kind == "write":
                jobs += [(number, {"FAULT_SHORT": "1"}) for number in numbers]
            if self.sample:
                jobs = random.Random(f"{command.name} {kind}").sample(jobs, min(self.sample, len(jobs)))
            outcomes = collections.Counter()
            with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
                futures = {
                    pool.submit(self.attempt, command, start, before, reference, kind, number, more): number
                    for number, more in jobs
                }
                for future in concurrent.futures.as_completed(futures):
                    status, problem = future.result()
                    outcomes["as ever" if status == command.status else "an error"] += 1
                    if problem:
                        place = places[futures[future] - 1]
                        self.findings.append((command.name, kind, futures[future], place, problem))
                        print(f"FINDING {command.name} {kind} {futures[future]} (place {place:x}): {problem}", flush=True)
            self.tallies[kind] += len(jobs)
            told = ", ".join(f"{count} {word}" for word, count in sorted(outcomes.items()))
            print(f"{command.name:7} {kind:7} {len(places):6} calls from {count:4} places, {len(jobs):5} made to fail: {told}", flush=True)


    # MARK: Signals

    def test_signals(self, command):
        start = self.prepared(command)
        before = seen(start)
        reference = seen(self.finished(command, start))
        jobs = []
        for kind in SIGNAL_KINDS:
            numbers, _ = self.numbers(self.measured(command, start, kind))
            if self.sample:
                numbers = random.Random(f"{command.name} {kind}").sample(numbers, min(self.sample, len(numbers)))
            jobs += [(name, kind, number) for number in numbers for name in SIGNALS]
        outcomes = collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            results = pool.map(lambda job: self.strike(command, start, before, reference, *job), jobs)
            for (name, kind, number), (status, problem) in zip(jobs, results):
                outcomes["as ever" if status == command.status else "struck"] += 1
                if problem:
                    self.findings.append(problem)
                    print(f"FINDING {command.name} {name} at {kind} {number}: {problem}", flush=True)
        self.tallies["signals"] += len(jobs)
        told = ", ".join(f"{count} {word}" for word, count in sorted(outcomes.items()))
        print(f"{command.name:7} {len(jobs):5} signals: {told}", flush=True)

    def strike(self, command, start, before, reference, name, kind, number):
        folder = self.copy(start)
        try:
            value = int(getattr(signal, name))
            status, output = self.run(
                command.arguments, folder, FAULT_AT=str(number), FAULT_SIGNAL=str(value), **self.variables(kind))
            expected = -value if name == "SIGKILL" else 128 + value
            # A signal that comes before the command listens for it ends the command at once.
            if status not in (command.status, expected, -value):
                return status, f"status {status}: {output.strip()[-200:]}"
            problem = self.leftover(before, reference, seen(folder), name == "SIGKILL")
            if problem is None and name == "SIGKILL" and status != command.status:
                again, output = self.run(command.arguments, folder)
                after = seen(folder)
                # Done already, there may be nothing left to do.
                if again not in (command.status, 0):
                    problem = f"ends with {again}: {output.strip()[-200:]}"
                else:
                    problem = self.leftover(before, reference, after, False)
                    missing = [n for n in reference if n not in after]
                    problem = problem or (f"{missing[:3]} are missing" if missing else None)
                problem = problem and "the next run: " + problem
            return status, problem
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def leftover(self, before, reference, after, may_be_hidden):
        for name, data in after.items():
            if is_hidden(name):
                if not may_be_hidden and name not in before:
                    return f"{name} is left"
            elif data not in (before.get(name), reference.get(name)) and not self.may_differ(name):
                return f"{name} is half-written ({len(data)} bytes)"
        return None


def part(commands, text):
    """Every third of the commands from the second on for `1/3`, all of them in three runs."""
    number, count = map(int, text.split("/"))
    return commands[number % count :: count]


def signals(arguments):
    with tempfile.TemporaryDirectory(prefix="rostrum-signals-") as place:
        torture = Faults(arguments.rostrum, pathlib.Path(place), arguments.calls, arguments.sample)
        for command in part(COMMANDS + MORE_COMMANDS, arguments.part):
            if not arguments.commands or command.name in arguments.commands:
                torture.test_signals(command)
        print(f"{torture.tallies['signals']} signals: {len(torture.findings)} findings")
        return 1 if torture.findings else 0


def faults(arguments):
    with tempfile.TemporaryDirectory(prefix="rostrum-faults-") as place:
        torture = Faults(arguments.rostrum, pathlib.Path(place), arguments.calls, arguments.sample)
        for command in part(COMMANDS, arguments.part):
            if not arguments.commands or command.name in arguments.commands:
                torture.test(command, arguments.kinds or KINDS)
        total = sum(torture.tallies.values())
        print(f"{total} faults: {len(torture.findings)} findings")
        return 1 if torture.findings else 0


# MARK: Kills

# What writes, and the files that it makes in `out`. All of them can be begun again over what a killed
# one has left.
WRITERS = {
    "frames": ["render", "a.yaml", "-o", "out", "--resume", "--jobs", "2"],
    "films": ["render", "a.yaml", "-o", "out", "--format", "png,gif,mp4", "--resume", "--background", "white"],
    "rows": ["render", "a.yaml", "--data", "rows.csv", "-o", "out/{title}.png", "--at", "0.25"],
    "bake": ["bake", "a.yaml", "-o", "out/baked.yaml", "--allow-path", "."],
    "sheet": ["sheet", "a.yaml", "-o", "out/sheet.png"],
    "join": ["join", "parts/1.mp4", "parts/2.mp4", "-o", "out/joined.mp4"],
    "mux": ["mux", "frames", "-o", "out/muxed.mp4", "--fps", "8"],
    "record": ["verify", "a.yaml", "--baselines", "out/Baselines", "--at", "0,50%", "--update", "missing"],
}
# Nobody may remove these: a file of somebody's own, and what a run that nobody knows is writing.
FOREIGN = {
    "keep.txt": b"kept", ".hidden.partial-notes.txt": b"notes",
    ".frame_00001.partial-0123456789abcdef-fedcba9876543210.png": b"\x89PNG half",
}


class Kills:
    def __init__(self, rostrum, place, seed):
        self.rostrum, self.place = rostrum, place
        self.random = random.Random(seed)
        self.inputs = place / "inputs"
        self.inputs.mkdir()
        write_inputs(self.inputs)
        for step in ("1", "2"):
            self.whole(["render", "a.yaml", "-o", f"parts/{step}.mp4", "--shard", f"{step}/2"], self.inputs)
        self.whole(["render", "a.yaml", "-o", "frames"], self.inputs)
        self.names = list(WRITERS)
        self.expected, self.seconds = {}, {}
        for name in list(self.names):
            folder = self.fresh("reference")
            (folder / "out").mkdir()
            begin = time.monotonic()
            self.whole(WRITERS[name], folder, allowed=(0, 3))
            self.seconds[name] = time.monotonic() - begin
            self.expected[name] = {n: d for n, d in contents(folder / "out").items() if not is_hidden(n)}
            shutil.rmtree(folder)
        self.struck = self.finished = self.full = self.rounds = 0
        self.findings = []

    def fresh(self, name):
        folder = self.place / name
        shutil.copytree(self.inputs, folder)
        return folder

    def whole(self, arguments, folder, allowed=(0,)):
        run = subprocess.run(
            [self.rostrum, *arguments], cwd=folder, env=clean_environment(), capture_output=True,
            text=True, stdin=subprocess.DEVNULL)
        if run.returncode not in allowed:
            raise RuntimeError(f"{arguments}: {run.returncode}\n{run.stderr[-600:]}")
        return run

    def start(self, name, folder):
        """The first process of a namespace of its own; whatever it starts ends with it."""
        return subprocess.Popen(
            ["unshare", "-pf", "--kill-child=SIGKILL", self.rostrum, *WRITERS[name]], cwd=folder,
            env=clean_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)

    def strike(self, names, folder, is_small):
        runs = []
        for name in names:
            delay = self.random.uniform(0, 1.1 * self.seconds[name])
            runs.append((name, self.start(name, folder), time.monotonic() + delay))
        for name, run, end in runs:
            time.sleep(max(0, end - time.monotonic()))
            run.kill()
        for name, run, _ in runs:
            # The end of the output: nobody lives that could still write.
            output = run.communicate()[0].decode(errors="replace")
            if run.returncode == -signal.SIGKILL:
                self.struck += 1
            elif run.returncode in (0, 3):
                self.finished += 1
            elif is_small and "No space left on device" in output:
                self.full += 1
            elif run.returncode == 73 and "is rendering the same files" in output:
                # Of two that write the same files at once the later one says so.
                self.finished += 1
            else:
                self.finding(names, f"{name} ended with {run.returncode}: {output[-300:]}")

    def finding(self, names, text):
        self.findings.append(text)
        print(f"FINDING after {self.struck} kills ({'+'.join(names)}): {text}", flush=True)

    def check(self, names, folder):
        expected = {n: d for name in names for n, d in self.expected[name].items()}
        found = contents(folder / "out")
        for name, data in FOREIGN.items():
            if found.get(name) != data:
                self.finding(names, f"the foreign {name} is not as it was")
        for name, data in found.items():
            if name in FOREIGN or is_hidden(name):
                continue
            if name not in expected:
                self.finding(names, f"nobody asked for {name}")
            elif data != expected[name]:
                self.finding(names, f"{name} is half-written: {len(data)} bytes of {len(expected[name])}")

    def round(self, number):
        names = [self.random.choice(self.names) for _ in range(2)]
        if self.random.random() < 0.3:
            names[1] = names[0]
        folder = self.fresh("shared")
        out = folder / "out"
        out.mkdir()
        is_small = number % 5 == 0 and mount(out, self.random.choice(["16k", "32k", "64k"]))
        try:
            for name, data in FOREIGN.items():
                (out / name).write_bytes(data)
            for _ in range(2):
                self.strike(names, folder, is_small)
                self.check(names, folder)
            if is_small:
                mount(out, "64m", "remount,")
            for name in dict.fromkeys(names):
                self.whole(WRITERS[name], folder, allowed=(0, 3))
            self.check(names, folder)
            found = contents(out)
            for name in names:
                missing = [n for n in self.expected[name] if n not in found]
                if missing:
                    self.finding(names, f"{missing[:3]} are missing in the end")
        except RuntimeError as error:
            self.finding(names, f"the last run fails: {error}")
        finally:
            if is_small:
                subprocess.run(["umount", out], check=False)
            shutil.rmtree(folder, ignore_errors=True)
        self.rounds += 1


def mount(folder, size, options=""):
    run = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"{options}size={size}", "tmpfs", folder], capture_output=True)
    return run.returncode == 0


def may_isolate():
    """Whether a namespace and a small disk of its own can be had: not in every container."""
    if os.geteuid() != 0 or subprocess.run(
            ["unshare", "-pf", "--kill-child=SIGKILL", "true"], capture_output=True).returncode != 0:
        return False
    with tempfile.TemporaryDirectory() as folder:
        if not mount(folder, "64k"):
            return False
        return subprocess.run(["umount", folder], check=False).returncode == 0


def kills(arguments):
    if not may_isolate():
        print("namespaces and small disks need root, and a system that lets it", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory(prefix="rostrum-kills-") as place:
        torture = Kills(arguments.rostrum, pathlib.Path(place), arguments.seed)
        print("undisturbed: " + ", ".join(f"{n} {s:.2f} s" for n, s in torture.seconds.items()), flush=True)
        while torture.struck < arguments.count:
            torture.round(torture.rounds)
        print(
            f"{torture.struck} kills in {torture.rounds} folders, {torture.finished} runs that were done before,"
            f" {torture.full} that found the disk full: {len(torture.findings)} findings")
        return 1 if torture.findings else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    names = lambda text: text.split(",")
    for name in ("faults", "signals", "kills"):
        one = commands.add_parser(name)
        one.add_argument("--rostrum", default=str(ROOT / ".build/release/rostrum"))
        if name != "kills":
            one.add_argument("--calls", type=int, default=12 if name == "faults" else 2)
            one.add_argument("--sample", type=int, default=0, help="so many of each kind only")
            one.add_argument("--kinds", type=names)
            one.add_argument("--commands", type=names)
            one.add_argument("--part", default="0/1", help="a part of the commands, such as 1/3")
        else:
            one.add_argument("--count", type=int, default=1000)
            one.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    return {"faults": faults, "signals": signals, "kills": kills}[arguments.command](arguments)


if __name__ == "__main__":
    sys.exit(main())
