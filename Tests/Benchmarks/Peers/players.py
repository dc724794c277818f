"""One Lottie drawn by rlottie or ThorVG, in a process of its own that loads nothing more than it needs.

Usage: players.py PLAYER FILE WIDTH HEIGHT RATE WHAT FOLDER FRAME ...: the frames as PNG files, or with a preset of x264 as WHAT the first
FRAME frames as an MP4."""

import sys


def rlottie(text, width, height):
    """A function that draws a frame and returns its pixels, and their order. Colors are multiplied by alpha."""
    from rlottie_python import LottieAnimation

    animation = LottieAnimation.from_data(text)
    if not animation.lottie_animation_get_totalframe():
        sys.exit("rlottie does not read it")
    return lambda frame: animation.lottie_animation_render(frame_num=frame, width=width, height=height), "BGRA"


def thorvg(text, width, height):
    import thorvg_python

    engine = thorvg_python.Engine()
    canvas = thorvg_python.SwCanvas(engine)
    canvas.set_target(width, height)
    animation = thorvg_python.Animation(engine)
    picture = animation.get_picture()
    if picture.load_data(text.encode(), "lottie", None, True) != thorvg_python.Result.SUCCESS:
        sys.exit("ThorVG does not read it")
    picture.set_size(width, height)
    canvas.add(picture)

    def draw(frame):
        animation.set_frame(frame)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        return bytes(canvas.buffer_arr)

    return draw, "RGBA"


PLAYERS = {"rlottie": rlottie, "ThorVG": thorvg}


def write_png(draw, order, size, frames, folder):
    from PIL import Image

    for frame in frames:
        picture = Image.frombuffer("RGBA", size, draw(frame), "raw", order, 0, 1)
        picture.save(f"{folder}/frame_{frame:05d}.png", compress_level=1)


def write_mp4(draw, order, size, rate, preset, count, folder):
    import subprocess

    encoder = subprocess.Popen(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", order.lower(), "-s", f"{size[0]}x{size[1]}",
         "-framerate", rate, "-i", "pipe:0", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-preset", preset, "-crf", "18",
         "-pix_fmt", "yuv420p", f"{folder}/out.mp4"], stdin=subprocess.PIPE)
    for frame in range(count):
        encoder.stdin.write(draw(frame))
    encoder.stdin.close()
    if encoder.wait() != 0:
        sys.exit("ffmpeg failed")


if __name__ == "__main__":
    player, path, width, height, rate, what, folder = sys.argv[1:8]
    frames = [int(frame) for frame in sys.argv[8:]]
    size = (int(width), int(height))
    with open(path) as file:
        draw, order = PLAYERS[player](file.read(), *size)
    if what == "png":
        write_png(draw, order, size, frames, folder)
    else:
        write_mp4(draw, order, size, rate, what, frames[0], folder)
