/** What a front end in plain JavaScript may give wrongly. Part of every exported file. */
import type { ActSettings } from '../../agents/player-file/player-module.js';

const names: Record<keyof ActSettings, true> = {
  before: true,
  difficulty: true,
  level: true,
  seed: true,
  random: true,
  topK: true,
  attention: true,
  milliseconds: true,
};

/** @returns the settings; their `random`, where there is one, fails where it gives no number from 0 to below 1 @throws Error */
export function checkedSettings(settings: ActSettings): ActSettings {
  if (typeof settings !== 'object' || settings === null)
    throw new Error(`settings: an object wanted, such as { difficulty: 'easy' }, not ${String(settings)}`);
  for (const name of Object.keys(settings))
    if (!Object.hasOwn(names, name))
      throw new Error(`settings: there is no ${JSON.stringify(name)}; there are ${Object.keys(names).join(', ')}`);
  const { seed, random } = settings;
  if (seed !== undefined) checkSeed(seed);
  if (random === undefined) return settings;
  if (typeof random !== 'function') throw new Error(`random: a function wanted, not ${typeof random}`);
  if (seed !== undefined) throw new Error('random: it is in place of seed; give one of them');
  const drawn = () => {
    const number: unknown = random();
    if (typeof number === 'number' && number >= 0 && number < 1) return number;
    throw new Error(`random: it must give numbers from 0 to below 1, not ${String(number)}`);
  };
  return { ...settings, random: drawn };
}

/** @throws Error unless it is text or a number */
export function checkSeed(seed: unknown, name = 'seed'): void {
  if (typeof seed !== 'string' && !Number.isFinite(seed))
    throw new Error(`${name}: text or a number wanted, not ${seed === null ? 'null' : typeof seed}`);
}
