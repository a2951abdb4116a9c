"""The environments as their fields' own tests see them, and what they promise beyond."""

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

import tabletop_gym
from tabletop_gym import TabletopError, aec_env, gym_env, vector_env
from tabletop_gym.connection import Connection
from tabletop_gym.command import find_command
from tabletop_gym.node import find_node
from tabletop_gym.registration import GAMES

CHECKED = ["kuhn", "tic-tac-toe", "connect-four", "doomspire"]

# What the checkers warn of and is meant: observations are dictionaries with a mask, and an empty board may be all zeros.
MEANT = [
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "Observation is not a NumPy array",
    "Observation numpy array is all zeros",
    "State numpy array is all zeros",
]


def unexpected(told):
    return [str(one.message) for one in told if not any(meant in str(one.message) for meant in MEANT)]



@pytest.mark.parametrize("game", CHECKED)
def test_pettingzoo_accepts_it(game):
    env = aec_env(game)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(env, num_cycles=40)
    assert unexpected(told) == []
    env.close()


@pytest.mark.parametrize("game", CHECKED)
def test_pettingzoo_finds_it_reproducible(game):
    seed_test(lambda: aec_env(game), num_cycles=20)


@pytest.mark.parametrize("game", CHECKED)
def test_pettingzoo_accepts_its_state(game):
    # The test knows no masks.
    env = aec_env(game, illegal_action="random")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_state_space(env)
        check_state(env, num_cycles=20)
    assert unexpected(told) == []
    env.close()


@pytest.mark.parametrize(
    ("game", "observation"), [*((game, "flat") for game in CHECKED), ("connect-four", "pieces"), ("doomspire", "pieces")]
)
def test_gymnasium_accepts_it(game, observation):
    name = next(name for name, known in GAMES.items() if known == game)
    # The checker knows no masks.
    env = gymnasium.make(f"tabletop_gym/{name}-v0", illegal_action="random", observation=observation)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(env.unwrapped)
    assert unexpected(told) == []
    env.close()


def random_game(env, seed, rng):
    """A game of random legal moves: all that came of it, as bytes."""
    observation, info = env.reset(seed=seed)
    seen = [observation.tobytes(), info["action_mask"].tobytes()]
    rewards = []
    while True:
        action = rng.choice(np.flatnonzero(env.unwrapped.action_masks()))
        observation, reward, terminated, truncated, info = env.step(int(action))
        seen += [observation.tobytes(), info["action_mask"].tobytes()]
        rewards.append(reward)
        if terminated or truncated:
            return seen, rewards, info


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_is_made_and_reproducible(name):
    env = gymnasium.make(f"tabletop_gym/{name}-v0")
    first = random_game(env, 7, np.random.default_rng(1))
    assert first[2]["ending"]
    again = random_game(env, 7, np.random.default_rng(1))
    assert first[:2] == again[:2]
    env.close()


def test_the_names_are_those_of_the_games():
    connection = Connection(find_command())
    assert {game["id"] for game in connection.ask("games")} == set(GAMES.values())
    connection.close()


def test_rewards_are_those_of_the_places():
    env = gym_env("tic-tac-toe", ["random"])
    sums = set()
    for seed in range(10):
        _, rewards, info = random_game(env, seed, np.random.default_rng(seed))
        assert sum(rewards) == {(0, 1): 1, (1, 0): -1, (0, 0): 0}[(info["place"], info["places"][1 - info["seat"]])]
        sums.add(sum(rewards))
    assert sums == {-1, 0, 1} or sums == {-1, 1}
    env.close()


def test_options_seats_and_opponents():
    env = gym_env("kuhn", ["random", "random"], players=3, seat=2)
    _, info = env.reset(seed=1)
    assert info["seat"] == 2 and env.games.players == 3
    env.close()
    with pytest.raises(TabletopError, match="^kuhn has 3 seats here: give 1 opponent or 2, not 3$"):
        gym_env("kuhn", ["random"] * 3, players=3)
    with pytest.raises(TabletopError, match="unknown agent 'rnadom', did you mean random"):
        gym_env("kuhn", ["rnadom"])
    with pytest.raises(TabletopError, match="^seat is 2"):
        gym_env("kuhn", seat=2)
    with pytest.raises(TabletopError, match="the options are: "):
        gym_env("kuhn", plyers=3)
    with pytest.raises(TabletopError, match="plain data"):
        gym_env("kuhn", players=object())
    with pytest.raises(TabletopError, match="unknown game"):
        aec_env("no-such-game")


