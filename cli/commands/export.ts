import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { isScripted } from '../../agents/bots/scripted-spec.js';
import { insideText } from '../../agents/player-file/provenance.js';
import { loadPolicy } from '../../agents/policy/policy.js';
import { FEWEST_SAMPLES } from '../../agents/search/halving.js';
import { lookaheadDefaults } from '../../agents/search/lookahead.js';
import { splitOpponents } from '../../agents/search/opponents.js';
import { checkWritable } from '../../checkpoints/atomic.js';
import { readGivenJson } from '../../checkpoints/read-text.js';
import { RunDirectory, runOf, splitRunPath } from '../../checkpoints/run.js';
import { commandLine } from '../../env/command-line.js';
import { type CappedWorth, cappedWorths } from '../../env/returns.js';
import { UserError } from '../../env/user-error.js';
import { printable } from '../../env/words.js';
import { exportToBoardgameIo, type HostFolder } from '../../export/boardgame-io/index.js';
import { type ExportFormat, type ExportResult, exportFormats } from '../../export/network/export-network.js';
import type { PlanExport } from '../../export/player/export-plan.js';
import { exportPolicy, exportWeights, gameOfBot } from '../../export/player/index.js';
import { makeSite, type SiteResult, siteRequest, writeSite } from '../../export/web/index.js';
import { readSegments } from '../../training/run/segments.js';
import { GAMES, writeAllGames } from './export-all.js';
import { numberFromZero, positiveNumber, printResult, readOptions, wholeNumber } from './shared.js';

interface ExportFlags {
  all?: boolean;
  games?: number;
  format: string;
  out?: string;
  game?: string;
  options?: string;
  float32?: boolean;
  opset?: number;
  temperature: number;
  lookahead?: number;
  rounds?: number;
  margin?: number;
  evaluation?: number;
  opponents?: string;
  capped?: CappedWorth;
  provenance?: string;
  ladder?: string;
  json?: boolean;
}

/** `tabletop export <policy>`: a trained policy as something others can use. */
export function addExport(program: Command): void {
  program
    .command('export [policy]')
    .description('write a player file, a network, a page or a game folder')
    .option(
      '--all',
      'with --format web: all games as one site, with rules, example games and reports; without <policy>',
    )
    .option('--games <n>', `with --all: games of each level in a report (default: ${GAMES})`, wholeNumber(2))
    .option('--format <format>', `${exportFormats.join(', ')}, weights (of a bot), web or boardgame.io`, 'js')
    .option('--out <path>', 'file or folder to write (default: exports/ of the run)')
    .option('--game <game>', 'path of your game module (default: the one in the run); for a bot its game')
    .option('--options <options>', 'for a bot: game options, JSON or key=value,...')
    .option('--float32', 'store weights in 32 bits instead of 16')
    .option(
      '--temperature <x>',
      'divides the logits: below 1 more deterministic, above 1 more random',
      positiveNumber,
      1,
    )
    .option(
      '--lookahead <samples>',
      'js: look ahead at full strength, as policy+lookahead:<samples> does',
      wholeNumber(FEWEST_SAMPLES),
    )
    .option(
      '--rounds <n>',
      `with --lookahead: rounds to look ahead (default: ${lookaheadDefaults.rounds})`,
      wholeNumber(0),
    )
    .option(
      '--margin <x>',
      `with --lookahead: lead that another action needs (default: ${lookaheadDefaults.margin})`,
      numberFromZero,
    )
    .option(
      '--evaluation <share>',
      "with --lookahead: weight of the advisor's evaluation, 0 to 1 (default: 0)",
      numberFromZero,
    )
    .option('--opponents <players>', 'with --lookahead: bots in the other seats of simulations: mixed, or mixed+fame:2')
    .addOption(
      new Option(
        '--capped <worth>',
        'with --lookahead: worth of a truncated game in simulations (default: half)',
      ).choices(cappedWorths),
    )
    .option('--opset <n>', 'onnx: version of its operators, 9 to 17 (default: 15)', wholeNumber(1))
    .option('--provenance <file>', 'JSON file with facts to add to those that the run recorded')
    .option('--ladder <file>', 'js: a ladder of this player alone, from tabletop ladder --player')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nFor web and boardgame.io, <policy> may be a game or an exported player too. A policy that values positions plays in\n' +
        'js, web and boardgame.io; the other formats hold its values. Formats: docs/player.md, docs/web.md, docs/boardgame.io.md.',
    )
    .action(async (policy: string | undefined, flags: ExportFlags, command: Command) => {
      if (flags.all) {
        const result = await exportAll(policy, flags, command);
        printResult(flags.json, result, () => allText(result));
        return;
      }
      if (flags.games !== undefined) throw new UserError('--games is for the reports of --all: leave it out');
      if (policy === undefined)
        throw new UserError('name what to export: a policy, a player, a bot or a game; or give --all --format web');
      refuseAgents(policy);
      if (flags.format === 'weights') {
        const result = await exportBotWeights(policy, flags);
        printResult(flags.json, result, () => weightsText(result));
        return;
      }
      if (flags.format === 'web') {
        const result = await exportSite(policy, flags);
        printResult(flags.json, result, () => siteText(result));
        return;
      }
      if (flags.format === 'boardgame.io') {
        const result = await exportHost(policy, flags);
        printResult(flags.json, result, () => hostText(result));
        return;
      }
      const result = await exportPlayer(policy, flags);
      printResult(flags.json, result, () => exportText(result));
    });
}

