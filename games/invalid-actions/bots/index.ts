/** The player of the invalid-action test that always passes it: the yardstick. */

import type { GamePlayers } from '../../../agents/bots/game-players.js';
import { always, RulePlayer } from '../../../agents/bots/rule-player.js';

export const players: GamePlayers = {
  bots: {
    copy: {
      plan: 'names the number shown',
      create: () =>
        new RulePlayer(
          'scripted:copy',
          always((view) => view.observation().indexOf(1)),
        ),
    },
  },
};
