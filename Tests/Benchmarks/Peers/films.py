"""The films under Tests/Benchmarks/Films drawn with what users would pick instead of Rostrum: `make bench-films` runs this in a Python
environment of its own.

Usage: films.py ROSTRUM FOLDER [FILM ...]. FOLDER holds what `Benchmarks --export-films FOLDER` wrote: the scenes and their pictures. Prints
frames a second from start to end, each tool in a process of its own, and how many times as fast Rostrum is. Before that each tool shows that
it draws the same: at three times at most 2 % of the pixels may differ by more than 16 of 255 levels. FRAMES=60 in the environment draws the
first 60 frames alone, ROUNDS=1 runs each tool once, not three times. Skia's and Chromium's pictures are drawn on the processor, as Rostrum's
are. Chromium takes a screenshot of a web page for each frame, which goes to ffmpeg as PNG. Manim draws the letters alone, and encodes them
itself."""

import math
import os
import subprocess
import sys
import tempfile
import time

from poses import STAR, STROKES, letters, planes, slides

FILMS = {
    "slideshow": (1280, 720, 270), "slideshow-noisy": (1280, 720, 270), "portrait": (1080, 1920, 270), "gradients": (1280, 720, 120),
    "strokes": (1280, 720, 120), "shapes": (1280, 720, 120), "letters": (1280, 720, 120), "shadows": (1280, 720, 120), "space": (1280, 720, 120),
}
if "FRAMES" in os.environ:
    FILMS = {name: (width, height, min(count, int(os.environ["FRAMES"]))) for name, (width, height, count) in FILMS.items()}
PRESETS = ["veryfast", "ultrafast"]
FOLDER = os.environ.get("FILMS", ".")


# Skia


