"""What this package runs on, and whether it works."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import __version__
from .command import environment, find_bundle, find_command
from .connection import TabletopError
from .learner import LearnerEnv
from .node import find_node, node_version
from .registration import GAMES


def doctor(flags: Sequence[str]) -> int:
    """Prints what is used, and what `tabletop doctor` says.

    Args:
        flags: of `tabletop doctor`; with `--json` one JSON object is printed.

    Returns:
        An exit code: 0 where a game steps and training is possible, else 1.

    Raises:
        TabletopError: there is no Node, or no bundle.
    """
    node = find_node()
    command = find_command()
    python = {
        "version": __version__,
        "python": platform.python_version(),
        "executable": sys.executable,
        "node": {"path": node, "version": node_version(node)},
        "bundle": str(find_bundle()),
        "command": command,
        "steps": _steps(),
    }
    done = subprocess.run(
        [*command, "doctor", *flags],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if "--json" in flags and done.stdout.startswith("{"):
        print(json.dumps({**json.loads(done.stdout), "package": python}, indent=2))
    else:
        print(_lines(python) + "\n" + done.stdout, end="")
    return done.returncode or int(python["steps"] is not True)


def _steps() -> bool | str:
    """Whether a game can be stepped, else why not."""
    try:
        env = LearnerEnv(next(iter(GAMES.values())))
        try:
            _, info = env.reset(seed=1)
            env.step(int(np.flatnonzero(info["action_mask"])[0]))
        finally:
            env.close()
    except TabletopError as error:
        return str(error)
    return True


def _lines(python: dict[str, Any]) -> str:
    steps = python["steps"]
    return "\n".join(
        [
            f"tabletop-gym for Python {python['version']}, Python {python['python']} ({python['executable']})",
            f"Node {python['node']['version']}: {python['node']['path']}",
            f"games: {python['bundle']}",
            "a game steps: yes" if steps is True else f"a game steps: no: {steps}",
            "",
        ]
    )
