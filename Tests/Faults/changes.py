#!/usr/bin/env python3
"""Cuts a small file of each format that Rostrum reads off at each byte, and changes each byte: no
run ends by a signal, takes more than ten seconds of a processor or more than 2 GB of address space, or
writes a file where it was not told to.

  changes.py ROSTRUM [--formats yaml,png,...] [--sample N] [--seed N] [--jobs N]

With --sample, N cuts and N changes of each format. Needs ffmpeg and python3, Linux.
"""
import argparse, json, os, random, resource, shutil, struct, subprocess, sys, tempfile, zipfile
from concurrent.futures import ThreadPoolExecutor

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'Fixtures')
MEMORY = 2_000_000 * 1024
SECONDS = 10
#: On the clock: other work may keep a run waiting.
LONGEST = 90
#: The statuses that the commands document; all others, and signals, are mistakes.
ORDERLY = {0, 1, 3, 4, 5, 64, 65, 66, 69, 70, 71, 73, 74}
#: Files that are read in one run: a run that goes wrong is repeated with each alone.
BATCH = 40

SCENE = '''size: [20, 10]
fps: 5
duration: 0.4
parameters: {word: {type: string, default: a}, size: {type: number, default: 4}}
layers:
  - {name: "${word}", bounds: ["${size}", 4], position: [5, 5], backgroundColor: red, animations: [
      {type: basic, keyPath: position.x, fromValue: 0, toValue: 9, duration: 0.4}]}
'''


def ffmpeg(*arguments):
    subprocess.run(['ffmpeg', '-v', 'error', '-y', *arguments], check=True)


def picture(name):
    with open(os.path.join(FIXTURES, 'Pictures', name), 'rb') as file:
        return file.read()


def made(folder, name, *arguments):
    path = os.path.join(folder, name)
    ffmpeg(*arguments, path)
    with open(path, 'rb') as file:
        return file.read()


PIXELS = ['-f', 'lavfi', '-i', 'testsrc=s=16x16:r=5:d=0.6']
TONE = ['-f', 'lavfi', '-i', 'sine=d=0.1:r=8000', '-ac', '1']

LOTTIE = json.dumps({
    'v': '5', 'fr': 10, 'ip': 0, 'op': 5, 'w': 20, 'h': 20, 'assets': [
        {'id': 'c', 'layers': [{'ty': 1, 'ks': {}, 'sc': '#f00', 'sw': 5, 'sh': 5, 'ip': 0, 'op': 5}]}],
    'layers': [{'ty': 0, 'refId': 'c', 'w': 9, 'h': 9, 'ks': {}, 'ip': 0, 'op': 5}, {
        'ty': 4, 'ks': {'r': {'a': 1, 'k': [{'t': 0, 's': [0]}, {'t': 4, 's': [90]}]}}, 'ip': 0,
        'op': 5, 'shapes': [
            {'ty': 'rc', 'p': {'k': [3, 3]}, 's': {'k': [4, 4]}},
            {'ty': 'st', 'c': {'k': [1, 0, 0]}, 'o': {'k': 100}, 'w': {'k': 1},
             'd': [{'n': 'd', 'v': {'k': 2}}]},
            {'ty': 'rp', 'c': {'k': 3}, 'tr': {'p': {'k': [3, 0]}}}]}]}).encode()


def dot_lottie(folder):
    path = os.path.join(folder, 'a.lottie')
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('manifest.json', '{"animations": [{"id": "a"}]}')
        archive.writestr('animations/a.json', LOTTIE)
    with open(path, 'rb') as file:
        return file.read()


def font():
    """A TrueType font of four glyphs, one of them made of another."""
    with open(os.path.join(FIXTURES, 'Fonts', 'test.ttf'), 'rb') as file:
        return file.read()


def sub(path):
    return f'''size: [20, 10]
fps: 5
duration: 0.4
{path}
'''


class Format:
    """How a file of a format is made, and read by the command."""

    def __init__(self, ending, bytes, carrier=None, command=None, alone=False, slow=False):
        self.ending, self.bytes, self.carrier = ending, bytes, carrier
        self.command = command or ['check', '--rendered']
        self.alone, self.slow = alone, slow


