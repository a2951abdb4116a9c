/** Masks, prompts, forced decisions and the words for actions. */
import { isDeepStrictEqual } from 'node:util';
import { SeededChance } from '../chance.js';
import type { State } from '../game.js';
import { TurnEnv } from '../turn-env.js';
import { UserError } from '../user-error.js';
import { fail, faultOf, hold } from './fault.js';
import { difference, legalActions, observe, pick, pieceAt, type Trial, twin } from './trial.js';

/** `legal` writes ones and zeros everywhere, counts them, and leaves the position alone. */
export function maskWritten(trial: Trial): number {
  const mask = new Uint8Array(trial.game.actions);
  return trial.play({
    sampled: true,
    visit({ state, mask: first, legal }) {
      const hash = state.hash();
      mask.fill(7);
      const count = state.legal(mask);
      const odd = mask.findIndex((value) => value > 1);
      hold(odd < 0, () => `the mask is not fully written: action ${odd} is ${mask[odd]} where 7 stood before`);
      hold(difference(mask, first) < 0 && count === legal, () => 'the mask is another one when asked again');
      const ones = legalActions(mask).length;
      hold(count === ones, () => `legal() returns ${count}, its mask has ${ones} ones`);
      hold(state.hash() === hash, () => 'legal() changes the position');
    },
  });
}

/** Nothing is legal that should not be: legal actions apply, and the slow enumerator knows them all. */
export function maskSound(trial: Trial): number {
  const { game } = trial;
  const after = new Uint8Array(game.actions);
  let copy: State | undefined;
  const count = trial.play({
    sampled: true,
    begin() {
      copy = undefined;
    },
    visit({ state, chance, mask, legal, rng }) {
      const wanted = game.enumerate?.(state);
      const actions = legalActions(mask);
      const wrong = wanted && actions.find((action) => !wanted.includes(action));
      if (wrong !== undefined) fail(`action ${wrong} (${state.actionText(wrong)}) is in the mask, not in enumerate()`);
      // All of few, some of many.
      for (let i = 0; i < Math.min(legal, 6); i++) {
        const action = legal <= 6 ? actions[i]! : actions[rng.int(legal)]!;
        if (copy) copy.copyFrom(state);
        else copy = state.clone();
        try {
          copy.apply(action, twin(game, chance));
        } catch (error) {
          throw faultOf(error, `legal action ${action} (${state.actionText(action)}) threw`);
        }
        const count = copy.legal(after);
        hold(
          copy.over === (count === 0),
          () => `after legal action ${action} over is ${copy!.over}, ${count} are legal`,
        );
      }
    },
  });
  illegalRefused(trial);
  return count;
}

/** Illegal actions are refused by `TurnEnv` and change nothing. */
function illegalRefused(trial: Trial): void {
  const { game } = trial;
  trial.play({
    games: trial.variants.length,
    begin({ options, rng }) {
      const env = new TurnEnv(game, { options });
      env.start({ seed: `${trial.seed}/refused` });
      for (let step = 0; step < 200 && !env.over; step++) {
        const hash = env.state.hash();
        const illegal = [-1, game.actions, 0.5, rng.int(game.actions)].filter((action) => env.mask[action] !== 1);
        for (const action of illegal) {
          let error: unknown;
          try {
            env.play(action);
          } catch (e) {
            error = e;
          }
          hold(error instanceof UserError, () => `illegal action ${action} was not refused at step ${step}`);
        }
        hold(env.state.hash() === hash, () => 'a refused action changed the position');
        env.play(pick(env.mask, rng.int(env.legal)));
      }
    },
  });
}

/** Nothing is missing: everything the slow enumerator finds is in the mask. */
export function maskComplete(trial: Trial): number | string {
  const { enumerate } = trial.game;
  if (!enumerate) return 'the game ships no enumerate()';
  return trial.play({
    sampled: true,
    visit({ state, mask }) {
      const wanted = trial.game.enumerate!(state);
      hold(
        wanted.every((action, i) => i === 0 || action > wanted[i - 1]!),
        () => 'enumerate() is not ascending',
      );
      const missing = wanted.find((action) => mask[action] !== 1);
      if (missing !== undefined)
        fail(`action ${missing} (${state.actionText(missing)}) is in enumerate(), not in the mask`);
    },
    end({ state }) {
      hold(trial.game.enumerate!(state).length === 0, () => 'enumerate() finds actions in a finished game');
    },
  });
}

