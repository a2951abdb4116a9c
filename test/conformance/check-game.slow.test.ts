import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bots, PigState, game as pig } from '../../docs/examples/pig-by-hand.js';
import type { Chance, Rng } from '../../env/chance.js';
import { checkGame } from '../../env/conformance/index.js';
import { checkNames } from '../../env/conformance/names.js';
import type { Game } from '../../env/game.js';
import { hashBytes } from '../../env/hash.js';
import type { Drawing, SceneCard } from '../../env/scene.js';
import { UserError } from '../../env/user-error.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { game as processPig } from './process-pig.js';
import { pigOf, SecretPigState, secretPig, secretPigOf } from './secret-pig.js';

const few = { games: 12, states: 300 };

describe('checkGame on good games', () => {
  it('passes Big Pig, another process included', async () => {
    const report = await checkGame(pig, { ...few, module: resolve('docs/examples/pig-by-hand.ts'), bots });
    expect(report.checks.filter((check) => !check.passed)).toEqual([]);
    expect(report.passed).toBe(true);
    expect(report.checks.map((check) => check.name)).toEqual(checkNames);
    // It has no picture, no board to turn and no fields of the kit.
    for (const { name, count } of report.checks)
      if (!['scene', 'why not', 'symmetries', 'field writes'].includes(name)) expect(count, name).toBeGreaterThan(0);
    expect(report.game).toBe('pig');
  });

  it('passes a game with hidden information', async () => {
    const report = await checkGame(secretPig, few);
    expect(report.checks.filter((check) => !check.passed)).toEqual([]);
  });

  it('counts what was reached and lists what was not', async () => {
    const { reached } = await checkGame(pig, { ...few, options: { rounds: 200, target: 10 } });
    expect(reached.prompts.start).toBeGreaterThan(0);
    expect(reached.actions).toHaveLength(3);
    expect(Math.min(...reached.actions)).toBeGreaterThan(0);
    expect(reached.landmarks['round cap']).toBe(0);
    expect(reached.never).toEqual({ prompts: [], actions: [], landmarks: ['round cap'], ends: [] });
  });

  it('does not judge a stream by many dice of few decisions', async () => {
    const hopeless = pigOf(
      class extends PigState {
        override apply(action: number, chance: Chance): void {
          for (let die = 0; die < 20 && this.round === 2; die++) chance.draw(0, 6);
          super.apply(action, chance);
        }
      },
    );
    const { checks } = await checkGame(hopeless, { only: ['chance matters'], games: 20 });
    expect(checks).toMatchObject([{ passed: true }]);
  });

  it('says which checks did not apply', async () => {
    const { checks, passed } = await checkGame({ ...pig, enumerate: undefined, parseView: undefined }, few);
    expect(passed).toBe(true);
    const left = checks.filter((check) => check.detail.startsWith('not checked: ')).map((check) => check.name);
    expect(left).toEqual([
      'mask complete',
      'player JSON',
      'symmetries',
      'scene',
      'why not',
      'field writes',
      'same game elsewhere',
    ]);
  });

  it('tells progress, can be stopped, and refuses wrong settings', async () => {
    const told: string[] = [];
    const stop = new AbortController();
    const run = checkGame(pig, {
      ...few,
      signal: stop.signal,
      onProgress: (check, done) => {
        told.push(check);
        if (done === 3) stop.abort();
      },
    });
    await expect(run).rejects.toThrow(/abort/i);
    expect(told).toEqual(checkNames.slice(0, 4));
    await expect(checkGame(pig, { games: 0 })).rejects.toThrow(UserError);
    await expect(checkGame(pig, { options: { players: 7 } })).rejects.toThrow(/option players/);
  });
});

/** Each of these games breaks one promise; the check of that name must notice. */
const broken: [what: string, check: string, detail: RegExp, game: Game<never, never>][] = [];
function breaks(what: string, check: string, detail: RegExp, game: unknown): void;
/** @param State of Big Pig, with or without something hidden, called after what is wrong */
function breaks(check: string, detail: RegExp, State: new () => PigState): void;
function breaks(...[a, b, c, game]: unknown[]): void {
  if (game !== undefined) return void broken.push([a, b, c, game] as (typeof broken)[number]);
  const State = c as new () => PigState;
  const made =
    State.prototype instanceof SecretPigState ? secretPigOf(State as new () => SecretPigState) : pigOf(State);
  broken.push([State.name, a, b, made] as unknown as (typeof broken)[number]);
}

