/** A game that is watched: how it went, and what each seat chose and reached on the way. */
import { z } from 'zod';
import type { Agent } from '../../env/agent.js';
import type { Seed } from '../../env/chance.js';
import type { TurnEnv } from '../../env/turn-env.js';
import { playMatch } from '../match.js';
import { outcomeSchema } from '../outcome.js';
import { HeatCounter } from './heat-counter.js';
import { choiceName, kindName, plainName } from './names.js';

const roundsByName = z.record(z.string(), z.array(z.number()));
const decisionsByName = z.record(z.string(), z.number());

/** What a seat did, by names: the round of each time. */
const seatRecordSchema = z.strictObject({
  choices: roundsByName,
  /** Landmarks of the rules (`Game.trace`) that its actions reached. */
  landmarks: roundsByName,
  /** Decisions in which a choice of that name was open to it: by single name, kind and plain name; only where noted. */
  offered: z.tuple([decisionsByName, decisionsByName, decisionsByName]).optional(),
});

/** What a seat did: see `seatRecordSchema`. */
type SeatRecord = z.infer<typeof seatRecordSchema>;

const count = z.number().nonnegative();

/** Where on its board it happened: `HeatCounts`. */
const heatSchema = z.strictObject({
  ...{ games: count, choices: count, rounds: count },
  places: z.record(z.string(), z.strictObject({ choices: count, pieces: count, ends: count })),
});

/** How a game went, and what was done in it. */
export const watchedSchema = z.strictObject({
  outcome: outcomeSchema,
  seats: z.array(seatRecordSchema),
  /** Only where it was counted. */
  heat: heatSchema.optional(),
});

/** A watched game: see `watchedSchema`. */
export type Watched = z.infer<typeof watchedSchema>;

/** A watched game, and what plays it again. */
export interface WatchedDeal extends Watched {
  deal: { seed: string; opening: number };
}

/** What is noted beside what was chosen. */
export interface WatchSettings {
  /** What was open to choose too: every legal action is named, which takes its time. */
  offers: boolean;
  /** Where on the board it happened: positions are drawn, which takes its time. */
  heat: boolean;
  /** Random first moves. */
  opening: number;
}

/** Plays a game and looks on. */
export function watchGame(
  env: TurnEnv,
  agents: readonly Agent[],
  seed: Seed,
  { offers, heat, opening }: WatchSettings,
): Watched {
  const { trace } = env.game;
  const seats = agents.map(
    (): SeatRecord => ({
      choices: dictionary(),
      landmarks: dictionary(),
      ...(offers && { offered: [dictionary(), dictionary(), dictionary()] }),
    }),
  );
  const counter = heat ? new HeatCounter(env.game) : null;
  const counts = trace && new Uint32Array(trace.names.length);
  const before = trace?.into(counts);
  let last = -1;
  let round = 0;
  // What happens after a decision, up to the next one, is put down to who took it.
  const settle = () => {
    if (!counts) return;
    if (last >= 0)
      counts.forEach((count, i) => {
        for (let n = 0; n < count; n++) note(seats[last]!.landmarks, trace.names[i]!, round);
      });
    counts.fill(0);
  };
  try {
    const { agents: _, ...outcome } = playMatch(env, agents, seed, {
      detail: true,
      opening,
      witness({ state, actor, mask }, action) {
        settle();
        counter?.look(env.state, action);
        last = actor;
        round = state.round;
        const { choices, offered } = seats[actor]!;
        note(choices, choiceName(state.actionText(action)), round);
        if (!offered) return;
        const open = new Set<string>();
        mask.forEach((legal, other) => {
          if (legal === 1) open.add(choiceName(state.actionText(other)));
        });
        [open, new Set([...open].map(kindName)), new Set([...open].map(plainName))].forEach((names, level) => {
          const decisions = offered[level]!;
          for (const name of names) decisions[name] = (decisions[name] ?? 0) + 1;
        });
      },
    });
    settle();
    counter?.end(env.state);
    return { outcome, seats, ...(counter && { heat: counter.counts }) };
  } finally {
    trace?.into(before);
  }
}

/** A game may use any word, also one that every object has. */
const dictionary = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

function note(rounds: Record<string, number[]>, name: string, round: number): void {
  const list = rounds[name];
  if (list) list.push(round);
  else rounds[name] = [round];
}