def formats(folder):
    layer = lambda key: (lambda name: sub(f'layers: [{{{key}: {name}, bounds: [9, 9]}}]'))
    video = lambda name: sub(f'layers: [{{class: video, video: {name}, frame: [0, 0, 9, 9]}}]')
    sound = lambda name: sub(f'audio: [{{file: {name}}}]\nlayers: [{{bounds: [9, 9]}}]')
    film = lambda *codec: PIXELS + list(codec)
    return {
        'yaml': Format('yaml', SCENE.encode()),
        'json': Format('json', json.dumps({
            'size': [20, 10], 'fps': 5, 'duration': 0.4, 'layers': [{
                'name': 'a', 'bounds': [4, 4], 'animations': [
                    {'type': 'basic', 'keyPath': 'opacity', 'fromValue': 0, 'toValue': 1, 'duration': 0.4}]}]}).encode()),
        'figure': Format('yaml', b'type: functions\nfunctions: [linear, {function: "cubic-bezier(0.2, 0, 0, 1)", name: b}]\nwidth: 200\n', command=['figure', '-o', 'out', '--format', 'svg']),
        'theme': Format('yaml', b'''base: dark
background: black
palette: [red, "#00ff00", "hsl(200 50% 50%)"]
''', command=['figure', 'fig.yaml', '-o', 'out', '--format', 'svg', '--theme'], alone=True),
        'project': Format('yaml', b'''paths: [.]
output: out
baselines: base
commands:
  check: {strict: false}
''', alone=True, command='project'),
        'csv': Format('csv', b'word,size\n"a ""b""",1\r\nc,2\n', alone=True, command='data'),
        'tsv': Format('tsv', b'word\tsize\na\t1\nb\t2\n', alone=True, command='data'),
        'jsonl': Format('jsonl', b'{"word": "a"}\n{"word": "b\\u00e9"}\n', alone=True, command='data'),
        'srt': Format('srt', b'1\n00:00:00,000 --> 00:00:00,200\nA <i>word</i>\n\n'
                      b'2\n00:00:00,200 --> 00:00:00,400\nand two\n',
                      lambda n: sub(f'captions: {{file: {n}}}\nlayers: [{{bounds: [9, 9]}}]')),
        'vtt': Format('vtt', b'WEBVTT\n\n00:00.000 --> 00:00.200 line:0\n<c.red>A</c> word\n',
                      lambda n: sub(f'captions: {{file: {n}}}\nlayers: [{{bounds: [9, 9]}}]')),
        'lottie': Format('json', LOTTIE),
        'dotlottie': Format('lottie', dot_lottie(folder)),
        'svg': Format('svg', b'''<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs>
<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient>
<g id="a"><path d="M0 0h9v9z" stroke-dasharray="1 2" style="fill:url(#g)"/></g></defs>
<style>.b{fill:blue}</style><use href="#a"/><rect class="b" width="2" height="2"/></svg>'''),
        'caml': Format('caml', b'''<caml xmlns="http://www.apple.com/CoreAnimation/1.0">
<CALayer bounds="0 0 9 9" position="4 4"><sublayers><CAReplicatorLayer instanceCount="3">
<sublayers><CALayer id="a" bounds="0 0 2 2" backgroundColor="1 0 0"><animations>
<animation type="CABasicAnimation" keyPath="opacity" duration="1"/></animations></CALayer>
</sublayers></CAReplicatorLayer></sublayers></CALayer></caml>'''),
        'png': Format('png', made(folder, 'a.png', *PIXELS, '-frames:v', '1'), layer('contents')),
        'jpeg': Format('jpg', made(folder, 'a.jpg', *PIXELS, '-frames:v', '1'), layer('contents')),
        'webp': Format('webp', picture('alpha.webp'), layer('contents')),
        'gif': Format('gif', picture('clear.gif'), layer('contents')),
        'avif': Format('avif', picture('alpha.avif'), layer('contents')),
        'svg-picture': Format('svg', b'<svg xmlns="http://www.w3.org/2000/svg" width="9" '
                              b'height="9"><circle r="4" fill="red"/></svg>', layer('contents')),
        'ttf': Format('ttf', font(), command='font', alone=True),
        'wav': Format('wav', made(folder, 'a.wav', *TONE, '-t', '0.02'), sound, slow=True),
        'mp3': Format('mp3', made(folder, 'a.mp3', *TONE, '-b:a', '8k'), sound, slow=True),
        'ogg': Format('ogg', made(folder, 'a.ogg', *TONE, '-c:a', 'libvorbis'), sound, slow=True),
        'aac': Format('m4a', made(folder, 'a.m4a', *TONE, '-b:a', '8k'), sound, slow=True),
        'mp4': Format('mp4', made(folder, 'a.mp4', *film('-c:v', 'libx264', '-pix_fmt', 'yuv420p')),
                      video, slow=True),
        'webm': Format('webm', made(folder, 'a.webm', *film('-c:v', 'libvpx')), video, slow=True),
        'report': Format('json', None, command='report', alone=True),
        'record': Format('json', None, command='record', alone=True),
        'manifest': Format('json', None, command='manifest', alone=True),
    }


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