class Skia:
    def __init__(self, film, width, height):
        import numpy
        import skia

        self.skia, self.film, self.images = skia, film, {}
        self.kind = "noisy" if film.endswith("noisy") else "smooth"
        self.pixels = numpy.zeros((height, width, 4), dtype=numpy.uint8)
        self.surface = skia.Surface(self.pixels)
        self.sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        self.size = (width, height)

    def frame(self, t):
        with self.surface as canvas:
            canvas.clear(self.skia.ColorBLACK)
            getattr(self, self.film.split("-")[0])(canvas, t)

    def image(self, name):
        if name not in self.images:
            self.images[name] = self.skia.Image.open(f"{FOLDER}/Pictures/{name}.png").withDefaultMipmaps()
        return self.images[name]

    def fill(self, canvas, name, x, y, w, h, alpha=1.0, scale=1.0):
        """A picture that fills a frame, and is scaled about its middle."""
        image = self.image(name)
        factor = max(w / image.width(), h / image.height()) * scale
        size = (image.width() * factor, image.height() * factor)
        rect = self.skia.Rect.MakeXYWH(x + (w - size[0]) / 2, y + (h - size[1]) / 2, *size)
        canvas.drawImageRect(image, rect, self.sampling, self.skia.Paint(Alphaf=alpha, AntiAlias=True))

    def linear(self, canvas, x, y, w, h, colors):
        shader = self.skia.GradientShader.MakeLinear([(x, y), (x, y + h)], colors)
        canvas.drawRect(self.skia.Rect.MakeXYWH(x, y, w, h), self.skia.Paint(Shader=shader))

    def text(self, canvas, string, size, x, top, weight="Regular", color=0xFFFFFFFF):
        font = self.font(size, weight)
        canvas.drawString(string, x, top - font.getMetrics().fAscent, font, self.skia.Paint(Color=color, AntiAlias=True))

    def font(self, size, weight):
        style = self.skia.FontStyle.Bold() if weight == "Bold" else self.skia.FontStyle.Normal()
        font = self.skia.Font(self.skia.Typeface("Liberation Sans", style), size)
        font.setSubpixel(True)
        font.setHinting(self.skia.FontHinting.kNone)
        return font

    def slideshow(self, canvas, t):
        for index, scale, alpha in slides(t):
            self.fill(canvas, f"{self.kind}-{index}", 0, 0, 1280, 720, alpha, scale)
        self.linear(canvas, 0, 520, 1280, 200, [0x00000000, 0xBB000000])
        self.text(canvas, "The last light of the year", 40, 60, 632)

    def portrait(self, canvas, t):
        skia = self.skia
        for index, scale, alpha in slides(t):
            if alpha < 1:
                canvas.saveLayerAlpha(None, round(alpha * 255))
            canvas.saveLayer(None, skia.Paint(ImageFilter=skia.ImageFilters.Blur(30 * scale, 30 * scale, skia.TileMode.kDecal)))
            self.fill(canvas, f"{self.kind}-{index}", -90, -90, 1260, 2100, 1, scale)
            canvas.restore()
            self.fill(canvas, f"{self.kind}-{index}", 0, 620, 1080, 680, 1, scale)
            if alpha < 1:
                canvas.restore()
        self.linear(canvas, 0, 0, 1080, 400, [0xAA000000, 0x00000000])
        self.linear(canvas, 0, 1420, 1080, 500, [0x00000000, 0xCC000000])
        self.text(canvas, "The last light of the year", 60, 60, 1660)

    def gradients(self, canvas, t):
        skia = self.skia
        rect, paint = skia.Rect.MakeXYWH, skia.Paint
        self.fill(canvas, "smooth-0", -60 + 10 * t, -20, 1360, 760)
        self.linear(canvas, 0, 420, 1280, 300, [0x00000000, 0xD0001A40])
        ellipse = skia.Matrix.Scale(768, 432).postTranslate(640, 360)
        shader = skia.GradientShader.MakeRadial((0, 0), 1, [0, 0, 0xCC000000], [0, 0.4, 1], skia.TileMode.kClamp, 0, ellipse)
        canvas.drawRect(rect(0, 0, 1280, 720), paint(Shader=shader))
        x = 200 + 220 * t
        shader = skia.GradientShader.MakeRadial((x, 300), 250, [0x88FFFFFF, 0x60FFD60A, 0x00FFD60A])
        canvas.drawRect(rect(x - 250, 50, 500, 500), paint(Shader=shader))
        y = 60 + 25 * t
        shader = skia.GradientShader.MakeLinear([(60, y), (660, y + 90)], [0xFFFF375F, 0xFFFF9F0A, 0xFF30D158])
        canvas.drawRoundRect(rect(60, y, 600, 90), 45, 45, paint(Shader=shader, AntiAlias=True))
        canvas.save()
        canvas.translate(1080, 200)
        canvas.rotate(45 * t)
        canvas.rotate(-90)
        shader = skia.GradientShader.MakeSweep(0, 0, [0xFF0A84FF, 0xFFBF5AF2, 0xFFFF375F, 0xFF0A84FF])
        canvas.drawCircle(0, 0, 130, paint(Shader=shader, AntiAlias=True))
        canvas.restore()

    def strokes(self, canvas, t):
        skia = self.skia
        canvas.clear(0xFFF4F1EA)
        curve = skia.Path()
        curve.moveTo(-560, 0).cubicTo(-300, -420, -100, 420, 140, -60).cubicTo(380, -540, 420, -260, 560, 80)
        for index, (color, width) in enumerate(STROKES):
            share = min(max((t - 0.04 * index) / 3, 0), 1)
            if share == 0:
                continue
            paint = skia.Paint(Color=color, Style=skia.Paint.kStroke_Style, StrokeWidth=width, AntiAlias=True, StrokeCap=skia.Paint.kRound_Cap)
            if share < 1:
                paint.setPathEffect(skia.TrimPathEffect.Make(0, share))
            canvas.save()
            canvas.translate(640, 360 + (index - 5.5) * 44)
            canvas.drawPath(curve, paint)
            canvas.restore()
        dashes = skia.DashPathEffect.Make([24, 16], 40 * t)
        paint = skia.Paint(Color=0xFF1C1C1E, Style=skia.Paint.kStroke_Style, StrokeWidth=8, AntiAlias=True, PathEffect=dashes)
        circle = skia.Path()
        circle.moveTo(0, -80).cubicTo(44, -80, 80, -44, 80, 0).cubicTo(80, 44, 44, 80, 0, 80)
        circle.cubicTo(-44, 80, -80, 44, -80, 0).cubicTo(-80, -44, -44, -80, 0, -80).close()
        for index in range(6):
            canvas.save()
            canvas.translate(140 + 200 * index, 360)
            canvas.drawPath(circle, paint)
            canvas.restore()

    def shapes(self, canvas, t):
        skia = self.skia
        canvas.clear(0xFF20242C)
        square = skia.Path()
        square.addRect(skia.Rect.MakeLTRB(-50, -50, 50, 50))
        square.moveTo(0, -30).cubicTo(17, -30, 30, -17, 30, 0).cubicTo(30, 17, 17, 30, 0, 30)
        square.cubicTo(-17, 30, -30, 17, -30, 0).cubicTo(-30, -17, -17, -30, 0, -30).close()
        square.setFillType(skia.PathFillType.kEvenOdd)
        for j, color in enumerate([0xFFFF6B6B, 0xFFFECA57, 0xFF1DD1A1, 0xFF54A0FF]):
            for i in range(10):
                canvas.save()
                canvas.translate(100 + 120 * i, 100 + 170 * j)
                canvas.rotate((90 + 4 * i) * t / 4)
                canvas.drawPath(square, skia.Paint(Color=color, AntiAlias=True))
                canvas.restore()
        for i in range(6):
            start, end = 150 + 20 * i, 600 - 20 * i
            y = start + (end - start) * t / 4
            canvas.save()
            canvas.clipRRect(skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(50 + 190 * i, y - 85, 260, 170), 24, 24), True)
            self.fill(canvas, f"card-{i}", 50 + 190 * i, y - 85, 260, 170)
            canvas.restore()
        star = skia.Path()
        star.addPoly([skia.Point(*p) for p in STAR], True)
        turn = skia.Matrix.Scale(0.4 + 0.2 * t, 0.4 + 0.2 * t).postConcat(skia.Matrix.RotateDeg(18 * t)).postTranslate(640, 360)
        star.transform(turn)
        canvas.save()
        canvas.clipRect(skia.Rect.MakeXYWH(400, 120, 480, 480))
        canvas.clipPath(star, True)
        self.fill(canvas, "smooth-1", 400, 120, 480, 480)
        canvas.restore()

    def letters(self, canvas, t):
        skia = self.skia
        canvas.clear(0xFF1C1C1E)
        font = self.font(44, "Bold")
        base = -28 - font.getMetrics().fAscent
        for letter, x, y, angle, color in letters(t):
            paint = skia.Paint(Color=color, AntiAlias=True, Alphaf=0.2 + 0.2 * t)
            canvas.save()
            canvas.translate(x, y)
            canvas.rotate(angle)
            canvas.drawString(letter, -font.measureText(letter) / 2, base, font, paint)
            canvas.restore()

    def shadows(self, canvas, t):
        skia = self.skia
        canvas.clear(0xFFE8ECF4)
        radius = 24 - 6 * t
        blur = skia.ImageFilters.Blur(radius, radius, skia.TileMode.kDecal) if radius > 0 else None
        canvas.saveLayer(None, skia.Paint(ImageFilter=blur))
        canvas.clipRect(skia.Rect.MakeXYWH(700, 60, 520, 600))
        self.fill(canvas, "smooth-2", 700, 60, 520, 600)
        canvas.restore()
        for index in range(12):
            x, y = 110 + index % 4 * 180 + 15 * t, 140 + index // 4 * 200
            radius = 4 + (8 + index * 2) * t / 4
            box = skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(x - 75, y - 55, 150, 110), 18, 18)
            mask = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, radius)
            canvas.save()
            canvas.translate(0, 8)
            canvas.drawRRect(box, skia.Paint(Color=0x80000000, MaskFilter=mask, AntiAlias=True))
            canvas.restore()
            canvas.drawRRect(box, skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))

    def space(self, canvas, t):
        import numpy

        skia = self.skia
        canvas.clear(0xFF16181D)
        for matrix, name, w, h in planes(t):
            canvas.save()
            plane = matrix[numpy.ix_([0, 1, 3], [0, 1, 3])]
            canvas.concat(skia.Matrix.MakeAll(*map(float, plane.flatten())))
            image = self.image(name)
            rect = skia.Rect.MakeXYWH(-w / 2, -h / 2, w, h)
            canvas.drawImageRect(image, rect, self.sampling, skia.Paint(AntiAlias=True))
            canvas.restore()

    def write_png(self, path):
        self.surface.makeImageSnapshot().save(path, self.skia.kPNG)

    def raw(self):
        return self.pixels.tobytes()

    raw_format = "rgba"

    def close(self):
        pass


