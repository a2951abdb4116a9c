/** The actions in blocks. Their ids are in every trained policy: changing one is a new version of the game. */
import { actionsOf } from '../../env/kit/actions.js';
import { CARDS, FIGHTERS, MARKET, REGIONS, resourceNames, SEATS, SLOTS } from './data.js';
import { cardName, fighterName, gains, items, nth, price, seatName, signed, siteName, taxes } from './names.js';
import type { Position } from './state.js';
import { ACTIONS, NONE } from './terms.js';

const orNull = (value: number) => (value === NONE ? null : value);

export const crownActions = actionsOf<Position>()((action) => ({
  GATHER: action(
    { region: REGIONS },
    (s, { region }) => {
      const tile = s.tile[region]!;
      if (tile === NONE) return `gather in ${siteName(s, region)}`;
      const owner = s.owner[region]!;
      const tax = owner === s.actor ? 'amend' : `${seatName(s, owner)} gets ${taxes(s, tile)}`;
      return `gather ${gains(s, tile)} in ${siteName(s, region)} (${tax})`;
    },
    (_, { region }) => ({ region: region + 1 }),
  ),
  GOLD: action({}, (s) => `take ${s.tables.numbers.goldSpace} gold`),
  REFRESH: action({}, () => 'take back the combat cards'),
  BUILD: action(
    { place: MARKET, region: REGIONS },
    (s, { place, region }) => {
      const tile = s.market[place]!;
      if (tile === NONE) return `build on ${siteName(s, region)} from place ${place + 1}`;
      const { name, cost } = s.tables.components.structures[tile]!;
      return `build ${name} on ${siteName(s, region)} for ${cost} gold`;
    },
    (s, { place, region }) => ({ tile: orNull(s.market[place]!), place, region: region + 1 }),
  ),
  ATTACK: action(
    { region: REGIONS },
    (s, { region }) => `attack ${siteName(s, region)} (${seatName(s, s.owner[region]!)})`,
    (_, { region }) => ({ region: region + 1 }),
  ),
  /** From the left, the right, the front. */
  ATTACK_CITADEL: action(
    { flank: 3 },
    (s, { flank }) => {
      const { name, modifier } = s.tables.components.flanks[flank]!;
      return `attack the Citadel (${seatName(s, s.holder)}) from the ${name} (${signed(modifier)})`;
    },
    (s, { flank }) => ({ flank: s.tables.components.flanks[flank]!.name }),
  ),
  /** Place it, send it, bring it back or give it up, as the prompt says. */
  FIGHTER: action({ fighter: FIGHTERS }, (s, { fighter }) => fighterName(s, fighter)),
  /** Keep, no more, no raise. */
  DONE: action({}, () => 'no more'),
  CARD: action(
    { card: CARDS },
    (s, { card }) => `play card ${cardName(s, card)}`,
    (s, { card }) => ({ card: s.tables.components.combatCards[card]!.value }),
  ),
  WILD: action(
    { resource: 4 },
    (_, { resource }) => `take 1 ${resourceNames[resource]}`,
    (_, { resource }) => ({ resource: resourceNames[resource] }),
  ),
  RAISE: action(
    { slot: SLOTS },
    (s, { slot }) => {
      const fighter = s.slots[slot]!;
      if (fighter === NONE) return `raise from slot ${slot + 1}`;
      return `raise ${fighterName(s, fighter)} for ${price(s, fighter)}`;
    },
    (s, { slot }) => ({ slot, fighter: orNull(s.slots[slot]!) }),
  ),
  ORDER: action(
    { seat: SEATS },
    (s, { seat }) => `${seatName(s, seat)} goes ${nth[s.picked]}`,
    (s, { seat }) => ({ seat, place: s.picked }),
  ),
  /** All fighters of the region back to the hand. */
  WITHDRAW: action({}, () => 'withdraw all fighters'),
  /** Gold in place of one of it. */
  PAY: action(
    { resource: 4 },
    (_, { resource }) => `pay a gold for 1 ${resourceNames[resource]}`,
    (_, { resource }) => ({ resource: resourceNames[resource] }),
  ),
  /** The rest in basic resources. */
  PAY_REST: action({}, (s) => `pay the rest: ${items(s.owed)}`),
}));

/** First id of each block. */
export const { GATHER, GOLD, REFRESH, BUILD, ATTACK, ATTACK_CITADEL, FIGHTER, DONE, CARD, WILD } = crownActions.first;
export const { RAISE, ORDER, WITHDRAW, PAY, PAY_REST } = crownActions.first;
if (crownActions.count !== ACTIONS)
  throw new Error(`crown-of-ash has ${crownActions.count} actions: terms.ts says ${ACTIONS}`);
export type BlockName = keyof typeof crownActions.first;
