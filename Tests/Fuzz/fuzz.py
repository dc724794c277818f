#!/usr/bin/env python3
"""Runs libFuzzer on one kind of input, or on all of them one after the other.

    fuzz.py run KIND SECONDS     goes on from the inputs that are there; what breaks is kept
    fuzz.py keep KIND [COUNT]    puts the inputs that reach most into Tests/Fixtures/Fuzz, few and small

Inputs grow below .build-fuzz/corpus, findings stand in .build-fuzz/findings, and .build-fuzz/counts.json
says how many inputs were tried.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / ".build-fuzz"
FIXTURES = ROOT / "Tests/Fixtures/Fuzz"
PROGRAM = PLACE / "release/Fuzz"
TESTS = ROOT / "Tests"
# Where each kind has its first inputs besides the fixtures, and how long an input may be, in bytes.
KINDS = {
    "scene": (["Scenes/**/*.yaml", "Tests/Fixtures/GoodScenes/*.yaml"], 6000),
    "data": ([], 2000), "png": (["Tests/Fixtures/Pictures/*.png", "Scenes/Layers/Assets/*.png"], 4000),
    "jpeg": (["Tests/Fixtures/Pictures/*.jpg"], 6000), "webp": (["Tests/Fixtures/Pictures/*.webp"], 4000),
    "picture": (["Tests/Fixtures/Pictures/*.gif", "Tests/Fixtures/Pictures/*.avif", "Tests/Fixtures/SVG/*.svg"], 4000),
    "manifest": ([], 4000), "path": ([], 400), "number": ([], 60),
    "lottie": (["Tests/Fixtures/Lottie/**/*.json", "Scenes/Cookbook/Lotties/*.json"], 12000),
    "svg": (["Tests/Fixtures/SVG/**/*.svg"], 6000), "caml": (["Tests/Fixtures/CAML/*.caml"], 8000),
}


def environment(kind):
    return {
        **os.environ, "FUZZ_TARGET": kind, "SWIFT_BACKTRACE": "enable=no",
        "FUZZ_SCENES": f"{ROOT}/Scenes:{ROOT}/Tests/Fixtures/GoodScenes",
        "TMPDIR": "/dev/shm" if os.path.isdir("/dev/shm") else "/tmp",
    }


def seeds(kind):
    """A folder with the first inputs that are short enough."""
    patterns, longest = KINDS[kind]
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"fuzz-{kind}-"))
    paths = [p for pattern in patterns for p in sorted(ROOT.glob(pattern))]
    for number, path in enumerate(paths):
        data = path.read_bytes()
        if len(data) <= longest:
            (folder / f"{number}{path.suffix}").write_bytes(data)
    return folder


def arguments(kind):
    dictionary = ROOT / f"Tests/Fuzz/{kind}.dict"
    return [
        f"-max_len={KINDS[kind][1]}", "-rss_limit_mb=1024", "-malloc_limit_mb=768", "-timeout=20",
        "-print_final_stats=1", "-detect_leaks=0", "-verbosity=1", "-reload=0",
    ] + ([f"-dict={dictionary}"] if dictionary.exists() else [])


def run(kind, seconds):
    corpus, findings = PLACE / "corpus" / kind, PLACE / "findings" / kind
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    first = seeds(kind)
    folders = [corpus, first] + ([FIXTURES / kind] if (FIXTURES / kind).is_dir() else [])
    log = PLACE / f"{kind}.log"
    before = set(findings.iterdir())
    with open(log, "w") as output:
        subprocess.run(
            [PROGRAM, *arguments(kind), f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", *folders],
            env=environment(kind), stdout=output, stderr=subprocess.STDOUT, check=False)
    shutil.rmtree(first)
    text = log.read_text(errors="replace")
    tried = re.findall(r"^stat::number_of_executed_units: (\d+)", text, re.M) \
        or re.findall(r"^#(\d+)\t", text, re.M)
    count = int(tried[-1]) if tried else 0
    reached = re.findall(r"cov: (\d+)", text)
    counts_file = PLACE / "counts.json"
    counts = json.loads(counts_file.read_text()) if counts_file.exists() else {}
    counts[kind] = counts.get(kind, 0) + count
    counts_file.write_text(json.dumps(counts, indent=1, sort_keys=True))
    new = sorted(set(findings.iterdir()) - before)
    print(
        f"{kind}: {count} inputs in {seconds} s ({counts[kind]} in all), {reached[-1] if reached else '?'} places"
        f" reached, {len(list(corpus.iterdir()))} inputs kept, {len(new)} findings", flush=True)
    for path in new:
        reason = re.findall(r"(Fatal error: .*|ERROR: libFuzzer: .*)", text)
        print(f"  {path}: {reason[0] if reason else ''}", flush=True)
    return 1 if new else 0


def keep(kind, most):
    """A greedy choice by what each input reaches, as libFuzzer's merge makes it, of the smallest."""
    corpus, target = PLACE / "corpus" / kind, FIXTURES / kind
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as merged, tempfile.TemporaryDirectory() as small:
        paths = sorted(corpus.iterdir(), key=lambda p: p.stat().st_size)[:4000]
        for path in paths:
            shutil.copy(path, small)
        subprocess.run(
            [PROGRAM, *arguments(kind), "-merge=1", merged, target, small], env=environment(kind),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        chosen = sorted(pathlib.Path(merged).iterdir(), key=lambda p: p.stat().st_size)
        step = max(1, len(chosen) // most)
        for path in chosen[::step][:most]:
            if path.stat().st_size <= 4096:
                shutil.copy(path, target / path.name[:12])
    print(f"{kind}: {len(list(target.iterdir()))} inputs, {sum(p.stat().st_size for p in target.iterdir())} bytes")
    return 0


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("run", "keep"):
        print(__doc__, file=sys.stderr)
        return 64
    kinds = list(KINDS) if sys.argv[2] == "all" else [sys.argv[2]]
    if not set(kinds) <= set(KINDS):
        print(f"there is no '{sys.argv[2]}': {', '.join(KINDS)}, all", file=sys.stderr)
        return 64
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    if sys.argv[1] == "keep":
        return max(keep(kind, number or 24) for kind in kinds)
    return max(run(kind, number or 60) for kind in kinds)


if __name__ == "__main__":
    sys.exit(main())
