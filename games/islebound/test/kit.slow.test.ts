/** Islebound held to the contract, with several sets of options, and what the kit's games reached. */
import { expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import { checkGame } from '../../../env/conformance/index.js';
import { observationSize } from '../../../env/game.js';
import { hiddenFields, leaks, redrawn } from '../../../env/kit/secrets.js';
import { CREW, HIRE, isleboundActions } from '../actions.js';
import { bots as scripted } from '../bots/index.js';
import { game } from '../game.js';
import { asking } from '../rules/engine.js';
import { variants } from './fuzz.js';

it('keeps the contract, every set of options', async () => {
  // Those whose weights were trained are players of the same kinds.
  const byHand = Object.entries(scripted).filter(([, { from }]) => from === undefined);
  const bots = Object.fromEntries(byHand.map(([name, { create }]) => [name, create]));
  const report = await checkGame(game, {
    games: 2 * variants.length,
    states: 400,
    options: variants.map(([, options]) => options),
    bots,
  });
  expect(report.checks.filter((check) => !check.passed)).toEqual([]);
  expect(report.reached.never.prompts).toEqual([]);
  // Crews of five and more are rare in so few games.
  expect(report.reached.never.actions.filter((action) => action < CREW + 4 || action >= HIRE)).toEqual([]);
}, 120_000);

it('shows no field that it hides, redraws all that is hidden, and lists what its prompts name', () => {
  const rng = createRng('secrets');
  const chance = new SeededChance('secrets', game.streams);
  const s = game.newState(game.options.parse({}), chance);
  const sizes = { size: observationSize(game), actions: game.actions };
  const moved = new Set<string>();
  const used = new Map<string, Set<string>>();
  expect(hiddenFields(s, 0)).toEqual(['buildingDeck', 'crewDeck']);
  for (let games = 0; games < 8; s.copyFrom(game.newState(s.options, chance)), games++)
    while (!s.over) {
      if (s.round % 4 === 0) expect(leaks(s, 0, rng, sizes)).toEqual([]);
      for (const name of redrawn(s, 0, rng)) moved.add(name);
      const name = game.prompts[s.prompt]!;
      if (!used.has(name)) used.set(name, new Set());
      const list = s.legalActions.subarray(0, s.count);
      for (const action of list) used.get(name)!.add(isleboundActions.parse(action).name);
      s.apply(list[rng.int(list.length)]!, chance);
    }
  // Of events, reputation and tokens a part is open, and the rest is redrawn.
  expect([...moved].sort()).toEqual(['buildingDeck', 'crewDeck', 'events', 'reputation', 'tokens']);
  for (const [prompt, { uses }] of asking.prompts.entries())
    for (const name of used.get(game.prompts[prompt]!) ?? []) expect(uses).toContain(name);
});
