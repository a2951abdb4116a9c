"""Tabletop games as environments for reinforcement learning: see README.md."""

from .aec import AECGame, aec_env, parallel_env
from .commands import Evaluation, Rate, Rating, Run, Tournament, Training, evaluate, run_command, tournament, train
from .connection import TabletopError
from .learner import LearnerEnv, gym_env
from .registration import register
from .selfplay import SelfPlayEnv, Turns, selfplay_env
from .solved import InformationState, Solved, load_solved
from .state import Expanded
from .vector import LearnerVectorEnv, vector_env

__version__ = "0.1.0"

__all__ = [
    "AECGame",
    "Evaluation",
    "Expanded",
    "InformationState",
    "LearnerEnv",
    "LearnerVectorEnv",
    "Rate",
    "Rating",
    "Run",
    "SelfPlayEnv",
    "Solved",
    "TabletopError",
    "Tournament",
    "Training",
    "Turns",
    "aec_env",
    "evaluate",
    "gym_env",
    "load_solved",
    "parallel_env",
    "register",
    "run_command",
    "selfplay_env",
    "tournament",
    "train",
    "vector_env",
]

register()
