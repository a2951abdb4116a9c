/** The land around the Citadel as a picture, with what is on offer and what everybody has. */
import type { Drawing, Drawn, SceneCard, ScenePlace, SceneToken, Tone } from '../../../env/scene.js';
import { type BlockName, crownActions } from '../actions.js';
import { FIGHTERS, resourceNames } from '../data.js';
import { cardName, cardsOf, gains, lords, price, seatName, signed, siteName, taxes, tiers } from '../names.js';
import { fatePoints, goodsPoints } from '../rules/ending.js';
import { regionVp } from '../rules/pieces.js';
import { sentHidden } from '../rules/secrets.js';
import { AT, CITADEL, COMMITTED, IN_GRAVE, IN_HAND, KING, NONE, type Position, STREAM } from '../state.js';
import { kinds } from './kinds.js';
import { aiLine, discardText, lastBattle } from './text.js';

const lordTones = ['blue', 'purple', 'green', 'orange'] as const;
/** Tone of who owns something; the AI has the seat after the players. */
const toneOf = (seat: number): Tone => (seat === KING ? 'yellow' : (lordTones[seat] ?? 'plain'));

/** Kind and attack, and a letter where several have both: shorter than by number, and enough beside a picture. */
function fighterTitle(s: Position, fighter: number): string {
  const { kind, attack } = s.tables;
  const alike = (f: number) => kind[f] === kind[fighter] && attack[f] === attack[fighter];
  const twins = Array.from({ length: FIGHTERS }, (_, f) => f).filter(alike);
  const letter = twins.length > 1 ? ` ${String.fromCharCode(65 + twins.indexOf(fighter))}` : '';
  return `${resourceNames[kind[fighter]!]} ${attack[fighter]}${letter}`;
}

const fighterToken = (s: Position, fighter: number): SceneToken => ({
  name: fighterTitle(s, fighter),
  ...kinds[s.tables.kind[fighter]!]!,
  sign: `${s.tables.attack[fighter]}`,
});
const fightersIn = (s: Position, place: number): number[] =>
  Array.from({ length: FIGHTERS }, (_, f) => f).filter((f) => s.loc[f] === place);
const tokensIn = (s: Position, place: number): SceneToken[] => fightersIn(s, place).map((f) => fighterToken(s, f));
const minions = (n: number, name: string, sign: string): SceneToken[] =>
  Array.from({ length: n }, () => ({ name, shape: 'pawn', tone: 'brown', sign }));

const regionId = (region: number): string => `region ${region + 1}`;
const flankId = (flank: number): string => `flank ${flank + 1}`;
const siteId = (site: number): string => (site === CITADEL ? 'citadel' : regionId(site));
const fighterId = (fighter: number): string => `fighter ${fighter}`;
const seatId = (seat: number): string => `seat ${seat}`;

// Three regions above, three below, in their order around the Citadel.
const [WIDE, HIGH, GAP] = [2, 1.75, 0.08];
const BELOW = HIGH + 1.95;
const regionAt: readonly (readonly [number, number])[] = [0, 1, 2, 2, 1, 0].map((column, i) => [
  column * (WIDE + GAP),
  i < 3 ? 0 : BELOW,
]);
const citadelAt = [WIDE + GAP, HIGH + GAP] as const;
const flankAt: readonly { at: readonly [number, number]; size: readonly [number, number] }[] = [
  { at: [0.6, HIGH + GAP], size: [WIDE - 0.6, 1.17] },
  { at: [2 * (WIDE + GAP), HIGH + GAP], size: [WIDE - 0.6, 1.17] },
  { at: [WIDE + GAP, HIGH + GAP + 1.25], size: [WIDE, 0.55] },
];

function regions(s: Position): ScenePlace[] {
  return regionAt.map((at, r) => {
    const tile = s.tile[r]!;
    const name = siteName(s, r);
    const structure = tile === NONE ? '' : s.tables.components.structures[tile]!.name;
    const owner = seatName(s, s.owner[r]!);
    return {
      id: regionId(r),
      name,
      is: structure
        ? `${structure} of ${owner}, ${regionVp(s, r)} VP, gives ${gains(s, tile)}, tax ${taxes(s, tile)}`
        : 'no structure',
      at: [...at],
      size: [WIDE, HIGH],
      tone: s.owner[r] === NONE ? 'plain' : toneOf(s.owner[r]!),
      text: structure ? [`${name}: ${owner}`, `${structure}, ${regionVp(s, r)} VP`, gains(s, tile)] : [name],
      tokens: [
        ...tokensIn(s, AT + r),
        ...minions(s.gather[r]!, 'minion gathering', 'g'),
        ...minions(s.combat[r]!, 'minion fighting', 'c'),
      ],
      ...(s.attacker >= 0 && s.site === r && { marked: true }),
    };
  });
}

