"""Policies of solved games, as `tabletop exact --save` writes them: probabilities of actions at information states."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from os import PathLike
from typing import Any, NamedTuple

import numpy as np

from .connection import TabletopError

_FORMAT = 1
_AGAIN = "make one with tabletop exact --save"


class InformationState(NamedTuple):
    """What a seat knows when it must decide, and what it does then."""

    seat: int
    observation: np.ndarray
    """[size] float32: what the environments show the seat."""
    actions: tuple[int, ...]
    """The legal actions, ascending."""
    probabilities: np.ndarray
    """[legal] float64: of each of them."""


class Solved:
    """A policy as a table. It is also a player for `selfplay_env(opponents=...)`: a function that draws actions.

    Attributes:
        game, version, options, players: what it was made for.
        method: how it was solved: `name`, `iterations`, and of what was sampled `seed`.
        nash_conv: what best responses gain, summed over the seats; None where the game is too large to know.
        complete: whether every information state is there. Where one is not, the policy is uniform.
        states: all of them, in the order of the file.
    """

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.game: str = content["game"]
        self.version: str = content["version"]
        self.options: dict[str, Any] = content["options"]
        self.players: int = content["players"]
        self.actions: int = content["actions"]
        self.method: dict[str, Any] = content["method"]
        self.nash_conv: float | None = content["nashConv"]
        self.complete: bool = content["complete"]
        self._size: int = content["observation"]
        self.states = [self._state(one) for one in content["states"]]
        self._index: dict[bytes, np.ndarray] = {}
        for state in self.states:
            odds = np.zeros(self.actions)
            odds[list(state.actions)] = state.probabilities
            self._index[_key(state.seat, _mask(state.actions, self.actions), state.observation)] = odds

    def probabilities(self, observation: Any, mask: Any, seat: int) -> np.ndarray:
        """[actions] float64: what the policy plays at an information state.

        Args:
            observation: [size] what an environment shows the seat to act.
            mask: [actions] its legal actions.
            seat: which it is: `info["seat"]`, or `turn.agent`.
        """
        seen, legal = self._checked(observation, mask)
        found = self._index.get(_key(seat, legal, seen))
        if found is not None:
            return found.copy()
        if self.complete and legal.sum() > 1:
            raise TabletopError(
                f"a position of seat {seat} is not among the {len(self.states)} information states of this policy of "
                f"{self.game}: is the environment one of {self.game} with the options {self.options}?"
            )
        uniform: np.ndarray = legal / legal.sum()
        return uniform

    def __call__(self, observation: Any, mask: Any, seat: Any, rng: np.random.Generator) -> np.ndarray:
        """[k] actions drawn for k decisions: [k, size], [k, actions], [k]."""
        odds = np.array(
            [self.probabilities(*one) for one in zip(observation, mask, np.asarray(seat).tolist(), strict=True)]
        ).reshape(-1, self.actions)
        total = odds.cumsum(axis=1)
        drawn: np.ndarray = (total > rng.random((len(odds), 1)) * total[:, -1:]).argmax(axis=1)
        return drawn

    def _checked(self, observation: Any, mask: Any) -> tuple[np.ndarray, np.ndarray]:
        seen, legal = np.asarray(observation, dtype="<f4"), np.asarray(mask).astype(bool)
        if seen.shape != (self._size,) or legal.shape != (self.actions,):
            raise TabletopError(
                f"{self.game}: wanted an observation of {self._size} numbers and a mask of {self.actions}, "
                f"not {seen.shape} and {legal.shape}"
            )
        return seen, legal

    def _state(self, one: Mapping[str, Any]) -> InformationState:
        seen = np.frombuffer(base64.b64decode(one["observation"], validate=True), "<f4")
        actions, odds = tuple(one["actions"]), np.array(one["probabilities"], dtype=float)
        fits = seen.shape == (self._size,) and len(actions) == len(odds) and 0 <= one["seat"] < self.players
        ascending = all(0 <= a < self.actions for a in actions) and list(actions) == sorted(set(actions))
        if not fits or not ascending or not (odds >= 0).all() or not abs(odds.sum() - 1) < 1e-6:
            raise ValueError("a state does not fit")
        return InformationState(one["seat"], seen, actions, odds)


def load_solved(file: str | PathLike[str]) -> Solved:
    """Reads a policy that `tabletop exact <game> --save <file>` wrote.

    Raises:
        TabletopError: it is no such file, or damaged.
    """
    try:
        with open(file, encoding="utf8") as opened:
            content = json.load(opened)
    except OSError as error:
        raise TabletopError(f"cannot read {file}: {error.strerror}") from None
    except ValueError:
        raise TabletopError(f"{file} is damaged or is no solved policy: {_AGAIN}") from None
    if not isinstance(content, dict) or content.get("format") != "tabletop-solved":
        raise TabletopError(f"{file} is no solved policy: {_AGAIN}")
    if content.get("formatVersion") != _FORMAT:
        raise TabletopError(f"{file} is a solved policy of format {content.get('formatVersion')}, wanted {_FORMAT}: {_AGAIN}")
    try:
        return Solved(content)
    except (KeyError, TypeError, ValueError, AttributeError, binascii.Error):
        raise TabletopError(f"{file} is a damaged solved policy: {_AGAIN}") from None


def _mask(actions: tuple[int, ...], count: int) -> np.ndarray:
    """[count] bool: which these actions are."""
    mask = np.zeros(count, dtype=bool)
    mask[list(actions)] = True
    return mask


def _key(seat: int, mask: np.ndarray, observation: np.ndarray) -> bytes:
    return b"%d/" % seat + mask.tobytes() + observation.tobytes()
