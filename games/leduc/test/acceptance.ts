/** Leduc poker in the acceptance table: self-play comes near an equilibrium. */
import { RandomAgent } from '../../../agents/random.js';
import { type Acceptance, exactly, histories, nashConvs, type Result } from '../../../bench/acceptance/row.js';
import { judge, show } from '../../../bench/acceptance/runs.js';

async function published(): Promise<Result[]> {
  return [
    await exactly('Leduc: chance / decision / terminal histories', { game: 'leduc' }, '157 / 3780 / 5520', histories),
    await exactly('Leduc: NashConv of uniform play', { game: 'leduc' }, '4.747222', (r) => r.nashConv.toFixed(6)),
    await exactly(
      'Leduc: NashConv of always folding',
      { game: 'leduc', policy: 'scripted:always-fold' },
      '2.000000',
      (r) => r.nashConv.toFixed(6),
    ),
  ];
}

async function measure(seeds: number[]): Promise<Result[]> {
  const short = await nashConvs('leduc', seeds, { decisions: 300_000, ppo: { entropy: 0.2 } });
  const long = await nashConvs('leduc', seeds, { decisions: 1_000_000, ppo: { entropy: 0.2 } });
  const none = await nashConvs('leduc', seeds.slice(0, 1), { decisions: 300_000, ppo: { entropy: 0 } });
  const random = (await judge('leduc', new RandomAgent())).nashConv;
  return [
    {
      what: 'NashConv, entropy 0.2, 300k decisions',
      bar: 'worst < 1.4',
      result: show(short),
      met: Math.max(...short) < 1.4,
    },
    { what: 'NashConv, entropy 0.2, 1M decisions', bar: 'reported', result: show(long), met: null },
    { what: 'entropy 0, 300k decisions, first seed', bar: 'reported', result: show(none), met: null },
    { what: 'uniform play', bar: 'reported', result: random.toFixed(3), met: null },
  ];
}

export default { about: 'Leduc poker, self-play', seeds: [1, 2, 3], measure, published } satisfies Acceptance;
