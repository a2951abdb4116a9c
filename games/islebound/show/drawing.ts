/** The sea as a picture: twelve towns in a ring, the ports inside it, and what lies open beside the board. */
import type { Drawing, Drawn, SceneBoard, SceneCard, ScenePlace, SceneToken, Tone } from '../../../env/scene.js';
import { type BlockName, isleboundActions } from '../actions.js';
import { PORT, POSITIONS, portNames, quadrantNames, REGION_OF, regionNames } from '../geometry.js';
import { buildingText, count, eventText, memberText, resourceName, tokenText, townName, townText } from '../names.js';
import { humanScore, rivalScore } from '../rules/ending.js';
import { freeCubes, openEvent, openToken } from '../rules/judgements.js';
import { EMPTY, HUMAN, NEUTRAL, type Position, RIVAL, STREAM } from '../state.js';
import { columns } from './text.js';

const [ME, FOE] = ['green', 'purple'] as const;
const owners: Readonly<Record<number, { name: string; tone: Tone; sign: string }>> = {
  [HUMAN]: { name: 'you', tone: ME, sign: 'Y' },
  [RIVAL]: { name: 'rival', tone: FOE, sign: 'R' },
  [NEUTRAL]: { name: 'neutral', tone: 'grey', sign: 'N' },
};

// The ring is the edge of four by four: column and row of each position; the four ports are inside, each by its corner.
const ring: readonly (readonly [number, number])[] = [
  [2, 0],
  [3, 0],
  [3, 1],
  [3, 2],
  [3, 3],
  [2, 3],
  [1, 3],
  [0, 3],
  [0, 2],
  [0, 1],
  [0, 0],
  [1, 0],
];
const ports: readonly (readonly [number, number])[] = [
  [2, 1],
  [2, 2],
  [1, 2],
  [1, 1],
];
const [STEP_X, STEP_Y, WIDE, HIGH] = [2.1, 1.75, 1.92, 1.5];
const cell = ([column, row]: readonly [number, number]): [number, number] => [column * STEP_X, row * STEP_Y];
const middle = (at: readonly [number, number]): [number, number] => {
  const [x, y] = cell(at);
  return [x + WIDE / 2, y + HIGH / 2];
};
const way = (a: readonly [number, number], b: readonly [number, number]): [number, number, number, number] => [
  ...middle(a),
  ...middle(b),
];
const ways = ring.flatMap((at, i) => [
  way(at, ring[(i + 1) % POSITIONS]!),
  ...(i % 3 === 0 ? [way(at, ring[i + 2]!)] : []),
]);

const townId = (position: number): string => `at ${position}`;
const portId = (quadrant: number): string => `port ${quadrantNames[quadrant]}`;
const placeId = (s: Position, position: number): string => (position === PORT ? portId(s.home) : townId(position));

/** Words of a town in lines that fit: at most two. */
function lines(words: string): string[] {
  if (words.length <= 17) return [words];
  const parts = words.split(', ');
  const half = Math.ceil(parts.length / 2);
  return [parts.slice(0, half).join(', '), parts.slice(half).join(', ')]
    .filter(Boolean)
    .map((line) => line.slice(0, 24));
}

function towns(s: Position): ScenePlace[] {
  return ring.map((at, position) => {
    const town = s.townAt[position]!;
    const { townRed, townValue, townFee, eventTown } = s.tables;
    const banner = townRed[town] ? 'red' : 'blue';
    const owner = owners[s.owner[position]!];
    const tokens: SceneToken[] = [
      {
        name: `${banner} banner ${townValue[town]}`,
        shape: townRed[town] ? 'shield' : 'flag',
        tone: banner,
        sign: `${townValue[town]}`,
      },
      { name: `fee ${townFee[town]}`, shape: 'disc', tone: 'yellow', sign: `${townFee[town]}` },
    ];
    for (const pile of [0, 1]) {
      const event = openEvent(s, pile);
      if (eventTown[event] === town)
        tokens.push({ name: `event ${event}`, shape: 'card', tone: 'orange', sign: `${event}` });
    }
    if (REGION_OF[position] === s.region)
      tokens.push({ name: 'the rival is near', shape: 'boat', tone: FOE, sign: 'R' });
    if (s.ship === position) tokens.push({ name: 'your ship', shape: 'boat', tone: ME, sign: 'Y' });
    return {
      id: townId(position),
      name: `${position} ${townName(s, position)}`,
      is: `${owner ? `taken by ${owner.name}, ` : ''}region ${regionNames[REGION_OF[position]!]}, ${townText(s, town)}`,
      at: cell(at),
      size: [WIDE, HIGH],
      tone: owner?.tone ?? 'sand',
      text: [`${owner ? `${owner.sign}: ` : ''}${townName(s, position)}`, ...lines(townText(s, town))],
      tokens,
      ...(s.ship === position && { marked: true }),
    };
  });
}

