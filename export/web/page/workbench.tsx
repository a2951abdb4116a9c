/** For who changes a game: games with two sets of options, side by side, with intervals; and the games behind each figure. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { About, Compared, Trial } from '../protocol.js';
import { withSeatNames } from '../seat-words.js';
import type { Ask } from './connection.js';
import { HeatMaps } from './heat.js';
import { freshSeed, PERSON, seatName } from './names.js';
import { useOptions } from './options.js';
import { type Progress, playTrials } from './trials.js';

interface Props {
  about: About;
  ask: Ask;
  /** Options of the first set. */
  options: Record<string, unknown>;
  /** Walks through the text of a replay. */
  review: (text: string) => void;
  failed: (error: Error) => void;
  leave: () => void;
}

/** Chance of a difference that is none, after correction for all that are looked at. */
const SURE = 0.05;
const [FEWEST, MOST] = [2, 10_000];

export function Workbench({ about, ask, options, review, failed, leave }: Props) {
  const second = useOptions(ask, options);
  const agents = about.offers.filter(({ spec }) => spec !== PERSON);
  const [agent, setAgent] = useState(
    () => (agents.find(({ spec }) => spec.startsWith('scripted:')) ?? agents[0]!).spec,
  );
  const [games, setGames] = useState(200);
  const [trial, setTrial] = useState<{ sets: readonly [Trial, Trial]; progress: Progress | null } | null>(null);
  const ended = useRef(() => {});
  useEffect(() => () => ended.current(), []);
  const stop = () => {
    ended.current();
    ended.current = () => {};
  };
  const counts = Number.isInteger(games) && games >= FEWEST && games <= MOST;
  const changed = about.fields.filter(({ name }) => !same(options[name], second.options[name]));
  const begin = () => {
    stop();
    const seed = freshSeed();
    const sets = [options, second.options].map((options) => ({ options, agent, seed })) as unknown as [Trial, Trial];
    setTrial({ sets, progress: null });
    ended.current = playTrials(
      sets,
      games,
      (progress) => setTrial({ sets, progress }),
      (error) => {
        setTrial(null);
        failed(error);
      },
    );
  };
  const called = second.checked && 'called' in second.checked ? second.checked.called : [];
  /** People know seats by their names. */
  const inWords = (name: string): string => withSeatNames(name, (seat) => seatName(called, seat));
  const running = trial !== null && !trial.progress?.finished;
  return (
    <main class="setup workbench">
      <header class="masthead">
        <h1>Workbench: {about.title}</h1>
        <p class="summary">
          Change the game, and see what that does: the same players play the same deals with the options of the form
          before, and with the changed ones after.
        </p>
      </header>
      <form
        class="card"
        aria-labelledby="after"
        onSubmit={(event) => {
          event.preventDefault();
          if (second.ready && counts) begin();
        }}
      >
        <h2 id="after">After the change</h2>
        <div class="options">{about.fields.map(second.field)}</div>
        <div class="field">
          <label for="agent">Who plays, in every seat</label>
          <select id="agent" value={agent} onChange={(event) => setAgent(event.currentTarget.value)}>
            {agents.map(({ spec, name }) => (
              <option key={spec} value={spec}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="games">Games of each</label>
          <input
            id="games"
            type="number"
            min={FEWEST}
            max={MOST}
            value={String(games)}
            onInput={(event) => setGames(event.currentTarget.valueAsNumber)}
          />
        </div>
        {changed.length === 0 && <p class="hint">Nothing is changed yet: both sets are the same.</p>}
        <div class="actions">
          <button type="submit" class="primary" disabled={!second.ready || !counts}>
            Play
          </button>
          {running && (
            <button
              type="button"
              onClick={() => {
                stop();
                setTrial(trial.progress && { ...trial, progress: { ...trial.progress, finished: true } });
              }}
            >
              Stop
            </button>
          )}
          <button type="button" onClick={leave}>
            Back
          </button>
        </div>
      </form>
      {trial && (
        <section class="card" aria-labelledby="before-after">
          <h2 id="before-after">Before and after</h2>
          <p role="status">
            {trial.progress?.played ?? 0} of {games} deals{trial.progress?.finished ? '.' : ' so far.'}
          </p>
          {trial.progress?.compared && (
            <Measures
              compared={trial.progress.compared.map((one) => ({ ...one, name: inWords(one.name) }))}
              open={(set, game) => ask('trialGame', { ...trial.sets[set]!, game }).then(review, failed)}
            />
          )}
          {trial.progress?.finished && (
            <HeatMaps
              key={trial.sets[0].seed}
              ask={ask}
              sets={trial.sets}
              games={trial.progress.played}
              failed={failed}
            />
          )}
        </section>
      )}
    </main>
  );
}

function Measures({ compared, open }: { compared: readonly Compared[]; open: (set: 0 | 1, game: number) => void }) {
  return (
    <>
      <section class="scrolls" tabindex={0} aria-label="Measures of both">
        <table class="prospects">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
              <th scope="col">Difference</th>
              <th scope="col">Sure</th>
            </tr>
          </thead>
          <tbody>
            {compared.map((one) => (
              <tr key={one.name}>
                <th scope="row">{one.name}</th>
                {([one.first, one.second] as const).map(({ mean, low, high }, set) => {
                  const text = `${number(one, mean)} [${number(one, low)}, ${number(one, high)}]`;
                  const game = one.examples[set as 0 | 1];
                  return (
                    <td key={set}>
                      {game === null ? (
                        text
                      ) : (
                        <button
                          type="button"
                          class="quiet"
                          aria-label={`${text}: walk through such a game, ${one.name}, ${set === 0 ? 'before' : 'after'}`}
                          onClick={() => open(set as 0 | 1, game)}
                        >
                          {text}
                        </button>
                      )}
                    </td>
                  );
                })}
                <td>
                  {signed(one, one.difference.mean)} [{signed(one, one.difference.low)},{' '}
                  {signed(one, one.difference.high)}]
                </td>
                <td>{one.corrected < SURE ? 'yes' : 'no'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="hint">
        95 % intervals, differences deal by deal. Sure: corrected after Holm for all lines. A click on a number walks
        through a game behind it.
      </p>
    </>
  );
}

const number = ({ share }: Compared, value: number): string =>
  share ? `${(100 * value).toFixed(1)} %` : value.toFixed(2);
const signed = (one: Compared, value: number): string => `${value > 0 ? '+' : ''}${number(one, value)}`;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
