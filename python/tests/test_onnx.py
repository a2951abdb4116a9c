"""Exported ONNX models by ONNX's own checker and reference implementation, in every opset."""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx.reference import ReferenceEvaluator

from tabletop_gym import evaluate, selfplay_env

ROOT = Path(__file__).resolve().parents[2]


def tabletop(*words, cwd):
    done = subprocess.run(
        ["node", str(ROOT / "dist/cli/main.js"), *words], cwd=cwd, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("onnx")
    tabletop("train", "kuhn", "--run", "run", "--preset", "quickstart", "--decisions", "3000", cwd=folder)
    return folder


@pytest.mark.parametrize("opset", range(9, 18))
def test_model(run, opset):
    tabletop("export", "run", "--format", "onnx", "--out", "kuhn.onnx", "--opset", str(opset), cwd=run)
    model = onnx.load(run / "kuhn.onnx")
    onnx.checker.check_model(model, full_check=True)
    assert [(one.domain, one.version) for one in model.opset_import] == [("", opset)]

    about = {one.key: json.loads(one.value) for one in model.metadata_props}
    inputs, actions = about["network"]["inputs"], about["network"]["heads"][0]["width"]
    rows = np.linspace(0, 1, 3 * inputs, dtype=np.float32).reshape(3, inputs)
    mask = np.ones((3, actions), bool)
    mask[1, 0] = False
    logits, probabilities = ReferenceEvaluator(model).run(
        ["policy", "policy_probabilities"], {"observation": rows, "mask": mask}
    )
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    np.testing.assert_allclose(probabilities, shifted / shifted.sum(axis=1, keepdims=True), atol=1e-6)
    assert logits[1, 0] == -1e9 and probabilities[1, 0] == 0


def play(model, *words):
    example = ROOT / "python/examples/play_onnx.py"
    return subprocess.run([sys.executable, str(example), str(model), *map(str, words)], capture_output=True, text=True, timeout=300)


def test_the_example_plays_a_model_by_onnxruntime_alone(run):
    tabletop("export", "run", "--format", "onnx", "--out", "played.onnx", cwd=run)
    told = play(run / "played.onnx", "random")
    assert told.returncode == 0, told.stderr
    won = float(told.stdout.removeprefix("won ").removesuffix("% of 400 games\n")) / 100
    same = evaluate(f"policy:{run / 'run'}", against="random", games=400, workers=0, progress=False)
    # Two samples of 400 games each, from the same players: four standard errors of their difference.
    assert abs(won - same.win_rate.mean) < 4 * (2 * 0.25 / 400) ** 0.5


SMALL = ["--decisions", "300", "--workers", "1", "--set", "evaluation.reportBlocks=0", "--set", "evaluation.every=0"]
SMALL += ["--set", "games=4", "--set", "decisionsPerUpdate=300", "--set", "network.trunk=[8]"]


@pytest.mark.parametrize("advisor", ["null", "scripted:mixed"])
def test_the_example_plays_a_model_that_reads_features_of_actions_and_advice(tmp_path, advisor):
    words = ["train", "doomspire", "--preset", "ppo", "--run", "run", "--set", f"advisor={advisor}", *SMALL]
    tabletop(*words, cwd=tmp_path)
    tabletop("export", "run", "--format", "onnx", "--out", "model.onnx", cwd=tmp_path)
    told = play(tmp_path / "model.onnx", "random", 40)
    assert told.returncode == 0, told.stderr
    assert re.fullmatch(r"won \d+\.\d% of 40 games\n", told.stdout)


def test_environments_give_a_model_what_our_own_agent_gives_it(tmp_path):
    words = ["train", "doomspire", "--preset", "ppo", "--run", "run", "--set", "advisor=scripted:mixed", *SMALL]
    tabletop(*words, cwd=tmp_path)
    tabletop("export", "run", "--format", "onnx", "--out", "model.onnx", cwd=tmp_path)
    model = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    about = {key: json.loads(value) for key, value in model.get_modelmeta().custom_metadata_map.items()}
    names = [piece["name"] for piece in about["network"]["actions"]]
    here = selfplay_env("doomspire", 1, advisor=about["advisor"], action_features=names, **about["options"])
    own = f"onnx:{tmp_path / 'model.onnx'}?argmax"
    there = selfplay_env("doomspire", 1, [own, "learner", "learner", "learner"], **about["options"])
    turn, other, asked = here.reset(seed=4), there.reset(seed=4), 0
    size = other.observation.shape[1]
    for _ in range(300):
        if turn.agent[0] == 0:
            shown = {"observation": turn.observation, "mask": turn.mask, "actions": turn.action_features}
            turn = here.step(model.run(["policy"], shown)[0].argmax(axis=1))
            asked += 1
        else:
            np.testing.assert_array_equal(turn.observation[:, :size], other.observation)
            action = [np.flatnonzero(turn.mask[0])[-1]]
            turn, other = here.step(action), there.step(action)
    assert asked > 20
    here.close()
    there.close()
