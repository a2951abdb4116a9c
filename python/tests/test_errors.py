"""What is easily done wrong is refused in one line that says what to do; or it does what was meant."""

import json
from pathlib import Path

import gymnasium
import numpy as np
import pytest

from tabletop_gym import TabletopError, aec_env, gym_env, selfplay_env, vector_env


@pytest.fixture(scope="module")
def env():
    env = gym_env("tic-tac-toe", "random", seat=0)
    yield env
    env.close()


@pytest.mark.parametrize("action", [2.7, "0", None, [0], np.array([1.0]), np.array([1, 2]), 2**40])
def test_an_action_is_a_whole_number(env, action):
    env.reset(seed=1)
    with pytest.raises(TabletopError, match="^an action is a whole number below 9, not "):
        env.step(action)
    # Nothing was played.
    env.step(np.int64(4))


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([2.7, 0], "^actions are whole numbers, not float64$"),
        (["0", "1"], "^actions are whole numbers, not <U1$"),
        ([None, 1], "^actions are whole numbers, not object$"),
        ([[0], [1]], r"^there are 2 games, and actions of shape \(2, 1\) were given$"),
        (3, r"^there are 2 games, and actions of shape \(\) were given$"),
        ([0], r"^there are 2 games, and actions of shape \(1,\) were given$"),
        ([0, 2**40], "^actions are whole numbers of 32 bits, and one is larger$"),
        ([0, [1, 2]], "^actions are whole numbers, not list$"),
    ],
)
def test_actions_are_one_whole_number_for_each_game(actions, message):
    env = vector_env("tic-tac-toe", 2, seat=0)
    env.reset(seed=1)
    with pytest.raises(TabletopError, match=message):
        env.step(actions)
    env.step(np.array([4, 4], dtype=np.uint8))
    env.close()


def test_opponents_are_specs(env):
    assert env.reset(seed=1)[1]["seat"] == 0
    for wrong in ({"random": 1}, [3], [len]):
        with pytest.raises(TabletopError, match="^opponents are specs of agents, such as 'random', not "):
            gym_env("tic-tac-toe", wrong)


def test_reset_takes_no_options(env):
    env.reset(options={})
    with pytest.raises(TabletopError, match="^reset takes no options, and seat was given: .* arguments of gym_env$"):
        env.reset(options={"seat": 1})
    with pytest.raises(TabletopError, match="^a seed is a whole number, not 1.5$"):
        env.games.reset(1.5)


def test_steps_need_a_game():
    for make in (lambda: gym_env("tic-tac-toe"), lambda: aec_env("tic-tac-toe")):
        env = make()
        with pytest.raises(TabletopError, match=r"call reset\(\) first$"):
            env.step(0)
        env.close()
    env = aec_env("tic-tac-toe")
    with pytest.raises(TabletopError, match=r"call reset\(\) first$"):
        env.last()
    env.reset(seed=1)
    for action in (0, 3, 1, 4, 2):
        env.step(action)
    with pytest.raises(TabletopError, match=r"^the game is over for player_1: step\(None\), or reset\(\)$"):
        env.step(5)
    env.close()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: aec_env("kuhn", opponents=["random"]),
            "^opponents is an argument of gym_env, vector_env and selfplay_env, not of aec_env$",
        ),
        (lambda: gym_env("kuhn", n=8), "^n is an argument of vector_env and selfplay_env, not of gym_env$"),
        (
            lambda: selfplay_env("kuhn", 8, render_mode="ansi"),
            "^render_mode is an argument of gym_env, vector_env and aec_env, not of selfplay_env$",
        ),
        (
            lambda: gymnasium.make("tabletop_gym/Kuhn-v0", num_envs=8),
            "^num_envs is an argument of gymnasium.make_vec, not of gym_env$",
        ),
    ],
)
def test_an_argument_of_another_call_is_named(make, message):
    with pytest.raises(TabletopError, match=message):
        make()


@pytest.mark.parametrize("make", [gym_env, aec_env, vector_env])
def test_an_observation_that_is_not_a_number_is_named(make, tmp_path):
    repository = Path(__file__).parents[2]
    module = tmp_path / "nan.mts"
    module.write_text(
        f"""import pig from {json.dumps(str(repository / "docs" / "examples" / "pig.ts"))};
const wrong = (state) => {{
  const {{ observe }} = state;
  state.observe = function (seat, out, at) {{ observe.call(this, seat, out, at); out[at + 1] = NaN; }};
  return state;
}};
export default {{ game: {{ ...pig.game, newState: (...given) => wrong(pig.game.newState(...given)) }} }};
"""
    )
    with pytest.raises(TabletopError, match=r"observation piece \w+ is NaN \(number \d+ of \d+\)"):
        arguments = {gym_env: [["random"]], aec_env: [], vector_env: [2, ["random"]]}[make]
        make(str(module), *arguments).reset(seed=1)
