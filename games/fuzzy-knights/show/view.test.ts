import { describe, expect, it } from 'vitest';
import { SeededChance } from '../../../env/chance.js';
import { RECRUIT_HERO } from '../actions.js';
import { game } from '../game.js';
import { promptNames } from '../state.js';
import { positions } from '../test/fixture.js';

/** As much of a view as is tampered with here. */
interface FuzzyView {
  seat: number;
  anchor: number;
  prompt: { kind: string; seat: number; hero: string | null; token: string } | null;
  players: { treasury: number; grace: boolean; heroes: ({ tile: string; movement: number } | null)[] }[];
  tiles: { tile: string; city?: { owner: number } }[];
}

const copy = (json: unknown) => JSON.parse(JSON.stringify(json)) as FuzzyView;
const read = (json: unknown) => game.parseView!(json);

describe('view', () => {
  it('is the same for every seat but for `seat`', () => {
    positions({ players: 2, maxDays: 5 }, 1, 7, (s) =>
      expect({ ...(s.view(1) as FuzzyView), seat: 0 }).toEqual(s.view(0)),
    );
  });

  it('names the field that is wrong', () => {
    const s = game.newState(game.options.parse({ players: 2 }), new SeededChance(2, game.streams));
    const chance = new SeededChance(3, game.streams);
    while (promptNames[s.prompt] !== 'MOVE') {
      const hire = s.legalActions.subarray(0, s.count).includes(RECRUIT_HERO);
      s.apply(hire ? RECRUIT_HERO : s.legalActions[0]!, chance);
    }
    const refuse = (change: (v: FuzzyView) => void, message: RegExp) => {
      const v = copy(s.view(0));
      change(v);
      expect(() => read(v)).toThrow(message);
    };
    expect(() => read(copy(s.view(0)))).not.toThrow();
    expect(() => read(null)).toThrow(/^view: /);
    expect(() => read({})).toThrow(/^game: /);
    const own = (v: FuzzyView) => v.players[v.prompt!.seat]!.heroes.find((one) => one !== null)!;
    refuse((v) => Object.assign(v, { extra: 1 }), /extra/);
    refuse((v) => (v.players[0]!.treasury = -1), /^players\.0\.treasury/);
    refuse((v) => (own(v).tile = 'k1'), /^players\.\d\.heroes\.\d\.tile/);
    refuse((v) => v.players.pop(), /^players/);
    refuse((v) => (v.seat = 3), /^seat: there are 2/);
    refuse((v) => (v.anchor = 3), /^anchor: there are 2/);
    refuse((v) => (v.prompt = null), /^end: wanted exactly/);
    refuse((v) => (v.prompt!.hero = null), /^prompt: hero/);
    refuse((v) => (v.prompt!.kind = 'TARGET'), /^prompt: battle/);
    refuse((v) => (v.prompt!.kind = 'BUILD'), /^prompt\.city/);
    refuse((v) => (v.prompt!.token = 'item'), /^prompt: token/);
    refuse((v) => v.tiles.push({ ...v.tiles[0]! }), /told of twice/);
    refuse((v) => (v.tiles.find((t) => t.city)!.city!.owner = 3), /belongs to nobody/);
    refuse(
      (v) => (v.players[1 - v.prompt!.seat]!.heroes[0] = { ...own(v), movement: 0 }),
      /hero \d stands in a foreign city/,
    );
    refuse((v) => (v.players[0]!.grace = true), /grace of seat 0/);
  });

  it('has a kind and arguments for every action', () => {
    const kinds = new Set<string>();
    positions({ players: 3, maxDays: 60, components: { setup: { startCoins: 60 } } }, 2, 2, (s) => {
      for (let i = 0; i < s.count; i++) kinds.add(s.actionJson(s.legalActions[i]!).kind);
    });
    expect(kinds.has('none')).toBe(false);
    expect(kinds.size).toBeGreaterThan(24);
  });
});
