"""Searches settings of a training with Optuna, and stops those that fall behind:

    pip install optuna
    python optuna_search.py --game tic-tac-toe --trials 20 --minutes 1
"""

import argparse
import tempfile
from pathlib import Path

import optuna

import tabletop_gym


def search(told, folder):
    """What a trial is worth: how often its policy beats random play in the updates, the last one at the end."""

    def trial_of(trial):
        seen = []

        def tell(line):
            if line["kind"] != "update" or "beats/random" not in line:
                return None
            seen.append(line["beats/random"])
            trial.report(seen[-1], step=len(seen))
            return not trial.should_prune()

        settings = {
            "ppo.learningRate": trial.suggest_float("learning rate", 1e-4, 3e-2, log=True),
            "ppo.entropy": trial.suggest_float("entropy", 1e-4, 3e-2, log=True),
        }
        run = tabletop_gym.train(
            told.game,
            preset="ppo",
            minutes=told.minutes,
            run=folder / str(trial.number),
            set=settings,
            on_metrics=tell,
            progress=False,
        )
        if not run.finished:
            raise optuna.TrialPruned
        return tabletop_gym.evaluate(run, against="random", games=200, progress=False).win_rate.mean

    return trial_of


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", required=True)
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=1, help="of each training")
    told = parser.parse_args()
    pruner = optuna.pruners.MedianPruner(n_startup_trials=3, n_warmup_steps=3)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=0), pruner=pruner)
    with tempfile.TemporaryDirectory() as folder:
        study.optimize(search(told, Path(folder)), n_trials=told.trials)
    pruned = sum(trial.state is optuna.trial.TrialState.PRUNED for trial in study.trials)
    print(f"won {study.best_value:.3f} with {study.best_params}; {pruned} of {len(study.trials)} trials were stopped early")


if __name__ == "__main__":
    main()
