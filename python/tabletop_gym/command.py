"""Where the `tabletop` command is."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from .connection import TabletopError


def find_command(command: str | Sequence[str] | None = None) -> list[str]:
    """The words that start it: what was given, else what TABLETOP_GYM says, else what is found.

    Found are, in this order: a built checkout of tabletop-gym around this file or the current folder, the package in
    `node_modules` of the current folder or above (what npx would start), and `tabletop` on the PATH.
    """
    given = command if command is not None else os.environ.get("TABLETOP_GYM")
    if given:
        words = shlex.split(given) if isinstance(given, str) else [str(word) for word in given]
        if words and words[0].endswith((".js", ".mjs")):
            words = [_node(), *words]
        return words
    here = Path.cwd()
    folders = [*Path(__file__).resolve().parents, here, *here.parents]
    for folder in folders:
        main = folder / "dist" / "cli" / "main.js"
        if main.is_file() and _package_name(folder) == "tabletop-gym":
            return [_node(), str(main)]
    for folder in [here, *here.parents]:
        main = folder / "node_modules" / "tabletop-gym" / "dist" / "cli" / "main.js"
        if main.is_file():
            return [_node(), str(main)]
    found = shutil.which("tabletop")
    if found:
        return [found]
    raise TabletopError(
        "the tabletop command was not found: npm install tabletop-gym in this folder, or say where it is "
        "(command=..., or the environment variable TABLETOP_GYM)"
    )


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise TabletopError("tabletop-gym needs Node 20 or later, and there is no `node` on the PATH")
    return node


def _package_name(folder: Path) -> str | None:
    try:
        return json.loads((folder / "package.json").read_text(encoding="utf-8")).get("name")
    except (OSError, ValueError, AttributeError):
        return None
