/** Lords of Doomspire in the terminal: what is asked, what everybody knows, and within 100 columns. */
import { expect } from 'vitest';
import { cases } from './operate.js';

/** Nothing printed of the game is wider than the terminal its text is made for. */
const within100 = (_folder: string, { stdout }: { stdout: string }): void => {
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
};
const random = ['--against', 'random', '--seed', '1'];

cases([
  {
    name: 'play doomspire asks in words what to do',
    steps: [
      { run: ['play', 'doomspire', ...random], input: 'q\n', out: /NW: your turn, dice left [123 ]+: spend one/ },
    ],
  },
  {
    name: 'play doomspire shows a key to the signs of the board',
    steps: [
      {
        run: ['play', 'doomspire', ...random],
        input: 'q\n',
        out: [/Key: \? face down/, /adv\/oasis: tier of its cards, o each token/, /\^ warships/],
      },
    ],
  },
  {
    name: 'play doomspire tells what beating each monster gives and where it is',
    steps: [
      {
        run: ['play', 'doomspire', ...random],
        input: 'q\n',
        out: /Monsters: wolf 2 \(1 fame, 2 food\) at [a-h][1-8],/,
      },
    ],
  },
  {
    name: 'play doomspire lists the cards that nobody has seen, and what is face down',
    steps: [
      {
        run: ['play', 'doomspire', ...random],
        input: 'q\n',
        out: [/^Tier 1: \d+ cards, top (beast|cave|grove)\. Unseen: wolf/m, /^Face down: 2 food\*/m],
      },
    ],
  },
  {
    name: 'play doomspire stays within 100 columns, choices included',
    steps: [{ run: ['play', 'doomspire', ...random], input: '1\n1\n1\n1\n1\n1\n1\n1\nq\n', after: within100 }],
  },
  {
    name: 'play doomspire in edition airef shows its three decks a tier, within 100 columns',
    steps: [
      {
        run: ['play', 'doomspire', ...random, '--options', 'edition=airef'],
        input: '1\n1\n1\n1\nq\n',
        out: /^Tier 3: (beast|cave|grove), \d cards \| /m,
        after: within100,
      },
    ],
  },
  {
    name: 'play doomspire --watch tells a whole game within 100 columns of board',
    steps: [
      {
        run: ['play', 'doomspire', '--watch', '--against', 'scripted:mixed', '--seed', '3'],
        out: [/The game is over \((fame|gold|starred|combat|rings)\): 1\. (NW|NE|SE|SW), 2\. /, /^Built: /m],
        after: within100,
      },
    ],
  },
]);
