"""The fixture `rostrum_snapshot`, in tests of its own."""

import pytest
from conftest import BALL


@pytest.fixture
def project(pytester):
    pytester.makefile(".yaml", ball=BALL)
    pytester.makepyfile(test_ball="""
        def test_ball(rostrum_snapshot):
            rostrum_snapshot("ball.yaml", at=[0, 0.5])

        def test_values(rostrum_snapshot):
            rostrum_snapshot({"size": [4, 2], "layers": []}, at=0)
            rostrum_snapshot("ball.yaml", at=0, name="blue", colour="blue")
    """)
    return pytester


def test_baselines_are_asked_for_recorded_and_compared(project):
    first = project.runpytest_subprocess()
    first.assert_outcomes(failed=2)
    first.stdout.fnmatch_lines(["*pytest --rostrum-update missing records baselines*"])
    assert not (project.path / "baselines").exists()
    project.runpytest_subprocess("--rostrum-update", "missing").assert_outcomes(passed=2)
    project.runpytest_subprocess().assert_outcomes(passed=2)
    # From another folder too.
    elsewhere = project.mkdir("elsewhere")
    project.runpytest_subprocess(f"--rootdir={elsewhere}", str(project.path)).assert_outcomes(passed=2)
    names = sorted(str(path.relative_to(project.path)) for path in (project.path / "baselines/test_ball").iterdir())
    assert names == ["baselines/test_ball/test_ball", "baselines/test_ball/test_values"]
    assert not list(project.path.glob("*.rostrum*")) and not list(project.path.glob("test_values*"))


def test_a_change_fails_with_its_layer_and_a_report(project):
    project.runpytest_subprocess("--rostrum-update", "missing")
    project.makefile(".yaml", ball=BALL.replace("[20, 20]", "[30, 20]"))
    changed = project.runpytest_subprocess("--rostrum-report", "reports", "-k", "test_ball")
    changed.stdout.fnmatch_lines(["*ball: bounds.size.width 20 -> 30*", "*the report: *index.html*"])
    assert (project.path / "reports/test_ball/test_ball/index.html").exists()
    project.runpytest_subprocess("--rostrum-update", "changed").assert_outcomes(passed=2)
    project.runpytest_subprocess().assert_outcomes(passed=2)
