import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bots, game } from '../../docs/examples/pig.js';
import { createRng, SeededChance } from '../../env/chance.js';
import { UserError } from '../../env/user-error.js';
import { LiveView } from '../../env/view.js';
import { scratch } from '../../test/scratch.js';
import { initialWeights } from '../network/network.js';
import { networkFor, policyFor, savePolicy } from '../policy/policy.js';
import { valueNetworkFor } from '../policy/value-shape.js';
import { agentSpecs, createAgent, loadAgent } from './load.js';

const folder = scratch('spec');
const context = { game, bots };

async function failure(spec: string): Promise<string> {
  try {
    await createAgent(spec, context);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as Error).message).not.toContain('\n');
    return (error as Error).message;
  }
  throw new Error(`${spec} was accepted`);
}

describe('createAgent', () => {
  it.each([
    'random',
    'scripted:bold',
    'search:5',
    'search:2ms',
    'search:5?rollout=random',
    'search:5?rollout=bold&exploration=0.5&widening=3&win=1&depth=all',
    'search:5?rollout=bold&margin=0.1&rounds=all&win=1',
    'search:5?margin=none',
  ])('makes %s, which keeps its name and plays', async (spec) => {
    const agent = await createAgent(spec, context);
    expect(agent.name).toBe(spec);
    agent.reset(1);
    const view = new LiveView(game).show(game.newState(game.options.parse({}), new SeededChance(1, game.streams)));
    expect(view.mask[agent.act(view)]).toBe(1);
  });

  it('makes policies and searches with them', async () => {
    const file = join(folder, 'policy.tgym');
    const shape = networkFor(game, [8]);
    savePolicy(file, policyFor(game, shape, initialWeights(shape, createRng(1))));
    const state = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
    for (const spec of [
      `policy:${file}?argmax`,
      `policy:${file}?temperature=0.5`,
      `policy+search:20:${file}?exploration=2`,
      `policy+lookahead:4:${file}?rounds=1&margin=0.05`,
      `policy+lookahead:4:${file}?evaluation=0`,
    ]) {
      const agent = await createAgent(spec, context);
      expect(agent.name).toBe(spec);
      agent.reset(1);
      const view = new LiveView(game).show(state);
      expect(view.mask[agent.act(view)]).toBe(1);
    }
    await expect(createAgent(`policy+lookahead:4:${file}?evaluation=0.5`, context)).rejects.toThrow(
      /evaluation 0.5: without an advisor this policy has no evaluation of positions$/,
    );
  });

  it('makes policies that value positions, which search by themselves', async () => {
    const [file, other] = [join(folder, 'values.tgym'), join(folder, 'policy.tgym')];
    const shape = valueNetworkFor(game, [8]);
    const outcomes = { winWeight: 0.5, capped: 'half', lead: null } as const;
    const afterstates = { samples: 2, beam: 0, outcomes };
    savePolicy(file, policyFor(game, shape, initialWeights(shape, createRng(1)), { afterstates }));
    const plain = networkFor(game, [8]);
    savePolicy(other, policyFor(game, plain, initialWeights(plain, createRng(1))));
    const state = game.newState(game.options.parse({}), new SeededChance(1, game.streams));
    const judged = async (spec: string) => {
      const agent = await createAgent(spec, context);
      expect(agent.name).toBe(spec);
      agent.reset(1);
      const view = new LiveView(game).show(state);
      expect(view.mask[agent.act(view)]).toBe(1);
      return agent.simulations!;
    };
    expect(await judged(`policy:${file}?argmax`)).toBe(await judged(`policy:${file}`));
    expect(await judged(`policy:${file}?temperature=0.5`)).toBe(await judged(`policy+beam:0:${file}`));
    expect(await judged(`policy+beam:4:${file}?samples=8&temperature=2`)).toBeGreaterThan(
      await judged(`policy:${file}`),
    );
    const own = 'this policy values positions: it has no action probabilities';
    expect(await failure(`policy+lookahead:16:${file}`)).toBe(
      `agent policy+lookahead:16:${file}: ${own}; play it as policy:${file}, or as policy+search:100:${file} to search deeper`,
    );
    expect(await judged(`policy+search:16:${file}?temperature=0.3&samples=1`)).toBe(16);
    expect(await failure(`policy+search:16:${other}?samples=2`)).toMatch(
      /samples is for policies of afterstate learning; leave it out$/,
    );
    for (const judge of [file, other]) expect(await judged(`search:30?rollout=random&evaluation=${judge}`)).toBe(30);
    expect(await failure(`search:30?evaluation=${file}&margin=0.1`)).toMatch(/leave it out, or leave out evaluation$/);
    expect(await failure(`policy+beam:8:${other}`)).toMatch(
      /only a policy trained by afterstate learning searches its own turn; play this one as policy:/,
    );
  });

  it('makes instances of their own', async () => {
    const create = await loadAgent('scripted:bold', context);
    expect(create()).not.toBe(create());
  });

  it.each([
    ['rnadom', /^unknown agent 'rnadom', did you mean random\? Agents are: random, scripted:<name>, /],
    ['bold', /did you mean scripted:bold\?/],
    ['serach:40', /did you mean search:40\?/],
    ['', /^unknown agent ''; agents are: random/],
    ['constructor', /^unknown agent/],
    ['xyzzy', /^unknown agent 'xyzzy'; agents are: /],
    ['random:3', /nothing may follow random/],
    ['random?argmax', /unknown option 'argmax'; random has no options/],
    ['scripted', /needs the name of a bot: scripted:<name>/],
    ['scripted:bodl', /pig has no bot 'bodl', did you mean bold\? It has cautious, bold$/],
    ['scripted:zzz', /pig has no bot 'zzz'; it has cautious, bold$/],
    ['scripted:toString', /no bot/],
    ['scripted:bold?temperature=0', /temperature must be a number >= 0.001, not '0'/],
    ['scripted:bold?temperature=1', /bold has no action values \(Agent.actionValues\); leave out temp/],
    ['search', /needs a number of simulations or a time/],
    ['search:many', /wanted a number of simulations/],
    ['search:0', /wanted a number of simulations/],
    ['search:10?rolout=bold', /unknown option 'rolout', did you mean rollout\?/],
    ['search:10?rollout=none', /rollout: pig has no bot 'none'/],
    ['search:10?win=2', /win must be a number 0\.\.1, not '2'/],
    ['search:10?win', /win must be a number/],
    ['search:10?margin=0.1&widening=3', /margin looks ahead without a tree; leave it out, or leave out widening/],
    ['search:10?margin=0.1&rollout=random', /margin needs the choice of a bot/],
    ['search:10?margin=-1', /margin must be a number >= 0/],
    ['search:10?depth=5', /pig has no evaluation of unfinished positions/],
    ['file', /needs the path of an exported player/],
    ['file:/nowhere/x.mjs', /no player file/],
    ['file:/nowhere/x.mjs?attention=0.5&topk=1', /all set its strength; give one of them/],
    ['player', /no player is shipped for pig/],
    ['player:slow', /agent player:slow: write player, or player:fast$/],
    ['policy', /needs the path of a run or a checkpoint/],
    ['policy:/nowhere/run', /\/nowhere\/run/],
    ['policy+search:20', /needs the path of a run or a checkpoint/],
    ['policy+search:x:runs/a', /wanted a number of simulations/],
    ['policy+beam:8', /needs the path of a run or a checkpoint/],
    ['policy+beam:-1:runs/a', /wanted a width of 0 to 1000 positions \(policy\+beam:8:<run>\), not '-1'/],
    ['policy+lookahead:16', /needs the path of a run or a checkpoint/],
    ['policy+lookahead:3:runs/a', /wanted 4 to 10000 samples \(policy\+lookahead:32:<run>\), not '3'/],
    ['policy+lookahead:16:runs/a?margin=-1', /margin must be a number >= 0/],
    ['policy+lookahead:16:runs/a?evaluation=1.5', /evaluation must be a number 0..1/],
    ['policy+lookahead:16:runs/a?rounds=0.5', /rounds must be a whole number 0..1000/],
    ['policy:runs/a?argmax&temperature=2', /exclude each other/],
    ['policy:runs/a?argmax=false', /argmax takes no value, and 'false' was given: write it alone, or leave it out/],
  ])('refuses %j in one line', async (spec, message) => {
    expect(await failure(spec)).toMatch(message);
  });

  it('refuses files that are no players', async () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, 'export const game = ;');
    expect(await failure(`file:${broken}`)).toMatch(/broken\.mjs/);
    const foreign = join(folder, 'foreign.mjs');
    writeFileSync(foreign, 'export const act = () => 1;');
    expect(await failure(`file:${foreign}`)).toMatch(/foreign\.mjs/);
    const other = join(folder, 'other.mjs');
    writeFileSync(
      other,
      `export const meta = { format: 'tabletop-player', formatVersion: 3 };
       export const game = { id: 'chess', version: '1', actions: 3 };
       export const act = () => ({ action: 0 });`,
    );
    expect(await failure(`file:${other}`)).toMatch(/plays chess, not pig/);
  });

  it('does not trust what a player file answers', async () => {
    const liar = join(folder, 'liar.mjs');
    writeFileSync(
      liar,
      `export const meta = { format: 'tabletop-player', formatVersion: 3 };
       export const game = { id: 'pig', version: '${game.version}', actions: ${game.actions} };
       export const act = () => ({ action: 99 });`,
    );
    const agent = await createAgent(`file:${liar}`, context);
    agent.reset(1);
    const view = new LiveView(game).show(game.newState(game.options.parse({}), new SeededChance(1, game.streams)));
    expect(() => agent.act(view)).toThrow(/liar\.mjs chose action 99, which is not legal/);
  });
});

it('every kind is listed once, with what it is', () => {
  expect(new Set(agentSpecs.map((kind) => kind.spec)).size).toBe(agentSpecs.length);
  for (const kind of agentSpecs) expect(kind.about.length).toBeGreaterThan(10);
});
