"""The `VecEnv` of stable-baselines3, where that is installed."""

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="stable-baselines3 needs PyTorch, which PyPI has for CUDA alone: 2 GB")

from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecNormalize

from tabletop_gym import TabletopError, gym_env, vector_env
from tabletop_gym.sb3 import VecEnv


def last_legal(masks):
    return np.array([np.flatnonzero(mask)[-1] for mask in masks])


def test_its_games_are_those_of_the_vector_and_its_infos_those_of_a_monitor():
    env, plain = VecEnv("tic-tac-toe", 3, seed=11), vector_env("tic-tac-toe", 3)
    observations, (wanted, _) = env.reset(), plain.reset(seed=11)
    earned, decisions, ends = np.zeros(3), np.zeros(3, dtype=int), 0
    for _ in range(25):
        np.testing.assert_array_equal(observations, wanted)
        masks = np.stack(env.env_method("action_masks"))
        np.testing.assert_array_equal(masks, plain.action_masks())
        actions = last_legal(masks)
        observations, rewards, dones, infos = env.step(actions)
        wanted, paid, terminated, truncated, info = plain.step(actions)
        np.testing.assert_array_equal(rewards, paid)
        np.testing.assert_array_equal(dones, terminated | truncated)
        earned += rewards
        decisions += 1
        for i, done in enumerate(dones):
            if not done:
                assert infos[i] == {}
                continue
            ends += 1
            np.testing.assert_array_equal(infos[i]["terminal_observation"], info["final_obs"][i])
            assert infos[i]["place"] == info["place"][i]
            assert infos[i]["TimeLimit.truncated"] is False
            episode = infos[i]["episode"]
            assert (episode["r"], episode["l"]) == (earned[i], decisions[i]) and episode["t"] > 0
            earned[i] = decisions[i] = 0
    assert ends > 3
    env.close()
    plain.close()


def test_parts_side_by_side_are_one():
    parts = [vector_env("connect-four", 2, ["random"]), vector_env("connect-four", 3, ["scripted:tactical"])]
    env = VecEnv.side_by_side(parts, seed=5)
    together = env.reset()
    assert env.num_envs == 5 and together.shape == (5, *env.observation_space.shape)
    alone = gym_env("connect-four", ["scripted:tactical"])
    np.testing.assert_array_equal(together[4], alone.reset(seed=9)[0])
    alone.close()
    env.close()


def test_a_time_limit_is_told_only_where_a_game_would_go_on():
    env = VecEnv("cartpole", 1, seed=1, limit=5)
    env.reset()
    for _ in range(5):
        *_, dones, infos = env.step(np.array([0]))
    assert dones[0] and infos[0]["TimeLimit.truncated"] is True
    env.close()


def test_what_it_does_not_have_is_refused():
    env = VecEnv("kuhn", 2)
    assert env.env_is_wrapped(Monitor) == [True, True] and env.env_is_wrapped(VecNormalize) == [False, False]
    assert env.get_attr("render_mode", indices=[0]) == [None]
    for refused in (lambda: env.env_method("nothing"), lambda: env.get_attr("nothing"), lambda: env.set_attr("a", 1)):
        with pytest.raises(AttributeError, match="^games have no "):
            refused()
    env.close()


def test_maskable_ppo_learns_on_it():
    sb3_contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    import torch
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    torch.set_num_threads(1)
    env = VecEnv("tic-tac-toe", 16, ["random"])
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, seed=1, device="cpu")
    before, _ = evaluate_policy(model, env, n_eval_episodes=200)
    model.learn(12_000)
    after, _ = evaluate_policy(model, env, n_eval_episodes=200)
    assert after > before + 0.2
    assert model.ep_info_buffer and "r" in model.ep_info_buffer[0]
    env.close()


def test_pieces_train_a_multi_input_policy():
    sb3_contrib = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")
    env = VecEnv("tic-tac-toe", 4, seed=1, observation="pieces")
    seen = env.reset()
    assert {name: piece.shape for name, piece in seen.items()} == {"mine": (4, 1, 3, 3), "theirs": (4, 1, 3, 3)}
    sb3_contrib.MaskablePPO("MultiInputPolicy", env, n_steps=16, batch_size=32, seed=1).learn(64)
    env.close()
    with pytest.raises(TabletopError, match=r"^MaskablePPO asks for masks by action_masks\(\): leave mask out$"):
        VecEnv("tic-tac-toe", 4, mask="observation")
