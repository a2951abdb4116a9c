"""Tabletop games as environments for reinforcement learning: see README.md."""

from .aec import AECGame, aec_env
from .connection import TabletopError
from .learner import LearnerEnv, gym_env
from .registration import register
from .vector import LearnerVectorEnv, vector_env

__version__ = "0.1.0"

__all__ = [
    "AECGame",
    "LearnerEnv",
    "LearnerVectorEnv",
    "TabletopError",
    "aec_env",
    "gym_env",
    "register",
    "vector_env",
]

register()
