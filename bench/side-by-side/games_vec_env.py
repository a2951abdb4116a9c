"""Our games as stable-baselines3 wants them: its VecEnv over the package tabletop_gym, one process of ours a part."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from tabletop_gym import vector_env  # noqa: E402


class GamesVecEnv(VecEnv):
    """Games side by side, in parts that are stepped at the same time.

    Args:
        game: id of a game.
        options: options of the game.
        rivals: of each part, the agent in all seats but the learner's and the number of games.
        seed: of all games.

    A game that is cut at a cap is over, as `tabletop train` has it: nothing is bootstrapped there.
    """

    def __init__(self, game, options, rivals, seed):
        self.parts = [vector_env(game, part["games"], [part["agent"]], **options) for part in rivals]
        self.ends = np.cumsum([part.num_envs for part in self.parts])
        self.pool = ThreadPoolExecutor(len(self.parts))
        self.first_seed = seed * 1_000_000
        self.running = []
        self.idle = [{} for _ in range(self.ends[-1])]
        super().__init__(
            int(self.ends[-1]), self.parts[0].single_observation_space, self.parts[0].single_action_space
        )

    def reset(self):
        seeds = [self.first_seed + int(end) - part.num_envs for part, end in zip(self.parts, self.ends)]
        results = self.pool.map(lambda part, seed: part.reset(seed=seed), self.parts, seeds)
        return np.concatenate([observation for observation, _ in results])

    def step_async(self, actions):
        shares = np.split(np.asarray(actions), self.ends[:-1])
        self.running = [self.pool.submit(part.step, share) for part, share in zip(self.parts, shares)]

    def step_wait(self):
        results = [one.result() for one in self.running]
        observations, rewards, terminated, truncated = (
            np.concatenate([result[i] for result in results]) for i in range(4)
        )
        dones = terminated | truncated
        return observations, rewards.astype(np.float32), dones, self._infos(results, dones)

    def _infos(self, results, dones):
        if not dones.any():
            return self.idle
        infos = [{} for _ in dones]
        for (*_, info), part, end in zip(results, self.parts, self.ends):
            for i in np.flatnonzero(info.get("_final_obs", [])):
                infos[end - part.num_envs + i] = {"terminal_observation": info["final_obs"][i]}
        return infos

    def close(self):
        for part in self.parts:
            part.close()
        self.pool.shutdown()

    def env_method(self, method_name, *args, indices=None, **kwargs):
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return np.concatenate([part.action_masks() for part in self.parts])

    def get_attr(self, attr_name, indices=None):
        # What is asked for: whether there are masks, and how to draw (not at all).
        if attr_name not in ("action_masks", "render_mode"):
            raise AttributeError(attr_name)
        return [None] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs
