#!/usr/bin/env python3
"""Subtle changes of the sources, and whether the tests notice them.

    mutants.py run  [--only MODULE] [--numbers 3,17]   tries the changes of changes.txt
    mutants.py draw [--count 100] [--seed 1]           draws changes anew, and prints them

A throwaway copy below .build-mutants holds all changes at once, each behind a number that the
environment variable MUTANT chooses, so there is one build for all of them. Then the tests of the
changed line's own module run once for each number. A change counts as noticed when a test fails, or
when the tests take ten times as long.

changes.txt has three lines for each change: the file, what stands there, and what would stand there
instead ("-" alone: the statement is left out). A fourth one, "= reason", says why a change changes
nothing that a test could see.
"""

import argparse
import collections
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHANGES = ROOT / "Tests/Mutants/changes.txt"
PLACE = ROOT / ".build-mutants"
TREE = PLACE / "tree"
SWIFT = os.environ.get("SWIFT", "swift")
BUILD = ["-c", "release", "-Xswiftc", "-enable-testing", "--scratch-path", str(PLACE / "build")]

# The test targets that are a module's own, where it has not one of its name.
OWN_TESTS = {
    "CPixels": "CanvasTests", "CPNG": "CanvasTests", "CJPEG": "CanvasTests",
    "CColor": "CanvasTests", "CDeflate": "CanvasTests|LottieTests",
    "CPlatform": "BaseTests|LayerTreeTests|MediaTests", "Source": "SceneFileTests|LottieTests",
    "SceneImport": "ImportersTests", "ImportedDocument": "SVGTests|CAMLTests|ImportersTests",
    "rostrum": "CommandTests",
}
# Suites of the command's tests that show pages.
PAGES = r"^(PreviewTests\.|CommandTests\.Preview)"
# Tables for the documentation, and programs for benchmarks.
LEFT_OUT = {"Reference", "Benchmarks"}


class Change:
    def __init__(self, path, old, new, reason=None):
        self.path, self.old, self.new, self.reason = path, old, new, reason
        self.module = pathlib.PurePath(path).parts[1]
        self.number = 0
        self.line = None

    def text(self):
        lines = [self.path, "  " + self.old, "  " + self.new]
        return "\n".join(lines + (["= " + self.reason] if self.reason else [])) + "\n"


def read_changes():
    changes = []
    for block in CHANGES.read_text().split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if len(lines) >= 3:
            reason = lines[3][2:] if len(lines) > 3 else None
            changes.append(Change(lines[0], lines[1].strip(), lines[2].strip(), reason))
    for number, change in enumerate(changes, 1):
        change.number = number
    return changes


# MARK: Putting a change behind its number

def is_balanced(text):
    depth = []
    pairs = {")": "(", "]": "[", "}": "{"}
    quoted = False
    for index, letter in enumerate(text):
        if letter == '"' and text[index - 1] != "\\":
            quoted = not quoted
        if quoted:
            continue
        if letter in "([{":
            depth.append(letter)
        elif letter in ")]}" and (not depth or depth.pop() != pairs[letter]):
            return False
    return not depth and not quoted


