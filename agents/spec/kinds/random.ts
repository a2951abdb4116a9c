import { RandomAgent } from '../../random.js';
import { nothingAfter } from '../grammar.js';
import { playingKind } from '../kind.js';

export const random = playingKind({
  kind: 'random',
  spec: 'random',
  about: 'uniform among the legal actions',
  options: {},
  travels: 'nothing',
  load(parsed) {
    nothingAfter(parsed);
    return () => new RandomAgent();
  },
  parts: () => [{ agent: 'random', how: 'itself' }],
});
