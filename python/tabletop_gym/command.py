"""What is run: the command `tabletop` that this package carries."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from .connection import TabletopError
from .node import find_node


def find_command(command: str | Sequence[str] | None = None) -> list[str]:
    """The words that start `tabletop`: what was given, else what TABLETOP_GYM says, else Node with `find_bundle()`."""
    given = command if command is not None else os.environ.get("TABLETOP_GYM")
    if given:
        words = shlex.split(given) if isinstance(given, str) else [str(word) for word in given]
        return [find_node(), *words] if words and words[0].endswith((".js", ".mjs")) else words
    return [find_node(), str(find_bundle() / "dist" / "cli" / "main.js")]


def find_bundle() -> Path:
    """The package for Node: in the wheel; in an editable install the clone around it.

    Raises:
        TabletopError: it is not there.
    """
    here = Path(__file__).resolve().parent
    for folder in (here / "bundle", here.parents[1]):
        if (folder / "dist" / "cli" / "main.js").is_file():
            return folder
    raise TabletopError(
        f"the games are not beside {here}: run `npm ci` in the clone, then `pip install ./python` there, "
        "or say where a tabletop is (command=..., or the environment variable TABLETOP_GYM)"
    )


def environment() -> dict[str, str]:
    """This process's environment for a command: with a `node` on the PATH, and how people start the command here."""
    called = "tabletop" if Path(sys.argv[0]).stem == "tabletop" else "python -m tabletop_gym"
    node = find_node()
    path = os.environ.get("PATH")
    if shutil.which("node") != node:
        path = os.pathsep.join([str(Path(node).parent), *([path] if path else [])])
    return {**os.environ, "TABLETOP_COMMAND": called, **({"PATH": path} if path else {})}
