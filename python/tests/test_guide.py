"""The pieces of code in the guide about self-play and copies run, one after the other."""

from pathlib import Path


def test_the_code_of_the_guide_runs():
    guide = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    pieces = [part.split("```")[0] for part in guide.split("## Self-play")[1].split("## Stable-Baselines3")[0].split("```python\n")[1:]]
    names = {}
    for piece in pieces:
        exec(piece, names)
        if "env" in names and piece != pieces[0]:
            names["env"].close()
    assert len(pieces) == 3 and names["turn"].mask.shape == (64, 7)
    assert len(names["states"]) == 9 and set(names["agents"].tolist()) == {1}


def test_the_code_about_observations_runs(capsys):
    guide = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    exec(guide.split("### Observations")[1].split("```python\n")[1].split("```")[0], {})
    assert "(1, 6, 7)" in capsys.readouterr().out
