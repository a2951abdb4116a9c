/** This package itself: where it lies, and its version. Needs Node; nothing that runs in a browser imports it. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The package's folder, found from source and from the built package alike. */
export function packageFolder(): string {
  return fileURLToPath(new URL('.', packageFile().url));
}

/** What package.json says. */
export function packageJson(): PackageFile['content'] {
  return packageFile().content;
}

/** The version in package.json. */
export function packageVersion(): string {
  return packageJson().version ?? '0.0.0';
}

/** How whoever started this program starts it: the Python package says so. */
export const ownCommand = (): string => process.env.TABLETOP_COMMAND ?? 'npx tabletop';

interface PackageFile {
  url: URL;
  content: { version?: string; optionalDependencies?: Record<string, string> };
}

let found: PackageFile | undefined;

/** Read once: some ask for each of many files. */
function packageFile(): PackageFile {
  found ??= findPackageFile();
  return found;
}

function findPackageFile(): PackageFile {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const url = new URL(place, import.meta.url);
      const content = JSON.parse(readFileSync(url, 'utf8')) as PackageFile['content'];
      if (content.version) return { url, content };
    } catch {
      // Not here: one level up, then.
    }
  }
  return { url: new URL('../package.json', import.meta.url), content: {} };
}
