/** Chance: every outcome comes from the `Chance` that is passed in, so that a planner with a copy cannot see ahead. */
import { type Chance, createRng, type Rng, ScriptedChance, SeededChance } from '../chance.js';
import type { Game, State } from '../game.js';
import { viewOf } from '../kit/fields.js';
import { redrawUnseen } from '../unseen.js';
import { fail, forgets, hold } from './fault.js';
import { difference, observe, onKit, pick, type Trial, twin } from './trial.js';

/** Hands on the draws of another source and remembers them. */
class Watched implements Chance {
  readonly draws: { stream: number; n: number; outcome: number }[] = [];

  constructor(
    private readonly game: Game,
    private readonly source: Chance,
  ) {}

  draw(stream: number, n: number): number {
    hold(this.game.streams[stream] !== undefined, () => `draws from stream ${stream}, which has no name`);
    hold(Number.isInteger(n) && n >= 1, () => `draws one of ${n} outcomes`);
    const outcome = this.source.draw(stream, n);
    this.draws.push({ stream, n, outcome });
    return outcome;
  }
}

/** Draws are valid, the same outcomes give the same position, and nothing random comes from elsewhere. */
export function chanceGiven(trial: Trial): number {
  const { game } = trial;
  return trial.play({
    sampled: true,
    visit({ state, chance, mask, legal, rng }) {
      const action = pick(mask, rng.int(legal));
      const a = state.clone();
      const watched = new Watched(game, twin(game, chance));
      a.apply(action, watched);
      const script = watched.draws.map((draw) => draw.outcome);
      for (const how of ['first', 'second']) {
        const b = state.clone();
        const scripted = new ScriptedChance(script);
        b.apply(action, scripted);
        hold(
          b.hash() === a.hash() && scripted.used === script.length,
          () =>
            `the same outcomes give another position (${how} copy): some randomness is not drawn from the chance passed in`,
        );
      }
    },
  });
}

// A stream is judged only after so many decisions that drew from it: of the battles of Fuzzy Knights one in eight matters.
const ENOUGH = 150;

/**
 * Other outcomes of a stream lead, at least sometimes, to another position: no stream is drawn for show. Counted by decision:
 * the dice of one, such as a battle that is lost anyway, matter together or not at all.
 */
export function chanceMatters(trial: Trial): number {
  const { game } = trial;
  const drawn = game.streams.map(() => 0);
  const mattered = game.streams.map(() => 0);
  let tried = 0;
  trial.play({
    sampled: true,
    visit({ state, chance, mask, legal, rng }) {
      const action = pick(mask, rng.int(legal));
      const a = state.clone();
      const watched = new Watched(game, twin(game, chance));
      a.apply(action, watched);
      const { draws } = watched;
      for (const stream of new Set(draws.flatMap(({ stream, n }) => (n > 1 ? [stream] : [])))) {
        const own = [...draws.keys()].filter((i) => draws[i]!.stream === stream && draws[i]!.n > 1);
        // One die of many hardly ever matters, and two that are both turned may cancel out.
        const other = new Set([own[rng.int(own.length)], ...own.filter(() => rng.int(2) === 0)]);
        const outcomes = draws.map(({ n, outcome }, i) =>
          other.has(i) ? (outcome + 1 + rng.int(n - 1)) % n : outcome,
        );
        const b = state.clone();
        // Other draws stay the same as far as they still fit.
        b.apply(action, new Fitting(outcomes));
        drawn[stream]!++;
        if (b.hash() !== a.hash()) mattered[stream]!++;
        tried++;
      }
    },
  });
  for (let stream = 0; stream < drawn.length; stream++)
    if (drawn[stream]! >= ENOUGH && mattered[stream] === 0)
      fail(`stream '${game.streams[stream]}' was drawn in ${drawn[stream]} decisions, but its outcomes never matter`);
  return tried;
}

/** Outcomes in order, bent into range; then others, for a game that draws until it likes the outcome. */
class Fitting implements Chance {
  private at = 0;
  private readonly rest = createRng('rest');
  constructor(private readonly outcomes: readonly number[]) {}
  draw(_stream: number, n: number): number {
    return this.at < this.outcomes.length ? this.outcomes[this.at++]! % n : this.rest.int(n);
  }
}

const FUTURE = 60;
const SAMPLES = 12;

/**
 * A planner that copies the state cannot guess the next die better than chance: nothing that decides future outcomes
 * is in the state beyond what a seat sees and what `resample` redraws.
 *
 * One outcome of the set-up at a time is changed. Where that changes nothing anybody sees, yet changes the future
 * under the same choices and the same chance, something hidden decides it: a dealt card, or a generator. Where
 * information is perfect nothing may be hidden; elsewhere `resample` must be able to change the future too.
 */
