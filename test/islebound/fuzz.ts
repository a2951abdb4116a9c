/**
 * Whole games of Islebound between mixed players, everything checked after each decision, and a tally of what was
 * reached. Used by a short test and by the long run in bench/.
 */
import { scriptedBots } from '../../agents/scripted.js';
import type { Agent } from '../../env/agent.js';
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { ACTIONS, EAT_FISH, END, REST } from '../../env/games/islebound/actions.js';
import { enumerate } from '../../env/games/islebound/enumerate.js';
import { game, IsleboundState } from '../../env/games/islebound/game.js';
import { violations } from '../../env/games/islebound/invariants.js';
import type { IsleboundOptionsInput } from '../../env/games/islebound/options.js';
import * as S from '../../env/games/islebound/state.js';
import { LiveView } from '../../env/view.js';

/** What was reached so far; plain arrays, so that it lies in JSON. */
export interface Tally {
  games: number;
  decisions: number;
  rounds: number;
  won: number;
  /** Positions in which save, load, view and the slow enumerator were checked too. */
  deep: number;
  /** How often each prompt was asked; how often each action was legal, and was played; landmarks of the rules. */
  prompts: number[];
  offered: number[];
  played: number[];
  landmarks: number[];
  endings: Record<string, number>;
  players: Record<string, number>;
  /** What went wrong: game, decision, words. At most 20. */
  faults: string[];
  faulty: number;
}

export const emptyTally = (): Tally => ({
  games: 0,
  decisions: 0,
  rounds: 0,
  won: 0,
  deep: 0,
  prompts: game.prompts.map(() => 0),
  offered: new Array<number>(ACTIONS).fill(0),
  played: new Array<number>(ACTIONS).fill(0),
  landmarks: game.landmarks!.names.map(() => 0),
  endings: {},
  players: {},
  faults: [],
  faulty: 0,
});

const rich = { humanCoins: 60, maxDice: 6 };

/** Half the games are played by the printed rules, the others go through the variants. */
export const variants: readonly (readonly [string, IsleboundOptionsInput])[] = [
  ['as printed', {}],
  ['everything asked', { askForced: true }],
  ['rival buys at 14, no last-token end, no goods', { aiTokenThreshold: 14, lastTokenEnds: false, goodsRenown: false }],
  ['toll at the destination, may stay', { tollOn: 'destination', mayStay: true }],
  ['no close quarters, books kept', { closeQuarters: false, booksSpent: false }],
  ['spoils of the table, alliances unpaid', { spoils: 'table', autoAllySpoils: false, influenceRenown: true }],
  ['the rival must afford, short game', { aiMustAfford: true, roundCap: 15 }],
  ['rich start', { components: { numbers: rich }, roundCap: 60 }],
  ['poor in cubes and cards', { components: { numbers: { cubes: 6, pirates: 5, serpents: 1 } } }],
];

type Player = (s: IsleboundState, mask: Uint8Array, n: number, rng: Rng) => number;
const random: Player = (s, _mask, n, rng) => s.legalActions[rng.int(n)]!;
/** Random, but neither ends a turn at once nor rests, so that it meets more of the rules. */
const restless: Player = (s, mask, n, rng) => {
  let action = random(s, mask, n, rng);
  for (let again = 0; again < 3 && (action === END || action === REST || action === EAT_FISH); again++)
    action = random(s, mask, n, rng);
  return action;
};
const view = new LiveView(game);
const bots: [string, Agent][] = Object.entries(scriptedBots('islebound')).map(([name, make]) => [name, make()]);

const mask = new Uint8Array(ACTIONS);

