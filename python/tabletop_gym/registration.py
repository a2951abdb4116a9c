"""The names of our games for `gymnasium.make`."""

from __future__ import annotations

import json
from pathlib import Path

import gymnasium


def _names() -> dict[str, str]:
    """Ids by name in CamelCase; none in a checkout of tabletop-gym whose build has not written the list yet."""
    listed = Path(__file__).with_name("games.json")
    ids = json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else []
    return {"".join(word.capitalize() for word in game.split("-")): game for game in ids}


GAMES = _names()


def register() -> None:
    """Registers `tabletop_gym/<Game>-v0` for each. Importing `tabletop_gym` does it."""
    for name, game in GAMES.items():
        env_id = f"tabletop_gym/{name}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="tabletop_gym.learner:LearnerEnv",
                vector_entry_point="tabletop_gym.vector:LearnerVectorEnv",
                kwargs={"game": game},
            )
