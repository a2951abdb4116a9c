/** Positions of Islebound for tests: a game begun, then changed by hand in ways that keep its counts right. */
import { type Chance, ScriptedChance, SeededChance } from '../../../env/chance.js';
import * as D from '../data.js';
import { game, type IsleboundState } from '../game.js';
import type { IsleboundOptionsInput } from '../options.js';
import { asking } from '../rules/engine.js';
import { rivalTurn } from '../rules/rival.js';
import * as S from '../state.js';

export const chance: Chance = new SeededChance('tests', game.streams);

/** A game with its towns in order (town i at position i), the home port chosen, about to move. */
export function begin(options: IsleboundOptionsInput = {}, home = 0): IsleboundState {
  const s = game.newState(game.options.parse({ askForced: true, ...options }), new SeededChance('begin', game.streams));
  for (let at = 0; at < 12; at++) s.townAt[at] = at;
  s.apply(47 + home, chance);
  s.region = 3;
  asking.list(s);
  return s;
}

/** Position of a town by its name. */
const townAt = (s: IsleboundState, name: string): number => s.townAt.indexOf(s.tables.townNames.indexOf(name));

/** Puts the ship somewhere, ready for its main action. */
export function arrive(s: IsleboundState, at: number | string): IsleboundState {
  s.ship = typeof at === 'string' ? townAt(s, at) : at;
  s.stage = S.STAGE.main;
  s.prompt = S.P.MAIN;
  asking.list(s);
  return s;
}

/** What a side has, by name. */
export type Counter = (typeof D.counterNames)[number];

/** What may be set: single numbers, and what each side has. */
type Numbers = Partial<
  Pick<IsleboundState, 'ship' | 'region' | 'round' | 'treasure' | 'tokensLeft' | 'buildingsLeft' | 'toBrag'>
> & {
  [side in 'human' | 'rival']?: Partial<Record<Counter, number>>;
};

/** Sets numbers of the position, then lists the legal actions anew. */
export function give<P extends S.Position>(s: P, { human, rival, ...numbers }: Numbers): P {
  Object.assign(s.human, human);
  Object.assign(s.rival, rival);
  Object.assign(s, numbers);
  if (!s.over) asking.list(s);
  return s;
}

/** Puts cubes on the track: `H` human, `R` rival, `.` empty, from the space after the neutral ones. */
export function cubes(s: IsleboundState, text: string): IsleboundState {
  const sign: Record<string, number> = { '.': S.NOBODY, H: S.HUMAN, R: S.RIVAL };
  [...text].forEach((c, i) => {
    s.track[2 + i] = sign[c]!;
  });
  s.human.influence = [...s.track].filter((c) => c === S.HUMAN).length;
  s.rival.influence = [...s.track].filter((c) => c === S.RIVAL).length;
  asking.list(s);
  return s;
}

/** Gives a town to a side. */
export function own(s: IsleboundState, at: number | string, owner: number): IsleboundState {
  s.owner[typeof at === 'string' ? townAt(s, at) : at] = owner;
  s.human.towns = [...s.owner].filter((o) => o === S.HUMAN).length;
  s.rival.towns = [...s.owner].filter((o) => o === S.RIVAL).length;
  asking.list(s);
  return s;
}

/** Lays these buildings into the row, and puts all others but those owned into the deck. */
export function row(s: IsleboundState, ids: readonly number[]): IsleboundState {
  s.row.fill(S.EMPTY);
  s.buildingDeck.fill(S.EMPTY);
  let n = 0;
  for (let id = 0; id < D.BUILDINGS; id++) {
    if (s.building[id] === S.HUMAN || s.building[id] === S.RIVAL) continue;
    s.building[id] = ids.includes(id) ? S.IN_ROW : S.NOBODY;
    if (!ids.includes(id)) s.buildingDeck[n++] = id;
  }
  ids.forEach((id, slot) => {
    s.row[slot] = id;
  });
  s.buildingsLeft = n;
  asking.list(s);
  return s;
}

/** Lays buildings of these costs into the row. */
export function rowOf(s: IsleboundState, costs: readonly number[]): IsleboundState {
  const left = Array.from({ length: D.BUILDINGS }, (_, id) => id).filter((id) => s.building[id]! % S.IN_ROW === 0);
  return row(
    s,
    costs.map((cost) => {
      const at = left.findIndex((id) => s.tables.buildingCost[id] === cost);
      return left.splice(at, 1)[0]!;
    }),
  );
}

/** Gives a side buildings, taken from the deck. */
export function built(s: IsleboundState, side: number, ids: readonly number[]): IsleboundState {
  const inRow = [...s.row];
  for (const id of ids) {
    s.building[id] = side;
    s.of(side).buildings++;
    s.of(side).costs += s.tables.buildingCost[id]!;
    const ability = s.tables.buildingAbility[id]!;
    if (side === S.HUMAN && ability !== 255) s.ability.cells[ability]! += s.tables.buildingAmount[id]!;
  }
  const spare = [...s.building.keys()].filter((id) => s.building[id]! % S.IN_ROW === 0 && !inRow.includes(id));
  return row(
    s,
    inRow.map((id) => (ids.includes(id) ? spare.pop()! : id)),
  );
}

/** Makes an event the open one of pile 0. */
export function openEvent(s: IsleboundState, id: number): IsleboundState {
  const at = s.events.indexOf(id);
  const top = s.eventsLeft[0]! - 1;
  [s.events[at], s.events[top]] = [s.events[top]!, s.events[at]!];
  asking.list(s);
  return s;
}

/** Makes a token the open one. */
export function openToken(s: IsleboundState, id: number): IsleboundState {
  const at = s.tokens.indexOf(id);
  const top = s.tokensLeft - 1;
  [s.tokens[at], s.tokens[top]] = [s.tokens[top]!, s.tokens[at]!];
  asking.list(s);
  return s;
}

/** Makes a reputation card the open one of pile 0. */
export function openReputation(s: IsleboundState, resource: string): IsleboundState {
  const id = (D.resourceNames as readonly string[]).indexOf(resource);
  const at = s.reputation.indexOf(id);
  [s.reputation[at], s.reputation[0]] = [s.reputation[0]!, s.reputation[at]!];
  return s;
}

/** The rival's turn with these two dice (1-6); the region is set so that it ends in `region`. */
export function rival(s: IsleboundState, region: number, action: number): IsleboundState {
  s.region = region;
  const script = new ScriptedChance([0, action - 1]);
  rivalTurn(s, script);
  asking.list(s);
  return s;
}

/** The legal actions. */
export function legal(s: IsleboundState): number[] {
  return [...s.legalActions.subarray(0, s.count)];
}

/** Plays these actions. */
export function play(s: IsleboundState, ...actions: number[]): IsleboundState {
  for (const action of actions) {
    if (!legal(s).includes(action)) throw new Error(`action ${action} is not legal at ${game.prompts[s.prompt]}`);
    s.apply(action, chance);
  }
  return s;
}