/** All four before one is chosen, then that one. */
function homes(s: Position): ScenePlace[] {
  return ports.flatMap((at, quadrant) => {
    if (s.home >= 0 && s.home !== quadrant) return [];
    return [
      {
        id: portId(quadrant),
        name: `port ${portNames[quadrant]}`,
        is: s.home < 0 ? quadrantNames[quadrant]! : 'your home port',
        at: cell(at),
        size: [WIDE, HIGH] as [number, number],
        tone: s.home < 0 ? ('sea' as const) : ME,
        text: [portNames[quadrant]!, s.home < 0 ? `port ${quadrantNames[quadrant]}` : 'home port'],
        tokens:
          s.ship === PORT && s.home >= 0
            ? [{ name: 'your ship', shape: 'boat' as const, tone: ME, sign: 'Y' }]
            : [{ name: 'port', shape: 'house' as const, tone: 'sea' as const }],
        ...(s.ship === PORT && s.home >= 0 && { marked: true }),
      },
    ];
  });
}

function track(s: Position): SceneBoard {
  return {
    kind: 'board',
    title: 'Influence track',
    size: [s.track.length, 1],
    places: Array.from(s.track, (cube, i) => {
      const owner = owners[cube];
      return {
        name: `space ${i + 1}`,
        is: owner ? '' : 'empty',
        at: [i, 0],
        tone: owner?.tone ?? 'plain',
        tokens: owner ? [{ name: `cube of ${owner.name}`, shape: 'square', tone: owner.tone, sign: owner.sign }] : [],
      };
    }),
    tokens: 0.6,
    quiet: true,
  };
}

/** What a score is the sum of. */
function parts(s: Position, side: 'human' | 'rival', score: number): [string, string][] {
  const { coins, renown, tokens, costs } = s[side];
  const known = { coins, renown, tokens: s.tables.numbers.tokenValue * tokens, buildings: costs };
  const rest = score - Object.values(known).reduce((sum, points) => sum + points, 0);
  return Object.entries({ ...known, ...(rest !== 0 && { bonuses: rest }) }).map(([name, points]) => [
    name,
    `${points}`,
  ]);
}

function sides(s: Position): SceneCard[] {
  const facts = (side: 'human' | 'rival', score: number): [string, string][] => [
    ['score', `${score}`],
    ...columns.map(([title, counter]): [string, string] => [title, `${s[side][counter]}`]),
    ['free cubes', `${freeCubes(s, side === 'human' ? HUMAN : RIVAL)}`],
  ];
  const built = [...s.building.keys()].filter((id) => s.building[id] === HUMAN);
  return [
    {
      id: 'you',
      seat: 0,
      title: 'Captain',
      tone: ME,
      facts: [
        ...facts('human', humanScore(s)),
        ...(s.lastAttack > 0 ? [['last attack', `${s.lastAttack - 1}`] as [string, string]] : []),
      ],
      sum: parts(s, 'human', humanScore(s)),
      text: built.slice(0, 12).map((id) => buildingText(s, id)),
    },
    {
      title: 'Rival',
      tone: FOE,
      facts: [...facts('rival', rivalScore(s)), ['region', regionNames[s.region]!]],
      sum: parts(s, 'rival', rivalScore(s)),
    },
  ];
}

const crew = (s: Position): SceneCard[] =>
  Array.from(s.crew.subarray(0, s.human.crew), (member, i) => ({
    id: `crew ${i}`,
    title: `Crew ${i + 1}`,
    tone: ME,
    text: [memberText(s, member), ...(s.exhausted[i] ? ['exhausted'] : [])],
    ...(s.exhausted[i] && { faded: true }),
  }));

