"""The notebook runs from its first cell to its last."""

import ast
import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "train_look_play.ipynb"


def run_cell(source, names):
    """Executes a cell; returns the value of its last expression, as a notebook would show it."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None


def test_the_notebook_runs(tmp_path, monkeypatch, capsys):
    pytest.importorskip("pandas", reason="pandas is not installed")
    monkeypatch.chdir(tmp_path)
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] for cell in cells)
    names, shown = {}, []
    for cell in cells:
        value = run_cell("".join(cell["source"]).replace("MINUTES = 0.5", "MINUTES = 0.05"), names)
        # A notebook keeps the picture of the moment.
        shown.append(value._repr_svg_() if hasattr(value, "_repr_svg_") else value)
    pictures = [one for one in shown if isinstance(one, str) and one.startswith("<svg")]
    assert len(pictures) == 2 and pictures[0] != pictures[1]
    told = capsys.readouterr().out
    assert "of 100 games against random play" in told and "place" in told
    assert any(isinstance(one, dict) and one for one in shown)
