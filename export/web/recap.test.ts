import { expect, it } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { PERSON, Players } from './players.js';
import { GameTable } from './table.js';

async function at(name: string, seats: string[], seed = '4') {
  const { game, bots } = await loadGame(name);
  return GameTable.begin(game, new Players(game, bots), { options: {}, seed, seats });
}

const first = (table: GameTable) => table.show().groups[0]!.moves[0]!.action;

const last = (table: GameTable) => {
  const moves = table.show().groups.flatMap((group) => (group.concedes ? [] : group.moves));
  return moves.at(-1)!.action;
};

it('tells in at most three lines what the others did, and marks where', async () => {
  const table = await at('doomspire', [PERSON, 'scripted:mixed', 'scripted:mixed', 'random']);
  let told = 0;
  for (let i = 0; i < 14; i++) {
    while (table.step());
    const shown = table.show();
    if (shown.over) break;
    const { since, changed, scene, log } = shown;
    expect(since!.length).toBeLessThanOrEqual(3);
    const others = log.slice(log.findLastIndex(({ seat }) => seat === 0) + 1);
    // Every move of the others is counted, in the line of who made it.
    expect(since!.reduce((sum, { moves }) => sum + moves, 0)).toBe(others.length);
    for (const { seats, tells } of since!) {
      for (const seat of seats) expect(others.some((line) => line.seat === seat)).toBe(true);
      expect(tells.length).toBeLessThanOrEqual(4);
    }
    const names = scene!.parts.flatMap((part) => (part.kind === 'board' ? part.places.map(({ name }) => name) : []));
    for (const name of changed!) expect(names).toContain(name);
    if (others.some(({ tells }) => tells.some((tell) => /^knight .*: \w\d to \w\d$/.test(tell)))) {
      told++;
      expect(changed!.length).toBeGreaterThan(0);
    }
    table.choose(last(table));
    // In the middle of a turn the own last move is marked, and nothing of the others is told again.
    if (table.show().actor === 0) expect(table.show().since).toEqual([]);
  }
  expect(told).toBeGreaterThan(3);
});

it('is there again when the first move of a turn is taken back', async () => {
  const table = await at('connect-four', [PERSON, 'random']);
  table.choose(3);
  while (table.step());
  const shown = table.show();
  expect(shown.since).toEqual([{ seats: [1], moves: 1, tells: [expect.stringMatching(/^column \d$/)] }]);
  expect(shown.changed!.length).toBeGreaterThan(0);
  table.choose(0);
  while (table.step());
  table.undo();
  const { canRedo: _, ...again } = table.show();
  expect(shown).toMatchObject(again);
});

it('tells nothing that is hidden: choices in secret have no words', async () => {
  const table = await at('crown-of-ash', ['random', 'random', 'random', PERSON], '3');
  for (let i = 0; i < 90; i++) {
    if (table.step()) continue;
    const shown = table.show();
    if (shown.over) break;
    const secrets = shown.log.filter(({ text }) => text === null).length;
    if (secrets > 0) for (const { tells } of shown.since!) expect(tells).not.toContain(null);
    table.choose(first(table));
  }
});
