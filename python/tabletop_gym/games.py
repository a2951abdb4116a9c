"""Games side by side in another process: what all environments here are made of."""

from __future__ import annotations

import operator
import secrets
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .command import find_command
from .connection import HEADER, Connection, TabletopError

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2

Arrays = dict[str, np.ndarray]

# Where arguments belong that are easily given to another call, where they would be taken for options of the game.
_ARGUMENTS = {
    "opponents": "gym_env, vector_env and selfplay_env",
    "seat": "gym_env and vector_env",
    "illegal_action": "gym_env, vector_env and selfplay_env",
    "render_mode": "gym_env and aec_env",
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
        auto_reset: bool = False,
        illegal_action: str = "error",
        command: str | Sequence[str] | None = None,
    ) -> None:
        for name in options:
            if name in _ARGUMENTS:
                raise TabletopError(f"{name} is an argument of {_ARGUMENTS[name]}, not of {call}")
        self.count = count
        self.connection = Connection(find_command(command))
        try:
            self.facts = self.connection.open(
                game=game,
                options=options,
                games=count,
                opponents=list(opponents),
                rewards=rewards,
                seat=seat,
                autoReset=auto_reset,
                illegal=illegal_action,
            )
        except BaseException:
            self.connection.close()
            raise
        self.players: int = self.facts["players"]
        self.actions: int = self.facts["actions"]
        self.observation_size: int = self.facts["observationSize"]
        self.prompts: list[str] = self.facts["prompts"]
        self._size: int = HEADER + self.facts["blockSize"]
        self._places = _places(self.facts["layout"])
        self._final_shape = (-1, self.observation_size) if rewards == "learner" else (-1, self.players, self.observation_size)
        self._endings: list[str] = []
        self._seeded = False

    def reset(self, seed: int | None, seeds: Sequence[int] | None = None) -> Arrays:
        """New games: seeded, or (with None) the next of the series that follows from the last seed given."""
        if seeds is None:
            if seed is None and not self._seeded:
                seed = secrets.randbelow(2**31)
            seeds = [None] * self.count if seed is None else [seed + i for i in range(self.count)]
        now = self._arrays(self.connection.numbers("reset", self._size, seeds=[_plain(one) for one in seeds]))
        self._seeded = True
        return now

    def step(self, actions: Any) -> Arrays:
        """Plays one action in each game."""
        return self._arrays(self.connection.step(self._checked(actions).tobytes(), self._size))

    def step_one(self, action: Any) -> Arrays:
        """Plays an action in the only game."""
        try:
            body = struct.pack("<i", operator.index(action))
        except (TypeError, struct.error):
            raise TabletopError(f"an action is a whole number below {self.actions}, not {action!r}") from None
        return self._arrays(self.connection.step(body, self._size))

    def observe(self, seat: int, game: int = 0) -> np.ndarray:
        """What a seat sees."""
        size = HEADER + 4 * self.observation_size
        return np.frombuffer(self.connection.numbers("observe", size, game=game, seat=seat), dtype="<f4", offset=HEADER)

    def describe(self, game: int = 0) -> dict[str, Any]:
        """Facts of a game for people: its seed, the position in words, and how it ended."""
        return self.connection.ask("describe", game=game)

    def ending(self, number: int) -> str:
        """How a game ended, in a word or two. Asks only for what it has not heard of."""
        if number >= len(self._endings):
            self._endings = self.connection.ask("endings")
        return self._endings[number]

    def seat(self, opponents: Sequence[Mapping[str, Any]], games: Sequence[int] | None) -> list[int]:
        """Who plays from the next game of these places on. Returns which of the caller's players are still needed."""
        return self.connection.ask("seat", opponents=list(opponents), games=games)

    def close(self) -> None:
        """Ends the process behind."""
        self.connection.close()

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


def agents(opponents: str | Sequence[str] | None) -> list[dict[str, Any]]:
    """Specs of those who play all seats but the learner's, as `Games` takes them. Default: `random`."""
    named = ["random"] if opponents is None else [opponents] if isinstance(opponents, str) else opponents
    if isinstance(named, Mapping) or not all(isinstance(one, str) for one in named):
        raise TabletopError(
            f"opponents are specs of agents, such as 'random', not {opponents!r}: selfplay_env takes mixes and functions"
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


def _plain(seed: Any) -> int | str | None:
    if seed is None or isinstance(seed, str):
        return seed
    try:
        return operator.index(seed)
    except TypeError:
        raise TabletopError(f"a seed is a whole number, not {seed!r}") from None


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
