"""Renders Core Animation's layers and animations to pictures, films and figures, without a Mac.

    import rostrum

    picture = rostrum.render("ball.yaml", at=0.5)      # numpy.asarray(picture), picture.image
    rostrum.film("ball.yaml", "ball.mp4", colour="tomato")
    rostrum.figure("springs.yaml", "springs.svg")

All work is done by the program `rostrum`, which the package brings along.
"""

from ._commands import Verification, check, figure, film, render, verify
from ._program import Diagnostic, ProgramMissingError, RostrumError, RostrumWarning, Source, program
from ._results import Figure, Film, Picture

__all__ = [
    "Diagnostic", "Figure", "Film", "Picture", "ProgramMissingError", "RostrumError", "RostrumWarning", "Source",
    "Verification", "check", "figure", "film", "program", "render", "verify",
]