# pycairo


class Cairo:
    """Only strokes and shapes: it has no blurs, no perspective and no conic gradients."""

    def __init__(self, film, width, height):
        import cairo

        self.cairo, self.film = cairo, film
        self.surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
        self.context = cairo.Context(self.surface)
        self.images = {}

    def frame(self, t):
        getattr(self, self.film.split("-")[0])(self.context, t)
        self.surface.flush()

    def clear(self, context, color):
        self.color(context, color)
        context.paint()

    def color(self, context, color):
        context.set_source_rgb(*((color >> shift & 255) / 255 for shift in (16, 8, 0)))

    def strokes(self, context, t):
        cairo = self.cairo
        self.clear(context, 0xF4F1EA)
        context.set_line_cap(cairo.LINE_CAP_ROUND)
        for index, (color, width) in enumerate(STROKES):
            share = min(max((t - 0.04 * index) / 3, 0), 1)
            if share == 0:
                continue
            context.save()
            context.translate(640, 360 + (index - 5.5) * 44)
            context.move_to(-560, 0)
            context.curve_to(-300, -420, -100, 420, 140, -60)
            context.curve_to(380, -540, 420, -260, 560, 80)
            context.set_dash([self.length(context) * share, 1e6] if share < 1 else [])
            context.set_line_width(width)
            self.color(context, color)
            context.stroke()
            context.restore()
        context.set_line_cap(cairo.LINE_CAP_BUTT)
        context.set_line_width(8)
        context.set_dash([24, 16], 40 * t)
        self.color(context, 0x1C1C1E)
        for index in range(6):
            context.save()
            context.translate(140 + 200 * index, 360)
            self.circle(context, 80, 44)
            context.stroke()
            context.restore()
        context.set_dash([])

    def length(self, context):
        if not hasattr(self, "known"):
            points = [p for kind, p in context.copy_path_flat() if p]
            self.known = sum(math.dist(a, b) for a, b in zip(points, points[1:]))
        return self.known

    def circle(self, context, r, k):
        context.move_to(0, -r)
        for a, b, c in [((k, -r), (r, -k), (r, 0)), ((r, k), (k, r), (0, r)), ((-k, r), (-r, k), (-r, 0)), ((-r, -k), (-k, -r), (0, -r))]:
            context.curve_to(*a, *b, *c)
        context.close_path()

    def image(self, name):
        if name not in self.images:
            self.images[name] = self.cairo.ImageSurface.create_from_png(f"{FOLDER}/Pictures/{name}.png")
        return self.images[name]

    def fill(self, context, name, x, y, w, h):
        image = self.image(name)
        factor = max(w / image.get_width(), h / image.get_height())
        context.save()
        context.translate(x + (w - image.get_width() * factor) / 2, y + (h - image.get_height() * factor) / 2)
        context.scale(factor, factor)
        context.set_source_surface(image)
        context.get_source().set_filter(self.cairo.FILTER_GOOD)
        context.paint()
        context.restore()

    def shapes(self, context, t):
        self.clear(context, 0x20242C)
        context.set_fill_rule(self.cairo.FILL_RULE_EVEN_ODD)
        for j, color in enumerate([0xFF6B6B, 0xFECA57, 0x1DD1A1, 0x54A0FF]):
            for i in range(10):
                context.save()
                context.translate(100 + 120 * i, 100 + 170 * j)
                context.rotate(math.radians((90 + 4 * i) * t / 4))
                context.rectangle(-50, -50, 100, 100)
                self.circle(context, 30, 17)
                self.color(context, color)
                context.fill()
                context.restore()
        context.set_fill_rule(self.cairo.FILL_RULE_WINDING)
        for i in range(6):
            start, end = 150 + 20 * i, 600 - 20 * i
            x, y = 50 + 190 * i, start + (end - start) * t / 4 - 85
            context.save()
            context.new_sub_path()
            for turn, (cx, cy) in enumerate([(x + 236, y + 24), (x + 236, y + 146), (x + 24, y + 146), (x + 24, y + 24)]):
                context.arc(cx, cy, 24, (turn - 1) * math.pi / 2, turn * math.pi / 2)
            context.close_path()
            context.clip()
            self.fill(context, f"card-{i}", x, y, 260, 170)
            context.restore()
        context.save()
        context.rectangle(400, 120, 480, 480)
        context.clip()
        context.save()
        context.translate(640, 360)
        context.rotate(math.radians(18 * t))
        context.scale(0.4 + 0.2 * t, 0.4 + 0.2 * t)
        for point in STAR:
            context.line_to(*point)
        context.close_path()
        context.restore()
        context.clip()
        self.fill(context, "smooth-1", 400, 120, 480, 480)
        context.restore()

    def write_png(self, path):
        self.surface.write_to_png(path)

    def raw(self):
        return bytes(self.surface.get_data())

    raw_format = "bgra"

    def close(self):
        pass


