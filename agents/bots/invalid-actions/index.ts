/** The player of the invalid-action test that always passes it: the yardstick. */

import type { GamePlayers } from '../game-players.js';
import { always, RulePlayer } from '../rule-player.js';

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
