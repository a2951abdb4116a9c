"""Games side by side in another process: what all environments here are made of."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np

from .command import find_command
from .connection import Connection

RUNNING, TERMINATED, TRUNCATED = 0, 1, 2


class Games:
    """`count` games. The learner has one seat in each, or all of them (`opponents=None`)."""

    def __init__(
        self,
        game: str,
        options: dict[str, Any],
        *,
        count: int = 1,
        opponents: Sequence[str] | None,
        seat: int | None = None,
        auto_reset: bool = False,
        illegal_action: str = "error",
        command: str | Sequence[str] | None = None,
    ) -> None:
        self.count = count
        self.connection = Connection(find_command(command))
        try:
            self.facts = self.connection.open(
                game=game,
                options=options,
                games=count,
                opponents=None if opponents is None else list(opponents),
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
        self._block: int = self.facts["blockSize"]
        self._seeded = False

    def reset(self, seed: int | None, seeds: Sequence[int | None] | None = None) -> dict[str, np.ndarray]:
        """New games: seeded, or (with None) the next of the series that follows from the last seed given."""
        if seeds is None:
            if seed is None and not self._seeded:
                seed = secrets.randbelow(2**31)
            seeds = [None] * self.count if seed is None else [seed + i for i in range(self.count)]
        self._seeded = True
        return self._arrays(self.connection.numbers("reset", seeds=list(seeds)))

    def step(self, actions: Any) -> dict[str, np.ndarray]:
        """Plays one action in each game."""
        return self._arrays(self.connection.step(np.asarray(actions, dtype="<i4").tobytes()))

    def observe(self, seat: int, game: int = 0) -> np.ndarray:
        """What a seat sees."""
        return np.frombuffer(self.connection.numbers("observe", game=game, seat=seat), dtype="<f4")

    def describe(self, game: int = 0) -> dict[str, Any]:
        """Facts of a game for people: its seed, the position in words, and how it ended."""
        described: dict[str, Any] = self.connection.ask("describe", game=game)
        return described

    def close(self) -> None:
        """Ends the process behind."""
        self.connection.close()

    def _arrays(self, block: bytearray) -> dict[str, np.ndarray]:
        arrays = {}
        at = 0
        for place in self.facts["layout"]:
            kind = np.dtype(place["type"]).newbyteorder("<")
            size = int(np.prod(place["shape"]))
            arrays[place["name"]] = np.frombuffer(block, dtype=kind, count=size, offset=at).reshape(place["shape"])
            at += size * kind.itemsize
        # The last observations of the games that ended in this step and are already succeeded by others.
        arrays["final"] = np.frombuffer(block, dtype="<f4", offset=self._block).reshape(-1, self.observation_size)
        return arrays
