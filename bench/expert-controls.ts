/**
 * Negative controls of expert iteration on Connect Four: what searches teach is what makes the difference. Three runs with
 * the same settings, as many minutes each, and how often each keeps the result of the solved positions, alone and with 64
 * simulations: one that learns, one that learns nothing (its searches play and teach nobody), and one whose targets are
 * shuffled (the search's probabilities among the legal actions of their decision, what was won among the decisions).
 *
 *     npx tsx bench/expert-controls.ts --minutes 12 --out runs/expert-controls
 */
import path from 'node:path';
import { POLICY, VALUE } from '../agents/network/network.js';
import { createRng, type Rng, shuffle } from '../env/chance.js';
import { keptResults } from '../eval/exact/index.js';
import { alignTable, rateText } from '../eval/report.js';
import type { Decisions } from '../training/collect/batch.js';
import { SearchedRows } from '../training/collect/searched-rows.js';
import { applySet, presetConfig, train } from '../training/index.js';
import { commandLine } from './command-line.js';

const { values: flags } = commandLine(import.meta.url, {
  minutes: { type: 'string', default: '12' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'runs/expert-controls' },
});

/** Rows whose targets say nothing of their positions, but are as they are on the whole. */
function shuffled(batch: Decisions, rng: Rng): Decisions {
  const { rows, mask, targets } = batch;
  const policy = targets[POLICY]!;
  const width = policy.length / rows;
  for (let row = 0; row < rows; row++) {
    const at = [...Array(width).keys()].map((action) => row * width + action).filter((place) => mask[place] === 1);
    const drawn = at.map((place) => policy[place]!);
    shuffle(drawn, rng);
    for (const [i, place] of at.entries()) policy[place] = drawn[i]!;
  }
  const values = targets[VALUE]!;
  const seats = values.length / rows;
  const order = [...Array(rows).keys()];
  shuffle(order, rng);
  values.set(values.map((_, i) => values[order[Math.floor(i / seats)]! * seats + (i % seats)]!));
  return batch;
}

/** Trains, and measures the last weights. */
async function arm(name: string, sets: string[]): Promise<string[]> {
  const base = presetConfig({ id: 'connect-four', source: 'connect-four' }, 'expert-iteration');
  const all = [`minutes=${flags.minutes}`, `seed=${flags.seed}`, 'evaluation.reportBlocks=0', ...sets];
  const config = all.reduce(applySet, base);
  const runDir = path.join(flags.out, name.replaceAll(' ', '-'));
  process.stderr.write(`${name}: ${flags.minutes} minutes in ${runDir}\n`);
  const { decisions } = await train(config, { runDir });
  const alone = await keptResults(`policy:${runDir}?argmax`);
  const searching = await keptResults(`policy+search:64:${runDir}`);
  const kept = [alone, searching].map(({ shares }) => rateText(shares[0]!.kept));
  return [name, decisions.toLocaleString('en-US'), ...kept];
}

const rows = [await arm('learns', []), await arm('learns nothing', ['expert-iteration.learningRate=0'])];
// For this comparison alone: a setting that only ruins a run would serve nobody.
const honest = SearchedRows.prototype.of;
const rng = createRng(`shuffled targets ${flags.seed}`);
SearchedRows.prototype.of = function (this: SearchedRows, ...given) {
  return shuffled(honest.apply(this, given), rng);
};
rows.push(await arm('shuffled targets', []));
console.log(alignTable([['run', 'decisions searched', 'kept, network alone', 'kept, 64 simulations'], ...rows]));
