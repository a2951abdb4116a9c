"""Games side by side in another process: what all environments here are made of."""

from __future__ import annotations

import contextlib
import operator
import os
import secrets
import struct
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .command import find_command
from .connection import HEADER, Connection, TabletopError

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
_FINALS = 1 << 15

Arrays: TypeAlias = "dict[str, np.ndarray]"

# Where arguments belong that are easily given to another call, where they would be taken for options of the game.
_ARGUMENTS = {
    "opponents": "gym_env, vector_env and selfplay_env",
    "seat": "gym_env and vector_env",
    "advisor": "gym_env, vector_env and selfplay_env",
    "action_features": "gym_env, vector_env and selfplay_env",
    "openings": "gym_env, vector_env and selfplay_env",
    "illegal_action": "gym_env, vector_env, selfplay_env and aec_env",
    "render_mode": "gym_env, vector_env and aec_env",
    "mask": "gym_env and vector_env",
    "prompts": "aec_env",
    "n": "vector_env and selfplay_env",
    "num_envs": "gymnasium.make_vec",
}


class Games:
    """`count` games.

    Args:
        game: id of a game, or the path of a module that exports one.
        options: of the game.
        call: whom the user has called, for messages.
        count: how many games.
        opponents: who may play, as `tabletop serve` takes it; empty: every seat is the learner's.
        rewards: whose are told: the `learner`'s one seat's, or those of all `seats`.
        seat: the learner's seat; None: drawn for each game from its seed.
        advisor: spec of a scripted player whose choice observations show.
        action_features: names of what is told of each action; True: all that there is.
        openings: up to so many random legal actions begin each game; how many, and which, follows from its seed.
        auto_reset: the step that ends a game begins the next.
        illegal_action: `error`, or `random`: a legal one is played in its place.
        command: how `tabletop` is started; see `find_command`.
    """

    def __init__(
        self,
        game: str,
        options: dict[str, Any],
        *,
        call: str,
        count: int = 1,
        opponents: Sequence[Mapping[str, Any]] = (),
        rewards: str = "seats",
        seat: int | None = None,
        advisor: str | None = None,
        action_features: bool | Sequence[str] = False,
        openings: int = 0,
        auto_reset: bool = False,
        illegal_action: str = "error",
        command: str | Sequence[str] | None = None,
    ) -> None:
        for name in options:
            if name in _ARGUMENTS:
                raise TabletopError(f"{name} is an argument of {_ARGUMENTS[name]}, not of {call}")
        self.count = count
        self._command = command
        self._opening = {
            "game": game,
            "options": options,
            "games": count,
            "rewards": rewards,
            "seat": seat,
            "advisor": advisor,
            "actionFeatures": action_features if isinstance(action_features, bool) else list(action_features),
            "openings": openings,
            "autoReset": auto_reset,
            "illegal": illegal_action,
        }
        self._opponents = [list(opponents)] * count
        self._connection: Connection | None = self._open()
        self._kept: _Kept | None = None
        self._endings: list[str] = []
        self._action_names: list[str] | None = None
        self._seeded = False
        _alive.add(self)

    def _open(self, agents: Sequence[str] = ()) -> Connection:
        """Starts the other process. `agents`: that play in games that will be loaded."""
        opponents = self._opponents[0]
        connection = Connection(find_command(self._command))
        try:
            facts = connection.open(**self._opening, opponents=opponents, agents=list(agents))
            for other, places in self._other_opponents():
                connection.ask("seat", opponents=other, games=places)
        except BaseException:
            connection.close()
            raise
        self.facts: dict[str, Any] = facts
        self.players: int = facts["players"]
        self.actions: int = facts["actions"]
        self.observation_size: int = facts["observationSize"]
        self.prompts: list[str] = facts["prompts"]
        self._size: int = HEADER + facts["blockSize"]
        self._places = _places(facts["layout"])
        alone = self._opening["rewards"] == "learner"
        self._final_shape = (-1, *(() if alone else (self.players,)), self.observation_size)
        # An answer with last observations too, of as many games as end in most steps, is read at once.
        final = 4 * self.observation_size * (1 if alone else self.players)
        self._room: int = self._size + min(self.count * final, _FINALS)
        return connection

    @property
    def connection(self) -> Connection:
        """The other process. A copy of this object, or this one in a forked process, starts its own when it is used."""
        if self._connection is None:
            kept, self._kept = self._kept, None
            self._connection = self._open(kept.agents if kept else ())
            self._endings = []
            if kept:
                self._connection.numbers_of("load", self._size, kept.body, sizes=kept.sizes)
        return self._connection

    def reset(self, seed: int | Sequence[int] | None) -> Arrays:
        """New games: one seed stands for `seed`, `seed + 1`, ...; a sequence has one for each.

        With None they are the next of the series that follows from the last seed given.
        """
        if seed is None and not self._seeded:
            seed = secrets.randbelow(2**31)
        seeds: list[int | None]
        if seed is None:
            seeds = [None] * self.count
        elif isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            seeds = [_seed(one) for one in seed]
        else:
            first = _seed(seed)
            seeds = [first + i for i in range(self.count)]
        now = self._arrays(self.connection.numbers("reset", self._size, seeds=[_sent(one) for one in seeds]))
        self._seeded = True
        return now

    def step(self, actions: Any) -> Arrays:
        """Plays one action in each game."""
        return self._arrays(self.connection.step(self._checked(actions).tobytes(), self._room))

    def step_one(self, action: Any) -> Arrays:
        """Plays an action in the only game."""
        try:
            body = struct.pack("<i", operator.index(action))
        except (TypeError, struct.error):
            raise TabletopError(f"an action is a whole number below {self.actions}, not {action!r}") from None
        return self._arrays(self.connection.step(body, self._room))

    def observe(self, seat: int | None, game: int = 0) -> np.ndarray:
        """What a seat sees [size]; None: what all of them see, from seat 0 on [seats * size]."""
        size = HEADER + 4 * self.observation_size * (self.players if seat is None else 1)
        return np.frombuffer(self.connection.numbers("observe", size, game=game, seat=seat), dtype="<f4", offset=HEADER)

    def describe(self, game: int = 0) -> dict[str, Any]:
        """Facts of a game for people: its seed, the position in words, and how it ended."""
        described: dict[str, Any] = self.connection.ask("describe", game=game)
        return described

    def draw(self, game: int = 0) -> str:
        """A picture of a game as the seat to act, or the learner, sees it: SVG."""
        svg: str = self.connection.ask("draw", game=game)
        return svg

    @property
    def action_names(self) -> list[str]:
        """What each action means in any position."""
        if self._action_names is None:
            self._action_names = self.connection.ask("actions")
        return list(self._action_names)

    def ending(self, number: int) -> str:
        """How a game ended, in a word or two. Asks only for what it has not heard of."""
        if number >= len(self._endings):
            self._endings = self.connection.ask("endings")
        return self._endings[number]

    def seat(self, opponents: Sequence[Mapping[str, Any]], games: Sequence[int] | None) -> list[int]:
        """Who plays from the next game of these places on. Returns which of the caller's players are still needed."""
        needed: list[int] = self.connection.ask("seat", opponents=list(opponents), games=games)
        now = list(opponents)
        for place in range(self.count) if games is None else games:
            self._opponents[place] = now
        return needed

    def save(self) -> tuple[list[int], list[str], bytes]:
        """Every game in flight: bytes of each, the agents that play, and the games one behind the other."""
        told, body = self.connection.with_bytes("save")
        return told["sizes"], told["agents"], body

    def load(self, sizes: list[int], body: bytes) -> Arrays:
        """Goes on from games that were saved."""
        now = self._arrays(self.connection.numbers_of("load", self._size, body, sizes=sizes))
        self._seeded = True
        return now

    def expand(self, games: Sequence[bytes], actions: np.ndarray, seed: int | None) -> tuple[Arrays, list[bytes]]:
        """Plays an action in each of these saved games: what it leads to, and the games that they become."""
        sizes = [len(game) for game in games]
        if actions.shape != (len(sizes),):
            raise TabletopError(f"there are {len(sizes)} states, and actions of shape {actions.shape} were given")
        places = _places(
            [
                {"name": "reward", "type": "float64", "shape": [len(sizes), self.players]},
                {"name": "observation", "type": "float32", "shape": [len(sizes), self.observation_size]},
                {"name": "seat", "type": "int32", "shape": [len(sizes)]},
                {"name": "size", "type": "int32", "shape": [len(sizes)]},
                {"name": "action_mask", "type": "uint8", "shape": [len(sizes), self.actions]},
            ]
        )
        end = -(-(places[-1][3] - HEADER + len(sizes) * self.actions) // 8) * 8 + HEADER
        answer = self.connection.numbers_of(
            "expand", end, b"".join(games), sizes=sizes, actions=actions.tolist(), seed=_sent(None if seed is None else _seed(seed))
        )
        arrays = {name: np.ndarray(shape, kind, answer, at) for name, kind, shape, at in places}
        ends = end + np.cumsum(arrays["size"], dtype=np.int64)
        view = memoryview(answer)
        pairs = zip(ends.tolist(), arrays["size"].tolist(), strict=True)
        return arrays, [bytes(view[at - size : at]) for at, size in pairs]

    def close(self) -> None:
        """Ends the process behind."""
        if self._connection is not None:
            self._connection.close()

    def keep(self) -> None:
        """Before a fork: remembers where the games stand, for the child. Nothing may be asked until `kept`."""
        if self._connection is None:
            return
        self._connection.lock.acquire()
        self._kept = None if self._connection.closed else self._snapshot()

    def kept(self, child: bool) -> None:
        """After a fork."""
        if self._connection is None:
            return
        if not child:
            self._connection.lock.release()
            self._kept = None
        elif not self._connection.closed:
            self._connection.leave()
            self._connection = None

    def _snapshot(self) -> _Kept | None:
        # Before the first game, or in the middle of a step, there is none: the copy wants a reset.
        with contextlib.suppress(TabletopError):
            return _Kept(*self.save())
        return None

    def __getstate__(self) -> dict[str, Any]:
        """A copy starts a process of its own when it is first used, and goes on where this one stands."""
        closed = self._connection is not None and self._connection.closed
        kept = self._kept if self._connection is None or closed else self._snapshot()
        return self.__dict__ | {"_connection": None, "_kept": kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        _alive.add(self)

    def _other_opponents(self) -> list[tuple[list[Any], list[int]]]:
        """Those of other places than the first, with these places."""
        groups: dict[int, tuple[list[Any], list[int]]] = {}
        for place, opponents in enumerate(self._opponents):
            groups.setdefault(id(opponents), (opponents, []))[1].append(place)
        return [group for group in groups.values() if group[0] is not self._opponents[0]]

    def _checked(self, actions: Any) -> np.ndarray:
        array = whole_numbers(actions, "actions")
        if array.shape != (self.count,):
            raise TabletopError(f"there are {self.count} games, and actions of shape {array.shape} were given")
        return array

    def _arrays(self, answer: bytearray) -> Arrays:
        arrays = {name: np.ndarray(shape, kind, answer, at) for name, kind, shape, at in self._places}
        # The last observations of the games that ended in this step.
        if len(answer) > self._size:
            arrays["final"] = np.frombuffer(answer, "<f4", offset=self._size).reshape(self._final_shape)
        return arrays


class _Kept(NamedTuple):
    """Games in flight, for a copy."""

    sizes: list[int]
    agents: list[str]
    body: bytes


_alive: weakref.WeakSet[Games] = weakref.WeakSet()


def _before_fork() -> None:
    for games in list(_alive):
        games.keep()


def _after_fork(child: bool) -> None:
    for games in list(_alive):
        games.kept(child)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork,
        after_in_parent=lambda: _after_fork(False),
        after_in_child=lambda: _after_fork(True),
    )


def agents(opponents: str | Sequence[str] | None) -> list[dict[str, Any]]:
    """Specs of those who play all seats but the learner's, as `Games` takes them. Default: `random`."""
    named = ["random"] if opponents is None else [opponents] if isinstance(opponents, str) else opponents
    if isinstance(named, Mapping) or not all(isinstance(one, str) for one in named):
        raise TabletopError(
            f"opponents are specs of agents, such as 'random', not {opponents!r}: "
            "selfplay_env takes mixes and functions"
        )
    return [{"players": list(named)}]


def whole_numbers(numbers: Any, what: str) -> np.ndarray:
    """An array of 32-bit whole numbers; refuses what is none, and what does not fit."""
    try:
        array = np.asarray(numbers)
    except (TypeError, ValueError):
        raise TabletopError(f"{what} are whole numbers, not {type(numbers).__name__}") from None
    if array.dtype.kind not in "iu":
        raise TabletopError(f"{what} are whole numbers, not {array.dtype}")
    narrow = array.astype("<i4")
    if array.dtype.itemsize >= 4 and not np.array_equal(narrow, array):
        raise TabletopError(f"{what} are whole numbers of 32 bits, and one is larger")
    return narrow


def refuse_options(options: Mapping[str, Any] | None, call: str) -> None:
    """Options of `reset` are settings of the environment here: none may be given in silence."""
    if options:
        names = ", ".join(map(str, options))
        raise TabletopError(f"reset takes no options, and {names} was given: options are arguments of {call}")


def _seed(seed: Any) -> int:
    try:
        return operator.index(seed)
    except TypeError:
        raise TabletopError(f"a seed is a whole number, not {seed!r}") from None


def _sent(seed: int | None) -> int | str | None:
    """A seed as the other side reads it: its numbers are exact up to 2**53, and a seed in digits is the same seed."""
    return seed if seed is None or abs(seed) < 2**53 else str(seed)


def _places(layout: list[dict[str, Any]]) -> list[tuple[str, np.dtype, tuple[int, ...], int]]:
    """Name, kind, shape and place of each array in an answer."""
    places = []
    at = HEADER
    for place in layout:
        kind = np.dtype(place["type"]).newbyteorder("<")
        shape = tuple(place["shape"])
        places.append((place["name"], kind, shape, at))
        at += int(np.prod(shape)) * kind.itemsize
    return places
