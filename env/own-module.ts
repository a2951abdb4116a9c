/** Our own modules, for threads and bundles that find them by path. */
import { fileURLToPath } from 'node:url';

/** The path of one of our own modules, as source or as built. @param from `import.meta.url` of the caller */
export function ownModule(module: string, from: string): string {
  return fileURLToPath(new URL(from.endsWith('.ts') ? module.replace(/\.js$/, '.ts') : module, from));
}