def pages(film, width, height, folder):
    from film_pages import Pages

    return Pages(film, width, height, folder) if hasattr(Pages, film.split("-")[0]) else None


def library(kind):
    """Draws the films that a class has methods for."""
    return lambda film, width, height, folder: kind(film, width, height) if hasattr(kind, film.split("-")[0]) else None


LIBRARIES = {"skia-python": library(Skia), "pycairo": library(Cairo), "Chromium": pages}


def draw(library, film, what, output):
    """All frames, or with `what` check three of them as PNG files; status 3 when the library cannot draw the film."""
    width, height, count = FILMS[film]
    if library == "Manim":
        return manim(film, what, output)
    canvas = LIBRARIES[library](film, width, height, output)
    if not canvas:
        sys.exit(3)
    try:
        draw_frames(canvas, width, height, count, what, output)
    finally:
        canvas.close()


def draw_frames(canvas, width, height, count, what, output):
    if what in ("check", "png"):
        for frame in checked(count) if what == "check" else range(count):
            canvas.frame(frame / 30)
            canvas.write_png(f"{output}/frame_{frame:05d}.png")
        return
    source = ["-f", "rawvideo", "-pix_fmt", canvas.raw_format, "-s", f"{width}x{height}"]
    if canvas.raw_format == "png":
        source = ["-f", "image2pipe", "-c:v", "png"]
    encoder = subprocess.Popen(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", *source, "-framerate", "30", "-i", "pipe:0", *x264(what), f"{output}/out.mp4"],
        stdin=subprocess.PIPE)
    for frame in range(count):
        canvas.frame(frame / 30)
        encoder.stdin.write(canvas.raw())
    encoder.stdin.close()
    if encoder.wait() != 0:
        sys.exit(1)


