"""States, copies, forks and searches: a copy goes on as the original does, and leaves it alone."""

import copy
import os
import pickle

import cloudpickle
import numpy as np
import pytest

from tabletop_gym import TabletopError, aec_env, gym_env, selfplay_env, vector_env

# Luck in every game of some; hidden cards; agents that draw.
LUCKY = "islebound"


def one_in_three(observation, mask, seat, rng):
    return np.where(mask, rng.random(mask.shape), -1).argmax(1)


MAKERS = {
    "gym": lambda: gym_env("leduc", "random"),
    "gym alone": lambda: gym_env(LUCKY),
    "vector": lambda: vector_env("leduc", 3, "random"),
    "aec": lambda: aec_env("kuhn", players=3),
    "selfplay": lambda: selfplay_env("leduc", 5),
    "selfplay mixed": lambda: selfplay_env("kuhn", 6, {"random": 2, ("learner", one_in_three): 1, "learner": 1}),
}


def trace(env, steps, begun=None):
    """What comes of first legal actions, as bytes; `begun`: what reset or set_state returned."""
    seen = []
    rng = np.random.default_rng(1)
    for _ in range(steps):
        if hasattr(env, "agent_iter"):
            if not env.agents:
                env.reset()
            observation, reward, terminated, truncated, info = env.last()
            seen.append((env.agent_selection, observation["observation"].tobytes(), reward, terminated, str(info)))
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(rng.choice(legal)) if len(legal) and not (terminated or truncated) else None)
        elif hasattr(env, "set_opponents"):
            begun = env.step(np.where(begun.mask, rng.random(begun.mask.shape), -1).argmax(1))
            seen.append([array.tobytes() for array in begun])
        else:
            mask = begun[1]["action_mask"]
            rows = np.atleast_2d(mask)
            actions = np.where(rows, rng.random(rows.shape), -1).argmax(1)
            observation, reward, terminated, truncated, info = env.step(actions if mask.ndim == 2 else int(actions[0]))
            seen.append((observation.tobytes(), np.asarray(reward).tobytes(), str(terminated), str(info["seat"])))
            begun = (observation, info)
            if mask.ndim == 1 and (terminated or truncated):
                begun = env.reset()
    return seen


def played(env, steps=7):
    begun = env.reset(seed=11)
    trace(env, steps, begun)
    return env


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_a_state_goes_on_as_the_original(name):
    env = played(MAKERS[name]())
    state = env.get_state()
    # Taking it changes nothing, and setting it brings everything back.
    begun = env.set_state(state)
    first = trace(env, 40, begun)
    assert env.get_state() != state
    assert trace(env, 40, env.set_state(state)) == first
    assert env.set_state(env.get_state()) is not None or name == "aec"
    other = MAKERS[name]()
    assert trace(other, 40, other.set_state(state)) == first
    env.close()
    other.close()


@pytest.mark.parametrize("name", sorted(MAKERS))
@pytest.mark.parametrize("way", ["deepcopy", "pickle", "cloudpickle"])
def test_copies_go_on_alike(name, way):
    ways = {
        "deepcopy": copy.deepcopy,
        "pickle": lambda env: pickle.loads(pickle.dumps(env)),
        "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
    }
    env = played(MAKERS[name]())
    twin = ways[way](env)
    state = env.get_state()
    assert twin.get_state() == state and twin.games.connection.pid != env.games.connection.pid
    first = trace(env, 20, env.set_state(state))
    assert trace(twin, 20, twin.set_state(state)) == first
    env.close()
    # A copy of a copy that was not used yet, and of an environment that has no game yet.
    third = ways[way](ways[way](twin))
    assert third.get_state() == twin.get_state()
    twin.close()
    third.close()


def test_a_copy_knows_who_plays_where():
    env = selfplay_env("tic-tac-toe", 4, "random")
    fresh = copy.deepcopy(env)
    turns = env.reset(seed=2)
    env.set_opponents(("learner", one_in_three), games=[1, 2])
    twin = pickle.loads(pickle.dumps(env))
    assert trace(twin, 60, twin.set_state(env.get_state())) == trace(env, 60, turns)
    assert (env.step(env.set_state(env.get_state()).mask.argmax(1)).learner[1:3] == [True, False]).all()
    assert fresh.reset(seed=2).learner.tolist() == turns.learner.tolist()
    # In the copy nobody of a mix is missing who plays at the moment.
    env.set_opponents("scripted:perfect")
    third = copy.deepcopy(env)
    assert third.get_state() == env.get_state()
    for one in (env, fresh, twin, third):
        one.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("name", ["gym", "aec", "selfplay mixed"])
