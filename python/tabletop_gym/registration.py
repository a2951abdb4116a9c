"""The names of our games for `gymnasium.make`."""

from __future__ import annotations

import gymnasium

GAMES = {
    "Doomspire": "doomspire",
    "CrownOfAsh": "crown-of-ash",
    "FuzzyKnights": "fuzzy-knights",
    "Islebound": "islebound",
    "Kuhn": "kuhn",
    "Leduc": "leduc",
    "TicTacToe": "tic-tac-toe",
    "ConnectFour": "connect-four",
    "CartPole": "cartpole",
    "InvalidActions": "invalid-actions",
}


def register() -> None:
    """Registers `tabletop_gym/<Game>-v0` for each. Importing `tabletop_gym` does it."""
    for name, game in GAMES.items():
        env_id = f"tabletop_gym/{name}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(env_id, entry_point="tabletop_gym.learner:LearnerEnv", kwargs={"game": game})
