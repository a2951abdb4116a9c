/** What the kinds of agents that play by an exported player share. */
import type { Agent } from '../../env/agent.js';
import { UserError } from '../../env/user-error.js';
import { LEVELS } from '../ladder.js';
import { FilePlayer, type FilePlayerSettings, loadPlayer } from '../player-file/file-player.js';
import { botParts, opponentsParts } from './bots.js';
import { numberOption, type Option, type ParsedSpec, wholeOption, wordOr } from './grammar.js';
import { type AgentContext, type Part, playingOf } from './kind.js';

const difficulty: Option<'easy' | 'medium' | 'hard' | number> = wordOr(
  { easy: 'easy', medium: 'medium', hard: 'hard' },
  numberOption(0, 1),
);

/** What sets the strength of an exported player. */
export const strengthOptions = {
  difficulty,
  topk: wholeOption(1, 1e9),
  attention: numberOption(0, 1),
  level: wholeOption(1, LEVELS),
};

/** The strength that a spec of an exported player gives it. @throws UserError when it gives it twice */
export function playerSettings({ spec, options }: ParsedSpec<typeof strengthOptions>): FilePlayerSettings {
  const { difficulty, topk: topK, attention, level } = options;
  const given = [level, attention, difficulty ?? topK].filter((one) => one !== undefined);
  if (given.length > 1)
    throw new UserError(
      `agent ${spec}: level, attention, and difficulty with topk all set its strength; give one of them`,
    );
  return { difficulty, topK, attention, level };
}

/** Loads an exported player. @param path of its file */
export async function loadExported(
  parsed: ParsedSpec<typeof strengthOptions>,
  context: AgentContext,
  path: string,
): Promise<() => Agent> {
  const { spec } = parsed;
  const settings = playerSettings(parsed);
  const module = await loadPlayer(path, context.game, playingOf(context));
  if (settings.level !== undefined && !module.meta.ladder)
    throw new UserError(
      `agent ${spec}: the levels of this player were not measured (tabletop ladder --player); use difficulty`,
    );
  if (settings.attention !== undefined && !module.meta.lookahead)
    throw new UserError(`agent ${spec}: this player does not look ahead, so attention has no effect`);
  return () => new FilePlayer(module, context.game, path, settings, spec);
}

/** Scripted players that are part of an exported player, by its own account. @param path of its file */
export async function exportedParts(path: string, context: AgentContext): Promise<Part[]> {
  const { meta } = await loadPlayer(path, context.game, playingOf(context));
  const bots = new Set([meta.advisor, meta.provenance?.training?.scriptedPlayerInside ?? undefined]);
  if (meta.plan) bots.delete(meta.plan.bot);
  return [
    ...(meta.plan ? botParts(meta.plan.bot, 'its weights were trained from this', context) : []),
    ...[...bots].flatMap((spec) => (spec === undefined ? [] : botParts(spec, 'inside it', context))),
    ...opponentsParts(meta.lookahead?.opponents, context),
  ];
}
