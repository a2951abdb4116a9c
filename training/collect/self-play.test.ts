import { expect, it } from 'vitest';
import { chooseEngine, createNetwork } from '../../agents/network/engines/engines.js';
import { initialWeights } from '../../agents/network/network.js';
import { networkFor } from '../../agents/policy/policy.js';
import { createRng } from '../../env/chance.js';
import { loadGame } from '../../env/load-game.js';
import { gameObserver } from '../../env/observer.js';
import { defaultReturns } from '../../env/returns.js';
import { SelfPlay, type SelfPlayOrder } from './self-play.js';

const game = (await loadGame('connect-four')).game;
const options = game.options.parse({});
const observer = gameObserver(game);

const order: Omit<SelfPlayOrder, 'shards'> = {
  games: 16,
  ...{ simulations: 8, fastSimulations: 4, learned: 0.5, considered: 7, valueScale: 1, opening: 8 },
};

it('plays a shard the same, whatever was played before it', async () => {
  const shape = networkFor(game, [32]);
  const weights = initialWeights(shape, createRng('shards'));
  const play = async (...shards: string[]) => {
    const policy = await createNetwork(chooseEngine('auto'), shape);
    const setup = { game, options, players: 2, observer, returns: defaultReturns, policy, stopped: () => false };
    const played = await new SelfPlay(setup).play({ ...order, shards }, weights);
    policy.dispose();
    return played.shards.map(({ games }) => games);
  };
  const shards = ['a', 'b', 'c', 'd'];
  const alone = await Promise.all(shards.map(async (shard) => (await play(shard))[0]));
  expect(await play(...shards)).toEqual(alone);
  expect(await play(...[...shards].reverse())).toEqual([...alone].reverse());
});
