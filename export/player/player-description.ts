/** Self-description of a player (`describe()`). Part of every exported file. */
import type {
  PlayerDescription,
  PlayerLadder,
  PlayerMeta,
  PlayerModule,
} from '../../agents/player-file/player-module.js';
import { insideText, panelRecordText, ratingText, shareText } from '../../agents/player-file/provenance.js';
import type { PlayerMeasurement } from '../../agents/player-file/provenance-schema.js';

export function describePlayer(game: PlayerModule['game'], meta: PlayerMeta): PlayerDescription {
  const { training, measured = [], panel } = meta.provenance;
  return {
    game,
    options: meta.options,
    strength: measured,
    inside: training ?? null,
    levels: meta.ladder?.levels ?? [],
    parameters: meta.parameters,
    text: [
      `A player of ${game.title} (rules version ${game.version}), ${meta.parameters} parameters.`,
      ...(training ? insideText(training).split('\n') : []),
      ...measured.map(measurementText),
      ...(meta.ladder ? [ladderText(meta.ladder)] : []),
      ...(panel ? [`won against a panel: ${panelRecordText(panel)}`] : []),
    ],
  };
}

/** `won 86.5 % [83.0, 90.0] of 400 games against scripted:mixed`. */
function measurementText({ winRate, games, against }: PlayerMeasurement): string {
  return `won ${shareText(winRate)} of ${games} games ${against.length > 0 ? `against ${against.join(', ')}` : 'alone'}`;
}

/** `levels: 1 is rated 120 [90, 150] above random play, 10 is rated 812 [780, 845]`. */
function ladderText({ levels }: PlayerLadder): string {
  const [first, last] = [levels[0]!, levels.at(-1)!];
  return `levels: ${first.level} is rated ${ratingText(first.rating)} above random play, ${last.level} is rated ${ratingText(last.rating)}`;
}
