/** Games of one seat against an AI that the rules play: the AI has a place, but no seat. */
import { describe, expect, it } from 'vitest';
import { PigState, game as pig } from '../../docs/examples/pig-by-hand.js';
import type { Chance } from '../../env/chance.js';
import { checkGame } from '../../env/conformance/index.js';

const few = { games: 8, states: 100 };
const SCORE = 9;
const AI_SCORE = 10;

/** Big Pig alone: a rival holds at 12 points, and is before a player that reaches fewer points than it. */
class SoloPig extends PigState {
  override get players(): number {
    return 1;
  }
  override apply(action: number, chance: Chance): void {
    const round = this.round;
    super.apply(action, chance);
    if (this.round > round) this.cells[AI_SCORE]! += 3 + chance.draw(0, 6);
  }
  override places(out: Uint8Array): void {
    out[0] = this.cells[SCORE]! > this.cells[AI_SCORE]! ? 0 : 1;
  }
  override rewards(out: Float64Array): void {
    out[0] = this.over ? (this.cells[SCORE]! > this.cells[AI_SCORE]! ? 1 : -1) : 0;
  }
}

const solo = (State: typeof SoloPig) => ({
  ...pig,
  id: 'solo-pig',
  seats: { min: 1, max: 1 },
  players: () => 1,
  scoring: 'rewards' as const,
  utility: 'general' as const,
  enumerate: undefined,
  parseView: undefined,
  trace: undefined,
  newState(options: Parameters<typeof pig.newState>[0], chance: Chance) {
    const state = new State();
    state.cells.set(pig.newState(options, chance).cells);
    state.cells[5] = 0; // the actor
    state.cells[4] = 0; // the starter
    return state;
  },
});

const placesOf = async (State: typeof SoloPig) =>
  (await checkGame(solo(State), few)).checks.find((check) => check.name === 'places')!;

/** Solo Pig with a `rivalAhead` of its own. */
function classWith(rivalAhead: (this: SoloPig) => unknown): typeof SoloPig {
  return class extends SoloPig {
    rivalAhead(): boolean | null {
      return rivalAhead.call(this) as boolean | null;
    }
  };
}

describe('a game of one seat', () => {
  it('may place its player behind the AI of its rules', async () => {
    expect(await placesOf(SoloPig)).toMatchObject({ passed: true });
  });

  it('must write the place', async () => {
    const silent = class extends SoloPig {
      override places(): void {}
    };
    expect(await placesOf(silent)).toMatchObject({ passed: false, detail: expect.stringContaining('255') });
  });

  it('may say whether that AI is ahead, if it fits the place', async () => {
    const says = (rivalAhead: (this: SoloPig) => unknown) => placesOf(classWith(rivalAhead));
    expect(
      await says(function () {
        return this.cells[SCORE]! < this.cells[AI_SCORE]!;
      }),
    ).toMatchObject({ passed: true });
    expect(await says(() => null)).toMatchObject({ passed: true });
    expect(await says(() => true)).toMatchObject({ passed: false, detail: expect.stringContaining('seat is first') });
    expect(await says(() => 'yes')).toMatchObject({ passed: false, detail: expect.stringContaining('true, false') });
    let calls = 0;
    expect(await says(() => (calls++ < 4 ? false : null))).toMatchObject({
      passed: false,
      detail: expect.stringContaining('in some games only'),
    });
  });
});
