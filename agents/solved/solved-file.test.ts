import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bots, game } from '../../docs/examples/pig.js';
import { SeededChance } from '../../env/chance.js';
import { type Game, observationSize } from '../../env/game.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { scratch } from '../../test/scratch.js';
import { createAgent } from '../spec/load.js';
import { observationText, type SolvedFile, type SolvedState, writeSolved } from './solved-file.js';

const folder = scratch('solved');
const file = join(folder, 'policy.json');
const context = { game, bots };
const options = game.options.parse({}) as Record<string, unknown>;

/** The first decision of a game. */
const state = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
const view = () => new LiveView(game as Game).show(state as never);

function first(changed: Partial<SolvedState> = {}): SolvedState {
  const { mask, seat } = view();
  const actions = [...mask.keys()].filter((action) => mask[action] === 1);
  const probabilities = actions.map((_, k) => (k === actions.length - 1 ? 1 : 0));
  return { seat, observation: observationText(view().observation()), actions, probabilities, ...changed };
}

function policy(changed: Partial<SolvedFile> = {}): SolvedFile {
  return {
    ...{ format: 'tabletop-solved', formatVersion: 1, game: game.id, version: game.version, options },
    ...{ players: state.players, actions: game.actions, observation: observationSize(game as Game) },
    ...{ method: { name: 'predictive CFR+', iterations: 1 }, nashConv: 0.5, complete: true, states: [first()] },
    ...changed,
  };
}

async function failure(content: unknown): Promise<string> {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const error = await createAgent(`solved:${file}`, context).then(
    () => new Error('it was accepted'),
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  expect(error.message).not.toContain('\n');
  return error.message.replace(file, 'FILE');
}

it('plays what it says, and tells its probabilities', async () => {
  writeSolved(file, policy());
  const agent = await createAgent(`solved:${file}`, context);
  agent.reset(1);
  const { mask } = view();
  const last = mask.lastIndexOf(1);
  expect(agent.act(view())).toBe(last);
  const out = new Float32Array(game.actions);
  agent.probabilities!(view(), out);
  expect([...out]).toEqual(Array.from(mask, (_, action) => (action === last ? 1 : 0)));
});

it('draws in proportion', async () => {
  const odds = first().actions.map((_, k) => (k === 0 ? 0.25 : 0.75 / (first().actions.length - 1)));
  writeSolved(file, policy({ states: [first({ probabilities: odds })] }));
  const agent = await createAgent(`solved:${file}`, context);
  agent.reset(3);
  let drawn = 0;
  for (let i = 0; i < 4000; i++) if (agent.act(view()) === first().actions[0]) drawn++;
  // Five standard errors of 0.0068.
  expect(Math.abs(drawn / 4000 - 0.25)).toBeLessThan(0.034);
});

it('says which position is missing where all should be there, and is uniform where not', async () => {
  writeSolved(file, policy({ states: [] }));
  const whole = await createAgent(`solved:${file}`, context);
  whole.reset(1);
  expect(() => whole.act(view())).toThrow(/a position of seat \d is not among the 0 information states of /);
  writeSolved(file, policy({ states: [], complete: false }));
  const part = await createAgent(`solved:${file}`, context);
  const out = new Float32Array(game.actions);
  part.probabilities!(view(), out);
  expect(new Set(Array.from(out).filter((p) => p > 0))).toEqual(new Set([1 / view().legal]));
});

it.each([
  ['no JSON', '{"format": ', /is damaged or is no solved policy/],
  ['other JSON', '[1]', /is no solved policy/],
  ['a later format', policy({ formatVersion: 2 as 1 }), /format 2, wanted 1/],
  ['another game', policy({ game: 'chess' }), /plays chess, not pig/],
  ['another version', policy({ version: 'old' }), /version old, but the rules here are version/],
  ['options that are not there', policy({ options: { suits: 4 } }), /was trained with options that pig does not have/],
  ['another size', policy({ observation: 1 }), /observations of 1 numbers/],
  ['other seats', policy({ players: 9 }), /9 players/],
  ['a seat too many', policy({ states: [first({ seat: 9 })] }), /states.0: there is no seat 9/],
  ['half an observation', policy({ states: [first({ observation: 'AAAA' })] }), /states.0: its observation has not/],
  ['no base64', policy({ states: [first({ observation: '%%%' })] }), /states.0.observation: /],
  ['a key too many', { ...policy(), extra: 1 }, /extra/],
  ['too few numbers', policy({ states: [first({ probabilities: [1] })] }), /not one number for each action/],
  ['a sum of 2', policy({ states: [first({ probabilities: first().actions.map(() => 1) })] }), /add up to/],
  ['a negative number', policy({ states: [first({ probabilities: [-1, 2] })] }), /states.0.probabilities.0: /],
  ['actions in disorder', policy({ states: [first({ actions: [1, 0] })] }), /not ascending/],
  ['an action too many', policy({ states: [first({ actions: [0, 999] })] }), /not ascending numbers below/],
  ['a state twice', policy({ states: [first(), first()] }), /states.1: it is there twice/],
])('refuses %s', async (_, content, message) => {
  expect(await failure(content)).toMatch(message);
});

it('needs a file that is there', async () => {
  await expect(createAgent('solved:', context)).rejects.toThrow(/needs the file of a solved policy/);
  await expect(createAgent('solved:/nowhere.json', context)).rejects.toThrow(/cannot read \/nowhere.json/);
});
