"""Many games as one Gymnasium vector environment, stepped together by one process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .games import RUNNING, TERMINATED, TRUNCATED, Arrays, Games, agents, refuse_options
from .state import Copied


def vector_env(
    game: str, n: int, opponents: str | Sequence[str] | None = None, **settings: Any
) -> LearnerVectorEnv:
    """Makes a `LearnerVectorEnv`; see there."""
    return LearnerVectorEnv(game, n, opponents, **settings)


class LearnerVectorEnv(Copied, VectorEnv):
    """`num_envs` games, one seat of each; arguments as of `LearnerEnv`.

    A game that ends is followed by the next in the same step (`AutoresetMode.SAME_STEP`): observation, mask and seat
    are those of the new game, and `info["final_obs"]` has what the learner last saw of the old one.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

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
        command: str | Sequence[str] | None = None,
        **options: Any,
    ) -> None:
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
        self.single_observation_space = gymnasium.spaces.Box(
            -np.inf, np.inf, (self.games.observation_size,), np.float32
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.games.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = np.zeros(num_envs, dtype=np.int32)
        self._mask = np.zeros((num_envs, self.games.actions), dtype=np.int8)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """New games. One seed stands for `seed`, `seed + 1`, ...; a list has one for each."""
        refuse_options(options, "vector_env")
        one = None if seed is None or isinstance(seed, Sequence) else int(seed)
        super().reset(seed=one)
        now = self.games.reset(seed)
        return self._go_on(now, None)

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays one action in every game."""
        now = self.games.step(actions)
        ended = now["ended"]
        info = self._info(now)
        over = ended != RUNNING
        if "final" in now:
            which = np.flatnonzero(over)
            final = np.full(self.num_envs, None, dtype=object)
            for i, observation in zip(which, now["final"], strict=True):
                final[i] = observation
            place = np.zeros(self.num_envs, dtype=int)
            place[which] = now["place"][which, self._seat[which]]
            places = {"place": place, "_place": over}
            info |= {"final_obs": final, "_final_obs": over, "final_info": places, "_final_info": over, **places}
        self._seat = now["seat"]
        return now["observation"], now["reward"], ended == TERMINATED, ended == TRUNCATED, info

    def action_masks(self) -> np.ndarray:
        """[n, actions] the legal actions of each game."""
        return self._mask.astype(bool)

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the process behind."""
        self.games.close()

    def _go_on(self, now: Arrays, own: Any) -> tuple[np.ndarray, dict[str, Any]]:
        self._seat = now["seat"]
        return now["observation"], self._info(now)

    def _info(self, now: Arrays) -> dict[str, Any]:
        self._mask = now["action_mask"].view(np.int8)
        told = {"action_features": now["action_features"]} if now["action_features"].size else {}
        return told | {"action_mask": self._mask.copy(), "seat": now["seat"], "replaced": now["replaced"].view(bool)}
