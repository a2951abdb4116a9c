/** Kuhn poker in the acceptance table: self-play comes near an equilibrium, and does not against a frozen opponent. */
import { RandomAgent } from '../../../agents/random.js';
import { type Acceptance, exactly, histories, nashConvs, type Result } from '../../../bench/acceptance/row.js';
import { judge, mean, show } from '../../../bench/acceptance/runs.js';

async function published(): Promise<Result[]> {
  return [
    await exactly('Kuhn: chance / decision / terminal histories', { game: 'kuhn' }, '4 / 24 / 30', histories),
    await exactly('Kuhn: NashConv of uniform play', { game: 'kuhn' }, '0.916667', (r) => r.nashConv.toFixed(6)),
    await exactly(
      'Kuhn: NashConv of always folding',
      { game: 'kuhn', policy: 'scripted:always-fold' },
      '2.000000',
      (r) => r.nashConv.toFixed(6),
    ),
    await exactly('Kuhn: value of the game', { game: 'kuhn' }, (-1 / 18).toFixed(5), (r) => r.value!.toFixed(5)),
    await exactly('Kuhn: NashConv of an equilibrium', { game: 'kuhn', policy: 'scripted:nash' }, '0.000000', (r) =>
      Math.abs(r.nashConv).toFixed(6),
    ),
  ];
}

async function measure(seeds: number[]): Promise<Result[]> {
  const high = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: { entropy: 0.2 } });
  const none = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: { entropy: 0 } });
  // The schedule that games get without a preset.
  const usual = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: { entropy: { from: 0.1, to: 0.05 } } });
  const random = (await judge('kuhn', new RandomAgent())).nashConv;
  return [
    {
      what: 'NashConv, entropy 0.2, 120k decisions',
      bar: 'worst < 0.25',
      result: show(high),
      met: Math.max(...high) < 0.25,
    },
    {
      what: 'negative control: entropy 0',
      bar: `mean >= twice ${mean(high).toFixed(3)}`,
      result: `${show(none)}; mean ${mean(none).toFixed(3)}`,
      met: mean(none) >= 2 * mean(high),
    },
    { what: 'the default schedule, 0.1 to 0.05', bar: 'reported', result: show(usual), met: null },
    { what: 'uniform play', bar: 'reported', result: random.toFixed(3), met: null },
  ];
}

async function controls(seeds: number[]): Promise<Result[]> {
  // Against an opponent that never changes a policy learns to beat that one, and nothing else.
  const frozen = { opponents: [{ agent: 'random', allSeats: 1, share: 0 }], snapshots: { share: 0 } };
  const moving = await nashConvs('kuhn', seeds, { decisions: 120_000 });
  const still = await nashConvs('kuhn', seeds, { decisions: 120_000, ppo: frozen });
  return [
    { what: 'Kuhn, NashConv of self-play', bar: 'reported', result: show(moving), met: null },
    {
      what: 'Kuhn, NashConv against a frozen opponent (random)',
      bar: `worse than twice ${mean(moving).toFixed(3)}`,
      result: show(still),
      met: Math.min(...still) > 2 * mean(moving),
    },
  ];
}

export default {
  about: 'Kuhn poker, self-play',
  seeds: [1, 2, 3, 4, 5],
  measure,
  published,
  controls,
} satisfies Acceptance;
