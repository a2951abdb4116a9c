"""Pictures of positions: as arrays, in a window, as a video."""

import copy
import sys

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import render_test
from pettingzoo.test.save_obs_test import test_save_obs as check_save_obs

from tabletop_gym import TabletopError, aec_env, gym_env, vector_env
from tabletop_gym.registration import GAMES


@pytest.fixture(autouse=True)
def no_screen(monkeypatch):
    """Windows are opened where nobody sees them."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def colours(image):
    return len(np.unique(image.reshape(-1, 3), axis=0))


@pytest.mark.parametrize("game", sorted(GAMES.values()))
def test_every_game_has_a_picture(game):
    env = gym_env(game, render_mode="rgb_array")
    env.reset(seed=1)
    image = env.render()
    assert image.shape == (720, 960, 3) and image.dtype == np.uint8
    # More than paper.
    assert colours(image) > 10
    env.close()


def test_a_picture_shows_the_position():
    env = gym_env("tic-tac-toe", render_mode="rgb_array", seat=0)
    env.reset(seed=1)
    before = env.render()
    np.testing.assert_array_equal(before, env.render())
    env.step(4)
    assert (before != env.render()).any(axis=2).mean() > 0.01
    env.close()


def test_pettingzoo_accepts_it():
    render_test(lambda render_mode: aec_env("leduc", render_mode=render_mode))


def test_pettingzoo_saves_no_observations_that_are_no_images(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    env = aec_env("connect-four")
    check_save_obs(env)
    assert "Observations must be Box" in capsys.readouterr().out
    env.close()


def test_a_window_shows_every_step():
    import pygame

    env = gym_env("connect-four", render_mode="human", seat=0)
    env.reset(seed=1)
    seen = [pygame.surfarray.array3d(pygame.display.get_surface())]
    for action in (0, 1):
        env.step(action)
        seen.append(pygame.surfarray.array3d(pygame.display.get_surface()))
    assert seen[0].shape == (960, 720, 3)
    assert all((one != other).any() for one, other in zip(seen, seen[1:], strict=False))
    twin = copy.deepcopy(env)
    env.close()
    assert not pygame.display.get_init()
    assert twin.render() is None
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    with pytest.raises(KeyboardInterrupt):
        twin.render()
    twin.close()


def test_many_games_have_a_picture_each():
    env = vector_env("tic-tac-toe", 2, render_mode="rgb_array")
    env.reset(seed=1)
    assert [image.shape for image in env.render()] == [(720, 960, 3)] * 2
    env.close()
    words = gymnasium.make_vec("tabletop_gym/TicTacToe-v0", num_envs=2, render_mode="ansi")
    words.reset(seed=1)
    assert all("." in text for text in words.render())
    words.close()


def test_gymnasium_records_a_video(tmp_path):
    pytest.importorskip("moviepy", reason="moviepy is not installed")
    env = gymnasium.make("tabletop_gym/TicTacToe-v0", render_mode="rgb_array")
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path), episode_trigger=lambda episode: episode == 0)
    for _ in range(2):
        _, info = env.reset(seed=1)
        over = False
        while not over:
            _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    env.close()
    (video,) = tmp_path.glob("*.mp4")
    assert video.stat().st_size > 1000


def test_what_there_is_not_is_refused(monkeypatch):
    with pytest.raises(TabletopError, match="^render_mode of aec_env is one of ansi, rgb_array, human, not 'rgb'$"):
        aec_env("kuhn", render_mode="rgb")
    with pytest.raises(TabletopError, match="it has no window$"):
        vector_env("kuhn", 2, render_mode="human")
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    message = "^pictures need resvg-py and pygame-ce, and resvg_py is not there: pip install resvg-py pygame-ce$"
    with pytest.raises(TabletopError, match=message):
        gym_env("kuhn", render_mode="rgb_array")
