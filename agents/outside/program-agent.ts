/**
 * A program of somebody else's as an agent: JSON lines on its standard input and output (docs/agents-from-outside.md). It
 * sees what an exported player sees, and is not trusted: every line is checked. When it fails it is started anew, once a
 * game, and asked again. When it fails a second time the agent throws: games with random moves in its place would
 * measure something else.
 */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Agent, View } from '../../env/agent.js';
import { createRng, type Rng, type Seed } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { parseJson } from '../../env/json.js';
import { parseOptions } from '../../env/options.js';
import { UserError } from '../../env/user-error.js';
import { oneLine, Programs, type Reply } from './programs.js';

/** Raised when a program for the protocol before could not understand what it is sent now. */
const PROGRAM_PROTOCOL = 1;

/** Milliseconds that a program may take to start: Python with a large library takes some seconds. */
const STARTING = 60_000;

/** What a decision may be told by. */
const parts = ['view', 'text', 'observation'] as const;

const readySchema = z.strictObject({
  type: z.literal('ready'),
  wants: z.array(z.enum(parts)).max(parts.length).default(['view']),
});

const answerSchema = z.union([
  z.strictObject({ id: z.int(), action: z.int() }),
  z.strictObject({ id: z.int(), kind: z.string(), args: z.record(z.string(), z.unknown()).default({}) }),
]);
type Answer = z.infer<typeof answerSchema>;

/** An action as a program is told of it. */
interface ToldAction {
  id: number;
  text: string;
  kind?: string;
  args?: Record<string, unknown>;
}

/** What a program did that it may not do. */
class Fault extends Error {}

/** One seat, played by a run of the program. */
class ProgramAgent implements Agent {
  /** Whether it does is its own affair. */
  readonly remembers = true;
  private wants: readonly string[] = [];
  private rng: Rng = createRng('program');
  private copy: State | undefined;
  private seed = 0;
  private running = false;
  private restarted = false;
  /** A restart was told of: a program that often fails would tell of nothing else. */
  private warned = false;
  private asked = 0;
  private readonly run: number;

  /**
   * @param name its spec
   * @param programs where it runs
   * @param ms time for a decision
   */
  constructor(
    readonly name: string,
    private readonly programs: Programs,
    private readonly game: Game,
    private readonly options: unknown,
    private readonly ms: number,
  ) {
    this.run = programs.add();
  }

  /** Starts the program, if it does not run. @throws UserError when it does not answer as it should */
  start(): void {
    try {
      if (!this.running) this.hello();
    } catch (error) {
      throw told(error);
    }
  }

  reset(seed: Seed): void {
    this.rng = createRng(`${seed}/sample`);
    // Not the seed itself: the deal follows from that.
    this.seed = createRng(`${seed}/program`).int(2 ** 31);
    // The next game may have other options, and a copy keeps its own.
    this.copy = undefined;
    this.restarted = false;
    if (this.running) this.begin();
  }

  act(view: View): number {
    for (;;) {
      try {
        if (!this.running) {
          this.hello();
          this.begin();
        }
        return this.decide(view);
      } catch (error) {
        this.running = false;
        if (!(error instanceof Fault) || this.restarted) throw told(error, this.restarted);
        this.restarted = true;
        if (!this.warned)
          process.emitWarning(
            `agent ${this.name}: the program ${error.message}: it was started anew (told of once; twice in a game is an error)`,
          );
        this.warned = true;
      }
    }
  }

  private hello(): void {
    const { game, options } = this;
    this.programs.start(this.run);
    const ready = this.ask(
      {
        type: 'hello',
        protocol: PROGRAM_PROTOCOL,
        game: game.id,
        version: game.version,
        options,
        seats: game.players(options),
        actions: game.actions,
        observation: game.observation.map(({ name, shape }) => ({ name, shape })),
      },
      readySchema,
      STARTING,
    );
    this.wants = ready.wants;
    this.running = true;
  }

  private begin(): void {
    this.programs.tell(this.run, JSON.stringify({ type: 'game', seed: this.seed }));
  }

