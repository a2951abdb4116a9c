"""Games for stable-baselines3 and sb3-contrib: their `VecEnv`, with the masks that MaskablePPO asks for."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv as BaseVecEnv

from .connection import TabletopError
from .vector import LearnerVectorEnv, vector_env


class VecEnv(BaseVecEnv):
    """`n` games, one seat of each, stepped by one message to one process.

    Args:
        game: id of a game, or the path of a module that exports one.
        n: how many games.
        opponents: as of `vector_env`.
        seed: of the first `reset`: game i has the seed `seed + i`. `seed()`, which a model with a seed calls, replaces it.
        settings: those of `vector_env`, and options of the game.

    Observations are [n, size] float32 (`observation="pieces"`: dictionaries, for `MultiInputPolicy`), rewards [n] float32, masks (`env_method("action_masks")`) [n, actions] bool.
    The info of a game that ends in a step has

    - `terminal_observation`: [size] float32, what the learner last saw of it (the observation returned is the next game's);
    - `episode`: `r`, the sum of its rewards, `l`, its decisions, `t`, the seconds since the start: what `Monitor` writes
      and models log;
    - `place`: the learner's, 0 is first;
    - `TimeLimit.truncated`: whether the game would have gone on to earn rewards, so that its last position is worth what the
      critic says. A ranked game that is cut pays at the cut: here it is False.
    """

    def __init__(
        self, game: str, n: int, opponents: Sequence[str] | None = None, *, seed: int | None = None, **settings: Any
    ) -> None:
        if settings.get("mask", "info") != "info":
            raise TabletopError("MaskablePPO asks for masks by action_masks(): leave mask out")
        self._take([vector_env(game, n, opponents, **settings)], seed)

    @classmethod
    def side_by_side(cls, parts: Iterable[LearnerVectorEnv], *, seed: int | None = None) -> VecEnv:
        """Environments of one game as one, such as one against each of several opponents; all are stepped at once."""
        self = cls.__new__(cls)
        self._take(list(parts), seed)
        return self

    def _take(self, parts: list[LearnerVectorEnv], seed: int | None) -> None:
        self.parts = parts
        self._ends = np.cumsum([part.num_envs for part in parts])
        self._pool = ThreadPoolExecutor(len(parts))
        self._running: list[Future[Any]] = []
        self._began = time.perf_counter()
        super().__init__(int(self._ends[-1]), parts[0].single_observation_space, parts[0].single_action_space)
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, dtype=np.int64)
        if seed is not None:
            self.seed(seed)

    def reset(self) -> Any:
        """New games: [n, size] float32, or pieces [n, ...]. Games without a seed go on in the series of their last one."""
        shares = [self._seeds[int(end) - part.num_envs : int(end)] for part, end in zip(self.parts, self._ends)]
        results: list[Any] = list(self._pool.map(_reset, self.parts, shares))
        self._reset_seeds()
        self._reset_options()
        self._returns[:] = 0
        self._lengths[:] = 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return _joined(results)

    def step_async(self, actions: np.ndarray) -> None:
        """Sends actions [n], an integer each."""
        shares = np.split(np.asarray(actions), self._ends[:-1])
        self._running = [self._pool.submit(part.step, share) for part, share in zip(self.parts, shares)]

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """What the actions led to: observations [n, size], rewards [n], whether a game has ended [n], infos."""
        results = [one.result() for one in self._running]
        observations = _joined([result[0] for result in results])
        rewards, terminated, truncated = (np.concatenate([result[i] for result in results]) for i in range(1, 4))
        dones = terminated | truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for (*_, info), part, end in zip(results, self.parts, self._ends):
            first = int(end) - part.num_envs
            for i in map(int, np.flatnonzero(dones[first:end])):
                infos[first + i] = {
                    "terminal_observation": info["final_obs"][i],
                    "episode": self._episode(first + i),
                    "place": int(info["place"][i]),
                    "TimeLimit.truncated": bool(truncated[first + i] and part.games.facts["timeLimit"]),
                }
        return observations, rewards.astype(np.float32), dones, infos

    def action_masks(self) -> np.ndarray:
        """[n, actions] bool: the legal actions of each game."""
        return np.concatenate([part.action_masks() for part in self.parts])

    def close(self) -> None:
        """Ends the processes behind."""
        for part in self.parts:
            part.close()
        self._pool.shutdown()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks`, the one method that the games have: a list of [actions] bool."""
        if method_name != "action_masks":
            raise AttributeError(f"games have no method {method_name}: action_masks is all there is")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What is asked for of games: whether there are masks, and how they are drawn (not at all)."""
        if attr_name not in ("action_masks", "render_mode"):
            raise AttributeError(f"games have no attribute {attr_name}")
        value = self.action_masks if attr_name == "action_masks" else None
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: games live in another process."""
        raise AttributeError(f"games have no attribute {attr_name} to set")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Whether a wrapper's work is done here: that of `Monitor` is."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def _episode(self, i: int) -> dict[str, Any]:
        told = {
            "r": round(float(self._returns[i]), 6),
            "l": int(self._lengths[i]),
            "t": round(time.perf_counter() - self._began, 6),
        }
        self._returns[i] = 0
        self._lengths[i] = 0
        return told


def _joined(parts: list[Any]) -> Any:
    """Observations of parts as those of the whole."""
    if isinstance(parts[0], dict):
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return np.concatenate(parts)


def _reset(part: LearnerVectorEnv, seeds: Sequence[int | None]) -> Any:
    told = [int(seed) for seed in seeds if seed is not None]
    return part.reset(seed=told or None)[0]
