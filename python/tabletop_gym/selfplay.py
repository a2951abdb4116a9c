"""All seats of many games in one process: for self-play, alone or against players that change while it learns."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import gymnasium
import numpy as np

from .connection import TabletopError
from .games import TERMINATED, TRUNCATED, Arrays, Games, whole_numbers
from .observations import Observation, Shapes, Told
from .state import Copied

# Who may sit: "learner", the spec of an agent, or a function of (observations [k, size], masks [k, actions], seats [k],
# generator) that returns k legal actions.
Chooser: TypeAlias = Callable[[Any, np.ndarray, np.ndarray, np.random.Generator], Any]
Player: TypeAlias = "str | Chooser"
Table: TypeAlias = "Player | Sequence[Player]"
Opponents: TypeAlias = "Table | Mapping[Table, float] | None"


class Turns(NamedTuple):
    """What a step of `SelfPlayEnv` leads to: a decision of the learner in each of n games. The arrays are yours."""

    agent: np.ndarray
    """[n] int32: the seat to act."""
    observation: Any
    """[n, size] float32: what it sees; with `observation="pieces"` a dictionary of arrays [n, ...]."""
    mask: np.ndarray
    """[n, actions] bool: its legal actions."""
    reward: np.ndarray
    """[n, seats] float64: what every seat got since the step before, of a game that ended up to its end."""
    terminated: np.ndarray
    """[n] bool: the game before ended by its rules; agent, observation and mask are of the next one."""
    truncated: np.ndarray
    """[n] bool: it was cut at a cap that is not in its rules."""
    learner: np.ndarray
    """[n, seats] bool: which seats are the learner's. Of a game that has just ended: see the step before."""
    table: np.ndarray
    """[n] int32: who plays, as an index into the mix of opponents."""
    place: np.ndarray
    """[n, seats] uint8: of a game that has just ended the place of each seat, 0 is first; else zeros."""
    final_observation: Any
    """[k, seats, size] float32, or pieces [k, seats, ...]: what each seat saw last, of the k games that have just ended, in their order."""
    action_features: np.ndarray
    """[n, actions, numbers] float32: what is told of each action; zeros for illegal ones. Without any: no numbers."""


def selfplay_env(game: str, n: int, opponents: Opponents = None, **settings: Any) -> SelfPlayEnv:
    """Makes a `SelfPlayEnv`; see there."""
    return SelfPlayEnv(game, n, opponents, **settings)


