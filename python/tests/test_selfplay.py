"""All seats of many games in one process: what `selfplay_env` promises."""

import numpy as np
import pytest

from tabletop_gym import TabletopError, aec_env, selfplay_env, vector_env
from tabletop_gym.registration import GAMES


def last_legal(mask):
    """The last legal action of each row."""
    return mask.shape[1] - 1 - mask[:, ::-1].argmax(1)


def random_legal(observation, mask, seat, rng):
    """A player of one's own."""
    return np.where(mask, rng.random(mask.shape), -1).argmax(1)


@pytest.mark.parametrize("game", sorted(GAMES.values()))
def test_games_are_those_of_aec_env(game):
    n = 2
    many = selfplay_env(game, n)
    turns = many.reset(seed=21)
    alone = [aec_env(game) for _ in range(n)]
    for i, env in enumerate(alone):
        env.reset(seed=21 + i)
    returns, totals = np.zeros((n, many.seats)), np.zeros((n, many.seats))
    ends, rng = 0, np.random.default_rng(4)
    for step in range(3000):
        assert turns.learner.all() and not turns.table.any()
        for i, env in enumerate(alone):
            seen = env.observe(env.agent_selection)
            assert env.agent_selection == f"player_{turns.agent[i]}"
            np.testing.assert_array_equal(turns.observation[i], seen["observation"])
            np.testing.assert_array_equal(turns.mask[i], seen["action_mask"])
        actions = random_legal(turns.observation, turns.mask, turns.agent, rng)
        turns = many.step(actions)
        returns += turns.reward
        final = iter(turns.final_observation)
        for i, env in enumerate(alone):
            env.step(int(actions[i]))
            totals[i] += list(env.rewards.values())
            over, cut = env.terminations["player_0"], env.truncations["player_0"]
            assert (turns.terminated[i], turns.truncated[i]) == (over, cut)
            if not (over or cut):
                assert not turns.place[i].any()
                continue
            seen = next(final)
            for seat, agent in enumerate(env.possible_agents):
                np.testing.assert_array_equal(seen[seat], env.observe(agent)["observation"])
                assert turns.place[i, seat] == env.infos[agent]["place"]
            ends += 1
            np.testing.assert_allclose(returns[i], totals[i], atol=1e-9)
            returns[i] = totals[i] = 0
            env.reset()
        assert next(final, None) is None
        if ends >= 3 or ends and step > 100:
            break
    assert ends
    for env in [many, *alone]:
        env.close()



def play(env, steps, turns=None, seed=3):
    """Last legal actions, and all that came of them."""
    seen = [env.reset(seed=seed) if turns is None else turns]
    for _ in range(steps):
        seen.append(env.step(last_legal(seen[-1].mask)))
    return seen


def test_a_mix_is_drawn_for_each_game_from_its_seed():
    mix = {"random": 1, ("learner", random_legal): 1, "learner": 2, ("scripted:tactical", "learner"): 0}
    env = selfplay_env("connect-four", 200, mix)
    seen = play(env, 12)
    share = np.bincount(seen[0].table, minlength=4) / 200
    assert abs(share - [0.25, 0.25, 0.5, 0]).max() < 0.12
    learners = seen[0].learner
    assert learners[seen[0].table == 2].all()
    assert (learners[seen[0].table == 1] == [True, False]).all()
    drawn = learners[seen[0].table == 0]
    assert (drawn.sum(1) == 1).all() and 0.2 < drawn[:, 0].mean() < 0.8
    for turns in seen:
        # Only the learner is asked, and only for what is legal.
        assert turns.learner[np.arange(200), turns.agent].all()
        assert turns.mask.any(1).all()
    again = play(env, 12)
    for one, other in zip(seen, again, strict=True):
        for a, b in zip(one, other, strict=True):
            np.testing.assert_array_equal(a, b)
    env.close()


def ended_rewards(env, steps):
    """What the games of each place gave, in order, when all play their last legal action."""
    seen, got = play(env, steps), [[] for _ in range(env.num_envs)]
    for turns in seen:
        for i in np.flatnonzero(turns.terminated):
            got[i].append(turns.reward[i].tolist())
    env.close()
    return got


@pytest.mark.parametrize("seat", [0, 2])
def test_a_function_plays_as_if_its_seats_were_yours(seat):
    asked = []

    def last(observation, mask, seat, rng):
        asked.append(len(seat))
        assert len(observation) == len(mask) == len(seat) and mask.dtype == bool
        assert isinstance(rng, np.random.Generator)
        return last_legal(mask)

    table = [last] * 3
    table[seat] = "learner"
    own = ended_rewards(selfplay_env("kuhn", 8, table, players=3), 10)
    by_hand = ended_rewards(selfplay_env("kuhn", 8, players=3), 40)
    assert max(asked) > 1
    for mine, theirs in zip(own, by_hand, strict=True):
        assert len(mine) >= 5 and mine == theirs[: len(mine)]


