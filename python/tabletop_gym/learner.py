"""A game as a Gymnasium environment: one seat learns, agents of tabletop-gym play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from .games import RUNNING, TERMINATED, TRUNCATED, Arrays, Games, agents, refuse_options
from .state import Copied


def gym_env(game: str, opponents: str | Sequence[str] | None = None, **settings: Any) -> LearnerEnv:
    """Makes a `LearnerEnv`; see there."""
    return LearnerEnv(game, opponents, **settings)


class LearnerEnv(Copied, gymnasium.Env):
    """One seat of a game.

    Args:
        game: id of a game (`tabletop games` lists them), or the path of a module that exports one.
        opponents: specs of agents in turn order after the learner; one fills all other seats. Default: `random`.
        seat: the learner's seat. Default: drawn for each game from its seed.
        action_features: what is told of each action, for policies that read it: True for all that the game has, or names
            (`env.games.facts["actionFeatures"]` lists them). `info["action_features"]` is [actions, numbers] float32.
        advisor: a scripted player, `scripted:<name>`, whose choice observations show to the seat to act, as policies
            with an advisor read it. It has features of actions too.
        openings: up to so many random legal actions, of whatever seat, begin each game; how many, and which, follows from
            its seed. Without luck in the rules, games against agents that draw nothing are all alike else.
        illegal_action: what becomes of an action that is not legal: `error` raises `TabletopError`, `random` plays a
            legal one in its place (`info["replaced"]`).
        command: how `tabletop` is started; see `find_command`.
        render_mode: `ansi`: `render()` gives the position in words.
        options: options of the game, such as `players=3`.

    `info["action_mask"]` has 1 for each legal action; `action_masks()` is what sb3-contrib asks for.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponents: str | Sequence[str] | None = None,
        *,
        seat: int | None = None,
        action_features: bool | Sequence[str] = False,
        advisor: str | None = None,
        openings: int = 0,
        illegal_action: str = "error",
        command: str | Sequence[str] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.games = Games(
            game,
            options,
            call="gym_env",
            opponents=agents(opponents),
            rewards="learner",
            seat=seat,
            action_features=action_features,
            advisor=advisor,
            openings=openings,
            illegal_action=illegal_action,
            command=command,
        )
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (self.games.observation_size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(self.games.actions)
        self._mask = np.zeros(self.games.actions, dtype=np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins a game. Without a seed: the next of the series that follows from the last one."""
        refuse_options(options, "gym_env")
        super().reset(seed=seed)
        now = self.games.reset(seed)
        return self._go_on(now, None)

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action, and everybody else's up to the learner's next decision or the end."""
        now = self.games.step_one(action)
        ended = now["ended"].item()
        info = self._info(now)
        if ended != RUNNING:
            places = now["place"][0].tolist()
            info |= {
                "place": places[info["seat"]],
                "places": places,
                "ending": self.games.ending(now["ending"].item()),
            }
        return now["observation"][0], now["reward"].item(), ended == TERMINATED, ended == TRUNCATED, info

    def action_masks(self) -> np.ndarray:
        """The legal actions, for sb3-contrib."""
        return self._mask.astype(bool)

    def render(self) -> str | None:
        """The position as the learner sees it, in words."""
        return self.games.describe()["text"] if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the process behind."""
        self.games.close()

    def _go_on(self, now: Arrays, own: Any) -> tuple[np.ndarray, dict[str, Any]]:
        return now["observation"][0], self._info(now)

    def _info(self, now: Arrays) -> dict[str, Any]:
        self._mask = now["action_mask"][0].view(np.int8)
        prompt = now["prompt"].item()
        features = now["action_features"][0]
        told = {"action_features": features} if features.size else {}
        return told | {
            "action_mask": self._mask.copy(),
            "seat": now["seat"].item(),
            "prompt": self.games.prompts[prompt] if prompt >= 0 else "",
            "replaced": bool(now["replaced"].item()),
        }
