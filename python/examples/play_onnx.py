"""Plays an exported policy by onnxruntime and prints how often it wins: python play_onnx.py policy.onnx [opponent] [games]"""

import json
import sys

import numpy as np
import onnxruntime
from tabletop_gym import vector_env

GAMES = int((sys.argv[3:] or [400])[0])
policy = onnxruntime.InferenceSession(sys.argv[1])
about = {key: json.loads(value) for key, value in policy.get_modelmeta().custom_metadata_map.items()}
names = [piece["name"] for piece in about["network"].get("actions") or []]
reads = {"advisor": about.get("advisor"), "action_features": names}
games = vector_env(about["game"]["id"], GAMES, (sys.argv[2:] or ["random"])[0], **reads, **about["options"])
rng, won, playing = np.random.default_rng(1), np.zeros(GAMES, bool), np.ones(GAMES, bool)
observation, info = games.reset(seed=1)
while playing.any():
    shown = {"observation": observation, "mask": info["action_mask"].astype(bool)}
    if names:
        shown["actions"] = info["action_features"]
    (chances,) = policy.run(["policy_probabilities"], shown)
    odds = chances.cumsum(axis=1)
    actions = (odds > rng.random((GAMES, 1)) * odds[:, -1:]).argmax(axis=1)
    observation, reward, terminated, truncated, info = games.step(actions)
    ended = terminated | truncated
    won |= playing & ended & (reward > 0) & (info.get("place") == 0)  # a draw is no win
    playing &= ~ended  # the first game of each counts: of all that end, the short ones are too many
print(f"won {won.mean():.1%} of {GAMES} games")
games.close()
