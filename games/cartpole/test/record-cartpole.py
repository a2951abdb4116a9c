"""Records CartPole-v1 of Gymnasium for games/cartpole/test/cartpole.test.ts.

    python3 -m venv venv && venv/bin/pip install gymnasium==1.4.0 numpy==2.4.6
    venv/bin/python games/cartpole/test/record-cartpole.py > games/cartpole/test/data/cartpole.json
"""

import json
import platform

import gymnasium as gym
import numpy as np


def play(name, seed, choose):
    env = gym.make("CartPole-v1")
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    inner = env.unwrapped
    states, actions, total = [list(map(float, inner.state))], "", 0.0
    terminated = truncated = False
    while not (terminated or truncated):
        action = choose(inner.state, len(actions), rng)
        observation, reward, terminated, truncated, _ = env.step(action)
        total += reward
        actions += str(action)
        states.append(list(map(float, inner.state)))
    # Long games: every 20th state and the last five, the rest follows from them.
    keep = [i for i in range(len(states)) if len(states) <= 60 or i % 20 == 0 or i >= len(states) - 5]
    return {
        "name": name,
        "seed": seed,
        "actions": actions,
        "states": {str(i): states[i] for i in keep},
        "observation": list(map(float, observation)),
        "return": total,
        "terminated": terminated,
        "truncated": truncated,
    }


def controller(state, step, rng):
    return int(3 * state[2] + state[3] > 0)


def centred(state, step, rng):
    return int(state[2] + 0.3 * state[3] + 0.05 * state[0] + 0.1 * state[1] > 0)


games = [
    play("always left", 1, lambda state, step, rng: 0),
    play("always right", 2, lambda state, step, rng: 1),
    play("random", 3, lambda state, step, rng: int(rng.integers(2))),
    play("random", 4, lambda state, step, rng: int(rng.integers(2))),
    play("in turn", 5, lambda state, step, rng: step % 2),
    play("lean", 6, lambda state, step, rng: int(state[2] > 0)),
    play("controller", 7, controller),
    play("centred controller", 8, centred),
    play("controller that lets go", 9, lambda state, step, rng: controller(state, step, rng) if step < 200 else 1),
    play("off the track", 10, lambda state, step, rng: int(3 * (state[2] - 0.06) + state[3] > 0)),
]
out = {
    "about": "CartPole-v1 of Gymnasium, recorded by games/cartpole/test/record-cartpole.py: state in float64 after so many steps.",
    "gymnasium": gym.__version__,
    "numpy": np.__version__,
    "python": platform.python_version(),
    "games": games,
}
print(json.dumps(out, separators=(",", ":")).replace('{"name"', '\n{"name"'))
