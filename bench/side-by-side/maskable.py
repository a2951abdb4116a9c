"""Their side: one training of sb3-contrib's MaskablePPO on our games. `training.ts` starts it.

    python bench/side-by-side/maskable.py <order.json>

It writes beside the order what the other side writes: a policy at each moment, a line on each in points.jsonl. On
standard output: a line for each update.
"""

import json
import sys
import time
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from onnx_policy import export

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from tabletop_gym import vector_env  # noqa: E402
from tabletop_gym.sb3 import VecEnv  # noqa: E402

ACTIVATIONS = {"relu": nn.ReLU, "tanh": nn.Tanh}


class Trunk(BaseFeaturesExtractor):
    """Hidden layers that policy and values share, as our networks have them; MaskablePPO by itself has two networks."""

    def __init__(self, space, widths, activation=nn.ReLU):
        super().__init__(space, widths[-1])
        widths = [space.shape[0], *widths]
        layers = [[nn.Linear(a, b), activation()] for a, b in zip(widths, widths[1:])]
        self.layers = nn.Sequential(*[layer for pair in layers for layer in pair])

    def forward(self, x):
        return self.layers(x)


def with_one_trunk(widths, activation=nn.ReLU):
    """The `policy_kwargs` of a model whose heads are linear in such layers."""
    settings = {"widths": widths, "activation": activation}
    return {"net_arch": [], "features_extractor_class": Trunk, "features_extractor_kwargs": settings}


def scheduled(line, progress):
    """A straight line, as our `scheduled`."""
    return line["from"] + (line["to"] - line["from"]) * min(1, progress / line["until"])


class Course(BaseCallback):
    """Schedules over the time, policies kept at their moments, and the end. Keeping one does not count as time."""

    def __init__(self, order, points, folder):
        super().__init__()
        self.order, self.points, self.folder = order, points, folder
        self.progress, self.kept, self.apart = 0.0, 0, 0.0

    def _on_training_start(self):
        self.began = time.perf_counter()

    def _on_rollout_start(self):
        seconds = time.perf_counter() - self.began - self.apart
        self.progress = min(1, seconds / (60 * self.order["minutes"]))
        self.model.ent_coef = scheduled(self.order["entropy"], self.progress)
        self._keep(seconds)
        if seconds > 0 and self.num_timesteps > 0:
            print(json.dumps({"seconds": round(seconds, 3), "decisions": self.num_timesteps}), flush=True)

    def _on_step(self):
        return self.progress < 1

    def _keep(self, seconds):
        # As `pointAt` in points.ts.
        point = min(self.points, int(self.progress * self.points + 1e-6))
        if point <= self.kept:
            return
        self.kept = point
        began = time.perf_counter()
        name = f"policy-{point}.onnx"
        export(self.model, str(self.folder / name))
        line = {"point": point, "seconds": round(seconds, 3), "decisions": self.num_timesteps, "file": name}
        with open(self.folder / "points.jsonl", "a", encoding="utf8") as file:
            file.write(json.dumps(line) + "\n")
        self.apart += time.perf_counter() - began


def train(order, points, folder):
    torch.set_num_threads(order["threads"])
    course = Course(order, points, folder)
    # Of each opponent its own process.
    games = VecEnv.side_by_side(
        vector_env(order["game"], part["games"], [part["agent"]], **order["options"]) for part in order["rivals"]
    )
    activation = ACTIVATIONS[order["activation"]]
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=order["rows"] // games.num_envs,
        batch_size=order["minibatch"],
        n_epochs=order["epochs"],
        learning_rate=lambda _: scheduled(order["learningRate"], course.progress),
        gamma=order["gamma"],
        gae_lambda=order["lambda"],
        clip_range=order["clip"],
        vf_coef=order["valueWeight"],
        max_grad_norm=order["gradientNorm"],
        target_kl=order["targetKl"],
        seed=order["seed"],
        device="cpu",
        policy_kwargs=with_one_trunk(order["trunk"], activation),
    )
    # Far apart, as the seeds that the model gives them are not: no two runs begin with the same games.
    games.seed(order["seed"] * 1_000_000)
    try:
        model.learn(sys.maxsize, callback=course)
    finally:
        games.close()


if __name__ == "__main__":
    file = Path(sys.argv[1]).resolve()
    told = json.loads(file.read_text(encoding="utf8"))
    train(told["order"], told["points"], file.parent)
