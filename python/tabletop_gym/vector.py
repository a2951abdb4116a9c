"""Many games as one Gymnasium vector environment, stepped together by one process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .connection import TabletopError
from .games import RUNNING, TERMINATED, TRUNCATED, Arrays, Games, agents, refuse_options
from .drawing import check_render_mode, pixels
from .observations import Mask, Observation, Shapes, Told
from .state import Copied


def vector_env(
    game: str, n: int, opponents: str | Sequence[str] | None = None, **settings: Any
) -> LearnerVectorEnv:
    """Makes a `LearnerVectorEnv`; see there."""
    return LearnerVectorEnv(game, n, opponents, **settings)


class LearnerVectorEnv(Told, Copied, VectorEnv):
    """`num_envs` games, one seat of each; arguments as of `LearnerEnv`.

    A game that ends is followed by the next in the same step (`AutoresetMode.SAME_STEP`): observation, mask and seat
    are those of the new game, and `info["final_obs"]` has what the learner last saw of the old one. `render()` is a tuple
    of what each game looks like; there is no window.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
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
        if render_mode == "human":
            raise TabletopError("render_mode of vector_env is one of ansi, rgb_array: it has no window")
        check_render_mode(render_mode, "vector_env")
        self.render_mode = render_mode
        self.games = Games(
            game,
            options,
            call="vector_env",
            count=num_envs,
            opponents=agents(opponents),
            rewards="learner",
            seat=seat,
            auto_reset=True,
            action_features=action_features,
            advisor=advisor,
            openings=openings,
            illegal_action=illegal_action,
            command=command,
        )
        self.num_envs = num_envs
        self._shapes = Shapes(self.games, observation, mask)
        self.single_observation_space = self._shapes.space
        self.single_action_space = gymnasium.spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = np.zeros(num_envs, dtype=np.int32)
        self._mask = np.zeros((num_envs, self.games.actions), dtype=np.int8)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games. One seed stands for `seed`, `seed + 1`, ...; a list has one for each."""
        refuse_options(options, "vector_env")
        one = None if seed is None or isinstance(seed, Sequence) else int(seed)
        super().reset(seed=one)
        now = self.games.reset(seed)
        return self._go_on(now, None)

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays one action in every game."""
        now = self.games.step(actions)
        ended = now["ended"]
        info = self._info(now)
        over = ended != RUNNING
        if "final" in now:
            which = np.flatnonzero(over)
            final = np.full(self.num_envs, None, dtype=object)
            for i, seen in zip(which, now["final"], strict=True):
                final[i] = self._shapes(seen)
            place = np.zeros(self.num_envs, dtype=int)
            place[which] = now["place"][which, self._seat[which]]
            places = {"place": place, "_place": over}
            info |= {"final_obs": final, "_final_obs": over, "final_info": places, "_final_info": over, **places}
        self._seat = now["seat"]
        seen = self._shapes(now["observation"], self._mask)
        return seen, now["reward"], ended == TERMINATED, ended == TRUNCATED, info

    def action_masks(self) -> np.ndarray:
        """[n, actions] the legal actions of each game."""
        return self._mask.astype(bool)

    def render(self) -> tuple[Any, ...] | None:
        """Every game as the learner sees it: words, or uint8 [720, 960, 3]."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return tuple(self.games.describe(i)["text"] for i in range(self.num_envs))
        return tuple(pixels(self.games.draw(i)) for i in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the process behind."""
        self.games.close()

    def _go_on(self, now: Arrays, own: Any) -> tuple[Any, dict[str, Any]]:
        self._seat = now["seat"]
        info = self._info(now)
        return self._shapes(now["observation"], self._mask), info

    def _info(self, now: Arrays) -> dict[str, Any]:
        self._mask = now["action_mask"].view(np.int8)
        told = {"action_features": now["action_features"]} if now["action_features"].size else {}
        return told | {"action_mask": self._mask.copy(), "seat": now["seat"], "replaced": now["replaced"].view(bool)}
