"""Tabletop games as environments for reinforcement learning: see README.md."""

from .aec import AECGame, aec_env
from .connection import TabletopError
from .learner import LearnerEnv, gym_env
from .registration import register
from .selfplay import SelfPlayEnv, Turns, selfplay_env
from .state import Expanded
from .vector import LearnerVectorEnv, vector_env

__version__ = "0.1.0"

__all__ = [
    "AECGame",
    "Expanded",
    "LearnerEnv",
    "LearnerVectorEnv",
    "SelfPlayEnv",
    "TabletopError",
    "Turns",
    "aec_env",
    "gym_env",
    "register",
    "selfplay_env",
    "vector_env",
]

register()
