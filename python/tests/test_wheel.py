"""What `pip install` puts there."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from tabletop_gym.command import find_command

SOURCE = Path(__file__).resolve().parents[1]


def test_the_wheel_has_the_package_and_nothing_else(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(SOURCE)]
    built = subprocess.run(build, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == "tabletop_gym-0.1.0-py3-none-any.whl"
    archive = zipfile.ZipFile(wheel)
    names = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {f"tabletop_gym/{path.name}" for path in (SOURCE / "tabletop_gym").glob("*.py")}
    assert names == modules | {"tabletop_gym/py.typed", "tabletop_gym/games.json"}
    about = archive.read("tabletop_gym-0.1.0.dist-info/METADATA").decode()
    assert "License-Expression: MIT" in about and "# tabletop-gym" in about

    archive.extractall(tmp_path / "site")
    code = "import tabletop_gym as t; env = t.gym_env('kuhn'); env.reset(seed=1); print(t.__file__, env.games.players)"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), "TABLETOP_GYM": " ".join(find_command())},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert told.stdout.split() == [str(tmp_path / "site" / "tabletop_gym" / "__init__.py"), "2"], told.stderr


def test_the_example_of_the_guide_runs(tmp_path):
    guide = (SOURCE / "README.md").read_text()
    example = guide.split("```python\n")[1].split("```")[0]
    told = subprocess.run(
        [sys.executable, "-c", example],
        env={**os.environ, "TABLETOP_GYM": " ".join(find_command())},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert told.returncode == 0, told.stderr
    assert "won" in told.stdout
