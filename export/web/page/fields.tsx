/** A position of a game that draws nothing: what each player has, and everything else by its name. */
import type { NamedField, TableView } from '../protocol.js';
import { calledIn } from './names.js';

export function Fields({ shown }: { shown: TableView }) {
  const { fields } = shown;
  if (!fields || fields.facts.length + fields.seats.length === 0) return null;
  const { facts, seats } = fields;
  return (
    <section class="fields" tabindex={0} aria-label="Position in tables">
      {seats.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Player</th>
              {seats.map((field) => (
                <th key={field.name} scope="col">
                  <Name {...field} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.seats.map((_, seat) => (
              <tr key={seat}>
                <th scope="row">{calledIn(shown, seat)}</th>
                {seats.map(({ name, values }) => (
                  <td key={name}>{values[seat]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {facts.length > 0 && (
        <table>
          <tbody>
            {facts.map((field) => (
              <tr key={field.name}>
                <th scope="row">
                  <Name {...field} />
                </th>
                <td>{field.values[0]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Name = ({ name, about }: NamedField) => (
  <>
    {name}
    {about && <small> {about}</small>}
  </>
);
