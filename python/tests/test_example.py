"""The example of self-play learns, where PyTorch is installed."""

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "selfplay_ppo.py"


@pytest.fixture(scope="module")
def example():
    pytest.importorskip("torch", reason="PyTorch is not installed")
    spec = importlib.util.spec_from_file_location("selfplay_ppo", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_advantages_follow_each_seat(example):
    from tabletop_gym import selfplay_env

    env = selfplay_env("kuhn", 3)
    turns = [env.reset(seed=1)]
    for _ in range(8):
        turns.append(env.step(turns[-1].mask.argmax(1)))
    env.close()
    # Without discount, and with lambda 1, an advantage and its value are all that the seat gets from there to the end.
    values = np.random.default_rng(0).random((8, 3))
    found, known = example.advantages(turns, values, np.zeros(3), 1.0, 1.0)
    for i in range(3):
        for t in range(8):
            seat, total = turns[t].agent[i], 0.0
            for later in range(t + 1, 9):
                total += turns[later].reward[i, seat]
                if turns[later].terminated[i]:
                    assert known[t, i]
                    np.testing.assert_allclose(found[t, i] + values[t, i], total, atol=1e-6)
                    break
    assert known.sum() >= 15


def test_it_trains_and_exports(example, tmp_path, monkeypatch, capsys):
    pytest.importorskip("onnx", reason="onnx is not installed")
    out = tmp_path / "policy.onnx"
    words = ["--game", "tic-tac-toe", "--seconds", "2", "--games", "16", "--steps", "8", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["selfplay_ppo.py", *words])
    example.main()
    assert "decisions" in capsys.readouterr().out and out.stat().st_size > 1000