def test_a_forked_child_goes_on_by_itself(name):
    env = played(MAKERS[name]())
    pid, state = env.games.connection.pid, env.get_state()
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            same = env.get_state() == state and env.games.connection.pid != pid
            seen = trace(env, 20, env.set_state(state))
            env.close()
            os.write(there, pickle.dumps((same, seen)))
        finally:
            os._exit(0)
    os.close(there)
    with os.fdopen(here, "rb") as told:
        same, theirs = pickle.load(told)
    os.waitpid(child, 0)
    assert same and theirs == trace(env, 20, env.set_state(state))
    assert env.games.connection.pid == pid
    env.close()


@pytest.mark.parametrize("game", ["connect-four", "leduc", "cartpole"])
def test_expanding_is_playing(game):
    env = aec_env(game)
    env.reset(seed=5)
    states, rng = [env.get_state()], np.random.default_rng(2)
    for _ in range(40):
        mask = env.observe(env.agent_selection)["action_mask"]
        action = int(rng.choice(np.flatnonzero(mask)))
        found = env.expand([states[-1]] * 2, [action] * 2)
        states.append(found.states[1])
        env.step(action)
        over = env.terminations["player_0"] or env.truncations["player_0"]
        assert found.states[0] == found.states[1]
        np.testing.assert_array_equal(found.reward[1], list(env.rewards.values()))
        assert over == (found.agent[1] == -1)
        if over:
            assert not found.mask.any() and not found.observation.any()
            break
        seen = env.observe(env.agent_selection)
        assert found.agent[1] == env.possible_agents.index(env.agent_selection)
        np.testing.assert_array_equal(found.observation[1], seen["observation"])
        np.testing.assert_array_equal(found.mask[1], seen["action_mask"])
    # Its states go on as the environment does.
    one, other = aec_env(game), aec_env(game)
    one.set_state(states[-2])
    one.step(action)
    other.set_state(states[-1])
    assert one.agent_selection == other.agent_selection or over
    assert one.rewards == other.rewards and one.terminations == other.terminations
    for each in (env, one, other):
        each.close()


def test_expanding_with_a_seed_draws_other_luck():
    env = aec_env("leduc")
    env.reset(seed=1)
    # Both check, and a card is turned up.
    (state,) = env.expand([env.get_state()], [1]).states
    same = env.expand([state] * 20, [1] * 20)
    assert len({row.tobytes() for row in same.observation}) == 1
    drawn = env.expand([state] * 20, [1] * 20, seed=3)
    again = env.expand([state] * 20, [1] * 20, seed=3)
    assert drawn.states == again.states
    assert len({row.tobytes() for row in drawn.observation}) > 1
    env.close()


def test_what_is_no_state_is_refused():
    env = aec_env("kuhn")
    with pytest.raises(TabletopError, match=r"^there is no game to save: call reset\(\) first$"):
        env.get_state()
    env.reset(seed=1)
    state = env.get_state()
    for wrong in (b"", b"TGYM", state[:-1], state + b"x", b"TGYM\x01" + b"\xff" * 40, b"\x00" * 80, b"\x96\x01" * 9):
        with pytest.raises(TabletopError, match="not a state that was saved, or it is damaged$"):
            env.set_state(wrong)
    with pytest.raises(TabletopError, match="saved by another version of tabletop-gym"):
        env.set_state(b"TGYM\x07" + state[5:])
    with pytest.raises(TabletopError, match="^a state is bytes, as get_state gives them, not str$"):
        env.set_state("x")
    env.set_state(state)
    rng = np.random.default_rng(0)
    refused = 0
    for _ in range(300):
        bad = bytearray(state)
        bad[rng.integers(len(bad))] ^= 1 << rng.integers(8)
        try:
            env.set_state(bytes(bad))
        except TabletopError as error:
            refused += 1
            assert "bug" not in str(error)
        else:
            trace(env, 3)
    assert refused > 100
    others = {
        "the state is of kuhn 1, this is leduc": aec_env("leduc"),
        "the state is of kuhn with other options": aec_env("kuhn", players=3),
        "the state has 1 games, and there are 2 here": vector_env("kuhn", 2),
    }
    for message, other in others.items():
        with pytest.raises(TabletopError, match=f"^{message}"):
            other.set_state(state)
        other.close()
    with pytest.raises(TabletopError, match="^state 1: action 7 is not legal in kuhn"):
        env.expand([state] * 2, [0, 7])
    with pytest.raises(TabletopError, match=r"^there are 2 states, and actions of shape \(1,\) were given$"):
        env.expand([state] * 2, [0])
    mixed = selfplay_env("kuhn", 1, "random")
    mixed.reset(seed=1)
    many = selfplay_env("kuhn", 1, "learner")
    with pytest.raises(TabletopError, match="^in the state plays random, which is not among the opponents here$"):
        many.set_state(mixed.get_state())
    with pytest.raises(TabletopError, match="^the state was made by a search and has no opponents"):
        mixed.set_state(env.expand([state], [0]).states[0])
    for one in (env, mixed, many):
        one.close()