  private decide(view: View): number {
    // Not the live state: what the seat cannot know is redrawn before anything is told, so nothing can leak.
    const state = (this.copy = view.sample(this.rng, this.copy));
    const actions: ToldAction[] = [];
    for (let id = view.mask.indexOf(1); id >= 0; id = view.mask.indexOf(1, id + 1))
      actions.push({ id, text: state.actionText(id), ...state.actionJson?.(id) });
    const id = ++this.asked;
    const answer = this.ask(
      {
        type: 'decide',
        id,
        seat: view.seat,
        prompt: view.prompt,
        actions,
        ...(this.wants.includes('view') && { view: state.view?.(view.seat) ?? null }),
        ...(this.wants.includes('text') && { text: state.text(view.seat) }),
        ...(this.wants.includes('observation') && { observation: [...view.observation()] }),
      },
      answerSchema,
      this.ms,
    );
    if (answer.id !== id) this.fail(`answered question ${answer.id} instead of ${id}`);
    return this.meant(answer, actions);
  }

  /** The action that an answer means. */
  private meant(answer: Answer, actions: readonly ToldAction[]): number {
    if ('action' in answer) {
      if (actions.some(({ id }) => id === answer.action)) return answer.action;
      this.fail(`chose action ${answer.action}, which is not legal`);
    }
    const found = actions.filter(({ kind, args }) => kind === answer.kind && isDeepStrictEqual(args, answer.args));
    if (found.length === 1) return found[0]!.id;
    const words = `${answer.kind} ${JSON.stringify(answer.args)}`.slice(0, 100);
    this.fail(`chose ${words}, which ${found.length === 0 ? 'is not legal' : `could be ${found.length} actions`}`);
  }

  private ask<T>(message: unknown, schema: z.ZodType<T>, ms: number): T {
    const reply: Reply = this.programs.ask(this.run, JSON.stringify(message), ms);
    if ('fault' in reply) throw new Fault(reply.fault);
    let json: unknown;
    try {
      json = parseJson(reply.line);
    } catch {
      this.fail(`wrote no JSON: ${oneLine(reply.line) || 'an empty line'}`);
    }
    const checked = schema.safeParse(json);
    if (!checked.success)
      this.fail(`gave an answer that is not understood (${whyNot(checked.error)}): ${oneLine(reply.line)}`);
    return checked.data;
  }

  /** It cannot be known what a program that went wrong would do next. */
  private fail(fault: string): never {
    this.programs.end(this.run);
    throw new Fault(fault);
  }
}

/** What is wrong with an answer. Of the forms that it may have it is held against the one that fits best. */
function whyNot({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  const forms = issue?.code === 'invalid_union' ? issue.errors : [issues];
  const [first] = forms.reduce((best, form) => (form.length < best.length ? form : best));
  if (!first) return 'it fits no form';
  if (first.code === 'unrecognized_keys') return `it has more: ${first.keys.join(', ')}`;
  return `${first.path.length > 0 ? first.path.join('.') : 'it'}: ${first.message}`;
}

function told(error: unknown, again = false): unknown {
  if (!(error instanceof Fault)) return error;
  return new UserError(`the program ${error.message}${again ? ', for the second time in this game' : ''}`);
}

/**
 * Starts a program as an agent, to see that it answers.
 * @param command the program and its arguments, without a shell
 * @returns what makes an agent for each seat; the first gets what was started
 * @throws UserError when it cannot be started, or does not answer as it should
 */
export async function loadProgram(
  spec: string,
  command: string,
  game: Game,
  options: unknown,
  ms: number,
): Promise<() => Agent> {
  const programs = await Programs.open(words(command, spec));
  const whole = parseOptions(game, options);
  const make = () => new ProgramAgent(spec, programs, game, whole, ms);
  let first: ProgramAgent | undefined = make();
  try {
    first.start();
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`agent ${spec}: ${error.message}`);
    throw error;
  }
  return () => {
    const agent = first ?? make();
    first = undefined;
    return agent;
  };
}

/** Splits at spaces; what stands in quotes stays together. @throws UserError when a quote is not closed */
export function words(command: string, spec: string): string[] {
  const found: string[] = [];
  for (const [word, open] of command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+|(["'])/g)) {
    if (open) throw new UserError(`agent ${spec}: a quote is not closed`);
    found.push(word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
  }
  return found;
}