def run(rostrum, base, arguments):
    """The status of a run in base/in; 'hang' after too long."""
    environment = dict(os.environ, HOME=base + '/home', TMPDIR=base + '/tmp', XDG_CACHE_HOME=base + '/home/cache')
    environment.pop('CI', None)
    try:
        done = subprocess.run([rostrum] + arguments, cwd=base + '/in', env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=LONGEST, preexec_fn=limited)
        return done.returncode, done.stdout.decode(errors='replace')[-400:]
    except subprocess.TimeoutExpired:
        return 'hang', ''


def variants(bytes, sample, random_source):
    """Names and contents: cut off at each byte, and each byte changed in one of four ways."""
    cuts, changes = list(range(len(bytes))), list(range(len(bytes)))
    if sample:
        cuts = sorted(random_source.sample(cuts, min(sample, len(cuts))))
        changes = sorted(random_source.sample(changes, min(sample, len(changes))))
    for place in cuts:
        yield f'cut{place}', bytes[:place]
    for place in changes:
        old = bytes[place]
        new = random_source.choice([value for value in (0, 255, old ^ 0x80, (old + 1) % 256) if value != old])
        yield f'set{place}to{new}', bytes[:place] + __import__('builtins').bytes([new]) + bytes[place + 1:]


class Place:
    """A folder with a folder to work in, beside which nothing may appear."""

    def __init__(self, parent):
        self.base = tempfile.mkdtemp(dir=parent)
        for name in ('in', 'home', 'tmp'):
            os.mkdir(os.path.join(self.base, name))

    def write(self, name, content):
        path = os.path.join(self.base, 'in', name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'wb') as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def strangers(self):
        found = [name for name in os.listdir(self.base) if name not in ('in', 'home', 'tmp')]
        left = os.listdir(self.base + '/tmp')
        home = [name for name in os.listdir(self.base + '/home') if name not in ('cache', '.cache')]
        return found + left + home

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


