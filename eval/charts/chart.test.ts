import { describe, expect, it } from 'vitest';
import { barChart, type Curve, lineChart, numberText, rowChart } from './chart.js';

const point = (x: number) => ({ x, y: 0.5, low: 0.4, high: 0.6 });
const settings = { title: 'Rate <of> it', xLabel: 'minutes', shares: true };
const curve: Curve = { label: 'against "all"', points: [point(0), point(10)] };
const line = (curves: Curve[], more = {}) => lineChart(curves, { ...settings, ...more }).toString();

describe('a chart of lines', () => {
  it('has a title, a description, and its numbers where a mouse rests', () => {
    const svg = line([curve], { reference: { y: 0.25, label: 'parity: 25.0 %' } });
    expect(svg).toMatch(/<svg [^>]*role="img"[^>]*><title>Rate &lt;of&gt; it<\/title><desc>/);
    expect(svg).toContain(
      'against &quot;all&quot;: 50.0 % [40.0, 60.0] at 0 minutes, 50.0 % [40.0, 60.0] at 10.</desc>',
    );
    expect(svg.match(/<circle [^>]*><title>against &quot;all&quot;: 50\.0 % \[40\.0, 60\.0\]/g)).toHaveLength(2);
    expect(svg).toContain('<title>parity: 25.0 %</title>');
    expect(svg).not.toMatch(/NaN|undefined|<style/);
  });

  it('draws the band of intervals, of one that stands alone too', () => {
    expect(line([curve])).toMatch(/class="area"[^>]*><path d="M[^"]*Z"/);
    expect(line([{ ...curve, points: [point(5)] }])).toMatch(/class="link"/);
    expect(line([{ label: 'a', points: [{ x: 0, y: 0 }] }])).not.toMatch(/NaN|class="link"/);
  });

  it('is the same bytes for the same data, whatever was drawn before', () => {
    const before = line([curve, curve]);
    barChart([{ label: 'a', bars: [{ label: 'b', y: 1 }] }], { title: 'another' });
    expect(line([curve, curve])).toBe(before);
    expect(before).not.toMatch(/\d\.\d{3,}/);
  });

  it('takes its colours from the page, which has them for light and dark', () => {
    const used = line([curve, curve, curve]).match(/(?:stroke|fill)="([^"]*)"/g)!;
    expect(new Set(used)).toContain('stroke="var(--series-3)"');
    expect(used.filter((attribute) => !/var\(--series-\d\)|currentColor|none/.test(attribute))).toEqual([]);
  });

  it('has as many marks as data that run into the thousands, and ticks that are told apart', () => {
    const points = Array.from({ length: 3000 }, (_, i) => ({ x: i * 1e4, y: i }));
    const svg = line([{ label: 'many', points }], { shares: false });
    expect(svg.match(/<circle /g)).toHaveLength(3000);
    for (const tick of ['10M', '20M', '2000']) expect(svg).toContain(`>${tick}</text>`);
  });
});

describe('a chart of bars', () => {
  const bars = [
    { label: '1st', y: 0.13, low: 0.1, high: 0.16 },
    { label: '2nd', y: 0.41, low: 0.37, high: 0.45 },
  ];
  it('has a bar and an interval each, in one group or in several', () => {
    for (const [groups, many] of [
      [[{ label: 'a', bars }], 1],
      [
        [
          { label: 'a', bars },
          { label: 'b', bars },
        ],
        2,
      ],
    ] as const) {
      const svg = barChart(groups, { title: 't', shares: true, xLabel: 'place' }).toString();
      expect(svg.match(/<rect /g)).toHaveLength(2 * many);
      expect(svg).toContain('place 1st: 13.0 % [10.0, 16.0]');
      expect(svg).not.toContain('NaN');
    }
  });
});

it('rows of intervals are cut to what fits, and told whole', () => {
  const label = 'a name that is far longer than there is room for';
  const rows = [{ label, mean: 0.1, low: -0.1, high: 0.3, sure: true }];
  const svg = rowChart(rows, { ...settings, reference: { y: 0, label: 'no difference' } }).toString();
  expect(svg).toContain('>a name that is far longer…<');
  expect(svg).toContain(`<title>${label}: 10.0 % [-10.0, 30.0]</title>`);
  expect(svg).not.toContain('NaN');
});

it('numbers stand alone', () => {
  expect([0, 0.1234, 1234, 12_345, 1_234_567, -0.5].map((n) => numberText(n))).toEqual([
    '0',
    '0.123',
    '1230',
    '12.3k',
    '1.23M',
    '-0.5',
  ]);
});
