/**
 * Runs an exported file as a program: `node player.mjs` describes it, `--self-test` checks it. Does
 * nothing in a browser, nothing when the file is imported, and nothing in a bundle of more than it. Part of every exported
 * file.
 */
import type { PlayerModule } from '../../agents/player-file/player-module.js';
import { insideText, panelRecordText } from '../../agents/player-file/provenance.js';
import { isWhole, LAST_LINE, nodeFiles } from './own-file.js';

/** @param address `import.meta.url` of the exported file; undefined in a bundle of another format */
export function runMain(player: PlayerModule, address: string | undefined): void {
  const node = (globalThis as { process?: NodeJS.Process }).process;
  if (!node?.versions?.node || !node.argv?.[1] || !isMain(node.argv[1], address)) return;
  if (!node.argv.includes('--self-test')) {
    const { title, version } = player.game;
    const { training, panel } = player.meta.provenance;
    console.log(
      `A player of ${title} (rules version ${version}), ${player.meta.parameters} parameters, no dependencies.\n` +
        (training ? `${insideText(training)}\n` : '') +
        (panel ? `won against a panel: ${panelRecordText(panel)}\n` : '') +
        'Import it: import { act, newGame } from this file. Check it: run it with --self-test.',
    );
    return;
  }
  const result = aside(node, () => player.selfTest());
  if (node.argv.includes('--json')) console.log(JSON.stringify(result));
  else
    console.log(
      `self-test ${result.passed ? 'passed' : 'failed'}: ${result.vectors} vectors, largest error ${result.maxError.toExponential(1)}` +
        result.problems.map((problem) => `\n  ${problem}`).join(''),
    );
  node.exitCode = result.passed ? 0 : 1;
}

/** Runs something whose words, such as those of a game that prints, go to standard error: standard output has the result. */
function aside<T>({ stdout, stderr }: NodeJS.Process, run: () => T): T {
  const { write } = stdout;
  stdout.write = stderr.write.bind(stderr) as typeof write;
  try {
    return run();
  } finally {
    stdout.write = write;
  }
}

/** Whether Node was started with this very file; links are followed where Node lets us without an import. */
function isMain(script: string, address: string | undefined): boolean {
  if (!address?.startsWith('file:')) return false;
  const files = nodeFiles();
  const plain = (path: string) => path.replaceAll('\\', '/').replace(/^\/+/, '');
  let real = script;
  try {
    real = files?.realpathSync(script) ?? script;
  } catch {
    return false;
  }
  if (plain(decodeURIComponent(new URL(address).pathname)) !== plain(real)) return false;
  return isWhole(files?.readFileSync(new URL(address), 'utf8') ?? LAST_LINE);
}