def top_level_parts(text):
    """Splits at commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return parts + [text[start:]]


def chosen(old, new, number):
    """An expression that is `new` under this number, else `old`; None where that cannot be said."""
    old, new = old.strip(), new.strip()
    lead = ""
    while True:
        word = re.match(r"(try|await) ", old)
        if not word or not new.startswith(word.group()):
            break
        lead += word.group()
        old, new = old[word.end():], new[word.end():]
    if not (is_balanced(old) and is_balanced(new)):
        return None
    if not old or re.search(r"[-+*/=<>?:&|,({.]$", old) or re.match(r"[-+*/=<>?:&|,)}.] ", old):
        return None
    if re.match(r"(let|var|case|if|switch|for|while|guard|return|throw|func|defer|\.\.\.)\b", old):
        return None
    if re.search(r"\bcase\b", re.sub(r"\{.*\}", "", old)) or re.search(r"&[a-z]\w*", old):
        return None
    return f"{lead}(isMutant({number}) ? ({new}) : ({old}))"


FRAMES = [
    r"(?P<a>return )(?P<e>.+?)(?P<b>;?)",
    r"(?P<a>(?:private |static |fileprivate )*(?:let|var) \w+(?:: [\w.\[\]<>?]+)? = )(?P<e>.+?)(?P<b>)",
    r"(?P<a>(?:const |static )*(?:unsigned |struct )?[a-z]\w* \*?\w+ = )(?P<e>.+?)(?P<b>;)",
    r"(?P<a>[A-Za-z_][\w.\[\]>*-]*(?:\[[^=]*\])? (?:[-+*/|&]|&[-+*])?= )(?P<e>.+?)(?P<b>;?)",
    r"(?P<a>(?:\} else )?(?:if|while) \()(?P<e>.+?)(?P<b>\)(?: \{| [a-z].*;))",
    r"(?P<a>.*\b(?:var|func) [^{=]+\{ )(?P<e>.+?)(?P<b> \})",
    r"(?P<a>for [\w, ()]+ in )(?P<e>[^{]+?)(?P<b> \{.*)",
    r"(?P<a>(?:case [^:]+|default): (?:return )?)(?P<e>.+?)(?P<b>)",
]


# What a closure compares, wherever it stands in a statement.
CLOSURE = r"(?P<a>.*\{ )(?P<e>\$0[^{}]*)(?P<b> \})"


def framed(frame, old, new, number):
    a, b = re.fullmatch(frame, old), re.fullmatch(frame, new)
    made = a and b and a["a"] == b["a"] and a["b"] == b["b"] and chosen(a["e"], b["e"], number)
    return a["a"] + made + a["b"] if made else None


def guarded(old, new, number, before, after):
    """The line with both in it; None where it has another form than those that are understood."""
    if made := framed(CLOSURE, old, new, number):
        return made
    if re.match(r"[.?:+*/&|,=\])-]", after) and not after.startswith(("}", ")")):
        return None
    if re.search(r"([=(,?:+*/&|\[-]|\breturn|&&)$", before):
        return None
    if new == "-":
        if before.endswith("{") and after == "}":
            return None
        body = old.rstrip(";")
        end = ";" if old.endswith(";") else ""
        if not is_balanced(body) or re.match(r"(return|let|var|case|guard|if|for|while|throw|super|self\.init)\b", body):
            return None
        return f"if {'(' if end else ''}!isMutant({number}){')' if end else ''} {{ {body}{end} }}"
    head = re.match(r"((?:\} else )?(?:if|while|guard) )(?!\()(.+?)( else \{.*| else| \{.*|,)$", old)
    other = head and re.match(r"((?:\} else )?(?:if|while|guard) )(.+?)( else \{.*| else| \{.*|,)$", new)
    if head and other:
        if head.group(3) != other.group(3):
            return None
        parts, others = top_level_parts(head.group(2)), top_level_parts(other.group(2))
        if len(parts) != len(others):
            return None
        made = []
        for part, one in zip(parts, others):
            made.append(part if part == one else chosen(part, one, number))
        return None if None in made else head.group(1) + ", ".join(p.strip() for p in made) + head.group(3)
    for frame in FRAMES:
        if made := framed(frame, old, new, number):
            return made
    if before.endswith("{") and after == "}" and not old.endswith(";"):
        return chosen(old, new, number)
    return None


def joined(first, second):
    """Two changes of one line, which is what they leave of it; None where they change other parts."""
    form = r"\(isMutant\(\d+\) \? \(.*\) : \((.*)\)\)"
    a, b = re.search(form, first), re.search(form, second)
    if not a or not b or a[1] != b[1]:
        return None
    return second.replace(f" : ({b[1]}))", f" : {a[0]})")


# MARK: Drawing changes

def swapped(text, a, b):
    return re.sub(rf"\b({a}|{b})\b", lambda word: b if word.group() == a else a, text)


OPERATORS = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "),
    (r" \+ ", " - "), (r" - ", " + "), (r" && ", " || "), (r" \|\| ", " && "), (r" \* ", " / "),
    (r"\bmin\(", "max("), (r"\bmax\(", "min("), (r"\.up\b", ".down"), (r"\.down\b", ".up"),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"\.first\b", ".last"), (r"\.last\b", ".first"),
    (r"\.reversed\(\)", ""), (r"(?<![\w.\"])!(?=[a-z])", ""), (r"\.\.<", "..."),
    (r"\.dropFirst\(\)", ".dropLast()"), (r"\.x\b", ".y"), (r"\.y\b", ".x"),
    (r"\.width\b", ".height"), (r"\.height\b", ".width"), (r"\babs\(", "("),
    (r"\.rounded\(\)", ".rounded(.down)"), (r"\.union\(", ".intersection("), (r"\?\? 0\b", "?? 1"),
    (r"\?\? 1\b", "?? 0"), (r"\.minX\b", ".maxX"), (r"\.maxY\b", ".minY"), (r" << ", " >> "),
    (r" >> ", " << "),
]


def variants(line):
    code = re.sub(r'"[^"]*"', lambda text: "\0" * len(text.group()), line)
    for pattern, replacement in OPERATORS:
        if replacement == " - " and '"' in line:
            continue
        for match in re.finditer(pattern, code):
            yield line[: match.start()] + replacement + line[match.end():]
    for match in re.finditer(r"(?<![\w.$x_])(\d+)(\.\d+)?(?![\w.x_])", code):
        number = match.group()
        other = str(round(float(number) * 1.25 + 0.01, 6)) if "." in number else str(int(number) + 1)
        yield line[: match.start()] + other + line[match.end():]
    statement = r"([a-z]\w*(\.[\w.\[\]]+ | [-+*|]|\[.*\] )= .*[^,({=]|[a-z][\w.]*\(.*\));?"
    if re.fullmatch(statement, line) and is_balanced(line) and not line.startswith("self."):
        yield "-"


def candidates(path):
    lines = (ROOT / path).read_text().splitlines()
    stripped = [line.strip() for line in lines]
    counts = collections.Counter(stripped)
    for index, line in enumerate(stripped):
        if counts[line] > 1 or line.startswith(("//", "///", "*", "/*", "#", "import", "@", '"')) or "//" in line:
            continue
        before = next((l for l in reversed(stripped[:index]) if l and not l.startswith("//")), "")
        after = next((l for l in stripped[index + 1:] if l and not l.startswith("//")), "")
        for new in variants(line):
            if new != line and guarded(line, new, 1, before, after):
                yield Change(path, line, new)


def sources():
    found = collections.defaultdict(list)
    names = subprocess.run(
        ["git", "ls-files", "Sources"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in names.splitlines():
        parts = pathlib.PurePath(name).parts
        module = parts[1] if parts[1] in ("Figures", "Python") else parts[2]
        if module not in LEFT_OUT and name.endswith((".swift", ".c")):
            found[module].append(name)
    return found


def draw(count, seed):
    choice = random.Random(seed)
    modules = sources()
    lines = {m: sum(len((ROOT / p).read_text().splitlines()) for p in ps) for m, ps in modules.items()}
    modules = {m: ps for m, ps in modules.items() if lines[m] >= 60}
    total = sum(lines[m] ** 0.5 for m in modules)
    shares = {m: max(2, round(count * lines[m] ** 0.5 / total)) for m in modules}
    while sum(shares.values()) > count:
        shares[max(shares, key=shares.get)] -= 1
    while sum(shares.values()) < count:
        shares[max(shares, key=lambda m: lines[m] ** 0.5 / shares[m])] += 1
    changes = []
    for module in sorted(modules):
        paths = list(modules[module])
        taken = collections.Counter()
        tries = 0
        while sum(taken.values()) < shares[module] and tries < 500:
            tries += 1
            path = choice.choice(paths)
            found = list(candidates(path)) if taken[path] < 1 + tries // 100 else []
            if found:
                changes.append(choice.choice(found))
                taken[path] += 1
    return changes


# MARK: The copy

def write_if_changed(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


NUMBER = """#include <stdlib.h>