class SelfPlayEnv(Told, Copied):
    """`n` games; you act for the learner, which has all seats or those that it does not leave to others.

    Args:
        game: id of a game (`tabletop games` lists them), or the path of a module that exports one.
        n: how many games, played side by side. A game that ends is followed by the next in the same step.
        opponents: who plays beside the learner; default: it has all seats. A player is `"learner"`, the spec of an
            agent, or a function of (observations [k, size], masks [k, actions] bool, seats [k], numpy generator) that
            returns k legal actions. One player has all seats but the learner's, which is drawn for each game; a
            sequence has one for each seat, or one for each but the learner's in turn order. A dictionary is a mix:
            such players (tuples of them) and how often, drawn for each game from its seed.
        action_features: what is told of each action, for policies that read it: True for all that the game has, or names
            (`env.games.facts["actionFeatures"]` lists them). `action_features` of a turn.
        advisor: a scripted player, `scripted:<name>`, whose choice observations show to the seat to act, as policies
            with an advisor read it. It has features of actions too.
        openings: up to so many random legal actions, of whatever seat, begin each game; how many, and which, follows from
            its seed. Without luck in the rules, games against agents that draw nothing are all alike else.
        illegal_action: what becomes of an action that is not legal: `error` raises `TabletopError`, `random` plays a
            legal one in its place.
        observation: `flat`: float32 arrays; `pieces`: dictionaries of the pieces by name, each in its shape, planes as
            [planes, rows, columns]. Your functions get the same.
        command: how `tabletop` is started; see `find_command`.
        options: options of the game, such as `players=3`.
    """

    def __init__(
        self,
        game: str,
        n: int,
        opponents: Opponents = None,
        *,
        action_features: bool | Sequence[str] = False,
        advisor: str | None = None,
        openings: int = 0,
        illegal_action: str = "error",
        observation: Observation = "flat",
        command: str | Sequence[str] | None = None,
        **options: Any,
    ) -> None:
        self._players: list[Chooser | None] = []
        self.games = Games(
            game,
            options,
            call="selfplay_env",
            count=n,
            opponents=self._tables(opponents),
            auto_reset=True,
            action_features=action_features,
            advisor=advisor,
            openings=openings,
            illegal_action=illegal_action,
            command=command,
        )
        self.num_envs = n
        self.seats: int = self.games.players
        self._shapes = Shapes(self.games, observation)
        self.single_observation_space = self._shapes.space
        self.single_action_space = gymnasium.spaces.Discrete(self.games.actions)
        self._rng = np.random.default_rng()
        self._no_final = np.zeros((0, self.seats, self.games.observation_size), dtype=np.float32)
        self._strict = illegal_action == "error"
        self._whole = False

    def reset(self, *, seed: int | Sequence[int] | None = None) -> Turns:
        """New games. One seed stands for `seed`, `seed + 1`, ...; a sequence has one for each.

        Without a seed they are the next of the series that the last seed began.
        """
        self._whole = False
        now = self.games.reset(seed)
        if seed is not None:
            parts = seed if isinstance(seed, Sequence | np.ndarray) else [seed]
            self._rng = np.random.default_rng([int(part) % 2**64 for part in parts])
        return self._turns(self._settled(now))

    def step(self, actions: Any) -> Turns:
        """Plays an action of the learner in every game, and everybody else's up to its next decision.

        Args:
            actions: [n] whole numbers, for the seats `agent` of the step before.
        """
        if not self._whole:
            raise TabletopError("there is no game to continue: call reset() first")
        now = self.games.step(actions)
        if now["player"].any():
            now = self._settled(now)
        return self._turns(now)

    def set_opponents(self, opponents: Opponents, games: Sequence[int] | None = None) -> None:
        """Who plays from the next game of these places on; `games`: their numbers, default all. Running games go on."""
        places = None if games is None else whole_numbers(games, "numbers of games").tolist()
        needed = self.games.seat(self._tables(opponents), places)
        self._players = [player if i + 1 in needed else None for i, player in enumerate(self._players)]

    def close(self) -> None:
        """Ends the process behind."""
        self.games.close()

    def _own_state(self) -> Any:
        return self._rng.bit_generator.state

    def _go_on(self, now: Arrays, own: Any) -> Turns:
        if own is not None:
            try:
                self._rng.bit_generator.state = own
            except (TypeError, ValueError, KeyError, OverflowError):
                raise TabletopError("this is not a state that was saved, or it is damaged") from None
        return self._turns(now)

    def _settled(self, now: Arrays) -> Arrays:
        """Asks the caller's players until it is the learner's turn in every game."""
        self._whole = False
        while (asked := now["player"]).any():
            actions = np.zeros(self.num_envs, dtype=np.int32)
            mask = now["action_mask"].view(bool)
            for number in np.unique(asked[asked > 0]).tolist():
                where = np.flatnonzero(asked == number)
                chooser = self._players[number - 1]
                assert chooser is not None
                chosen = chooser(self._shapes(now["observation"][where]), mask[where], now["seat"][where], self._rng)
                name = _name(chooser)
                chosen = whole_numbers(chosen, f"actions of {name}")
                if chosen.shape != where.shape:
                    raise TabletopError(f"{name} was asked for {len(where)} actions, and gave {chosen.shape}")
                wrong = ~((chosen >= 0) & (chosen < mask.shape[1]) & mask[where, chosen.clip(0, mask.shape[1] - 1)])
                if wrong.any() and self._strict:
                    at = wrong.argmax()
                    raise TabletopError(f"{name}: action {chosen[at]} is not legal in game {where[at]}")
                actions[where] = chosen
            now = self.games.step(actions)
        self._whole = True
        return now

    def _turns(self, now: Arrays) -> Turns:
        self._whole = True
        ended = now["ended"]
        return Turns(
            now["seat"],
            self._shapes(now["observation"]),
            now["action_mask"].view(bool),
            now["reward"],
            ended == TERMINATED,
            ended == TRUNCATED,
            now["learner"].view(bool),
            now["table"],
            now["place"],
            self._shapes(now.get("final", self._no_final)),
            now["action_features"],
        )

    def _tables(self, opponents: Opponents) -> list[dict[str, Any]]:
        if opponents is None:
            return []
        if not isinstance(opponents, Mapping):
            return [{"players": self._seated(opponents)}]
        mix = {table: _weight(weight, table) for table, weight in opponents.items()}
        if not any(mix.values()):
            raise TabletopError("no opponents in this mix have a weight above 0")
        return [{"players": self._seated(table), "weight": weight} for table, weight in mix.items()]

    def _seated(self, table: Table) -> list[str | int | None]:
        if isinstance(table, str) or callable(table):
            table = [table]
        elif not isinstance(table, Sequence):
            raise TabletopError(f"{table!r} is no opponent: name 'learner', an agent, a function, or one for each seat")
        return [self._number(player) for player in table]

    def _number(self, player: Player) -> str | int | None:
        if isinstance(player, str):
            return None if player == "learner" else player
        if not callable(player):
            raise TabletopError(f"{player!r} is no opponent: name 'learner', an agent or a function")
        for i, known in enumerate(self._players):
            if known is player:
                return i + 1
        self._players.append(player)
        return len(self._players)


def _name(chooser: Chooser) -> str:
    return getattr(chooser, "__name__", type(chooser).__name__)


def _weight(weight: Any, table: Table) -> float:
    if isinstance(weight, bool) or not isinstance(weight, int | float | np.number) or not 0 <= weight < math.inf:
        raise TabletopError(f"the weight of {table!r} is {weight!r}: wanted a number from 0 on")
    return float(weight)
