/**
 * What must hold while somebody is asked: which procedure asks and at which step it is, at which step those below it wait,
 * and what must be known. Steps are inner numbers of the rules, and a wrong one would change the game without a word.
 */
import { fail } from '../../env/kit/json.js';
import { ENCOUNTER_DOG, EVENT_PESTS, EVENT_RAID, EVENT_TRIAL, KIND_TIER, PILES } from './data.js';
import * as S from './state.js';
import { ABSENT, AGAINST, type Position } from './state.js';

type Procedure = (typeof S.procedureNames)[number];
type PromptName = (typeof S.promptNames)[number];

/** What each argument of a procedure may be: k knight, t tile, T tile or none, s seat, p pile, n a small number. */
const procedureArguments: Readonly<Record<Procedure, string>> = {
  none: '',
  turn: '',
  walk: 'kTTt',
  arrive: 'ktnn',
  fight: '',
  retreat: 'kt',
  lose: 'sk',
  overflow: 'k',
  card: 'p',
  doomspire: 'k',
  harvest: '',
  titles: 'n',
  roll: '',
  beggar: 'kt',
  'exchange window': 's',
};
const ranges: Readonly<Record<string, readonly [min: number, max: number]>> = {
  k: [0, 11],
  t: [0, 63],
  T: [-1, 63],
  s: [0, 3],
  p: [0, PILES - 1],
  n: [0, 31],
};
/** What is wrong with an argument of a procedure; empty when nothing is. */
export function argumentFault(procedure: Procedure, index: number, value: number): string {
  const [min, max] = ranges[procedureArguments[procedure][index] ?? ''] ?? [-1, 255];
  return value < min || value > max ? `must be ${min} to ${max}` : '';
}

type Steps = readonly number[];
type Asking = Partial<Record<Procedure, Steps>>;
/** From `first` to `last`. */
const through = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

// Parts of a position that must be known: where a view tells it, what is wanted, whether it is there.
type Need = readonly [path: string, what: string, there: (s: Position) => boolean];
const onBoard = (s: Position, knight: number): boolean => knight >= 0 && s.knightTile[knight] !== ABSENT;
const knight: Need = ['prompt.knight', 'must be known', (s) => s.focusKnight >= 0];
const ownKnight: Need = [
  'prompt.knight',
  'must be a knight of the actor on the board',
  (s) => onBoard(s, s.focusKnight) && ((s.focusKnight / 3) | 0) === s.actor,
];
const tile: Need = ['prompt.tile', 'must be known', (s) => s.focusTile >= 0];
const die: Need = ['turn.die', 'must be 1 to 3', (s) => s.die > 0];
const boat: Need = [
  'turn.unit',
  'must be a boat (3 or 4) on the board',
  (s) => s.unit >= 3 && s.boatZone[s.actor * 2 + s.unit - 3] !== ABSENT,
];
const boatTo: Need = ['turn.boatTo', 'must be known', (s) => s.boatTarget >= 0];
const fight: readonly Need[] = [
  ['fight', 'must be there', (s) => s.fightKind !== AGAINST.none],
  ['fight.attacker', 'must be a knight on the board', (s) => onBoard(s, s.fightAttacker)],
  [
    'fight.defender',
    'must be a knight on the board',
    (s) => s.fightKind !== AGAINST.knights || onBoard(s, s.fightDefender),
  ],
];
const card: readonly Need[] = [
  ['card.card', 'must be known', (s) => s.card >= 0],
  ['card.knight', 'must be known', (s) => s.cardKnight >= 0],
];
const mover: Need = ['round.mover', 'must be known', (s) => s.mover >= 0];
const ownTurn: Need = ['round.mover', 'must be the actor', (s) => s.mover === s.actor];

