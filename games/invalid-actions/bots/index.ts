/** The player of the invalid-action test that always passes it: the yardstick. */

import { always, RulePlayer } from '../../../agents/bots/rule-player.js';
import type { ScriptedBot } from '../../../env/game-package.js';

export const bots = {
  copy: {
    plan: 'names the number shown',
    create: () =>
      new RulePlayer(
        'scripted:copy',
        always((view) => view.observation().indexOf(1)),
      ),
  },
} satisfies Record<string, ScriptedBot>;