breaks('an id with a space', 'description', /id 'big pig'/, { ...pig, id: 'big pig' });
breaks('a mirror that leaves the actions as they are', 'symmetries', /seat \d, another observation, (mine|theirs)/, {
  ...connectFour,
  symmetries: [{ ...connectFour.symmetries![0]!, actions: [0, 1, 2, 3, 4, 5, 6] }],
});
breaks('a mirror that shows what it does not play', 'symmetries', /seat \d, another observation, (mine|theirs)/, {
  ...connectFour,
  symmetries: [{ ...connectFour.symmetries![0]!, observation: [...new Array(168).keys()] }],
});
breaks('a symmetry with an action twice', 'symmetries', /'mirrored': actions has not each of 0..6 once/, {
  ...connectFour,
  symmetries: [{ ...connectFour.symmetries![0]!, actions: [6, 5, 4, 3, 2, 1, 1] }],
});
breaks('a mirror that leaves what is foreseen as it is', 'symmetries', /another auxiliary target discs, number \d/, {
  ...connectFour,
  symmetries: [{ ...connectFour.symmetries![0]!, auxiliary: {} }],
});
breaks('an auxiliary target with a name that is taken', 'description', /'winner': this name is taken/, {
  ...connectFour,
  auxiliary: [{ ...connectFour.auxiliary![0]!, name: 'winner' }],
});
breaks('an auxiliary target that is not written', 'observation', /auxiliary discs, seat 0: number 0 is NaN/, {
  ...connectFour,
  auxiliary: [{ ...connectFour.auxiliary![0]!, write() {} }],
});
breaks('an auxiliary target that is no distribution', 'observation', /auxiliary discs, seat 0: .* is no distribution/, {
  ...connectFour,
  auxiliary: [{ ...connectFour.auxiliary![0]!, loss: 'cross-entropy' }],
});
breaks('a wrong number of seats', 'description', /players\(\) says 3 seats, a new game has 2/, {
  ...pig,
  players: () => 3,
});
breaks('a limit of time beside places', 'description', /timeLimit: a game scored by places/, {
  ...pig,
  timeLimit: true,
});
breaks('a turn that begins with no prompt', 'description', /turnPrompt 'turn' is none/, { ...pig, turnPrompt: 'turn' });
breaks('a board on a piece that is not there', 'description', /no piece 'sea'/, {
  ...pig,
  board: { planes: ['sea'], action: 0 },
});
breaks('a board without squares', 'description', /rows and columns are wanted/, {
  ...pig,
  board: { planes: [pig.observation[0]!.name], action: 0 },
});
class PromptOutsideTheList extends PigState {
  override get prompt() {
    return super.prompt === 1 ? 2 : super.prompt;
  }
  override legal(mask: Uint8Array): number {
    const hold = this.cells[7]! > 0 ? 1 : 0;
    mask.fill(this.over ? 0 : 1);
    mask[0] = this.over ? 0 : hold;
    return this.over ? 0 : 2 + hold;
  }
}
breaks('prompts', /prompt is 2, there are 2/, PromptOutsideTheList);
class MaskThatIsNotFullyWritten extends PigState {
  override legal(mask: Uint8Array): number {
    const before = mask[0]!;
    const count = super.legal(mask);
    if (mask[0] === 0 && !this.over) mask[0] = before > 1 ? before : 0;
    return count;
  }
}
breaks('mask written', /action 0 is 7 where 7 stood before/, MaskThatIsNotFullyWritten);
class MaskThatIsTooWide extends PigState {
  override legal(mask: Uint8Array): number {
    const count = super.legal(mask);
    if (this.over || mask[0]) return count;
    mask[0] = 1;
    return count + 1;
  }
}
breaks('mask sound', /action 0 \(hold 0 points\) is in the mask, not in enumerate\(\)/, MaskThatIsTooWide);
class LegalActionThatThrows extends PigState {
  override apply(action: number, chance: Chance): void {
    if (action === 2) throw new Error('no second die');
    super.apply(action, chance);
  }
}
breaks('mask sound', /legal action 2 \(roll two dice\) threw Error: no second die/, LegalActionThatThrows);
class MaskWithAHole extends PigState {
  override legal(mask: Uint8Array): number {
    const count = super.legal(mask);
    if (mask[2] === 0 || this.cells[7]! % 5 !== 4) return count;
    mask[2] = 0;
    return count - 1;
  }
}
breaks('mask complete', /action 2 \(roll two dice\) is in enumerate\(\), not in the mask/, MaskWithAHole);
class ForcedDecisionsThatAreAsked extends PigState {
  override apply(action: number, chance: Chance): void {
    const ask = this.cells[3]!;
    this.cells[3] = 1;
    super.apply(action, chance);
    this.cells[3] = ask;
  }
}
breaks('forced decisions', /one legal action was asked, though askForced is off/, ForcedDecisionsThatAreAsked);
class OptionAskForcedThatChangesTheDice extends PigState {
  override apply(action: number, chance: Chance): void {
    if (this.cells[3]) chance.draw(1 + this.actor, 6);
    super.apply(action, chance);
  }
}
breaks('forced decisions', /with askForced the game goes another way/, OptionAskForcedThatChangesTheDice);
class ActionsWithOneText extends PigState {
  override actionText(action: number): string {
    return action === 0 ? 'hold' : 'roll';
  }
}
breaks('action texts', /actions 1 and 2 share the text 'roll'/, ActionsWithOneText);
class ActionsWithOneJSON extends PigState {
  override actionJson(action: number) {
    return { kind: action === 0 ? 'hold' : 'roll', args: {} };
  }
}
breaks('action texts', /actions 1 and 2 share the JSON/, ActionsWithOneJSON);
class CopyThatSharesItsArray extends PigState {
  override copyFrom(other: this): void {
    (this as { cells: Int16Array }).cells = other.cells;
  }
}
breaks(
  'copies',
  /changed when a copy of it moved|changed when the game moved on|has another hash/,
  CopyThatSharesItsArray,
);
class CopyThatForgetsAField extends PigState {
  override copyFrom(other: this): void {
    this.cells.set(other.cells.subarray(0, 12));
  }
}
breaks('copies', /(clone|copyFrom)\(\) gives another hash/, CopyThatForgetsAField);
class SaveThatForgetsAField extends PigState {
  override save(): Uint8Array {
    const bytes = super.save();
    bytes.fill(0, 2 * 8, 2 * 9); // the turn's points
    return bytes;
  }
}
breaks('save and load', /load\(\) gives another hash/, SaveThatForgetsAField);
class LoadThatCannotReadAWindow extends PigState {
  override load(bytes: Uint8Array): void {
    super.load(new Uint8Array(bytes.buffer.slice(0, bytes.length)));
  }
}
breaks('save and load', /load\(\) cannot read a window into a larger buffer/, LoadThatCannotReadAWindow);
class LoadThatTakesAnything extends PigState {
  override load(bytes: Uint8Array): void {
    const words = new Int16Array(Uint8Array.from(bytes).slice(0, bytes.length & ~1).buffer);
    this.cells.set(words.subarray(1, 14));
  }
}
breaks('damaged saves', /load\(\) accepts/, LoadThatTakesAnything);
class LoadThatFailsHalfWay extends PigState {
  override load(bytes: Uint8Array): void {
    this.cells.fill(0);
    super.load(bytes);
  }
}
breaks('damaged saves', /a refused load changed the state/, LoadThatFailsHalfWay);
let moves = 0;
class CounterSharedByAllGames extends PigState {
  override apply(action: number, chance: Chance): void {
    super.apply(action, chance);
    if (++moves % 97 === 0 && !this.over) this.cells[9]! ^= 1;
  }
}
breaks('same seed', /the same seed and the same choices give another game/, CounterSharedByAllGames);
class DiceOfItsOwn extends PigState {
  override apply(action: number): void {
    super.apply(action, { draw: (_, n) => Math.floor(Math.random() * n) });
  }
}
breaks('chance given', /Math\.random\(\) was called/, DiceOfItsOwn);
let calls = 0;
class LuckThatChangesFromCallToCall extends PigState {
  override apply(action: number): void {
    super.apply(action, { draw: (_, n) => (calls = (calls * 48271 + 11) % 2147483647) % n });
  }
}
breaks('chance given', /some randomness is not drawn from the chance passed in/, LuckThatChangesFromCallToCall);

