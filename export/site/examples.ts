/** Games that bots play among themselves, to be walked through and to take a picture from. */

import { deflateRawSync } from 'node:zlib';
import { scriptedSpec } from '../../agents/bots/scripted-spec.js';
import { resolveGame } from '../../agents/resolve.js';
import { createAgent } from '../../agents/spec/load.js';
import { endingOf } from '../../env/finished.js';
import type { State } from '../../env/game.js';
import type { LoadedGame } from '../../env/load-game.js';
import { formatReplay, recordReplay } from '../../env/replay.js';
import { TurnEnv } from '../../env/turn-env.js';

/** A game that was played to its end. */
export interface Example {
  /** Who played and how it ended, in words. */
  about: string;
  /** The part of an address that makes the page walk through it; null where that would be too long. */
  link: string | null;
  /** The position after two thirds of the moves. */
  late: State;
  /** Seconds that it took. */
  seconds: number;
}

/** Links that are longer are not read by the page (export/web/page/link.ts). */
const MOST_LETTERS = 30_000;

/** Plays an example game of the strongest bot alone, and one of different bots, or of the next one in a game of one seat. */
export async function exampleGames(loaded: LoadedGame): Promise<Example[]> {
  const bots = Object.keys(loaded.bots).map(scriptedSpec);
  const [first = 'random', second = 'random'] = bots;
  const { source: game } = loaded;
  const { whole } = await resolveGame({ game, agents: [] });
  const seats = loaded.game.players(whole);
  const others = Array.from({ length: seats }, (_, seat) => (bots.length > 1 ? bots[seat % bots.length]! : second));
  const sides = [new Array<string>(seats).fill(first), seats > 1 ? others : [second]];
  const examples: Example[] = [];
  for (const [i, agents] of sides.entries()) examples.push(await play(loaded, whole, agents, `example/${i + 1}`));
  return examples;
}

async function play(loaded: LoadedGame, options: unknown, specs: readonly string[], seed: string): Promise<Example> {
  const { game } = loaded;
  const agents = await Promise.all(specs.map((spec) => createAgent(spec, { ...loaded, options })));
  const began = performance.now();
  const env = new TurnEnv(game, { options });
  env.start({ seed });
  agents.forEach((agent, seat) => agent.reset(`${seed}/agent ${seat}`));
  const positions: State[] = [];
  const actions: number[] = [];
  while (!env.over) {
    positions.push(env.state.clone());
    const action = agents[env.actor]!.act(env.view());
    actions.push(action);
    env.play(action);
  }
  const seconds = (performance.now() - began) / 1000;
  const replay = formatReplay(recordReplay(game, { options, seed, actions, agents: specs }));
  const packed = deflateRawSync(replay, { level: 9 }).toString('base64url');
  return {
    about: `${who(specs)}; ${actions.length} moves; ${howItEnded(loaded, env)}`,
    link: packed.length > MOST_LETTERS ? null : `#walk=${packed}`,
    late: positions[Math.floor((2 * positions.length) / 3)]!,
    seconds,
  };
}

const nameOf = (spec: string): string => spec.replace(/^scripted:/, '');

function who(specs: readonly string[]): string {
  const names = specs.map(nameOf);
  return new Set(names).size === 1 && names.length > 1 ? `${names[0]} in every seat` : names.join(', ');
}

/** `NW wins (the dragon leaves)`. */
function howItEnded({ game }: LoadedGame, env: TurnEnv): string {
  const { state } = env;
  const seats = game.drawing?.scene(state, 0).seats;
  const winners = [...env.places()].flatMap((place, seat) =>
    place === 0 ? [seats?.[seat]?.name ?? `seat ${seat}`] : [],
  );
  const ending = endingOf(state);
  if (state.players === 1) return ending;
  const won =
    winners.length === state.players ? 'a draw' : `${winners.join(' and ')} ${winners.length > 1 ? 'win' : 'wins'}`;
  return ending === '' ? won : `${won} (${ending})`;
}
