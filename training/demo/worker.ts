/** The worker of the demonstration: learns, measures now and then, and plays against the visitor. */

import type { Ort } from '../../agents/network/engines/onnx.js';
import { SeededChance } from '../../env/chance.js';
import type { Game, State } from '../../env/game.js';
import { parseOptions } from '../../env/options.js';
import { LiveView } from '../../env/view.js';
import { browserDevice, type Gpu } from './browser-device.js';
import type { News, Order, Shown } from './protocol.js';
import { type Lesson, Session } from './session.js';

/** Where orders come from and news go to: a worker's own scope. */
interface Port {
  addEventListener(type: 'message', listener: (event: { data: Order }) => void): void;
  postMessage(news: News): void;
}

/** Seconds of learning before the first measurement; each next one waits half as long again, up to a minute. */
const FIRST = 2;
const GROWTH = 1.5;
const MOST = 60;

/** What it has learned, and for how long. */
interface Learning {
  game: string;
  session: Session;
  updates: number;
  decisions: number;
  games: number;
  seconds: number;
  /** When it is measured next. */
  due: number;
  wait: number;
}

/**
 * @param lessons by id of the game
 * @param load ONNX Runtime for browsers, once it is needed
 * @param gpu WebGPU, where the browser has it
 */
export function serveTraining(
  port: Port,
  lessons: Readonly<Record<string, Lesson>>,
  load: () => Promise<Ort>,
  gpu: Gpu | undefined,
): void {
  let opened: ReturnType<typeof browserDevice> | undefined;
  let learning: Learning | undefined;
  let running = false;

  const say = (news: News) => port.postMessage(news);
  const fail = (error: unknown) => {
    running = false;
    say({ failed: (error as Error).message });
  };

  async function begin(game: string, decisionsPerUpdate: number): Promise<void> {
    opened ??= load().then((ort) => browserDevice(ort, gpu));
    const { device, computing } = await opened.catch((error) => {
      // A file that did not come may come the next time.
      opened = undefined;
      throw error;
    });
    say({ computing });
    learning?.session.dispose();
    const session = new Session(lessons[game]!, device, decisionsPerUpdate, Date.now());
    learning = { game, session, updates: 0, decisions: 0, games: 0, seconds: 0, due: FIRST, wait: FIRST };
    say({ measured: { seconds: 0, ...session.measure() } });
  }

  async function learn(now: Learning): Promise<void> {
    while (running) {
      const began = performance.now();
      const { decisions, games, loss } = await now.session.update();
      const took = (performance.now() - began) / 1000;
      now.updates++;
      now.decisions += decisions;
      now.games += games;
      // The first one makes the graph ready for the device, which takes far longer than a step.
      if (now.updates > 1) now.seconds += took;
      const { updates } = now;
      say({
        standing: { updates, decisions: now.decisions, games: now.games, decisionsPerSecond: decisions / took, loss },
      });
      if (now.seconds >= now.due) {
        say({ measured: { seconds: now.seconds, ...now.session.measure() } });
        now.wait = Math.min(MOST, now.wait * GROWTH);
        now.due = now.seconds + now.wait;
      }
      // Orders are heard between updates, also where nothing else waits for anything.
      await new Promise((resolve) => setTimeout(resolve));
    }
    say({ stopped: true });
  }

  port.addEventListener('message', ({ data: order }) => {
    if (order.do === 'stop') running = false;
    else if (order.do === 'show') {
      try {
        say({ shown: shownGame(learning!, lessons[learning!.game]!.game, order) });
      } catch (error) {
        fail(error);
      }
    } else if (!running) {
      running = true;
      begin(order.game, order.decisionsPerUpdate)
        .then(() => learn(learning!))
        .catch(fail);
    }
  });
  say({ games: Object.entries(lessons).map(([id, { game }]) => ({ id, title: game.title })) });
}

/** A game without luck after these actions, and after the network's own where it is asked. */
function shownGame(
  { session }: Learning,
  game: Game,
  { actions, seat }: { actions: readonly number[]; seat: number },
): Shown {
  const chance = new SeededChance(0, game.streams);
  const state: State = game.newState(parseOptions(game, {}), chance);
  for (const action of actions) state.apply(action, chance);
  const played = [...actions];
  const player = session.player();
  const view = new LiveView(game);
  player.reset(played.length);
  while (!state.over && state.actor !== seat) {
    const action = player.act(view.show(state));
    state.apply(action, chance);
    played.push(action);
  }
  const { drawing } = game;
  const board = drawing!.scene(state, seat).parts.find((part) => part.kind === 'board')!;
  if (state.over) return { actions: played, board, choices: {}, result: resultOf(state, seat) };
  const { mask } = view.show(state);
  const legal = Array.from(mask.keys()).filter((action) => mask[action] === 1);
  const choices = Object.fromEntries(legal.map((action) => [drawing!.concerns(state, action)[0]!, action]));
  return { actions: played, board, choices, result: '' };
}

function resultOf(state: State, seat: number): string {
  const places = new Uint8Array(state.players);
  state.places(places);
  if (places.every((place) => place === 0)) return 'A draw.';
  return places[seat] === 0 ? 'You have won.' : 'The network has won.';
}