function citadel(s: Position): ScenePlace[] {
  const { holder } = s;
  const { components, numbers } = s.tables;
  const king: SceneToken = { name: 'the King', shape: 'crown', tone: 'yellow', sign: `${numbers.kingAttack}` };
  const vp = components.citadelVp[s.round - 1]!;
  const centre: ScenePlace = {
    id: 'citadel',
    name: 'Citadel',
    is: `held by ${seatName(s, holder)}, ${vp} VP`,
    at: [...citadelAt],
    size: [WIDE, 1.17],
    tone: holder < 0 ? 'plain' : toneOf(holder),
    text: [`Citadel: ${seatName(s, holder)}, ${vp} VP`],
    tokens: holder === KING ? [king] : tokensIn(s, AT + CITADEL),
    ...(s.attacker >= 0 && s.site === CITADEL && { marked: true }),
  };
  const flanks = components.flanks.map(({ name, modifier, once }, i): ScenePlace => {
    const used = s.flanks[i]!;
    return {
      id: flankId(i),
      name: `${name} of the Citadel`,
      is: `${signed(modifier)}${once && used > 0 ? ', used' : ''}`,
      at: [...flankAt[i]!.at],
      size: [...flankAt[i]!.size],
      tone: 'rock',
      text: [`${name} ${signed(modifier)}`],
      tokens: minions(used, 'minion fighting', 'c'),
    };
  });
  return [centre, ...flanks];
}

/** Fighters of a hand as a seat sees it: those that lie face down in a battle may still be in it. */
function handOf(s: Position, seat: number, viewer: number): number[] {
  const hides = sentHidden(s, viewer) && s.attacker === seat;
  return Array.from({ length: FIGHTERS }, (_, f) => f).filter(
    (f) => s.loc[f] === IN_HAND + seat || (hides && s.loc[f] === COMMITTED),
  );
}

/** What the points of the end come from. */
function made(s: Position, seat: number): [string, string][] {
  const goods = seat === s.ai ? 0 : goodsPoints(s, seat);
  const fate = seat === s.ai ? 0 : fatePoints(s, seat, true);
  return [
    ['rounds', `${s.vp[seat]! - goods - fate}`],
    ['goods', `${goods}`],
    ['fate card', `${fate}`],
  ];
}

function players(s: Position, viewer: number): SceneCard[] {
  return Array.from({ length: s.seats }, (_, seat) => {
    const cards = cardsOf(s.cards[seat]!);
    const known = seat === viewer || (s.options.memoryAid && s.attacker < 0);
    const ai = seat === s.ai;
    const dead = tokensIn(s, IN_GRAVE + seat);
    const hand = handOf(s, seat, viewer);
    const facts: [string, string][] = [
      ['VP', `${s.vp[seat]}`],
      ['minions', `${s.minions[seat]}`],
      ...(ai ? [] : [['gold', `${s.gold[seat]}`] as [string, string]]),
      ...(ai ? [] : resourceNames.map((name, k): [string, string] => [name, `${s.resources[seat * 4 + k]}`])),
      ['combat cards', known ? cards.map((card) => cardName(s, card)).join(' ') || 'none' : `${cards.length}`],
      ['graveyard', `${dead.length}`],
    ];
    const fate = s.fate[seat]!;
    const shown = !ai && fate !== NONE && (seat === viewer || s.over);
    return {
      id: seatId(seat),
      ...(!ai && { seat }),
      title: seatName(s, seat),
      tone: toneOf(seat),
      tokens: hand.map((f) => fighterToken(s, f)),
      facts,
      ...(s.over && { sum: made(s, seat) }),
      text: [
        ...(s.top[seat] === NONE ? [] : [discardText(s, seat)]),
        ...(dead.length > 0 ? [`dead: ${dead.map(({ name }) => name).join(', ')}`] : []),
        ...(shown ? [`fate ${s.tables.components.fate[fate]!.join(' and ')}`] : []),
        ...(ai ? [aiLine(s)] : []),
      ],
      ...(s.actor === seat && { marked: true }),
    };
  });
}

/** What the seat to act may choose of its own: fighters, cards, resources, and the spaces beside the board. */
function own(s: Position, seat: number): SceneCard[] {
  const fighters = [
    ...fightersIn(s, IN_HAND + seat).map((f) => [f, ''] as const),
    ...fightersIn(s, IN_GRAVE + seat).map((f) => [f, 'dead'] as const),
  ];
  return [
    { id: 'gold', title: `Take ${s.tables.numbers.goldSpace} gold`, tone: 'yellow' },
    { id: 'refresh', title: 'Take back cards', tone: 'grey', ...(s.refreshed[seat]! > 0 && { faded: true }) },
    ...fighters.map(
      ([f, state]): SceneCard => ({
        id: fighterId(f),
        title: fighterTitle(s, f),
        tone: kinds[s.tables.kind[f]!]!.tone,
        tokens: [fighterToken(s, f)],
        ...(state && { text: [state], faded: true }),
      }),
    ),
    ...cardsOf(s.cards[seat]!).map(
      (card): SceneCard => ({ id: `card ${card}`, title: `Card ${cardName(s, card)}`, tone: toneOf(seat) }),
    ),
    ...resourceNames.map(
      (name, k): SceneCard => ({
        id: name,
        title: name,
        tone: kinds[k]!.tone,
        facts: [['you have', `${s.resources[seat * 4 + k]}`]],
      }),
    ),
  ];
}

