/** What a game imports that lies in no project, when it is bundled: ours, as when it is loaded (env/typescript-modules.ts). */
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild-wasm';
import { isLent } from '../../env/typescript-modules.js';

const folder = dirname(fileURLToPath(import.meta.url));

/** Lends this package and zod to modules that have none of their own. */
export const lending: Plugin = {
  name: 'lending',
  setup(build) {
    build.onResolve({ filter: /^(tabletop-gym|zod)(\/|$)/ }, ({ path, importer, kind, pluginData }) => {
      if (pluginData === lending || !importer || !isLent(path, pathToFileURL(importer).href)) return undefined;
      return build.resolve(path, { kind, resolveDir: folder, pluginData: lending });
    });
  },
};
