/** A new game: who plays, how many, with which options and luck; or one that was left. */
import { useState } from 'preact/hooks';
import type { About, GameStart, Offer, OptionField, Pace } from '../protocol.js';
import { offersWith } from './adapting.js';
import type { Ask } from './connection.js';
import { LoadButton } from './files.js';
import { freshSeed, PERSON, seatName } from './names.js';
import { Fold, useOptions } from './options.js';
import { SavedGames } from './saved.js';
import { type Kept, keptGames } from './storage.js';
import { paceText, useThinking } from './thinking.js';

interface Props {
  about: About;
  ask: Ask;
  begin: (beginning: GameStart) => void;
  resume: (text: string) => void;
  /** Goes on with a game that this browser keeps. */
  goOn: (kept: Kept) => void;
  review: (text: string) => void;
  /** Compares games with these options and others. */
  workbench: (options: Record<string, unknown>) => void;
  failed: (message: string) => void;
}

export function Setup({ about, ask, begin, resume, goOn, review, workbench, failed }: Props) {
  const [seats, setSeats] = useState<string[]>([]);
  const [names, setNames] = useState<string[]>([]);
  const [seed, setSeed] = useState(about.seed ?? '');
  const { options, checked, ready, problem, field } = useOptions(ask, about.options);

  const offers = offersWith(about);
  const called = checked && 'called' in checked ? checked.called : [];
  const count = checked && 'seats' in checked ? checked.seats : seats.length;
  const playing = Array.from({ length: count }, (_, seat) => seats[seat] ?? (seat === 0 ? PERSON : about.opponent));
  const general = checked && 'field' in checked && !about.fields.some(({ name }) => name === checked.field);
  const paces = useThinking(ask, playing, ready ? options : null);
  const players = about.fields.filter(({ name }) => name === 'players');
  const others = about.fields.filter(({ name }) => name !== 'players');
  const variants = others.filter(({ forDesigners }) => !forDesigners);
  const designers = others.filter(({ forDesigners }) => forDesigners);
  const wrong = (fields: readonly OptionField[]) => fields.some(({ name }) => problem(name) !== undefined);

  // Who has played before wants to go on; who has not, to begin.
  const [some] = useState(() => keptGames(about.id).length > 0);
  const saved = <SavedGames game={about.id} resume={goOn} failed={failed} />;

  return (
    <main class="setup">
      <header class="masthead">
        <h1>{about.title}</h1>
        <p class="summary">{about.summary}</p>
      </header>
      {some && saved}
      <form
        class="card"
        aria-labelledby="new"
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          const called = playing.map((_, seat) => names[seat] ?? '');
          begin({ options, seats: playing, names: called, seed: seed.trim() || freshSeed() });
        }}
      >
        <h2 id="new">New game</h2>
        {players.map(field)}
        <fieldset>
          <legend>Who plays</legend>
          {playing.map((spec, seat) => (
            <SeatSelect
              key={seat}
              seat={seat}
              label={seatName(called, seat)}
              spec={spec}
              offers={offers}
              pace={paces.get(spec)}
              set={(chosen) => setSeats(playing.map((before, other) => (other === seat ? chosen : before)))}
            />
          ))}
          {about.unseated.length > 0 && (
            <p class="hint">Not in a page, but in the terminal: {about.unseated.join('; ')}.</p>
          )}
        </fieldset>
        <details>
          <summary>Names</summary>
          <div class="options">
            {playing.map((_, seat) => (
              <div key={seat} class="field">
                <label for={`name-${seat}`}>Name of {seatName(called, seat)}</label>
                <input
                  id={`name-${seat}`}
                  value={names[seat] ?? ''}
                  maxLength={24}
                  autocomplete="off"
                  placeholder="as the game calls it"
                  onInput={(event) => {
                    const { value } = event.currentTarget;
                    setNames(playing.map((_, other) => (other === seat ? value : (names[other] ?? ''))));
                  }}
                />
              </div>
            ))}
          </div>
        </details>
        <div class="field">
          <label for="seed">Seed</label>
          <input
            id="seed"
            value={seed}
            placeholder="a new one"
            autocomplete="off"
            aria-describedby="seed-hint"
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
          <p class="hint" id="seed-hint">
            The same seed deals the same game again.
          </p>
        </div>
        {variants.length > 0 && (
          <Fold title="Variants of the game" wrong={wrong(variants)} fields={variants.map(field)} />
        )}
        {designers.length > 0 && <Fold title="For designers" wrong={wrong(designers)} fields={designers.map(field)} />}
        {about.trained && (
          <details>
            <summary>About the trained player</summary>
            <p class="hint">{about.trained}.</p>
          </details>
        )}
        {general && (
          <p class="problem" role="alert">
            {(checked as { message: string }).message}
          </p>
        )}
        <div class="actions">
          <button type="submit" class="primary" disabled={!ready}>
            Begin
          </button>
          <LoadButton label="Continue from a file" of="Saved game" loaded={resume} />
          <LoadButton label="Walk through a file" of="Replay" loaded={review} />
          {about.compares && (
            <button type="button" disabled={!ready} onClick={() => workbench(options)}>
              Workbench
            </button>
          )}
        </div>
      </form>
      {!some && saved}
      <footer class="foot">Everything runs in this page. Nothing is sent anywhere.</footer>
    </main>
  );
}

/** Who sits at a seat. */
export function SeatSelect(props: {
  seat: number;
  label: string;
  spec: string;
  offers: Offer[];
  /** How long who sits there thinks, where that is known. */
  pace?: Pace | undefined;
  set: (spec: string) => void;
}) {
  const { seat, label, spec, offers, pace, set } = props;
  const id = `seat-${seat}`;
  const about = offers.find((offer) => offer.spec === spec)?.about ?? '';
  return (
    <div class="field seat">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={spec}
        aria-describedby={`${id}-about`}
        onChange={(event) => set(event.currentTarget.value)}
      >
        {offers.map((offer) => (
          <option key={offer.spec} value={offer.spec}>
            {offer.name}
          </option>
        ))}
      </select>
      <p class="hint" id={`${id}-about`}>
        {[about, ...(pace ? [paceText(pace)] : [])].filter(Boolean).join('; ')}
      </p>
    </div>
  );
}
