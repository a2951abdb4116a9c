import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { scratch } from '../../test/scratch.js';
import { kinds } from './kinds.js';
import { agentAt, agentTravels, portableFile } from './travel.js';

const folder = scratch('tabletop-travel');
const context = await loadGame('doomspire');

it('knows of every kind of agent whether and how it travels', () => {
  const travels = kinds.filter(({ kind }) => kind !== 'cmd').map(({ kind }) => [kind, agentTravels(kind)]);
  expect(Object.fromEntries(travels)).toEqual({
    ...{ random: 'nothing', scripted: 'nothing', search: 'nothing', player: 'nothing', level: 'nothing' },
    ...{
      policy: 'data',
      'policy+search': 'data',
      'policy+lookahead': 'data',
      'policy+beam': 'data',
      onnx: 'data',
      solved: 'data',
      file: 'code',
    },
  });
});

it('names the file that must come along, none where the package has it', async () => {
  const player = path.join(folder, 'a.mjs');
  writeFileSync(player, '');
  expect(await portableFile(`file:${player}?difficulty=easy`, context)).toBe(player);
  expect(await portableFile(`onnx:${player}?argmax`, context)).toBe(player);
  for (const spec of ['player', 'level:3', 'scripted:mixed?mistakes=0.1', 'search:20'])
    expect(await portableFile(spec, context), spec).toBeUndefined();
});

it.each([
  ['cmd:python3 bot.py', /program of this machine/],
  ['level:3?ladder=ladder.json', /name the agent of that level itself/],
  ['file:gone.mjs', /there is no file/],
  ['policy:runs/gone', /gone/],
  ['bold', /unknown agent 'bold'/],
])('refuses %s', async (spec, message) => {
  await expect(portableFile(spec, context)).rejects.toThrow(UserError);
  await expect(portableFile(spec, context)).rejects.toThrow(message);
});

it('is the same agent by a file that lies elsewhere', () => {
  const moved = (spec: string) => agentAt(spec, '/there/x');
  expect(moved('file:players/a.mjs?difficulty=0.5&topk=3')).toBe('file:/there/x?difficulty=0.5&topk=3');
  expect(moved('policy:runs/a@100?argmax')).toBe('policy:/there/x?argmax');
  expect(moved('policy+search:50ms:runs/a?considered=8')).toBe('policy+search:50ms:/there/x?considered=8');
  expect(moved('onnx:a.onnx')).toBe('onnx:/there/x');
});
