/** The weights of a tuned bot as JSON: `--format weights`. Checked by games: the bot that reads it must play as the policy. */
import { dirname, resolve } from 'node:path';
import { readTuned, tunedJson } from '../../agents/bots/tuned-json.js';
import { type Policy, policyPlayer } from '../../agents/policy/policy.js';
import { checkWritable, makeFolder, writeAtomic } from '../../checkpoints/atomic.js';
import { SeededChance } from '../../env/chance.js';
import type { Game } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';

/** What was written. */
export interface PlanExport {
  path: string;
  bytes: number;
  /** Decisions of games in which the policy and the bot that reads the file were both asked, and how often they differed. */
  asked: number;
  differed: number;
}

const GAMES = 3;

/**
 * @param about where the weights come from, in one line
 * @throws UserError when the policy is not a bot with trained weights, or the file cannot be written
 */
export function exportPlan(game: Game, policy: Policy, out: string, about: string): PlanExport {
  const { plan, shape, weights, options } = policy;
  if (!plan)
    throw new UserError(
      'format weights is for bots whose weights were trained (train --agent); use format js, msgpack, tfjs or onnx',
    );
  const path = resolve(out);
  checkWritable(path, { folderIsMade: true });
  const { features, parameters, tuning } = plan;
  const json = tunedJson({ features, parameters, shape, weights }, about);
  const text = `${JSON.stringify(json, null, 1).replace(/\n\s+(?=-?[\d.]+[,\n])|(?<=\d)\n\s+(?=\])/g, ' ')}\n`;
  const [exact, read] = [policyPlayer(game, policy), tuning.create(readTuned(JSON.parse(text)), 'read')];
  const view = new LiveView(game);
  let asked = 0;
  let differed = 0;
  for (let number = 0; number < GAMES; number++) {
    const chance = new SeededChance(`export/${number}`, game.streams);
    const state = game.newState(options, chance);
    for (const agent of [exact, read]) agent.reset(number);
    while (!state.over) {
      view.show(state);
      const action = exact.act(view);
      if (view.legal > 1) {
        asked++;
        if (read.act(view) !== action) differed++;
      }
      state.apply(action, chance);
    }
  }
  makeFolder(dirname(path));
  writeAtomic(path, text);
  return { path, bytes: Buffer.byteLength(text), asked, differed };
}
