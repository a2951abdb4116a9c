/** `tabletop export --all --format web`: the site of all games, with how far it is. */
import { reportPage } from '../../eval/game-report/page.js';
import { fullReport } from '../../eval/game-report/report.js';
import { aroundReport, type GamesRequest, makeGames, type SiteProgress } from '../../export/site/index.js';
import { type SiteResult, siteFolder, writeSite } from '../../export/web/index.js';
import { interruptSignal } from '../interrupt.js';
import { reportCommand } from '../repeat.js';
import { ProgressLine, timeLeft } from '../terminal.js';

/** Games of each level in a report, unless it is said: all reports together take some minutes. */
export const GAMES = 40;
const SEED = '1';
/** From this share of the work on, its speed so far says how long the rest takes. */
const TELLING = 0.1;

/**
 * Makes the site and writes it.
 * @param out the folder
 * @param games of each level in a report, at least 2
 * @param around what lies beside the site, if anything
 * @throws UserError when nothing can be written there, before anything is made
 */
export async function writeAllGames(
  out: string,
  games: number = GAMES,
  around: Pick<GamesRequest, 'guide' | 'above'> = {},
): Promise<SiteResult> {
  siteFolder(out);
  const signal = interruptSignal();
  const line = new ProgressLine();
  const began = performance.now();
  /** When the first report began: the time left is told from what is done since. */
  let reporting = 0;
  const report = async (game: string): Promise<string> => {
    const looks = Math.ceil(games / 4);
    const settings = { looks, playouts: 4, effects: 0 };
    const result = await fullReport({ game, games, seed: SEED, signal, ...settings });
    return reportPage(result, reportCommand(result, game, { out: game, ...settings }), aroundReport);
  };
  const onReport = ({ part, done, total }: SiteProgress) => {
    reporting ||= performance.now();
    const left = done < TELLING * total ? Number.NaN : ((performance.now() - reporting) / 1000 / done) * (total - done);
    line.update(`${timeLeft(left)}report on ${part}`);
  };
  const onPage = ({ part, done, total }: SiteProgress) => {
    signal.throwIfAborted();
    // What is over within two seconds needs no progress.
    if (performance.now() - began > 2000) line.update(`${part}: its page | ${done} of ${total}`);
  };
  try {
    return writeSite({ files: await makeGames({ report, onPage, onReport, ...around }) }, out);
  } finally {
    line.clear();
  }
}
