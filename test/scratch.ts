import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A new folder for a test file, deleted after its tests. @param name what its name begins with */
export function scratch(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
