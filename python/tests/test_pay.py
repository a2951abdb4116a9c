"""Rewards on the turns of others, before the learner's first decision too: every environment gives a seat what the game paid it."""

from pathlib import Path

import numpy as np
import pytest

from tabletop_gym import aec_env, gym_env, vector_env

GAME = str(Path(__file__).parents[2] / "test" / "cases" / "pay.ts")
SEATS = 3
# The observation begins with what each seat got, in twentieths, the observer first.
UNIT = 20


def legal(mask, rng):
    return int(rng.choice(np.flatnonzero(mask)))


def own(observation):
    return round(UNIT * float(np.asarray(observation).reshape(-1)[0]))


@pytest.mark.parametrize("seat", range(SEATS))
def test_gym_env_pays_what_the_game_paid(seat):
    env = gym_env(GAME, ["random", "random"], seat=seat)
    rng = np.random.default_rng(seat)
    early = 0
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        early += own(observation) != 0
        got, over = 0.0, False
        while not over:
            observation, reward, terminated, truncated, info = env.step(legal(info["action_mask"], rng))
            got += reward
            over = terminated or truncated
        assert got == own(observation)
    env.close()
    # It proves nothing unless it happened.
    assert seat == 0 or early > 0


def test_vector_env_pays_what_the_game_paid():
    env = vector_env(GAME, 6, ["random", "random"], seat=1)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    got = np.zeros(6)
    ended = 0
    while ended < 40:
        actions = np.array([legal(mask, rng) for mask in info["action_mask"]])
        observation, reward, terminated, truncated, info = env.step(actions)
        got += reward
        for i in np.flatnonzero(terminated | truncated):
            assert got[i] == own(info["final_obs"][i])
            got[i] = 0
            ended += 1
    env.close()


def test_aec_env_pays_what_the_game_paid():
    env = aec_env(GAME)
    rng = np.random.default_rng(2)
    for seed in range(10):
        env.reset(seed=seed)
        got = dict.fromkeys(env.possible_agents, 0.0)
        last = {}
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            got[agent] += reward
            last[agent] = observation["observation"]
            env.step(None if terminated or truncated else legal(observation["action_mask"], rng))
        assert {agent: own(last[agent]) for agent in last} == got
    env.close()
