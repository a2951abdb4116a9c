"""Tianshou's DQN on a game with masks, against agents of tabletop-gym:

    pip install tianshou
    python tianshou_dqn.py --game connect-four --opponent scripted:tactical --epochs 20
"""

import argparse
from functools import partial

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from tabletop_gym import gym_env


class Named(gymnasium.Wrapper):
    """A game with observation and mask under the names that Tianshou looks for. Its buffer wants the same infos in each
    step: there are none."""

    def __init__(self, game, opponent):
        super().__init__(gym_env(game, [opponent], mask="observation"))
        seen, actions = self.env.observation_space["observation"], self.env.unwrapped.games.actions
        self.observation_space = gymnasium.spaces.Dict({"obs": seen, "mask": gymnasium.spaces.MultiBinary(actions)})

    def reset(self, **settings):
        return self.named(self.env.reset(**settings)[0]), {}

    def step(self, action):
        observation, *result, _ = self.env.step(action)
        return self.named(observation), *result, {}

    def named(self, told):
        return {"obs": told["observation"], "mask": told["action_mask"].astype(bool)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=5000, help="decisions of an epoch")
    parser.add_argument("--games", type=int, default=8, help="side by side")
    told = parser.parse_args()
    np.random.seed(0)
    torch.manual_seed(0)
    envs = DummyVectorEnv([partial(Named, told.game, told.opponent) for _ in range(told.games)])
    envs.seed(0)
    one = Named(told.game, told.opponent)
    space, actions = one.observation_space["obs"], one.action_space
    one.close()
    algorithm = DQN(
        policy=DiscreteQLearningPolicy(
            model=Net(state_shape=space.shape, action_shape=actions.n, hidden_sizes=[128, 128]),
            action_space=actions,
            eps_training=0.1,
        ),
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=3,
        target_update_freq=300,
    )
    collector = Collector[CollectStats](
        algorithm, envs, VectorReplayBuffer(20_000, told.games), exploration_noise=True
    )
    collector.reset()
    collector.collect(n_step=64 * told.games)
    result = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=told.epochs,
            epoch_num_steps=told.steps,
            collection_step_num_env_steps=8 * told.games,
            batch_size=64,
            update_step_num_gradient_steps_per_sample=0.1,
            verbose=False,
        )
    )
    games = collector.collect(n_episode=50)
    print(f"{result.timing.total_time:.0f} s, return {games.returns.mean():.2f} in the last {len(games.returns)} games")
    envs.close()


if __name__ == "__main__":
    main()
