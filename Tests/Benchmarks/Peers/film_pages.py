"""The films as web pages, of which Chromium takes a screenshot for each frame."""

import json
import os

from chromium import Chromium
from poses import COLORS, STAR, STROKES


class Pages:
    """The method of a film returns its style, its body and the JavaScript that puts all things where they are at a time."""

    def __init__(self, film, width, height, folder):
        self.kind = "noisy" if film.endswith("noisy") else "smooth"
        style, body, script = getattr(self, film.split("-")[0])()
        page = f"""<!doctype html><meta charset="utf-8"><base href="file://{os.environ['FILMS']}/">
<style>* {{ position: absolute; margin: 0; font-family: "Liberation Sans"; white-space: pre }}
html, body {{ width: 100%; height: 100%; overflow: hidden; background: black }} img {{ object-fit: cover }} {style}</style>
<body>{body}</body><script>const all = name => [...document.querySelectorAll(name)]; {script}</script>"""
        self.browser = Chromium(page, width, height, folder)

    def frame(self, t):
        self.data = self.browser.screenshot(f"show({t})")

    def write_png(self, path):
        with open(path, "wb") as file:
            file.write(self.data)

    def raw(self):
        return self.data

    raw_format = "png"

    def close(self):
        self.browser.close()

    def picture(self, name, x, y, w, h, style=""):
        return f"<img src='Pictures/{name}.png' style='left: {x}px; top: {y}px; width: {w}px; height: {h}px; {style}'>"

    def slideshow(self):
        body = "".join(self.picture(f"{self.kind}-{i}", 0, 0, 1280, 720) for i in range(3))
        body += "<div id='shade'></div><p>The last light of the year</p>"
        style = """#shade { top: 520px; width: 1280px; height: 200px; background: linear-gradient(#0000, #000b) }
            p { left: 60px; top: 632px; font-size: 40px; color: white }"""
        return style, body, SLIDES + """
            const images = all("img");
            function show(t) { place(t, images, image => [image]) }"""

    def portrait(self):
        body = ""
        for i in range(3):
            back = self.picture(f"{self.kind}-{i}", -90, -90, 1260, 2100, "filter: blur(30px)")
            body += f"<div class='slide'>{back}{self.picture(f'{self.kind}-{i}', 0, 620, 1080, 680)}</div>"
        body += "<div id='top'></div><div id='bottom'></div><p>The last light of the year</p>"
        style = """.slide { width: 1080px; height: 1920px; overflow: hidden }
            #top { width: 1080px; height: 400px; background: linear-gradient(#000a, #0000) }
            #bottom { top: 1420px; width: 1080px; height: 500px; background: linear-gradient(#0000, #000c) }
            p { left: 60px; top: 1660px; font-size: 60px; color: white }"""
        return style, body, SLIDES + """
            const groups = all(".slide");
            function show(t) { place(t, groups, group => group.children) }"""

    def gradients(self):
        body = self.picture("smooth-0", -60, -20, 1360, 760)
        body += "".join(f"<div id='{name}'></div>" for name in ["low", "dark", "glow", "bar", "wheel"])
        style = """#low { top: 420px; width: 1280px; height: 300px; background: linear-gradient(#0000, #001a40d0) }
            #dark { width: 1280px; height: 720px; background: radial-gradient(768px 432px, #0000, #0000 40%, #000c) }
            #glow { left: -250px; top: 50px; width: 500px; height: 500px;
              background: radial-gradient(circle 250px, #fff8, #ffd60a60, #ffd60a00) }
            #bar { left: 60px; width: 600px; height: 90px; border-radius: 45px;
              background: linear-gradient(98.531deg, #ff375f, #ff9f0a, #30d158) }
            #wheel { left: 950px; top: 70px; width: 260px; height: 260px; border-radius: 50%;
              background: conic-gradient(#0a84ff, #bf5af2, #ff375f, #0a84ff) }"""
        return style, body, """
            const [picture] = all("img"), [low, dark, glow, bar, wheel] = all("div");
            function show(t) {
              picture.style.transform = `translateX(${10 * t}px)`;
              glow.style.transform = `translateX(${200 + 220 * t}px)`;
              bar.style.transform = `translateY(${60 + 25 * t}px)`;
              wheel.style.transform = `rotate(${45 * t}deg)`;
            }"""

    def strokes(self):
        curve = "M-560 0C-300-420-100 420 140-60C380-540 420-260 560 80"
        circle = "M0-80C44-80 80-44 80 0C80 44 44 80 0 80C-44 80-80 44-80 0C-80-44-44-80 0-80Z"
        body = "".join(
            f"<path class='curve' d='{curve}' stroke='{web(color)}' stroke-width='{width}'"
            f" transform='translate(640 {360 + (index - 5.5) * 44})'/>" for index, (color, width) in enumerate(STROKES))
        body += "".join(f"<path class='circle' d='{circle}' transform='translate({140 + 200 * index} 360)'/>" for index in range(6))
        style = """body { background: #f4f1ea } .curve { fill: none; stroke-linecap: round }
            .circle { fill: none; stroke: #1c1c1e; stroke-width: 8px; stroke-dasharray: 24 16 }"""
        return style, f"<svg width='1280' height='720'>{body}</svg>", """
            const curves = all(".curve"), circles = all(".circle"), length = curves[0].getTotalLength();
            function show(t) {
              curves.forEach((curve, i) => {
                const share = Math.min(Math.max((t - 0.04 * i) / 3, 0), 1);
                curve.style.visibility = share ? "visible" : "hidden";
                curve.style.strokeDasharray = share < 1 ? `${length * share} 1000000` : "none" });
              for (const circle of circles) circle.style.strokeDashoffset = 40 * t;
            }"""

    def shapes(self):
        square = "M-50-50H50V50H-50ZM0-30C17-30 30-17 30 0C30 17 17 30 0 30C-17 30-30 17-30 0C-30-17-17-30 0-30Z"
        body = "".join(f"<path d='{square}' fill='{color}'/>" for color in ["#ff6b6b", "#feca57", "#1dd1a1", "#54a0ff"] for _ in range(10))
        body = f"<svg width='1280' height='720' fill-rule='evenodd'>{body}</svg>"
        body += "".join(self.picture(f"card-{i}", 50 + 190 * i, -85, 260, 170, "border-radius: 24px") for i in range(6))
        body += self.picture("smooth-1", 400, 120, 480, 480)
        return "body { background: #20242c }", body, f"const star = {json.dumps(STAR)};" + """
            const squares = all("path"), images = all("img"), large = images.pop();
            function show(t) {
              squares.forEach((square, i) => square.setAttribute("transform",
                `translate(${100 + 120 * (i % 10)} ${100 + 170 * Math.floor(i / 10)}) rotate(${(90 + 4 * (i % 10)) * t / 4})`));
              images.forEach((image, i) => {
                const start = 150 + 20 * i, end = 600 - 20 * i;
                image.style.transform = `translateY(${start + (end - start) * t / 4}px)` });
              const scale = 0.4 + 0.2 * t, c = Math.cos(Math.PI * t / 10) * scale, s = Math.sin(Math.PI * t / 10) * scale;
              const points = star.map(([x, y]) => `${240 + x * c - y * s}px ${240 + x * s + y * c}px`);
              large.style.clipPath = `polygon(${points})`;
            }"""

    def letters(self):
        body = "".join(f"<p style='color: {web(color)}'>{letter}</p>" for color in COLORS for letter in "RostrumdrawSeverygly")
        style = """body { background: #1c1c1e }
            p { left: -30px; top: -28px; width: 60px; height: 56px; text-align: center; font: bold 44px "Liberation Sans" }"""
        return style, body, """
            const letters = all("p");
            function show(t) {
              letters.forEach((letter, index) => {
                const i = index % 20, j = Math.floor(index / 20);
                const y = 54 + 68 * j + 30 * Math.sin(i + j + 1) * t / 4, angle = 60 * Math.sin(2 * i + j + 1) * t / 4;
                letter.style.transform = `translate(${70 + 60 * i}px, ${y}px) rotate(${angle}deg)`;
                letter.style.opacity = 0.2 + 0.2 * t })
            }"""

    def shadows(self):
        body = self.picture("smooth-2", 700, 60, 520, 600) + "<div></div>" * 12
        style = """body { background: #e8ecf4 }
            div { left: -75px; top: -55px; width: 150px; height: 110px; border-radius: 18px; background: white }"""
        return style, body, """
            const [picture] = all("img"), cards = all("div");
            function show(t) {
              picture.style.filter = `blur(${24 - 6 * t}px)`;
              cards.forEach((card, i) => {
                card.style.transform = `translate(${110 + i % 4 * 180 + 15 * t}px, ${140 + Math.floor(i / 4) * 200}px)`;
                card.style.boxShadow = `0 8px ${2 * (4 + (8 + i * 2) * t / 4)}px #00000080` })
            }"""

    def space(self):
        ring = "".join(self.picture(f"card-{i}", -130, -87, 260, 174, f"transform: rotateY({18 * i}deg) translateZ(900px)") for i in range(20))
        cube = "".join(self.picture(f"card-{i}", -90, -90, 180, 180, f"transform: rotateY({90 * i}deg) translateZ(90px)") for i in range(4))
        card = self.picture("card-5", -160, -107, 320, 214, "backface-visibility: hidden")
        card += self.picture("card-6", -160, -107, 320, 214, "backface-visibility: hidden; transform: rotateY(180deg)")
        body = f"<div id='eye'><div>{ring}</div><div>{cube}</div><div>{card}</div></div>"
        style = """body { background: #16181d } div { transform-style: preserve-3d } img { object-fit: fill }
            #eye { width: 1280px; height: 720px; perspective: 1200px; transform-style: flat }"""
        return style, body, """
            const [eye, ring, cube, card] = all("div");
            function show(t) {
              ring.style.transform = `translate3d(640px, 260px, -900px) rotateY(${22.5 * t}deg)`;
              cube.style.transform = `translate(340px, 540px) rotateX(-20deg) rotateY(${10 + 45 * t}deg)`;
              card.style.transform = `translate(940px, 540px) rotateY(${90 * t}deg)`;
            }"""


# The scale of each photograph at a time, and how opaque it is.
SLIDES = """
    function slides(t) {
      return [[1, 1.15], [1.15, 1], [1, 1.15]].map(([start, end], i) => {
        const local = t - 2.75 * i, share = Math.min(local / 3.5, 1);
        if (local < 0 || local >= 3.5 && i < 2) return [1, 0];
        return [start + (end - start) * share, i == 0 ? 1 : Math.min(local / 0.75, 1)] })
    }
    function place(t, boxes, images) {
      slides(t).forEach(([scale, alpha], i) => {
        boxes[i].style.visibility = alpha ? "visible" : "hidden";
        boxes[i].style.opacity = alpha;
        for (const image of images(boxes[i])) image.style.transform = `scale(${scale})` })
    }"""


def web(color):
    return f"#{color & 0xFFFFFF:06x}"
