"""RLlib's PPO on a game with masks, against agents of tabletop-gym:

    pip install "ray[rllib]" torch
    python rllib_ppo.py --game connect-four --opponent scripted:tactical --iterations 20
"""

import argparse

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from tabletop_gym import gym_env


def make(config):
    """A game, with the observation under the name that RLlib's module with masks looks for."""
    env = gym_env(config["game"], [config["opponent"]], mask="observation")
    seen, mask = env.observation_space["observation"], gymnasium.spaces.Box(0, 1, (env.games.actions,), np.float32)
    return gymnasium.wrappers.TransformObservation(
        env,
        lambda told: {"observations": told["observation"], "action_mask": told["action_mask"].astype(np.float32)},
        gymnasium.spaces.Dict({"observations": seen, "action_mask": mask}),
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--batch", type=int, default=4000, help="decisions of an iteration")
    parser.add_argument("--runners", type=int, default=1, help="processes that play; 0: this one does")
    told = parser.parse_args()
    register_env("tabletop", make)
    algorithm = (
        PPOConfig()
        .environment("tabletop", env_config={"game": told.game, "opponent": told.opponent})
        .env_runners(num_env_runners=told.runners)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .training(gamma=1.0, train_batch_size_per_learner=told.batch, minibatch_size=min(256, told.batch), num_epochs=4)
        .build_algo()
    )
    for iteration in range(told.iterations):
        result = algorithm.train()["env_runners"]
        print(f"{iteration}: return {result['episode_return_mean']:.2f}, {result['num_episodes_lifetime']:.0f} games")
    algorithm.stop()


if __name__ == "__main__":
    main()
