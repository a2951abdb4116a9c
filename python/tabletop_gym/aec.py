"""A game as a PettingZoo AEC environment: every seat is yours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from .games import RUNNING, TERMINATED, TRUNCATED, Games


def aec_env(game: str, **settings: Any) -> AECGame:
    """Makes an `AECGame`; see there."""
    return AECGame(game, **settings)


class AECGame(AECEnv):
    """All seats of a game, `player_0` and so on.

    Args:
        game: id of a game (`tabletop games` lists them), or the path of a module that exports one.
        command: how `tabletop` is started; see `find_command`.
        render_mode: `ansi`: `render()` gives the position in words, as the seat to act sees it.
        options: options of the game, such as `players=3`.

    An observation is a dictionary with `observation` and `action_mask`; the mask of a seat that is not to act is empty.
    """

    def __init__(
        self,
        game: str,
        *,
        command: str | Sequence[str] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.games = Games(game, options, opponents=None, command=command)
        self.metadata = {"render_modes": ["ansi"], "name": f"{self.games.facts['game']}_v0", "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.games.players)]
        self.agents: list[str] = []
        size, actions = self.games.observation_size, self.games.actions
        self.infos: dict[str, dict[str, Any]] = {}
        self._observation_spaces: dict[str, gymnasium.spaces.Space[Any]] = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces: dict[str, gymnasium.spaces.Space[Any]] = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same object each time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same object each time."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Without a seed: the next of the series that follows from the last one."""
        self._now = self.games.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._now["seat"][0])]
        self._inform()

    def step(self, action: int | None) -> None:
        """Plays an action of the seat to act; None for a seat whose game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        now = self.games.step([action])
        self._now = now
        acted = self.agent_selection
        self._cumulative_rewards[acted] = 0.0
        self.rewards = {agent: float(now["reward"][0, seat]) for seat, agent in enumerate(self.possible_agents)}
        ended = int(now["ended"][0])
        if ended == RUNNING:
            self.agent_selection = self.possible_agents[int(now["seat"][0])]
        else:
            self.terminations = dict.fromkeys(self.agents, ended == TERMINATED)
            self.truncations = dict.fromkeys(self.agents, ended == TRUNCATED)
            # Everybody hears of the end, beginning after the seat that brought it about.
            self.agent_selection = self.agents[(self.agents.index(acted) + 1) % len(self.agents)]
        self._inform()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat sees now, its turn or not."""
        seat = self.possible_agents.index(agent)
        acts = int(self._now["seat"][0]) == seat
        mask = self._now["action_mask"][0].astype(np.int8)
        return {
            "observation": self._now["observation"][0].copy() if acts else self.games.observe(seat),
            "action_mask": mask if acts else np.zeros_like(mask),
        }

    def render(self) -> str | None:
        """The position as the seat to act sees it, in words."""
        return self.games.describe()["text"] if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the process behind."""
        self.games.close()

    def _inform(self) -> None:
        over = int(self._now["ended"][0]) != RUNNING
        prompt = "" if over else self.games.prompts[int(self._now["prompt"][0])]
        self.infos = {agent: {} for agent in self.agents}
        if over:
            for seat, agent in enumerate(self.possible_agents):
                self.infos[agent] = {"place": int(self._now["place"][0, seat])}
        else:
            self.infos[self.agent_selection] = {"prompt": prompt}