def manim(film, what, output):
    """Letters alone: Manim has no blurs and no gradients that move, and no photographs in perspective."""
    if film != "letters":
        sys.exit(3)
    import film_mobjects

    width, height, count = FILMS[film]
    options = None if what in ("png", "check") else {"preset": what, "crf": "18"}
    film_mobjects.draw((width, height), checked(count) if what == "check" else list(range(count)), options, output)


# ffmpeg's filters


def ffmpeg(film, what, output):
    """Slideshows alone; `None` for other films."""
    if film.split("-")[0] not in ("slideshow", "portrait"):
        return None
    kind = "noisy" if film.endswith("noisy") else "smooth"
    inputs, chains = [], []
    for index, zoom in enumerate(["1+0.15*{n}/105", "1.15-0.15*{n}/105", "1+0.15*{n}/105"]):
        inputs += ["-i", f"{FOLDER}/Pictures/{kind}-{index}.png"]
        chains.append(SLIDE[film.split("-")[0]].format(i=index, on=zoom.format(n="on"), frame=zoom.format(n="n")))
    inputs += ["-loop", "1", "-framerate", "30", "-i", f"{FOLDER}/shade-{film.split('-')[0]}.png"]
    size, x, y = (40, 60, 632) if film != "portrait" else (60, 60, 1660)
    chains += [
        "[s0][s1]xfade=transition=fade:duration=0.75:offset=2.75[f0]", "[f0][s2]xfade=transition=fade:duration=0.75:offset=5.5[f1]",
        f"[f1][3]overlay=shortest=1,drawtext=font=Liberation Sans:text=The last light of the year:fontsize={size}:fontcolor=white:x={x}:y={y}+{size}*0.905-ascent"]
    target = {"png": ["-compression_level", "1", f"{output}/frame_%05d.png"], "check": ["-start_number", "0", f"{output}/frame_%05d.png"]}.get(what)
    return ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", *inputs, "-filter_complex", ";".join(chains), "-frames:v", str(FILMS[film][2]),
            *(target or [*x264(what), f"{output}/out.mp4"])]


