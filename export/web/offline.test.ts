import { describe, expect, it } from 'vitest';
import { iconOf, manifestOf, offlineWorker } from './offline.js';

const files = new Map([
  ['index.html', '<p>'],
  ['../page.js', 'start()'],
]);
const keptBy = async (of: ReadonlyMap<string, string>) =>
  JSON.parse(/^const kept = (.*);$/m.exec(await offlineWorker(of))![1]!) as { version: string; files: object };

describe('a folder that opens without a network', () => {
  it('keeps its files by their hashes, in a version of all of them', async () => {
    const kept = await keptBy(files);
    expect(kept.files).toEqual({
      'index.html': expect.stringMatching(/^[0-9a-f]{64}$/),
      // printf 'start()' | sha256sum
      '../page.js': '0c89bb5894ba64a0d87b9a852cfcbe87824523d068979426602e7b9addc56f4d',
    });
    expect(await keptBy(files)).toEqual(kept);
    const { version } = await keptBy(new Map([...files, ['index.html', '<p> ']]));
    expect(version).toMatch(/^[0-9a-f]{16}$/);
    expect(version).not.toBe(kept.version);
  });

  it('has a manifest and an icon of its own', () => {
    const manifest = JSON.parse(manifestOf({ title: 'Big "Pig"', summary: 'Roll.' })) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'Big "Pig"', description: 'Roll.', start_url: 'index.html' });
    const letters = (title: string) => />([^<>]*)<\/text>/.exec(iconOf(title))![1];
    expect(['Lords of Doomspire', 'Tic-tac-toe', 'CartPole', 'pig', '<ü>', 'Über Ähren'].map(letters)).toEqual([
      'LD',
      'T',
      'C',
      'P',
      '&#60;',
      'ÜÄ',
    ]);
  });
});
