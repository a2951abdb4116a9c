"""A game as a Gymnasium environment: one seat learns, agents of tabletop-gym play the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from .games import RUNNING, TERMINATED, TRUNCATED, Arrays, Games, agents, refuse_options
from .drawing import RENDER_MODES, Drawn, check_render_mode
from .observations import Mask, Observation, Shapes, Told
from .state import Copied


def gym_env(game: str, opponents: str | Sequence[str] | None = None, **settings: Any) -> LearnerEnv:
    """Makes a `LearnerEnv`; see there."""
    return LearnerEnv(game, opponents, **settings)


class LearnerEnv(Drawn, Told, Copied, gymnasium.Env):
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
        observation: `flat`: float32 [size]; `pieces`: a dictionary of the pieces by name, each in its shape, planes as
            [planes, rows, columns].
        mask: where the legal actions stand: `info`, or `observation`: that is a dictionary of `observation` and
            `action_mask` then.
        command: how `tabletop` is started; see `find_command`.
        render_mode: what `render()` gives: `ansi` the position in words, `rgb_array` a picture, `human` a window.
        options: options of the game, such as `players=3`.

    `info["action_mask"]` has 1 for each legal action; `action_masks()` is what sb3-contrib asks for.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}

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
        observation: Observation = "flat",
        mask: Mask = "info",
        command: str | Sequence[str] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_render_mode(render_mode, "gym_env")
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
        self._shapes = Shapes(self.games, observation, mask)
        self.observation_space = self._shapes.space
        self.action_space = gymnasium.spaces.Discrete(self.games.actions)
        self._mask = np.zeros(self.games.actions, dtype=np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game. Without a seed: the next of the series that follows from the last one."""
        refuse_options(options, "gym_env")
        super().reset(seed=seed)
        now = self.games.reset(seed)
        return self._go_on(now, None)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
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
        self._show()
        return (
            self._shapes(now["observation"][0], self._mask),
            now["reward"].item(),
            ended == TERMINATED,
            ended == TRUNCATED,
            info,
        )

    def action_masks(self) -> np.ndarray:
        """The legal actions, for sb3-contrib."""
        return self._mask.astype(bool)

    def close(self) -> None:
        """Ends the process behind."""
        self._hide()
        self.games.close()

    def _go_on(self, now: Arrays, own: Any) -> tuple[Any, dict[str, Any]]:
        info = self._info(now)
        self._show()
        return self._shapes(now["observation"][0], self._mask), info

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
