"""What observations look like: one list of numbers, or their named pieces; with the mask beside them or not."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np

from .connection import TabletopError
from .games import Games

Observation: TypeAlias = "Literal['flat', 'pieces']"
Mask: TypeAlias = "Literal['info', 'observation']"

# Of pieces whose range nobody knows: every number that there can be, and finite as many libraries want it.
_LARGEST = float(np.finfo(np.float32).max)


class Shapes:
    """How the numbers of `games` are handed out.

    Args:
        observation: `flat`: float32 [size]; `pieces`: a dictionary of float32 arrays by the name of a piece, each in its
            shape. Pieces that are a board seen from above are [planes, rows, columns].
        mask: `info`: beside the observation; `observation`: this is a dictionary of `observation` and `action_mask`.
    """

    def __init__(self, games: Games, observation: Observation, mask: Mask = "info") -> None:
        if observation not in ("flat", "pieces"):
            raise TabletopError(f"observation is 'flat' or 'pieces', not {observation!r}")
        if mask not in ("info", "observation"):
            raise TabletopError(f"mask is 'info' or 'observation', not {mask!r}")
        self._pieces: list[tuple[str, tuple[int, ...], int, int]] | None = None
        self._masked = mask == "observation"
        facts = games.facts
        bounds, pieces, at = [], [], 0
        for piece in facts["observation"]:
            shape = tuple(piece["shape"])
            numbers = int(np.prod(shape))
            bounds.append(np.full((2, numbers), np.array(piece.get("range", (-_LARGEST, _LARGEST)))[:, None]))
            if piece["name"] in facts["planes"] and len(shape) == 2:
                shape = (1, *shape)
            pieces.append((piece["name"], shape, at, at + numbers))
            at += numbers
        low, high = np.concatenate(bounds, axis=1).astype(np.float32)
        self.flat = gymnasium.spaces.Box(low, high, dtype=np.float32)
        seen: gymnasium.spaces.Space[Any] = self.flat
        if observation == "pieces":
            self._pieces = pieces
            # In their own order, not in that of their names.
            seen = gymnasium.spaces.Dict(
                OrderedDict(
                    (name, gymnasium.spaces.Box(low[a:b].reshape(shape), high[a:b].reshape(shape), dtype=np.float32))
                    for name, shape, a, b in pieces
                )
            )
        self.space = seen
        if self._masked:
            self.space = with_mask(seen, games.actions)

    def __call__(self, numbers: np.ndarray, mask: np.ndarray | None = None) -> Any:
        """Observations [..., size] as they are handed out; pieces are views of the same memory.

        Args:
            mask: [..., actions] the legal actions; None: there are none any more.
        """
        seen: Any = numbers
        if self._pieces is not None:
            lead = numbers.shape[:-1]
            seen = {name: numbers[..., a:b].reshape(*lead, *shape) for name, shape, a, b in self._pieces}
        if not self._masked:
            return seen
        if mask is None:
            actions = self.space["action_mask"].shape  # type: ignore[index]
            mask = np.zeros((*numbers.shape[:-1], *actions), dtype=np.int8)
        return {"observation": seen, "action_mask": mask}


def with_mask(seen: gymnasium.spaces.Space[Any], actions: int) -> gymnasium.spaces.Dict:
    """The space of an observation with its mask, as PettingZoo has it."""
    return gymnasium.spaces.Dict(
        OrderedDict(observation=seen, action_mask=gymnasium.spaces.Box(0, 1, (actions,), np.int8))
    )


class Told:
    """What games say of themselves in words."""

    games: Games

    @property
    def action_names(self) -> list[str]:
        """What each action means in any position, by its id."""
        return self.games.action_names

    @property
    def prompts(self) -> list[str]:
        """The kinds of decisions, by the numbers that `prompt` has."""
        return self.games.prompts

    @property
    def pieces(self) -> list[dict[str, Any]]:
        """What observations are made of, in this order: `name`, `shape`, `about`, and `range` where it is known."""
        pieces: list[dict[str, Any]] = self.games.facts["observation"]
        return pieces

    def legal_actions(self, game: int = 0) -> dict[int, str]:
        """The legal actions by id, with what each means in this position; `game`: which of several."""
        return {int(action): text for action, text in self.games.describe(game)["actions"]}
