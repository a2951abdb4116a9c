/** Links of a folder of pages, as a browser follows them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a folder on disk by their paths in it; the text of pages and pictures, of others nothing. */
export function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      const inside = path.relative(folder, file).replaceAll('\\', '/');
      return [inside, /\.(html|svg)$/.test(name) ? readFileSync(file, 'utf8') : ''];
    }),
  );
}

const unescaped = (text) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/**
 * Follows every link and source of every page, fragments too, but to other hosts.
 * @param files contents by path
 * @returns those that lead nowhere, each with its page. A link to the root of a host is one: a site may lie at any path
 */
export function deadLinks(files) {
  const dead = [];
  for (const [page, text] of files) {
    if (!page.endsWith('.html')) continue;
    for (const [, link] of text.matchAll(/<[a-z][^<>]*?\s(?:href|src)="([^"]*)"/g)) {
      const said = unescaped(link);
      if (/^(https?|data|mailto):/.test(said)) continue;
      const [address, fragment = ''] = said.split(/#(.*)/s);
      const name = decodeURIComponent(address.replace(/\?.*$/, ''));
      const target = name === '' ? page : path.posix.join(path.posix.dirname(page), name).replace(/(^\.|\/)$/, '');
      const file = [target, path.posix.join(target, 'index.html')].find((one) => files.has(one));
      if (said.startsWith('/') || file === undefined || !hasPlace(files.get(file), fragment))
        dead.push(`${page}: ${said.slice(0, 120)}`);
    }
  }
  return dead;
}

/** Whether a page has a place of that name; a game in the address of a page that plays it is none. */
const hasPlace = (page, fragment) =>
  fragment === '' || /^(walk|game)=/.test(fragment) || page.includes(` id="${decodeURIComponent(fragment)}"`);
