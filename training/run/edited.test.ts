import { expect, it } from 'vitest';
import { UserError } from '../../env/user-error.js';
import { applySet, parseConfig } from './config.js';
import { differences, refuseEdited } from './edited.js';

const config = parseConfig({ game: 'kuhn' });

it('finds nothing in equal configs, whatever the order of their fields', () => {
  const { network, ...rest } = structuredClone(config);
  expect(differences(config, { network, ...rest })).toEqual([]);
  refuseEdited('runs/a', config, { ...rest, network });
});

it('names each setting, what it was and what it is', () => {
  expect(differences({ a: { b: 1, c: [1, 2] }, d: 0 }, { a: { b: 2, c: [1, 3] }, e: null })).toEqual([
    { path: 'a.b', was: 1, is: 2 },
    { path: 'a.c.1', was: 2, is: 3 },
    { path: 'd', was: 0, is: undefined },
    { path: 'e', was: undefined, is: null },
  ]);
  expect(differences([1], [1, 2])).toEqual([{ path: '', was: [1], is: [1, 2] }]);
  expect(differences({ a: {} }, { a: [] })).toEqual([{ path: 'a', was: {}, is: [] }]);
});

it('refuses what was edited in one line, however much it is', () => {
  const edited = ['network.trunk=[64]', 'ppo.clip=0.3', 'games=7', 'seed=other'].reduce(applySet, config);
  expect(() => refuseEdited('runs/a', config, edited)).toThrow(UserError);
  expect(() => refuseEdited('runs/a', config, edited)).toThrow(
    /^runs\/a\/config\.json was edited since its checkpoint: .+; and 1 more\. .+--set.+--from runs\/a\)$/,
  );
  expect(() => refuseEdited('runs/a', config, applySet(config, 'ppo.clip=0.3'))).toThrow(
    /: ppo\.clip was 0\.2, is 0\.3\./,
  );
});