function row(s: Position): SceneCard[] {
  return Array.from(s.row, (id, i): SceneCard => {
    if (id === EMPTY) return { id: `slot ${i}`, title: 'none', faded: true };
    const books = s.tables.numbers.bookTokens[i]!;
    return { id: `slot ${i}`, title: count(books, 'book'), tone: 'teal', text: [buildingText(s, id)] };
  });
}

function hire(s: Position): SceneCard[] {
  return Array.from(s.crewRow, (id, i): SceneCard => {
    if (id === EMPTY) return { id: `hire ${i}`, title: 'none', faded: true };
    return { id: `hire ${i}`, title: memberText(s, id), tone: 'brown' };
  });
}

function open(s: Position): SceneCard[] {
  const events = [0, 1].map((pile): SceneCard => {
    const event = openEvent(s, pile);
    if (event === EMPTY) return { id: `event ${pile}`, title: 'no event left', faded: true };
    const town = s.tables.townNames[s.tables.eventTown[event]!]!;
    return { id: `event ${pile}`, title: `Event ${event}: ${town}`, tone: 'orange', text: [eventText(s, event)] };
  });
  const piles = [0, 1].map(
    (pile): SceneCard => ({ id: `pile ${pile}`, title: `Brag: ${resourceName(s, pile)}`, tone: 'blue' }),
  );
  const token: SceneCard =
    s.tokensLeft === 0
      ? { id: 'token', title: 'no renown token left', faded: true }
      : {
          id: 'token',
          title: `Renown token: ${tokenText(s, openToken(s))}`,
          tone: 'yellow',
          facts: [['left', `${s.tokensLeft}`]],
        };
  const treasure: SceneCard = {
    id: 'treasure',
    title: 'Treasure map',
    tone: 'yellow',
    facts: [['coins', `${s.treasure}`]],
  };
  return [...events, ...piles, token, treasure];
}

/** What an action of each block concerns; the others concern what you have. */
const concerned: Partial<Readonly<Record<BlockName, (s: Position, args: Record<string, number>) => string[]>>> = {
  MOVE: (s, { to }) => [placeId(s, to!)],
  VISIT: (s) => [placeId(s, s.ship)],
  BEFRIEND: (s) => [placeId(s, s.ship)],
  ATTACK: (s) => [placeId(s, s.ship)],
  EVENT: (_, { pile }) => [`event ${pile}`],
  HUNT: () => ['treasure'],
  HOME: (s) => [placeId(s, s.ship)],
  BUY_TOKEN: () => ['token'],
  END: () => [],
  CREW: (_, { place }) => [`crew ${place}`],
  HIRE: (_, { place }) => [`hire ${place}`],
  BUILD: (_, { slot }) => [`slot ${slot}`],
  BRAG: (_, { pile }) => [`pile ${pile}`],
  HOME_PORT: (_, { quadrant }) => [portId(quadrant!)],
};

function dice(stream: number, drawn: readonly Drawn[]): string {
  const rolls = drawn.map(({ outcome }) => outcome + 1).join(' and ');
  if (stream === STREAM['rival move']) return `the rival's die for its move shows ${rolls}`;
  return stream === STREAM['rival action'] ? `the rival's die for its action shows ${rolls}` : '';
}

export const drawing: Drawing<Position> = {
  scene(s) {
    const home = s.home < 0 ? [] : [way(ports[s.home]!, ring[3 * s.home + 1]!)];
    return {
      seats: [{ name: 'Captain', tone: ME }],
      parts: [
        {
          kind: 'board',
          title: 'Sea',
          size: [3 * STEP_X + WIDE, 3 * STEP_Y + HIGH],
          places: [...towns(s), ...homes(s)],
          ways: [...ways, ...home],
          tokens: 0.42,
        },
        track(s),
        { kind: 'cards', role: 'panels', title: 'You and the rival', cards: sides(s) },
        { kind: 'cards', role: 'hand', title: 'Crew', cards: crew(s) },
        { kind: 'cards', title: 'Buildings', cards: row(s) },
        { kind: 'cards', title: 'Crew for hire', cards: hire(s) },
        { kind: 'cards', title: 'Open cards', cards: open(s) },
      ],
    };
  },
  concerns(s, action) {
    const { name, args } = isleboundActions.parse(action);
    return concerned[name]?.(s, args) ?? ['you'];
  },
  dice,
};
