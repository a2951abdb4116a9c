/** Who can sit at a table in the terminal: a person, or any agent that was loaded before. */
import type { AgentContext } from '../../agents/spec/kind.js';
import { loadAgent, mayBeStored } from '../../agents/spec/load.js';
import type { Agent } from '../../env/agent.js';
import { UserError } from '../../env/user-error.js';
import { PERSON } from '../../export/web/players.js';
import type { PlayerList, Saved } from '../../export/web/saved.js';

export class LoadedPlayers implements PlayerList {
  private readonly loaded = new Map<string, () => Agent>();

  /** @param opponent whom a person plays against where nothing else was said; to be loaded too */
  constructor(
    private readonly context: AgentContext,
    readonly opponent: string,
  ) {}

  /** @throws UserError as `loadAgent` */
  async load(spec: string): Promise<void> {
    if (this.known(spec)) return;
    const meant = agentOf(spec);
    const create = await loadAgent(meant, this.context);
    this.loaded.set(spec, () => {
      const agent = create();
      return agent.remembers ? resetOnce(agent) : agent;
    });
  }

  /**
   * Loads who played a saved game, as far as they are here and may be named by a file.
   * @returns a line for each that cannot play on
   */
  async loadSaved({ agents = [] }: Saved): Promise<string[]> {
    const notes: string[] = [];
    for (const spec of new Set(agents)) {
      if (this.known(spec)) continue;
      let why = 'name it with --against to let it play on';
      try {
        if (mayBeStored(agentOf(spec))) {
          await this.load(spec);
          continue;
        }
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        why = error.message;
      }
      notes.push(`${this.opponent} plays in place of ${spec}: ${why}`);
    }
    return notes;
  }

  known(spec: string): boolean {
    return spec === PERSON || this.loaded.has(spec);
  }

  name(spec: string): string {
    return spec === PERSON ? 'you' : spec;
  }

  notes(): string[] {
    return [];
  }

  create(spec: string): Agent | null {
    if (spec === PERSON) return null;
    const create = this.loaded.get(spec);
    if (!create) throw new UserError(`there is no player ${spec} here`);
    return create();
  }
}

/** The trained player of a page is the one shipped here. */
function agentOf(spec: string): string {
  const [, difficulty] = /^trained:(hard|medium|easy)$/.exec(spec) ?? [];
  return difficulty ? `player?difficulty=${difficulty}` : spec;
}

/** A table resets agents before each choice; one that remembers its game would take each time for a new one. */
function resetOnce(agent: Agent): Agent {
  let done = false;
  return {
    name: agent.name,
    reset(seed) {
      if (!done) agent.reset(seed);
      done = true;
    },
    act: (view) => agent.act(view),
  };
}
