import { readFileSync } from 'node:fs';

/** The version in package.json, found from source and from the built package alike. */
export function packageVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const found = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version?: string };
      if (found.version) return found.version;
    } catch {
      // Not here: one level up, then.
    }
  }
  return '0.0.0';
}
