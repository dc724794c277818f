"""The film of letters as a scene of Manim Community, drawn with its Cairo renderer."""

import glob
import math
import os
import tempfile

import cairo
from manim import DOWN, ORIGIN, RIGHT, UP, Scene, Text, ValueTracker, VMobject, linear, tempconfig
from poses import letters


class Letters(Scene):
    """Two hundred texts, each with an updater that moves, turns and fades it. FRAMES are the numbers of the frames to draw."""

    def __init__(self, size, frames):
        super().__init__()
        self.size, self.frames = size, frames
        self.unit = 8 / size[1]

    def construct(self):
        clock = ValueTracker(0)
        known = {}
        for index, (letter, _, _, _, color) in enumerate(letters(0)):
            if letter not in known:
                known[letter] = self.text(letter)
            # A copy of a text takes far longer than its outline alone.
            text = VMobject(stroke_width=0, fill_color=f"#{color & 0xFFFFFF:06x}", fill_opacity=1).set_points(known[letter][0].points)
            # Where it stands at the moment: Manim moves and turns what is there.
            text.place, text.angle = ORIGIN, 0.0

            def update(text, index=index):
                t = self.time_at(clock.get_value())
                _, x, y, degrees, _ = self.poses(t)[index]
                place = (RIGHT * (x - self.size[0] / 2) + UP * (self.size[1] / 2 - y)) * self.unit
                angle = -math.radians(degrees)
                text.rotate(angle - text.angle, about_point=text.place).shift(place - text.place).set_fill(opacity=0.2 + 0.2 * t)
                text.place, text.angle = place, angle

            update(text)
            text.add_updater(update)
            self.add(text)
        # Half a frame less: the last frame is drawn, and none after it.
        length = len(self.frames) - 0.5
        self.play(clock.animate.set_value(length), run_time=length / 30, rate_func=linear)

    def time_at(self, clock):
        return self.frames[min(int(clock + 0.25), len(self.frames) - 1)] / 30

    def poses(self, t):
        if getattr(self, "posed", None) != t:
            self.posed, self.list = t, list(letters(t))
        return self.list

    def text(self, letter):
        """A letter whose point of rotation is the origin: the middle of a box of 60 by 56 that Rostrum sets it into from the top."""
        context = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
        options = cairo.FontOptions()
        options.set_hint_metrics(cairo.HINT_METRICS_OFF)
        options.set_hint_style(cairo.HINT_STYLE_NONE)
        context.set_font_options(options)
        context.select_font_face("Liberation Sans", cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD)
        context.set_font_size(44)
        extents, ascent = context.text_extents(letter), context.font_extents()[0]
        # Manim sets text in points of its own and puts its middle to the origin.
        text = Text(letter, font="Liberation Sans", weight="BOLD").scale_to_fit_height(extents.height * self.unit)
        left = extents.x_bearing - extents.x_advance / 2
        top = extents.y_bearing + ascent - 28
        return text.move_to(ORIGIN).shift((RIGHT * (left + extents.width / 2) + DOWN * (top + extents.height / 2)) * self.unit)


def draw(size, frames, encoder, output):
    """PNG files with the numbers of the frames, or without them a video with options of the encoder."""
    with tempfile.TemporaryDirectory(dir=output) as folder:
        video = {"format": "mp4", "video_encoder_options": encoder} if encoder else {"format": "png-sequence"}
        with tempconfig({
            "pixel_width": size[0], "pixel_height": size[1], "frame_height": 8, "frame_width": 8 * size[0] / size[1], "frame_rate": 30,
            "background_color": "#1c1c1e", "media_dir": folder, "disable_caching": True, "verbosity": "ERROR", "progress_bar": "none", **video,
        }):
            Letters(size, frames).render()
        for name, frame in zip(sorted(glob.glob(f"{folder}/images/**/*.png", recursive=True)), frames):
            os.rename(name, f"{output}/frame_{frame:05d}.png")
        for name in glob.glob(f"{folder}/videos/**/Letters.mp4", recursive=True):
            os.rename(name, f"{output}/out.mp4")
