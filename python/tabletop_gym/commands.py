"""The commands `train`, `evaluate` and `tournament` as functions, and what they tell as dataclasses."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .command import environment, find_command
from .connection import TabletopError

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Rate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class Run:
    """A training run on the disk: `Run(Path("runs/a"))` names one that is there, `train` returns one."""

    folder: Path

    @property
    def agent(self) -> str:
        """What plays as the run's policy does, for `evaluate`, `tournament` and the opponents of environments."""
        return f"policy:{self.folder}"

    def metrics(self, kind: str | None = "update") -> list[dict[str, Any]]:
        """The lines of metrics.jsonl, in the order of training.

        Args:
            kind: `update`, `evaluation` (these choose the best checkpoint), `report`, or None for all.
        """
        try:
            text = (self.folder / "metrics.jsonl").read_text(encoding="utf-8")
        except OSError as error:
            raise TabletopError(f"{self.folder} is no run: {error.strerror} (metrics.jsonl)") from None
        # The last line may be half written: the run goes on.
        lines = [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]
        return [line for line in lines if kind is None or line["kind"] == kind]

    def frame(self, kind: str | None = "update") -> pandas.DataFrame:
        """`metrics` as a pandas DataFrame, a row a line; what is nested has names such as `against/random/winRate/mean`."""
        try:
            import pandas
        except ImportError:
            raise TabletopError("a DataFrame needs pandas: pip install pandas (metrics() does without)") from None
        return pandas.json_normalize(self.metrics(kind), sep="/")


@dataclass(frozen=True)
class Training(Run):
    """A run and how far it got."""

    game: str
    finished: bool
    """False where it was stopped before its budget was spent."""
    decisions: int
    games: int
    updates: int
    result: dict[str, Any]
    """All that `tabletop train --json` prints."""


@dataclass(frozen=True)
class Evaluation:
    """How an agent did against others."""

    game: str
    agent: str
    against: list[str]
    games: int
    win_rate: Rate
    """Share of the games won at the rules' own end."""
    mean_return: Rate
    parity: float
    """The win rate of a player as strong as its opponents."""
    result: dict[str, Any]
    """All that `tabletop evaluate --json` prints."""


@dataclass(frozen=True)
class Rating:
    """An agent's place in a tournament: Elo points, the anchor has 1000."""

    agent: str
    rating: Rate
    games: int


@dataclass(frozen=True)
class Tournament:
    """All agents against each other."""

    game: str
    agents: list[str]
    games: int
    ratings: list[Rating]
    """The strongest first."""
    payoff: list[list[Rate | None]]
    """How often agent i of `agents` is placed before agent j; None for i = j."""
    result: dict[str, Any]
    """All that `tabletop tournament --json` prints."""


def train(
    game: str | None = None,
    *,
    progress: bool = True,
    on_metrics: Callable[[dict[str, Any]], object] | None = None,
    **flags: Any,
) -> Training:
    """Trains a policy, or continues a run: `train("kuhn", preset="quickstart", minutes=1, run="runs/a", seed=1)`.

    Args:
        game: id of a game, or the path of a module; None with `resume`.
        progress: whether to show on standard error how it goes.
        on_metrics: called with each line of metrics.jsonl as it is written (`line["kind"]` is `update`, `evaluation` or
            `report`), for trackers; False as its answer stops the training, which is saved. Needs `run` or `resume`.
        flags: those of `tabletop train`; see `run_command`. `set={"ppo.learningRate": 1e-4}` changes settings.

    Raises:
        TabletopError: what the command refuses, in its own words.
    """
    words = [] if game is None else [game]
    meanwhile = None
    if on_metrics is not None:
        folder = flags.get("run") or flags.get("resume")
        if not folder:
            raise TabletopError("on_metrics reads the folder of the run: name one, run='runs/a'")
        meanwhile = _Lines(Path(fspath(folder)) / "metrics.jsonl", on_metrics).read
    told = _run("train", words, flags, progress, meanwhile)
    return Training(
        folder=Path(told["runDir"]),
        game=told["game"],
        finished=told["finished"],
        decisions=told["decisions"],
        games=told["games"],
        updates=told["updates"],
        result=told,
    )


def evaluate(agent: str | Run, *, progress: bool = True, **flags: Any) -> Evaluation:
    """Measures an agent in paired deals: `evaluate("policy:runs/a", against="scripted:tactical", games=400)`.

    Args:
        agent: the spec of an agent, or a run.
        progress: whether to show on standard error how it goes.
        flags: those of `tabletop evaluate`, but `panel` and `temperatures`, for which there is `run_command`.

    Raises:
        TabletopError: what the command refuses, in its own words.
    """
    for flag in ("panel", "temperatures"):
        if flags.get(flag):
            raise TabletopError(f"evaluate gives one result: with {flag} use run_command('evaluate', agent, {flag}=...)")
    told = run_command("evaluate", _spec(agent), progress=progress, **flags)
    return Evaluation(
        game=told["game"],
        agent=told["agent"],
        against=told["against"],
        games=told["games"],
        win_rate=_rate(told["winRate"]),
        mean_return=_rate(told["meanReturn"]),
        parity=told["parity"],
        result=told,
    )


