"""The Python side of compare.ts: reads one order a line (JSON), answers in one line.

loop: sb3-contrib's MaskablePPO learning from an environment that costs nothing. step: forward, PPO loss, backward,
clipping and Adam in PyTorch. check: what the first such steps report, to see that both sides do the same work.
"""

import json
import platform
import sys
import time

import numpy as np
import torch
from torch import nn


def idle_env(inputs, actions, games, seed):
    """An environment that costs nothing: every step is the same arrays again."""
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv

    class IdleEnv(VecEnv):
        def __init__(self):
            box = spaces.Box(0, 1, (inputs,), np.float32)
            super().__init__(games, box, spaces.Discrete(actions))
            rng = np.random.default_rng(seed)
            # As many ones and legal actions as in real games: a tenth.
            self.seen = (rng.random((games, inputs)) < 0.1).astype(np.float32)
            self.legal = rng.random((games, actions)) < 0.1
            self.legal[:, 0] = True
            self.rewards = np.zeros(games, np.float32)
            self.dones = np.zeros(games, bool)
            self.infos = [{} for _ in range(games)]

        def reset(self):
            return self.seen

        def step_async(self, actions):
            pass

        def step_wait(self):
            return self.seen, self.rewards, self.dones, self.infos

        def close(self):
            pass

        def get_attr(self, attr_name, indices=None):
            if attr_name not in ("action_masks", "render_mode"):
                raise AttributeError(attr_name)
            return [None] * games

        def set_attr(self, attr_name, value, indices=None):
            pass

        def env_method(self, method_name, *args, indices=None, **kwargs):
            assert method_name == "action_masks", method_name
            return self.legal

        def env_is_wrapped(self, wrapper_class, indices=None):
            return [False] * games

    return IdleEnv()


def loop(order):
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.callbacks import BaseCallback
    from trunk import with_one_trunk

    torch.set_num_threads(order["threads"])
    games, trunk = order["games"], order["trunk"]
    if order["rows"] % games:
        raise ValueError(f"{order['rows']} rows do not divide over {games} games")

    class Clock(BaseCallback):
        def __init__(self):
            super().__init__()
            self.starts, self.ends = [], []

        def _on_rollout_start(self):
            self.starts.append(time.perf_counter())

        def _on_rollout_end(self):
            self.ends.append(time.perf_counter())

        def _on_step(self):
            return True

    policy = with_one_trunk(trunk) if order["shared"] else {"net_arch": trunk}
    model = MaskablePPO(
        "MlpPolicy",
        idle_env(order["inputs"], order["actions"], games, order["seed"]),
        n_steps=order["rows"] // games,
        batch_size=order["minibatch"],
        n_epochs=order["epochs"],
        learning_rate=3e-4,
        gamma=1.0,
        gae_lambda=0.95,
        clip_range=0.2,
        vf_coef=0.5,
        max_grad_norm=0.5,
        target_kl=None,
        seed=order["seed"],
        device="cpu",
        policy_kwargs={**policy, "activation_fn": nn.ReLU},
    )
    clock = Clock()
    model.learn(order["rows"] * order["updates"], callback=clock)
    turns = [*clock.starts, time.perf_counter()]
    assert len(clock.starts) == order["updates"] and model._n_updates == order["updates"] * order["epochs"]
    return {
        "seconds": [b - a for a, b in zip(turns[1:], turns[2:])],
        "playSeconds": [b - a for a, b in zip(clock.starts[1:], clock.ends[1:])],
    }


class Network(nn.Module):
    """The given weights; kernels come as [inputs, outputs]."""

    def __init__(self, tensors, layers):
        super().__init__()
        self.trunk = nn.ModuleList(linear(tensors, f"trunk.{i}") for i in range(layers))
        self.policy = linear(tensors, "policy")
        self.value = linear(tensors, "value")

    def forward(self, x):
        for layer in self.trunk:
            x = torch.relu(layer(x))
        return self.policy(x), self.value(x)


def linear(tensors, name):
    kernel = tensors[f"{name}.kernel"]
    layer = nn.Linear(*kernel.shape)
    with torch.no_grad():
        layer.weight.copy_(kernel.T)
        layer.bias.copy_(tensors[f"{name}.bias"])
    return layer


def read(file):
    """A batch, weights and settings: JSON beside one file of numbers, all of 32 bits, little-endian."""
    with open(file + ".json", encoding="utf8") as f:
        head = json.load(f)
    words = np.fromfile(file, "<u4")
    tensors, at = {}, 0
    for name, kind, shape in head["tensors"]:
        size = int(np.prod(shape))
        part = words[at : at + size].view("<f4" if kind == "float" else "<i4").reshape(shape)
        tensors[name] = torch.from_numpy(part.copy())
        at += size
    assert at == len(words)
    return tensors, head


class Step:
    def __init__(self, order, fused):
        t, head = read(order["batch"])
        self.settings = head["settings"]
        self.network = Network(t, head["layers"])
        self.adam = torch.optim.Adam(
            self.network.parameters(), lr=self.settings["learningRate"], eps=1e-5, fused=fused
        )
        self.batch = t
        self.legal = t["mask"].bool()
        self.action = t["action"].long()[:, None]

    def __call__(self):
        t, s = self.batch, self.settings
        logits, values = self.network(t["observation"])
        logs = torch.log_softmax(logits.masked_fill(~self.legal, -1e9), 1)
        ratio = torch.exp(logs.gather(1, self.action)[:, 0] - t["logProb"])
        clipped = ratio.clamp(1 - s["clip"], 1 + s["clip"])
        policy = -torch.min(ratio * t["advantage"], clipped * t["advantage"]).mean()
        entropy = -(logs.exp() * logs * self.legal).sum(1).mean()
        value = (values - t["valueTarget"]).square().mean()
        self.adam.zero_grad()
        (policy - s["entropy"] * entropy + s["valueWeight"] * value).backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), s["gradientNorm"])
        self.adam.step()
        return policy, value, entropy, norm


steps = {}


def step(order):
    """Goes on with the network of the same order before: only steps are timed."""
    torch.set_num_threads(order["threads"])
    key = (order["batch"], order["fused"])
    if key not in steps:
        steps[key] = Step(order, order["fused"])
        for _ in range(3):
            steps[key]()
    began = time.perf_counter()
    for _ in range(order["steps"]):
        steps[key]()
    return {"milliseconds": 1000 * (time.perf_counter() - began) / order["steps"]}


def check(order):
    names = ["policyLoss", "valueLoss", "entropy", "gradientNorm"]
    one = Step(order, False)
    return {"reports": [dict(zip(names, map(float, one()))) for _ in range(order["steps"])]}


def versions(_order):
    import sb3_contrib
    import stable_baselines3

    return {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "stableBaselines3": stable_baselines3.__version__,
        "sb3Contrib": sb3_contrib.__version__,
        "numpy": np.__version__,
    }


answers = sys.stdout
# Whatever a library prints must not be taken for an answer.
sys.stdout = sys.stderr
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"loop": loop, "step": step, "check": check, "versions": versions}[asked["what"]](asked)
    answers.write(json.dumps(answer) + "\n")
    answers.flush()