def test_opponents_change_from_the_next_game_on():
    env = selfplay_env("tic-tac-toe", 6)
    turns = env.reset(seed=5)
    env.set_opponents("random", games=[0, 1, 2])
    assert env.step(last_legal(turns.mask)).learner.all()
    seen = play(env, 30, env.reset())
    assert (seen[0].learner.sum(1) == [1, 1, 1, 2, 2, 2]).all()
    env.set_opponents(("learner", random_legal))
    seen = play(env, 30, seen[-1])
    assert (seen[0].learner.sum(1) == [1, 1, 1, 2, 2, 2]).all()
    assert (seen[-1].learner == [True, False]).all()
    env.set_opponents(None)
    seen = play(env, 30, seen[-1])
    assert seen[-1].learner.all()
    env.set_opponents(last_legal_player)
    assert env._players == [None, last_legal_player]
    env.close()


def last_legal_player(observation, mask, seat, rng):
    return last_legal(mask)


def test_what_is_wrong_is_said_in_one_line():
    with pytest.raises(TabletopError, match="^tic-tac-toe has 2 seats here, and 3 were given$"):
        selfplay_env("tic-tac-toe", 2, ["learner", "random", "random"])
    with pytest.raises(TabletopError, match="^tic-tac-toe has 2 seats here: give 1 opponent, not 2$"):
        selfplay_env("tic-tac-toe", 2, ["random", "random"])
    with pytest.raises(TabletopError, match="^3 is no opponent"):
        selfplay_env("tic-tac-toe", 2, [3])
    with pytest.raises(TabletopError, match="^the weight of 'random' is -1"):
        selfplay_env("tic-tac-toe", 2, {"random": -1})
    with pytest.raises(TabletopError, match="weight above 0$"):
        selfplay_env("tic-tac-toe", 2, {"random": 0})
    with pytest.raises(TabletopError, match="unknown agent 'rnadom'"):
        selfplay_env("tic-tac-toe", 2, {"rnadom": 1, "learner": 1})
    with pytest.raises(TabletopError, match="tic-tac-toe has no bot 'x'"):
        selfplay_env("tic-tac-toe", 2, {"scripted:x": 0, "learner": 1})
    with pytest.raises(TabletopError, match="^seat is an argument of gym_env and vector_env, not of selfplay_env$"):
        selfplay_env("tic-tac-toe", 2, seat=1)
    env = selfplay_env("tic-tac-toe", 2)
    with pytest.raises(TabletopError, match=r"call reset\(\) first"):
        env.step([0, 0])
    turns = env.reset(seed=1)
    with pytest.raises(TabletopError, match="^actions are whole numbers, not float64$"):
        env.step([2.7, 1.0])
    with pytest.raises(TabletopError, match="^actions are whole numbers, not <U1$"):
        env.step(["0", "1"])
    with pytest.raises(TabletopError, match=r"^there are 2 games, and actions of shape \(2, 1\) were given$"):
        env.step([[0], [1]])
    with pytest.raises(TabletopError, match="one is larger$"):
        env.step([2**32, 0])
    with pytest.raises(TabletopError, match="^action -1 is not legal in game 1, tic-tac-toe"):
        env.step([0, -1])
    with pytest.raises(TabletopError, match="^game is 2, there are 2$"):
        env.set_opponents("random", games=[2])
    # Nothing was played.
    assert (env.step([4, 4]).mask[:, 4] == 0).all() and turns.mask.all()

    def bad(observation, mask, seat, rng):
        return [99] * len(seat)

    env.set_opponents(bad)
    with pytest.raises(TabletopError, match="^bad: action 99 is not legal in game"):
        env.reset(seed=4)
        env.step([0, 0])
    with pytest.raises(TabletopError, match=r"call reset\(\) first"):
        env.step([0, 0])
    env.close()


@pytest.mark.parametrize("make", [selfplay_env, vector_env])
def test_games_begin_with_random_actions_that_follow_from_the_seed(make):
    env = make("tic-tac-toe", 64, "random" if make is vector_env else None, openings=4)

    def discs(started):
        mask = started[1]["action_mask"] if make is vector_env else started.mask
        return 9 - mask.sum(axis=1)

    first = discs(env.reset(seed=1))
    np.testing.assert_array_equal(discs(env.reset(seed=1)), first)
    assert set(first.tolist()) >= {0, 1, 2, 3, 4} and first.max() <= 5
    env.close()


def test_tells_features_of_actions_and_advice():
    plain = selfplay_env("doomspire", 2)
    env = selfplay_env("doomspire", 2, action_features=True, advisor="scripted:mixed")
    turn, own = env.reset(seed=1), plain.reset(seed=1)
    size = own.observation.shape[1]
    assert own.action_features.shape == (2, turn.mask.shape[1], 0)
    np.testing.assert_array_equal(turn.observation[:, :size], own.observation)
    # The advice: one legal action.
    advice = turn.observation[:, size : size + turn.mask.shape[1]]
    assert (advice.sum(axis=1) == 1).all() and turn.mask[advice == 1].all()
    numbers = sum(piece["size"] for piece in env.games.facts["actionFeatures"])
    assert turn.action_features.shape == (*turn.mask.shape, numbers)
    assert (turn.action_features[~turn.mask] == 0).all() and (turn.action_features[turn.mask] != 0).any()
    env.close()
    plain.close()
    with pytest.raises(TabletopError, match="kuhn has no features of actions; an advisor brings some"):
        selfplay_env("kuhn", 1, action_features=True)
    with pytest.raises(TabletopError, match="action_features is an argument of gym_env"):
        aec_env("kuhn", action_features=True)