/** Agents elsewhere, which no file holds. @throws UserError that says what is exported in their place */
export function refuseAgents(policy: string): void {
  if (existsSync(policy)) return;
  if (/^player(:fast)?$/.test(policy))
    throw new UserError(
      `${policy} is a file already: import tabletop-gym/games/<game>/player${policy === 'player' ? '' : '-fast'}.mjs, or copy it`,
    );
  if (/^((level|search|policy(\+\w+)?|solved|cmd|onnx):|random$)/.test(policy))
    throw new UserError(
      `${printable(policy, 60)} is an agent, and no run: export takes a run, a checkpoint, scripted:<name> where a bot has ` +
        'weights, and for a page a game; pages have the levels of their game, and policy:<run> is exported as <run>',
    );
}

/** All games as one site; nothing else can be said about it than where it goes and how long its reports are. */
function exportAll(policy: string | undefined, flags: ExportFlags, command: Command): Promise<SiteResult> {
  if (policy !== undefined)
    throw new UserError(`--all exports every game: leave ${printable(policy, 60)} out, or leave --all out`);
  if (flags.format !== 'web') throw new UserError('--all makes a site: give --format web too');
  const its = ['all', 'format', 'out', 'games', 'json'];
  const given = command.options.find(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli' && !its.includes(option.attributeName()),
  );
  if (given) throw new UserError(`${given.long} applies to one game or player: leave it out with --all`);
  return writeAllGames(flags.out ?? 'games-web', flags.games);
}

const allText = ({ path: folder, files, bytes }: SiteResult): string =>
  `wrote ${folder} (${files.length} files, ${(bytes / 2 ** 20).toFixed(2)} MiB)\n` +
  'put it on any file server; its front page is index.html';

/** What says how a player is exported: nothing of it holds for a bot's weights alone, or for a folder. */
const ofPlayers = [
  'float32',
  'opset',
  'lookahead',
  'rounds',
  'margin',
  'evaluation',
  'opponents',
  'capped',
  'provenance',
  'ladder',
] as const;

function exportBotWeights(policy: string, flags: ExportFlags): Promise<PlanExport> {
  const given = ofPlayers.find((flag) => flags[flag] !== undefined);
  if (given) throw new UserError(`--${given} applies to players: leave it out with --format weights`);
  refuseOptionsOfPolicies(policy, flags);
  const { path: run } = splitRunPath(policy);
  const out = flags.out ?? (RunDirectory.exists(run) ? path.join(run, 'exports', 'weights.json') : 'weights.json');
  return exportWeights({ policy, out, ...(flags.game !== undefined && { game: flags.game }) });
}

const weightsText = ({ path: file, bytes, asked, differed }: PlanExport): string =>
  `wrote ${file} (${(bytes / 1024).toFixed(1)} KiB)\n` +
  `checked on ${asked} decisions: a bot read back from it chooses differently in ${differed}`;

/** A policy knows its options; a bot by its name does not. */
function refuseOptionsOfPolicies(policy: string, { options }: ExportFlags): void {
  if (options !== undefined && !isScripted(policy))
    throw new UserError('--options applies to bots: a policy is exported with the options it was trained with');
}

/** A folder has a player in it that was exported before, or the simplest export of a policy. */
function refuseFlagsOfPlayers(flags: ExportFlags): void {
  const given = [...ofPlayers, 'options' as const].find((flag) => flags[flag] !== undefined);
  if (given)
    throw new UserError(`--${given} applies to the player: export it with --format js, then give that file here`);
}

/** Where a folder goes: to the exports of the run that it is made of, else here. */
function folderFor(what: string, name: string, { out }: ExportFlags): string {
  const { path: run } = splitRunPath(what);
  return out ?? (RunDirectory.exists(run) ? path.join(run, 'exports', name) : name);
}

async function exportSite(what: string, flags: ExportFlags): Promise<SiteResult> {
  refuseFlagsOfPlayers(flags);
  const site = await makeSite({ ...(await siteRequest(what, flags.game)), offline: true });
  return writeSite(site, folderFor(what, `${site.game.id}-web`, flags));
}

