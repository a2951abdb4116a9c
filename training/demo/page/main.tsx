/** The page of the demonstration: starts and stops learning, and shows how it goes. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Choosable, Computing, Measured, News, Order, Shown, Standing } from '../protocol.js';
import { Progress } from './progress.js';
import { Table } from './table.js';

const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
const send = (order: Order) => worker.postMessage(order);

/** Decisions from one update to the next; fewer: the network plays sooner by what it has learned. */
const sizes = [128, 512, 1024, 4096];

type State = 'idle' | 'loading' | 'learning' | 'stopping';

function App() {
  const [games, setGames] = useState<readonly Choosable[]>([]);
  const [game, setGame] = useState('');
  const [size, setSize] = useState(1024);
  const [state, setState] = useState<State>('idle');
  const [computing, setComputing] = useState<Computing>();
  const [standing, setStanding] = useState<Standing>();
  const [measured, setMeasured] = useState<Measured[]>([]);
  const [shown, setShown] = useState<Shown>();
  const [failed, setFailed] = useState('');
  useEffect(() => {
    const lost = (event: ErrorEvent) => {
      event.preventDefault();
      setFailed(event.message || 'the script that learns cannot be loaded');
      setState('idle');
    };
    worker.addEventListener('error', lost);
    worker.addEventListener('message', ({ data: news }: MessageEvent<News>) => {
      if ('games' in news) {
        setGames(news.games);
        setGame(news.games[0]!.id);
      } else if ('computing' in news) {
        setComputing(news.computing);
        setState((was) => (was === 'loading' ? 'learning' : was));
      } else if ('standing' in news) setStanding(news.standing);
      else if ('measured' in news) setMeasured((before) => [...before, news.measured]);
      else if ('shown' in news) setShown(news.shown);
      else if ('stopped' in news) setState('idle');
      else {
        setFailed(news.failed);
        setState('idle');
      }
    });
  }, []);
  const start = () => {
    setState('loading');
    setFailed('');
    setStanding(undefined);
    setMeasured([]);
    setShown(undefined);
    send({ do: 'start', game, decisionsPerUpdate: size });
  };
  const stop = () => {
    setState('stopping');
    send({ do: 'stop' });
  };
  const busy = state !== 'idle';
  return (
    <main class="site train">
      <p class="ways">
        <a href="../index.html">Guide</a> <a href="../games/index.html">Play the games</a>
      </p>
      <h1>{document.title}</h1>
      <p>
        A small network plays games against itself on your device and learns from them, from nothing but the rules: what
        positions are worth (TD(λ) on afterstates, as <code>tabletop train --algorithm afterstate</code> does it). Its
        gradient steps are the graph of <code>--device gpu</code>, computed by your graphics card where the browser
        offers WebGPU. Nothing is sent anywhere. Start loads 27 MB, less where the host compresses.
      </p>
      <section class="card" aria-label="Learning">
        <div class="controls">
          <label>
            Game
            <select value={game} disabled={busy} onChange={({ currentTarget }) => setGame(currentTarget.value)}>
              {games.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <label>
            Decisions an update
            <select value={size} disabled={busy} onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}>
              {sizes.map((decisions) => (
                <option key={decisions} value={decisions}>
                  {decisions}
                </option>
              ))}
            </select>
          </label>
          {busy ? (
            <button type="button" class="primary" disabled={state === 'stopping'} onClick={stop}>
              Stop
            </button>
          ) : (
            <button type="button" class="primary" disabled={games.length === 0} onClick={start}>
              {standing ? 'Start anew' : 'Start'}
            </button>
          )}
        </div>
        <p class="computing" role="status">
          {wordsOf(state, computing)}
          {computing && busy && !standing && ' The first update prepares it and takes longest.'}
        </p>
        {failed && (
          <p class="problem" role="alert">
            Learning ended: {failed}
          </p>
        )}
        <Figures standing={standing} />
      </section>
      <Progress measured={measured} />
      {standing && <Table shown={shown} learning={busy} send={send} />}
    </main>
  );
}

function wordsOf(state: State, computing: Computing | undefined): string {
  if (state === 'loading' && !computing) return 'Loading ONNX Runtime.';
  if (!computing) return 'Nothing computes yet.';
  return computing.by === 'WebGPU'
    ? `WebGPU computes the gradient steps, on ${computing.about}.`
    : `WebAssembly computes the gradient steps on the processor: ${computing.about}.`;
}

function Figures({ standing }: { standing: Standing | undefined }) {
  const whole = (n: number) => Math.round(n).toLocaleString('en');
  const figures: [string, string][] = [
    ['Updates', standing ? whole(standing.updates) : '–'],
    ['Games', standing ? whole(standing.games) : '–'],
    ['Decisions', standing ? whole(standing.decisions) : '–'],
    ['Decisions a second', standing ? whole(standing.decisionsPerSecond) : '–'],
    ['Loss', standing ? standing.loss.toFixed(3) : '–'],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const place = document.getElementById('page')!;
place.replaceChildren();
render(<App />, place);
