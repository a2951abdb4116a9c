/** Observations: written whole, finite, in their shape; and nothing a seat cannot know in anything it is shown. */
import { isDeepStrictEqual } from 'node:util';
import { createRng, type Rng } from '../chance.js';
import type { Game, State } from '../game.js';
import { redrawUnseen } from '../unseen.js';
import { Fault, fail, faultOf, hold, notFinite } from './fault.js';
import { Redraws } from './redraw.js';
import { unsteady } from './steady.js';
import { difference, legalActions, observe, onKit, pick, pieceAt, type Trial, twin } from './trial.js';

/**
 * Every value is written, finite and in its range, none beside them, and looking changes nothing. So it is with auxiliary
 * targets at the end.
 */
export function observation(trial: Trial): number {
  const { game, size } = trial;
  const margin = 5;
  const poisoned = new Float32Array(size + 2 * margin);
  const other = new Float32Array(size + 2 * margin);
  const [least, greatest] = limits(game, margin);
  const changing = unsteady(trial);
  if (changing) throw changing;
  const look = (state: State) => {
    const hash = state.hash();
    for (let seat = 0; seat < state.players; seat++) {
      poisoned.fill(Number.NaN);
      state.observe(seat, poisoned, margin);
      // A second buffer with other contents tells values that were read from those that were written.
      other.fill(-77);
      state.observe(seat, other, margin);
      for (let i = margin; i < margin + size; i++) {
        const value = poisoned[i]!;
        const within = value >= least[i]! && value <= greatest[i]!;
        if (within && value === other[i]) continue;
        const piece = `seat ${seat}, ${pieceAt(game, i - margin)}`;
        hold(!Number.isNaN(value) || Number.isNaN(other[i]!), () => `${piece} is not written`);
        if (!Number.isFinite(value))
          throw new Fault(`${piece} is ${value}`, notFinite(pieceAt(game, i - margin).replace(/\[.*/, '')));
        hold(within, () => `${piece} is ${value}, outside its range of ${least[i]} to ${greatest[i]}`);
        fail(`${piece} depends on what the buffer held before`);
      }
      for (let i = 0; i < margin; i++)
        hold(
          Number.isNaN(poisoned[i]!) && Number.isNaN(poisoned[margin + size + i]!),
          () => `seat ${seat}: observe() writes outside its ${size} values`,
        );
    }
    hold(state.hash() === hash, () => 'observe() changes the position');
  };
  return trial.play({
    sampled: true,
    visit: ({ state }) => look(state),
    end({ state }) {
      look(state);
      foreseen(game, state);
    },
  });
}

/** The largest finite number of 32 bits. */
const LARGEST = (2 - 2 ** -23) * 2 ** 127;

/** The least and the greatest of all values, the first one at `margin`. */
function limits({ observation }: Game, margin: number): [Float32Array, Float32Array] {
  const ranges = observation.flatMap(({ shape, range = [-LARGEST, LARGEST] }) =>
    Array(shape.reduce((product, n) => product * n, 1)).fill(range),
  );
  const made = (end: 0 | 1) => Float32Array.from([...Array(margin).fill(0), ...ranges.map((range) => range[end])]);
  return [made(0), made(1)];
}

/** What networks may learn to foresee, at the end of a game. */
function foreseen({ auxiliary = [] }: Game, end: State): void {
  const hash = end.hash();
  for (const { name, size, loss, write } of auxiliary)
    for (let seat = 0; seat < end.players; seat++) {
      const out = new Float32Array(size + 2).fill(Number.NaN);
      write(end, seat, out, 1);
      const told = `auxiliary ${name}, seat ${seat}`;
      const own = out.subarray(1, -1);
      const [first, last] = [out[0]!, out[size + 1]!];
      hold(Number.isNaN(first) && Number.isNaN(last), () => `${told}: write() writes outside its ${size} values`);
      const odd = own.findIndex((value) => !Number.isFinite(value));
      hold(odd < 0, () => `${told}: number ${odd} is ${own[odd]} (or not written)`);
      const sum = own.reduce((a, b) => a + b, 0);
      hold(
        loss !== 'cross-entropy' || (own.every((share) => share >= 0) && Math.abs(sum - 1) < 1e-4),
        () => `${told}: [${[...own].slice(0, 8)}] is no distribution`,
      );
    }
  hold(end.hash() === hash, () => 'an auxiliary target changes the position');
}

/** Redrawing what a seat cannot know leaves all that it is shown as it was, bit for bit. */
export function hiddenState(trial: Trial): number {
  const { game } = trial;
  const { drawing } = game;
  const mask = new Uint8Array(game.actions);
  let sample: State | undefined;
  return trial.play({
    sampled: true,
    begin() {
      sample = undefined;
    },
    visit({ state, mask: first, rng }) {
      for (let seat = 0; seat < state.players; seat++) {
        if (sample) sample.copyFrom(state);
        else sample = state.clone();
        const before = observe(trial, state, seat);
        sample.resample(seat, rng);
        const at = difference(observe(trial, sample, seat), before);
        const told = `seat ${seat} sees hidden information`;
        hold(at < 0, () => `${told}: observation, ${pieceAt(game, at)}`);
        hold(sample.actor === state.actor && sample.prompt === state.prompt, () => `${told}: actor or prompt`);
        hold(sample.round === state.round && sample.over === state.over, () => `${told}: round or end`);
        hold(sample.text(seat) === state.text(seat), () => `${told}: text`);
        if (state.view)
          hold(isDeepStrictEqual(sample.view!(seat), state.view(seat)), () => `${told}: view, the plain JSON`);
        if (drawing)
          hold(isDeepStrictEqual(drawing.scene(sample, seat), drawing.scene(state, seat)), () => `${told}: scene`);
        if (seat !== state.actor) continue;
        sample.legal(mask);
        const action = difference(mask, first);
        // A position on the kit keeps the list of its legal actions, which `fault` makes anew.
        const why = onKit(sample) ? sample.fault() : '';
        hold(why !== 'the legal actions are others', () => `${told}: mask, legal() reads what redraw() draws`);
        hold(action < 0, () => `${told}: mask, action ${action} (${state.actionText(action)})`);
        for (const legal of legalActions(mask)) {
          hold(sample!.actionText(legal) === state.actionText(legal), () => `${told}: text of action ${legal}`);
          if (state.actionJson)
            hold(
              isDeepStrictEqual(sample!.actionJson!(legal), state.actionJson(legal)),
              () => `${told}: JSON of action ${legal}`,
            );
          if (drawing)
            hold(
              isDeepStrictEqual(drawing.concerns(sample!, legal), drawing.concerns(state, legal)),
              () => `${told}: things that action ${legal} concerns`,
            );
        }
      }
    },
  });
}

/** A redrawn position is a legal one, depends on the generator alone, and differs exactly where something is hidden. */
export function resample(trial: Trial): number {
  const { game } = trial;
  const mask = new Uint8Array(game.actions);
  let redrawn = 0;
  let redraws: { seat: Redraws; unseen: Redraws } | undefined;
  const count = trial.play({
    sampled: true,
    visit({ state, chance, rng, step, seed }) {
      const hash = state.hash();
      const seat = step % 3 === 2 ? rng.int(state.players) : state.actor;
      const sample = state.clone();
      const again = state.clone();
      sample.resample(seat, createRng(step));
      again.resample(seat, createRng(step));
      hold(sample.hash() === again.hash(), () => 'resample() with the same generator gives two positions');
      hold(state.hash() === hash, () => 'resampling a copy changes the game');
      if (sample.hash() !== hash) redrawn++;
      if (onKit(state)) {
        const { layout } = state;
        redraws ??= {
          seat: new Redraws(layout, 'redraw()', trial),
          unseen: new Redraws(layout, 'redrawUnseen()', trial),
        };
        redraws.seat.look(state, sample as typeof state, seat, seed);
        redraws.unseen.move(state, sample as typeof state);
      }
      const unseen = unseenRedrawn(trial, state, createRng(step));
      if (onKit(state)) redraws?.unseen.look(state, unseen as typeof state, -1, seed);
      hold(
        game.information === 'imperfect' || sample.hash() === hash,
        () => 'resample() changes a position of a game that declares perfect information',
      );
      if (sample.resampleUnseen) redrawUnseen(game, sample, createRng(step));
      const luck = twin(game, chance);
      for (let ahead = 0; ahead < 40 && !sample.over; ahead++) {
        const legal = sample.legal(mask);
        hold(legal > 0, () => `${ahead} decisions after resample() nothing is legal, though the game is not over`);
        if (game.enumerate && !isDeepStrictEqual(game.enumerate(sample), legalActions(mask)))
          fail(`${ahead} decisions after resample() mask and enumerate() differ`);
        try {
          sample.apply(pick(mask, rng.int(legal)), luck);
        } catch (error) {
          throw faultOf(error, `${ahead} decisions after resample() a legal action threw`);
        }
      }
    },
  });
  hold(
    game.information === 'perfect' || redrawn > 0,
    () => 'the game declares imperfect information, but resample() never changed anything',
  );
  redraws?.seat.judge();
  redraws?.unseen.judge();
  return count;
}

/** A position in which only what no seat knows was redrawn: no seat may see a difference. */
function unseenRedrawn(trial: Trial, state: State, rng: Rng): State {
  const redrawn = state.clone();
  if (!redrawn.resampleUnseen) {
    redrawUnseen(trial.game, redrawn, rng);
    return redrawn;
  }
  redrawn.resampleUnseen(rng);
  for (let seat = 0; seat < state.players; seat++) {
    const at = difference(observe(trial, redrawn, seat), observe(trial, state, seat));
    hold(
      at < 0,
      () =>
        `redrawUnseen() changes what seat ${seat} sees (${pieceAt(trial.game, at)}): it redraws only what no seat knows, such as a deck`,
    );
  }
  return redrawn;
}

/** A seat's JSON, read back, gives that seat the same observation, mask and texts; anything else is refused. */
export function playerJson(trial: Trial): number | string {
  const { game } = trial;
  if (!game.parseView)
    return 'the game ships no parseView(), which a player file needs (export --format js, start); the other formats do not';
  const mask = new Uint8Array(game.actions);
  return trial.play({
    sampled: true,
    visit({ state, mask: first, rng, step }) {
      if (!state.view) fail('the game ships parseView(), but its states no view()');
      for (let seat = 0; seat < state.players; seat++) {
        const view = state.view(seat);
        hold(
          (view as { seat?: unknown }).seat === seat,
          () => `view(${seat}) has no field seat with the value ${seat}`,
        );
        const text = JSON.stringify(view);
        const json = JSON.parse(text);
        hold(isDeepStrictEqual(json, view), () => `view(${seat}) is not plain JSON: read back it is another`);
        const parsed = game.parseView!(json);
        hold(JSON.stringify(json) === text, () => 'parseView() changes what it was given');
        const at = difference(observe(trial, parsed, seat), observe(trial, state, seat));
        hold(at < 0, () => `parseView(view(${seat})): another observation, ${pieceAt(game, at)}`);
        hold(parsed.actor === state.actor && parsed.prompt === state.prompt, () => 'parseView(): another decision');
        if (seat !== state.actor) continue;
        parsed.legal(mask);
        const action = difference(mask, first);
        hold(action < 0, () => `parseView(view(${seat})): another mask at action ${action}`);
        for (const legal of legalActions(mask))
          hold(parsed.actionText(legal) === state.actionText(legal), () => `parseView(): another text of ${legal}`);
        if (step % 16 === 0) refuses(trial, json, rng.int(1000));
      }
    },
  });
}

function refuses(trial: Trial, json: unknown, luck: number): void {
  const keys = Object.keys(json as object);
  const key = keys[luck % keys.length]!;
  const without = { ...(json as Record<string, unknown>) };
  delete without[key];
  const wrong: [string, unknown][] = [
    ['null', null],
    ['an empty object', {}],
    ['a list', []],
    ['a text', 'view'],
    [`no ${key}`, without],
    [`a wrong ${key}`, { ...without, [key]: { wrong: true } }],
  ];
  for (const [what, value] of wrong) {
    let error: unknown;
    try {
      trial.game.parseView!(value);
    } catch (e) {
      error = e;
    }
    // A field may be one that can be left out.
    if (error === undefined && what === `no ${key}`) continue;
    hold(error !== undefined, () => `parseView() accepts ${what}`);
    hold(
      error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError),
      () => `parseView() of ${what} gives no clear error: ${String(error)}`,
    );
  }
}
