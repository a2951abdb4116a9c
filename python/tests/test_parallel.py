"""The parallel environment, and the vectors that SuperSuit makes of it."""

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test
from tabletop_gym import parallel_env


@pytest.mark.parametrize("game", ["connect-four", "kuhn", "cartpole", "islebound"])
def test_it_is_a_parallel_environment(game):
    make = lambda: parallel_env(game, illegal_action="random")  # noqa: E731
    env = make()
    parallel_api_test(env, num_cycles=60)
    parallel_seed_test(make, num_cycles=40)
    env.close()


def test_the_action_of_the_seat_to_act_alone_counts():
    env = parallel_env("connect-four")
    observations, _ = env.reset(seed=1)
    assert [int(one["action_mask"].sum()) for one in observations.values()] == [7, 0]
    observations, rewards, terminations, truncations, infos = env.step({"player_0": 3, "player_1": 99})
    assert [int(one["action_mask"].sum()) for one in observations.values()] == [0, 7]
    assert rewards == {"player_0": 0.0, "player_1": 0.0}
    for _ in range(3):
        env.step({"player_0": 3, "player_1": 0})
        *_, terminations, truncations, infos = env.step({"player_0": 3, "player_1": 0})
        if not env.agents:
            break
    assert infos["player_0"]["place"] == 0 and infos["player_1"]["place"] == 1
    env.close()


def test_supersuit_puts_several_together():
    supersuit = pytest.importorskip("supersuit", reason="SuperSuit is not installed")
    single = parallel_env("connect-four", illegal_action="random")
    env = supersuit.concat_vec_envs_v1(supersuit.pettingzoo_env_to_vec_env_v1(single), 3, base_class="gymnasium")
    assert env.num_envs == 6
    rng = np.random.default_rng(0)
    observations, _ = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        masks = observations["action_mask"]
        assert masks.any(axis=1).sum() == 3
        actions = np.where(masks == 1, rng.random(masks.shape), -1).argmax(1)
        observations, rewards, terminated, truncated, _ = env.step(actions)
        ended += int(terminated.sum())
    assert ended > 0 and observations["observation"].shape[0] == 6
    single.close()