def prepared(rostrum, place, format):
    """Arguments that read one file, and the file's name and bytes, for formats that need more."""
    place.write('scene.yaml', SCENE)
    kind = format.command
    if kind == 'data':
        return ['check', 'scene.yaml', '--data', 'a.' + format.ending], 'a.' + format.ending, format.bytes
    if kind == 'project':
        return ['check', 'scene.yaml'], 'rostrum.yaml', format.bytes
    if kind == 'font':
        place.write('text.yaml', sub('layers: [{class: text, string: a, font: Rostrum Test, fontSize: 9, bounds: [9, 9]}]'))
        return ['check', 'text.yaml', '--font-path', 'a.ttf', '--rendered'], 'a.ttf', format.bytes
    if isinstance(kind, list):
        place.write('fig.yaml', FIGURE)
        return kind + ['a.' + format.ending], 'a.' + format.ending, format.bytes
    file = None
    if kind == 'record' or kind == 'report':
        code, text = run(rostrum, place.base, ['verify', 'scene.yaml', '--baselines', 'base', '--update', 'missing', '--at', '0'])
        records = [os.path.join(folder, name) for folder, _, names in os.walk(place.base + '/in/base')
                   for name in names if name.endswith('.json')]
        file, arguments = records[0], ['verify', '--baselines', 'base']
        if kind == 'report':
            place.write('scene.yaml', SCENE.replace('red', 'blue'))
            run(rostrum, place.base, ['verify', '--baselines', 'base', '--report', 'rep', '--pictures'])
            file, arguments = place.base + '/in/rep/report.json', ['approve', 'rep']
    if kind == 'manifest':
        run(rostrum, place.base, ['render', 'scene.yaml', '-o', 'out/'])
        file = [os.path.join(folder, name) for folder, _, names in os.walk(place.base + '/in/out')
                for name in names if name.endswith('.jsonl')][0]
        arguments = ['render', 'scene.yaml', '-o', 'out/', '--resume', '-q']
    with open(file, 'rb') as opened:
        return arguments, os.path.relpath(file, place.base + '/in'), opened.read()


FIGURE = 'type: functions\nfunctions: [linear]\nwidth: 200\n'


def attempt_alone(rostrum, parent, format, name, content):
    place = Place(parent)
    try:
        arguments, file, _ = prepared(rostrum, place, format)
        place.write(file, content)
        code, text = run(rostrum, place.base, arguments)
        return verdict(place, name, code, text)
    finally:
        place.remove()


def verdict(place, name, code, text):
    strangers = place.strangers()
    if name == 'whole' and code != 0:
        return f'the unchanged file is not read: status {code} {text}'
    if code == 'hang' or code not in ORDERLY:
        return f'{name}: status {code} {text}'
    return f'{name}: leaves {strangers}' if strangers else None


def attempt(rostrum, parent, format, batch):
    """What is wrong in a batch of variants; each alone where something is."""
    place = Place(parent)
    try:
        names = []
        for name, content in batch:
            file = f'{name}.{format.ending}'
            place.write(file, content)
            if format.carrier:
                place.write(name + '.yaml', format.carrier(file))
                file = name + '.yaml'
            names.append(file)
        code, text = run(rostrum, place.base, format.command + names)
        problem = verdict(place, batch[0][0], code, text)
    finally:
        place.remove()
    if problem is None or len(batch) == 1:
        return [problem] if problem else []
    return [found for item in batch for found in attempt(rostrum, parent, format, [item])]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('rostrum')
    parser.add_argument('--formats')
    parser.add_argument('--sample', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    options = parser.parse_args()
    rostrum = os.path.abspath(options.rostrum)
    parent = tempfile.mkdtemp(prefix='rostrum-changes-')
    wrong = 0
    try:
        made_files = os.path.join(parent, 'files')
        os.mkdir(made_files)
        all_formats = formats(made_files)
        chosen = options.formats.split(',') if options.formats else list(all_formats)
        for key in chosen:
            format, source = all_formats[key], random.Random(f'{options.seed} {key}')
            if format.alone and format.bytes is None:
                place = Place(parent)
                format.bytes = prepared(rostrum, place, format)[2]
                place.remove()
            every = [('whole', format.bytes)] + list(variants(format.bytes, options.sample, source))
            with ThreadPoolExecutor(options.jobs) as pool:
                if format.alone:
                    lists = pool.map(lambda item: [attempt_alone(rostrum, parent, format, *item)], every)
                else:
                    size = 5 if format.slow else BATCH
                    batches = [every[:1]] + [every[at:at + size] for at in range(1, len(every), size)]
                    lists = pool.map(lambda batch: attempt(rostrum, parent, format, batch), batches)
                problems = [problem for found in lists for problem in found if problem]
            print(f'{key}: {len(every)} files, {len(format.bytes)} bytes, {len(problems)} wrong', flush=True)
            for problem in problems[:20]:
                print('  ' + problem)
            wrong += len(problems)
    finally:
        shutil.rmtree(parent, ignore_errors=True)
    sys.exit(1 if wrong else 0)


if __name__ == '__main__':
    main()
