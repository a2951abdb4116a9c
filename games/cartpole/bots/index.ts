/** The players of CartPole: a linear controller that balances the pole, and one that only follows it. */

import { always, RulePlayer } from '../../../agents/bots/rule-player.js';
import type { ScriptedBot } from '../../../env/game-package.js';
import { LEFT, RIGHT } from '../position.js';

export const bots = {
  balance: {
    plan: 'pushes under the pole before it falls, and a little so that the cart comes back to the middle',
    create: () =>
      new RulePlayer(
        'scripted:balance',
        always((view) => {
          const [x, xDot, theta, thetaDot] = view.observation() as unknown as [number, number, number, number];
          return theta + 0.3 * thetaDot + 0.05 * x + 0.1 * xDot > 0 ? RIGHT : LEFT;
        }),
      ),
  },
  lean: {
    plan: 'pushes to the side the pole leans to',
    create: () =>
      new RulePlayer(
        'scripted:lean',
        always((view) => (view.observation()[2]! > 0 ? RIGHT : LEFT)),
      ),
  },
} satisfies Record<string, ScriptedBot>;
