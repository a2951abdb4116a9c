"""PPO by self-play in one file, as CleanRL writes it: one network plays all seats, some games against past selves.

    pip install torch onnx
    python selfplay_ppo.py --game connect-four --rivals scripted:tactical --seconds 600 --out policy.onnx
    tabletop evaluate onnx:policy.onnx --game connect-four --against scripted:tactical --openings 4
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

from tabletop_gym import selfplay_env


class Network(nn.Module):
    """Logits and a value of what the seat to act sees."""

    def __init__(self, size, actions, width=256):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observation):
        hidden = self.trunk(observation)
        return self.policy(hidden), self.value(hidden).squeeze(-1)


def distribution(logits, mask):
    return torch.distributions.Categorical(logits=logits.masked_fill(~mask, -1e9))


def past_self(network):
    """The network as it is now, as a player of the environment."""
    kept = Network(network.trunk[0].in_features, network.policy.out_features)
    kept.load_state_dict(network.state_dict())

    def player(observation, mask, seat, rng):
        with torch.no_grad():
            logits = kept(torch.from_numpy(observation))[0].numpy()
        # Gumbel's trick draws from the softmax.
        return np.where(mask, logits + rng.gumbel(size=logits.shape), -np.inf).argmax(1)

    return player


def advantages(turns, values, last_value, gamma, lam):
    """Generalised advantages of each decision: a seat's decisions in a game are a trajectory of their own.

    Returns [steps, n] advantages, and whether the seat's next decision or the end is known.
    """
    steps, n = values.shape
    rows, seats = np.arange(n), turns[0].reward.shape[1]
    value, advantage, reward = (np.zeros((n, seats)) for _ in range(3))
    known = np.zeros((n, seats), bool)
    value[rows, turns[steps].agent], known[rows, turns[steps].agent] = last_value, True
    out, valid = np.zeros((steps, n), np.float32), np.zeros((steps, n), bool)
    for t in reversed(range(steps)):
        ended = turns[t + 1].terminated | turns[t + 1].truncated
        # What comes after an end belongs to another game.
        value[ended], advantage[ended], reward[ended], known[ended] = 0, 0, 0, True
        reward += turns[t + 1].reward
        seat = turns[t].agent
        delta = reward[rows, seat] + gamma * value[rows, seat] - values[t]
        out[t] = advantage[rows, seat] = delta + gamma * lam * advantage[rows, seat]
        valid[t] = known[rows, seat]
        value[rows, seat], reward[rows, seat], known[rows, seat] = values[t], 0, True
    return out, valid


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--rivals", nargs="*", default=["random"], help="agents that play some of the games")
    parser.add_argument("--share", type=float, default=0.5, help="of the games that rivals play")
    parser.add_argument("--openings", type=int, default=6, help="up to so many random actions begin each game")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--games", type=int, default=256, help="side by side")
    parser.add_argument("--steps", type=int, default=32, help="of all games between two updates")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="policy.onnx")
    told = parser.parse_args()
    rate, epochs, minibatch, clip, gamma, lam = 1e-3, 3, 1024, 0.2, 1, 0.95

    torch.manual_seed(told.seed)
    rivals, own = {rival: told.share / len(told.rivals) for rival in told.rivals}, 1 - told.share
    env = selfplay_env(told.game, told.games, {"learner": own} | rivals, openings=told.openings)
    network = Network(env.single_observation_space.shape[0], int(env.single_action_space.n))
    optimiser = torch.optim.Adam(network.parameters(), lr=rate, eps=1e-5)
    turn, past, decisions, began = env.reset(seed=told.seed), [], 0, time.time()

    for update in range(10**9):
        if (progress := (time.time() - began) / told.seconds) >= 1:
            break
        optimiser.param_groups[0]["lr"] = rate * (1 - progress)
        entropy_weight = 0.03 - 0.027 * progress
        if update % 25 == 24:
            past = [*past, past_self(network)][-4:]
            env.set_opponents({"learner": 0.7 * own} | rivals | dict.fromkeys(past, 0.3 * own / len(past)))

        turns, actions, chances, values = [turn], [], [], []
        for _ in range(told.steps):
            with torch.no_grad():
                logits, value = network(torch.from_numpy(turn.observation))
            drawn = distribution(logits, torch.from_numpy(turn.mask))
            action = drawn.sample()
            turn = env.step(action.numpy())
            turns.append(turn)
            actions.append(action)
            chances.append(drawn.log_prob(action))
            values.append(value.numpy())
        last = network(torch.from_numpy(turn.observation))[1].detach().numpy()
        values = np.stack(values)
        advantage, valid = advantages(turns, values, last, gamma, lam)
        keep = torch.from_numpy(valid.reshape(-1))
        observation = torch.from_numpy(np.concatenate([one.observation for one in turns[:-1]]))[keep]
        mask = torch.from_numpy(np.concatenate([one.mask for one in turns[:-1]]))[keep]
        action, chance = torch.cat(actions)[keep], torch.cat(chances)[keep]
        target = torch.from_numpy((advantage + values).reshape(-1))[keep]
        advantage = torch.from_numpy(advantage.reshape(-1))[keep]
        for _ in range(epochs):
            for rows in torch.randperm(len(action)).split(minibatch):
                logits, value = network(observation[rows])
                now = distribution(logits, mask[rows])
                ratio = (now.log_prob(action[rows]) - chance[rows]).exp()
                gain = advantage[rows]
                gain = (gain - gain.mean()) / (gain.std(correction=0) + 1e-8)
                policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
                value_loss = 0.5 * (value - target[rows]).square().mean()
                optimiser.zero_grad()
                (policy_loss + value_loss - entropy_weight * now.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimiser.step()

        decisions += told.games * told.steps
        if update % 25 == 0:
            pace = f"{decisions:,} decisions, {decisions / (time.time() - began):,.0f} a second"
            print(f"{pace}; value loss {value_loss:.3f}, entropy {now.entropy().mean():.2f}", flush=True)

    env.close()
    names = {"input_names": ["observation"], "output_names": ["logits", "value"], "dynamo": False}
    torch.onnx.export(network, (observation[:1],), told.out, **names)
    print(f"{told.out}: tabletop evaluate onnx:{told.out} --game {told.game}")


if __name__ == "__main__":
    main()
