"""Long answers come through memory that both processes see: the same numbers as through a pipe."""

import os

import numpy as np
import pytest

from tabletop_gym import TabletopError, selfplay_env

pytestmark = pytest.mark.skipif(not hasattr(os, "memfd_create"), reason="there are no files in memory here")


def played(env, steps, copied):
    """What `steps` steps led to."""
    told = []
    turns = env.reset(seed=5)
    for _ in range(steps):
        kept = (turns.observation, turns.mask, turns.reward, turns.final_observation)
        told.append([one.copy() for one in kept] if copied else kept)
        turns = env.step(turns.mask.argmax(1))
    return told


def descriptors():
    return len(os.listdir("/proc/self/fd"))


def test_long_answers_are_those_of_a_pipe(monkeypatch):
    # 736 bytes and more a game: 300 games are long. Many games end, so answers differ in length.
    with_memory = selfplay_env("connect-four", 300)
    assert with_memory.games.connection._memory
    seen = played(with_memory, 40, copied=False)
    with_memory.close()
    with monkeypatch.context() as patch:
        patch.delattr(os, "memfd_create")
        by_pipe = selfplay_env("connect-four", 300)
    assert not by_pipe.games.connection._memory
    piped = played(by_pipe, 40, copied=True)
    by_pipe.close()
    assert sum(len(step[-1]) for step in seen) > 300
    # What was given before is not written over by what came later.
    for here, there in zip(seen, piped):
        for one, other in zip(here, there):
            np.testing.assert_array_equal(one, other)


def test_where_none_is_allowed_answers_come_through_the_pipe(monkeypatch):
    def refused(name):
        raise PermissionError(1, "not permitted")

    monkeypatch.setattr(os, "memfd_create", refused)
    env = selfplay_env("connect-four", 300)
    assert env.reset(seed=1).observation.shape == (300, 168)
    env.close()


def test_an_error_comes_in_place_of_a_long_answer():
    env = selfplay_env("connect-four", 300)
    turns = env.reset(seed=1)
    with pytest.raises(TabletopError, match="action 99 is not legal in game 0"):
        env.step(np.full(300, 99))
    assert env.step(turns.mask.argmax(1)).observation.shape == (300, 168)
    env.close()


def test_memory_goes_with_the_process():
    before = descriptors()
    env = selfplay_env("connect-four", 300)
    env.reset(seed=1)
    assert descriptors() > before
    env.close()
    env.close()
    assert descriptors() == before
