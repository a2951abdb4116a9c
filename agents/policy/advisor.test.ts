import { describe, expect, it } from 'vitest';
import type { Agent } from '../../env/agent.js';
import { loadGame, loadGames } from '../../env/load-game.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { RandomAgent } from '../random.js';
import { advisorNamed, checkAdvisor } from './advisor.js';

const draws = ['kuhn nash', 'kuhn honest', 'leduc sound'];

const games = (await loadGames()).map((pack) => [pack.game.id, pack] as const);

describe.each(games)('the bots of %s', (id, pack) => {
  const { game } = pack;
  it.each(Object.keys(pack.bots))('%s may advise unless it draws', (name) => {
    const check = () => checkAdvisor(game, parseOptions(game, {}), advisorNamed(`scripted:${name}`, pack));
    if (draws.includes(`${id} ${name}`)) expect(check).toThrow(UserError);
    else check();
  });
});

it('a bot of a module may not advise when it draws, or goes by what it saw before', async () => {
  const { game, bots } = await loadGame('docs/examples/pig.ts');
  const options = parseOptions(game, {});
  const as = (create: () => Agent) => () =>
    checkAdvisor(game, options, advisorNamed('scripted:own', { game, bots: { own: create } }));
  as(bots.bold!.create)();
  expect(as(() => new RandomAgent())).toThrow(
    /^advisor scripted:own does not always choose the same in the same position, it is random or has memory: name/,
  );
  // The first action again, whatever was legal then.
  const counting = (): Agent => {
    let seen = 0;
    const bot = bots.bold!.create();
    return {
      name: 'own',
      reset: () => (seen = 0),
      act: (view) => (seen++ % 7 === 6 ? view.mask.lastIndexOf(1) : bot.act(view)),
    };
  };
  expect(as(counting)).toThrow(/has memory/);
  // Chooses the same each time, and weighs the actions differently.
  const weighing = (): Agent => {
    let asked = 0;
    return {
      ...{ name: 'own', reset: () => (asked = 0), act: (view) => view.mask.indexOf(1) },
      actionValues: (_view, out) => void out.fill(asked++),
    };
  };
  expect(as(weighing)).toThrow(/does not always make the same of an action/);
});
