"""Observations as their pieces, masks beside them, and what all seats see together."""

import gymnasium
import numpy as np
import pytest

from tabletop_gym import TabletopError, aec_env, gym_env, selfplay_env, vector_env
from tabletop_gym.registration import GAMES


def first_legal(mask):
    return mask.argmax(-1)


@pytest.mark.parametrize("game", sorted(GAMES.values()))
def test_pieces_are_the_numbers_of_the_flat_observation(game):
    flat, pieces = selfplay_env(game, 2), selfplay_env(game, 2, observation="pieces")
    space = pieces.single_observation_space
    assert list(space) == [piece["name"] for piece in pieces.pieces]
    assert all(np.isfinite(one.low).all() and np.isfinite(one.high).all() for one in space.values())
    one, other = flat.reset(seed=5), pieces.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(120):
        for i in range(2):
            seen = {name: array[i] for name, array in other.observation.items()}
            assert space.contains(seen)
            np.testing.assert_array_equal(gymnasium.spaces.flatten(space, seen), one.observation[i])
            assert flat.single_observation_space.contains(one.observation[i])
        final = other.final_observation
        for name, array in final.items():
            assert array.shape[:2] == one.final_observation.shape[:2], name
        actions = np.where(one.mask, rng.random(one.mask.shape), -1).argmax(1)
        one, other = flat.step(actions), pieces.step(actions)
    flat.close()
    pieces.close()


def test_planes_are_planes_rows_and_columns():
    env = gym_env("connect-four", observation="pieces")
    assert {name: one.shape for name, one in env.observation_space.items()} == {
        name: (1, 6, 7) for name in ("mine", "theirs", "my fours", "their fours")
    }
    assert (env.observation_space["mine"].low == 0).all() and (env.observation_space["mine"].high == 1).all()
    env.close()
    env = gym_env("doomspire", observation="pieces")
    shapes = {name: one.shape for name, one in env.observation_space.items()}
    assert shapes["yields"] == (4, 8, 8) and shapes["owners"] == (1, 8, 8)
    # Rows and columns of a list are no board.
    assert shapes["players"] == (4, 28)
    env.close()


def test_they_are_the_same_in_all_environments():
    settings = {"observation": "pieces", "mask": "observation"}
    one, many = gym_env("leduc", **settings), vector_env("leduc", 2, **settings)
    (single, told), (batch, info) = one.reset(seed=3), many.reset(seed=3)
    ended = 0
    for _ in range(40):
        assert one.observation_space.contains(single) and many.observation_space.contains(batch)
        for name, piece in single["observation"].items():
            np.testing.assert_array_equal(piece, batch["observation"][name][0])
        np.testing.assert_array_equal(single["action_mask"], batch["action_mask"][0])
        np.testing.assert_array_equal(single["action_mask"], told["action_mask"])
        actions = first_legal(batch["action_mask"])
        single, _, over, _, told = one.step(int(actions[0]))
        batch, _, ends, _, info = many.step(actions)
        assert over == ends[0]
        if over:
            ended += 1
            last = info["final_obs"][0]
            assert one.observation_space.contains(last) and not last["action_mask"].any()
            np.testing.assert_array_equal(single["observation"]["said"], last["observation"]["said"])
            single, told = one.reset()
    assert ended > 3
    one.close()
    many.close()
    env = aec_env("leduc", observation="pieces")
    env.reset(seed=3)
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent))
    assert env.expand([env.get_state()] * 2, [1, 1]).observation["said"].shape == (2, 2, 4, 3)
    env.close()


def test_functions_get_pieces_too():
    def called(observation, mask, seat, rng):
        assert observation["mine"].shape == (len(seat), 1, 3, 3)
        return first_legal(mask)

    env = selfplay_env("tic-tac-toe", 4, called, observation="pieces")
    turn = env.reset(seed=1)
    for _ in range(10):
        turn = env.step(first_legal(turn.mask))
    env.close()


@pytest.mark.parametrize("game", ["leduc", "kuhn"])
def test_the_state_is_what_all_seats_see(game):
    env = aec_env(game)
    with pytest.raises(TabletopError, match=r"^there is no game yet: call reset\(\) first$"):
        env.state()
    env.reset(seed=1)
    while env.agents:
        seen = np.concatenate([env.observe(agent)["observation"] for agent in env.possible_agents])
        np.testing.assert_array_equal(env.state(), seen)
        assert env.state_space.contains(env.state())
        over = env.terminations[env.agent_selection]
        env.step(None if over else int(first_legal(env.observe(env.agent_selection)["action_mask"])))
    env.close()


def test_words_of_actions_and_decisions():
    env = aec_env("connect-four", prompts=True)
    env.reset(seed=1)
    assert env.action_names == [f"drop column {i}" for i in range(7)] and env.prompts == ["drop"]
    assert env.legal_actions() == {i: f"column {i + 1}" for i in range(7)}
    assert env.infos == {"player_0": {"prompt": "drop"}, "player_1": {}}
    env.close()
    quiet = aec_env("connect-four")
    quiet.reset(seed=1)
    assert quiet.infos == {"player_0": {}, "player_1": {}}
    quiet.close()
    many = selfplay_env("doomspire", 2)
    many.reset(seed=1)
    assert len(many.action_names) == many.single_action_space.n
    assert set(many.legal_actions(1)) <= set(range(many.single_action_space.n))
    many.close()


def test_what_there_is_not_is_refused():
    with pytest.raises(TabletopError, match="^observation is 'flat' or 'pieces', not 'planes'$"):
        gym_env("kuhn", observation="planes")
    with pytest.raises(TabletopError, match="^mask is 'info' or 'observation', not True$"):
        vector_env("kuhn", 2, mask=True)
    with pytest.raises(TabletopError, match="^mask is an argument of gym_env and vector_env, not of selfplay_env$"):
        selfplay_env("kuhn", 2, mask="info")