/** By prompt: the procedures that ask it, at which of their steps, and what it is about. */
interface Asked {
  readonly by: Asking | ((s: Position) => Asking);
  readonly needs?: readonly Need[];
}
const inTurn = (...needs: Need[]): Asked => ({ by: { turn: [0] }, needs: [ownTurn, ...needs] });
/** The older edition's battles and harvests take other steps. */
const inFight = (rulebook: number, airef: number, ...needs: Need[]): Asked => ({
  by: (s) => ({ fight: [s.tables.airef ? airef : rulebook] }),
  needs: [...fight, ...needs],
});
const inHarvest = (rulebook: number, airef: number): Asked => ({
  by: (s) => ({ harvest: [s.tables.airef ? airef : rulebook] }),
  needs: [ownTurn],
});
const byCard = (steps: (card: number) => Steps, ...needs: Need[]): Asked => ({
  by: (s) => ({ card: steps(s.card) }),
  needs,
});
const asked: Readonly<Record<PromptName, Asked>> = {
  ROLL: { by: { roll: [0] } },
  MENU: inTurn(),
  UNIT: inTurn(),
  DEST: inTurn(ownKnight, tile, die),
  BOWTARGET: inTurn(ownKnight, tile),
  BOATZONE: inTurn(die, boat),
  PASSENGER: inTurn(die, boat, boatTo),
  BOATDROP: inTurn(ownKnight, die, boat, boatTo, [
    'turn.passenger',
    'must be the knight asked about',
    (s) => s.passenger === s.focusKnight,
  ]),
  BLOCK: {
    // Sixteen for each tile passed, and the next knight there that might block.
    by: (s) => ({
      walk: [...s.frames.subarray(s.top() + 3, s.top() + 5)].flatMap((passed, i) =>
        passed === s.focusTile ? [16 * i + s.focusKnight + 1] : [],
      ),
    }),
    needs: [ownKnight, tile],
  },
  FIGHT: inFight(1, 8),
  FLEETILE: { by: { retreat: [0] }, needs: [tile] },
  SUPPORT: inFight(2, 8),
  SIDE: inFight(2, 8),
  BONUS: inFight(3, 3),
  SACRIFICE: inFight(3, 3, knight),
  LOSE: { by: { lose: [0] }, needs: [knight] },
  HANDOVER: inFight(6, 6, knight),
  LOOT: inFight(5, 5, knight),
  OVERFLOW: { by: { overflow: [0] }, needs: [ownKnight] },
  TILEACT: { by: { arrive: [7] }, needs: [ownKnight, tile] },
  GET: { by: { arrive: [7], doomspire: [2], 'exchange window': [0] } },
  STACK: { by: { doomspire: [2] } },
  CARDOPT: byCard(() => [1]),
  CARDPLAYER: { by: (s) => ({ card: [s.card === EVENT_PESTS ? 1 : 2], titles: [0] }) },
  CARDRES: byCard(
    (drawn) => [drawn === EVENT_TRIAL ? 3 : 1],
    ['card.player', 'must be known', (s) => s.card !== EVENT_TRIAL || s.cardOption === 0 || s.cardPlayer >= 0],
  ),
  CARDKNIGHT: { by: { card: [1], beggar: [1] }, needs: [knight] },
  CARDTILE: byCard((drawn) => (drawn === EVENT_RAID ? through(1, 12) : [1])),
  CARDZONE: byCard(() => [1]),
  SEAREPLY: byCard(
    () => through(2, 9),
    ['card.boat', 'must be a boat on the board', (s) => s.cardBoat >= 0 && s.boatZone[s.cardBoat] !== ABSENT],
  ),
  MARKETDAY: byCard(() => through(2, 5)),
  ONEFORONE: { by: { 'exchange window': [0] } },
  ROOM: byCard((drawn) => [drawn === ENCOUNTER_DOG ? 2 : 1], knight),
  HARVEST: inHarvest(1, 8),
  USE: inHarvest(2, 9),
  BUILD: inHarvest(4, 11),
  ITEMPICK: inTurn(ownKnight, tile, ['turn.itemOperation', 'must be known', (s) => s.itemOperation >= 0]),
  DISMISS: inTurn(),
  OFFER: inTurn(),
  ANSWER: {
    by: { turn: [0] },
    needs: [
      mover,
      ['turn.partner', 'must be the actor', (s) => s.partner === s.actor],
      ['turn.give', 'must be known', (s) => s.give >= 0],
    ],
  },
  DECK: {
    by: { arrive: [6] },
    needs: [
      ['prompt.name', 'not in this edition', (s) => s.tables.airef],
      ownKnight,
      tile,
      ['prompt.tile', 'must be one where cards are drawn', (s) => KIND_TIER[s.kind[s.focusTile]!]! > 0],
    ],
  },
};

