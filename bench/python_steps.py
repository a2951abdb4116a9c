"""How many steps a second the environments of the Python package make with random legal actions, beside other
libraries. `npm run build` first; in a Python environment that has the package's dependencies and those libraries
(`pip install sb3-contrib pettingzoo[classic] pgx`; what is not installed is left out, and named):

    python bench/python_steps.py --write

measures every row and writes bench/results/python-steps.md. `--games`, `--pettingzoo`, `--pgx` and `--counts`
choose others than those of python_steps.json.

A step is one decision: of the learner in gym_env, vector_env and MaskablePPO, of any seat in aec_env, selfplay_env and the
others. Medians of the rounds, which measure everything in turns: by the clock, and by seconds of CPU of both processes
together, which other programs disturb less. MaskablePPO learns too, with the settings of python/README.md. Use a machine
that has nothing else to do.
"""

import argparse
import contextlib
import importlib
import json
import os
import platform
import statistics
import sys
import time
from pathlib import Path

import gymnasium
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))
from tabletop_gym import aec_env, gym_env, selfplay_env, vector_env  # noqa: E402
from tabletop_gym.registration import GAMES  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")
DEFAULTS = json.loads(Path(__file__).with_suffix(".json").read_text())
RESULTS = Path(__file__).resolve().parent / "results" / "python-steps.md"
# What the file has beside the table, and keeps.
REST = "## Pipe or shared memory"


def cpu(games=None):
    """Seconds of this process, and of the one behind."""
    own = time.process_time()
    if games is None:
        return own
    fields = Path(f"/proc/{games.connection.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return own + (int(fields[11]) + int(fields[12])) / TICK


def draw(mask, rng):
    """One legal action a row, all with the same chance."""
    return np.where(mask, rng.random(mask.shape, dtype=np.float32), -1).argmax(1)


def measured(step, count, seconds, games=None):
    """Steps by the clock and by CPU. `step` makes `count` of them."""
    for _ in range(20):
        step()
    steps, began, used = 0, time.perf_counter(), cpu(games)
    while time.perf_counter() - began < seconds:
        step()
        steps += count
    return steps / (time.perf_counter() - began), steps / (cpu(games) - used)


def one(game, n, seconds):
    with contextlib.closing(gym_env(game)) as env:
        rng, masks = np.random.default_rng(0), [env.reset(seed=0)[1]["action_mask"]]

        def step():
            *_, terminated, truncated, info = env.step(int(draw(masks[0][None], rng)[0]))
            masks[0] = (env.reset()[1] if terminated or truncated else info)["action_mask"]

        return measured(step, 1, seconds, env.games)


def many(game, n, seconds):
    with contextlib.closing(vector_env(game, n)) as env:
        rng, masks = np.random.default_rng(0), [env.reset(seed=0)[1]["action_mask"]]

        def step():
            masks[0] = env.step(draw(masks[0], rng))[-1]["action_mask"]

        return measured(step, n, seconds, env.games)


def selfplay(game, n, seconds):
    with contextlib.closing(selfplay_env(game, n)) as env:
        rng, masks = np.random.default_rng(0), [env.reset(seed=0).mask]

        def step():
            masks[0] = env.step(draw(masks[0], rng)).mask

        return measured(step, n, seconds, env.games)


def turns(env, seconds, games=None):
    """Of a PettingZoo environment; seats whose game is over do not count."""
    with contextlib.closing(env):
        rng = np.random.default_rng(0)
        env.reset(seed=0)

        def step():
            while True:
                observation, _, terminated, truncated, _ = env.last()
                if not (terminated or truncated):
                    return env.step(int(draw(observation["action_mask"][None], rng)[0]))
                env.step(None)
                if not env.agents:
                    env.reset()

        return measured(step, 1, seconds, games)


def aec(game, n, seconds):
    env = aec_env(game)
    return turns(env, seconds, env.games)


def pettingzoo(module, n, seconds):
    return turns(importlib.import_module(module).env(), seconds)


def pgx(game, n, seconds):
    jax, library = importlib.import_module("jax"), importlib.import_module("pgx")
    env = library.make(game)
    begin, play = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(library.experimental.auto_reset(env.step, env.init)))
    keys = jax.random.split(jax.random.PRNGKey(0), n)
    state, rng = [begin(keys)], np.random.default_rng(0)

    def step():
        state[0] = play(state[0], draw(np.asarray(state[0].legal_action_mask), rng), keys)
        np.asarray(state[0].observation)

    return measured(step, n, seconds)


def maskable(game, n, seconds):
    """Decisions a second of a training, learning included; at least one whole update."""
    from sb3_contrib import MaskablePPO

    from tabletop_gym.sb3 import VecEnv

    with contextlib.closing(VecEnv(game, n, seed=1)) as env:
        model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=1024, gamma=1.0, seed=1)
        games, update = env.parts[0].games, 128 * n
        model.learn(update)
        steps, began, used = 0, time.perf_counter(), cpu(games)
        while time.perf_counter() - began < seconds:
            model.learn(update, reset_num_timesteps=False)
            steps += update
        return steps / (time.perf_counter() - began), steps / (cpu(games) - used)


