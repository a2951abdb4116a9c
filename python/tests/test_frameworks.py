"""The examples for other libraries run, where these are installed: they are large, and nothing installs them for the tests."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tabletop_gym.command import find_command

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize(
    ("package", "needs", "words"),
    [
        ("ray", "rllib_ppo.py", "--iterations 2 --batch 256 --runners 0"),
        ("torchrl", "torchrl_ppo.py", "--iterations 2 --batch 256"),
        ("tianshou", "tianshou_dqn.py", "--epochs 1 --steps 200 --games 2"),
    ],
)
def test_it_trains(package, needs, words):
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    paths = [str(EXAMPLES.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    told = subprocess.run(
        [sys.executable, str(EXAMPLES / needs), "--game", "tic-tac-toe", *words.split()],
        env={**os.environ, "TABLETOP_GYM": " ".join(find_command()), "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert told.returncode == 0, told.stderr[-2000:]
    assert re.search(r"return -?[01]\.\d\d", told.stdout), told.stdout