SLIDE = {
    # Whole pixels are what zoompan moves by, so that it needs larger ones.
    "slideshow": "[{i}]crop=1600:900,scale=4800:2700,zoompan=z='{on}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=105:s=1280x720:fps=30,format=yuv444p[s{i}]",
    "portrait": "[{i}]split[a{i}][b{i}];[a{i}]crop=514:914,zoompan=z='{on}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=105:s=1080x1920:fps=30,"
                "gblur=sigma=32[c{i}];[b{i}]loop=104:1,fps=30,setpts=N/30/TB,scale=w='2*round(544*({frame}))':h='2*round(340*({frame}))':eval=frame[d{i}];"
                "[c{i}][d{i}]overlay=x='(W-w)/2':y='(H-h)/2':eval=frame:shortest=1,format=yuv444p[s{i}]",
}


def write_shades():
    """The gradients of the slideshows as pictures, which ffmpeg lays over them."""
    from PIL import Image

    for film, size, stripes in [("slideshow", (1280, 720), [(520, 200, 0, 0xBB)]), ("portrait", (1080, 1920), [(0, 400, 0xAA, 0), (1420, 500, 0, 0xCC)])]:
        shade = Image.new("RGBA", size)
        for top, height, start, end in stripes:
            for y in range(height):
                alpha = round(start + (end - start) * (y + 0.5) / height)
                shade.paste((0, 0, 0, alpha), (0, top + y, size[0], top + y + 1))
        shade.save(f"{FOLDER}/shade-{film}.png")


# Measuring


def x264(preset):
    return ["-c:v", "libx264", "-preset", preset, "-crf", "18", "-pix_fmt", "yuv420p"]


