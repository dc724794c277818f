"""Writes frames of a Lottie as a player draws them: BGRA, premultiplied, one after the other.

    play.py PLAYER FILE WIDTH HEIGHT OUTPUT FRAME...
"""
import sys


def rlottie(text, width, height, frames):
    from rlottie_python import LottieAnimation

    with LottieAnimation.from_data(text) as animation:
        for frame in frames:
            yield animation.lottie_animation_render(frame_num=frame, width=width, height=height)


def thorvg(text, width, height, frames):
    import thorvg_python

    engine = thorvg_python.Engine()
    canvas = thorvg_python.SwCanvas(engine)
    canvas.set_target(width, height, cs=thorvg_python.Colorspace.ARGB8888)
    animation = thorvg_python.Animation(engine)
    picture = animation.get_picture()
    picture.load_data(text.encode(), "lottie", None, True)
    picture.set_size(width, height)
    canvas.add(picture)
    for frame in frames:
        animation.set_frame(frame)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        yield bytes(canvas.buffer_arr)


player, path, width, height, output, *frames = sys.argv[1:]
with open(path) as file, open(output, "wb") as result:
    draw = {"rlottie": rlottie, "thorvg": thorvg}[player]
    for picture in draw(file.read(), int(width), int(height), [int(frame) for frame in frames]):
        result.write(picture)
