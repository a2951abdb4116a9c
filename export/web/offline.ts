/** What makes a folder of pages one that opens without a network and can be installed: its manifest, icon and service worker. */
import { createHash } from 'node:crypto';
import { offlineScript } from './page-script.js';

/** Names of these files in a folder. */
export const offlineFiles = { manifest: 'manifest.webmanifest', icon: 'icon.svg', worker: 'offline.js' } as const;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The service worker that keeps files.
 * @param files contents by name, relative to the folder that it lies in; its version is that of all of them together
 */
export async function offlineWorker(files: ReadonlyMap<string, string>): Promise<string> {
  const script = await offlineScript();
  const hashes = Object.fromEntries([...files].map(([name, text]) => [name, hashOf(text)]));
  const version = hashOf(JSON.stringify(hashes) + script).slice(0, 16);
  return `const kept = ${JSON.stringify({ version, files: hashes })};\n${script}`;
}

/** What browsers ask of a page that is to be installed. */
export const manifestOf = ({ title, summary }: { title: string; summary: string }): string =>
  `${JSON.stringify({
    ...{ name: title, short_name: title, description: summary, lang: 'en' },
    ...{ start_url: 'index.html', scope: './', display: 'standalone' },
    ...{ background_color: '#f6f6f3', theme_color: colourOf(title) },
    icons: [{ src: offlineFiles.icon, sizes: 'any', type: 'image/svg+xml' }],
  })}\n`;

/** Dark enough for white letters. */
const colours = ['#3b5bdb', '#a8326e', '#047857', '#b4530a', '#6d3fd1', '#0e7490'];
const colourOf = (title: string): string =>
  colours[[...title].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % colours.length]!;

/** The face of a die with the initials of a title, so that installed games are told apart. */
export function iconOf(title: string): string {
  const initials = title.match(/(?<![\p{L}\p{N}])\p{Lu}/gu) ?? [];
  const letters = initials.slice(0, 2).join('') || [...title][0]!.toUpperCase();
  const escaped = letters.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect x="1" y="1" width="30" height="30" rx="6" fill="${colourOf(title)}"/>` +
    '<g fill="#fff"><circle cx="6" cy="6" r="2"/><circle cx="26" cy="26" r="2"/>' +
    `<text x="16" y="21" font-size="14" font-weight="700" font-family="system-ui, sans-serif" text-anchor="middle">${escaped}</text></g></svg>\n`
  );
}
