/** The rules of the small games by example, and what their bots do. */
import { describe, expect, it } from 'vitest';
import { createAgent } from '../../agents/spec.js';
import { createRng, EnumeratingChance, ScriptedChance, SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { loadGame } from '../../env/load-game.js';
import { TurnEnv } from '../../env/turn-env.js';
import { game as connectFour } from '../../games/connect-four/game.js';
import { game as invalidActions } from '../../games/invalid-actions/game.js';
import { game as kuhn } from '../../games/kuhn/game.js';
import { game as leduc } from '../../games/leduc/game.js';
import { game as ticTacToe } from '../../games/tic-tac-toe/game.js';

/** Plays a game whose draws and actions are given; actions by their text. */
function play(game: Game, options: object, draws: number[], texts: string): State {
  const chance = new ScriptedChance(draws);
  const state = game.newState(game.options.parse(options), chance);
  const mask = new Uint8Array(game.actions);
  for (const text of texts.split(',').filter(Boolean)) {
    state.legal(mask);
    const action = [...mask.keys()].find((a) => mask[a] === 1 && state.actionText(a) === text.trim());
    if (action === undefined) throw new Error(`${text} is not legal:\n${state.text(0)}`);
    state.apply(action, chance);
  }
  return state;
}

function rewards(state: State): number[] {
  const out = new Float64Array(state.players);
  state.rewards(out);
  return [...out];
}

function places(state: State): number[] {
  const out = new Uint8Array(state.players);
  state.places(out);
  return [...out];
}

describe('Kuhn poker', () => {
  // Draws are places among the cards that are left: J Q K for two players.
  it.each([
    ['all pass: the higher card takes the antes', [1, 0], 'pass, pass', [1, -1], 'all passed'],
    ['a bet that is called', [0, 1], 'bet, call', [-2, 2], 'called'],
    ['a bet that is not', [0, 1], 'bet, fold', [1, -1], 'all folded'],
    ['a bet after a pass, called', [2, 1], 'pass, bet, call', [2, -2], 'called'],
    ['a bet after a pass, not called', [2, 1], 'pass, bet, fold', [-1, 1], 'all folded'],
  ])('%s', (_, draws, texts, won, ending) => {
    const state = play(kuhn as Game, {}, draws, texts);
    expect(rewards(state)).toEqual(won);
    expect(state.ending()).toBe(ending);
  });

  it('with three players everybody answers a bet once, and folded kings win nothing', () => {
    // 10 J Q K: the king to seat 0, the 10 to seat 1, the queen to seat 2.
    const state = play(kuhn as Game, { players: 3 }, [3, 0, 1], 'pass, bet, call, fold');
    expect(rewards(state)).toEqual([-1, -2, 3]);
    expect(places(state)).toEqual([1, 2, 0]);
    expect(state.text(1)).toMatch(
      /seat 0: card \? {2}passes, folds\n.*you.*card 10 {2}bets\n.*seat 2: card Q {2}calls/,
    );
  });

  it('pays nothing before the end', () => {
    const state = play(kuhn as Game, {}, [0, 0], 'pass, bet');
    expect(rewards(state)).toEqual([0, 0]);
    expect(state.actor).toBe(0);
  });

  it('deals every pair of cards equally often', () => {
    const chance = new EnumeratingChance();
    const deals = new Map<string, number>();
    do {
      const state = kuhn.newState(kuhn.options.parse({}), chance);
      const key = [0, 1].map((seat) => JSON.stringify((state.view(seat) as { cards: unknown[] }).cards[seat])).join();
      deals.set(key, (deals.get(key) ?? 0) + chance.probability);
    } while (chance.next());
    expect(deals.size).toBe(6);
    for (const p of deals.values()) expect(p).toBeCloseTo(1 / 6, 12);
  });

  it('refuses a view that tells more than the seat can know', () => {
    const view = play(kuhn as Game, {}, [0, 0], 'pass').view!(0) as { cards: (number | null)[] };
    expect(view.cards).toEqual([0, null]);
    expect(() => kuhn.parseView!({ ...view, cards: [0, 1] })).toThrow(/cards\.1: this card is hidden/);
    expect(() => kuhn.parseView!({ ...view, cards: [0, 0] })).toThrow(/cards\.1/);
    expect(() => kuhn.parseView!({ ...view, said: ['pass', 'pass', 'pass'] })).toThrow(/said\.2/);
  });
});

describe('Leduc poker', () => {
  // J1 J2 Q1 Q2 K1 K2 in this order.
  it.each([
    ['a fold loses the ante', [0, 4], 'check, raise to 3, fold', [-1, 1], 'fold'],
    ['two raises a round', [4, 0], 'raise to 3, raise to 5, fold', [-3, 3], 'fold'],
    ['a pair beats a king', [0, 3, 0], 'check, check, check, raise to 5, call 4', [5, -5], 'showdown'],
    ['the higher card, nobody paired', [4, 0, 1], 'check, check, check, check', [1, -1], 'showdown'],
    ['equal ranks split', [4, 4, 0], 'raise to 3, call 2, check, check', [0, 0], 'split'],
    [
      'the most that can be lost',
      [4, 0, 3],
      'raise to 3, raise to 5, call 2, raise to 9, raise to 13, call 4',
      [13, -13],
      'showdown',
    ],
  ])('%s', (_, draws, texts, won, ending) => {
    const state = play(leduc as Game, {}, draws, texts);
    expect(rewards(state)).toEqual(won.map((chips) => chips + 0));
    expect(state.ending()).toBe(ending);
  });

  it('turns the card only after the first round, and raises twice a round at most', () => {
    const first = play(leduc as Game, {}, [0, 0], 'raise to 3, raise to 5');
    expect(() => play(leduc as Game, {}, [0, 0], 'raise to 3, raise to 5, raise to 7')).toThrow(/not legal/);
    expect(() => play(leduc as Game, {}, [0, 0], 'fold')).toThrow(/not legal/);
    expect((first.view!(0) as { table: unknown }).table).toBeNull();
    const second = play(leduc as Game, {}, [0, 0, 2], 'raise to 3, raise to 5, call 2');
    expect(second).toMatchObject({ round: 2, actor: 0 });
    expect((second.view!(0) as { table: unknown }).table).toBe(4);
  });
});

describe('tic-tac-toe', () => {
  it('three in a row win; a full board is a draw', () => {
    const won = play(ticTacToe as Game, {}, [], 'a3, b3, a2, b2, a1');
    expect([won.ending(), places(won)]).toEqual(['three in a row', [0, 1]]);
    const lost = play(ticTacToe as Game, {}, [], 'a3, b3, a2, b2, c1, b1');
    expect(places(lost)).toEqual([1, 0]);
    // The last square is filled by itself, unless asked for.
    const moves = 'b2, a3, c3, a1, a2, c2, b3, b1';
    expect(play(ticTacToe as Game, {}, [], moves)).toMatchObject({ over: true });
    expect(play(ticTacToe as Game, { askForced: true }, [], moves)).toMatchObject({ over: false, actor: 0 });
    const full = play(ticTacToe as Game, { askForced: true }, [], `${moves}, c1`);
    expect([full.ending(), places(full)]).toEqual(['draw', [0, 0]]);
  });

  it('refuses boards that cannot come up', () => {
    const view = { game: 'tic-tac-toe', seat: 0, options: { askForced: false } };
    const read = (board: string) => ticTacToe.parseView!({ ...view, board: [...board] });
    expect(read('XO.......').actor).toBe(0);
    expect(() => read('XX.......')).toThrow(/board: X has 2 marks more/);
    expect(() => read('XXXOOO...')).toThrow(/board/);
    expect(() => read('OOOXX....')).toThrow(/board/);
    expect(() => read('XXX...OO.')).not.toThrow();
  });
});

describe('Connect Four', () => {
  const drops = (columns: string) => [...columns].map((c) => `column ${c}`).join(',');

  it.each([
    ['a row', '1122334', [0, 1]],
    ['a column', '1212121', [0, 1]],
    ['a rising diagonal', '12234334464', [0, 1]],
    ['a falling diagonal', '76654554424', [0, 1]],
    ['a row that ends at the edge', '7766554', [0, 1]],
    ['a column of the second player', '12324252', [1, 0]],
  ])('%s of four wins', (_, columns, expected) => {
    const before = play(connectFour as Game, {}, [], drops(columns.slice(0, -1)));
    expect(before.over).toBe(false);
    const state = play(connectFour as Game, {}, [], drops(columns));
    expect(state.ending()).toBe('four in a row');
    expect(places(state)).toEqual(expected);
  });

  it('a full column takes no more, a row does not go round the edge', () => {
    expect(() => play(connectFour as Game, {}, [], drops('1111111'))).toThrow(/column 1 is not legal/);
    // Discs of X at 5, 6, 7 of the lowest row and at 1 of the next.
    expect(play(connectFour as Game, {}, [], drops('5161723')).over).toBe(false);
  });

  it('shows each seat where a disc would make four: three of a line are there, and the field is empty', () => {
    const lines: number[][] = [];
    for (let x = 0; x < 7; x++)
      for (let y = 0; y < 6; y++)
        for (const [dx, dy] of [
          [1, 0],
          [0, 1],
          [1, 1],
          [1, -1],
        ] as const) {
          const line = [0, 1, 2, 3].map((k) => [x + k * dx, y + k * dy] as const);
          if (line.every(([a, b]) => a < 7 && b >= 0 && b < 6)) lines.push(line.map(([a, b]) => b * 7 + a));
        }
    expect(lines).toHaveLength(69);
    const rng = createRng('threats');
    const luck = new SeededChance(0, []);
    const mask = new Uint8Array(7);
    const seen = new Float32Array(168);
    let threats = 0;
    for (let i = 0; i < 40; i++) {
      const state = connectFour.newState(connectFour.options.parse({}), luck);
      while (!state.over) {
        state.legal(mask);
        const legal = [...mask.keys()].filter((column) => mask[column]);
        state.apply(legal[rng.int(legal.length)]!, luck);
        for (const seat of [0, 1]) {
          state.observe(seat, seen, 0);
          const empty = (field: number) => seen[field] === 0 && seen[42 + field] === 0;
          for (const plane of [0, 42])
            for (let field = 0; field < 42; field++) {
              const threat = lines.some(
                (line) => line.includes(field) && line.every((other) => other === field || seen[plane + other] === 1),
              );
              expect(seen[84 + plane + field]).toBe(threat && empty(field) ? 1 : 0);
              threats += seen[84 + plane + field]!;
            }
        }
      }
    }
    expect(threats).toBeGreaterThan(100);
  });

  it('knows the number of positions after each disc (OEIS A212693)', () => {
    const mask = new Uint8Array(7);
    const luck = new SeededChance(0, []);
    let level = new Map([['', connectFour.newState(connectFour.options.parse({}), luck)]]);
    const counts = [];
    for (let discs = 1; discs <= 5; discs++) {
      const next: typeof level = new Map();
      for (const state of level.values()) {
        state.legal(mask);
        for (let column = 0; column < 7; column++) {
          if (!mask[column]) continue;
          const copy = state.clone();
          copy.apply(column, luck);
          next.set(copy.bytes.join(), copy);
        }
      }
      level = next;
      counts.push(level.size);
    }
    expect(counts).toEqual([7, 49, 238, 1120, 4263]);
  });

  it('its bot wins, blocks, and does not prepare a win for the other', async () => {
    const answer = async (columns: string) => {
      const env = new TurnEnv(connectFour);
      env.start();
      for (const c of columns) env.play(Number(c) - 1);
      return 1 + (await createAgent('scripted:tactical', await loadGame('connect-four'))).act(env.view());
    };
    expect(await answer('112233')).toBe(4);
    expect(await answer('11223')).toBe(4);
    expect(await answer('1717')).toBe(4);
    expect(await answer('171717')).toBe(1);
  });
});

describe('the invalid-action test', () => {
  it('has as many valid numbers as it says, the one to name among them, all others equally often', () => {
    const count = new Array<number>(70).fill(0);
    const mask = new Uint8Array(70);
    const chance = new SeededChance(3, invalidActions.streams);
    const state = invalidActions.newState(invalidActions.options.parse({ length: 4000 }), chance);
    for (let i = 0; i < 3999; i++) {
      expect(state.legal(mask)).toBe(15);
      const { target } = state.view(0) as { target: number };
      expect(mask[target]).toBe(1);
      mask.forEach((one, k) => (count[k]! += one));
      state.apply(target, chance);
      expect(rewards(state)).toEqual([1]);
    }
    // 3,999 times 15 of 70: 857 each, give or take 26.
    expect(Math.min(...count)).toBeGreaterThan(857 - 6 * 26);
    expect(Math.max(...count)).toBeLessThan(857 + 6 * 26);
  });

  it('pays only the right number, and ends truncated after its length', async () => {
    const bot = await createAgent('scripted:copy', await loadGame('invalid-actions'));
    const sum = (choose: (env: TurnEnv) => number, options = {}) => {
      const env = new TurnEnv(invalidActions, { options });
      env.start({ seed: 1 });
      let total = 0;
      while (!env.over) {
        env.play(choose(env));
        total += env.rewards[0]!;
      }
      expect([env.decisions, env.state.truncated]).toEqual([100, true]);
      return total;
    };
    expect(sum((env) => bot.act(env.view()))).toBe(100);
    const wrong = (env: TurnEnv) => env.mask.findIndex((ok, i) => ok === 1 && i !== bot.act(env.view()));
    expect(sum(wrong)).toBe(0);
    expect(sum(wrong, { masked: false })).toBe(0);
  });

  it('leaves at least two numbers', () => {
    expect(invalidActions.options.safeParse({ dim: 10, invalid: 8 }).success).toBe(true);
    expect(invalidActions.options.safeParse({ dim: 10, invalid: 9 }).success).toBe(false);
    expect(invalidActions.options.safeParse({ dim: 10 }).success).toBe(false);
  });
});

describe('bots of the poker games', () => {
  it('do what their plans say', async () => {
    const text = async (spec: string, game: Game, draws: number[], texts: string) => {
      const env = new TurnEnv(game);
      env.start({ chance: new ScriptedChance(draws, new SeededChance(1, game.streams)) });
      for (const word of texts.split(',').filter(Boolean))
        env.play([0, 1, 2].find((a) => env.mask[a] === 1 && env.state.actionText(a) === word.trim())!);
      const agent = await createAgent(spec, await loadGame(game.id));
      agent.reset(1);
      return env.state.actionText(agent.act(env.view()));
    };
    expect(await text('scripted:nash', kuhn as Game, [2, 0], 'pass, bet')).toBe('call');
    expect(await text('scripted:nash', kuhn as Game, [0, 0], 'pass, bet')).toBe('fold');
    expect(await text('scripted:honest', kuhn as Game, [2, 0], '')).toBe('bet');
    expect(await text('scripted:always-fold', leduc as Game, [4, 0], 'raise to 3')).toBe('fold');
    expect(await text('scripted:sound', leduc as Game, [0, 4], 'raise to 3')).toBe('raise to 5');
    expect(await text('scripted:sound', leduc as Game, [4, 0], 'raise to 3')).toBe('fold');
  });
});
