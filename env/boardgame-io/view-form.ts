/**
 * What a player's view of `G` is made of, found by playing: games say it nowhere. A view from elsewhere is held to it, since games
 * need not read all of `G` to be asked for actions.
 */
import { createRng, SeededChance } from '../chance.js';
import type { HostMatch } from './rules.js';
import type { HostOptions, WrappedGame } from './wrapped-game.js';

/** Random games that are looked at, and decisions of each. */
const GAMES = 2;
const DECISIONS = 200;

/** What was seen at one place of `G`, in all positions. */
class Place {
  readonly kinds = new Set<string>();
  /** Of a list: how long it was, -1 where that changed. */
  length: number | undefined;
  readonly entries = new Map<string, Place>();
  /** Of a list: what all of its entries are. */
  item: Place | undefined;

  see(value: unknown): void {
    this.kinds.add(kindOf(value));
    if (Array.isArray(value)) {
      this.length = (this.length ?? value.length) === value.length ? value.length : -1;
      this.item ??= new Place();
      for (const one of value) this.item.see(one);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        let place = this.entries.get(key);
        if (!place) this.entries.set(key, (place = new Place()));
        place.see(one);
      }
  }

  /** What of a value does not fit; empty if all does. @param players of the game: lists of one entry for each are so always */
  wrong(path: string, value: unknown, players: number): string {
    const kind = kindOf(value);
    const known = [...this.kinds].filter((one) => one !== 'nothing');
    // A place that was empty in all games may hold anything, and one that held two kinds of things a third.
    if (kind !== 'nothing' && known.length === 1 && known[0] !== kind) return `${path}: ${known[0]} wanted`;
    if (Array.isArray(value)) {
      if (this.length === players && value.length !== players) return `${path}: ${players} entries wanted`;
      for (const [i, one] of value.entries()) {
        const wrong = this.item?.wrong(`${path}.${i}`, one, players);
        if (wrong) return wrong;
      }
    } else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) {
        const wrong = this.entries.get(key)?.wrong(`${path}.${key}`, one, players);
        if (wrong) return wrong;
      }
    return '';
  }
}

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return { number: 'a number', string: 'a text', boolean: 'true or false' }[typeof value as string] ?? 'an object';
};

/** By game and options; a game is asked of the same options again and again. */
const known = new WeakMap<object, Map<string, Place[]>>();

/**
 * What is wrong with a view's `G` beside what the same player sees in random games: a field that is missing, or one of another
 * kind than it ever was there. Empty if nothing is. Fields that were never seen may be there: rare things put them there.
 */
export function wrongField<G extends object>(
  frame: WrappedGame<G>,
  options: HostOptions,
  seat: number,
  G: Readonly<Record<string, unknown>>,
): string {
  const players = frame.players(options);
  const fresh = plain(frame.rules.seen(frame.begin(options, new SeededChance('view', frame.streams)), seat).G);
  for (const name of Object.keys(fresh as object)) if (!Object.hasOwn(G, name)) return `G.${name}: missing`;
  return formsOf(frame, options)[seat]!.wrong('G', G, players);
}

/** What each player sees, by seat. */
function formsOf<G extends object>(frame: WrappedGame<G>, options: HostOptions): Place[] {
  let games = known.get(frame);
  if (!games) known.set(frame, (games = new Map()));
  const key = JSON.stringify(options);
  let forms = games.get(key);
  if (!forms) games.set(key, (forms = playedForms(frame, options)));
  return forms;
}

function playedForms<G extends object>(frame: WrappedGame<G>, options: HostOptions): Place[] {
  const { rules, form: of } = frame;
  const most = Math.min(DECISIONS, of.maxDecisions);
  const forms = Array.from({ length: frame.players(options) }, () => new Place());
  for (let game = 0; game < GAMES; game++) {
    const chance = new SeededChance(`view/${game}`, frame.streams);
    const rng = createRng(`view/${game}/choices`);
    let match: HostMatch<G> = frame.begin(options, chance);
    for (let decision = 0; ; decision++) {
      for (const [seat, form] of forms.entries()) form.see(plain(rules.seen(match, seat).G));
      if (match.ctx.gameover !== undefined || decision >= most) break;
      const { actor, legal } = rules.asked(match);
      match = rules.play(match, actor, legal[rng.int(legal.length)]!, chance);
    }
  }
  return forms;
}

/** As it is read from a view. */
const plain = (G: unknown): unknown => JSON.parse(JSON.stringify(G));
