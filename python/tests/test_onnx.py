"""Exported ONNX models by ONNX's own checker and reference implementation, in every opset."""

import json
import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx.reference import ReferenceEvaluator

ROOT = Path(__file__).resolve().parents[2]


def tabletop(*words, cwd):
    done = subprocess.run(
        ["node", str(ROOT / "dist/cli/main.js"), *words], cwd=cwd, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("onnx")
    tabletop("train", "kuhn", "--run", "run", "--preset", "quickstart", "--decisions", "300", cwd=folder)
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
