import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { inOwnFile, isWhole, LAST_LINE } from './own-file.js';

it('knows an exported file by its last line, whatever else a server appends', () => {
  expect(isWhole(`play();\n${LAST_LINE}\n`)).toBe(true);
  expect(isWhole(`play();\n${LAST_LINE}\r\n//# sourceMappingURL=data:a,b\n`)).toBe(true);
  expect(isWhole(`play();\n${LAST_LINE}\napp();\n`)).toBe(false);
  expect(isWhole('')).toBe(false);
});

it('says of a bundle that it is none, and nothing of what cannot be read', async () => {
  expect(await inOwnFile(undefined)).toBe(false);
  expect(await inOwnFile(import.meta.url)).toBe(false);
  expect(await inOwnFile(pathToFileURL('/there/is/none.mjs').href)).toBe(null);
});