static int number;

__attribute__((constructor)) static void read_number(void) {
  const char *text = getenv("MUTANT");
  number = text ? atoi(text) : 0;
}

int rostrum_mutant(void) { return number; }
"""
SWIFT_HELPER = """

@_silgen_name("rostrum_mutant") private func rostrumMutant() -> Int32
@inline(__always) private func isMutant(_ number: Int32) -> Bool { rostrumMutant() == number }
"""


def write_copy(changes):
    """Returns the changes that could be put in."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True,
        check=True).stdout.splitlines()
    by_path = collections.defaultdict(list)
    for change in changes:
        by_path[change.path].append(change)
    kept = set()
    for name in names:
        if not (ROOT / name).is_file():
            continue
        data = (ROOT / name).read_bytes()
        if name in by_path:
            data = changed_file(name, data.decode(), by_path[name]).encode()
        write_if_changed(TREE / name, data)
        shutil.copymode(ROOT / name, TREE / name)
        kept.add(name)
    write_if_changed(TREE / "Sources/Libraries/CPlatform/Mutant.c", NUMBER.encode())
    for path in TREE.rglob("*"):
        name = str(path.relative_to(TREE))
        if path.is_file() and name not in kept and name.startswith(("Sources/", "Tests/")) \
                and name != "Sources/Libraries/CPlatform/Mutant.c":
            path.unlink()


