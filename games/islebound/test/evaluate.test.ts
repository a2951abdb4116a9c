/** Evaluation and tournaments of a game of one seat against the AI of its rules. */
import { expect, it } from 'vitest';
import { evaluate } from '../../../eval/evaluate.js';
import { evaluateText } from '../../../eval/report.js';
import { tournament } from '../../../eval/tournament.js';

const request = { game: 'islebound', blocks: 60, workers: 0, seed: 3 };

it('counts the games won against the rival as wins', async () => {
  const strong = await evaluate({ ...request, agent: 'scripted:mixed', against: [] });
  expect(strong).toMatchObject({ players: 1, games: 60 });
  expect(strong.winRate.mean).toBeGreaterThan(0.55);
  expect(strong.winRate.mean).toBeLessThan(1);
  const weak = await evaluate({ ...request, agent: 'random', against: [] });
  expect(weak.winRate.mean).toBeLessThan(0.1);
  // Won is +1, lost -1, and a little for the margin.
  expect(weak.meanReturn.mean).toBeLessThan(-0.8);
  expect(strong.meanReturn.mean).toBeGreaterThan(weak.meanReturn.mean + 0.8);
  expect(evaluateText(weak)).not.toContain('parity');
});

it('ranks agents by score on the same deals', async () => {
  const paired = await evaluate({ ...request, agent: 'scripted:mixed', against: ['random'] });
  expect(paired.winRate.mean).toBeGreaterThan(0.9);
  const same = await evaluate({ ...request, blocks: 10, agent: 'scripted:mixed', against: ['scripted:mixed'] });
  expect(same.firstRate.mean).toBe(0.5);
  const table = await tournament({ ...request, blocks: 20, agents: ['random', 'scripted:mixed', 'scripted:builder'] });
  expect(table.ratings[0]!.agent).toBe('scripted:mixed');
});
