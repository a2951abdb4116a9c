/** All games as one site of static files: a front page, and for each game a page to play on, one about it, and its report. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { LEVELS } from '../../agents/ladder.js';
import { gameIds, type LoadedGame, loadGame } from '../../env/load-game.js';
import { packageFolder } from '../../env/package.js';
import type { SceneBoard } from '../../env/scene.js';
import { Markup, markup } from '../../eval/charts/markup.js';
import { makeSite } from '../web/index.js';
import { iconOf, manifestOf, offlineFiles, offlineWorker } from '../web/offline.js';
import { stillDrawer } from '../web/page-script.js';
import { sharedFiles } from '../web/site.js';
import { type Example, exampleGames } from './examples.js';
import { aboutPage, front, frontPage, type ShownGame, siteFiles, siteScript } from './pages.js';
import { rules } from './rules.js';
import { siteStyle } from './style.js';

export { aroundReport } from './pages.js';

/** What is made, and how far it is. */
export interface SiteProgress {
  /** In words. */
  part: string;
  /** Of the work: parts that take long count for more. */
  done: number;
  total: number;
}

/** What a site of games is made with. */
export interface GamesRequest {
  /** Ids of games; default: all. */
  games?: readonly string[] | undefined;
  /** Makes the report on a game: a whole page. */
  report: (game: string) => Promise<string>;
  /** Where a file of this project that a README links to lies, as a link from a game's folder; default: nowhere. */
  guide?: ((file: string) => string | undefined) | undefined;
  /** A line above the front page. */
  above?: Markup | undefined;
  onPage?: ((progress: SiteProgress) => void) | undefined;
  onReport?: ((progress: SiteProgress) => void) | undefined;
}

/** What was made of a game before its report. */
interface Made {
  loaded: LoadedGame;
  /** By name in its folder. */
  files: Map<string, string>;
  shown: ShownGame;
  examples: Example[];
}

/**
 * Makes the site in memory.
 * @returns contents by path; `index.html` is the front page
 * @throws UserError when a page or a report cannot be made
 */
export async function makeGames(request: GamesRequest): Promise<Map<string, string>> {
  const { report, guide, above, onPage, onReport } = request;
  const games = await Promise.all((request.games ?? gameIds()).map(loadGame));
  const shared = new Map([...(await sharedFiles()), [siteFiles.style, siteStyle], [siteFiles.script, siteScript]]);
  const still = await stillDrawer();
  const made: Made[] = [];
  for (const [done, loaded] of games.entries()) {
    onPage?.({ part: loaded.game.title, done, total: games.length });
    made.push(await madeOf(loaded, still));
  }
  const reports = await allReports(made, report, onReport);
  const site = new Map(shared);
  for (const { loaded, files, shown, examples } of made) {
    const { id } = loaded.game;
    const text = readFileSync(join(packageFolder(), 'games', id, 'README.md'), 'utf8');
    const linked = (link: string) => guide?.(posix.join('games', id, link));
    files.set(siteFiles.about, aboutPage(shown, examples, rules(text, linked)));
    files.set(siteFiles.report, reports.get(id)!);
    const around = [...shared].map(([name, content]) => [`../${name}`, content] as const);
    files.set(offlineFiles.worker, await offlineWorker(new Map([...files, ...around])));
    for (const [name, content] of files) site.set(`${id}/${name}`, content);
  }
  const own = new Map([
    [
      'index.html',
      frontPage(
        made.map(({ shown }) => shown),
        above ?? null,
      ),
    ],
    [offlineFiles.icon, iconOf(front.title)],
    [offlineFiles.manifest, manifestOf(front)],
  ]);
  own.set(offlineFiles.worker, await offlineWorker(new Map([...own, ...shared])));
  return new Map([...own, ...site]);
}

async function madeOf(loaded: LoadedGame, still: (board: SceneBoard) => string): Promise<Made> {
  const { id, title, summary, seats } = loaded.game;
  const levels = loaded.ladder === undefined ? '' : `, ${LEVELS} levels of opponents`;
  const { files } = await makeSite({ game: id, offline: true, shared: '../' });
  const examples = await exampleGames(loaded);
  const players = seats.min === seats.max ? plural(seats.min) : `${seats.min} to ${plural(seats.max)}`;
  const shown = { id, title, summary, players: players + levels, picture: pictureOf(loaded, examples[0]!, still) };
  return { loaded, files: new Map(files), shown, examples };
}

const plural = (players: number): string => `${players} ${players === 1 ? 'player' : 'players'}`;

/** The first board late in a game, as somebody in the first seat sees it; without a drawing the game's text. */
function pictureOf({ game }: LoadedGame, { late }: Example, still: (board: SceneBoard) => string): Markup {
  const board = game.drawing?.scene(late, 0).parts.find((part) => part.kind === 'board');
  return board ? new Markup(still(board)) : markup`<pre>${late.text(0).trimEnd()}</pre>`;
}

/** What a report costs however quick its games are, in seconds of one of its games. */
const STARTING = 0.25;

/** The quick ones first: they tell how long the others take. What a game of bots took is the measure. */
async function allReports(
  made: readonly Made[],
  report: GamesRequest['report'],
  onReport: GamesRequest['onReport'],
): Promise<Map<string, string>> {
  const works = made
    .map(({ loaded: { game }, examples }) => ({ game, work: STARTING + examples[0]!.seconds }))
    .sort((a, b) => a.work - b.work);
  const total = works.reduce((sum, { work }) => sum + work, 0);
  const reports = new Map<string, string>();
  let done = 0;
  for (const { game, work } of works) {
    onReport?.({ part: game.title, done, total });
    reports.set(game.id, await report(game.id));
    done += work;
  }
  return reports;
}