def test_an_illegal_action_is_refused_or_replaced():
    env = gym_env("tic-tac-toe", seat=0)
    env.reset(seed=1)
    with pytest.raises(TabletopError, match="^action 99 is not legal in tic-tac-toe"):
        env.step(99)
    # Nothing was played: the game goes on.
    env.step(4)
    env.close()
    env = gym_env("tic-tac-toe", seat=0, illegal_action="random")
    env.reset(seed=1)
    _, _, _, _, info = env.step(99)
    assert info["replaced"]
    env.close()


def test_a_vector_steps_games_as_they_are_alone():
    n = 2
    many = vector_env("tic-tac-toe", n)
    observations, info = many.reset(seed=11)
    alone = [gym_env("tic-tac-toe") for _ in range(n)]
    singles = [env.reset(seed=11 + i) for i, env in enumerate(alone)]
    ends = 0
    for _ in range(25):
        assert observations.shape == many.observation_space.shape
        for i, (observation, single) in enumerate(singles):
            np.testing.assert_array_equal(observations[i], observation)
            np.testing.assert_array_equal(info["action_mask"][i], single["action_mask"])
        actions = [int(np.flatnonzero(mask)[-1]) for mask in many.action_masks()]
        observations, rewards, terminated, truncated, info = many.step(actions)
        singles = []
        for i, env in enumerate(alone):
            observation, reward, over, cut, single = env.step(actions[i])
            assert (reward, over, cut) == (rewards[i], terminated[i], truncated[i])
            if over:
                ends += 1
                np.testing.assert_array_equal(info["final_obs"][i], observation)
                assert info["place"][i] == info["final_info"]["place"][i] == single["place"]
                observation, single = env.reset()
            singles.append((observation, single))
    assert ends > 3
    for env in [many, *alone]:
        env.close()


def test_a_vector_takes_a_seed_for_each_game():
    env = vector_env("connect-four", 3, ["scripted:tactical"])
    one, _ = env.reset(seed=[5, 6, 7])
    other, _ = env.reset(seed=5)
    np.testing.assert_array_equal(one, other)
    with pytest.raises(TabletopError, match="there are 3 games, and actions of shape"):
        env.step([0, 0])
    env.close()


def test_a_seed_may_be_any_whole_number():
    env = vector_env("connect-four", 2, ["random"])
    env.reset(seed=2**60)
    assert [env.games.describe(i)["seed"] for i in range(2)] == [str(2**60), str(2**60 + 1)]
    env.close()


def test_make_vec_is_one_process():
    games = gymnasium.make_vec("tabletop_gym/ConnectFour-v0", num_envs=64, opponents=["random"])
    assert games.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    same = vector_env("connect-four", 64)
    observations, info = games.reset(seed=3)
    np.testing.assert_array_equal(observations, same.reset(seed=3)[0])
    actions = info["action_mask"].argmax(1)
    for _ in range(30):
        one, other = games.step(actions), same.step(actions)
        for a, b in zip(one[:4], other[:4], strict=True):
            np.testing.assert_array_equal(a, b)
        actions = one[4]["action_mask"].argmax(1)
    # Wrappers take it as they take others.
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(games)
    wrapped.reset(seed=3)
    ended = 0
    for _ in range(30):
        *_, info = wrapped.step(actions)
        actions = info["action_mask"].argmax(1)
        ended += info["_episode"].sum() if "_episode" in info else 0
    assert ended > 64
    games.close()
    same.close()


def test_a_game_of_ones_own_and_its_words():
    pig = Path(__file__).resolve().parents[2] / "docs" / "examples" / "pig.ts"
    if not pig.exists():
        pytest.skip("there is no checkout around this file")
    env = gym_env(str(pig), ["scripted:bold"], render_mode="ansi")
    env.reset(seed=1)
    assert len(env.render()) > 20
    env.close()


LOUD = """
import {{ writeSync }} from 'node:fs';
import pig from {pig};
const say = () => {{ console.log('mark'); process.stdout.write('mark'); {native} }};
const game = {{ ...pig.game, newState: (...args) => {{ say(); return pig.game.newState(...args); }} }};
export default {{ ...pig, game }};
"""


