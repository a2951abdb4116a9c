/** Games that compute with NaN: every command names what is not a number, as a mistake of the game. */
import { cases, pig, tiny } from './operate.js';

/** Big Pig with one thing replaced. */
const pigWith = (code: string) => `
import pig from ${JSON.stringify(pig)};
const { game } = pig;
const wrap = (change) => ({ ...game, newState: (...args) => { const state = game.newState(...args); change(state); return state; } });
export default { bots: pig.bots, game: ${code} };
`;

const observed = pigWith(`wrap((state) => {
  const { observe } = state;
  state.observe = function (seat, out, at) {
    observe.call(this, seat, out, at);
    if (this.scores[0] > 10) out[at + 1] = NaN;
  };
  const { clone } = state;
  state.clone = function () { const copy = clone.call(this); copy.observe = state.observe; return copy; };
})`);
const rewarded = `${pigWith("{ ...wrap((state) => { state.rewards = (out) => out.fill(NaN); }), scoring: 'rewards' }")}`;

/** At the end of its games it gives something impossible. */
const ended = (code: string) => pigWith(`wrap((state) => { ${code} })`);
const evaluate = ['evaluate', 'random', '--game', './game.ts', '--blocks', '1', '--workers', '0'];

const train = (file: string) => ['train', file, '--run', 'r', '--decisions', '2000', ...tiny];

cases([
  {
    name: 'an observation that is not finite stops training and play with its name',
    files: { 'game.ts': observed },
    steps: [
      { run: train('./game.ts'), exit: 2, err: /observation piece \w+ is NaN \(number \d+ of \d+\)/, errNot: /bug/ },
      { run: ['check', './game.ts', '--games', '4'], exit: 1, out: /FAIL .*NaN/ },
    ],
  },
  {
    name: 'so does a reward',
    files: { 'game.ts': rewarded },
    steps: [
      { run: train('./game.ts'), exit: 2, err: /the reward of seat 0 is NaN/, errNot: /bug/ },
      {
        run: ['evaluate', 'random', '--game', './game.ts', '--blocks', '1', '--workers', '0'],
        exit: 2,
        err: /the reward of seat 0 is NaN/,
      },
      { run: ['check', './game.ts', '--games', '4'], exit: 1, out: /FAIL .*reward of seat 0 is NaN/ },
    ],
  },
  {
    name: 'so does one beside which all others are lost',
    files: {
      'game.ts': pigWith("{ ...wrap((state) => { state.rewards = (out) => out.fill(-1e308); }), scoring: 'rewards' }"),
    },
    steps: [
      {
        run: train('./game.ts'),
        exit: 2,
        err: /the reward of seat 0 is -1e\+308: every reward must be finite, and between/,
      },
      { run: evaluate, exit: 2, err: /the reward of seat 0 is -1e\+308/ },
    ],
  },
  ...(
    [
      ['places that are none', 'state.places = (out) => out.set([7, 99]);', /the places 7, 99: 0 is first/],
      ['places that are not written', 'state.places = () => {};', /the places none, none: 0 is first/],
      [
        'an ending that is no text',
        'state.ending = () => ({ won: true });',
        /ended by \{"won":true\}: ending\(\) must give a text/,
      ],
      [
        'no rounds',
        "Object.defineProperty(state, 'round', { value: undefined });",
        /the round of a position is undefined: State\.round/,
      ],
    ] as const
  ).map(([what, code, says]) => ({
    name: `${what} end every command that reads them, in one line`,
    files: { 'game.ts': ended(code) },
    steps: [
      { run: evaluate, exit: 2, err: says, errNot: /bug/ },
      {
        run: ['report', './game.ts', '--agents', 'random', '--games', '4', '--workers', '0'],
        exit: 2,
        err: says,
        errNot: /bug/,
      },
      ...(what === 'no rounds'
        ? []
        : [{ run: ['play', './game.ts', '--watch', '--against', 'random', '--seed', '1'], exit: 2, err: says }]),
    ],
  })),
]);