def changed_file(name, text, changes):
    lines = text.splitlines()
    stripped = [line.strip() for line in lines]
    for change in changes:
        places = [i for i, line in enumerate(stripped) if line == change.old]
        if len(places) != 1:
            sys.exit(f"{name}: '{change.old}' stands there {len(places)} times; mend Tests/Mutants/changes.txt")
        index = places[0]
        before = next((l for l in reversed(stripped[:index]) if l and not l.startswith("//")), "")
        after = next((l for l in stripped[index + 1:] if l and not l.startswith("//")), "")
        made = guarded(change.old, change.new, change.number, before, after)
        if made and lines[index].strip() != change.old:
            made = joined(lines[index].strip(), made)
        if made is None:
            sys.exit(f"{name}: '{change.new}' cannot be put behind a number")
        indent = lines[index][: len(lines[index]) - len(lines[index].lstrip())]
        lines[index] = indent + made
        change.line = index + 1
    if name.endswith(".swift"):
        return "\n".join(lines) + SWIFT_HELPER
    helper = "extern int rostrum_mutant(void);\n#define isMutant(n) (rostrum_mutant() == (n))\n#line 1\n"
    return helper + "\n".join(lines) + "\n"


def build(changes):
    """Builds, and leaves out the changes that do not compile."""
    left = list(changes)
    for _ in range(12):
        write_copy(left)
        run = subprocess.run(
            [SWIFT, "build", *BUILD, "--build-tests"], cwd=TREE, capture_output=True, text=True)
        output = run.stdout + run.stderr
        (PLACE / "build.log").write_text(output)
        if run.returncode == 0:
            return left
        places = {
            (m.group(1), int(m.group(2)))
            for m in re.finditer(r"(Sources/[^:\n]+):(\d+):\d+: error", output)
        }
        broken = [c for c in left if {(c.path, c.line), (c.path, c.line + 1)} & places]
        if not broken:
            sys.exit(f"the copy does not build: see {PLACE / 'build.log'}")
        for change in broken:
            print(f"does not compile: {change.path}: {change.new}", file=sys.stderr)
        left = [c for c in left if c not in broken]
    sys.exit("too many changes do not compile")


