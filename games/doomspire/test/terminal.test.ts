/** Lords of Doomspire in the terminal: questions, public information, and a width of 100 columns. */
import { expect } from 'vitest';
import { cases } from '../../../test/operator/operate.js';

/** Nothing printed of the game is wider than the terminal its text is made for. */
const within100 = (_folder: string, { stdout }: { stdout: string }): void => {
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
};
const random = ['--against', 'random', '--seed', '1'];

cases([
  {
    name: 'play doomspire asks in words what to do, shows what everybody knows, and explains the signs of the board',
    run: ['play', 'doomspire', ...random],
    input: 'q\n',
    out: [
      /NW: your turn, dice left [123 ]+: spend one/,
      ...[/Key: \? face down/, /adv\/oasis: tier of its cards, o each token/, /\^ warships/],
      /Monsters: wolf 2 \(1 fame, 2 food\) at [a-h][1-8],/,
      ...[/^Tier 1: \d+ cards, top (beast|cave|grove)\. Unseen: wolf/m, /^Face down: 2 food\*/m],
    ],
  },
  {
    name: 'play doomspire stays within 100 columns, choices included',
    run: ['play', 'doomspire', ...random],
    input: '1\n1\n1\n1\n1\n1\n1\n1\nq\n',
    after: within100,
  },
  {
    name: 'play doomspire in edition airef shows its three decks a tier, within 100 columns',
    run: ['play', 'doomspire', ...random, '--options', 'edition=airef'],
    input: '1\n1\n1\n1\nq\n',
    out: /^Tier 3: (beast|cave|grove), \d cards \| /m,
    after: within100,
  },
  {
    name: 'play doomspire --watch tells a whole game within 100 columns of board',
    run: ['play', 'doomspire', '--watch', '--against', 'scripted:mixed', '--seed', '3'],
    out: [/The game is over \((fame|gold|starred|combat|rings)\): 1\. (NW|NE|SE|SW), 2\. /, /^Built: /m],
    after: within100,
  },
]);
