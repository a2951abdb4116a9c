/** Links of a folder of pages, as `npm run site` checks them (scripts/dead-links.mjs). */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.js';

type Files = ReadonlyMap<string, string>;
const script = pathToFileURL(path.join(root, 'scripts/dead-links.mjs')).href;

export const { deadLinks, filesOf } = (await import(script)) as {
  deadLinks: (files: Files) => string[];
  filesOf: (folder: string) => Files;
};
