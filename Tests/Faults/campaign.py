#!/usr/bin/env python3
"""Mutated inputs that mostly load, from every door: none ends a command by a signal or in an odd status, takes more than
ten seconds of a processor or 2 GB (children counted), or leaves a file where none was asked for.

  campaign.py ROSTRUM [--runs N] [--first N] [--seed N] [--kinds expressions,lottie,...] [--jobs N] [--keep FOLDER]

Each input has a number, from which it follows. Twenty of a kind go into one command, and each alone where something is
wrong. Documents need pandoc, and a Python with Sphinx and MkDocs, which the variable PYTHON names. Linux.
"""
import argparse, glob, json, os, random, re, shutil, signal, subprocess, sys, tempfile, time
from concurrent.futures import ThreadPoolExecutor

from changes import FIXTURES, LONGEST, ORDERLY, SCENE, SECONDS, Place, font, sub

ROOT = os.path.join(FIXTURES, '../..')
MOST_BYTES = 2 << 30
TICKS = os.sysconf('SC_CLK_TCK')
PAGE = os.sysconf('SC_PAGE_SIZE')


def text(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


# MARK: Values

NUMBERS = [0, -1, 1, 2, 0.5, -0.0, 1e-300, 1e-9, 255, 256, 65536, 1e6, -1e6, 2**31, 2**53, 1e18, -1e18, 1e300, 1e308]
TEXTS = ['', ' ', '\t', '\ufeff', '\u2028', 'a\nb', '-h', '@all', '"', "'", '${a}', '${', '<script>', '\u202e', 'e\u0301',
         '../a', '/dev/zero', '__proto__', '$', '0', '1e999', 'nan', '\U0001f469\u200d\U0001f467', '\x7f', 'a' * 5000]


def value(source):
    kind = source.randrange(6)
    if kind < 3:
        return source.choice(NUMBERS)
    if kind == 3:
        return source.choice(TEXTS)
    if kind == 4:
        return [source.choice(NUMBERS) for _ in range(source.randrange(5))]
    return source.choice([None, True, False, {}, [[]], {'k': 0}, {'a': 1, 'k': []}])


def places(tree):
    """Each member of lists and mappings, as the container and the key."""
    found, waiting = [], [tree]
    while waiting:
        item = waiting.pop()
        for key in (range(len(item)) if isinstance(item, list) else item):
            found.append((item, key))
            if isinstance(item[key], (list, dict)):
                waiting.append(item[key])
    return found


def changed(source, tree, most=4):
    """A tree with up to `most` members replaced, taken away, doubled, or exchanged for others of it."""
    for _ in range(source.randint(1, most)):
        all_places = places(tree)
        if not all_places:
            break
        item, key = source.choice(all_places)
        way = source.randrange(5)
        if way == 0:
            del item[key]
        elif way == 1:
            other, other_key = source.choice(all_places)
            item[key] = json.loads(json.dumps(other[other_key]))
        elif way == 2 and isinstance(item, list):
            item[key:key] = [item[key]] * source.choice([1, 2, 50])
        elif way == 3 and isinstance(item[key], (int, float)):
            item[key] = item[key] * source.choice([-1, 0, 10, 1e6, 1e-6])
        else:
            item[key] = value(source)
    return tree


def changed_words(source, words, most=4):
    """A text with up to `most` of its numbers replaced or exchanged, seldom with another word changed."""
    parts = re.split(r'([\w.#+-]+)', words)
    numbers = [at for at in range(1, len(parts), 2) if re.fullmatch(r'-?\d+(\.\d+)?', parts[at])]
    for _ in range(source.randint(1, most)):
        if numbers and source.random() < 0.9:
            parts[source.choice(numbers)] = source.choice([parts[source.choice(numbers)], f'{source.choice(NUMBERS):.10g}'])
        elif len(parts) > 1:
            at = source.randrange(1, len(parts), 2)
            parts[at] = source.choice([source.choice(TEXTS), '', parts[at] * 40, source.choice(parts)])
    return ''.join(parts)


# MARK: Kinds

LIBRARY = os.path.join(ROOT, 'Sources/Import/Lottie/Expressions/Library')
RESERVED = set('break case catch class const continue debugger default delete do else enum export extends false finally for function '
               'if import in instanceof let new null return super switch this throw true try typeof var void while with yield'.split())
NAMES = sorted(set(re.findall(r"[A-Za-z_$][\w$]+", ' '.join(text(path) for path in sorted(glob.glob(LIBRARY + '/*.js'))))) - RESERVED)
STRANGE = ['constructor', '__proto__', 'prototype', 'arguments', 'callee', 'caller', 'globalThis', 'this', '$bm_rt', '$',
           'Symbol.iterator', 'Symbol.toPrimitive', 'valueOf', 'toString', 'length', 'eval', 'import', 'super', 'new.target']
OPERATORS = '+ - * / % ** && || ?? == < > in instanceof , = += | & ^ << >>>'.split()


def expression(source, depth=0):
    """A text of JavaScript by a small grammar whose names are the library's own."""
    inner = lambda: expression(source, depth + 1)
    name = lambda: source.choice(NAMES if source.random() < 0.8 else STRANGE)
    if depth > 4 or source.random() < 0.15:
        return source.choice([
            lambda: json.dumps(source.choice(NUMBERS)), lambda: json.dumps(source.choice(TEXTS)), name,
            lambda: source.choice(['NaN', 'Infinity', 'null', 'undefined', '[]', '{}', '/a*/g', '1n', 'value', 'time'])])()
    return source.choice([
        lambda: f'{inner()}.{name()}', lambda: f'{name()}({inner()})', lambda: f'{name()}({inner()}, {inner()})',
        lambda: f'thisComp.layer({source.choice([1, 2, 0, -1, 1e9])}).{name()}', lambda: f'{inner()}[{inner()}]',
        lambda: f'{inner()} {source.choice(OPERATORS)} {inner()}', lambda: f'[{inner()}, {inner()}]',
        lambda: f'({inner()}).{name()}({inner()})', lambda: f'new {name()}({inner()})',
        lambda: f'({name()} => {inner()})({inner()})', lambda: f'{{[{inner()}]: {inner()}, get {name()}() {{ return {inner()} }}}}',
        lambda: f'(function* () {{ yield {inner()}; }})()', lambda: f'`${{{inner()}}}`',
        lambda: f'(() => {{ try {{ {inner()}; }} catch (e) {{ return e.{name()}; }} }})()',
        lambda: f'Object.{source.choice(["keys", "assign", "getPrototypeOf", "setPrototypeOf", "defineProperty", "freeze"])}({inner()}, {inner()}, {inner()})',
        lambda: f'(() => {{ for (var i = 0; i < {loops(source)}; i++) {inner()}; }})()'])()


def loops(source):
    """How often a loop runs: seldom so often that its end is the limit's."""
    return 1e9 if source.random() < 0.005 else source.choice([3, 50])


def still(value):
    return {'a': 0, 'k': value}


def expressions(source, place, name):
    """A Lottie of three layers whose values, paths and texts have expressions."""
    def of(kept, expected=0.5):
        if source.random() < expected:
            code = '; '.join(expression(source) for _ in range(source.randint(1, 3)))
            kept = dict(kept, x=source.choice(['$bm_rt = ' + code, 'var $bm_rt; ' + code + '; $bm_rt = value', code]))
        return kept
    path = {'c': True, 'v': [[0, 0], [20, 0], [20, 20]], 'i': [[0, 0]] * 3, 'o': [[0, 0]] * 3}
    layers = [{
        'ty': 4, 'nm': f'L{number}', 'ind': number, 'ip': 0, 'op': 4, 'st': 0,
        'ef': [{'ty': 5, 'nm': 'E', 'ef': [{'ty': 0, 'nm': 'Slider', 'v': of(still(3), 0.2)}]}],
        'ks': {'o': of(still(80)), 'p': of({'a': 1, 'k': [{'t': 0, 's': [0, 0]}, {'t': 3, 's': [9, 9]}]}), 'r': of(still(0), 0.2)},
        'shapes': [{'ty': 'gr', 'it': [{'ty': 'sh', 'ks': of(still(path))}, {'ty': 'fl', 'c': still([1, 0, 0]), 'o': of(still(100), 0.2)},
                                       {'ty': 'tr', 'p': still([0, 0])}]}]} for number in (1, 2)]
    layers.append({'ty': 5, 'nm': 'T', 'ind': 3, 'ip': 0, 'op': 4, 'st': 0, 'ks': {}, 't': {
        'd': of({'k': [{'t': 0, 's': {'t': 'abc', 'f': 'A', 's': 9, 'fc': [0, 0, 0]}}]}), 'a': [], 'p': {}, 'm': {'g': 1}}})
    place.write(name + '.json', json.dumps({
        'v': '5.7', 'fr': 10, 'ip': 0, 'op': 4, 'w': 40, 'h': 40, 'assets': [], 'layers': layers,
        'fonts': {'list': [{'fName': 'A', 'fFamily': 'Sans', 'fStyle': 'Regular'}]}}))
    return name + '.json'


def lottie(source, place, name):
    paths = sorted(glob.glob(FIXTURES + '/Lottie/*.json') + glob.glob(ROOT + '/Scenes/Cookbook/Lotties/*.json'))
    place.write(name + '.json', json.dumps(changed(source, json.loads(text(source.choice(paths))))))
    return name + '.json'


def caml(source, place, name):
    words = text(FIXTURES + '/CAML/main.caml')
    words = words.replace('assets/a b.png', 'a.png')
    shutil.copy(sorted(glob.glob(FIXTURES + '/Pictures/*.png'))[0], place.base + '/in/a.png')
    values = list(re.finditer(r'="([^"]*)"', words))
    numbers = [found for found in values if re.fullmatch(r'[\d\s.e+-]+', found[1])]
    for found in sorted(source.sample(numbers if source.random() < 0.9 else values, source.randint(1, 4)), key=lambda one: -one.start()):
        new = changed_words(source, found[1], 1) if source.random() < 0.95 else source.choice(values)[1]
        new = ''.join(letter for letter in new if letter not in '<&"' and ord(letter) > 31)
        words = words[:found.start(1)] + new + words[found.end(1):]
    place.write(name + '.caml', words)
    return name + '.caml'


def table(source, place, name):
    def quoted(cell):
        # No font has each letter.
        words = ''.join(letter for letter in str(cell) if letter != '\x7f' and letter < '\u2030').replace('"', '""')
        return words if isinstance(cell, (int, float)) else f'"{words}"'
    number = lambda: source.choice(NUMBERS[:13] if source.random() < 0.99 else NUMBERS)
    rows = [[number(), number() if source.random() < 0.99 else value(source), value(source)]
            for _ in range(source.choice([0, 1, 5, 300]))]
    place.write(name + '.csv', source.choice(['', '\ufeff']) + '\r\n'.join(
        ','.join(map(quoted, row)) for row in [['x', 'y', 'word']] + rows))
    words = sub(f'parameters: {{rows: {{type: table, default: {name}.csv}}}}' + '''
layers:
  - {forEach: row, in: "${rows}", do: {class: text, string: "${row.word} ${row.x}",
      fontSize: 7, position: ["${row.x}", "${row.y}"], bounds: [20, 9], zPosition: "${row.y}"}}''')
    place.write(name + '.yaml', changed_words(source, words, 1) if source.random() < 0.5 else words)
    return name + '.yaml'


def scene(source, place, name):
    folder = source.choice(['Layers', 'Effects', 'Transforms'])
    if os.path.isdir(f'{ROOT}/Scenes/{folder}/Assets'):
        shutil.copytree(f'{ROOT}/Scenes/{folder}/Assets', f'{place.base}/in/{folder}/Assets', dirs_exist_ok=True)
    words = text(source.choice(sorted(glob.glob(f'{ROOT}/Scenes/{folder}/*.yaml'))))
    place.write(f'{folder}/{name}.yaml', changed_words(source, words, 2))
    return f'{folder}/{name}.yaml'


def fonts(source, place, name):
    data = bytearray(font())
    for _ in range(source.randint(1, 6)):
        at, length = source.randrange(len(data)), source.choice([1, 1, 2, 4])
        data[at:at + length] = source.choice([b'\0', b'\xff', b'\x80', bytes([source.randrange(256)])]) * length
    place.write('a.ttf', bytes(data))
    place.write(name + '.yaml', sub('''layers: [{class: text, string: "abba", font: Rostrum Test, fontSize: 9, bounds: [40, 9],
  animations: [{type: basic, keyPath: fontSize, fromValue: 3, toValue: 9, duration: 0.4}]}]'''))
    return name + '.yaml'


FIGURES = ['type: functions\nfunctions: [linear, easeIn]\ntitle: A\n', 'type: sheet\nscene: ball.yaml\ncount: 2\n',
           'type: timeline\nscene: ball.yaml\n', 'type: data\ndata: [{file: rows.csv, x: x, y: y}]\n',
           SCENE, 'type: strobe\nscene: ball.yaml\nlayer: a\nevery: 0.1\n']


def block(source):
    """A text of a document, with its kind."""
    words = source.choice(FIGURES)
    return words.startswith('type'), ''.join(
        letter for letter in changed_words(source, words, 1) if letter == '\n' or letter.isprintable())


def document(place, folder=''):
    place.write(folder + 'ball.yaml', SCENE)
    place.write(folder + 'rows.csv', 'x,y\n1,2\n3,4\n')


def pandoc(source, place, name):
    document(place)
    figure, words = block(source)
    attribute = source.choice(['', ' width=' + str(source.choice(NUMBERS)), ' theme=dark', ' scale=2', ' caption="*a*"'])
    place.write(name + '.md', f'``` {{.rostrum{"" if figure else "-scene"} alt=x{attribute if figure else ""}}}\n{words}\n```\n')
    return name + '.md'


def sphinx(source, place, name):
    """A page of a folder of pages."""
    document(place)
    place.write('conf.py', 'extensions = ["rostrum.sphinx"]\nexclude_patterns = ["o"]\n')
    place.write('index.rst', 'A\n=\n')
    place.write(name + '.rst', ':orphan:\n\nA\n=\n\n.. rostrum::\n   :alt: x\n\n' + ''.join(
        f'   {line}\n' for line in block(source)[1].split('\n')))
    return name


def mkdocs(source, place, name):
    """A folder of one page: the first mistake ends a build."""
    document(place, name + '/docs/')
    place.write(name + '/mkdocs.yml', 'site_name: x\nplugins: [rostrum]\n')
    place.write(name + '/docs/index.md', f'# A\n\n``` rostrum alt=x\n{block(source)[1]}\n```\n')
    return name


#: Builds several folders of documents in one process; what is no mistake of a document ends it.
MKDOCS = '''
import sys
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError
for folder in sys.argv[1:]:
    try:
        build(load_config(folder + '/mkdocs.yml', site_dir=folder + '/o'))
    except (Abort, BuildError) as error:
        print(error)
'''
PYTHON = os.environ.get('PYTHON', sys.executable)
RENDER = ['render', '*', '--at', '50%', '-o', 'o/{scene}.png', '--jobs', '1', '--max-pixels', '4000000']
CHECK = ['check', '*']
IGNORING = ['--ignore', 'all']


def to_one(verb):
    return [verb, 'NAME', '-o', 'o.yaml']


#: Of a hundred inputs so many, and the commands that take them: all together as *, else each alone as NAME.
KINDS = {
    expressions: (20, [RENDER]), lottie: (22, [RENDER + IGNORING, CHECK, to_one('import') + IGNORING]),
    caml: (14, [RENDER + IGNORING, CHECK]), table: (14, [RENDER, CHECK, to_one('expand')]),
    scene: (14, [RENDER, CHECK, to_one('bake'), to_one('expand')]),
    fonts: (10, [['render', 'NAME', '--font-path', 'a.ttf', '--at', '0', '-o', 'o.png']]),
    pandoc: (3, [['pandoc', 'NAME', '--lua-filter', ROOT + '/Scenes/Papers/rostrum.lua', '-o', 'o.html']]),
    sphinx: (2, [[PYTHON, '-m', 'sphinx', '-q', '-b', 'html', '.', 'o']]), mkdocs: (1, [[PYTHON, '-c', MKDOCS, '*']])}
#: Which statuses are right where they are another program's.
DOCUMENTS = {pandoc: {0, 83}, sphinx: {0}, mkdocs: {0}}
#: What such a program says where the mistake is not the document's.
ODD = re.compile(r'status (70|1[23]\d)|signal|Traceback|attempt to|bad argument')
TOGETHER = 20


# MARK: Runs

def children(process):
    try:
        found = [int(word) for path in glob.glob(f'/proc/{process}/task/*/children') for word in text(path).split()]
    except OSError:
        return []
    return found + [other for one in found for other in children(one)]


def memory(process):
    """The bytes of a process and its children that are in memory."""
    pages = 0
    for one in [process, *children(process)]:
        try:
            pages += int(text(f'/proc/{one}/statm').split()[1])
        except OSError:
            pass
    return pages * PAGE


def measured(words, place, rostrum, plugin):
    """The status, what was said, the seconds of a processor and the most bytes of a run."""
    environment = dict(
        os.environ, HOME=place.base + '/home', TMPDIR=place.base + '/tmp', XDG_CACHE_HOME=place.base + '/home/cache',
        ROSTRUM=rostrum, PYTHONPATH=f'{ROOT}/Sources/Python:{plugin}', PYTHONDONTWRITEBYTECODE='1', SWIFT_BACKTRACE='enable=no')
    environment.pop('CI', None)
    with tempfile.TemporaryFile() as said:
        start = time.monotonic()
        process = subprocess.Popen(
            words, cwd=place.base + '/in', env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True)
        most, status = 0, None
        while status is None:
            ended, code, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                status = os.waitstatus_to_exitcode(code)
                break
            most = max(most, memory(process.pid))
            if time.monotonic() - start > LONGEST:
                os.killpg(process.pid, signal.SIGKILL)
                _, _, usage = os.wait4(process.pid, 0)
                status = 'hang'
            time.sleep(0.02)
        process.returncode = 0
        said.seek(0)
        return status, said.read().decode(errors='replace'), usage.ru_utime + usage.ru_stime, max(most, usage.ru_maxrss * 1024)


class Campaign:
    """Runs of one program, in folders below another."""

    def __init__(self, options, kinds, parent, plugin):
        self.options, self.kinds, self.parent, self.plugin = options, kinds, parent, plugin

    def attempt(self, first):
        """The kind of the inputs from that number on, the statuses, and what is wrong."""
        source = random.Random(f'{self.options.seed} {first}')
        kind = source.choices(self.kinds, [KINDS[one][0] for one in self.kinds])[0]
        command = source.choice(KINDS[kind][1])
        numbers = range(first, first + TOGETHER)
        statuses, problems = [], []
        if 'NAME' not in command:
            status, problem = self.run(kind, command, numbers)
            if not problem:
                return kind, [status], []
        for number in numbers:
            status, problem = self.run(kind, command, [number])
            statuses.append(status)
            problems += [problem] if problem else []
        # What goes wrong only where they come together.
        if 'NAME' not in command and not problems:
            problems.append(self.run(kind, command, numbers)[1])
        return kind, statuses, [problem for problem in problems if problem]

    def run(self, kind, command, numbers):
        """The status, and what is wrong, of a command with some inputs."""
        place = Place(self.parent)
        try:
            names = [kind(random.Random(f'{self.options.seed} input {number}'), place, f'a{number}') for number in numbers]
            words = [] if kind in DOCUMENTS else [self.options.rostrum]
            words += [part for word in command for part in (names if word in ('*', 'NAME') else [word])]
            before = set(os.listdir(place.base + '/in'))
            status, said, seconds, most = measured(words, place, self.options.rostrum, self.plugin)
            left = [name for name in os.listdir(place.base + '/in') if name not in before and name[0] != 'o']
            left = [name for name in left if name != 'rostrum-figures'] + place.strangers()
            problems = [f'leaves {left}'] if left else []
            if status not in DOCUMENTS.get(kind, ORDERLY - {64}) or (kind in DOCUMENTS and ODD.search(said)):
                problems.append(f'status {status}')
            if kind not in DOCUMENTS and status not in (0, 1) and not said.strip():
                problems.append(f'status {status} without a word')
            # A command of several takes the sum of their times.
            if seconds > SECONDS:
                problems.append(f'{seconds:.1f} s')
            if most > MOST_BYTES:
                problems.append(f'{most >> 20} MiB')
            if problems and self.options.keep:
                shutil.copytree(place.base + '/in', f'{self.options.keep}/{numbers[0]}', dirs_exist_ok=True)
            return status, problems and f'{kind.__name__} {numbers[0]}: {", ".join(problems)}: {words}: {said[-300:]!r}'
        finally:
            place.remove()


def missing(kinds):
    """What the documents of these kinds need and is not here."""
    if pandoc in kinds and not shutil.which('pandoc'):
        return 'pandoc'
    for kind in {sphinx, mkdocs} & set(kinds):
        if subprocess.run([PYTHON, '-c', 'import ' + kind.__name__], stderr=subprocess.DEVNULL).returncode:
            return f'{kind.__name__} in the Python that PYTHON names ({PYTHON})'
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('rostrum', type=os.path.abspath)
    parser.add_argument('--runs', type=int, default=20000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--kinds')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--keep')
    options = parser.parse_args()
    chosen = options.kinds.split(',') if options.kinds else [kind.__name__ for kind in KINDS]
    kinds = [kind for kind in KINDS if kind.__name__ in chosen]
    if missing(kinds):
        sys.exit(f'there is no {missing(kinds)}: install it, or choose other --kinds')
    parent = tempfile.mkdtemp(prefix='rostrum-campaign-')
    plugin = parent + '/plugin/rostrum-0.dist-info'
    os.makedirs(plugin)
    for name, words in [('METADATA', 'Metadata-Version: 2.1\nName: rostrum\nVersion: 0\n'),
                        ('entry_points.txt', '[mkdocs.plugins]\nrostrum = rostrum.mkdocs:RostrumPlugin\n')]:
        with open(f'{plugin}/{name}', 'w') as file:
            file.write(words)
    campaign = Campaign(options, kinds, parent, os.path.dirname(plugin))
    counts, wrong, done = {}, 0, 0
    try:
        with ThreadPoolExecutor(options.jobs) as pool:
            numbers = range(options.first, options.first + options.runs, TOGETHER)
            for kind, statuses, problems in pool.map(campaign.attempt, numbers):
                done += TOGETHER
                of = counts.setdefault(kind.__name__, {'inputs': 0})
                of['inputs'] += TOGETHER
                for status in statuses:
                    of[status] = of.get(status, 0) + 1
                wrong += len(problems)
                for problem in problems:
                    print(problem, flush=True)
                if done % 1000 == 0:
                    print(f'{done} inputs, {wrong} wrong: {counts}', flush=True)
    finally:
        shutil.rmtree(parent, ignore_errors=True)
    print(f'{done} inputs, {wrong} wrong: {counts}')
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
