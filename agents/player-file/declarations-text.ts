/** The text of player-declarations.ts, for the declaration files of players. The build puts it beside this module. */
import { readFileSync } from 'node:fs';

const LINE = '// ---- the same in all players ----\n\n';

/** What is the same in the declaration files of all players; they say before it what `View`, `Action` and `Prompt` are. */
export function playerDeclarations(): string {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'txt';
  const text = readFileSync(new URL(`./player-declarations.${ending}`, import.meta.url), 'utf8');
  return text.slice(text.indexOf(LINE) + LINE.length).replaceAll('export declare ', 'export ');
}