async function exportHost(what: string, flags: ExportFlags): Promise<Omit<HostFolder, 'game'>> {
  refuseFlagsOfPlayers(flags);
  const request = await siteRequest(what, flags.game);
  const { game: _, ...result } = await exportToBoardgameIo(request, ({ id }) =>
    folderFor(what, `${id}-boardgame.io`, flags),
  );
  return result;
}

const hostText = ({ path: folder, bytes }: Omit<HostFolder, 'game'>): string =>
  `wrote ${folder} (${(bytes / 2 ** 20).toFixed(2)} MiB)\n` +
  `import { game, botOf } from './${path.basename(folder)}/index.mjs' (docs/boardgame.io.md)`;

const siteText = ({ path: folder, bytes }: SiteResult): string =>
  `wrote ${folder} (${(bytes / 2 ** 20).toFixed(2)} MiB)\n` +
  'put it on any file server; the page does not work from a file:// address';

/** Exports with the defaults of the command. */
export async function exportPlayer(policy: string, flags: ExportFlags): Promise<ExportResult> {
  const format = exportFormats.find((known) => known === flags.format);
  if (!format)
    throw new UserError(`--format ${flags.format}: use one of ${exportFormats.join(', ')}, web, boardgame.io`);
  for (const flag of ['rounds', 'margin', 'evaluation', 'opponents', 'capped'] as const)
    if (flags[flag] !== undefined && flags.lookahead === undefined)
      throw new UserError(`--${flag} needs lookahead: give --lookahead <samples> too`);
  refuseOptionsOfPolicies(policy, flags);
  const bot = isScripted(policy);
  const id = bot ? (await gameOfBot(policy, flags.game)).game.id : loadPolicy(policy).game.id;
  const run = bot ? undefined : runOf(policy);
  const provenance = flags.provenance === undefined ? {} : readObject(flags.provenance);
  // Where a module of the user's lies is nobody else's business.
  if (run) provenance.config ??= { ...runConfig(run), game: id };
  const out = flags.out ?? defaultOut(policy, id, format);
  checkWritable(format === 'tfjs' ? path.join(out, 'model.json') : out, { folderIsMade: true });
  return exportPolicy({
    policy,
    game: flags.game,
    ...(flags.options !== undefined && { options: readOptions(flags.options) }),
    format,
    out,
    ...(flags.float32 && { weights: 'float32' }),
    temperature: flags.temperature,
    opset: flags.opset,
    lookahead:
      flags.lookahead === undefined
        ? undefined
        : {
            samples: flags.lookahead,
            rounds: flags.rounds ?? lookaheadDefaults.rounds,
            margin: flags.margin ?? lookaheadDefaults.margin,
            ...(flags.evaluation && { evaluation: flags.evaluation }),
            ...(flags.opponents !== undefined && { opponents: splitOpponents(flags.opponents, '--opponents') }),
            ...(flags.capped && { capped: flags.capped }),
          },
    provenance,
    ladder: flags.ladder,
  });
}

export function exportText(result: ExportResult): string {
  return [
    `wrote ${result.path} (${(result.bytes / 2 ** 20).toFixed(2)} MiB)`,
    `checked on ${result.checked.positions} positions: largest difference ${result.checked.maxError.toExponential(1)}, by rounding the weights ${result.roundingError.toExponential(1)}`,
    insideText(result.training),
    result.format === 'js' ? trial(result.path) : '',
  ]
    .filter(Boolean)
    .join('\n');
}

function trial(file: string): string {
  // What Node makes of other names does not depend on the folder.
  if (path.extname(file) === '.js')
    return 'name it .mjs to run it with Node: a .js file is an ES module only where package.json has "type": "module"';
  return `try it: ${commandLine(['node', path.relative('.', file), '--self-test'])}`;
}

function defaultOut(policy: string, id: string, format: ExportFormat): string {
  const name = { js: `${id}.mjs`, msgpack: `${id}.msgpack`, tfjs: `${id}-tfjs`, onnx: `${id}.onnx` }[format];
  const { path: run } = splitRunPath(policy);
  return RunDirectory.exists(run) ? path.join(run, 'exports', name) : name;
}

/** The configuration of a run and what changed on the way, without the folders of this machine. */
function runConfig(run: RunDirectory): Record<string, unknown> {
  const segments = readSegments(run);
  const config = readObject(run.configFile);
  return withoutFolders({ ...config, ...(segments.length > 0 && { segments }) }) as Record<string, unknown>;
}

/** Settings may name agents by paths: where they lie on this machine is nobody's business. */
function withoutFolders(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/(^|:)(?:[A-Za-z]:)?[\\/].*[\\/](?=[^\\/]+$)/, '$1');
  if (Array.isArray(value)) return value.map(withoutFolders);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFolders(item)]));
}

function readObject(file: string): Record<string, unknown> {
  const value = readGivenJson(file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UserError(`${file}: wanted a JSON object`);
}
