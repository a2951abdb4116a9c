/** The land of Fuzzy Knights as a picture: cities, mines, heroes and tokens; armies and treasuries beside it. */
import type { Drawing, Drawn, SceneCard, ScenePlace, SceneToken, Tone } from '../../../env/scene.js';
import { type BlockName, fuzzyActions } from '../actions.js';
import { many } from '../names.js';
import { cityAtHand, inPlay, tileAtHand } from '../rules/board.js';
import { prompts } from '../rules/engine.js';
import {
  FOE,
  FOR,
  foeNames,
  HEROES,
  heroNames,
  MAX_SEATS,
  NEUTRAL_MINE,
  OWN_MINE,
  P,
  type Position,
  SQUAD_CITY,
  SQUAD_HERO,
  SQUADS,
  seatNames,
  streamOf,
  TILES,
  tileNames,
  WIDTH,
} from '../state.js';
import { cityText, itemsText } from './text.js';

const tones: readonly Tone[] = ['red', 'blue', 'purple', 'orange'];
const called = (seat: number): string => `${['Red', 'Blue', 'Purple', 'Orange'][seat]} ${seatNames[seat]}`;
const counted = (n: number): string => (n > 1 ? `${n}` : '');

function tokens(s: Position, t: number): SceneToken[] {
  const list: SceneToken[] = [];
  const owner = s.cityOwner[t]! - 1;
  if (owner >= 0) {
    const signs = `${seatNames[owner]}${s.tier[t]}${'#'.repeat(s.ramparts[t]!)}`;
    const shape = s.ramparts[t]! > 0 ? 'tower' : 'house';
    list.push({ name: `city of ${seatNames[owner]}`, shape, tone: tones[owner]!, sign: signs.slice(0, 4) });
  }
  const mine = s.mine[t]!;
  if (mine === NEUTRAL_MINE) list.push({ name: "nobody's mine", shape: 'hexagon', tone: 'grey', sign: 'm' });
  else if (mine >= OWN_MINE) {
    const seat = mine - OWN_MINE;
    list.push({
      name: `mine of ${seatNames[seat]}`,
      shape: 'hexagon',
      tone: tones[seat]!,
      sign: `m${seatNames[seat]}`,
    });
  }
  for (let hero = 0; hero < HEROES; hero++)
    if (s.heroTile[hero] === t)
      list.push({ name: `hero ${heroNames[hero]}`, shape: 'pawn', tone: tones[hero >> 1]!, sign: heroNames[hero]! });
  const [items, resources, monsters] = [s.item[t]!, s.resource[t]!, s.monster[t]!];
  if (items > 0) list.push({ name: many(items, 'item token'), shape: 'star', tone: 'teal', sign: counted(items) });
  if (resources > 0)
    list.push({
      name: many(resources, 'resource token'),
      shape: 'disc',
      tone: 'yellow',
      sign: counted(resources) || '$',
    });
  if (monsters > 0)
    list.push({
      name: many(monsters, 'monster token'),
      shape: 'diamond',
      tone: 'brown',
      sign: counted(monsters) || 'x',
    });
  return list;
}

/** The tile of the hero or the city that is asked about, -1 none. */
function tileAsked(s: Position): number {
  if (s.over) return -1;
  if (s.prompt === P.BUILD) return cityAtHand(s);
  return s.hand >= 0 ? tileAtHand(s) : -1;
}

function tiles(s: Position): ScenePlace[] {
  const asked = tileAsked(s);
  return tileNames.map((name, t) => {
    const owner = s.cityOwner[t]! - 1;
    const city = owner >= 0 ? cityText(s, t).replace(/^city \w+: /, '') : '';
    return {
      id: name,
      name,
      is: city,
      at: [0.4 + (t % WIDTH), 0.4 + Math.floor(t / WIDTH)],
      tone: owner >= 0 ? tones[owner]! : 'grass',
      tokens: tokens(s, t),
      ...(s.besieged[t] && { text: ['siege'] }),
      ...(t === asked && { marked: true }),
    };
  });
}

const labels = Array.from({ length: WIDTH }, (_, i) => [
  { at: [0.9 + i, 0.2] as [number, number], text: 'abcdefghij'[i]! },
  { at: [0.2, 0.9 + i] as [number, number], text: `${i + 1}` },
]).flat();

const seatId = (seat: number): string => `seat ${seatNames[seat]}`;
const heroId = (hero: number): string => `hero ${heroNames[hero]}`;

function players(s: Position): SceneCard[] {
  return Array.from({ length: s.players }, (_, seat): SceneCard => {
    const title = called(seat);
    if (s.out[seat] === 1)
      return {
        id: seatId(seat),
        seat,
        title,
        tone: tones[seat]!,
        text: [`out since day ${s.outDay[seat]}`],
        faded: true,
      };
    const cities = Array.from({ length: TILES }, (_, t) => t).filter((t) => s.cityOwner[t] === seat + 1);
    return {
      id: seatId(seat),
      seat,
      title,
      tone: tones[seat]!,
      facts: [
        ['cities', `${s.cities[seat]}`],
        ['treasury', `${s.treasury[seat]}`],
        ['mines', `${s.mines[seat]}`],
        [
          'in cities',
          many(
            cities.reduce((sum, t) => sum + s.cityMercs[t]!, 0),
            'mercenary',
          ),
        ],
      ],
      ...(s.grace[seat] && { text: ['must own a city by the end of its next turn'] }),
      ...(s.actor === seat && { marked: true }),
    };
  });
}

