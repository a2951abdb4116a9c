/** Plays whole games between mixed players, checks everything after each decision, and tallies what was reached. */
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { observationSize, type State } from '../../env/game.js';
import { COLUMNS } from '../../env/kit/wrap.js';
import { CLOSELY, RARELY, type Subject } from './subject.js';
import { addFault, count, type Tally } from './tally.js';

/** Plays and checks one game, drawn from `seed` and its number alone. Adds to `tally`; never throws. */
export function fuzzGame<S extends State>(subject: Subject<S>, seed: string, number: number, tally: Tally): void {
  const { game } = subject;
  const rng = createRng(`${seed}/${number}/players`);
  const { variant, options: input, players } = subject.draw(seed, number, rng);
  count(tally.variants, variant);
  const chance = new SeededChance(`${seed}/${number}`, game.streams);
  const landmarks = new Uint32Array(tally.landmarks.length);
  const before = game.trace?.into(landmarks);
  const mask = new Uint8Array(game.actions);
  const offered = new Uint32Array(game.actions);
  let decisions = 0;
  let where = 'set-up';
  try {
    const options = game.options.parse(input);
    const fewest = (options as { askForced?: boolean }).askForced ? 1 : 2;
    const most = game.maxDecisions(options);
    const s = game.newState(options, chance);
    for (let seat = 0; seat < s.players; seat++) count(tally.players, players[seat]!.name);
    const deep = new SlowChecks(subject, s.clone(), `${seed}/${number}/looks`);
    const watch = subject.watch?.();
    const deepEvery = number < CLOSELY ? subject.deepEvery : subject.deepEvery * RARELY;
    const step = new Float64Array(s.players);
    const sums = new Float64Array(s.players);
    while (!s.over) {
      where = `decision ${decisions}, ${game.prompts[s.prompt]}`;
      const wrong = subject.violations(s);
      const n = s.legal(mask);
      if (n < fewest) wrong.push(`${n} legal actions`);
      if (watch) wrong.push(...watch.check(s));
      if (wrong.length > 0) throw new Error(wrong.join('; '));
      tally.prompts[s.prompt]!++;
      for (let action = 0; action < mask.length; action++) offered[action]! += mask[action]!;
      if (decisions % deepEvery === deepEvery - 1) {
        deep.check(s, mask, n, rng);
        tally.deep++;
      }
      const player = players[s.actor]!;
      const action = player.choose(s, rng);
      if (mask[action] !== 1) throw new Error(`${player.name} chose action ${action}, which is not legal`);
      tally.played[action]!++;
      s.apply(action, chance);
      s.rewards(step);
      for (let seat = 0; seat < sums.length; seat++) sums[seat]! += step[seat]!;
      if (++decisions > most) throw new Error(`more than ${most} decisions`);
    }
    where = 'end';
    const places = new Uint8Array(s.players).fill(255);
    s.places(places);
    const wrong = subject.violations(s);
    wrong.push(...faultsOfEnd(subject, s, places, sums, mask));
    if (wrong.length > 0) throw new Error(wrong.join('; '));
    tally.rounds += s.round;
    count(tally.endings, s.ending());
    places.forEach((place, seat) => {
      if (place === 0) count(tally.firsts, `seat ${seat}`);
    });
  } catch (error) {
    addFault(tally, `game ${number}, ${where}: ${(error as Error).message}`);
  }
  game.trace?.into(before);
  tally.games++;
  offered.forEach((n, action) => {
    tally.offered[action]! += n;
  });
  tally.decisions += decisions;
  landmarks.forEach((n, i) => {
    tally.landmarks[i]! += n;
  });
}

/** What is wrong with a finished game. @param mask overwritten */
function faultsOfEnd<S extends State>(
  subject: Subject<S>,
  s: S,
  places: Uint8Array,
  sums: Float64Array,
  mask: Uint8Array,
): string[] {
  const { game, cut } = subject;
  const wrong: string[] = [];
  if (s.legal(mask) !== 0 || mask.includes(1)) wrong.push('actions after the end');
  if (game.enumerate && game.enumerate(s).length > 0) wrong.push('the enumerator finds actions after the end');
  if (s.truncated !== (s.ending() === cut)) wrong.push('truncated and ending differ');
  // A single seat may have lost to an opponent that has no seat.
  if (places.some((place) => place >= Math.max(2, s.players))) wrong.push(`places ${places}`);
  if (s.players > 1 && !places.includes(0)) wrong.push('nobody is first');
  const total = sums.reduce((a, b) => a + b);
  if (!Number.isFinite(total)) wrong.push(`rewards ${sums}`);
  if (game.utility === 'zero-sum' && Math.abs(total) > 1e-9) wrong.push(`rewards ${sums} do not add up to zero`);
  if (subject.atEnd) wrong.push(...subject.atEnd(s, places));
  return wrong;
}

