/** Pages of a site of games, without a script of their own: the front page, and one about each game. */
import { Markup, type MarkupContent, markup } from '../../eval/charts/markup.js';
import { offlineFiles } from '../web/offline.js';
import { headOf } from '../web/site.js';

/** A game on these pages. */
export interface ShownGame {
  /** Its folder. */
  id: string;
  title: string;
  /** In one sentence. */
  summary: string;
  /** How many can play, and whether there are levels: `2 to 4 players, 10 levels of opponents`. */
  players: string;
  /** The board, or what stands for it. */
  picture: Markup;
}

/** Names of files that these pages share, and of the pages of a game. */
export const siteFiles = { style: 'site.css', script: 'site.js', about: 'about.html', report: 'report.html' } as const;

/** The script of these pages: keeps them for when there is no network. */
export const siteScript = `navigator.serviceWorker?.register(new URL('${offlineFiles.worker}', document.baseURI)).catch(() => {});\n`;

/** @param shared where the files lie that pages share */
const page = (title: string, about: string, shared: string, body: MarkupContent): string =>
  markup`<!doctype html>
<html lang="en">
<head>
${new Markup(headOf(title, about, true))}<link rel="stylesheet" href="${shared}page.css">
<link rel="stylesheet" href="${shared}${siteFiles.style}">
<script type="module" src="${shared}${siteFiles.script}"></script>
</head>
<body>
<main class="site">
${body}
</main>
</body>
</html>
`.toString();

export const front = { title: 'Games', summary: 'Tabletop games to play against people and ten levels of opponents.' };

/** The page that lists all games. @param above a line with links to what lies around, if anything */
export const frontPage = (games: readonly ShownGame[], above: Markup | null): string =>
  page(
    front.title,
    front.summary,
    '',
    markup`${above}<h1>${front.title}</h1>
<p>Play in the browser, alone or with others on one device. Nothing is sent anywhere, and a game that was opened once opens without a network.</p>
<ul class="games">
${games.map(
  ({ id, title, summary, players, picture }) => markup`<li class="card">
<a class="board-of" href="${id}/index.html" tabindex="-1" aria-hidden="true">${picture}</a>
<h2><a href="${id}/index.html">${title}</a></h2>
<p class="hint">${players}</p>
<p>${summary}</p>
<p class="ways"><a href="${id}/index.html" aria-label="Play ${title}">Play</a>
<a href="${id}/${siteFiles.about}#rules" aria-label="Rules of ${title}">Rules</a>
<a href="${id}/${siteFiles.about}#examples" aria-label="Example games of ${title}">Example games</a>
<a href="${id}/${siteFiles.report}" aria-label="Report on ${title}">Report</a></p>
</li>`,
)}
</ul>`,
  );

/** The way from the report on a game to the other pages. */
export const aroundReport = markup`<p><a href="../index.html">All games</a> &middot; <a href="index.html">Play</a> &middot; <a href="${siteFiles.about}">Rules and example games</a></p>\n`;

/** The page about a game: games to walk through, and its rules. */
export const aboutPage = (
  { title, summary, players, picture }: ShownGame,
  examples: readonly { about: string; link: string | null }[],
  rules: Markup,
): string =>
  page(
    `About ${title}`,
    summary,
    '../',
    markup`<p class="ways"><a href="../index.html">All games</a> <a href="index.html">Play</a> <a href="${siteFiles.report}">Report</a></p>
<h1>${title}</h1>
<p>${summary} <span class="hint">${players}.</span></p>
<div class="board-of">${picture}</div>
<h2 id="examples">Example games</h2>
<p>Bots played these. Walk through them move by move, analyse them, or go on from any position yourself.</p>
<ul>
${examples.flatMap(({ about, link }, i) => (link === null ? [] : markup`<li><a href="index.html${link}">Game ${i + 1}</a>: ${about}</li>`))}
</ul>
<div id="rules" class="rules">
${rules}
</div>`,
  );