function heroes(s: Position, list: readonly number[]): SceneCard[] {
  return list.flatMap((hero): SceneCard[] => {
    if (!inPlay(s, hero)) return [];
    const items = itemsText(s.items, hero);
    return [
      {
        id: heroId(hero),
        title: `Hero ${heroNames[hero]}`,
        tone: tones[hero >> 1]!,
        facts: [
          ['mercenaries', `${s.mercs[hero]}`],
          ['purse', `${s.purse[hero]}`],
          ...(s.hand === hero ? [['points', `${s.movement[hero]}`] as [string, string]] : []),
        ],
        ...(items && { text: [items] }),
        ...(s.hand === hero && { marked: true }),
        ...(s.done[hero] === 1 && { faded: true }),
      },
    ];
  });
}

/** Both sides of a battle, a card a squad. */
function battle(s: Position): SceneCard[] {
  if (s.foe === FOE.none) return [];
  const side = (squads: Uint16Array, of: string, what: string, tone: Tone): SceneCard[] =>
    Array.from({ length: SQUADS }, (_, i) => i).flatMap((i) => {
      if (squads[i] === 0) return [];
      const words = i === SQUAD_HERO ? 'hero' : i === SQUAD_CITY ? 'city' : `squad ${i + 1}: ${squads[i]}`;
      return [{ id: `${of} ${i}`, title: `${what}, ${words}`, tone }];
    });
  const foe = s.foeHero >= 0 ? heroNames[s.foeHero]! : s.foe === FOE.city ? 'defender' : foeNames[s.foe]!;
  const foeTone = s.foe >= FOE.hero && s.foeHero >= 0 ? tones[s.foeHero >> 1]! : 'brown';
  return [
    ...side(s.attack, 'attack', heroNames[s.hand]!, tones[s.hand >> 1]!),
    ...side(s.defence, 'defence', foe, foeTone),
  ];
}

/** What an action of each block concerns; the others concern the hero at hand and its tile, or the city that builds. */
const concerned: Partial<Readonly<Record<BlockName, (s: Position, args: Record<string, number>) => string[]>>> = {
  TILE: (_, { tile }) => [tileNames[tile!]!],
  HERO: (s, { hero }) => [heroId(2 * s.actor + hero!), tileNames[s.heroTile[2 * s.actor + hero!]!]!],
  SQUAD: (s, { squad }) => [`${s.prompt === P.SACRIFICE ? 'attack' : 'defence'} ${squad}`],
  END: () => [],
};
function atHand(s: Position): string[] {
  const tile = tileAsked(s);
  const where = tile >= 0 ? [tileNames[tile]!] : [seatId(s.actor)];
  return s.hand >= 0 && s.prompt !== P.BUILD ? [heroId(s.hand), ...where] : where;
}

/** Every roll of this game is open. */
const purposes = [
  [FOR.movement, 'rolls for movement'],
  [FOR.encounter, 'rolls for an encounter'],
  [FOR.battle, 'rolls in battle'],
  [FOR.find, 'rolls for a find'],
] as const;
function dice(stream: number, drawn: readonly Drawn[]): string {
  for (const [purpose, words] of purposes)
    for (let seat = 0; seat < MAX_SEATS; seat++)
      if (stream === streamOf(purpose, seat)) return `${seatNames[seat]} ${words}: ${faces(drawn)}`;
  return '';
}
/** `3, 5 (of 6), 8 (of 10)`; of very many dice the sum. */
function faces(drawn: readonly Drawn[]): string {
  const sides = [...new Set(drawn.map(({ of }) => of))];
  const groups = sides.map((of) => {
    const shown = drawn.filter((die) => die.of === of).map((die) => die.outcome + 1);
    const sum = shown.reduce((total, face) => total + face, 0);
    return `${shown.length > 10 ? `${shown.length} dice, ${sum} in all` : shown.join(', ')} (of ${of})`;
  });
  return groups.join('; ');
}

export const drawing: Drawing<Position> = {
  scene(s, seat) {
    const fights = battle(s);
    const all = Array.from({ length: HEROES }, (_, hero) => hero);
    const heroesOf = (own: boolean) =>
      heroes(
        s,
        all.filter((hero) => (hero >> 1 === seat) === own),
      );
    const [mine, others] = [heroesOf(true), heroesOf(false)];
    return {
      seats: Array.from({ length: s.players }, (_, one) => ({ name: called(one), tone: tones[one]! })),
      parts: [
        {
          kind: 'board',
          title: 'Land',
          size: [WIDTH + 0.4, WIDTH + 0.4],
          places: tiles(s),
          labels,
          tokens: 0.62,
        },
        ...(fights.length > 0
          ? [
              {
                kind: 'cards' as const,
                title: prompts[s.prompt]?.ask(s) ?? 'Battle',
                role: 'now' as const,
                cards: fights,
                quiet: true,
              },
            ]
          : []),
        { kind: 'cards', role: 'panels', title: 'Players', cards: players(s) },
        ...(mine.length > 0
          ? [{ kind: 'cards' as const, role: 'hand' as const, title: 'Your heroes', cards: mine }]
          : []),
        ...(others.length > 0 ? [{ kind: 'cards' as const, title: 'Other heroes', cards: others }] : []),
      ],
    };
  },
  concerns(s, action) {
    const { name, args } = fuzzyActions.parse(action);
    return concerned[name]?.(s, args) ?? atHand(s);
  },
  dice,
};