/** Holds a generator, seeded from chance when the game begins: every copy knows all dice to come. */
class Seer extends PigState {
  generator = 1;
  override copyFrom(other: this): void {
    super.copyFrom(other);
    this.generator = other.generator;
  }
  override save(): Uint8Array {
    return Uint8Array.of(...super.save(), ...new Uint8Array(Uint32Array.of(this.generator).buffer));
  }
  override load(bytes: Uint8Array): void {
    super.load(bytes.slice(0, -4));
    this.generator = new Uint32Array(Uint8Array.from(bytes.slice(-4)).buffer)[0]!;
  }
  override hash(): number {
    return hashBytes(Uint8Array.from(this.save()));
  }
  override apply(action: number, _chance: Chance): void {
    super.apply(action, {
      draw: (_, n) => (this.generator = (this.generator * 48271) % 2147483647) % n,
    });
  }
}
const seed = (state: Seer, chance: Chance) => {
  state.generator = 1 + chance.draw(0, 2147483646);
};
breaks('a planner that can see the dice', 'planner', /a planner can see ahead/, pigOf(Seer, {}, seed));
breaks(
  'a planner that can see the dice, where resample() keeps the generator',
  'planner',
  /decides later random outcomes, and resample\(\) keeps it/,
  pigOf(Seer, { information: 'imperfect' }, seed),
);
class PlannerThatCanSeeTheDiceWithDrawsForShow extends Seer {
  override apply(action: number, chance: Chance): void {
    chance.draw(1 + this.actor, 6);
    super.apply(action, chance);
  }
}
breaks(
  'a planner that can see the dice, with draws for show',
  'planner',
  /a planner can see ahead/,
  pigOf(PlannerThatCanSeeTheDiceWithDrawsForShow, {}, seed),
);
class DrawsForShow extends PigState {
  override apply(action: number, chance: Chance): void {
    chance.draw(0, 6);
    super.apply(action, chance);
  }
}
breaks('chance matters', /stream 'setup' was drawn in \d+ decisions, but its outcomes never matter/, DrawsForShow);
class ObservationThatIsNotFinite extends PigState {
  override observe(seat: number, out: Float32Array, offset: number): void {
    super.observe(seat, out, offset);
    if (this.cells[7] === 0) out[offset] = 1 / this.cells[7];
  }
}
breaks('observation', /seat \d, scores\[0\] is (Infinity|NaN)/, ObservationThatIsNotFinite);
breaks('an observation outside its range', 'observation', /seat \d, mine\[\d+\] is 1, outside its range of 0 to 0.5/, {
  ...connectFour,
  observation: connectFour.observation.map((piece) => ({ ...piece, range: [0, 0.5] })),
});
breaks('a range of nothing', 'description', /^mine: range \[1,1\]/, {
  ...connectFour,
  observation: connectFour.observation.map((piece) => ({ ...piece, range: [1, 1] })),
});
class ObservationThatIsNotFullyWritten extends PigState {
  override observe(seat: number, out: Float32Array, offset: number): void {
    const before = out[offset + 16]!;
    super.observe(seat, out, offset);
    if (this.cells[7] === 0) out[offset + 16] = before;
  }
}
breaks('observation', /seat \d, turn\[0\] is not written/, ObservationThatIsNotFullyWritten);
class ObservationLargerThanDeclared extends PigState {
  override observe(seat: number, out: Float32Array, offset: number): void {
    super.observe(seat, out, offset);
    out[offset + 19] = 1;
  }
}
breaks('observation', /observe\(\) writes outside its 19 values/, ObservationLargerThanDeclared);
class LeakingObservation extends SecretPigState {
  override observe(seat: number, out: Float32Array, offset: number): void {
    super.observe(seat, out, offset);
    out[offset + 19] = this.bonus[(seat + 1) % this.players]! / 3;
  }
}
breaks('hidden state', /seat \d sees hidden information: observation, bonus\[0\]/, LeakingObservation);
class LeakingMask extends SecretPigState {
  override legal(mask: Uint8Array): number {
    const count = super.legal(mask);
    if (this.over || count < 3 || this.bonus[(this.actor + 1) % this.players]! < 3) return count;
    mask[2] = 0;
    return count - 1;
  }
}
breaks(
  'a leaking mask',
  'hidden state',
  /seat \d sees hidden information: mask, action 2/,
  secretPigOf(LeakingMask, { enumerate: undefined }),
);
class LeakingText extends SecretPigState {
  override text(seat: number): string {
    return `${super.text(seat)}, theirs: ${this.bonus}`;
  }
}
breaks('hidden state', /sees hidden information: text$|text \(/, LeakingText);
class LeakingView extends SecretPigState {
  override view(seat: number): unknown {
    return { ...(super.view(seat) as object), all: [...this.bonus] };
  }
}
breaks('a leaking view', 'hidden state', /view, the plain JSON/, secretPigOf(LeakingView, { parseView: undefined }));
class ResampleWithLuckOfItsOwn extends SecretPigState {
  private static drawn = 0;
  override resample(seat: number): void {
    super.resample(seat, { int: (n: number) => ++ResampleWithLuckOfItsOwn.drawn % n } as Rng);
  }
}
breaks('resample', /the same generator gives two positions/, ResampleWithLuckOfItsOwn);
class ResampleThatRedrawsNothing extends SecretPigState {
  override resample(): void {}
}
breaks('resample', /resample\(\) never changed anything/, ResampleThatRedrawsNothing);
class ViewThatForgetsAField extends PigState {
  override view(seat: number): unknown {
    const view = super.view(seat) as { turn: number };
    return { ...view, turn: view.turn && 1 };
  }
}
breaks(
  'a view that forgets a field',
  'player JSON',
  /parseView\(view\(\d\)\): another observation, turn\[0\]|another decision/,
  pigOf(ViewThatForgetsAField, { parseView: pig.parseView }),
);
breaks('a parser that takes anything', 'player JSON', /parseView\(\) (accepts|of) null/, {
  ...pig,
  parseView(json: { bad?: boolean }) {
    try {
      return pig.parseView!(json);
    } catch {
      return pig.newState(pig.options.parse({}), { draw: () => 0 });
    }
  },
});
/** A picture of a card for each seat, with an action on the first. */
const cardsOf = (
  cards: (state: SecretPigState, seat: number) => SceneCard[],
  id = 'mine',
): Drawing<SecretPigState> => ({
  scene: (state, seat) => ({
    seats: [0, 1, 2, 3].map((one) => ({ name: `seat ${one}`, tone: 'plain' as const })),
    parts: [{ kind: 'cards', title: 'Cards', cards: cards(state, seat) }],
  }),
  concerns: () => [id],
});
breaks(
  'a picture that shows what is hidden',
  'hidden state',
  /sees hidden information: scene/,
  secretPigOf(SecretPigState, { drawing: cardsOf(({ bonus }) => [{ id: 'mine', title: `all ${bonus}` }]) }),
);
breaks(
  'a picture in which two things have one id',
  'scene',
  /scene of seat 0: two things have the id 'mine'/,
  secretPigOf(SecretPigState, { drawing: cardsOf(() => ['a', 'b'].map((title) => ({ id: 'mine', title }))) }),
);
breaks(
  'a picture out of form',
  'scene',
  /scene of seat 0: parts\.0\.cards\.0\.title/,
  secretPigOf(SecretPigState, { drawing: cardsOf(() => [{ id: 'mine', title: '' }]) }),
);
breaks(
  'an action on what is not drawn',
  'scene',
  /concerns 'theirs', which is not drawn/,
  secretPigOf(SecretPigState, { drawing: cardsOf(() => [{ id: 'mine', title: 'a' }], 'theirs') }),
);
breaks(
  'a reason that tells what is hidden',
  'why not',
  /whyNot\(0\) depends on what is hidden/,
  secretPigOf(SecretPigState, { whyNot: ({ bonus }) => `the bonus is ${bonus}` }),
);
breaks(
  'a reason why a legal action is not',
  'why not',
  /whyNot\(\d+\) gives a reason, but the action is legal: 'no'/,
  secretPigOf(SecretPigState, { whyNot: () => 'no' }),
);
breaks(
  'a legend that tells one thing twice',
  'description',
  /legend: 'pig' stands there twice/,
  secretPigOf(SecretPigState, {
    legend: () => [{ title: 'Signs', entries: ['Pig', 'pig'].map((name) => ({ name, text: 'It rolls.' })) }],
  }),
);
class ObservationWithoutMe extends PigState {
  override observe(_seat: number, out: Float32Array, offset: number): void {
    super.observe(0, out, offset);
  }
}
breaks('seats', /the observation has no "me"/, ObservationWithoutMe);
class RewardsThatDoNotAddUp extends PigState {
  override rewards(out: Float64Array): void {
    const ranks = new Uint8Array(this.players);
    this.places(ranks);
    for (let seat = 0; seat < this.players; seat++) out[seat] = this.over && ranks[seat] === 0 ? 1 : 0;
  }
}
breaks(
  'rewards that do not add up',
  'rewards',
  /declares zero-sum, but the rewards of all seats add up to 1/,
  pigOf(RewardsThatDoNotAddUp, { scoring: 'rewards' }),
);
class RewardsBesidePlaces extends PigState {
  override rewards(out: Float64Array): void {
    out.fill(0);
    if (this.over) out[0] = 1;
  }
}
breaks('rewards', /scored by places, but seat \d got a reward/, RewardsBesidePlaces);
class PlacesThatAreNoRanking extends PigState {
  override places(out: Uint8Array): void {
    super.places(out);
    for (let seat = 0; seat < this.players; seat++) out[seat]!++;
  }
}
breaks('places', /are no ranking/, PlacesThatAreNoRanking);
breaks('a wrong bound on decisions', 'length', /decision 6 was taken, maxDecisions\(\) is 5/, {
  ...pig,
  maxDecisions: () => 5,
});
class MaskThatIsNotEmptyAtTheEnd extends PigState {
  override legal(mask: Uint8Array): number {
    const count = super.legal(mask);
    if (!this.over) return count;
    mask[1] = mask[2] = 1;
    return 2;
  }
}
breaks('end', /the game is over, legal\(\) returns 2/, MaskThatIsNotEmptyAtTheEnd);
class TruncatedWithoutAnEnd extends PigState {
  override get truncated() {
    return this.round > 1;
  }
}
breaks('end', /truncated is true though the game is not over/, TruncatedWithoutAnEnd);

describe('checkGame on broken games', () => {
  it.each(broken)('catches %s by its check', async (_what, name, detail, game) => {
    const report = await checkGame(game as unknown as Game, few);
    const check = report.checks.find((one) => one.name === name)!;
    expect(report.passed).toBe(false);
    expect(check.passed, report.checks.flatMap((c) => (c.passed ? [] : [`${c.name}: ${c.detail}`])).join('\n')).toBe(
      false,
    );
    expect(check.detail).toMatch(detail);
    expect(check.detail).not.toContain('\n');
  });

  it('catches a game that is another one in another process', async () => {
    const report = await checkGame(processPig, { ...few, module: resolve('test/conformance/process-pig.ts') });
    const failed = report.checks.filter((check) => !check.passed);
    expect(failed.map((check) => check.name)).toEqual(['same game elsewhere']);
    expect(failed[0]!.detail).toContain('other games in another process');
  });

  it('tells where: options, seed, step and prompt', async () => {
    const [, name, , game] = broken.find(([what]) => what === 'MaskWithAHole')!;
    const report = await checkGame(game as unknown as Game, { ...few, seed: 'x' });
    expect(report.checks.find((check) => check.name === name)!.detail).toMatch(
      /\(options \{"players":\d,.*\}, seed x\/\d+, step \d+, prompt 'push'\)$/,
    );
  });

  it('catches a game that never ends, and comes back', async () => {
    const endless = pigOf(
      class extends PigState {
        override apply(action: number, chance: Chance): void {
          // Holding keeps nothing, no turn gets far, and the rounds never go on.
          if (action === 0 || this.cells[7]! > 15) this.cells[7] = 0;
          else super.apply(action, chance);
          this.cells[6] = 1;
        }
      },
      { maxDecisions: () => 400 },
    );
    const { checks } = await checkGame(endless as unknown as Game, { games: 3, states: 60 });
    expect(checks.find((check) => check.name === 'length')!.passed).toBe(false);
  });
});
