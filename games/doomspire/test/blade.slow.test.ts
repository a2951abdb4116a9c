/**
 * A black blade that changes hands in a duel calls its ghost in the middle of an arrival: rare, and reached here by giving
 * some knight the blade. Every position on the way passes the checks of views.
 */
import { expect, it } from 'vitest';
import { createRng, SeededChance } from '../../../env/chance.js';
import type { State } from '../../../env/game.js';
import { checkAsked, checkSteps } from '../asked.js';
import { bots as scripted } from '../bots/index.js';
import { PIECE_BLADE } from '../data.js';
import { game } from '../game.js';
import { giveItem } from '../rules/items.js';
import { ABSENT, type Position, promptNames, UNUSED } from '../state.js';

it.each(['rulebook', 'airef'])('what is asked in fights for a blade fits the procedures: %s', (edition) => {
  const bots = ['mixed', 'warrior', 'raider'].map((name) => scripted[name]!.create());
  const mask = new Uint8Array(game.actions);
  const met = new Set<string>();
  for (let n = 0; n < 100; n++) {
    const rng = createRng(`blade/${n}`);
    const chance = new SeededChance(`blade/${n}`, game.streams);
    const s = game.newState(game.options.parse({ edition, conceding: 'off' }), chance) as State & Position;
    while (!s.over) {
      const knight = rng.int(12);
      if (s.round >= 4 && s.depth === 1 && s.itemPlace[PIECE_BLADE] === UNUSED && s.knightTile[knight] !== ABSENT)
        if (s.slotsFilled[knight]! < 2) {
          giveItem(s, PIECE_BLADE, knight);
          s.itemOwner[PIECE_BLADE] = 1 + Math.floor(knight / 3);
        }
      checkAsked(s);
      checkSteps(s);
      if (s.fightBlade) met.add(promptNames[s.prompt]!);
      const legal = s.legal(mask);
      const stirred = legal === 1 || rng.uniform() < 0.1;
      s.apply(stirred ? s.legalActions[rng.int(legal)]! : bots[rng.int(bots.length)]!.choose!(s), chance);
    }
  }
  expect(met).toContain('FIGHT');
});
