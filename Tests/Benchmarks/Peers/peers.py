"""What users would pick instead of Rostrum, on the same workloads side by side: `make bench-peers` runs this in a Python environment of its own.

Usage: peers.py ROSTRUM FOLDER. FOLDER holds what `Benchmarks --export FOLDER` wrote: bc and heavy, each as a scene file and as a table of
shapes and poses. Prints frames a second from start to end, each tool in a process of its own, and how many times as fast Rostrum is."""

import json
import os
import subprocess
import sys
import tempfile
import time

PRESETS = ["medium", "veryfast", "ultrafast"]


def encoder(work, preset, path, pixels="bgra"):
    size = f"{work['width']}x{work['height']}"
    source = ["-f", "rawvideo", "-pix_fmt", pixels, "-s", size] if pixels else ["-f", "image2pipe", "-c:v", "png"]
    return subprocess.Popen(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", *source, "-framerate", "60", "-i", "pipe:0",
         "-c:v", "libx264", "-preset", preset, "-crf", "18", "-pix_fmt", "yuv420p", path],
        stdin=subprocess.PIPE)


class Output:
    """A folder of PNG files, or a video: `what` is png or a preset."""

    def __init__(self, work, what, folder, pixels="bgra"):
        self.folder, self.is_png, self.index = folder, what == "png", 0
        if not self.is_png:
            self.process = encoder(work, what, f"{folder}/out.mp4", pixels)

    def path(self):
        self.index += 1
        return f"{self.folder}/frame_{self.index:05d}.png"

    def write(self, data):
        self.process.stdin.write(data)

    def finish(self):
        if not self.is_png:
            self.process.stdin.close()
            assert self.process.wait() == 0


# The tools. Each draws the frames and hands them to the output.


def pycairo(work, what, folder):
    """Without shadows, which cairo does not know."""
    import math
    import cairo

    output = Output(work, what, folder)
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, work["width"], work["height"])
    context = cairo.Context(surface)
    for poses in work["poses"]:
        context.set_source_rgb(1, 1, 1)
        context.paint()
        for shape, (x, y, angle) in zip(work["shapes"], poses):
            context.save()
            context.translate(x, y)
            context.rotate(angle)
            context.translate(-shape["ax"] * shape["w"], -shape["ay"] * shape["h"])
            context.set_source_rgba(*shape["rgba"])
            w, h, r = shape["w"], shape["h"], shape["r"]
            if r > 0:
                context.new_sub_path()
                context.arc(w - r, r, r, -math.pi / 2, 0)
                context.arc(w - r, h - r, r, 0, math.pi / 2)
                context.arc(r, h - r, r, math.pi / 2, math.pi)
                context.arc(r, r, r, math.pi, 3 * math.pi / 2)
                context.close_path()
            else:
                context.rectangle(0, 0, w, h)
            context.fill()
            context.restore()
        if work.get("label"):
            context.set_source_rgb(0, 0, 0)
            context.select_font_face("Liberation Sans")
            context.set_font_size(24)
            context.move_to(200, 66)
            context.show_text(work["label"])
        surface.flush()
        if output.is_png:
            surface.write_to_png(output.path())
        else:
            output.write(surface.get_data())
    output.finish()


def skia_python(work, what, folder):
    import math
    import numpy
    import skia

    output = Output(work, what, folder, "rgba")
    pixels = numpy.zeros((work["height"], work["width"], 4), dtype=numpy.uint8)
    surface = skia.Surface(pixels)
    paints, blurs = [], []
    for shape in work["shapes"]:
        r, g, b, a = shape["rgba"]
        paints.append(skia.Paint(Color=skia.Color4f(r, g, b, a), AntiAlias=True))
        blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, shape["shadow"]) if shape["shadow"] else None
        blurs.append(skia.Paint(Color=skia.Color4f(0, 0, 0, a), AntiAlias=True, MaskFilter=blur) if blur else None)
    font = skia.Font(skia.Typeface("Liberation Sans"), 24)
    black = skia.Paint(Color=skia.ColorBLACK, AntiAlias=True)
    for poses in work["poses"]:
        with surface as canvas:
            canvas.clear(skia.ColorWHITE)
            for shape, paint, blur, (x, y, angle) in zip(work["shapes"], paints, blurs, poses):
                canvas.save()
                canvas.translate(x, y)
                canvas.rotate(angle * 180 / math.pi)
                canvas.translate(-shape["ax"] * shape["w"], -shape["ay"] * shape["h"])
                rect = skia.Rect.MakeWH(shape["w"], shape["h"])
                if blur:
                    canvas.drawRoundRect(rect, shape["r"], shape["r"], blur)
                canvas.drawRoundRect(rect, shape["r"], shape["r"], paint)
                canvas.restore()
            if work.get("label"):
                canvas.drawString(work["label"], 200, 66, font, black)
        if output.is_png:
            surface.makeImageSnapshot().save(output.path(), skia.kPNG)
        else:
            output.write(pixels.tobytes())
    output.finish()


