/** Copies, saved positions and seeds: a position is what it is, wherever it stands. */
import { SeededChance } from '../chance.js';
import type { State } from '../game.js';
import { fail, hold } from './fault.js';
import { difference, inStep, observe, type Position, pick, pieceAt, type Trial } from './trial.js';

// How far two equal positions are played on side by side to see whether they stay equal.
const AHEAD = 25;

/** Copies equal their source, and neither follows when the other moves. */
export function copies(trial: Trial): number {
  let kept: { state: State; hash: number; bytes: Uint8Array; step: number }[] = [];
  let used: State | undefined;
  const unchanged = () => {
    for (const { state, hash, bytes, step } of kept)
      hold(
        state.hash() === hash && difference(state.save(), bytes) < 0,
        () => `the copy made at step ${step} changed when the game moved on`,
      );
  };
  return trial.play({
    sampled: true,
    begin() {
      kept = [];
      used = undefined;
    },
    visit({ state, chance, rng, step }) {
      const hash = state.hash();
      const clone = state.clone();
      // Copied into a state that has been elsewhere, so that what copyFrom forgets shows.
      if (!used) used = state.clone();
      else used.copyFrom(state);
      same(trial, clone, state, 'clone()');
      same(trial, used, state, 'copyFrom()');
      if (kept.length < 40 || rng.int(10) === 0)
        kept[kept.length < 40 ? kept.length : rng.int(40)] = { state: clone, hash, bytes: clone.save(), step };
      // Move the copies: the game must stay.
      inStep(trial, clone.clone(), used, chance, rng, AHEAD, 'the state made by copyFrom()');
      hold(state.hash() === hash, () => 'the game changed when a copy of it moved');
      hold(clone.hash() === hash, () => 'a copy changed when a copy of it moved');
    },
    end: unchanged,
  });
}

function same(trial: Trial, copy: State, state: State, how: string): void {
  hold(copy !== state, () => `${how} gives the state itself`);
  hold(copy.hash() === state.hash(), () => `${how} gives another hash`);
  for (let seat = 0; seat < state.players; seat++) {
    const at = difference(observe(trial, copy, seat), observe(trial, state, seat));
    hold(at < 0, () => `${how}: seat ${seat} sees another ${pieceAt(trial.game, at)}`);
  }
}

/** Saved and loaded, a position is the same and goes on the same way, at every depth. */
export function saveLoad(trial: Trial): number {
  const { game } = trial;
  // Made with other options and played on: everything must come out of the bytes.
  const other = game.newState(trial.options(trial.variants.length - 1) as never, new SeededChance('x', game.streams));
  const check = (state: State) => {
    const bytes = state.save();
    other.load(bytes);
    same(trial, other, state, 'load()');
    hold(other.players === state.players && other.actor === state.actor, () => 'load() gives other seats');
    hold(other.over === state.over && other.truncated === state.truncated, () => 'load() gives another end');
    hold(other.prompt === state.prompt && other.round === state.round, () => 'load() gives another prompt or round');
    const again = other.save();
    hold(again.length === bytes.length && difference(again, bytes) < 0, () => 'a loaded position saves other bytes');
    // Files and messages hand out Buffers and windows at odd offsets.
    const odd = new Uint8Array(bytes.length + 3).subarray(3);
    odd.set(bytes);
    for (const [what, form] of [
      ['a window into a larger buffer', odd],
      ['a Buffer', Buffer.from(bytes)],
    ] as const) {
      try {
        other.load(form);
      } catch (error) {
        fail(`load() cannot read ${what}: ${String(error)}`);
      }
      hold(other.hash() === state.hash(), () => `load() reads ${what} wrongly`);
    }
    bytes.fill(0);
    hold(other.hash() === state.hash(), () => 'the loaded position changes with the bytes it was read from');
  };
  return trial.play({
    sampled: true,
    visit({ state, chance, rng }) {
      const hash = state.hash();
      check(state);
      inStep(trial, state.clone(), other, chance, rng, AHEAD, 'the loaded position');
      hold(state.hash() === hash, () => 'the game changed when a position loaded from its bytes moved');
    },
    end: ({ state }) => check(state),
  });
}

