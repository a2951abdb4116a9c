import { describe, expect, it } from 'vitest';
import { bots, game as pig } from '../../docs/examples/pig.js';
import type { Agent, View } from '../../env/agent.js';
import { SeededChance } from '../../env/chance.js';
import { LiveView } from '../../env/view.js';
import { createAgent } from '../spec/load.js';
import { LookaheadAgent, lookaheadDefaults } from './lookahead.js';
import { opponentsText, Rivals, type SimulatedOpponent, splitOpponents } from './opponents.js';
import { SearchAgent } from './search.js';
import { SearchChance } from './search-chance.js';

/** A bot that notes in which seats it is asked. */
function watched(name: string, asked: Map<string, Set<number>>): Agent {
  const bot = Object.values(bots)[0]!();
  return {
    name,
    reset: (seed) => bot.reset(seed),
    act(view: View) {
      asked.set(name, (asked.get(name) ?? new Set()).add(view.seat));
      return bot.act(view);
    },
  };
}

const options = pig.options.parse({ players: 3 });

/** The agent's choices in one game, in which it has every seat. */
function choices(agent: Agent, decisions = 12): number[] {
  const chance = new SeededChance('opponents', pig.streams);
  const state = pig.newState(options, chance);
  const view = new LiveView(pig);
  agent.reset('seed');
  const made: number[] = [];
  while (!state.over && made.length < decisions) {
    const action = agent.act(view.show(state));
    made.push(action);
    state.apply(action, chance);
  }
  return made;
}

describe('the rivals of a simulation', () => {
  const kind = (name: string, weight: number): SimulatedOpponent => ({
    create: () => ({ name, reset() {}, act: () => 0 }),
    weight,
  });

  it('are drawn by their weights, for each simulation and each seat', () => {
    const rivals = new Rivals([kind('a', 1), kind('b', 3), { create: null, weight: 4 }]);
    const chance = new SearchChance(1);
    const counts: Record<string, number> = {};
    let alike = 0;
    const simulations = 4000;
    for (let n = 0; n < simulations; n++) {
      chance.start(77, n);
      rivals.draw(chance, 3);
      const names = [0, 1, 2].map((seat) => rivals.at(seat)?.name ?? 'uniform');
      for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
      if (names[0] === names[1]) alike++;
    }
    const share = (name: string) => counts[name]! / (3 * simulations);
    expect(share('a')).toBeCloseTo(1 / 8, 1);
    expect(share('b')).toBeCloseTo(3 / 8, 1);
    expect(share('uniform')).toBeCloseTo(1 / 2, 1);
    // Two seats are alike by chance only: 1/64 + 9/64 + 16/64.
    expect(alike / simulations).toBeCloseTo(26 / 64, 1);
  });

  it('are the same for the same simulation of a decision, and cost none of its draws', () => {
    const rivals = new Rivals([kind('a', 1), kind('b', 1)]);
    const chance = new SearchChance(2);
    const names = () => [0, 1, 2, 3].map((seat) => rivals.at(seat)!.name);
    for (let n = 0; n < 20; n++) {
      chance.start(5, n);
      rivals.draw(chance, 4);
      const [first, dice] = [names(), [chance.draw(0, 1000), chance.draw(1, 1000), chance.int(1000)]];
      chance.start(5, n);
      expect([chance.draw(0, 1000), chance.draw(1, 1000), chance.int(1000)]).toEqual(dice);
      rivals.draw(chance, 4);
      expect(names()).toEqual(first);
    }
  });

  it('must be somebody', () => {
    expect(() => new Rivals([])).toThrow(RangeError);
    expect(() => new Rivals([kind('a', 0)])).toThrow(RangeError);
  });
});

describe.each([
  [
    'looking ahead',
    (rollout: () => Agent, opponents?: SimulatedOpponent[]) =>
      new LookaheadAgent('ahead', {
        ...lookaheadDefaults,
        samples: 8,
        usual: Object.values(bots)[0]!(),
        rollout: rollout(),
        opponents,
      }),
  ],
  [
    'a tree',
    (rollout: () => Agent, opponents?: SimulatedOpponent[]) =>
      new SearchAgent('tree', { simulations: 40, rollout, opponents }),
  ],
])('simulated opponents in %s', (_, make) => {
  it('play all seats but that of who searches, which keeps its own player', () => {
    const asked = new Map<string, Set<number>>();
    const opponents = ['a', 'b'].map((name) => ({ create: () => watched(name, asked), weight: 1 }));
    const agent = make(() => watched('own', asked), opponents);
    const chance = new SeededChance('opponents', pig.streams);
    const state = pig.newState(options, chance);
    for (let seed = 0; seed < 5; seed++) {
      agent.reset(seed);
      agent.act(new LiveView(pig).show(state));
    }
    const { actor } = state;
    const others = [0, 1, 2].filter((seat) => seat !== actor);
    expect([...asked.get('own')!]).toEqual([actor]);
    for (const name of ['a', 'b']) expect([...asked.get(name)!].sort()).toEqual(others);
  });

  it('are the same every time, and as before where the one opponent is the rollout player', () => {
    const bot = Object.values(bots)[0]!;
    const mixture = () =>
      choices(
        make(bot, [
          { create: bot, weight: 1 },
          { create: null, weight: 2 },
        ]),
      );
    expect(mixture()).toEqual(mixture());
    expect(choices(make(bot, [{ create: bot, weight: 1 }]))).toEqual(choices(make(bot)));
  });
});

describe('simulated opponents as they are written', () => {
  it('read and write names with weights', () => {
    for (const text of ['mixed', 'mixed+fame:2', 'mixed+fame:2+random:0.5'])
      expect(opponentsText(splitOpponents(text, 'here'))).toBe(text);
  });

  it.each([
    ['', /mixed\+fame:2, not ''/],
    ['mixed,fame', /not 'mixed,fame'/],
    ['mixed:x', /not 'mixed:x'/],
    ['mixed+mixed', /names mixed twice/],
  ])('refuse %s', (text, message) => {
    expect(() => splitOpponents(text, 'here')).toThrow(message);
  });

  it('are options of a search', async () => {
    const context = { game: pig, bots, options };
    const [first, second] = Object.keys(bots);
    const spec = `search:20?rollout=${first}&opponents=${first}+${second}:2+random&capped=loss`;
    const twice = [await createAgent(spec, context), await createAgent(spec, context)];
    expect(choices(twice[0]!)).toEqual(choices(twice[1]!));
    const wrong = (text: string) => createAgent(`search:20?${text}`, context);
    await expect(wrong('opponents=nobody')).rejects.toThrow(/opponents: pig has no bot 'nobody'/);
    await expect(wrong(`opponents=${first}:0`)).rejects.toThrow(/a number above 0 wanted/);
    await expect(wrong('capped=third')).rejects.toThrow(/capped must be one of half, loss, not 'third'/);
  });
});
