/**
 * What a player is made of, as facts: what was put in, what it learned from, and what it does at play time. Part of every
 * exported file (`meta.provenance`), of the list of games and of the README's table. What is not recorded is left out,
 * or null where a number is.
 */
import { z } from 'zod';
import { cappedWorths } from '../../env/returns.js';
import type { LookaheadStrength } from '../search/lookahead.js';

const count = z.int().nonnegative();
const nonnegative = z.number().nonnegative();
/** A share with its 95 % interval. */
const share = z.strictObject({ mean: z.number(), low: z.number(), high: z.number() });

const lookaheadSchema: z.ZodType<LookaheadStrength> = z.strictObject({
  samples: count,
  rounds: count,
  margin: z.number(),
  evaluation: z.number().optional(),
  opponents: z.record(z.string(), z.number()).optional(),
  capped: z.enum(cappedWorths).optional(),
});

/** How a player came to be. */
const playerTrainingSchema = z.strictObject({
  /**
   * Spec of the scripted player whose choice the network is shown, or whose weights were trained, and whose code is in the
   * file; null: there is none.
   */
  scriptedPlayerInside: z.string().nullable(),
  /** Learning to choose as a scripted player does (warm start); null: none. */
  imitation: z
    .strictObject({
      /** Whom. */
      of: z.string().nullable(),
      /** Games of that player that were played for it. */
      games: count.nullable(),
      /** Decisions learned from. */
      decisions: count.nullable(),
    })
    .nullable()
    .optional(),
  /** Self-play; null: none. */
  ppo: z.strictObject({ decisions: count.nullable(), updates: count.nullable() }).nullable().optional(),
  /** Evolution strategies; null: none. */
  evolution: z
    .strictObject({
      /** The scripted player whose weights were trained; null: a network's were. */
      of: z.string().nullable(),
      games: count.nullable(),
      decisions: count.nullable(),
      updates: count.nullable(),
    })
    .nullable()
    .optional(),
  /** Expert iteration, where there was any. */
  expertIteration: z
    .strictObject({ games: count.nullable(), decisions: count.nullable(), updates: count.nullable() })
    .optional(),
  /** Learning the values of positions, where there was any. */
  afterstate: z
    .strictObject({ games: count.nullable(), decisions: count.nullable(), updates: count.nullable() })
    .optional(),
  /** How it looks ahead when it plays; null: it does not. */
  search: lookaheadSchema.nullable(),
});

/** How a player came to be: see `playerTrainingSchema`. */
export type PlayerTraining = z.infer<typeof playerTrainingSchema>;

/** What one agent of a line-up spent on its decisions. */
const effortReportSchema = z.strictObject({
  agent: z.string(),
  /** Decisions with more than one legal action that this is about. */
  decisions: count,
  /** Simulations a decision, in the mean; null of an agent that does not simulate. */
  simulations: nonnegative.nullable(),
  /** A decision; median and the time below which nine of ten stay to 5 %. Null where no decision was timed. */
  milliseconds: z.strictObject({ mean: nonnegative, median: nonnegative, p90: nonnegative }).nullable(),
});

/** What one agent spent on its decisions: see `effortReportSchema`. */
export type EffortReport = z.infer<typeof effortReportSchema>;

/** Games that a player was measured by. */
const playerMeasurementSchema = z.strictObject({
  /** Specs of the opponents; one of them fills all other seats. Empty: alone. */
  against: z.array(z.string()),
  /** Options of the game that are not its defaults. */
  options: z.record(z.string(), z.unknown()).optional(),
  games: count,
  seed: z.string(),
  /** Share of games won at the rules' own end. */
  winRate: share,
  /** Share of games truncated by the round cap. */
  truncatedShare: z.number().optional(),
  /** Share of first places if all were equally strong. */
  parity: z.number(),
  command: z.string(),
  /** What the player and its opponents spent on a decision in these games; null: not recorded. */
  effort: z.array(effortReportSchema).nullable(),
});

/** Games that a player was measured by: see `playerMeasurementSchema`. */
export type PlayerMeasurement = z.infer<typeof playerMeasurementSchema>;

/** How a player did against a panel (eval/panel.ts): opponents of several kinds and strengths, each in turn in all other seats. */
const playerPanelSchema = z.strictObject({
  /** Options of the game that are not its defaults. */
  options: z.record(z.string(), z.unknown()).optional(),
  seed: z.string(),
  parity: z.number(),
  rows: z
    .array(
      z.strictObject({
        opponent: z.string(),
        games: count,
        /** Share of games won at the rules' own end. */
        winRate: share,
        truncatedShare: z.number(),
        /** How the opponent is part of the player, which that flatters; null: it is not. */
        inside: z.string().nullable(),
      }),
    )
    .min(1),
  /** Share of games won, each opponent with the same weight. */
  mean: share,
  /** The opponent that it wins least against. */
  worst: z.strictObject({ opponent: z.string(), winRate: share }),
  command: z.string(),
});

/** How a player did against a panel: see `playerPanelSchema`. */
export type PlayerPanel = z.infer<typeof playerPanelSchema>;

/** `meta.provenance` of a player: these facts, and whatever else its maker states. */
const provenanceSchema = z.looseObject({
  training: playerTrainingSchema.optional(),
  measured: z.array(playerMeasurementSchema).optional(),
  panel: playerPanelSchema.optional(),
  /** Versions of its game that it was carried over from and to since then, the first step first. */
});

/** `meta.provenance` of a player: see `provenanceSchema`. */
export type Provenance = z.infer<typeof provenanceSchema>;

/** What a maker may state: the export knows itself what is inside, and how the player looks ahead. */
export const statedProvenanceSchema = provenanceSchema.extend({
  training: playerTrainingSchema.partial({ scriptedPlayerInside: true, search: true }).optional(),
});