/** Seat and prompt of every decision are valid; rounds never go back. */
export function prompts(trial: Trial): number {
  const { game } = trial;
  let round = 0;
  return trial.play({
    begin({ state }) {
      round = state.round;
      hold(round >= 0 && Number.isInteger(round), () => `the first round is ${round}`);
    },
    visit({ state }) {
      const { actor, prompt, players } = state;
      hold(game.prompts[prompt] !== undefined, () => `prompt is ${prompt}, there are ${game.prompts.length}`);
      hold(Number.isInteger(actor) && actor >= 0 && actor < players, () => `actor is ${actor} of ${players} seats`);
      hold(state.round >= round, () => `the round goes from ${round} back to ${state.round}`);
      round = state.round;
    },
  });
}

/**
 * Decisions with one legal answer are only asked with the option `askForced`, and asking for them changes nothing else:
 * both games show the same at every real decision.
 */
export function forced(trial: Trial): number {
  const { game } = trial;
  const mask = new Uint8Array(game.actions);
  // The same game with the option on; null while the game played has it on itself.
  let asked: State | null = null;
  let luck: SeededChance;
  const compare = (state: State) => {
    // Where it wrongly stops at a forced decision, the visit that follows says so.
    if (!asked || (!state.over && state.legal(mask) === 1)) return;
    for (let legal = asked.legal(mask); legal === 1; legal = asked.legal(mask)) asked.apply(pick(mask, 0), luck);
    hold(
      asked.over === state.over && asked.actor === state.actor && asked.prompt === state.prompt,
      () => 'with askForced the game goes another way: another seat, prompt or end',
    );
    for (let seat = 0; seat < state.players; seat++) {
      const at = difference(observe(trial, state, seat), observe(trial, asked, seat));
      hold(at < 0, () => `with askForced the game goes another way: seat ${seat} sees another ${pieceAt(game, at)}`);
    }
  };
  return trial.play({
    begin({ options, state, chance }) {
      asked = null;
      if ((options as { askForced?: boolean }).askForced) return;
      luck = new SeededChance(chance.save().seed, game.streams);
      asked = game.newState({ ...(options as object), askForced: true } as never, luck);
      compare(state);
    },
    visit({ options, legal }) {
      if (!(options as { askForced?: boolean }).askForced)
        hold(legal > 1, () => 'a decision with one legal action was asked, though askForced is off');
    },
    played({ state }, action) {
      if (!asked) return;
      asked.apply(action, luck);
      compare(state);
    },
  });
}

/** Texts and JSON of the legal actions of a position are well formed, and no two are the same. */
export function actionTexts(trial: Trial): number {
  return trial.play({
    sampled: true,
    visit({ state, mask }) {
      const texts = new Map<string, number>();
      const jsons = new Map<string, number>();
      for (const action of legalActions(mask)) {
        const text = state.actionText(action);
        hold(text.trim() !== '' && !text.includes('\n'), () => `the text of action ${action} is '${text}'`);
        const twice = texts.get(text);
        hold(twice === undefined, () => `actions ${twice} and ${action} share the text '${text}'`);
        texts.set(text, action);
        if (!state.actionJson) continue;
        const json = state.actionJson(action);
        const { kind, args } = json;
        hold(typeof kind === 'string' && kind !== '' && isRecord(args), () => `action ${action} has no kind or args`);
        const key = JSON.stringify(json);
        hold(
          isDeepStrictEqual(JSON.parse(key), json),
          () => `the JSON of action ${action} (${text}) is another when read back`,
        );
        const same = jsons.get(key);
        hold(same === undefined, () => `actions ${same} and ${action} share the JSON ${key}`);
        jsons.set(key, action);
      }
      // Boards are long; the others' are read by other checks.
      hold(state.text(state.actor).trim() !== '', () => `text(${state.actor}) is empty`);
    },
  });
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
