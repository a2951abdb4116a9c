"""Environments that can be copied: their states as bytes, and positions played on in batches."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .connection import TabletopError
from .games import Arrays, Games, whole_numbers
from .observations import Shapes

_MAGIC = b"TGYM"
_FORMAT = 1
# Before the JSON: the above, and its length.
_HEAD = struct.Struct("<4sBI")


class Expanded(NamedTuple):
    """What actions lead to from some states: m games that have nothing to do with an environment."""

    states: list[bytes]
    """[m] for `expand` again, and for `set_state` of an environment of one game in which every seat is yours."""
    observation: Any
    """[m, size] float32, or pieces [m, ...]: what the seat to act sees; zeros when the game is over."""
    mask: np.ndarray
    """[m, actions] bool: its legal actions; none when the game is over."""
    reward: np.ndarray
    """[m, seats] float64: what the action gave each seat."""
    agent: np.ndarray
    """[m] int32: the seat to act; -1 when the game is over."""


class Copied:
    """`get_state`, `set_state` and `expand`; `copy.deepcopy` and `pickle` come with `Games`."""

    games: Games
    _shapes: Shapes

    def get_state(self) -> bytes:
        """Everything needed to go on from here exactly: positions, luck to come, and who plays.

        It holds what is hidden from players too. Who plays in later games is no part of it.
        """
        sizes, _, body = self.games.save()
        head = json.dumps({"sizes": sizes, "own": self._own_state()}).encode()
        return _HEAD.pack(_MAGIC, _FORMAT, len(head)) + head + body

    def set_state(self, state: bytes) -> Any:
        """Goes on from a state of the same game, options and number of games; returns what `reset` returns.

        Agents that remember a game play their part of it again. A state that does not fit is refused; then the
        environment wants a `reset`, or a state that does.
        """
        sizes, own, body = _parts(state)
        return self._go_on(self.games.load(sizes, body), own)

    def expand(self, states: Sequence[bytes], actions: Any, seed: int | None = None) -> Expanded:
        """Plays one action in each state, in one message: for searches. Changes nothing here, and nobody else plays.

        Args:
            states: [m] from `get_state` of an environment of one game, or from `expand`.
            actions: [m] legal actions of the seat to act.
            seed: where luck comes from. Default: what each state would draw next, so that it is the same each time, and
                a search would know what is to come.
        """
        arrays, bodies = self.games.expand([_game(state) for state in states], whole_numbers(actions, "actions"), seed)
        mask = arrays["action_mask"].view(bool)
        seen = self._shapes(arrays["observation"], mask.view(np.int8))
        return Expanded(bodies, seen, mask, arrays["reward"], arrays["seat"])

    def _own_state(self) -> Any:
        """What this class keeps beside the games, as JSON has it."""
        return None

    def _go_on(self, now: Arrays, own: Any) -> Any:
        """Takes over where other games go on from. `own`: what `_own_state` gave, unchecked; None: nothing."""
        raise NotImplementedError


def _parts(state: bytes) -> tuple[list[int], Any, bytes]:
    if not isinstance(state, bytes | bytearray | memoryview):
        raise TabletopError(f"a state is bytes, as get_state gives them, not {type(state).__name__}")
    state = bytes(state)
    if not state.startswith(_MAGIC):
        return [len(state)], None, state
    try:
        _, version, length = _HEAD.unpack_from(state)
        if version != _FORMAT:
            raise TabletopError("the state was saved by another version of tabletop-gym: save it again")
        at = _HEAD.size + length
        head = json.loads(state[_HEAD.size : at])
        sizes = [int(size) for size in head["sizes"]]
        if min(sizes) < 0 or at + sum(sizes) != len(state):
            raise ValueError
        return sizes, head["own"], state[at:]
    except (struct.error, ValueError, KeyError, TypeError):
        raise TabletopError("this is not a state that was saved, or it is damaged") from None


def _game(state: bytes) -> bytes:
    sizes, _, body = _parts(state)
    if len(sizes) != 1:
        raise TabletopError(f"a state to expand has one game, this has {len(sizes)}")
    return body
