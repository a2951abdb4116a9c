import { loadProgram, words } from '../../outside/program-agent.js';
import { needed, wholeOption } from '../grammar.js';
import { playingKind } from '../kind.js';

export const cmd = playingKind({
  kind: 'cmd',
  spec: 'cmd:<program and arguments>',
  about: 'a program of your own (JSON lines)',
  options: { ms: wholeOption(1, 3_600_000) },
  travels: 'never',
  foreign: true,
  load(parsed, { game, options }) {
    const { ms = 5000 } = parsed.options;
    return loadProgram(parsed.spec, needed(parsed, 'a program'), game, options, ms);
  },
  alsoReads: ({ what, spec }) => words(what, spec),
  parts: () => [],
});