const procedureAt = (s: Position, frame: number): Procedure => S.procedureNames[s.frames[frame * S.FRAME]!]!;
const either = (list: readonly (string | number)[]): string => list.join(' or ');

/** Whether the pending prompt can be asked here. @throws Error with the path of what is missing */
export function checkAsked(s: Position): void {
  const name = S.promptNames[s.prompt]!;
  const need = ([path, what, there]: Need) => {
    if (!there(s)) fail(path, `${what} at prompt ${name}`);
  };
  const { by, needs } = asked[name];
  need(['prompt.actor', 'must be a seat', () => s.actor >= 0]);
  need(['stack', 'must not be empty', () => s.depth > 0]);
  const top = procedureAt(s, s.depth - 1);
  const asking = typeof by === 'function' ? by(s) : by;
  need([`stack.${s.depth - 1}.procedure`, `must be ${either(Object.keys(asking))}`, () => asking[top] !== undefined]);
  for (const of of top === 'card' ? [...card, ...(needs ?? [])] : (needs ?? [])) need(of);
}

/** The steps at which a procedure on the stack can be while the pending prompt is asked; undefined where that is not known. */
export function stepsAt(s: Position, frame: number): Steps | undefined {
  const name = procedureAt(s, frame);
  if (frame < s.depth - 1) return waiting(s, name, procedureAt(s, frame + 1));
  const { by } = asked[S.promptNames[s.prompt]!];
  return (typeof by === 'function' ? by(s) : by)[name];
}

/** Whether each procedure is at a step at which it can be. @throws Error with the path of the first that is not */
export function checkSteps(s: Position): void {
  for (let frame = 0; frame < s.depth; frame++) {
    const wanted = stepsAt(s, frame);
    if (!wanted || wanted.includes(s.frames[frame * S.FRAME + 1]!)) continue;
    const range = wanted.length > 4 ? `${wanted[0]} to ${wanted.at(-1)}` : either(wanted);
    fail(`stack.${frame}.step`, `must be ${range || 'that of a walk past the tile asked about'} here`);
  }
}

/** What must be known at each prompt, in words: `prompt.knight must be known`. */
export const neededAt: Readonly<Record<PromptName, readonly string[]>> = Object.fromEntries(
  Object.entries(asked).map(([name, { by, needs = [] }]) => {
    const drawn = typeof by === 'object' && by.card && Object.keys(by).length === 1 ? card : [];
    return [name, [...drawn, ...needs].map(([path, what]) => `\`${path}\` ${what}`)];
  }),
) as never;

/** Steps of a procedure that waits for the one above it; undefined where such a pair is not known. */
function waiting(s: Position, procedure: Procedure, above: Procedure): Steps | undefined {
  switch (procedure) {
    case 'walk':
      return [16, 32];
    case 'arrive':
      return arrival(s, above);
    case 'fight':
      if (above === 'overflow') return [3];
      // The flight from a duel is asked about before the battle with the ghost of a blade that was taken there.
      return above === 'retreat' && s.fightBlade ? [0, 7] : [7];
    case 'card':
      return above === 'exchange window' ? through(100, 103) : [1];
    case 'doomspire':
      return [1];
    case 'turn':
    case 'retreat':
    case 'lose':
    case 'overflow':
      return [0];
    default:
      return undefined;
  }
}

/** Steps of an arrival: 6 while what its card started goes on. */
function arrival(s: Position, above: Procedure): Steps | undefined {
  const drawn = s.lastCard >= 0;
  switch (above) {
    case 'beggar':
      return [1];
    case 'card':
      return [6];
    case 'doomspire':
      return [8];
    case 'fight':
      // The ghost of a blade that was taken in a duel comes after that duel.
      return s.fightKind === AGAINST.knights || s.fightBlade ? [2] : drawn ? [6] : [4];
    case 'lose':
      return drawn ? [6] : [2, 4];
    case 'retreat':
      return drawn ? [6] : [2, 4];
    case 'overflow':
      return drawn ? [6] : [2, 4, 7, 8];
    default:
      return undefined;
  }
}