def lottie(work):
    """The workload as a Lottie animation with a key frame for each frame."""
    import math

    def keys(values):
        ease = {"o": {"x": [0], "y": [0]}, "i": {"x": [1], "y": [1]}}
        pairs = zip(values, values[1:] + values[-1:])
        return {"a": 1, "k": [{"t": i, "s": s, "e": e, **ease} for i, (s, e) in enumerate(pairs)] + [{"t": len(values)}]}

    layers = []
    for index, shape in enumerate(work["shapes"]):
        poses = [frame[index] for frame in work["poses"]]
        w, h = shape["w"], shape["h"]
        layers.append({
            "ty": 4, "ind": index, "ip": 0, "op": work["frames"], "st": 0, "ks": {
                "o": {"a": 0, "k": 100}, "s": {"a": 0, "k": [100, 100]}, "a": {"a": 0, "k": [shape["ax"] * w, shape["ay"] * h]},
                "p": keys([[x, y] for x, y, _ in poses]), "r": keys([[a * 180 / math.pi] for _, _, a in poses])},
            "shapes": [{"ty": "gr", "it": [
                {"ty": "rc", "p": {"a": 0, "k": [w / 2, h / 2]}, "s": {"a": 0, "k": [w, h]}, "r": {"a": 0, "k": shape["r"]}},
                {"ty": "fl", "c": {"a": 0, "k": shape["rgba"][:3]}, "o": {"a": 0, "k": 100 * shape["rgba"][3]}},
                {"ty": "tr", "p": {"a": 0, "k": [0, 0]}, "a": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [100, 100]},
                 "r": {"a": 0, "k": 0}, "o": {"a": 0, "k": 100}}]}]})
    layers.append({"ty": 1, "ind": 9999, "ip": 0, "op": work["frames"], "st": 0, "sc": "#ffffff",
                   "sw": work["width"], "sh": work["height"], "ks": {}})
    layers[:-1] = layers[-2::-1]
    return json.dumps({"v": "5.7", "fr": 60, "ip": 0, "op": work["frames"], "w": work["width"], "h": work["height"],
                       "layers": layers})


