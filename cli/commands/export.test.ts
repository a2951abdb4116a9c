import { expect, it } from 'vitest';
import { exportText, refuseAgents } from './export.js';

it.each<[string, RegExp]>([
  ['player', /^player is a file already: import tabletop-gym\/games\/<game>\/player\.mjs, or copy it$/],
  ['player:fast', /player-fast\.mjs/],
  ['level:7', /^level:7 is an agent, and no run: export takes a run, a checkpoint, scripted:<name>/],
  ['search:100', /^search:100 is an agent/],
  ['policy+search:9:a', /^policy\+search:9:a is an agent/],
  ['policy:runs/a', /policy:<run> is exported as <run>$/],
])('says of %s that it is nothing to export, and what is', (policy, why) => {
  expect(() => refuseAgents(policy)).toThrow(why);
});

it('leaves runs, bots and games alone', () => {
  for (const policy of [
    'runs/level-1',
    'search-1',
    'random-run',
    'scripted:tuned',
    'connect-four',
    'players/a.mjs',
    'README.md',
  ])
    expect(() => refuseAgents(policy)).not.toThrow();
});

it.each([
  ['mine.mjs', 'try it: node mine.mjs --self-test'],
  ['mine.js', 'name it .mjs to run it with Node'],
])('tells how %s is run', (name, wanted) => {
  const result = {
    ...{ path: name, bytes: 1, format: 'js', roundingError: 0, training: {} },
    checked: { positions: 1, maxError: 0 },
  };
  expect(exportText(result as unknown as Parameters<typeof exportText>[0])).toContain(wanted);
});
