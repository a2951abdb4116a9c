import { expect, it } from 'vitest';
import { createRng } from '../../env/chance.js';
import { gameIds, loadGame } from '../../env/load-game.js';
import type { Scene } from '../../env/scene.js';
import { tones } from '../../env/scene.js';
import { TurnEnv } from '../../env/turn-env.js';
import { pictureOf } from './scene-svg.js';

/** Whether every element that begins ends, in its order. */
function wellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, end, name, own] of svg.matchAll(/<(\/?)(\w+)(?:\s[^<>]*?)?(\/?)>/g))
    if (end) {
      if (open.pop() !== name) return false;
    } else if (!own) open.push(name!);
  return open.length === 0 && !/NaN|undefined|Infinity/.test(svg);
}

it.each(gameIds())('draws positions of %s', async (id) => {
  const { game } = await loadGame(id);
  const env = new TurnEnv(game);
  env.start({ seed: 'picture' });
  const rng = createRng(1);
  const seen = new Set<string>();
  for (let i = 0; i < 60 && !env.over; i++) {
    const legal = [...env.mask.keys()].filter((action) => env.mask[action] === 1);
    env.play(legal[rng.int(legal.length)]!);
    if (i > 2 && i % 6) continue;
    const svg = pictureOf(game, env.state, Math.max(0, env.actor));
    expect(svg).toMatch(/^<svg xmlns="[^"]+" width="960" height="720" /);
    expect(wellFormed(svg)).toBe(true);
    seen.add(svg);
  }
  expect(seen.size).toBeGreaterThan(1);
});

/** One card of each tone, and everything that a card can have. */
const scene: Scene = {
  seats: [{ name: 'A', tone: 'red' }],
  parts: [
    {
      kind: 'cards',
      title: 'Cards',
      cards: tones.map((tone, i) => ({
        title: `<${tone}> & more words than fit into one line of it`,
        tone,
        facts: [['gold', '3']],
        text: ['a line'],
        tokens: [{ name: 'x', shape: 'star', tone, sign: '<' }],
        ...(i % 2 ? { faded: true } : { marked: true }),
      })),
    },
  ],
};

it('writes words as words, in as many columns as they take, within the picture', async () => {
  const { game } = await loadGame('kuhn');
  const env = new TurnEnv(game);
  env.start({ seed: '1' });
  const svg = pictureOf({ drawing: { scene: () => scene, concerns: () => [] } }, env.state, 0);
  expect(wellFormed(svg)).toBe(true);
  expect(svg).toContain('&lt;red&gt; &amp; more words');
  expect(
    new Set([...svg.matchAll(/<g transform="translate\((\d+) [\d.]+\)"><g/g)].map(([, x]) => x)).size,
  ).toBeGreaterThan(1);
  const [, x, y, scale] = svg.match(/<g transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)">/)!.map(Number);
  expect(Math.min(x!, y!, scale!)).toBeGreaterThan(0);
});
