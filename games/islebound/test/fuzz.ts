/** Islebound as a subject of the fuzz: one human of several kinds, printed rules and variants. */

import type { Agent } from '../../../env/agent.js';
import { LiveView } from '../../../env/view.js';
import { type Player, type Subject, uniform } from '../../../test/fuzz/subject.js';
import { EAT_FISH, END, isleboundActions, REST } from '../actions.js';
import { bots as scripted } from '../bots/index.js';
import { game, type IsleboundState } from '../game.js';
import { violations } from '../invariants.js';
import type { IsleboundOptionsInput } from '../options.js';

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

const random = uniform<IsleboundState>((s) => s.count);
/** Random, but neither ends a turn at once nor rests, so that it meets more of the rules. */
const restless: Player<IsleboundState> = {
  name: 'restless',
  choose(s, rng) {
    let action = random.choose(s, rng);
    for (let again = 0; again < 3 && (action === END || action === REST || action === EAT_FISH); again++)
      action = random.choose(s, rng);
    return action;
  },
};
const view = new LiveView(game);
const bots: [string, Agent][] = Object.entries(scripted).map(([name, { create }]) => [name, create()]);
/** A bot that errs now and then, so that it comes to places it would avoid. */
const erring = (name: string, bot: Agent): Player<IsleboundState> => ({
  name,
  choose(s, rng) {
    const action = restless.choose(s, rng);
    return rng.int(12) > 0 ? bot.act(view.show(s)) : action;
  },
});

/** Rounds follow one another. */
class Rounds {
  private round = 1;

  check(s: IsleboundState): string[] {
    const before = this.round;
    this.round = s.round;
    return s.round < before || s.round > before + 1 ? [`round ${s.round} after ${before}`] : [];
  }
}

export const subject: Subject<IsleboundState> = {
  game,
  about: 'The human is a scripted bot with some random decisions, random, or random without ending turns early.',
  blocks: isleboundActions.spans,
  deepEvery: 48,
  cut: 'round cap',
  draw(seed, number, rng) {
    const [variant, options] = variants[number % 2 === 0 ? 0 : 1 + ((number >> 1) % (variants.length - 1))]!;
    const kind = rng.int(2 + bots.length);
    if (kind < 2) return { variant, options, players: [kind === 0 ? random : restless] };
    const [name, bot] = bots[kind - 2]!;
    bot.reset(`${seed}/${number}`);
    return { variant, options, players: [erring(name, bot)] };
  },
  violations,
  watch: () => new Rounds(),
};
