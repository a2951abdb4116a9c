/** A deck that is dealt and one whose cards are drawn when they are turned up are the same game to an analysis. */
import { expect, it } from 'vitest';
import { SeededChance } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import type { Estimate } from '../statistics.js';
import { loadAnalysts } from './load-analysts.js';
import { PlayOuts } from './play-outs.js';
import { PositionAnalysis } from './position.js';

const module = new URL('../../games/leduc/test/deck.ts', import.meta.url).pathname;

it('tells the same of a dealt deck and of cards drawn when they are turned', async () => {
  const pack = await loadGame(module);
  const { game } = pack;
  const analysed = async (deck: string, seed: string) => {
    const options = game.options.parse({ deck });
    const analysts = await loadAnalysts({}, { ...pack, options }, 2);
    const state = game.newState(options, new SeededChance(seed, game.streams));
    const found = new PositionAnalysis(game, { state, gained: [0, 0] }, analysts, 7);
    for (const work = found.work(new PlayOuts(game, analysts.agents), 1500); !work.next().done; );
    expect(found.exact).toBeNull();
    expect(found.alike).toBe(false);
    const byAction = new Map(found.actions().map(({ action, result }) => [action, result!]));
    return [...found.chances()!, ...[...byAction.keys()].sort().map((action) => byAction.get(action)!)];
  };
  const overlap = (a: Estimate, b: Estimate) => a.low <= b.high && b.low <= a.high;
  for (const seed of ['1', '2', '3', '4']) {
    const [dealt, drawn] = await Promise.all(['dealt', 'drawn'].map((deck) => analysed(deck, seed)));
    for (const [i, one] of dealt!.entries()) expect([one, drawn![i], overlap(one, drawn![i]!)]).toContain(true);
  }
});
