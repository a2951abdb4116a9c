import { expect, it } from 'vitest';
import { z } from 'zod';
import { createRng, type Rng, shuffle } from '../chance.js';
import { u8 } from './fields.js';
import { positions } from './position.js';
import { redrawUnseen } from './unseen.js';

const [SEATS, GOALS, CARDS, NONE] = [3, 7, 5, 255];
const options = z.strictObject({ players: z.int().default(SEATS) });
const shared = {
  over: u8.flag('Over.'),
  deck: u8([CARDS], 'The deck.', { max: CARDS - 1, none: NONE, sight: 'never' }),
};

/** Positions with a goal of each seat, of which some are not dealt, and how a redraw for seat 0 deals them. */
function positionsWith(goals: object) {
  const fields = { ...shared, goals: u8([SEATS], 'Secret goals.', { max: GOALS - 1, sight: 'own', ...goals }) };
  class Position extends positions({ title: 'Goals', magic: 'GOAL', schema: options, fields }) {
    readonly players = SEATS;
  }
  const position = new Position({ players: SEATS });
  position.goals.set([4, 1, 6]);
  position.deck.set([3, 0, 2, 1, 4]);
  const redraw = (s: Position, rng: Rng) => {
    shuffle(s.deck, rng);
    const others = [...Array(GOALS).keys()].filter((goal) => goal !== s.goals[0]);
    shuffle(others, rng);
    s.goals.set(others.slice(0, SEATS - 1), 1);
  };
  return (seed: number) => {
    const s = position.clone();
    const rng = createRng(seed);
    redrawUnseen(s, (it) => redraw(it, rng), rng);
    return { goals: [...s.goals], deck: [...s.deck] };
  };
}

it('gives each seat its undealt thing back, and redraws what nobody knows', () => {
  const redrawn = positionsWith({ none: NONE });
  const orders = new Set<string>();
  for (let seed = 0; seed < 1200; seed++) {
    const { goals, deck } = redrawn(seed);
    expect(goals).toEqual([4, 1, 6]);
    expect([...deck].sort()).toEqual([0, 1, 2, 3, 4]);
    orders.add(deck.join(''));
  }
  expect(orders.size).toBe(120);
});

it('changes nothing where numbers may be amounts, of which one is missing', () => {
  const redrawn = positionsWith({});
  const kept = Array.from({ length: 100 }, (_, seed) => redrawn(seed).deck.join('')).filter((deck) => deck === '30214');
  expect(kept.length).toBeGreaterThan(50);
});