/** Bytes that are no position of this game are refused, and the state stays what it was. */
export function damagedSaves(trial: Trial): number {
  const { game } = trial;
  let refused = 0;
  trial.play({
    sampled: true,
    visit({ state, rng }) {
      const bytes = state.save();
      const victim = state.clone();
      const hash = victim.hash();
      const attempt = (damaged: Uint8Array): string => {
        try {
          victim.load(damaged);
          return 'accepted';
        } catch (error) {
          hold(victim.hash() === hash, () => 'a refused load changed the state');
          hold(error instanceof Error && error.message !== '', () => 'a refused load gives no message');
          refused++;
          return '';
        }
      };
      const wrong: [string, Uint8Array][] = [
        ['no bytes', new Uint8Array(0)],
        ['the first half', bytes.slice(0, bytes.length >> 1)],
        ['all but the last byte', bytes.slice(0, -1)],
        ['one byte too many', Uint8Array.of(...bytes, 0)],
        ['zeros', new Uint8Array(bytes.length)],
        ['random bytes', Uint8Array.from(bytes, () => rng.int(256))],
        ['text', new TextEncoder().encode('{"format": "something else"}')],
      ];
      for (const [what, damaged] of wrong) if (attempt(damaged)) fail(`load() accepts ${what}`);
      // A flipped bit may make another position; if it is accepted, it must be one that can be asked and seen.
      for (let i = 0; i < 4; i++) {
        const flipped = bytes.slice();
        flipped[rng.int(bytes.length)]! ^= 1 << rng.int(8);
        if (!attempt(flipped)) continue;
        let wrong = '';
        try {
          victim.legal(new Uint8Array(game.actions));
          if (!observe(trial, victim, 0).every(Number.isFinite)) wrong = 'shows what is not finite';
        } catch (error) {
          wrong = `throws ${String(error)}`;
        }
        hold(wrong === '', () => `load() accepts a flipped bit, then the position ${wrong}: save a checksum with it`);
        victim.load(bytes);
      }
    },
  });
  return refused;
}

/** The same seed and the same choices give the same game, whatever else was played in between; and bots choose the same in it. */
export function sameSeed(trial: Trial): number {
  const first: number[] = [];
  let at = 0;
  const tell = (compare: boolean) => (value: number, differs: () => string) => {
    if (!compare) first.push(value);
    else if (first[at++] !== value) fail(differs());
  };
  for (const compare of [false, true]) {
    const told = tell(compare);
    const look = ({ state }: Position) =>
      told(state.hash(), () => 'the same seed and the same choices give another game');
    trial.play({
      visit: look,
      chosen({ bot }, action) {
        told(
          action,
          () =>
            `bot ${bot} chooses otherwise in the same position of the same game: it may keep only what its makeup and rng give it, nothing in the module`,
        );
        return false;
      },
      end: look,
    });
  }
  return first.length;
}

/** One number for all games of the trial: positions, masks, observations, texts. Compared across processes. */
export function digest(trial: Trial): string {
  const { game } = trial;
  let sum = 7;
  const mix = (value: number) => {
    sum = (Math.imul(sum ^ (value % 0x100000000), 0x9e3779b1) ^ Math.floor(value / 0x100000000)) >>> 0;
  };
  const mixText = (text: string) => {
    for (let i = 0; i < text.length; i++) mix(text.charCodeAt(i));
  };
  const words = new Uint32Array(trial.size);
  const floats = new Float32Array(words.buffer);
  const rewards = new Float64Array(game.seats.max);
  trial.play({
    visit({ state, mask, step }) {
      mix(state.hash());
      for (let action = 0; action < mask.length; action++) if (mask[action]) mix(action);
      if (step % 16 !== 0) return;
      state.observe(state.actor, floats, 0);
      for (const word of words) mix(word);
      mixText(state.text(state.actor));
      mixText(state.actionText(pick(mask, 0)));
    },
    played({ state }) {
      state.rewards(rewards.subarray(0, state.players) as Float64Array);
      for (let seat = 0; seat < state.players; seat++) mix(Math.round(rewards[seat]! * 1e6) >>> 0);
    },
    end: ({ state }) => mixText(`${state.ending()} ${state.hash()}`),
  });
  return sum.toString(16);
}
