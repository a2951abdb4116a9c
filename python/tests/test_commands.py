"""Commands as functions."""

import os
import signal
import subprocess
import sys
import time

import pytest

import tabletop_gym
from tabletop_gym import Rate, Run, TabletopError, evaluate, run_command, tournament, train

TINY = {"network.trunk": [8], "decisionsPerUpdate": 300, "games": 4, "evaluation.reportBlocks": 2}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    return train("kuhn", preset="quickstart", decisions=600, workers=1, set=TINY, run=folder / "a", progress=False)


def test_train_gives_a_run_that_plays(run):
    assert run.game == "kuhn" and run.finished and run.decisions >= 600 and run.updates == 2
    measured = evaluate(run, against="random", games=20, workers=0, progress=False)
    assert (measured.game, measured.agent, measured.against, measured.games) == ("kuhn", run.agent, ["random"], 20)
    assert 0 <= measured.win_rate.low <= measured.win_rate.mean <= measured.win_rate.high <= 1
    assert -1 <= measured.mean_return.mean <= 1 and measured.parity == 0.5
    assert measured.result["command"].startswith("tabletop evaluate")


def test_a_tournament_rates_all(run):
    played = tournament("kuhn", ["random", run, "search:5"], blocks=3, workers=0, progress=False)
    assert played.agents == ["random", run.agent, "search:5"]
    assert sorted(one.agent for one in played.ratings) == sorted(played.agents)
    assert played.payoff[0][0] is None and isinstance(played.payoff[0][1], Rate)
    assert played.games == 18


def test_metrics_are_the_lines_of_the_run(run):
    updates = run.metrics()
    assert [line["update"] for line in updates] == [1, 2] and {line["kind"] for line in updates} == {"update"}
    assert len(run.metrics(None)) > len(updates)
    with open(run.folder / "metrics.jsonl", "a", encoding="utf8") as file:
        file.write('{"half')
    assert Run(run.folder).metrics() == updates
    with pytest.raises(TabletopError, match="nowhere is no run: No such file"):
        Run(run.folder / "nowhere").metrics()


def test_metrics_are_a_data_frame_where_pandas_is_installed(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(TabletopError, match="^a DataFrame needs pandas: pip install pandas"):
        run.frame()
    monkeypatch.undo()
    pytest.importorskip("pandas", reason="pandas is not installed")
    frame = run.frame(None)
    assert list(frame[frame.kind == "update"]["update"]) == [1, 2]
    assert "against/random/winRate/mean" in frame.columns


def test_what_is_refused_is_said_as_the_command_says_it():
    with pytest.raises(TabletopError, match="^unknown agent 'rnadom', did you mean random"):
        evaluate("rnadom", game="kuhn")
    with pytest.raises(TabletopError, match="^unknown option '--no-such'"):
        tournament("kuhn", ["random", "search:2"], no_such=1)
    with pytest.raises(TabletopError, match="^evaluate gives one result: with panel use run_command"):
        evaluate("random", game="kuhn", panel=True)


def test_flags_are_those_of_the_command():
    from tabletop_gym.commands import _flags

    given = {"dry_run": True, "json": False, "run": None, "seeds": [1, 2], "options": {"players": 3}, "set": {"a.b": [8], "c": "d"}}
    assert _flags(given) == ["--dry-run", "--seeds", "1,2", "--options", '{"players": 3}', "--set", "a.b=[8]", "--set", "c=d"]
    assert {one["id"] for one in run_command("games")["games"]} >= {"kuhn"}


def test_values_of_positions_are_trained_and_play_in_environments(tmp_path):
    settings = {"network.trunk": [16], "decisionsPerUpdate": 600, "evaluation.reportBlocks": 2, "learnerThreads": 1}
    run = train(
        "tic-tac-toe", algorithm="afterstate", decisions=6000, workers=1, set=settings, run=tmp_path / "values", progress=False
    )
    assert run.finished
    assert {"explained_variance", "lambda", "judged"} <= set(run.metrics()[-1])
    measured = evaluate(run, against="random", games=200, workers=0, progress=False)
    assert measured.win_rate.low > 0.5
    won = 0
    with tabletop_gym.gym_env("tic-tac-toe", opponents=[run.agent]) as env:
        for seed in range(40):
            observation, info = env.reset(seed=seed)
            over = False
            while not over:
                mask = info["action_mask"]
                observation, reward, terminated, truncated, info = env.step(int(mask.argmax()))
                over = terminated or truncated
            won += reward < 0
    # Who always takes the first free square loses most games.
    assert won > 20


def test_progress_is_shown_where_it_is_wanted(capsys, tmp_path):
    for shown in (True, False):
        run = tmp_path / f"{shown}"
        train("kuhn", preset="quickstart", decisions=300, workers=1, set=TINY, run=run, progress=shown)
        assert ("ppo" in capsys.readouterr().err) == shown


def test_an_interrupted_training_is_saved(tmp_path):
    code = "import tabletop_gym as t; t.train('kuhn', preset='quickstart', minutes=5, workers=1, run='a')"
    child = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True)
    try:
        while not (tmp_path / "a/metrics.jsonl").exists():
            assert child.poll() is None
            time.sleep(0.1)
        # As a terminal does.
        os.killpg(child.pid, signal.SIGINT)
        assert b"KeyboardInterrupt" in child.communicate(timeout=60)[1]
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
    resumed = train(resume=tmp_path / "a", minutes=0.1, progress=False)
    assert resumed.folder.name == "a" and resumed.game == "kuhn"


def test_all_names_are_there():
    assert all(hasattr(tabletop_gym, name) for name in tabletop_gym.__all__)


def test_metrics_are_told_as_they_come(tmp_path):
    told = []
    flags = {"preset": "quickstart", "workers": 1, "set": TINY, "progress": False}
    run = train("kuhn", decisions=600, run=tmp_path / "a", on_metrics=told.append, **flags)
    assert told == run.metrics(None) and {"update", "report"} <= {line["kind"] for line in told}
    with pytest.raises(TabletopError, match="^on_metrics reads the folder of the run: name one, run='runs/a'$"):
        train("kuhn", decisions=600, on_metrics=told.append, **flags)


def test_a_training_is_stopped_by_what_it_tells(tmp_path):
    run = train("kuhn", minutes=5, run=tmp_path / "a", on_metrics=lambda line: line["kind"] != "update", progress=False, workers=1, set=TINY)
    assert not run.finished and 0 < run.updates
    more = train(resume=tmp_path / "a", decisions=run.decisions + 600, progress=False)
    assert more.updates > run.updates