def checked(count):
    return [count // 6, count // 3, count * 5 // 6]


def rostrum(command, film, what, output):
    arguments = [command, "render", f"{FOLDER}/{film.split('-')[0]}.yaml", "--quiet"]
    if what != "check":
        arguments += ["--frames", f"0-{FILMS[film][2] - 1}"]
    if film.endswith("noisy"):
        arguments += ["--set", "kind=noisy"]
    if what in ("png", "check"):
        return arguments + ["-o", output]
    return arguments + ["-o", f"{output}/out.mp4", "--preset", what, "--no-verify"]


def tools(film, what, output):
    """The command of each tool."""
    commands = {"ffmpeg's filters": ffmpeg(film, what, output)}
    for library in [*LIBRARIES, "Manim"]:
        commands[library] = [sys.executable, __file__, "--draw", library, film, what, output]
    return {name: command for name, command in commands.items() if command}


def difference(a, b):
    """The share of pixels that differ by more than 16 levels."""
    import numpy
    from PIL import Image

    first, second = (numpy.asarray(Image.open(path).convert("RGB")).astype(int) for path in (a, b))
    return float((abs(first - second).max(axis=2) > 16).mean())


def check(command, film, outputs):
    """The tools that draw the same as Rostrum."""
    ours = tempfile.mkdtemp(dir=outputs)
    count = FILMS[film][2]
    for frame in checked(count):
        base = rostrum(command, film, "check", ours)
        subprocess.run(base + ["--frames", f"{frame}-{frame}"], check=True)
    result = []
    for tool in tools(film, "check", ""):
        theirs = tempfile.mkdtemp(dir=outputs)
        done = subprocess.run(tools(film, "check", theirs)[tool], stderr=subprocess.PIPE, text=True)
        if done.returncode == 3:
            continue
        if done.returncode != 0:
            print(f"    {tool}: {last_line(done.stderr)}", file=sys.stderr)
            continue
        shares = [difference(f"{ours}/frame_{frame:05d}.png", f"{theirs}/frame_{frame:05d}.png") for frame in checked(count)]
        same = max(shares) <= 0.02
        print(f"    {tool}: {', '.join(f'{100 * share:.2f} %' for share in shares)} of the pixels differ{'' if same else ': not the same picture'}")
        result.append((tool, same))
    return result


def seconds(arguments):
    start = time.time()
    done = subprocess.run(arguments, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(last_line(done.stderr))
    return time.time() - start


def last_line(text):
    return (text.strip().splitlines() or ["it failed"])[-1][:150]


def encoder_alone(command, film, preset, outputs, rounds):
    """x264 from a file of Rostrum's frames."""
    width, height, _ = FILMS[film]
    folder = tempfile.mkdtemp(dir=outputs)
    subprocess.run(rostrum(command, film, "png", folder), check=True)
    subprocess.run(["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-framerate", "30", "-i", f"{folder}/frame_%05d.png", "-f", "rawvideo",
                    "-pix_fmt", "yuv420p", f"{folder}/frames.yuv"], check=True)
    times = [
        seconds(["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}", "-framerate", "30",
                 "-i", f"{folder}/frames.yuv", *x264(preset), f"{folder}/alone.mp4"]) for _ in range(rounds)]
    os.remove(f"{folder}/frames.yuv")
    return sorted(times)[rounds // 2]


def compare(command, films, rounds):
    write_shades()
    for film in films:
        count = FILMS[film][2]
        # Where files were just removed, ext4 takes several times as long for new ones: every run has a folder of its own.
        with tempfile.TemporaryDirectory() as outputs:
            print(f"\n{film}: frames a second from start to end", flush=True)
            peers = check(command, film, outputs)
            for what in ["png"] + PRESETS:
                def median(make):
                    return sorted(seconds(make(tempfile.mkdtemp(dir=outputs))) for _ in range(rounds))[rounds // 2]

                ours = median(lambda output: rostrum(command, film, what, output))
                line = f"  {'PNG' if what == 'png' else 'MP4 ' + what:14} rostrum {count / ours:.1f}"
                best = None
                for tool, same in peers:
                    try:
                        theirs = median(lambda output: tools(film, what, output)[tool])
                    except RuntimeError as error:
                        print(f"    {tool}: {error}", file=sys.stderr)
                        line += f", {tool} failed"
                        continue
                    line += f", {tool} {count / theirs:.1f} (x {theirs / ours:.1f}{'' if same else ', another picture'})"
                    best = min(best or theirs, theirs)
                if what != "png":
                    alone = encoder_alone(command, film, what, outputs, rounds)
                    line += f", x264 alone {count / alone:.1f} (x {ours / alone:.2f} of its time)"
                if best:
                    line += f"; ahead of the best x {best / ours:.1f}"
                print(line, flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "--draw":
        draw(*sys.argv[2:])
    else:
        FOLDER = os.environ["FILMS"] = os.path.abspath(sys.argv[2])
        compare(os.path.abspath(sys.argv[1]), sys.argv[3:] or FILMS, int(os.environ.get("ROUNDS", 3)))
