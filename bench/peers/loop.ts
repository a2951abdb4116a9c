/**
 * The whole PPO loop: ours on a real game, against MaskablePPO's with an environment that does no work. Same rows an
 * update, same minibatches, epochs and games side by side; all epochs are done on both sides.
 */
import { observationSize } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { type Config, parseConfig } from '../../training/run/config.js';
import { mergeConfig } from '../../training/run/merge-config.js';
import { built } from './built.js';
import { type Compared, compare, type Side } from './compared.js';
import type { Peer } from './peer.js';

/** The inputs of the comparisons others are known by, beside those of the game itself. */
const USUAL_INPUTS = 1500;

export interface LoopResult extends Compared {
  game: string;
  version: string;
  preset: string;
  seed: string;
  inputs: number;
  actions: number;
  trunk: number[];
  actionWidth: number;
  games: number;
  rows: number;
  minibatch: number;
  epochs: number;
  workers: number;
  learnerThreads: number;
  theirThreads: number;
  /** Of each side and round; the first is not counted. */
  updatesARound: number;
}

/** @param updates of each side in each round; the first one is not counted. `threads`: of PyTorch */
export async function compareLoops(
  peer: Peer,
  asked: Config,
  { rounds, updates, threads }: { rounds: number; updates: number; threads: number },
  progress: (text: string) => void,
): Promise<LoopResult> {
  const { game } = await loadGame(asked.game);
  // Advice makes the observation wider, and a scripted player work beside us: theirs has neither.
  const config: Config = { ...asked, advisor: null };
  const { network, games, decisionsPerUpdate: rows } = config;
  const { measureLoop, ppoPhase } = await built();
  const { minibatch, epochs } = ppoPhase(config);
  const own = (name: string, used: Config): Side => ({
    name,
    run: async () => {
      const { updates: done } = await measureLoop(used, updates);
      return done.map((one) => one.decisions / one.seconds);
    },
  });
  const their = (name: string, inputs: number, shared: boolean): Side => ({
    name: `${name}, ${inputs} inputs`,
    run: async () => {
      const { seconds } = await peer.loop({
        inputs,
        actions: game.actions,
        trunk: network.trunk,
        shared,
        games,
        rows,
        minibatch,
        epochs,
        updates,
        threads,
        seed: 1,
      });
      return seconds.map((one) => rows / one);
    },
  });
  const inputs = observationSize(game);
  const board = game.board && network.actions > 0;
  const head = board ? `, with the planes of each square (${network.actions})` : '';
  const named: [string, Config][] = [[`ours${head}`, config]];
  if (board) named.push(['ours, without', parseConfig(mergeConfig(config, { network: { actions: 0 } }))]);
  const ours = named.map(([name, one]) => own(name, one));
  const theirs = [
    their('MaskablePPO, one trunk as ours', inputs, true),
    their('MaskablePPO, one trunk as ours', USUAL_INPUTS, true),
    their('MaskablePPO, its own two networks', inputs, false),
  ];
  const compared = await compare(ours, theirs, rounds, 'more', progress);
  return {
    game: game.id,
    version: game.version,
    preset: config.preset,
    seed: String(config.seed),
    inputs,
    actions: game.actions,
    trunk: network.trunk,
    actionWidth: board ? network.actions : 0,
    games,
    rows,
    minibatch,
    epochs,
    workers: config.workers,
    learnerThreads: config.learnerThreads,
    theirThreads: threads,
    updatesARound: updates,
    ...compared,
  };
}