export function planner(trial: Trial): number {
  const { game } = trial;
  let compared = 0;
  trial.play({
    games: Math.max(trial.variants.length, Math.min(trial.games, 8)),
    begin({ options, chance, rng }) {
      const watched = new Watched(game, new SeededChance(chance.save().seed, game.streams));
      const state = game.newState(options as never, watched);
      if (state.over) return;
      const { draws } = watched;
      const luck = `${trial.seed}/planner/${rng.int(1e9)}`;
      const future = tell(trial, state.clone(), luck);
      // All draws of a small set-up, some of a large one.
      const some =
        draws.length <= 12 ? draws.map((_, i) => i) : Array.from({ length: 12 }, () => rng.int(draws.length));
      for (const i of some) {
        const { n, outcome } = draws[i]!;
        if (n < 2) continue;
        const script = draws.map((draw) => draw.outcome);
        script[i] = (outcome + 1 + rng.int(n - 1)) % n;
        const other = game.newState(options as never, new Fitting(script));
        if (!looksLike(trial, state, other)) continue;
        compared++;
        if (tell(trial, other.clone(), luck) === future) continue;
        const stream = game.streams[draws[i]!.stream];
        if (game.information === 'perfect')
          fail(
            `a planner can see ahead: set-up outcome ${i} of stream '${stream}' is visible to no seat, yet decides later random outcomes`,
          );
        const changes = (redraw: (sample: State, rng: Rng) => void): boolean => {
          for (let s = 0; s < SAMPLES; s++) {
            const sample = state.clone();
            redraw(sample, createRng(`${luck}/${s}`));
            if (tell(trial, sample, luck) !== future) return true;
          }
          return false;
        };
        const decides = () =>
          `set-up outcome ${i} of stream '${stream}'${fieldsApart(state, other)} decides later random outcomes`;
        if (!changes((sample, rng) => sample.resample(state.actor, rng)))
          throw forgets('redraw()', `a planner can see ahead: ${decides()}, and resample() keeps it`);
        const own = (sample: State, rng: Rng) => sample.resampleUnseen!(rng);
        const found = (sample: State, rng: Rng) => redrawUnseen(game, sample, rng);
        if (!changes(state.resampleUnseen ? own : found))
          throw forgets(
            'redrawUnseen()',
            `play-outs can see ahead: ${decides()}, no seat can see it, and ${state.resampleUnseen ? 'redrawUnseen() keeps it' : 'no redraw for one seat was found that the others do not see: give resampleUnseen()'}`,
          );
      }
      compared += forward(trial, state, luck);
    },
  });
  return compared;
}

/**
 * The other half: from one position, the same choices under differently seeded chance must part ways if they draw at
 * all, and under equally seeded chance must not. Gives the number of futures compared.
 */
function forward(trial: Trial, state: State, luck: string): number {
  const { game } = trial;
  let draws = 0;
  const counted = (seed: string) => {
    const source = new SeededChance(seed, game.streams);
    return {
      draw(stream: number, n: number) {
        if (n > 1) draws++;
        return source.draw(stream, n);
      },
    };
  };
  const play = (seed: string) => tell(trial, state.clone(), seed, counted(seed));
  const first = play(luck);
  const made = draws;
  hold(play(luck) === first, () => 'two copies part ways under equally seeded chance');
  if (made < 8) return 2;
  for (let other = 0; other < 6; other++) if (play(`${luck}/${other}`) !== first) return 3 + other;
  return fail(`a planner can see ahead: ${made} draws were made, but other chance never leads anywhere else`);
}

/** The fields in which two positions on the kit differ, for a message; else nothing. */
function fieldsApart(a: State, b: State): string {
  if (!onKit(a) || !onKit(b)) return '';
  const [left, right] = [a, b].map(({ bytes }) => bytes);
  const names = a.layout.places.flatMap((place) => {
    const other = viewOf(place, right!);
    return viewOf(place, left!).some((value, i) => value !== other[i]) ? [place.name] : [];
  });
  return ` (field ${names.join(', ')})`;
}

/** Whether nobody sees a difference between two positions. */
function looksLike(trial: Trial, a: State, b: State): boolean {
  if (a.players !== b.players || a.actor !== b.actor || a.prompt !== b.prompt || a.over !== b.over) return false;
  for (let seat = 0; seat < a.players; seat++) {
    if (difference(observe(trial, a, seat), observe(trial, b, seat)) >= 0) return false;
    if (a.text(seat) !== b.text(seat)) return false;
  }
  return true;
}

/** Plays on with choices and luck that follow from `luck` alone; what everybody sees on the way, as one text. */
function tell(trial: Trial, state: State, luck: string, chance?: Chance): string {
  const { game } = trial;
  const source = chance ?? new SeededChance(luck, game.streams);
  const rng = createRng(`${luck}/choices`);
  const mask = new Uint8Array(game.actions);
  const told: string[] = [];
  for (let step = 0; step < FUTURE && !state.over; step++) {
    const action = pick(mask, Math.floor(rng.uniform() * state.legal(mask)));
    state.apply(action, source);
    told.push(`${action}`);
    for (let seat = 0; seat < state.players; seat++)
      told.push(Buffer.from(observe(trial, state, seat).buffer).toString('latin1'));
  }
  return told.join('|');
}