def tournament(game: str, agents: Sequence[str | Run], *, progress: bool = True, **flags: Any) -> Tournament:
    """Plays all agents against each other: `tournament("connect-four", ["random", "scripted:tactical"], blocks=50)`.

    Args:
        game: id of a game, or the path of a module.
        agents: at least two specs of agents, or runs.
        progress: whether to show on standard error how it goes.
        flags: those of `tabletop tournament`; see `run_command`.

    Raises:
        TabletopError: what the command refuses, in its own words.
    """
    told = run_command("tournament", game, progress=progress, agents=",".join(map(_spec, agents)), **flags)
    return Tournament(
        game=told["game"],
        agents=told["agents"],
        games=told["games"],
        ratings=[Rating(one["agent"], _rate(one), one["games"]) for one in told["ratings"]],
        payoff=[[cell and _rate(cell) for cell in row] for row in told["payoff"]],
        result=told,
    )


def run_command(name: str, *words: str | PathLike[str], progress: bool = False, **flags: Any) -> dict[str, Any]:
    """Runs a command of `tabletop` and returns what it prints with `--json` (docs/cli.md lists the keys).

    Args:
        name: of the command, such as `evaluate`.
        words: what follows it.
        progress: whether to show its standard error while it runs.
        flags: `blocks=50` is `--blocks 50`, `dry_run=True` is `--dry-run`, None and False leave a flag out. A list is
            written with commas, `options={...}` as JSON, and a dictionary of another flag repeats it with `key=value`.

    Raises:
        TabletopError: what the command refuses, in its own words.
    """
    return _run(name, [fspath(word) for word in words], flags, progress)


class _Lines:
    """The lines that are added to a file from now on, each told once."""

    def __init__(self, file: Path, tell: Callable[[dict[str, Any]], object]) -> None:
        self._file = file
        self._tell = tell
        self._at = file.stat().st_size if file.is_file() else 0

    def read(self) -> bool:
        """Tells those that are new; False: no more are wanted."""
        if not self._file.is_file():
            return True
        with self._file.open("rb") as file:
            file.seek(self._at)
            # The last one may be half written.
            whole = [line for line in file if line.endswith(b"\n")]
        for line in whole:
            self._at += len(line)
            if self._tell(json.loads(line)) is False:
                return False
        return True


def _run(
    name: str,
    words: Sequence[str],
    flags: Mapping[str, Any],
    progress: bool,
    meanwhile: Callable[[], bool] | None = None,
) -> dict[str, Any]:
    """As `run_command`; `meanwhile` is called again and again, and once at the end: False interrupts the command."""
    command = [*find_command(), name, *words, *_flags(flags), "--json"]
    # Files: a pipe that nobody reads yet may be full.
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as printed,
        tempfile.TemporaryDirectory() as folder,
        (Path(folder) / "said").open("wb") as said,
        (Path(folder) / "said").open(encoding="utf-8", errors="replace") as heard,
        subprocess.Popen(
            command, env=environment(), stdin=subprocess.DEVNULL, stdout=printed, stderr=said
        ) as process,
    ):
        lines: list[str] = []

        def show() -> None:
            """Shows what was said since; what is wrong is raised in the end."""
            for line in heard:
                lines.append(line)
                if progress and not line.startswith("tabletop: "):
                    sys.stderr.write(line)

        try:
            while process.poll() is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.2)
                show()
                if meanwhile and not meanwhile():
                    meanwhile = None
                    process.send_signal(signal.SIGINT)
        except KeyboardInterrupt:
            # It was interrupted too, and saves what it has. A second time ends both.
            process.wait()
            show()
            raise
        except BaseException:
            process.kill()
            raise
        show()
        if meanwhile:
            meanwhile()
        printed.seek(0)
        text = printed.read()
    try:
        told = json.loads(text)
    except ValueError:
        told = None
    if isinstance(told, dict):
        return told
    reason = next((line for line in reversed(lines) if line.startswith("tabletop: ")), None)
    raise TabletopError(
        reason.removeprefix("tabletop: ").strip()
        if reason
        else f"tabletop {name} ended with exit code {process.returncode}"
    )


def _flags(flags: Mapping[str, Any]) -> list[str]:
    words = []
    for name, value in flags.items():
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(flag)
        elif isinstance(value, Mapping) and name == "options":
            words += [flag, json.dumps(value)]
        elif isinstance(value, Mapping):
            words += [word for key, one in value.items() for word in (flag, f"{key}={_text(one)}")]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            words += [flag, ",".join(map(_spec, value))]
        elif value is not None and value is not False:
            words += [flag, _spec(value)]
    return words


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _spec(value: Any) -> str:
    return value.agent if isinstance(value, Run) else str(value)


def _rate(told: Mapping[str, Any]) -> Rate:
    return Rate(told["mean"], told["low"], told["high"])