/** Plays and checks one game, drawn from `seed` and its number alone. Adds to `tally`; never throws. */
export function fuzzGame(seed: string, number: number, tally: Tally): void {
  const rng = createRng(`${seed}/${number}/players`);
  const [, input] = variants[number % 2 === 0 ? 0 : 1 + ((number >> 1) % (variants.length - 1))]!;
  const options = game.options.parse(input);
  const chance = new SeededChance(`${seed}/${number}`, game.streams);
  const kind = rng.int(2 + bots.length);
  const [name, bot] = kind < 2 ? [kind === 0 ? 'random' : 'restless', null] : bots[kind - 2]!;
  tally.players[name] = (tally.players[name] ?? 0) + 1;
  bot?.reset(`${seed}/${number}`);
  const before = Uint32Array.from(game.landmarks!.counts);
  let decisions = 0;
  let where = 'set-up';
  try {
    const s = game.newState(options, chance);
    const other = new IsleboundState(options);
    const most = game.maxDecisions(options);
    let round = 1;
    while (!s.over) {
      where = `decision ${decisions}, ${game.prompts[s.prompt]}`;
      const wrong = violations(s);
      const n = s.legal(mask);
      if (n < (options.askForced ? 1 : 2)) wrong.push(`${n} legal actions`);
      if (s.round < round || s.round > round + 1) wrong.push(`round ${s.round} after ${round}`);
      round = s.round;
      if (wrong.length) throw new Error(wrong.join('; '));
      tally.prompts[s.prompt]!++;
      for (let i = 0; i < n; i++) tally.offered[s.legalActions[i]!]!++;
      if (decisions % 48 === 47) {
        checkDeep(s, other, n, rng);
        tally.deep++;
      }
      let action = (kind === 0 ? random : restless)(s, mask, n, rng);
      // Bots err now and then, so that they come to places they would avoid.
      if (bot && rng.int(12) > 0) action = bot.act(view.show(s, mask.slice(), n));
      if (mask[action] !== 1) throw new Error(`${name} chose action ${action}, which is not legal`);
      tally.played[action]!++;
      s.apply(action, chance);
      if (++decisions > most) throw new Error(`more than ${most} decisions`);
    }
    where = 'end';
    const wrong = violations(s);
    if (s.legal(mask) !== 0) wrong.push('actions after the end');
    if (s.truncated !== (s.ending() === 'round cap')) wrong.push('truncated and ending differ');
    const places = Uint8Array.of(9);
    s.places(places);
    const rewards = Float64Array.of(Number.NaN);
    s.rewards(rewards);
    if (places[0]! > 1 || !Number.isFinite(rewards[0]!)) wrong.push(`place ${places[0]}, reward ${rewards[0]}`);
    if (wrong.length) throw new Error(wrong.join('; '));
    if (places[0] === 0) tally.won++;
    tally.rounds += s.round;
    tally.endings[s.ending()] = (tally.endings[s.ending()] ?? 0) + 1;
  } catch (error) {
    tally.faulty++;
    if (tally.faults.length < 20) tally.faults.push(`game ${number}, ${where}: ${(error as Error).message}`);
  }
  tally.games++;
  tally.decisions += decisions;
  game.landmarks!.counts.forEach((n, i) => {
    tally.landmarks[i]! += n - before[i]!;
  });
}

/** What is too slow for every decision: save and load, the view, hidden facts redrawn, the enumerator. */
function checkDeep(s: IsleboundState, other: IsleboundState, n: number, rng: Rng): void {
  const hash = s.hash();
  other.load(s.save());
  if (other.hash() !== hash) throw new Error('loading what was saved gives another position');
  const legal = [...mask.keys()].filter((a) => mask[a] === 1);
  const wanted = enumerate(s);
  if (wanted.join() !== legal.join()) throw new Error(`mask ${legal}, enumerator ${wanted}`);
  const told = JSON.stringify(s.view(0));
  other.resample(0, rng);
  if (other.g[S.COUNT] !== n || enumerate(other).join() !== legal.join()) throw new Error('redrawing changed the mask');
  const wrong = violations(other);
  if (wrong.length) throw new Error(`after redrawing: ${wrong.join('; ')}`);
  if (JSON.stringify(other.view(0)) !== told) throw new Error('redrawing changed the view');
  if (JSON.stringify(game.parseView!(JSON.parse(told)).view!(0)) !== told) throw new Error('a view read back differs');
  if (new Set(legal.map((a) => s.actionText(a))).size !== n) throw new Error('two actions share a text');
  if (s.hash() !== hash) throw new Error('looking changed the position');
}
