import { describe, expect, it } from 'vitest';
import { game as pig } from '../docs/examples/pig.js';
import { game as doomspire } from '../games/doomspire/game.js';
import { Env } from './env.js';
import type { Game } from './game.js';
import { differentOptions, optionsText, parseOptions, spellOptions } from './options.js';
import { TurnEnv } from './turn-env.js';
import { UserError } from './user-error.js';
import { VectorEnv } from './vector-env.js';

describe('options of a game known as a type', () => {
  it('do not compile when one is misspelt', () => {
    // @ts-expect-error
    expect(() => new TurnEnv(pig, { options: { playrs: 3 } })).toThrow(UserError);
    // @ts-expect-error
    expect(() => new Env(pig, { options: { playrs: 3 }, opponents: [] })).toThrow(UserError);
    // @ts-expect-error
    expect(() => new VectorEnv({ game: pig, options: { playrs: 3 }, games: 1, seed: 1 })).toThrow(UserError);
  });

  it('do not compile when one is of another type, later on too', () => {
    // @ts-expect-error
    expect(() => new TurnEnv(pig, { options: { players: '3' } })).toThrow(UserError);
    // @ts-expect-error
    expect(() => new TurnEnv(pig).reset({ options: { playrs: 3 } })).toThrow(UserError);
    // @ts-expect-error
    expect(() => new Env(pig, { opponents: [] }).reset({ options: { players: '3' } })).toThrow(UserError);
  });

  it('compile when they are right, and may be anything where the game is not known as a type', () => {
    expect(new TurnEnv(pig, { options: { players: 3 } }).options.players).toBe(3);
    const any: TurnEnv = new TurnEnv(pig);
    expect(any.options).toEqual(parseOptions(pig, {}));
    expect(new TurnEnv(pig as Game, { options: { players: 4 } }).options).toMatchObject({ players: 4 });
  });
});

describe('comparing options', () => {
  const whole = (options: unknown) => parseOptions(doomspire as Game, options);

  it('names what differs, whatever the order of keys, and not what is only asked', () => {
    expect(differentOptions({ a: 1, c: { x: 1, y: 2 } }, { c: { y: 2, x: 1 }, a: 1 })).toEqual([]);
    expect(differentOptions({ a: 1, b: 2 }, { a: 1 })).toEqual(['b']);
    expect(differentOptions({ players: 2, askForced: true }, { players: 3, askForced: false })).toEqual(['players']);
  });

  it('says an edition without what it brings along, and a table by a short hash', () => {
    expect(spellOptions(doomspire as Game, whole({}))).toEqual({});
    expect(spellOptions(doomspire as Game, whole({ edition: 'airef' }))).toEqual({ edition: 'airef' });
    const changed = { edition: 'airef', encounters: true, components: { numbers: { startGold: 3, fameThreshold: 7 } } };
    expect(optionsText(changed)).toMatch(/^edition=airef, encounters=true, components=#[0-9a-f]{6}$/);
    expect(optionsText(changed, ['encounters', 'trading'])).toBe('encounters=true, trading=undefined');
  });

  it('names the options there are beside a wrong one', () => {
    expect(() => parseOptions(pig, { playrs: 3 })).toThrow(
      'options of pig: Unrecognized key: "playrs"; the options are: players, target, rounds, askForced',
    );
  });
});
