/** The actions in blocks. Their ids are in every trained policy: changing one is a new version of the game. */
import { actionsOf, camelCase } from '../../env/kit/actions.js';
import { PORT, POSITIONS, portNames, quadrantNames } from './geometry.js';
import { buildingText, count, eventText, memberText, placeName, resourceName, tokenText, townName } from './names.js';
import {
  buildPrice,
  extraCrew,
  friendPrice,
  openEvent,
  openToken,
  sellPrice,
  strengthNeeded,
  TOO_FAR,
  tollDue,
  visitPrice,
} from './rules/judgements.js';
import type { Position } from './state.js';
import { ACTIONS, CREW_PLACES, CREW_ROW, PILES, ROW } from './terms.js';

const coins = (n: number) => count(n, 'coin');

export const isleboundActions = actionsOf<Position>()(
  (action) => ({
    /** Sail there, or stay. */
    MOVE: action(
      { to: POSITIONS + 1 },
      (s, { to }) => {
        if (to === s.ship) return `stay at ${placeName(s, to)}`;
        const extra = extraCrew(s, to);
        const price = [
          ...(tollDue(s, to) ? [`toll: ${coins(s.tables.numbers.tollCoins)} and an administer`] : []),
          ...(extra > 0 && extra < TOO_FAR ? [`${extra} crew`] : []),
        ];
        return `sail to ${placeName(s, to)}${price.length ? ` (${price.join(', ')})` : ''}`;
      },
      (s, { to }) => (to === PORT ? { to: 'home' } : { to, town: s.townAt[to] }),
    ),
    VISIT: action({}, (s) => `visit ${townName(s, s.ship)} for ${coins(visitPrice(s, s.ship))}`),
    BEFRIEND: action({}, (s) => `befriend ${townName(s, s.ship)} (${count(friendPrice(s, s.ship), 'cube')})`),
    ATTACK: action({}, (s) => {
      // Some force must be sent in any case.
      const [left, bonus] = [strengthNeeded(s, s.ship), s.ability['attack.strength']];
      const added = bonus > 0 ? `, your buildings add ${bonus}` : '';
      return `attack ${townName(s, s.ship)} (${left < 1 ? 'any force is enough' : `strength ${left} needed`}${added})`;
    }),
    EVENT: action(
      { pile: PILES },
      (s, { pile }) => `event ${openEvent(s, pile)}: ${eventText(s, openEvent(s, pile))}`,
      (s, { pile }) => ({ pile, event: openEvent(s, pile) }),
    ),
    HUNT: action({}, (s) => `hunt for treasure: ${coins(s.treasure)}`),
    REST: action({}, () => 'rest: all crew ready'),
    HOME: action({}, () => 'use the home port: all crew ready, maybe build'),
    EAT_FISH: action({}, () => 'eat a fish to ready one of the crew'),
    BUY_TOKEN: action(
      {},
      (s) => `buy the renown token (${tokenText(s, openToken(s))}) for ${coins(s.tables.numbers.tokenCost)}`,
    ),
    /** End the turn, stop, roll, pay: as the prompt says. */
    END: action({}, () => 'that is all'),
    CREW: action(
      { place: CREW_PLACES },
      (s, { place }) => `exhaust crew ${place + 1} (${memberText(s, s.crew[place]!)})`,
      (s, { place }) => ({ place, member: s.crew[place] }),
    ),
    HIRE: action(
      { place: CREW_ROW },
      (s, { place }) => `hire from place ${place + 1} (${memberText(s, s.crewRow[place]!)})`,
      (s, { place }) => ({ place, member: s.crewRow[place] }),
    ),
    BUILD: action(
      { slot: ROW },
      (s, { slot }) =>
        `build from place ${slot + 1} for ${coins(buildPrice(s, slot))}: ${buildingText(s, s.row[slot]!)}`,
      (s, { slot }) => ({ slot, building: s.row[slot] }),
    ),
    USE_WOOD: action({}, (s) => `use a wood: ${coins(s.tables.numbers.woodDiscount)} less`),
    SELL_FISH: action({}, (s) => `sell a fish for ${coins(sellPrice(s))}`),
    SELL_WOOD: action({}, (s) => `sell a wood for ${coins(sellPrice(s))}`),
    BRAG: action(
      { pile: PILES },
      (s, { pile }) => `brag with pile ${pile + 1}: ${resourceName(s, pile)}`,
      (s, { pile }) => ({ pile, resource: resourceName(s, pile) }),
    ),
    COMMIT_PIRATE: action({}, () => 'send a pirate'),
    COMMIT_SERPENT: action({}, () => 'send a serpent'),
    HOME_PORT: action(
      { quadrant: portNames.length },
      (_, { quadrant }) => `home port ${portNames[quadrant]} (${quadrantNames[quadrant]})`,
      (_, { quadrant }) => ({ port: portNames[quadrant], quadrant: quadrantNames[quadrant] }),
    ),
  }),
  camelCase,
);

/** First id of each block. */
export const { MOVE, VISIT, BEFRIEND, ATTACK, EVENT, HUNT, REST, HOME, EAT_FISH, BUY_TOKEN } = isleboundActions.first;
export const { END, CREW, HIRE, BUILD, USE_WOOD, SELL_FISH, SELL_WOOD, BRAG } = isleboundActions.first;
export const { COMMIT_PIRATE, COMMIT_SERPENT, HOME_PORT } = isleboundActions.first;
if (isleboundActions.count !== ACTIONS)
  throw new Error(`islebound has ${isleboundActions.count} actions: terms.ts says ${ACTIONS}`);
export type BlockName = keyof typeof isleboundActions.first;
