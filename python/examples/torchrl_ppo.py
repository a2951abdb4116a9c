"""TorchRL's PPO on a game with masks, against agents of tabletop-gym:

    pip install torchrl
    python torchrl_ppo.py --game connect-four --opponent scripted:tactical --iterations 50
"""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from tabletop_gym import gym_env


def make(game, opponent):
    """A game whose random actions are legal too."""
    env = GymWrapper(gym_env(game, [opponent], mask="observation"), categorical_action_encoding=True)
    env = TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
    return env.append_transform(ActionMask())


def layers(size, numbers):
    return nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, numbers))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--batch", type=int, default=2048, help="decisions of an iteration")
    told = parser.parse_args()
    torch.manual_seed(0)
    env = make(told.game, told.opponent)
    env.set_seed(0)
    size, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    actor = ProbabilisticActor(
        TensorDictModule(layers(size, actions), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(layers(size, 1))
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss_of.parameters(), 1e-3)
    collector = Collector(
        env, actor, frames_per_batch=told.batch, total_frames=told.batch * told.iterations
    )
    for iteration, batch in enumerate(collector):
        for _ in range(4):
            with torch.no_grad():
                advantage(batch)
            for rows in torch.randperm(len(batch)).split(256):
                losses = loss_of(batch[rows])
                loss = sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy"))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        ended = batch["next", "done"].squeeze(-1)
        print(f"{iteration}: return {batch['next', 'reward'].squeeze(-1)[ended].mean():.2f}, {ended.sum()} games")
    collector.shutdown()


if __name__ == "__main__":
    main()
