"""Pictures of positions: the drawings of tabletop-gym as pixels, and a window that shows them."""

from __future__ import annotations

import importlib
import io
import os
from pathlib import Path
from typing import Any

import numpy as np

from .connection import TabletopError
from .games import Games

RENDER_MODES = ["ansi", "rgb_array", "human"]


def check_render_mode(mode: str | None, call: str) -> None:
    """Refuses what there is not, and pictures where what makes them is not installed."""
    if mode is None or mode == "ansi":
        return
    if mode not in RENDER_MODES:
        raise TabletopError(f"render_mode of {call} is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    for name in ("resvg_py", "pygame"):
        _library(name)


def _library(name: str) -> Any:
    # Else it says on standard output that it is there.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return importlib.import_module(name)
    except ImportError:
        raise TabletopError(
            f"pictures need resvg-py and pygame-ce, and {name} is not there: pip install resvg-py pygame-ce"
        ) from None


class Drawn:
    """`render` of environments that show one game."""

    games: Games
    render_mode: str | None
    _window: Window | None = None

    def render(self) -> Any:
        """The position as the seat to act (of `gym_env`: the learner) sees it.

        Returns:
            `ansi`: words; `rgb_array`: uint8 [720, 960, 3]; `human`: None, it is in a window; no mode: None.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self.games.describe()["text"]
        image = pixels(self.games.draw())
        if self.render_mode == "rgb_array":
            return image
        self._window = self._window or Window(self.games.facts["title"])
        self._window.show(image)
        return None

    def _repr_svg_(self) -> str | None:
        """Notebooks show the position of an environment that stands at the end of a cell."""
        try:
            return self.games.draw()
        except TabletopError:
            return None

    def _show(self) -> None:
        """After each step: a window shows it without being asked."""
        if self.render_mode == "human":
            self.render()

    def _hide(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy opens a window of its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_window"}


def pixels(svg: str) -> np.ndarray:
    """A picture as uint8 [height, width, 3], the same on every machine: letters are those that pygame brings."""
    resvg, pygame = _library("resvg_py"), _library("pygame")
    letters = str(Path(pygame.__file__).parent / pygame.font.get_default_font())
    png = resvg.svg_to_bytes(
        svg_string=svg, skip_system_fonts=True, font_files=[letters], sans_serif_family="FreeSans"
    )
    surface = pygame.image.load(io.BytesIO(png), "picture.png")
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


class Window:
    """A window with a picture. What is pressed in it does nothing; closing it ends the program as Ctrl-C does."""

    def __init__(self, title: str) -> None:
        self._pygame = _library("pygame")
        self._title = title
        self._screen: Any = None

    def show(self, image: np.ndarray) -> None:
        """Shows a picture [height, width, 3]."""
        pygame = self._pygame
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            try:
                self._screen = pygame.display.set_mode((image.shape[1], image.shape[0]))
            except pygame.error as error:
                raise TabletopError(f"no window can be opened here ({error}): use render_mode='rgb_array'") from None
        pygame.surfarray.blit_array(self._screen, image.swapaxes(0, 1))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            raise KeyboardInterrupt

    def close(self) -> None:
        """Closes it. May be called again."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None
