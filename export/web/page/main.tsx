/** Starts the page: its worker, and what it shows. */
import { render } from 'preact';
import { App } from './app.js';
import { connect } from './connection.js';
import { keepOffline } from './keep-offline.js';

const place = document.getElementById('page')!;

function fail(why: string): void {
  render(
    <main>
      <h1>{document.title}</h1>
      <p class="alert" role="alert">
        The game cannot be played here: {why}
      </p>
    </main>,
    place,
  );
}

const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
const ask = connect(worker, fail);
// What the server sent before scripts ran is replaced, not added to.
place.replaceChildren();
ask('about', null).then(
  (about) => {
    render(<App about={about} ask={ask} />, place);
    keepOffline();
  },
  (error: Error) => fail(error.message),
);
