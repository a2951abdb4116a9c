"""Solved games: read here, played in the environments, and judged by OpenSpiel's own best responses."""

import json

import numpy as np
import pytest

from tabletop_gym import TabletopError, aec_env, evaluate, gym_env, load_solved, run_command, selfplay_env

# Leduc as OpenSpiel and as we number it: fold, call, raise.
FOLD, CALL, RAISE = 0, 1, 2


@pytest.fixture(scope="module")
def leduc(tmp_path_factory):
    file = tmp_path_factory.mktemp("solved") / "leduc.json"
    told = run_command("exact", "leduc", nashconv=0.0009, save=file)
    assert told["nashConv"] <= 0.0009 and told["informationStates"] == 288
    return file


def known(state, card):
    """What an information state of OpenSpiel says: the rank of the own card, of the one on the table, and the words."""
    said, table, round_ = ([], []), -1, 0
    for step, action in enumerate(state.full_history()):
        if action.player >= 0:
            said[round_].append(action.action)
        elif step >= 2:
            table, round_ = action.action // 2, 1
    return card, table, tuple(said[0]), tuple(said[1])


def ours(policy):
    """The same of ours, from the numbers of an observation (`tabletop games leduc --reference`)."""
    found = {}
    for seat, seen, actions, probabilities in policy.states:
        table = seen[3:6].argmax() if seen[3:6].any() else -1
        said = [tuple(int(word.argmax()) for word in round_ if word.any()) for round_ in seen[10:].reshape(2, 4, 3)]
        found[seat, int(seen[:3].argmax()), int(table), *said] = dict(zip(actions, probabilities, strict=True))
    return found


def test_openspiel_finds_the_same_nash_conv(leduc):
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed (PyPI has no wheel for this Python)")
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    policy = load_solved(leduc)
    table = ours(policy)
    assert len(table) == len(policy.states) == 288

    class Ours(policies.Policy):
        def action_probabilities(self, state, player_id=None):
            seat = state.current_player() if player_id is None else player_id
            card = state.history()[seat] // 2
            odds = table[(seat, *known(state, card))]
            assert sorted(odds) == state.legal_actions()
            return odds

    game = pyspiel.load_game("leduc_poker")
    theirs = exploitability.nash_conv(game, Ours(game, [0, 1]))
    assert theirs <= 0.001
    assert theirs == pytest.approx(policy.nash_conv, abs=1e-9)


def test_plays_in_environments_as_the_agent_does(leduc):
    policy = load_solved(leduc)
    env = selfplay_env("leduc", 64, {("learner", f"solved:{leduc}"): 1, (policy, "learner"): 1, "learner": 1})
    turn = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(50):
        turn = env.step(policy(turn.observation, turn.mask, turn.agent, rng))
    env.close()
    # Equal players win equally much: three standard errors of about 0.14 chips a game.
    result = evaluate(f"solved:{leduc}", game="leduc", against=f"solved:{leduc}", games=1000, workers=0, progress=False)
    assert abs(result.result["meanReturn"]["mean"]) < 0.42


def test_tells_probabilities_of_what_an_environment_shows(leduc):
    policy = load_solved(leduc)
    assert (policy.game, policy.players, policy.complete) == ("leduc", 2, True)
    assert policy.method["name"] == "predictive CFR+"
    env = gym_env("leduc", [f"solved:{leduc}"])
    observation, info = env.reset(seed=1)
    odds = policy.probabilities(observation, info["action_mask"], info["seat"])
    assert odds.shape == (3,) and odds.sum() == pytest.approx(1)
    assert (odds[info["action_mask"] == 0] == 0).all()
    env.close()
    table = aec_env("leduc")
    table.reset(seed=1)
    shown = table.observe(table.agent_selection)
    seat = table.possible_agents.index(table.agent_selection)
    assert policy.probabilities(shown["observation"], shown["action_mask"], seat).sum() == pytest.approx(1)
    table.close()
    with pytest.raises(TabletopError, match="not among the 288 information states"):
        policy.probabilities(observation + 1, info["action_mask"], info["seat"])
    with pytest.raises(TabletopError, match="wanted an observation of 34 numbers"):
        policy.probabilities(observation[1:], info["action_mask"], info["seat"])


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(format="other"),
        lambda content: content.update(formatVersion=2),
        lambda content: content.pop("players"),
        lambda content: content["states"][0].update(observation="AAAA"),
        lambda content: content["states"][0].update(observation="%"),
        lambda content: content["states"][0].update(probabilities=[2.0, -1.0]),
        lambda content: content["states"][0].update(actions=[7, 1]),
        lambda content: content["states"][0].update(seat="x"),
        lambda content: content.update(states=[3]),
    ],
)
def test_refuses_what_is_damaged(leduc, tmp_path, change):
    content = json.loads(leduc.read_text())
    change(content)
    file = tmp_path / "damaged.json"
    file.write_text(json.dumps(content))
    with pytest.raises(TabletopError, match="solved policy"):
        load_solved(file)


def test_refuses_what_is_no_such_file(tmp_path):
    with pytest.raises(TabletopError, match="cannot read"):
        load_solved(tmp_path / "nothing.json")
    (tmp_path / "text").write_text("hello")
    with pytest.raises(TabletopError, match="is no solved policy"):
        load_solved(tmp_path / "text")
