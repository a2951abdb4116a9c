"""Fits the evaluation of Doomspire positions in two steps (bench/evaluation-rows.ts writes the positions):
teachers, large networks of two kinds and several seeds, learn who became King; then one small network, which searches can
afford, learns what the teachers say in the mean. Taught so it foresees games better than fitted to the games themselves,
since what the teachers say of a position is less a matter of luck than who won there.

    python bench/teach-evaluation.py mixed.npy mixture.npy --test test-mixed.npy test-mixture.npy \\
        --out games/doomspire/bots/evaluation.json

Needs PyTorch and NumPy (bench/peers/setup.ts makes an environment); minutes on a GPU, hours without. The last
twentieth of each file is held out. Printed: mean logarithmic loss of chances of at least half a percent, as
bench/value-loss.ts measures it.
"""

import argparse
import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SEATS = 4
# Numbers of all seats alike, at the end of a row (TABLE_INPUTS of games/doomspire/bots/evaluation-inputs.ts).
COMMON = 8
LEAST = 0.005
device = "cuda" if torch.cuda.is_available() else "cpu"


def by_seat(x, own):
    """What each seat sees: its own numbers, those of the next seats in turn, what is common. [rows, seats, inputs]"""
    seats, common = x[:, : SEATS * own].view(-1, SEATS, own), x[:, SEATS * own :]
    turned = [torch.roll(seats, -seat, 1).reshape(-1, SEATS * own) for seat in range(SEATS)]
    return torch.stack([torch.cat([mine, common], 1) for mine in turned], 1)


class Scores(nn.Module):
    """A score a seat; what a seat has goes to its score directly too."""

    def __init__(self, own):
        super().__init__()
        self.own = own
        self.direct = nn.Linear(own, 1, bias=False)
        nn.init.zeros_(self.direct.weight)

    def forward(self, x):
        seats = x[:, : SEATS * self.own].view(-1, SEATS, self.own)
        return self.score(x, seats)[..., 0] + self.direct(seats)[..., 0]


class King(Scores):
    """KingNetwork of games/doomspire/bots/king-network.ts."""

    def __init__(self, own, wide, narrow):
        super().__init__(own)
        self.first = nn.Linear(SEATS * own + COMMON, wide)
        self.second = nn.Linear(wide, narrow)
        self.last = nn.Linear(narrow, 1, bias=False)

    def score(self, x, seats):
        return self.last(F.relu(self.second(F.relu(self.first(by_seat(x, self.own))))))


