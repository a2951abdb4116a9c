import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { scriptedSpec } from '../../agents/bots/scripted-spec.js';
import { rivals } from '../../agents/panel.js';
import { tunableBots } from '../../agents/policy/planned.js';
import { createAgent } from '../../agents/spec/load.js';
import { writeAtomic } from '../../checkpoints/atomic.js';
import { commandLine } from '../../env/command-line.js';
import { gameIds } from '../../env/load-game.js';
import { formatReplay, recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import { type EvaluateResult, evaluate } from '../../eval/evaluate.js';
import { requireViews } from '../../export/network/export-network.js';
import { train } from '../../training/run/train.js';
import type { TrainResult } from '../../training/run/watch.js';
import { interrupted, interruptSignal } from '../interrupt.js';
import { write } from '../output.js';
import { rankingText } from '../play/words.js';
import { formatDuration, gamesProgress } from '../terminal.js';
import { exportPlayer } from './export.js';
import { type ChosenGame, chooseGame, positiveNumber } from './shared.js';
import { freeRun, trainConfig, watched } from './train.js';

/** `tabletop start`: the whole chain once, on a laptop, in about five minutes. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('train, evaluate and export a player in a few minutes')
    .option('--game <game>', 'game id, or path of its module', gameIds()[0])
    .option('--minutes <n>', 'training time in minutes', positiveNumber)
    .option('--seed <seed>', 'seed of all randomness', '1')
    .option('--run <dir>', 'directory of the run (default: runs/<game>-<preset>-<n>)')
    .action(async (flags: { game: string; minutes?: number; seed: string; run?: string }) => {
      const began = performance.now();
      const say = (text: string) => write(`${text}\n`);
      const chosen = await chooseGame(flags.game);
      // Not after minutes of training.
      requireViews(chosen.game, chosen.options);
      const bot = botToTrain(chosen);
      const config = await trainConfig(flags.game, {
        ...(bot === undefined ? { preset: 'quickstart' } : { agent: bot }),
        set: [],
        minutes: flags.minutes ?? (bot === undefined ? undefined : MINUTES),
        seed: flags.seed,
      });
      const run = flags.run ?? freeRun(config);
      const what = bot === undefined ? 'training a player' : `training the weights of ${bot} by evolution`;
      const time = config.minutes ? ` for ${config.minutes === 1 ? '1 minute' : `${config.minutes} minutes`}` : '';
      say(`${chosen.game.title}: ${what}${time} in ${run}`);
      const trained = await watched((watch) => train(config, { runDir: run, ...watch }), config.engine);
      if (!trained.finished) {
        say(`stopped; continue with: ${commandLine(['tabletop', 'train', '--resume', run])}`);
        return;
      }

      say('exporting it as a one-file player');
      const player = await exportPlayer(run, { format: 'js', game: flags.game, temperature: 1 });
      const spec = `file:${player.path}`;

      say('evaluating the exported player');
      const measured = [await measure(flags.game, spec, 'random', 50, flags.seed)];
      if (bot !== undefined) measured.push(await measure(flags.game, spec, bot, 50, flags.seed));
      const strong = rivals(chosen).filter((rival) => rival !== bot);
      for (const rival of strong) measured.push(await measure(flags.game, spec, rival, 10, flags.seed));
      if (interrupted()) return;

      const replay = path.join(run, 'replays', 'showcase.json');
      const told = await playOnce(chosen, spec, bot ?? strong[0] ?? 'random', flags.seed, replay);
      const seconds = (performance.now() - began) / 1000;
      say(summary(chosen, trained, player.path, player.bytes, measured, told, replay, seconds));
    });
}

/** Minutes in which the weights of a bot are trained. */
const MINUTES = 3;

/** The bot written by hand that plays simulations of a game, where its weights can be trained: nothing gets stronger sooner. */
function botToTrain(chosen: ChosenGame): string | undefined {
  const rollout = chosen.search?.rollout;
  return rollout === undefined ? undefined : tunableBots(chosen).find((spec) => spec === scriptedSpec(rollout));
}

async function measure(
  game: string,
  agent: string,
  against: string,
  blocks: number,
  seed: string,
): Promise<EvaluateResult> {
  const progress = gamesProgress();
  return evaluate({
    game,
    agent,
    against: [against],
    blocks,
    seed: `${seed}/start`,
    signal: interruptSignal(),
    onProgress: progress.update,
  }).finally(progress.clear);
}

/** One game of the new player against others; returns how it ended. */
async function playOnce(chosen: ChosenGame, spec: string, rival: string, seed: string, file: string): Promise<string> {
  const { game, options } = chosen;
  const env = new TurnEnv(game, { options });
  env.start({ seed: `${seed}/showcase` });
  const specs = Array.from({ length: env.state.players }, (_, seat) => (seat === 0 ? spec : rival));
  const agents = await Promise.all(specs.map((s) => createAgent(s, chosen)));
  agents.forEach((agent, seat) => agent.reset(`${seed}/showcase/agent ${seat}`));
  const actions: number[] = [];
  while (!env.over) {
    const action = agents[env.actor]!.act(env.view());
    actions.push(action);
    env.play(action);
  }
  mkdirSync(path.dirname(file), { recursive: true });
  writeAtomic(file, formatReplay(recordReplay(game, { options, seed: `${seed}/showcase`, actions, agents: specs })));
  const others = specs.length > 1 ? `; the new player had seat 0, ${rival} the others` : '';
  return `${rankingText(env)} after ${env.state.round} rounds${others}`;
}

function summary(
  { name, game }: ChosenGame,
  trained: TrainResult,
  player: string,
  bytes: number,
  measured: EvaluateResult[],
  told: string,
  replay: string,
  seconds: number,
): string {
  const run = trained.runDir;
  const relative = path.relative('.', player);
  const command = (...words: string[]) => `  ${commandLine(['npx', 'tabletop', ...words])}`;
  const module = name === game.id ? [] : ['--game', name];
  const percent = (x: number) => `${(x * 100).toFixed(1)}%`;
  return [
    '',
    `Done in ${formatDuration(seconds)}.`,
    '',
    ...measured.map(
      (r) =>
        `  wins ${percent(r.winRate.mean)} [${percent(r.winRate.low)}, ${percent(r.winRate.high)}] of ${r.games} games against ${r.players > 1 ? `${r.players - 1} x ` : 'the same deals of '}${r.against[0]} (parity ${percent(r.parity)})`,
    ),
    `  one game: ${told}`,
    '',
    'What was made:',
    `  ${relative}  the player: one JavaScript file, ${(bytes / 2 ** 20).toFixed(2)} MiB, no dependencies`,
    `  ${path.join(run, 'summary.html')}  the learning curves`,
    `  ${path.join(run, 'checkpoints')}  checkpoints`,
    `  ${replay}  that game`,
    '',
    'What to try next:',
    `${command('play', name, '--against', `file:${relative}`)}   play against it`,
    `${command('replay', replay, '--show', ...module)}   see the game, move by move`,
    `${command('train', name, '--preset', 'standard')}   train a stronger one`,
    `${command('games')}   everything there is to play`,
  ].join('\n');
}
