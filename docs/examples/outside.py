"""A player in Python for any game. It plays at random: write a better `choose`."""

import json
import random
import sys


def choose(message, rng):
    """Your player: `message["view"]` is the position as the seat sees it, `message["actions"]` its legal actions."""
    return rng.choice(message["actions"])["id"]


rng = random.Random(0)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":  # once: the game, its version, its options
        answer = {"type": "ready", "wants": ["view"]}
    elif message["type"] == "game":  # a new game, to which nothing is answered
        rng = random.Random(message["seed"])
        continue
    else:
        answer = {"id": message["id"], "action": choose(message, rng)}
    print(json.dumps(answer), flush=True)
