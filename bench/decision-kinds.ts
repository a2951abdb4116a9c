/**
 * What each kind of decision costs a policy: it answers only decisions of that kind, its teacher all others, in games
 * against the teacher. A kind that loses is one the policy has not learnt. Prints a table, the most frequent kinds first.
 *
 *   npx tsx bench/decision-kinds.ts policy:runs/<run>?argmax --game doomspire --teacher scripted:mixed --blocks 100
 *
 * The teacher answers the other decisions and plays the other seats; a block is a deal, played once from every seat;
 * `--rows` is how many kinds of decision are looked at, the most frequent ones.
 */
import { loadAgent } from '../agents/index.js';
import { table } from '../cli/terminal.js';
import type { Agent, View } from '../env/agent.js';
import type { Seed } from '../env/chance.js';
import { loadGame } from '../env/load-game.js';
import { TurnEnv } from '../env/turn-env.js';
import { UserError } from '../env/user-error.js';
import { playMatch } from '../eval/match.js';
import { bootstrapMean } from '../eval/statistics.js';
import { commandLine, wholeNumber } from './command-line.js';

/** One agent for some kinds of decision, another for the rest. Counts what it was asked and where both agree. */
class Shared implements Agent {
  readonly name = 'shared';
  readonly asked = new Map<string, { decisions: number; same: number }>();

  constructor(
    private readonly pupil: Agent,
    private readonly teacher: Agent,
    private readonly pupils: (prompt: string) => boolean,
  ) {}

  reset(seed: Seed): void {
    this.pupil.reset(`${seed}/pupil`);
    this.teacher.reset(`${seed}/teacher`);
  }

  act(view: View): number {
    const theirs = this.teacher.act(view);
    if (!this.pupils(view.prompt)) return theirs;
    const own = this.pupil.act(view);
    const count = this.asked.get(view.prompt) ?? { decisions: 0, same: 0 };
    count.decisions++;
    if (own === theirs) count.same++;
    this.asked.set(view.prompt, count);
    return own;
  }
}

const { values: flags, positionals } = commandLine(
  import.meta.url,
  {
    game: { type: 'string', default: 'doomspire' },
    teacher: { type: 'string', default: 'scripted:mixed' },
    blocks: { type: 'string', default: '100' },
    rows: { type: 'string', default: '10' },
  },
  1,
);
const [spec] = positionals;
if (spec === undefined) throw new UserError('whose decisions? name an agent, such as policy:runs/<run>?argmax');
const blocks = wholeNumber('blocks', flags.blocks);
const rows = wholeNumber('rows', flags.rows);
const { game, bots } = await loadGame(flags.game);
const pupil = await loadAgent(spec, { game, bots });
const teacher = await loadAgent(flags.teacher, { game, bots });
const env = new TurnEnv(game);

function play(pupils: (prompt: string) => boolean) {
  const player = new Shared(pupil(), teacher(), pupils);
  const others = Array.from({ length: game.seats.max - 1 }, () => teacher());
  const means: number[] = [];
  let wins = 0;
  for (let block = 0; block < blocks; block++) {
    let sum = 0;
    for (let seat = 0; seat <= others.length; seat++) {
      const agents = [...others.slice(0, seat), player, ...others.slice(seat)];
      const { returns, places, truncated } = playMatch(env, agents, `kinds/${block}`);
      sum += returns[seat]!;
      if (places[seat] === 0 && !truncated) wins++;
    }
    means.push(sum / (others.length + 1));
  }
  const { mean, low, high } = bootstrapMean(means, 'kinds');
  const games = blocks * (others.length + 1);
  return {
    player,
    result: [`${((100 * wins) / games).toFixed(1)} %`, mean.toFixed(3), `[${low.toFixed(3)}, ${high.toFixed(3)}]`],
    games,
  };
}

const all = play(() => true);
const kinds = [...all.player.asked].sort((a, b) => b[1].decisions - a[1].decisions).slice(0, rows);
const lines = [['answered by the policy', 'a game', 'as the teacher', 'won', 'return', '95 %']];
const line = (name: string, { player, result, games }: ReturnType<typeof play>) => {
  let [decisions, same] = [0, 0];
  for (const count of player.asked.values()) {
    decisions += count.decisions;
    same += count.same;
  }
  const share = decisions > 0 ? `${((100 * same) / decisions).toFixed(1)} %` : '';
  lines.push([name, (decisions / games).toFixed(1), share, ...result]);
};
line('everything', all);
line(
  'nothing',
  play(() => false),
);
for (const [kind] of kinds)
  line(
    kind,
    play((prompt) => prompt === kind),
  );
process.stdout.write(`${table(lines)}\n`);
