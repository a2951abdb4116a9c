import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dropOtherSystems } from './bring-engine.js';

it('deletes the binaries of other systems, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'other-systems-'));
  const ours = `${process.platform}/${process.arch}`;
  const file = (system: string) => join(folder, 'bin/napi-v6', system, 'library');
  for (const system of [ours, `${process.platform}/mips`, 'plan9/x64']) {
    mkdirSync(join(file(system), '..'), { recursive: true });
    writeFileSync(file(system), 'x'.repeat(1000));
  }
  writeFileSync(join(folder, 'package.json'), '{}');
  expect(dropOtherSystems(folder)).toBe(2000);
  expect([ours, `${process.platform}/mips`, 'plan9/x64'].map((system) => existsSync(file(system)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(existsSync(join(folder, 'package.json'))).toBe(true);
  expect(dropOtherSystems(folder)).toBe(0);
  expect(dropOtherSystems(join(folder, 'nothing'))).toBe(0);
  rmSync(folder, { recursive: true });
});