# MARK: Tests

def filter_of(module):
    if module in ("Preview", "PreviewServer", "rostrum-preview"):
        return PAGES
    targets = OWN_TESTS.get(module, module.replace("-", "_") + "Tests")
    return "^(" + targets + r")\."


def run_tests(module, number, limit):
    """Whether all pass, in how many seconds, and the first test that does not."""
    bundle = PLACE / "build/release/RostrumPackageTests.xctest"
    begin = time.monotonic()
    process = subprocess.Popen(
        [bundle, "--testing-library", "swift-testing", "--filter", filter_of(module)], cwd=TREE,
        env={**os.environ, "MUTANT": str(number), "ROSTRUM_GENERATED_SCENES": "100"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace", start_new_session=True)
    failed = None
    timer = threading.Timer(limit, lambda: os.killpg(process.pid, signal.SIGKILL))
    timer.start()
    last = ""
    for line in process.stdout:
        last = line
        if "recorded an issue" in line or "Fatal error" in line:
            failed = line.strip()[:140]
            break
    if failed and number:
        os.killpg(process.pid, signal.SIGKILL)
    for line in process.stdout:
        pass
    process.wait()
    timer.cancel()
    seconds = time.monotonic() - begin
    if failed is None and process.returncode != 0:
        failed = f"ended with {process.returncode} after {seconds:.0f} s: {last.strip()[:80]}"
    return failed is None, seconds, failed


def run(only, numbers, is_built):
    everything = read_changes()
    changes = everything if is_built else build(everything)
    chosen_ones = [
        c for c in changes
        if (not only or c.module == only) and (not numbers or c.number in numbers)
    ]
    base = {}
    for module in sorted({c.module for c in chosen_ones}) if not is_built else []:
        passes, seconds, failed = run_tests(module, 0, 900)
        if not passes:
            sys.exit(f"{module}: the tests fail without any change: {failed}")
        base[module] = seconds
        print(f"# {module}: {seconds:.0f} s without a change", flush=True)
    noticed, unnoticed, equal = 0, [], 0
    order = ["Timing", "Base", "Geometry", "Physics", "ImageDiff", "LayerTree", "Figures", "CPixels"]
    chosen_ones.sort(key=lambda c: order.index(c.module) if c.module in order else len(order))
    for change in chosen_ones:
        passes, seconds, failed = run_tests(change.module, change.number, 60 + 10 * base.get(change.module, 24))
        if change.reason and passes:
            equal += 1
            word = "changes nothing"
        elif passes:
            unnoticed.append(change)
            word = "NOT NOTICED"
        else:
            noticed += 1
            word = "noticed"
        print(f"{change.number:3} {word} ({seconds:.0f} s) {change.path}: {change.old}  ->  {change.new}", flush=True)
        if failed:
            print(f"      {failed}", flush=True)
    by_module = collections.Counter(c.module for c in chosen_ones)
    print(f"{noticed} of {len(chosen_ones)} changes in {len(by_module)} modules are noticed by the module's own tests;"
          f" {equal} change nothing; {len(unnoticed)} are not noticed; {len(everything) - len(changes)} do not compile.")
    return 1 if len(unnoticed) > 5 * len(chosen_ones) / 100 else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("--only")
    running.add_argument("--numbers", type=lambda text: {int(n) for n in text.split(",")})
    running.add_argument("--build", action="store_true", help="builds, and names what does not compile")
    running.add_argument("--built", action="store_true", help="takes the last build as it is")
    drawing = commands.add_parser("draw")
    drawing.add_argument("--count", type=int, default=100)
    drawing.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.command == "draw":
        print("\n".join(change.text() for change in draw(arguments.count, arguments.seed)))
        return 0
    if arguments.build:
        build(read_changes())
        return 0
    return run(arguments.only, arguments.numbers, arguments.built)


if __name__ == "__main__":
    sys.exit(main())
