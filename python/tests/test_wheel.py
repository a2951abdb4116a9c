"""What `pip install` puts there, and that it works where there is nothing else."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tabletop_gym.command import find_command

SOURCE = Path(__file__).resolve().parents[1]
ROOT = SOURCE.parent


def build(source, out):
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    built = build(SOURCE, folder)
    assert built.returncode == 0, built.stdout + built.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory):
    """Runs a program of an empty environment in which the wheel was installed, in an empty folder, without a PATH."""
    folder = tmp_path_factory.mktemp("alone")
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    binaries = folder / "venv" / "bin"
    # What else this process could import is not installed there.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    pip = [str(binaries / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    installed = subprocess.run(pip, env=clean, capture_output=True, text=True)
    assert installed.returncode == 0, installed.stderr
    (folder / "work").mkdir()

    def run(program, *words, **options):
        return subprocess.run(
            [str(binaries / program), *words],
            cwd=folder / "work",
            env={"PATH": "/nowhere", "HOME": str(folder)},
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=300,
            **options,
        )

    run.folder = folder
    return run


def test_the_wheel_has_the_package_and_the_games(wheel):
    assert wheel.name == "tabletop_gym-0.1.0-py3-none-any.whl"
    assert wheel.stat().st_size < 16_000_000
    archive = zipfile.ZipFile(wheel)
    names = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = {f"tabletop_gym/{path.name}" for path in (SOURCE / "tabletop_gym").glob("*.py")}
    python = {name for name in names if not name.startswith("tabletop_gym/bundle/")}
    assert python == modules | {"tabletop_gym/py.typed", "tabletop_gym/games.json"}
    assert "tabletop_gym/bundle/dist/cli/main.js" in names
    # Nothing that is compiled for one system, and nothing that is not read.
    assert [name for name in names if name.endswith((".node", ".so", ".dylib", ".dll", ".map", ".d.ts"))] == []
    about = archive.read("tabletop_gym-0.1.0.dist-info/METADATA").decode()
    assert "License-Expression: MIT" in about and "# tabletop-gym" in about


def test_alone_it_brings_node_and_says_what_it_uses(alone):
    told = alone("python", "-m", "tabletop_gym", "doctor")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "a game steps: yes" in told.stdout
    facts = json.loads(alone("tabletop", "doctor", "--json").stdout)
    assert facts["engine"] == "onnx"
    venv = str(alone.folder / "venv")
    assert facts["package"]["node"]["path"].startswith(venv) and facts["package"]["bundle"].startswith(venv)
    assert int(facts["package"]["node"]["version"].split(".")[0]) >= 20


def test_alone_it_trains_and_plays(alone):
    trained = alone("python", "-m", "tabletop_gym", "train", "connect-four", "--minutes", "0.17", "--run", "run")
    assert trained.returncode == 0, trained.stderr
    assert "python -m tabletop_gym doctor --install" in trained.stderr
    against = ["--game", "connect-four", "--against", "random", "--blocks", "20", "--json"]
    played = alone("tabletop", "evaluate", "policy:run", *against)
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["games"] == 40
    exported = alone("tabletop", "export", "run", "--out", "player.mjs")
    assert exported.returncode == 0, exported.stderr
    assert alone("tabletop", "play", "kuhn", "--seed", "1").returncode == 0


def test_alone_it_loads_a_game_in_typescript(alone):
    """It imports tabletop-gym and zod, which nobody has installed there."""
    shutil.copy(ROOT / "docs/examples/pig.ts", alone.folder / "work" / "pig.ts")
    code = "import tabletop_gym as t; env = t.gym_env('./pig.ts', ['scripted:bold']); env.reset(seed=1); print(env.games.players)"
    told = alone("python", "-c", code)
    assert told.stdout == "2\n", told.stderr
    page = alone("tabletop", "export", "./pig.ts", "--format", "web", "--out", "site")
    assert page.returncode == 0, page.stderr


def test_a_package_from_npm_makes_the_wheel_too(tmp_path):
    """All that the wheel is made of is in what `npm pack` packs."""
    packed = subprocess.run(
        ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    modules = tmp_path / "node_modules"
    modules.mkdir()
    shutil.unpack_archive(tmp_path / packed.stdout.strip(), tmp_path)
    (tmp_path / "package").rename(modules / "tabletop-gym")
    for name in json.loads((ROOT / "package.json").read_text())["dependencies"]:
        (modules / name).parent.mkdir(exist_ok=True)
        (modules / name).symlink_to(ROOT / "node_modules" / name)
    built = build(modules / "tabletop-gym/python", tmp_path)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert "tabletop_gym/bundle/dist/cli/main.js" in zipfile.ZipFile(wheel).namelist()


def test_elsewhere_it_says_how_a_wheel_is_made(tmp_path):
    for name in ("pyproject.toml", "setup.py", "README.md"):
        shutil.copy(SOURCE / name, tmp_path / name)
    shutil.copytree(SOURCE / "tabletop_gym", tmp_path / "tabletop_gym")
    built = build(tmp_path, tmp_path)
    assert built.returncode != 0
    assert "a wheel is made in its clone: `npm ci`, then `pip install ./python` there" in built.stdout + built.stderr


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
