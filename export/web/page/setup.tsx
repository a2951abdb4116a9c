/** A new game: who plays, how many, with which options and luck; or one that was left. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { About, Checked, GameStart, Offer, OptionField, Pace } from '../protocol.js';
import { offersWith } from './adapting.js';
import type { Ask } from './connection.js';
import { LoadButton } from './files.js';
import { fieldWords, freshSeed, PERSON, seatName } from './names.js';
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
  failed: (message: string) => void;
}

export function Setup({ about, ask, begin, resume, goOn, review, failed }: Props) {
  const [options, setOptions] = useState<Record<string, unknown>>(about.options);
  /** JSON texts as they were typed, and what is wrong with them. */
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [seats, setSeats] = useState<string[]>([]);
  const [names, setNames] = useState<string[]>([]);
  const [seed, setSeed] = useState(about.seed ?? '');
  const [checked, setChecked] = useState<Checked | null>(null);

  const unread = Object.entries(texts).find(([, text]) => !isJson(text))?.[0];
  useEffect(() => {
    let current = true;
    ask('check', options).then((answer) => current && setChecked(answer));
    return () => {
      current = false;
    };
  }, [options]);

  const offers = offersWith(about);
  const called = checked && 'called' in checked ? checked.called : [];
  const count = checked && 'seats' in checked ? checked.seats : seats.length;
  const playing = Array.from({ length: count }, (_, seat) => seats[seat] ?? (seat === 0 ? PERSON : about.opponent));
  const set = (name: string, value: unknown) => setOptions({ ...options, [name]: value });
  const problem = (name: string): string | undefined => {
    if (unread === name) return 'this is not JSON';
    return checked && 'field' in checked && checked.field === name ? checked.message : undefined;
  };
  const general = checked && 'field' in checked && !about.fields.some(({ name }) => name === checked.field);
  const ready = checked !== null && 'seats' in checked && unread === undefined;
  const paces = useThinking(ask, playing, ready ? options : null);
  const field = (one: OptionField) => (
    <Field
      key={one.name}
      field={one}
      value={options[one.name]}
      text={texts[one.name]}
      problem={problem(one.name)}
      set={(value) => set(one.name, value)}
      setText={(text) => {
        setTexts({ ...texts, [one.name]: text });
        if (isJson(text)) set(one.name, JSON.parse(text));
      }}
    />
  );
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

/** Options that are folded away, unless something is wrong with them. */
function Fold({ title, wrong, fields }: { title: string; wrong: boolean; fields: ComponentChildren }) {
  const [opened, setOpened] = useState(false);
  return (
    <details open={opened || wrong} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div class="options">{fields}</div>
    </details>
  );
}

function Field(props: {
  field: OptionField;
  value: unknown;
  text: string | undefined;
  problem: string | undefined;
  set: (value: unknown) => void;
  setText: (text: string) => void;
}) {
  const { field, value, text, problem, set, setText } = props;
  const id = `option-${field.name}`;
  const about = `${id}-about`;
  const told = {
    id,
    'aria-describedby': problem ? `${about} ${id}-problem` : about,
    'aria-invalid': problem ? true : undefined,
  };
  const control = () => {
    switch (field.kind) {
      case 'choice':
        return (
          <select {...told} value={String(value ?? field.initial)} onChange={(event) => set(event.currentTarget.value)}>
            {field.values.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        );
      case 'switch':
        return (
          <input
            {...told}
            type="checkbox"
            checked={Boolean(value ?? field.initial)}
            onChange={(event) => set(event.currentTarget.checked)}
          />
        );
      case 'number':
        return (
          <input
            {...told}
            type="number"
            value={String(value ?? field.initial)}
            min={field.min ?? undefined}
            max={field.max ?? undefined}
            step={field.whole ? 1 : 'any'}
            onInput={(event) => set(event.currentTarget.valueAsNumber)}
          />
        );
      case 'json':
        return (
          <textarea
            {...told}
            rows={2}
            spellcheck={false}
            value={text ?? JSON.stringify(value ?? field.initial ?? null)}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        );
    }
  };
  return (
    <div class={`field ${field.kind}`}>
      <label for={id}>{fieldWords(field.name)}</label>
      {control()}
      <p class="hint" id={about}>
        {field.about}
      </p>
      {problem && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