class Towers(Scores):
    """The same layers read each seat; then each seat's score sees what they made of all, its own first."""

    def __init__(self, own, each=128, together=256, dropped=0.2):
        super().__init__(own)
        self.each = nn.Sequential(nn.Linear(own + COMMON, each), nn.ReLU(), nn.Linear(each, each), nn.ReLU())
        layers = [nn.Linear(5 * each + COMMON, together), nn.ReLU(), nn.Linear(together, together // 2), nn.ReLU()]
        self.together = nn.Sequential(*layers, nn.Linear(together // 2, 1))
        self.drop = nn.Dropout(dropped)

    def score(self, x, seats):
        common = x[:, None, SEATS * self.own :].expand(-1, SEATS, -1)
        each = self.drop(self.each(torch.cat([seats, common], 2)))
        others = [torch.roll(each, -seat, 1) for seat in range(1, SEATS)]
        mean = each.mean(1, keepdim=True).expand(-1, SEATS, -1)
        return self.together(torch.cat([each, *others, mean, common], 2))


def learn(network, x, targets, epochs, rate=2e-3, decay=0.1, batch=2048):
    """AdamW on the cross-entropy with `targets` (a distribution a row), its rate rising at once and falling to 0."""
    network.to(device).train()
    batch = min(batch, len(x))
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    steps = epochs * (len(x) // batch)
    step = 0
    for _ in range(epochs):
        order = torch.randperm(len(x), device=device)
        for i in range(0, len(x) - batch + 1, batch):
            rows = order[i : i + batch]
            step += 1
            done = step / steps
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1, 20 * done) * 0.5 * (1 + math.cos(math.pi * done))
            loss = -(targets[rows] * F.log_softmax(network(x[rows]), 1)).sum(1).mean()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
    return network.eval()


@torch.no_grad()
def chances(networks, x):
    """Mean of what the networks say. [rows, seats]"""
    parts = []
    for i in range(0, len(x), 16384):
        parts.append(torch.stack([F.softmax(network(x[i : i + 16384]), 1) for network in networks]).mean(0))
    return torch.cat(parts)


def log_loss(p, kings):
    p = p.clamp(min=LEAST)
    return float(-(p / p.sum(1, keepdim=True)).gather(1, kings[:, None]).log().mean())


def refuse(why):
    print(why, file=sys.stderr)
    sys.exit(2)


def read(name):
    """Rows of a file: numbers of a position, King."""
    try:
        rows = np.load(name, allow_pickle=False)
    except (OSError, ValueError) as error:
        refuse(f"{name}: {error}; give files that bench/evaluation-rows.ts wrote")
    if rows.ndim != 2 or rows.dtype != np.float32 or (rows.shape[1] - 1 - COMMON) % SEATS != 0 or len(rows) < 1000:
        refuse(f"{name}: {rows.shape} {rows.dtype} are no rows of bench/evaluation-rows.ts, at least 1000 of them")
    return torch.tensor(rows[:, :-1], device=device), torch.tensor(rows[:, -1], device=device).long()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+", help="files to learn from")
    parser.add_argument("--test", nargs="*", default=[], help="files to report the loss of")
    parser.add_argument("--teachers", type=int, default=20, help="large networks")
    parser.add_argument("--epochs", type=int, default=8, help="of each teacher; the small network has 14")
    parser.add_argument("--wide", type=int, default=128, help="units of the small network's first layer")
    parser.add_argument("--narrow", type=int, default=32, help="units of its second layer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="file of weights to write")
    args = parser.parse_args()
    if args.teachers < 1 or args.epochs < 1 or args.wide < 1 or args.narrow < 1:
        refuse("--teachers, --epochs, --wide, --narrow: give whole numbers from 1 on")
    if args.out is not None and not Path(args.out).parent.is_dir():
        refuse(f"--out {args.out}: there is no such folder")
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.time()

    files = [read(name) for name in args.rows]
    kept = [len(kings) - len(kings) // 20 for _, kings in files]
    x = torch.cat([rows[:n] for (rows, _), n in zip(files, kept)])
    kings = torch.cat([kings[:n] for (_, kings), n in zip(files, kept)])
    held = {f"end of {Path(name).name}": (r[n:], k[n:]) for name, (r, k), n in zip(args.rows, files, kept)}
    tests = {**held, **{Path(name).name: read(name) for name in args.test}}
    own = (x.shape[1] - COMMON) // SEATS
    print(f"{len(x)} rows on {device}; {', '.join(f'{name}: {len(k)}' for name, (_, k) in tests.items())}", flush=True)

    def report(name, networks):
        losses = [f"{log_loss(chances(networks, r), k):.4f}" for r, k in tests.values()]
        print(f"{name:<24} {'  '.join(losses)}  after {time.time() - began:.0f} s", flush=True)

    won = F.one_hot(kings, SEATS).float()
    teachers = []
    for i in range(args.teachers):
        torch.manual_seed(1000 * args.seed + i)
        # Every fifth is of the small network's kind.
        network = King(own, 64, 32) if i % 5 == 4 else Towers(own)
        teachers.append(learn(network, x, won, args.epochs))
        report(f"teacher {i + 1}", teachers[-1:])
    report(f"all {len(teachers)} teachers", teachers)
    said = chances(teachers, x)
    torch.manual_seed(1000 * args.seed + 999)
    pupil = learn(King(own, args.wide, args.narrow), x, said, 14, decay=0.01)
    report("taught", [pupil])
    if args.out is None:
        return
    layers = {"first": pupil.first.weight.T, "firstBias": pupil.first.bias, "second": pupil.second.weight.T}
    layers |= {"secondBias": pupil.second.bias, "last": pupil.last.weight[0], "direct": pupil.direct.weight[0]}
    weights = {name: [round(n, 4) for n in layer.flatten().tolist()] for name, layer in layers.items()}
    told = f"{' '.join(Path(name).name for name in args.rows)}, {args.teachers} teachers of {args.epochs} epochs"
    positions = "the positions are those of bench/results/evaluation.md"
    about = f"Weights of the evaluation: bench/teach-evaluation.py {told}, seed {args.seed}; {positions}."
    unfinished = Path(f"{args.out}.tmp")
    unfinished.write_text(json.dumps({"about": about, "weights": weights}) + "\n")
    unfinished.replace(args.out)
    print(f"wrote {args.out}")


if __name__ == "__main__":
    main()
