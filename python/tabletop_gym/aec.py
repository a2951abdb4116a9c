"""A game as a PettingZoo AEC environment: every seat is yours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from .connection import TabletopError
from .games import RUNNING, TERMINATED, TRUNCATED, Arrays, Games, refuse_options
from .drawing import RENDER_MODES, Drawn, check_render_mode
from .observations import Observation, Shapes, Told, with_mask
from .state import Copied


def aec_env(game: str, **settings: Any) -> AECGame:
    """Makes an `AECGame`; see there."""
    return AECGame(game, **settings)


def parallel_env(game: str, **settings: Any) -> ParallelEnv:
    """The same as a PettingZoo parallel environment, for libraries that take no other.

    All seats give an action in each step. The one of the seat to act is played, the others count for nothing: their masks
    are empty, and any number will do.

    Args:
        settings: those of `AECGame`.
    """
    return turn_based_aec_to_parallel(AECGame(game, **settings))


class AECGame(Drawn, Told, Copied, AECEnv):
    """All seats of a game, `player_0` and so on.

    Args:
        game: id of a game (`tabletop games` lists them), or the path of a module that exports one.
        command: how `tabletop` is started; see `find_command`.
        illegal_action: what becomes of an action that is not legal: `error` raises `TabletopError`, `random` plays a
            legal one in its place.
        observation: `flat`: float32 [size]; `pieces`: a dictionary of the pieces by name, each in its shape, planes as
            [planes, rows, columns].
        prompts: the info of the seat to act has `prompt`, the kind of the decision in words; else infos hold no words.
        render_mode: what `render()` gives, as the seat to act sees it: `ansi` words, `rgb_array` a picture, `human` a
            window.
        options: options of the game, such as `players=3`.

    An observation is a dictionary with `observation` and `action_mask`; the mask of a seat that is not to act is empty.
    `state()` is what all seats see together, for critics that may know it in training.
    """

    def __init__(
        self,
        game: str,
        *,
        illegal_action: str = "error",
        observation: Observation = "flat",
        prompts: bool = False,
        command: str | Sequence[str] | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, "aec_env")
        self.games = Games(game, options, call="aec_env", illegal_action=illegal_action, command=command)
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "name": f"{self.games.facts['game']}_v0",
            "is_parallelizable": False,
        }
        self._words = prompts
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.games.players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._now: Arrays = {}
        self._cumulative_rewards: dict[str, float] = {}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = self.games.actions
        self._shapes = Shapes(self.games, observation)
        self._observation_spaces = {agent: with_mask(self._shapes.space, actions) for agent in self.possible_agents}
        flat = self._shapes.flat
        self.state_space = gymnasium.spaces.Box(
            np.tile(flat.low, self.games.players), np.tile(flat.high, self.games.players), dtype=np.float32
        )
        self._action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same object each time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same object each time."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Without a seed: the next of the series that follows from the last one."""
        # PettingZoo's own test passes an option of this name.
        refuse_options({name: value for name, value in (options or {}).items() if name != "options"}, "aec_env")
        self._go_on(self.games.reset(seed), None)

    def step(self, action: int | None) -> None:
        """Plays an action of the seat to act; None for a seat whose game is over."""
        if not self.agents:
            raise TabletopError("there is no game to continue: call reset() first")
        acted = self.agent_selection
        if self.terminations[acted] or self.truncations[acted]:
            if action is not None:
                raise TabletopError(f"the game is over for {acted}: step(None), or reset()")
            self._was_dead_step(action)
            return
        now = self._now = self.games.step_one(action)
        total = self._cumulative_rewards
        total[acted] = 0.0
        gained = now["reward"][0].tolist()
        self.rewards = dict(zip(self.possible_agents, gained, strict=True))
        for agent, gain in self.rewards.items():
            total[agent] += gain
        ended = now["ended"].item()
        if ended == RUNNING:
            self._select()
            return
        self._end(ended)
        # Everybody hears of the end, beginning after the seat that brought it about.
        self.agent_selection = self.agents[(self.agents.index(acted) + 1) % len(self.agents)]

    def _end(self, ended: int) -> None:
        self.terminations = dict.fromkeys(self.agents, ended == TERMINATED)
        self.truncations = dict.fromkeys(self.agents, ended == TRUNCATED)
        places = self._now["place"][0].tolist()
        self.infos = {agent: {"place": place} for agent, place in zip(self.possible_agents, places, strict=True)}
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat sees now, its turn or not."""
        now = self._now
        if not now:
            raise TabletopError("there is no game yet: call reset() first")
        seat = self._seats[agent]
        acting = now["seat"].item()
        if acting == seat:
            # Arrays of this step, but not those that a later call hands out too.
            seen, mask = now["observation"][0].copy(), now["action_mask"][0].astype(np.int8)
        else:
            seen = now["final"][0, seat].copy() if acting < 0 else self.games.observe(seat)
            mask = np.zeros(self.games.actions, dtype=np.int8)
        return {"observation": self._shapes(seen), "action_mask": mask}

    def state(self) -> np.ndarray:
        """What all seats see together: the observation of `player_0`, then that of `player_1` and so on.

        It shows what some seats may not know, and nothing that none of them knows, such as the order of a deck.

        Returns:
            float32 [seats * size]
        """
        if not self._now:
            raise TabletopError("there is no game yet: call reset() first")
        return self.games.observe(None)

    def close(self) -> None:
        """Ends the process behind."""
        self._hide()
        self.games.close()

    def _own_state(self) -> Any:
        gained = [self.rewards.get(agent, 0.0) for agent in self.possible_agents]
        total = [self._cumulative_rewards.get(agent, 0.0) for agent in self.possible_agents]
        return {"left": self.agents, "selected": self.agent_selection, "rewards": gained, "total": total}

    def _go_on(self, now: Arrays, own: Any) -> None:
        everybody = self.possible_agents
        gained = now["reward"][0].tolist()
        acting = everybody[max(0, now["seat"].item())]
        own = own or {"left": everybody, "selected": acting, "rewards": gained, "total": gained}
        try:
            left, selected = list(own["left"]), own["selected"]
            rewards, total = ([float(one) for one in own[name]] for name in ("rewards", "total"))
            if not set(left) <= set(everybody) or (left and selected not in left):
                raise ValueError
            if not len(rewards) == len(total) == len(everybody):
                raise ValueError
        except (TypeError, ValueError, KeyError):
            raise TabletopError("this is not a state that was saved, or it is damaged") from None
        self._now = now
        self.agents = left
        self.rewards = {agent: rewards[self._seats[agent]] for agent in left}
        self._cumulative_rewards = {agent: total[self._seats[agent]] for agent in left}
        self.terminations = dict.fromkeys(left, False)
        self.truncations = dict.fromkeys(left, False)
        ended = now["ended"].item()
        if ended == RUNNING:
            self._select()
            return
        self._end(ended)
        self.infos = {agent: self.infos[agent] for agent in left}
        self.agent_selection = selected

    def _select(self) -> None:
        """It is the turn of the seat to act."""
        self.agent_selection = self.possible_agents[self._now["seat"].item()]
        self.infos = {agent: {} for agent in self.possible_agents}
        if self._words:
            self.infos[self.agent_selection] = {"prompt": self.games.prompts[self._now["prompt"].item()]}
        self._show()
