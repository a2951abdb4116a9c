import { describe, expect, it } from 'vitest';
import { type ChartSettings, type Curve, lineChart, niceTicks, tickLabels } from './line-chart.js';

const chart = (curves: Curve[], settings: ChartSettings) => lineChart(curves, settings).toString();

describe('ticks', () => {
  it.each<[number, number, number[]]>([
    [0, 0.87, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, 15_200, [0, 5000, 10_000, 15_000, 20_000]],
    [-0.103, 0.08, [-0.15, -0.1, -0.05, 0, 0.05, 0.1]],
    [0, 4.9e-5, [0, 0.00002, 0.00004, 0.00006]],
    [0, 3, [0, 1, 2, 3]],
    [0, 0, [0, 0.5]],
    [7, 7, [6, 8]],
  ])('from %d to %d are round', (low, high, wanted) => {
    expect(niceTicks(low, high)).toEqual(wanted);
  });

  it('are always 1, 2 or 5 times a power of ten apart, around the values, and neither few nor many', () => {
    for (let i = 1; i < 400; i++) {
      const [low, high] = [-((i * 37) % 11) * 1.7 ** (i % 13), ((i * 53) % 17) * 2.3 ** (i % 19) + 1e-3];
      const ticks = niceTicks(low, high);
      const step = ticks[1]! - ticks[0]!;
      expect(['1', '2', '5']).toContain(step.toExponential(6)[0]);
      expect(ticks[0]).toBeLessThanOrEqual(low + 1e-9);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high - 1e-9);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
    }
  });

  it('are labelled with one unit and one number of decimals', () => {
    expect(tickLabels([0, 5000, 10_000])).toEqual(['0', '5k', '10k']);
    expect(tickLabels([0, 500_000, 1_000_000])).toEqual(['0', '0.5M', '1.0M']);
    expect(tickLabels([0, 0.25, 0.5], true)).toEqual(['0 %', '25 %', '50 %']);
    expect(tickLabels([-0.1, -0.05, 0, 0.05])).toEqual(['-0.10', '-0.05', '0', '0.05']);
    expect(tickLabels([0, 2, 4])).toEqual(['0', '2', '4']);
  });
});

describe('a chart', () => {
  const settings = { title: 'Rate <of> it', xLabel: 'decisions', shares: true };
  /** Numbers of an attribute. */
  const numbers = (svg: string, attribute: string) =>
    [...svg.matchAll(new RegExp(` ${attribute}="([-\\d.]+)"`, 'g'))].map((match) => Number(match[1]));

  it('keeps everything within its box, labels with their widths included', () => {
    for (const scale of [1e-6, 0.3, 12, 90_000, 7.7e8]) {
      const points = [0, 1, 2, 3].map((x) => ({ x: x * scale * 1000, y: Math.sin(x * 2) * scale }));
      const svg = chart([{ label: 'a', points }], { title: 't', xLabel: 'decisions' });
      for (const [, x, anchor, text] of svg.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="(\w+)">([^<]*)</g)) {
        const size = 6.6 * text!.length;
        const begins = Number(x) - (anchor === 'end' ? size : size / 2);
        expect(begins, text).toBeGreaterThanOrEqual(0);
        expect(begins + size, text).toBeLessThanOrEqual(420);
      }
      for (const y of numbers(svg, 'cy')) expect(y >= 0 && y <= 210).toBe(true);
      expect((svg.match(/text-anchor="end"/g) ?? []).length).toBeGreaterThanOrEqual(3);
      expect((svg.match(/text-anchor="middle"/g) ?? []).length).toBeGreaterThanOrEqual(4);
    }
  });

  it('has a band for intervals, one that stands alone too, and a line to compare with', () => {
    const point = (x: number) => ({ x, y: 0.5, low: 0.4, high: 0.6 });
    const svg = chart([{ label: 'a', points: [point(0), point(10)] }], {
      ...settings,
      reference: { y: 0.25, label: 'parity: 25.0 %' },
    });
    expect(svg).toMatch(/<polygon class="interval"/);
    expect(svg).toMatch(/<line class="reference"[^>]*stroke-dasharray/);
    expect(svg).toContain('parity: 25.0 %');
    expect(svg).toContain('Rate &lt;of&gt; it');
    expect(chart([{ label: 'a', points: [point(5)] }], settings)).toMatch(/<polygon class="interval"/);
    expect(chart([{ label: 'a', points: [{ x: 0, y: 0 }] }], settings)).not.toMatch(/NaN|interval|reference/);
  });
});