function battle(s: Position, viewer: number): SceneCard[] {
  if (s.attacker < 0) return s.toldAttacker === NONE ? [] : [{ title: lastBattle(s), tone: 'red' }];
  const hidden = sentHidden(s, viewer);
  return [
    {
      id: 'battle',
      title: `Battle for ${siteName(s, s.site)}`,
      tone: 'red',
      marked: true,
      tokens: hidden ? [] : tokensIn(s, COMMITTED),
      text: [
        `${seatName(s, s.attacker)} against ${seatName(s, s.defender)}`,
        hidden ? `${s.sent} sent face down` : `${fightersIn(s, COMMITTED).length} sent`,
        ...(s.attacker === viewer && s.cardA >= 0 ? [`your card ${cardName(s, s.cardA)}`] : []),
      ],
    },
  ];
}

function structures(s: Position): SceneCard[] {
  return Array.from(s.market, (tile, i): SceneCard => {
    const offered = s.tables.components.structures[tile];
    if (!offered) return { id: `structure ${i + 1}`, title: 'none', faded: true };
    return {
      id: `structure ${i + 1}`,
      title: offered.name,
      tone: 'teal',
      facts: [
        ['gold', `${offered.cost}`],
        ['VP', `${offered.vp}`],
      ],
      text: [`gives ${gains(s, tile)}`, `tax ${taxes(s, tile)}`],
    };
  });
}

function onOffer(s: Position): SceneCard[] {
  return Array.from(s.slots, (f, i): SceneCard => {
    const tier = tiers[s.tables.components.slotTiers[i]!]!;
    if (f === NONE) return { id: `slot ${i + 1}`, title: `none (${tier})`, faded: true };
    return {
      id: `slot ${i + 1}`,
      title: fighterTitle(s, f),
      tone: kinds[s.tables.kind[f]!]!.tone,
      tokens: [fighterToken(s, f)],
      text: [price(s, f)],
    };
  });
}

/** What an action of each block concerns. */
const concerned: Readonly<Record<BlockName, (s: Position, args: Record<string, number>) => string[]>> = {
  GATHER: (_, { region }) => [regionId(region!)],
  GOLD: () => ['gold'],
  REFRESH: () => ['refresh'],
  BUILD: (_, { place, region }) => [`structure ${place! + 1}`, regionId(region!)],
  ATTACK: (_, { region }) => [regionId(region!)],
  ATTACK_CITADEL: (_, { flank }) => ['citadel', flankId(flank!)],
  FIGHTER(s, { fighter }) {
    const at = s.loc[fighter!]!;
    if (at >= AT && at <= AT + CITADEL) return [siteId(at - AT)];
    return [at === COMMITTED ? 'battle' : fighterId(fighter!)];
  },
  DONE: () => [],
  CARD: (_, { card }) => [`card ${card}`],
  WILD: (_, { resource }) => [resourceNames[resource!]!],
  RAISE: (_, { slot }) => [`slot ${slot! + 1}`],
  ORDER: (_, { seat }) => [seatId(seat!)],
  WITHDRAW: (s) => [seatId(s.actor)],
  PAY: (_, { resource }) => [resourceNames[resource!]!],
  PAY_REST: (s) => [seatId(s.actor)],
};

/** The die of a battle, which both sides see. */
function dice(stream: number, drawn: readonly Drawn[]): string {
  const seat = stream - STREAM['die 0'];
  return seat >= 0 && seat < 4 ? `the die card shows ${drawn.map(({ outcome }) => outcome + 1).join(' and ')}` : '';
}

export const drawing: Drawing<Position> = {
  scene(s, seat) {
    const fights = battle(s, seat);
    return {
      seats: Array.from({ length: s.players }, (_, one) => ({ name: lords[one]!, tone: toneOf(one) })),
      parts: [
        {
          kind: 'board',
          title: 'Land',
          size: [3 * WIDE + 2 * GAP, BELOW + HIGH],
          places: [...regions(s), ...citadel(s)],
          tokens: 0.5,
        },
        ...(fights.length > 0
          ? [{ kind: 'cards' as const, role: 'now' as const, title: 'Battle', cards: fights }]
          : []),
        { kind: 'cards', role: 'hand', title: 'Your choices', cards: own(s, seat), quiet: true },
        { kind: 'cards', role: 'panels', title: 'Players', cards: players(s, seat) },
        { kind: 'cards', title: 'Structures', cards: structures(s) },
        { kind: 'cards', title: 'Fighters', cards: onOffer(s) },
      ],
    };
  },
  words: (s, text) => text.replace(/\b[a-z]+ \d+ #(\d+)/g, (_, fighter: string) => fighterTitle(s, Number(fighter))),
  concerns(s, action) {
    const { name, args } = crownActions.parse(action);
    return concerned[name](s, args);
  },
  dice,
};
