/** What the kit is told of fields and prompts, held against what games do, in both editions. */
import { describe, expect, it } from 'vitest';
import { createRng, type Rng, SeededChance } from '../../../env/chance.js';
import { observationSize } from '../../../env/game.js';
import { redrawn } from '../../../env/kit/secrets.js';
import { doomspireActions } from '../actions.js';
import { KIND_TOKENS } from '../data.js';
import { type DoomspireState, game } from '../game.js';
import { asking } from '../rules/engine.js';
import { fields, P } from '../state.js';
import { legalOf } from './sampled-positions.js';
import { stirred } from './stir.js';

/** Positions of games that begin stirred up, where late rules are soon met. */
function playStirred(options: object, games: number, show: (s: DoomspireState, rng: Rng) => void): void {
  for (let i = 0; i < games; i++) {
    const rng = createRng(i);
    const { s, chance } = stirred(options, `kit ${i}`);
    // Tokens of a tile that is face down go with its kind.
    for (let t = 0; t < 64; t++) if (s.explored[t] === 0) s.tokens[t] = KIND_TOKENS[s.kind[t]!]!;
    for (let n = 0; n < 60 && !s.over; n++) {
      show(s, rng);
      const actions = legalOf(s);
      s.apply(actions[rng.int(actions.length)]!, chance);
    }
  }
}

describe.each(['rulebook', 'airef'] as const)('edition %s', (edition) => {
  it('redraws what is hidden and nothing else, and shows nobody any of it', () => {
    const moved = new Set<string>();
    const shown = (s: DoomspireState, seat: number): string => {
      const seen = new Float32Array(observationSize(game));
      s.observe(seat, seen, 0);
      return JSON.stringify([[...seen], s.text(seat), s.view(seat), s.actor === seat ? legalOf(s) : []]);
    };
    let decisions = 0;
    playStirred({ edition }, 20, (s, rng) => {
      // Dice are secret at one prompt only.
      if (s.prompt !== P.ROLL && decisions++ % 20 !== 0) return;
      for (let seat = 0; seat < 4; seat++) {
        for (const name of redrawn(s, seat, rng)) moved.add(name);
        const other = s.clone();
        other.resample(seat, rng);
        expect(shown(other, seat)).toBe(shown(s, seat));
      }
    });
    const depends = Object.entries(fields).filter(([, field]) => field.sight === 'depends');
    // A monster comes to a tile when it is turned over, so there is none to redraw.
    expect([...moved, 'monster'].sort()).toEqual(depends.map(([name]) => name).sort());
  });

  it('answers each prompt with the blocks it says', () => {
    playStirred({ edition }, 60, (s) => {
      const { uses } = asking.prompts[s.prompt]!;
      for (const action of legalOf(s)) expect(uses).toContain(doomspireActions.parse(action).name);
    });
  });

  it('reads no saved position with a value that cannot be', () => {
    const s = game.newState(game.options.parse({ edition }), new SeededChance('saved', game.streams));
    const before = s.hash();
    const wrong = (change: object) => () => s.load(Object.assign(s.clone(), change).save());
    expect(wrong({ prompt: P.DECK + 1 })).toThrow('prompt is 40, wanted 0..39 or -1');
    expect(wrong({ fightAttacker: 12 })).toThrow('fightAttacker is 12, wanted 0..11');
    expect(wrong({ unusedNumber: 1 })).toThrow('unusedNumber is 1, wanted 0..0');
    expect(s.hash()).toBe(before);
  });
});