@pytest.mark.parametrize("through", ["node", "another program"])
def test_a_game_that_prints_does_not_disturb(tmp_path, capfd, through):
    pig = Path(__file__).resolve().parents[2] / "docs" / "examples" / "pig.ts"
    if not pig.exists():
        pytest.skip("there is no checkout around this file")
    native = "writeSync(1, 'mark')" if through == "node" else ""
    (tmp_path / "loud.ts").write_text(LOUD.format(pig=json.dumps(str(pig)), native=native))
    command = find_command() if through == "node" else ["env", *find_command()]
    env = vector_env(str(tmp_path / "loud.ts"), 3, command=command)
    env.reset(seed=1)
    for _ in range(20):
        env.step(np.ones(3, dtype=np.int64))
    env.close()
    assert "mark" in capfd.readouterr().err


@pytest.mark.parametrize("answer", ["mark 0 mark 0 mark 0", "\x00\x00\x00\x00\x07\x00\x00\x00"])
def test_an_answer_that_is_none_ends_in_a_clear_error(answer):
    with pytest.raises(TabletopError, match="something that is not an answer"):
        gym_env("kuhn", command=["sh", "-c", 'printf "$0"; cat >&2', answer.encode("unicode_escape").decode()])


def test_the_command(monkeypatch, tmp_path):
    assert find_command(["a", "b"]) == ["a", "b"]
    assert find_command("a 'b c'") == ["a", "b c"]
    assert find_command("x/main.js")[1:] == ["x/main.js"]
    monkeypatch.setenv("TABLETOP_GYM", "from the environment")
    assert find_command() == ["from", "the", "environment"]
    with pytest.raises(TabletopError, match="^cannot start no-such-program: "):
        gym_env("kuhn", command="no-such-program")
    with pytest.raises(TabletopError, match="tabletop serve has ended"):
        gym_env("kuhn", command="false")
    monkeypatch.delenv("TABLETOP_GYM")
    monkeypatch.setattr("tabletop_gym.command.__file__", str(tmp_path / "tabletop_gym/command.py"))
    with pytest.raises(TabletopError, match="^the games are not beside .*: run `npm ci` in the clone, then `pip install"):
        find_command()
    bundle = tmp_path / "tabletop_gym/bundle/dist/cli/main.js"
    bundle.parent.mkdir(parents=True)
    bundle.write_text("")
    assert find_command() == [find_node(), str(bundle)]


def test_which_node(monkeypatch, tmp_path):
    def node(folder, says):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "node").write_text(f"#!/bin/sh\n{says}\n")
        (tmp_path / folder / "node").chmod(0o755)
        return str(tmp_path / folder / "node")

    def found(on_path, from_pip=None):
        monkeypatch.setenv("PATH", str(Path(on_path).parent))
        monkeypatch.setattr("tabletop_gym.node._from_pip", lambda: from_pip)
        return find_node()

    new, old, broken = node("new", "echo v20.1.0"), node("old", "echo v18.9.1"), node("broken", "exit 1")
    assert found(new, "pip") == new
    assert found(old, "pip") == "pip"
    assert found(broken, "pip") == "pip"
    assert found(tmp_path / "nothing/node", "pip") == "pip"
    for path, why in [(old, r"\S+ is 18.9.1"), (broken, r"\S+ is broken"), (tmp_path / "no/node", "there is no `node`")]:
        with pytest.raises(TabletopError, match=rf"^tabletop-gym needs Node 20 or later \({why}.*pip install"):
            found(path)


def alive(pid):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize("end", ["close", "kill"])
def test_the_other_process_ends_with_us(end):
    code = "import sys, tabletop_gym\nenv = tabletop_gym.gym_env('kuhn')\nprint(env.games.connection.pid, flush=True)\nsys.stdin.read()"
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    pid = int(child.stdout.readline())
    assert alive(pid)
    if end == "kill":
        os.kill(child.pid, signal.SIGKILL)
    else:
        child.stdin.close()
    child.wait()
    for _ in range(100):
        if not alive(pid):
            return
        time.sleep(0.05)
    raise AssertionError("it is still there")


def test_a_closed_environment_says_so():
    env = gym_env("kuhn")
    env.reset(seed=1)
    env.close()
    env.close()
    with pytest.raises(TabletopError, match="^this environment is closed$"):
        env.step(0)


def test_the_version_is_that_of_the_package():
    assert tabletop_gym.__version__ == "0.1.0"
