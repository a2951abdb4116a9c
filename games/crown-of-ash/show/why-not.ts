/** Why an action cannot be chosen just now. Nothing hidden is read. */
import { type BlockName, crownActions } from '../actions.js';
import { FIGHTERS, resourceNames } from '../data.js';
import { items, seatName, siteName } from '../names.js';
import { spaces } from '../rules/pieces.js';
import { IN_HAND, NONE, P, type Position } from '../state.js';

type Args = Record<string, number>;
type Why = (s: Position, args: Args) => string | null;

const unarmed = (s: Position): string | null => (s.handSize[s.actor]! === 0 ? 'you have no fighter in hand' : null);

function gather(s: Position, region: number): string | null {
  if (s.tile[region] === NONE) return null;
  if (s.gather[region]! >= spaces(s, 'gatherSpaces')) return 'its spaces to gather are taken this round';
  return 'nobody of yours is in the graveyard';
}

function attack(s: Position, region: number): string | null {
  const owner = s.owner[region]!;
  if (owner === NONE || owner === s.actor) return null;
  return unarmed(s) ?? 'its spaces to fight are taken this round';
}

function attackCitadel(s: Position, flank: number): string | null {
  if (s.holder < 0) return null;
  if (s.holder === s.actor) return 'you hold it';
  const { name } = s.tables.components.flanks[flank]!;
  return unarmed(s) ?? `the ${name} is used this round`;
}

function build(s: Position, place: number, region: number): string | null {
  const tile = s.market[place]!;
  if (tile === NONE) return null;
  const owner = s.owner[region]!;
  if (owner !== NONE && owner !== s.actor)
    return `${siteName(s, region)} belongs to ${seatName(s, owner)}: you build on your own regions and nobody's`;
  const { name, cost } = s.tables.components.structures[tile]!;
  return `${name} costs ${cost} gold, you have ${s.gold[s.actor]}`;
}

/** A fighter on offer that cannot be paid. */
function raise(s: Position, slot: number): string | null {
  const fighter = s.slots[slot]!;
  if (fighter === NONE) return null;
  const lacks = resourceNames.map((_, k) =>
    Math.max(0, s.tables.cost[fighter * 4 + k]! - s.resources[s.actor * 4 + k]!),
  );
  return `you lack ${items(lacks)}, and have ${s.gold[s.actor]} gold to pay instead, 1 for each`;
}

const fighterInHand = (s: Position, fighter: number): boolean =>
  fighter < FIGHTERS && s.loc[fighter] === IN_HAND + s.actor;

const byPrompt: Partial<Record<number, Partial<Record<BlockName, Why>>>> = {
  [P.TURN_ACTION]: {
    GATHER: (s, { region }) => gather(s, region!),
    ATTACK: (s, { region }) => attack(s, region!),
    ATTACK_CITADEL: (s, { flank }) => attackCitadel(s, flank!),
    BUILD: (s, { place, region }) => build(s, place!, region!),
    REFRESH: (s) =>
      s.refreshed[s.actor] ? 'you have taken them back once this round' : 'all of your combat cards are in your hand',
    RAISE: (s, { slot }) => (s.slots[slot!] === NONE ? null : 'a fighter is raised after the work of the minion'),
  },
  [P.RAISE]: { RAISE: (s, { slot }) => raise(s, slot!) },
  [P.ATTACK_SELECT]: {
    FIGHTER: (s, { fighter }) =>
      fighterInHand(s, fighter!)
        ? 'fighters are sent in their order: it comes before the last one that was sent'
        : null,
  },
  [P.PAY]: {
    PAY: (s, { resource }) => (s.owed[resource!] === 0 ? null : 'you have no gold left'),
  },
};

export function whyNot(s: Position, action: number): string | null {
  const reasons = byPrompt[s.prompt];
  if (!reasons || s.legalActions.subarray(0, s.count).includes(action)) return null;
  const { name, args } = crownActions.parse(action);
  return reasons[name]?.(s, args) ?? null;
}
