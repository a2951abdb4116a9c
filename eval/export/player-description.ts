/** What a player says of itself (`describe()`). Part of every exported file. */
import type { PlayerDescription, PlayerMeta, PlayerModule } from '../../agents/player-file/player-module.js';
import { insideText, type PlayerMeasurement, panelRecordText, shareText } from '../../agents/player-file/provenance.js';

export function describePlayer(game: PlayerModule['game'], meta: PlayerMeta): PlayerDescription {
  const { training, measured = [], panel } = meta.provenance;
  return {
    game,
    options: meta.options,
    strength: measured,
    inside: training ?? null,
    parameters: meta.parameters,
    text: [
      `A player of ${game.title} (rules version ${game.version}), ${meta.parameters} parameters.`,
      ...(training ? insideText(training).split('\n') : []),
      ...measured.map(measurementText),
      ...(panel ? [`won against a panel: ${panelRecordText(panel)}`] : []),
    ],
  };
}

/** `won 86.5 % [83.0, 90.0] of 400 games against scripted:mixed`. */
function measurementText({ winRate, games, against }: PlayerMeasurement): string {
  return `won ${shareText(winRate)} of ${games} games ${against.length > 0 ? `against ${against.join(', ')}` : 'alone'}`;
}
