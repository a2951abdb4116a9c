/** What one does with a game beside playing it: saving, sharing, who plays and how fast, leaving, giving it up. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { About, Offer, TableView } from '../protocol.js';
import { offersWith } from './adapting.js';
import type { Question } from './confirm.js';
import { saveFile } from './files.js';
import { calledIn } from './names.js';
import { type PlaySpeed, paceNamed, paces } from './pace.js';
import { SeatSelect } from './setup.js';
import { Share } from './share.js';
import { storeCoach, storeConfirms, storedCoach, storedConfirms, storePace } from './storage.js';

interface Props {
  about: About;
  shown: TableView;
  watching: boolean;
  pace: PlaySpeed;
  setPace: (pace: PlaySpeed) => void;
  save: () => Promise<string>;
  keep: (name: string) => Promise<boolean>;
  review: () => void;
  seat: (seat: number, spec: string) => void;
  watch: (seat: number) => void;
  choose: (action: number) => void;
  confirms: (on: boolean) => void;
  /** Whether to offer to take back what costs much. */
  coach: (on: boolean) => void;
  leave: () => void;
  /** Asks before something is done that ends what goes on. */
  confirm: (question: Question) => void;
}

export function Menu(props: Props) {
  const { about, shown, watching, pace, save, choose, confirm } = props;
  const { over, asked, passing, seats, moves } = shown;
  const offers = offersNow(offersWith(about), seats);
  const concessions = shown.groups.flatMap((group) => (group.concedes ? group.moves : []));
  return (
    <>
      <button type="button" popovertarget="menu">
        Menu
      </button>
      <section id="menu" popover="auto" class="card menu" aria-label="Menu">
        <div class="actions">
          <button type="button" onClick={async () => saveFile(`${about.id}-${shown.seed}.json`, await save())}>
            Export
          </button>
          {/* People at one device must not see what the others hide. */}
          {moves > 0 && !passing && (
            <button
              type="button"
              onClick={() =>
                hides(about, shown)
                  ? confirm({
                      title: 'Look at what is hidden?',
                      about: 'The analysis shows everything that is hidden from you.',
                      yes: 'Show everything',
                      no: 'Keep playing',
                      act: props.review,
                    })
                  : props.review()
              }
            >
              Analyse
            </button>
          )}
          <button
            type="button"
            onClick={() =>
              over || moves === 0
                ? props.leave()
                : confirm({
                    title: 'Leave this game?',
                    about: 'This browser keeps it among your games: it can be continued.',
                    yes: 'Leave it',
                    no: 'Keep playing',
                    act: props.leave,
                  })
            }
          >
            New game
          </button>
        </div>
        <KeepAs keep={props.keep} moves={moves} />
        <fieldset class="players">
          <legend>Players and pace</legend>
          {seats.map(({ spec }, seat) => (
            <SeatSelect
              key={seat}
              seat={seat}
              label={calledIn(shown, seat)}
              spec={spec}
              offers={offers}
              set={(chosen) => props.seat(seat, chosen)}
            />
          ))}
          <Choice
            id="pace"
            label="Pace of the others and of pieces"
            value={pace.name}
            set={(name) => {
              const chosen = paceNamed(name);
              storePace(chosen.name);
              props.setPace(chosen);
            }}
          >
            {paces.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Choice>
          <div class="field switch whole">
            <label for="confirms">Confirm each turn</label>
            <input
              id="confirms"
              type="checkbox"
              defaultChecked={storedConfirms()}
              onChange={(event) => {
                storeConfirms(event.currentTarget.checked);
                props.confirms(event.currentTarget.checked);
              }}
            />
          </div>
          {!about.earns && (
            <div class="field switch whole">
              <label for="coach">Offer to take back costly moves</label>
              <input
                id="coach"
                type="checkbox"
                defaultChecked={storedCoach()}
                onChange={(event) => {
                  storeCoach(event.currentTarget.checked);
                  props.coach(event.currentTarget.checked);
                }}
              />
            </div>
          )}
          {watching && seats.length > 1 && (
            <Choice
              id="watch"
              label="Position as seen by"
              value={String(shown.viewer)}
              set={(seat) => props.watch(Number(seat))}
            >
              {seats.map((_, seat) => (
                <option key={seat} value={String(seat)}>
                  {calledIn(shown, seat)}
                </option>
              ))}
            </Choice>
          )}
        </fieldset>
        <Share save={save} moves={moves} />
        <p class="hint">
          Seed {shown.seed}. Keys: 1 to 9 choose a move, / finds moves, arrows go over the board, Escape steps back, S
          skips to your turn.
        </p>
        {asked &&
          concessions.map(({ action, text }) => (
            <div key={action} class="gives-up">
              <button
                type="button"
                class="danger"
                onClick={() =>
                  confirm({
                    title: 'Give the game up?',
                    about: `You ${text}. This cannot be taken back.`,
                    yes: `Yes, ${text}`,
                    no: 'Keep playing',
                    act: () => choose(action),
                  })
                }
              >
                {text.charAt(0).toUpperCase() + text.slice(1)} ...
              </button>
            </div>
          ))}
      </section>
    </>
  );
}

/** With whom has a seat already, at a level that would not be offered any more. */
const offersNow = (offers: readonly Offer[], seats: TableView['seats']): Offer[] => [
  ...offers,
  ...seats.flatMap(({ spec, name }) =>
    offers.some((offer) => offer.spec === spec) ? [] : [{ spec, name: `One that adapts: ${name}`, about: '' }],
  ),
];

/** Keeps the game as it stands under a name. */
function KeepAs({ keep, moves }: { keep: (name: string) => Promise<boolean>; moves: number }) {
  const [kept, setKept] = useState<{ name: string; done: boolean; moves: number } | null>(null);
  return (
    <form
      class="naming"
      onSubmit={async (event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('keep-as') as HTMLInputElement;
        const name = field.value.trim();
        if (name !== '') setKept({ name, done: await keep(name), moves });
      }}
    >
      <label for="keep-as">Save as</label>
      <input id="keep-as" name="keep-as" maxLength={60} autocomplete="off" />
      <button type="submit">Save</button>
      {kept?.moves === moves && (
        <p class="hint" role="status">
          {kept.done ? `Saved as ${kept.name}, among your games.` : 'This browser has no room for it. Export it.'}
        </p>
      )}
    </form>
  );
}

/** Whether something is hidden from who would look at all of it. */
const hides = ({ hides }: About, { open, over }: TableView): boolean => hides && !open && !over;

function Choice(props: {
  id: string;
  label: string;
  value: string;
  set: (value: string) => void;
  children: ComponentChildren;
}) {
  const { id, label, value, set, children } = props;
  return (
    <div class="field whole">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {children}
      </select>
    </div>
  );
}