/**
 * What is too slow for every decision: save and load, hidden facts redrawn, views, observations, the enumerator, texts.
 */
class SlowChecks<S extends State> {
  private readonly seen: Float32Array;
  private readonly again: Float32Array;
  private readonly mask: Uint8Array;
  /** Draws of its own, so that what it looks at does not change how the game goes on. */
  private readonly looks: Rng;

  /** @param other another state of the same game and options, overwritten */
  constructor(
    private readonly subject: Subject<S>,
    private readonly other: S,
    seed: string,
  ) {
    const size = observationSize(subject.game);
    this.seen = new Float32Array(size);
    this.again = new Float32Array(size);
    this.mask = new Uint8Array(subject.game.actions);
    this.looks = createRng(seed);
  }

  /** @throws Error that says what is wrong */
  check(s: S, mask: Uint8Array, n: number, rng: Rng): void {
    const { game } = this.subject;
    const { other } = this;
    const hash = s.hash();
    const saved = s.save();
    other.load(saved);
    if (other.hash() !== hash) throw new Error('loading what was saved gives another position');
    const legal = [...mask.keys()].filter((action) => mask[action] === 1);
    if (legal.length !== n) throw new Error(`${n} legal actions, ${legal.length} in the mask`);
    const wanted = game.enumerate?.(s) ?? legal;
    if (wanted.join() !== legal.join()) throw new Error(`mask ${legal}, enumerator ${wanted}`);

    readable(s, legal);
    other.resample(s.actor, rng);
    if (other.legal(this.mask) !== n || this.mask.some((bit, action) => bit !== mask[action]))
      throw new Error('redrawing changed the mask');
    if (game.enumerate && game.enumerate(other).join() !== legal.join())
      throw new Error('redrawing changed what the enumerator finds');
    this.sameFor(s.actor, s, 'redrawing');
    if (told(other, s.actor) !== told(s, s.actor)) throw new Error('redrawing changed the view');
    if (other.text(s.actor) !== s.text(s.actor)) throw new Error('redrawing changed the text');

    const perfect = game.information === 'perfect';
    const seat = perfect ? s.actor : s.players > 1 ? rng.int(s.players) : 0;
    other.load(saved);
    other.resample(seat, this.looks);
    this.sameFor(seat, s, `redrawing for seat ${seat}`);
    if (game.parseView && s.view) {
      const back = game.parseView(JSON.parse(told(s, seat)));
      if (told(back, seat) !== told(s, seat)) throw new Error(`the view of seat ${seat} reads back as another`);
      if (perfect && back.hash() !== hash) throw new Error('the view reads back as another position');
    }
    if (s.hash() !== hash) throw new Error('looking changed the position');
  }

  /** The redrawn position must be a sound one in which the seat sees what it saw. */
  private sameFor(seat: number, s: S, what: string): void {
    const wrong = this.subject.violations(this.other);
    if (wrong.length > 0) throw new Error(`after ${what}: ${wrong.join('; ')}`);
    s.observe(seat, this.seen, 0);
    this.other.observe(seat, this.again, 0);
    if (this.seen.some((value, i) => value !== this.again[i]))
      throw new Error(`${what} changed what seat ${seat} sees`);
  }
}

/** Texts must fit a terminal, and tell each action from the others; so must its JSON. @throws Error that says what does not */
function readable(s: State, legal: readonly number[]): void {
  const texts = legal.map((action) => s.actionText(action));
  if (new Set(texts).size !== legal.length) throw new Error('two actions share a text');
  if (new Set(legal.map((action) => JSON.stringify(s.actionJson?.(action) ?? action))).size !== legal.length)
    throw new Error('two actions share their JSON');
  const long = texts.find((text) => text.length > ACTION_COLUMNS);
  if (long !== undefined) throw new Error(`an action is too long: ${long}`);
  const lines = s.text(s.actor).split('\n');
  const wide = lines.find((line) => line.length > COLUMNS);
  if (wide !== undefined) throw new Error(`a line is too long: ${wide}`);
  const broken = [...texts, ...lines].find((words) => /undefined|NaN/.test(words));
  if (broken !== undefined) throw new Error(`a broken text: ${broken}`);
}
/** Columns that an action's text may have: lists of actions have a number before each. */
const ACTION_COLUMNS = COLUMNS - 8;

const told = (s: State, seat: number): string => JSON.stringify(s.view?.(seat)) ?? '';
