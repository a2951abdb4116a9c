"""OpenSpiel's external-sampling MCCFR in C++ on Leduc poker: open_spiel.py <players> <seed> <CPU seconds>..."""

import json
import sys
import time

import pyspiel

players, seed, looks = int(sys.argv[1]), int(sys.argv[2]), [float(one) for one in sys.argv[3:]]
game = pyspiel.load_game(f"leduc_poker(players={players})")
uniform = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game), True)
told = [{"players": players, "seconds": 0, "iterations": 0, "nashConv": uniform}]
solver = pyspiel.ExternalSamplingMCCFRSolver(game, seed)
spent = 0.0
iterations = 0
for look in looks:
    began = time.process_time() - spent
    while spent < look:
        # As many as one of ours: a sampled game of each seat.
        for _ in range(100):
            solver.run_iteration()
        iterations += 100
        spent = time.process_time() - began
    nash_conv = pyspiel.nash_conv(game, solver.average_policy(), True)
    told.append({"players": players, "seconds": look, "iterations": iterations, "nashConv": nash_conv})
print(json.dumps(told))
