import { describe, expect, it } from 'vitest';
import { UserError } from '../env/user-error.js';
import { evaluate } from './evaluate.js';
import { temperaturesText } from './report.js';
import { evaluateTemperatures, type TemperaturesRequest } from './temperatures.js';

const request: TemperaturesRequest = {
  game: 'islebound',
  agent: 'scripted:mixed',
  temperatures: [0, 0.01, 1, 1000],
  games: 60,
  seed: 3,
  workers: 0,
};

describe('a bot by temperature', () => {
  it('is the bot at 0, and softer and weaker the warmer', async () => {
    const seen: number[] = [];
    const result = await evaluateTemperatures({ ...request, onProgress: ({ done }) => seen.push(done) });
    expect(result).toMatchObject({ players: 1, parity: 1, blocks: 60, games: 60, against: [], seed: '3' });
    const [own, cold, warm, hot] = result.temperatures as Required<typeof result>['temperatures'] & { length: 4 };
    const bot = await evaluate({ ...request, against: [], blocks: 60 });
    expect(own).toEqual({ temperature: 0, winRate: bot.winRate, entropy: 0, differs: 0 });
    expect(cold!.entropy).toBeLessThan(0.1);
    expect(cold!.differs).toBeLessThan(0.1);
    expect(warm!.entropy).toBeGreaterThan(cold!.entropy);
    expect(warm!.differs).toBeGreaterThan(cold!.differs);
    expect(hot!.entropy).toBeGreaterThan(1);
    expect(hot!.winRate.mean).toBeLessThan(own!.winRate.mean - 0.3);
    expect(seen.at(-1)).toBe(4 * 60);
    expect(await evaluateTemperatures(request)).toEqual(result);
    const text = temperaturesText(result);
    expect(text).toContain('scripted:mixed by temperature, against nobody: islebound');
  });

  it('plays the same deals for all against others, each from every seat', async () => {
    const against = ['scripted:trader'];
    const result = await evaluateTemperatures({ ...request, temperatures: [0, 1], games: 20, against });
    expect(result).toMatchObject({ players: 1, parity: 0.5, games: 20, against });
  });

  it.each([
    [{ agent: 'random' }, /^agent random: --temperatures is for scripted players; write scripted:<name>$/],
    [{ agent: 'scripted:mixed?temperature=1' }, /--temperatures is for scripted players/],
    [{ game: 'kuhn', agent: 'scripted:nash' }, /^agent scripted:nash: this player has no action values/],
    [{ games: 0 }, /^games is 0/],
    [{ temperatures: [] }, /^no temperatures/],
    [{ temperatures: [-1] }, /temperature must be a number >= 0.001, not '-1'/],
  ])('says what is wrong with %j', async (change, message) => {
    const failed = evaluateTemperatures({ ...request, ...change });
    await expect(failed).rejects.toThrow(UserError);
    await expect(failed).rejects.toThrow(message);
  });
});