def missing(how, game):
    """Why a row cannot be measured here; None where it can be."""
    try:
        if how is pettingzoo:
            importlib.import_module(game)
        if how is pgx:
            importlib.import_module("pgx")
        if how is maskable:
            importlib.import_module("sb3_contrib")
    except Exception as error:  # some say what is missing in errors of their own
        return str(error).splitlines()[0]
    return None


def first_reset(game, n):
    """Seconds until n games of `gymnasium.make_vec` have begun, and megabytes of both processes."""
    name = next(name for name, known in GAMES.items() if known == game)
    began = time.perf_counter()
    with contextlib.closing(gymnasium.make_vec(f"tabletop_gym/{name}-v0", num_envs=n)) as env:
        env.reset(seed=0)
        took = time.perf_counter() - began
        pids = (os.getpid(), env.games.connection.pid)
        status = [Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0] for pid in pids]
        return took, sum(map(int, status)) / 1024


def chosen(told):
    """Rows: name, how it is measured, game, games side by side."""
    rows = [(name, how, game, 1) for game in told.games for name, how in (("gym_env", one), ("aec_env", aec))]
    rows += [(f"PettingZoo's {module.rsplit('.', 1)[-1]}", pettingzoo, module, 1) for module in told.pettingzoo]
    for n in told.counts:
        both = (("vector_env", many), ("selfplay_env", selfplay))
        rows += [(name, how, game, n) for game in told.games for name, how in both]
        rows += [("pgx", pgx, game, n) for game in told.pgx]
    return rows + [("MaskablePPO, learning", maskable, told.games[0], told.counts[0])]


def lines(found, left, begun, told, load):
    """The tables, and what they were measured with."""
    yield "| environment | game | games | steps/s | steps a second of CPU |\n|---|---|---:|---:|---:|"
    for (name, how, game, n), (clock, used) in found:
        game = game if how is not pettingzoo else game.rsplit(".", 1)[-1]
        yield f"| {name} | `{game}` | {n:,} | {clock:,.0f} | {used:,.0f} |"
    yield ""
    for game, took, size in begun:
        yield f"`make_vec`, {told.counts[0]} games of `{game}`: begun after {took:.1f} s, {size:.0f} MB with Python."
    for (name, _, _, _), why in left:
        yield f"Not measured: {name} ({why})."
    yield ""
    yield (
        f"{os.cpu_count()} cores ({platform.machine()}), load {load:.2f} before; Python {platform.python_version()}, "
        f"numpy {np.__version__}, gymnasium {gymnasium.__version__}; medians of {told.rounds} rounds of {told.seconds:g} s."
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--games", nargs="+", default=DEFAULTS["games"])
    parser.add_argument("--pettingzoo", nargs="*", default=DEFAULTS["pettingzoo"], help="modules with an `env`")
    parser.add_argument("--pgx", nargs="*", default=DEFAULTS["pgx"], help="ids of its environments")
    parser.add_argument("--counts", nargs="+", type=int, default=[64, 1024], help="games side by side")
    parser.add_argument("--seconds", type=float, default=5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="write bench/results/python-steps.md")
    told = parser.parse_args()
    if not (told.seconds > 0 and told.rounds > 0 and all(n > 0 for n in told.counts)):
        parser.error("seconds, rounds and counts are above 0")
    load = os.getloadavg()[0]
    # Before the rest: libraries that are loaded later would count as memory.
    begun = [(game, *first_reset(game, told.counts[0])) for game in told.games]
    wanted = [(row, missing(row[1], row[2])) for row in chosen(told)]
    rows = [row for row, why in wanted if why is None]
    left = [(row, why) for row, why in wanted if why is not None]
    times = [[how(game, n, told.seconds) for _, how, game, n in rows] for _ in range(told.rounds)]
    middle = [[statistics.median(part) for part in zip(*row, strict=True)] for row in zip(*times, strict=True)]
    found = list(zip(rows, middle, strict=True))
    if told.json:
        listed = [
            {"environment": name, "game": game, "games": n, "stepsPerSecond": clock, "stepsPerCpuSecond": used}
            for (name, _, game, n), (clock, used) in found
        ]
        print(json.dumps({"cores": os.cpu_count(), "load": load, "measured": listed, "makeVec": begun}, indent=2))
    else:
        print("\n".join(lines(found, left, begun, told, load)))
    if told.write:
        words = " ".join(["python bench/python_steps.py", *sys.argv[1:]])
        about = __doc__.split("\n\n")[-1].strip()
        rest = RESULTS.read_text().split(REST)[1] if RESULTS.is_file() and REST in RESULTS.read_text() else None
        table = "\n".join(lines(found, left, begun, told, load))
        head = f"# Steps a second of the Python package\n\n`{words}`\n\n{about}\n\n{table}\n"
        RESULTS.write_text(head + (f"\n{REST}{rest}" if rest is not None else ""))


if __name__ == "__main__":
    main()
