import { solvedAgent } from '../../solved/solved-agent.js';
import { loadSolved, trainedSolved } from '../../solved/solved-file.js';
import { needed, type ParsedSpec } from '../grammar.js';
import { playingKind, playingOf } from '../kind.js';

const pathOf = (parsed: ParsedSpec): string => needed(parsed, 'the file of a solved policy');

export const solved = playingKind({
  kind: 'solved',
  spec: 'solved:<file>',
  about: 'the policy of a solved game (tabletop exact)',
  options: {},
  travels: 'data',
  load(parsed, context) {
    const policy = loadSolved(pathOf(parsed), context.game, playingOf(context));
    return () => solvedAgent(parsed.spec, policy);
  },
  parts: () => [],
  file: pathOf,
  trained: trainedSolved,
});
