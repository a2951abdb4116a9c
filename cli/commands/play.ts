import { randomInt } from 'node:crypto';
import process from 'node:process';
import readline from 'node:readline/promises';
import type { Command } from 'commander';
import { createAgent, defaultOpponent } from '../../agents/index.js';
import { checkWritable, writeAtomic } from '../../checkpoints/index.js';
import type { Agent } from '../../env/agent.js';
import { loadGame } from '../../env/games/index.js';
import { formatReplay, recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';
import { UserError } from '../../env/user-error.js';
import { questionWords } from '../../env/words.js';
import { commandLine } from '../../eval/index.js';
import { contentPolicy, makeSite } from '../../eval/web/index.js';
import { interruptSignal } from '../interrupt.js';
import { outputEnded, print } from '../output.js';
import { openBrowser, serve } from '../page-server.js';
import { ProgressLine, rewritesLines, Thinking } from '../terminal.js';
import { agentList, chooseGame, optionFields, readOptions, wholeNumber } from './shared.js';
import { wrongCount } from './show.js';

interface PlayFlags {
  options?: string;
  against?: string;
  seat: number;
  seed?: string;
  watch?: boolean;
  save?: string;
  web?: boolean;
  policy?: string;
  open: boolean;
}

/** `tabletop play <game>`: a person against agents, in the terminal. */
export function addPlay(program: Command): void {
  program
    .command('play <game>')
    .description('play against agents in the terminal or in a browser, or watch them play')
    .option(
      '--against <agents>',
      'agents in the other seats: one spec for all, or one for each, separated by commas (default: the shipped player, else the strongest scripted one)',
    )
    .option('--seat <n>', 'your seat, from 0', wholeNumber(0), 0)
    .option('--seed <seed>', 'seed of the deal and of the agents (default: a new one, printed)')
    .option('--options <options>', 'options of the game: a JSON object, or key=value,...')
    .option('--watch', 'watch only: --against fills every seat')
    .option('--save <file>', 'write a replay of the game')
    .option('--web', 'play in a browser, on this machine only, until Ctrl-C (docs/web.md)')
    .option(
      '--policy <policy>',
      'with --web: the trained player, a run, checkpoint or player file (default: the shipped one)',
    )
    .option('--no-open', 'with --web: print the address, open no browser')
    .addHelpText(
      'after',
      '\nAnswer with the number of an action, or: ? (show the position again), h (what the first opponent would do here;\n' +
        'in a game of one seat, the agent of --against), help (list the answers), q (quit).',
    )
    .action((name: string, flags: PlayFlags, command: Command) => {
      const given = (flag: keyof PlayFlags) => command.getOptionValueSource(flag) === 'cli';
      if (!flags.web) {
        const web = (['policy', 'open'] as const).find(given);
        if (web) throw new UserError(`--${web === 'open' ? 'no-open' : web} is for a browser: give --web too`);
        return play(name, flags);
      }
      const chosen = (['against', 'seat', 'watch', 'save'] as const).find(given);
      if (chosen) throw new UserError(`--${chosen} is chosen in the page: leave it out with --web`);
      return playInBrowser(name, flags);
    });
}

/** Serves the page until it is stopped. */
async function playInBrowser(name: string, { options, seed, policy, open }: PlayFlags): Promise<void> {
  const signal = interruptSignal();
  const making = rewritesLines(process.stderr) ? new ProgressLine() : null;
  making?.update('making the page ...');
  const { files } = await makeSite({
    game: name,
    policy,
    options: options === undefined ? undefined : readOptions(options),
    seed,
  }).finally(() => making?.clear());
  if (signal.aborted) return;
  const served = await serve(files, contentPolicy);
  process.stdout.write(`${served.address}\nplay there; Ctrl-C here stops it\n`);
  if (open) openBrowser(served.address);
  await aborted(signal);
  await served.close();
}

async function play(name: string, flags: PlayFlags): Promise<void> {
  const against = flags.against ?? defaultOpponent(await loadGame(name));
  const { game, bots, options: plain, otherOptions } = await chooseGame(name, flags.options, agentList(against));
  // Against people every rule is on; in self-play some are narrowed (see the game's README).
  const options =
    'conceding' in optionFields(game) && !flags.options?.includes('conceding') && !flags.watch
      ? { ...(plain as object), conceding: 'any' }
      : plain;
  if (flags.save !== undefined) checkWritable(flags.save);
  const seed = flags.seed ?? String(randomInt(2 ** 31));
  const env = new TurnEnv(game, { options });
  env.start({ seed });
  const seats = env.state.players;
  if (!flags.watch && flags.seat >= seats) throw new UserError(`--seat ${flags.seat}: seats are 0..${seats - 1}`);
  const create = (spec: string) =>
    createAgent(spec, { game, bots, options, otherOptions: otherOptions || ['conceding'] });
  const agents = await seatAgents(against, flags, seats, create);
  agents.forEach((agent, seat) => agent?.reset(`${seed}/agent/${seat}`));
  // Who plays alone may ask the one who would be the opponent.
  const adviser = agents.find((agent) => agent !== null) ?? (await create(agentList(against)[0]!));

  const lines = flags.watch ? null : readline.createInterface({ input: process.stdin, terminal: false });
  const answers = lines?.[Symbol.asyncIterator]();
  const signal = interruptSignal();
  const actions: number[] = [];
  const thinking = new Thinking();
  let quit = false;
  let shown = true;
  await print(`seed ${seed} (--seed ${seed} deals the same again)\n`);
  while (!env.over && !quit && !signal.aborted) {
    // Nobody looks on any more; the record that --save asks for is played to its end all the same.
    if (outputEnded() && (!flags.watch || flags.save === undefined)) break;
    const seat = env.actor;
    const agent = agents[seat];
    let action: number;
    if (agent) {
      action = thinking.of(`seat ${seat} (${agent.name})`, () => agent.act(env.view()));
      await print(`${shown ? '\n' : ''}seat ${seat} (${agent.name}): ${env.state.actionText(action)}\n`);
      shown = false;
    } else {
      const text = env.state.text(seat);
      const question = questionWords(game, env.state, text);
      process.stdout.write(`\n${text}\n${question && `${question}\n`}`);
      shown = true;
      const choice = await ask(env, answers!, adviser, thinking, signal);
      if (choice === null) {
        quit = true;
        break;
      }
      action = choice;
    }
    actions.push(action);
    env.play(action);
  }
  lines?.close();
  if (env.over) {
    const places = env.places();
    process.stdout.write(
      `\n${env.state.text(flags.watch ? 0 : flags.seat)}\n\nThe game is over (${env.state.ending()}):\n`,
    );
    for (let seat = 0; seat < seats; seat++)
      process.stdout.write(`  place ${places[seat]! + 1}: seat ${seat} (${agents[seat]?.name ?? 'you'})\n`);
  }
  if (flags.save !== undefined) {
    writeAtomic(flags.save, formatReplay(recordReplay(game, { options, seed, actions })));
    const told = ['tabletop', 'replay', flags.save, ...(name === game.id ? [] : ['--game', name])];
    process.stdout.write(`replay written to ${flags.save}; ${commandLine(told)} shows it\n`);
  }
}

/** `null` is the person's seat. */
async function seatAgents(
  against: string,
  flags: PlayFlags,
  seats: number,
  create: (spec: string) => Promise<Agent>,
): Promise<(Agent | null)[]> {
  const specs = agentList(against);
  const wanted = flags.watch ? seats : seats - 1;
  if (specs.length !== 1 && specs.length !== wanted)
    throw new UserError(wrongCount('--against', specs.length, Math.max(1, wanted)));
  const agents: (Agent | null)[] = [];
  let next = 0;
  for (let seat = 0; seat < seats; seat++)
    agents.push(
      !flags.watch && seat === flags.seat ? null : await create(specs.length === 1 ? specs[0]! : specs[next++]!),
    );
  return agents;
}

/** The person's action; null to quit. */
async function ask(
  env: TurnEnv,
  answers: AsyncIterator<string>,
  adviser: Agent,
  thinking: Thinking,
  signal: AbortSignal,
): Promise<number | null> {
  const legal: number[] = [];
  env.mask.forEach((bit, action) => bit && legal.push(action));
  legal.forEach((action, i) =>
    process.stdout.write(`  ${String(i + 1).padStart(3)}  ${env.state.actionText(action)}\n`),
  );
  for (;;) {
    process.stdout.write('> ');
    const answer = await Promise.race([answers.next(), aborted(signal)]);
    if (answer === null || answer.done) return null;
    const text = answer.value.trim().toLowerCase();
    if (text === 'q' || text === 'quit') return null;
    if (text === '?') {
      process.stdout.write(`${env.state.text(env.actor)}\n`);
    } else if (text === 'help') {
      process.stdout.write(`${answersText(legal.length)}\n`);
    } else if (text === 'h') {
      const advice = thinking.of(adviser.name, () => adviser.act(env.view()));
      process.stdout.write(`${adviser.name} would: ${env.state.actionText(advice)}\n`);
    } else {
      const action = legal[Number(text) - 1];
      if (action !== undefined) return action;
      process.stdout.write(`not one of 1..${legal.length}: ${answersText(legal.length)}\n`);
    }
  }
}

function answersText(actions: number): string {
  return `1..${actions}: choose that action, ?: show the position, h: advice, q: quit`;
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
}
