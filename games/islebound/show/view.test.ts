/** What people and learners are shown: texts, views, observations; and that nothing hidden is in them. */
import { describe, expect, it } from 'vitest';
import { createRng } from '../../../env/chance.js';
import { observationSize } from '../../../env/game.js';
import { BRAG, BUILD, VISIT } from '../actions.js';
import { game, type IsleboundState } from '../game.js';
import * as S from '../state.js';
import { arrive, begin, give, play } from '../test/fixture.js';

const observed = (s: IsleboundState): Float32Array => {
  const out = new Float32Array(observationSize(game));
  s.observe(0, out, 0);
  return out;
};

/** Values of one piece of the observation. */
function piece(s: IsleboundState, name: string): number[] {
  let at = 0;
  for (const { name: other, shape } of game.observation) {
    const size = shape.reduce((product, n) => product * n, 1);
    if (other === name) return [...observed(s).subarray(at, at + size)];
    at += size;
  }
  throw new Error(`no piece ${name}`);
}

describe('what is hidden', () => {
  it('is redrawn: decks, tokens, both event piles, unseen brags; what was seen stays', () => {
    const s = begin();
    play(arrive(give(s, { toBrag: 0 }), 'Storyteller Bay'), VISIT, BRAG);
    const [open, under] = [s.reputation[0], s.reputation[3]];
    const different = new Set<string>();
    for (let i = 0; i < 40; i++) {
      const other = s.clone();
      other.resample(0, createRng(i));
      expect([other.reputation[0], other.reputation[3], other.reputation[4]]).toEqual([open, under, s.reputation[4]]);
      expect(other.tokens[15]).toBe(s.tokens[15]);
      const arrays = ['buildingDeck', 'crewDeck', 'tokens', 'events', 'reputation'] as const;
      for (const name of arrays) if (other[name].join() !== s[name].join()) different.add(name);
      if ([0, 1, 2, 3, 4, 5, 6].some((k) => !s.events.subarray(0, 8).includes(other.events[k]!)))
        different.add('piles');
    }
    expect(different.size).toBe(6);
  });
});

describe('views', () => {
  it('say what is wrong with them', () => {
    const whole = JSON.stringify(begin().view(0));
    // biome-ignore lint/suspicious/noExplicitAny: views are harmed at will here
    const harmed = (harm: (view: any) => void) => () => {
      const view = JSON.parse(whole);
      harm(view);
      return game.parseView!(view);
    };
    expect(harmed(() => {})().hash()).toBeGreaterThan(0);
    expect(harmed((v) => (v.ship = 13))).toThrow(/ship/);
    expect(harmed((v) => (v.human.coins = -1))).toThrow(/human\.coins/);
    expect(harmed((v) => (v.row[0] = v.row[1]))).toThrow(/row: building \d+ is twice in play/);
    expect(harmed((v) => (v.towns[0].town = 5))).toThrow(/boards/);
    expect(harmed((v) => (v.human.buildings = [v.row[0]]))).toThrow(/twice in play/);
    expect(harmed((v) => (v.unseenTokens = []))).toThrow(/renown tokens miscounted/);
    expect(harmed((v) => (v.reputation[0][0] = null))).toThrow(/reputation\.0\.0/);
    expect(harmed((v) => (v.reputation[0][1] = v.reputation[0][0]))).toThrow(/reputation\.0\.1/);
    expect(harmed((v) => (v.prompt = 'WOOD'))).toThrow(/no building to pay for/);
    expect(harmed((v) => (v.prompt = 'TOLL'))).toThrow(/no destination/);
    expect(harmed((v) => (v.track[5] = 'neutral'))).toThrow(/neutral/);
    expect(harmed((v) => (v.extra = 1))).toThrow(/extra/);
  });
});

describe('observation', () => {
  it('tells the counters, the pending building and the known brags', () => {
    const s = arrive(give(begin(), { human: { coins: 25, fish: 3 }, rival: { coins: 10 } }), 'Shipwright Sound');
    expect(piece(s, 'human').slice(0, 7)).toEqual([0.3, 0, 0, 0, 0, 0, 0.5].map(Math.fround));
    expect(piece(s, 'rival')[6]).toBe(Math.fround(0.2));
    expect(piece(s, 'ship').indexOf(1)).toBe(5);
    play(s, VISIT, BUILD + 4);
    expect(piece(s, 'slot')).toEqual([0, 0, 0, 0, 1]);
    expect(piece(s, 'prompt').indexOf(1)).toBe(S.P.WOOD);
    const t = play(arrive(begin(), 'Storyteller Bay'), VISIT, BRAG);
    expect(piece(t, 'known reputation').filter((v) => v > 0)).toEqual([0.25]);
  });
});

describe('texts', () => {
  it('show the board and a word for every action', () => {
    const s = arrive(begin(), 'Grotto');
    expect(s.text(0)).toContain('YOUR SHIP');
    expect(s.actionText(VISIT)).toBe('visit Grotto for 1 coin');
    expect(s.actionJson(13)).toEqual({ kind: 'visit', args: {} });
  });
});

describe('options', () => {
  it('refuse tables that do not fit, in one clear sentence', () => {
    const wrong = (options: unknown) => game.options.safeParse(options).error!.issues[0]!;
    expect(wrong({ components: { buildings: [] } }).path).toEqual(['components', 'buildings']);
    expect(wrong({ components: { numbers: { pirates: -1 } } }).path).toEqual(['components', 'numbers', 'pirates']);
    expect(wrong({ aiTokenThreshold: 3 }).path).toEqual(['aiTokenThreshold']);
    const buildings = Array.from({ length: 35 }, () => ({ cost: 3, ability: 'fly', amount: 1 }));
    expect(wrong({ components: { buildings } }).message).toContain('unknown ability');
  });
});