def film():
    """A Lottie of 500 by 500 points and 300 frames as designers make them: groups that turn and grow, outlines that change, strokes that are
    drawn, gradients, a mask and a matte."""
    ease = {"o": {"x": [0.4], "y": [0]}, "i": {"x": [0.3], "y": [1]}}

    def still(value):
        return {"a": 0, "k": value}

    def moving(*pairs):
        values = [value if isinstance(value, list) else [value] for _, value in pairs]
        # rlottie wants the value at the end of each segment too.
        keys = [{"t": t, "s": s, "e": e, **ease} for (t, _), s, e in zip(pairs, values, values[1:])]
        return {"a": 1, "k": keys + [{"t": pairs[-1][0], "s": values[-1]}]}

    def place(x, y, **more):
        return {"p": still([x, y]), "a": still([0, 0]), "s": still([100, 100]), "r": still(0), "o": still(100), **more}

    def layer(name, shapes, ks, **more):
        return {"ty": 4, "nm": name, "ip": 0, "op": 300, "st": 0, "ks": ks, "shapes": shapes, **more}

    def outline(points, bulge):
        ins = [[-dy * bulge, dx * bulge] for dx, dy in points]
        return {"c": True, "v": points, "i": [[-a, -b] for a, b in ins], "o": ins}

    def group(*items, **more):
        return {"ty": "gr", "nm": "group", "it": [*items, {"ty": "tr", **place(0, 0, **more)}]}

    def fill(*color):
        return {"ty": "fl", "c": still([*color, 1]), "o": still(100)}

    def gradient(kind, *stops, to):
        return {"ty": "gf", "t": kind, "o": still(100), "s": still([0, 0]), "e": still(to), "g": {"p": len(stops) // 4, "k": still([*stops])}}

    star = {"ty": "sr", "sy": 1, "p": still([0, 0]), "r": still(0), "pt": still(5), "ir": still(30), "or": still(70), "is": still(0), "os": still(0)}
    round_box = [outline([[-60, -60], [60, -60], [60, 60], [-60, 60]], 0.3)]
    bulging_box = [outline([[-80, -40], [40, -70], [70, 50], [-50, 80]], 0.5)]
    blob = {"ty": "sh", "ks": moving((0, round_box), (150, bulging_box), (300, round_box))}
    ring = {"ty": "el", "p": still([0, 0]), "s": still([150, 150])}
    line = {"ty": "st", "c": still([0.1, 0.2, 0.4, 1]), "o": still(100), "w": still(12), "lc": 2, "lj": 2}
    trim = {"ty": "tm", "s": moving((0, 0), (200, 80), (300, 0)), "e": moving((0, 5), (150, 100), (300, 5)), "o": moving((0, 0), (300, 360)), "m": 1}
    bar = {"ty": "rc", "p": still([0, 0]), "s": still([160, 30]), "r": still(15)}
    half = [outline([[-90, -90], [0, -90], [0, 90], [-90, 90]], 0)]
    whole = [outline([[-90, -90], [90, -90], [90, 90], [-90, 90]], 0)]
    window = {"mode": "a", "inv": False, "o": still(100), "pt": moving((0, half), (300, whole))}
    layers = [
        layer("dots", [group({"ty": "el", "p": still([0, i * 30 - 75]), "s": still([18, 18])}, fill(0.9, 0.3 + i / 12, 0.2),
                             p=moving((0, [0, 0]), (60 + 30 * i, [60, 0]), (300, [0, 0]))) for i in range(6)], place(60, 250)),
        layer("star", [group(star, gradient(1, 0, 1, 0.8, 0.1, 1, 1, 0.3, 0.2, to=[60, 60]), r=moving((0, 0), (300, 360)))],
              place(140, 120, s=moving((0, [60, 60]), (150, [120, 120]), (300, [60, 60])))),
        layer("blob", [group(blob, gradient(2, 0, 0.4, 0.9, 1, 1, 0.1, 0.3, 0.8, to=[80, 0]))], place(360, 130)),
        layer("ring", [group(ring, line), trim], place(250, 260, r=moving((0, 0), (300, 180)))),
        layer("masked", [group(bar, fill(0.2, 0.7, 0.4), p=moving((0, [-40, 0]), (150, [40, 0]), (300, [-40, 0])))], place(140, 400),
              masksProperties=[window], hasMask=True),
        layer("matte", [group({"ty": "el", "p": still([0, 0]), "s": moving((0, [40, 40]), (150, [160, 160]), (300, [40, 40]))}, fill(0, 0, 0))],
              place(370, 390), td=1),
        layer("cut", [group(bar, fill(0.8, 0.2, 0.6), r=moving((0, 0), (300, 90))), group(star, fill(0.3, 0.3, 0.9), r=moving((0, 0), (300, -72)))],
              place(370, 390), tt=1),
        {"ty": 1, "ind": 9999, "ip": 0, "op": 300, "st": 0, "sc": "#ffffff", "sw": 500, "sh": 500, "ks": place(0, 0)},
    ]
    return json.dumps({"v": "5.7.0", "fr": 60, "ip": 0, "op": 300, "w": 500, "h": 500, "layers": layers})


def thorvg(work, what, folder):
    if "lottie" not in work:
        return False
    import thorvg_python

    output = Output(work, what, folder, pixels="rgba")
    size = (work["width"], work["height"])
    canvas = thorvg_python.SwCanvas(engine := thorvg_python.Engine())
    canvas.set_target(*size)
    animation = thorvg_python.Animation(engine)
    picture = animation.get_picture()
    picture.load_data(work["lottie"].encode(), "lottie", None, True)
    picture.set_size(*size)
    canvas.add(picture)
    for frame in range(work["frames"]):
        animation.set_frame(frame)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        picture = canvas.get_pillow()
        if output.is_png:
            picture.save(output.path(), compress_level=1)
        else:
            output.write(picture.tobytes())
    output.finish()


def rlottie(work, what, folder):
    """Without the label, and without shadows, which it does not know."""
    from PIL import Image
    from rlottie_python import LottieAnimation

    output = Output(work, what, folder)
    size = (work["width"], work["height"])
    with LottieAnimation.from_data(work.get("lottie") or lottie(work)) as animation:
        for frame in range(work["frames"]):
            data = animation.lottie_animation_render(frame_num=frame, width=size[0], height=size[1])
            if output.is_png:
                picture = Image.frombuffer("RGBA", size, data, "raw", "BGRA", 0, 1)
                picture.save(output.path(), compress_level=1)
            else:
                output.write(data)
    output.finish()


def chromium(work, what, folder):
    """One screenshot for each frame, as programs that render web pages to video do."""
    from chromium import Chromium

    output = Output(work, what, folder, None)
    browser = Chromium(web_page(work), work["width"], work["height"], folder)
    try:
        for frame in range(work["frames"]):
            data = browser.screenshot(f"show({frame})")
            if output.is_png:
                with open(output.path(), "wb") as file:
                    file.write(data)
            else:
                output.write(data)
    finally:
        browser.close()
    output.finish()


def web_page(work):
    boxes = []
    for shape in work["shapes"]:
        r, g, b, a = shape["rgba"]
        shadow = f"box-shadow:0 0 {2 * shape['shadow']}px rgba(0,0,0,{a});" if shape["shadow"] else ""
        boxes.append(
            f"<div style='width:{shape['w']}px;height:{shape['h']}px;border-radius:{shape['r']}px;{shadow}"
            f"left:{-shape['ax'] * shape['w']}px;top:{-shape['ay'] * shape['h']}px;"
            f"transform-origin:{100 * shape['ax']}% {100 * shape['ay']}%;"
            f"background:rgba({255 * r},{255 * g},{255 * b},{a})'></div>")
    label = f"<p>{work['label']}</p>" if work.get("label") else ""
    return f"""<!doctype html><style>body {{ margin: 0; background: white; overflow: hidden }} div {{ position: absolute }}
p {{ position: absolute; margin: 0; left: 200px; top: 44px; font: 24px "Liberation Sans" }}</style>{"".join(boxes)}{label}
<script>const poses = {json.dumps(work["poses"])}, boxes = document.querySelectorAll("div");
function show(frame) {{ poses[frame].forEach(([x, y, a], i) => {{
  boxes[i].style.transform = `translate(${{x}}px, ${{y}}px) rotate(${{a}}rad)` }}) }}</script>"""


def manim(work, what, folder):
    """Manim Community with its Cairo renderer; it encodes with x264's default preset, and only bc fits its shapes."""
    if work["name"] != "bc" or what not in ("png", "medium"):
        return False
    script = f"{folder}/scene.py"
    with open(script, "w") as file:
        file.write(MANIM % repr(f"{os.environ['PEERS']}/bc.json"))
    arguments = [sys.executable, "-m", "manim", "render", "-v", "ERROR", "--progress_bar", "none", "--disable_caching",
                 "--media_dir", folder, "-r", f"{work['width']},{work['height']}", "--fps", "60"]
    if what == "png":
        arguments += ["--format", "png-sequence"]
    subprocess.run(arguments + [script, "Workload"], check=True, stdout=subprocess.DEVNULL)


MANIM = '''
import json
from manim import *

work = json.load(open(%s))
config.background_color = WHITE
unit = config.frame_height / work["height"]


class Workload(Scene):
    def construct(self):
        clock = ValueTracker(0)
        for index, shape in enumerate(work["shapes"]):
            w, h = shape["w"] * unit, shape["h"] * unit
            radius = shape["r"] * unit
            box = RoundedRectangle(corner_radius=radius, width=w, height=h) if radius else Rectangle(width=w, height=h)
            box.set_stroke(width=0).set_fill(rgb_to_color(shape["rgba"][:3]), shape["rgba"][3])
            box.shift(RIGHT * (0.5 - shape["ax"]) * w + DOWN * (0.5 - shape["ay"]) * h)
            start = box.copy()

            def place(box, index=index, start=start):
                x, y, angle = work["poses"][min(int(clock.get_value() + 0.5), work["frames"] - 1)][index]
                box.become(start.copy().rotate(-angle, about_point=ORIGIN)).shift(
                    RIGHT * (x - work["width"] / 2) * unit + UP * (work["height"] / 2 - y) * unit)

            place(box)
            if any(pose[index] != work["poses"][0][index] for pose in work["poses"]):
                box.add_updater(place)
            self.add(box)
        self.add(Text(work["label"], font="Liberation Sans", color=BLACK).scale(0.5).move_to(LEFT * 4 + UP * 3))
        self.play(clock.animate.set_value(work["frames"]), run_time=work["frames"] / 60, rate_func=linear)
'''

TOOLS = {"Manim": manim, "Chromium screenshots": chromium, "rlottie + Pillow": rlottie, "ThorVG + Pillow": thorvg,
         "skia-python": skia_python, "pycairo": pycairo}
# The film is a Lottie: only these play one.
PLAYERS = ["rlottie + Pillow", "ThorVG + Pillow"]


def rostrum(command, folder, name, what, output):
    ending = "lottie.json" if name == "film" else "yaml"
    arguments = [command, "render", f"{folder}/{name}.{ending}", "--quiet"]
    if what == "png":
        return arguments + ["-o", output]
    return arguments + ["-o", f"{output}/out.mp4", "--preset", what, "--no-verify"]


def seconds(arguments, environment):
    start = time.time()
    done = subprocess.run(arguments, env=environment, stderr=subprocess.PIPE, text=True)
    if done.returncode == 3:
        return None
    if done.returncode != 0:
        print("   ", (done.stderr.strip().splitlines() or ["it failed"])[-1][:120], file=sys.stderr)
        return None
    return time.time() - start


def frame_count(folder, what):
    """How many frames a tool has made. One that leaves some out would seem to be fast."""
    files = [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names]
    if what == "png":
        return sum(name.endswith(".png") for name in files)
    videos = [name for name in files if name.endswith(".mp4")]
    probe = ["ffprobe", "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries", "stream=nb_read_packets",
             "-of", "csv=p=0"]
    return max((int(subprocess.check_output(probe + [name]).split()[0]) for name in videos), default=0)


def compare(command, folder, rounds=3):
    # Where files were just removed, ext4 takes several times as long for new ones: every run has a folder of its own, and all stay until the end.
    with tempfile.TemporaryDirectory() as outputs:
        compare_into(outputs, command, folder, rounds)


def compare_into(outputs, command, folder, rounds):
    environment = dict(os.environ, PEERS=folder)
    with open(f"{folder}/film.lottie.json", "w") as file:
        file.write(film())
    with open(f"{folder}/film.json", "w") as file:
        json.dump({"width": 500, "height": 500, "frames": 300, "lottie": film()}, file)
    for name in ("film", "bc", "heavy"):
        frames = json.load(open(f"{folder}/{name}.json"))["frames"]
        for what in ["png"] + PRESETS:
            best = 0
            times = []
            for _ in range(rounds):
                times.append(seconds(rostrum(command, folder, name, what, tempfile.mkdtemp(dir=outputs)), environment))
            ours = frames / sorted(times)[rounds // 2]
            print(f"\n{name}, {'PNG' if what == 'png' else 'MP4 ' + what}: frames a second\n  {'rostrum':24}{ours:10.1f}", flush=True)
            for tool in PLAYERS if name == "film" else TOOLS:
                times = []
                for _ in range(1 if name == "heavy" else rounds):
                    output = tempfile.mkdtemp(dir=outputs)
                    time_taken = seconds([sys.executable, __file__, "--tool", tool, name, what, output], environment)
                    if time_taken and frame_count(output, what) < frames:
                        print(f"    {tool} has made {frame_count(output, what)} of {frames} frames", file=sys.stderr)
                        time_taken = None
                    if time_taken:
                        times.append(time_taken)
                if not times:
                    print(f"  {tool:24}{'-':>10}", flush=True)
                    continue
                theirs = frames / sorted(times)[len(times) // 2]
                best = max(best, theirs)
                print(f"  {tool:24}{theirs:10.1f}   x {ours / theirs:.1f}", flush=True)
            if best:
                print(f"  ahead of the best peer{'':12}   x {ours / best:.1f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--tool":
        _, _, tool, name, what, output = sys.argv
        work = json.load(open(f"{os.environ['PEERS']}/{name}.json"))
        sys.exit(3 if TOOLS[tool](work, what, output) is False else 0)
    compare(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
