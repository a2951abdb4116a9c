"""How many steps a second the Python package makes with random legal actions, for 1 and for 64 games side by side, and how
much of the time the pipe to our process takes; the same bytes through shared memory beside it. `npm run build` first.

    bench/side-by-side/.venv/bin/python bench/side-by-side/steps_per_second.py --games <game> ... [--seconds 5] [--rounds 5] [--json]

A step is one decision of the learner; what the others do until its next one is in it (--opponents; default: random).
Medians of the rounds. What is measured takes turns within each round. Use a machine that has nothing else to do.
"""

import argparse
import contextlib
import fcntl
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from multiprocessing import shared_memory
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "python"))
from tabletop_gym import gym_env, vector_env  # noqa: E402

PIPE = 1 << 20


def random_actions(masks, rng):
    """One legal action a row, all with the same chance."""
    return np.where(masks, rng.random(masks.shape), -1).argmax(1)


def one(game, opponents, seconds):
    """(steps a second, microseconds a step) of `gym_env`."""
    env, rng = gym_env(game, opponents), np.random.default_rng(0)
    with contextlib.closing(env):
        _, info = env.reset(seed=0)
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                _, info = env.reset()
            steps += 1
        return (time.perf_counter() - began) / steps, 1


def many(game, n, opponents, seconds):
    """The same of `vector_env`."""
    env, rng = vector_env(game, n, opponents), np.random.default_rng(0)
    with contextlib.closing(env):
        _, info = env.reset(seed=0)
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            _, _, _, _, info = env.step(random_actions(info["action_mask"] == 1, rng))
            steps += 1
        return (time.perf_counter() - began) / steps, n


def sizes(game, n, opponents):
    """Bytes that a step sends and gets."""
    env = vector_env(game, n, opponents)
    with contextlib.closing(env):
        return 8 + 4 * n, 8 + env.games.facts["blockSize"]


def transport(asked, size, seconds, how):
    """Seconds of one exchange of so many bytes, and nothing else. how: one of `transports`."""
    memory = shared_memory.SharedMemory(create=True, size=size) if how == "shared memory" else None
    words = [shutil.which("node"), str(HERE / "echo.mjs"), str(asked), str(size)]
    if memory:
        words.append(f"/dev/shm/{memory.name.lstrip('/')}")
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    try:
        if how == "large pipe":
            fcntl.fcntl(process.stdout.fileno(), fcntl.F_SETPIPE_SZ, PIPE)
        question = bytes(asked)
        exchanges, began = 0, None
        while began is None or time.perf_counter() - began < seconds:
            process.stdin.write(question)
            answer = bytearray(1 if memory else size)
            view = memoryview(answer)
            while view:
                count = process.stdout.readinto(view)
                if not count:
                    raise SystemExit("steps_per_second: the other end of the transport has ended")
                view = view[count:]
            # A copy, since the next step writes there; from the pipe the bytes come as one.
            block = bytes(memory.buf[:size]) if memory else answer
            assert block[-1] == 1
            if began is None:
                began = time.perf_counter()  # The first one waits for the process to start.
            else:
                exchanges += 1
        return (time.perf_counter() - began) / exchanges
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()
        if memory:
            memory.close()
            memory.unlink()


def transports():
    """The one that the package has, then others."""
    return ["large pipe", "small pipe", "shared memory"] if sys.platform == "linux" else ["pipe"]


def measure(games, counts, opponents, seconds, rounds):
    measured = []
    for game in games:
        for n in counts:
            asked, size = sizes(game, n, opponents)
            steps, ways = [], {how: [] for how in transports()}
            for _ in range(rounds):
                took, made = one(game, opponents, seconds) if n == 1 else many(game, n, opponents, seconds)
                steps.append(took / made)
                for how, times in ways.items():
                    times.append(transport(asked, size, seconds / 4, how))
            step = statistics.median(steps) * n
            middle = {how: statistics.median(times) for how, times in ways.items()}
            measured.append(
                {
                    "game": game,
                    "games": n,
                    "opponents": opponents,
                    "stepsPerSecond": n / step,
                    "messageMicroseconds": 1e6 * step,
                    "bytes": size,
                    "transportMicroseconds": {how: 1e6 * took for how, took in middle.items()},
                    "pipeShare": middle[transports()[0]] / step,
                    # What would be left if only the way changed.
                    "fasterBy": {how: step / (max(0, step - middle[transports()[0]]) + took) for how, took in middle.items()},
                }
            )
    return measured


def table(measured):
    ways = transports()
    head = ["game", "games", "steps/s", "microseconds a message", "bytes", *(f"{how}, microseconds" for how in ways)]
    head += ["share of the pipe", *(f"speed with {how}" for how in ways[1:])]
    rows = [
        [
            f"`{one['game']}`",
            str(one["games"]),
            f"{one['stepsPerSecond']:,.0f}",
            f"{one['messageMicroseconds']:,.0f}",
            f"{one['bytes']:,}",
            *(f"{one['transportMicroseconds'][how]:,.0f}" for how in ways),
            f"{100 * one['pipeShare']:.0f} %",
            *(f"{one['fasterBy'][how]:.2f} times" for how in ways[1:]),
        ]
        for one in measured
    ]
    lines = [head, ["---" if i == 0 else "---:" for i in range(len(head))], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--games", nargs="+", required=True)
    parser.add_argument("--counts", nargs="+", type=int, default=[1, 64], help="games side by side")
    parser.add_argument("--opponents", nargs="+", default=["random"])
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    told = parser.parse_args()
    if not (told.seconds > 0 and told.rounds > 0 and all(n > 0 for n in told.counts)):
        parser.error("seconds, rounds and counts are above 0")
    load = os.getloadavg()[0]
    measured = measure(told.games, told.counts, told.opponents, told.seconds, told.rounds)
    if told.json:
        print(json.dumps({"cores": os.cpu_count(), "load": load, "measured": measured}, indent=2))
        return
    print(table(measured))
    print(f"\n{os.cpu_count()} cores, load {load:.2f} before; medians of {told.rounds} rounds of {told.seconds:g} s.")
    if any(one["pipeShare"] > 1 for one in measured):
        print("The pipe alone took longer than whole steps: the machine was too busy for these numbers to mean anything.")


if __name__ == "__main__":
    main()
