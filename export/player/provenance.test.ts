import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insideText, panelRecordText } from '../../agents/player-file/provenance.js';
import { RunDirectory } from '../../checkpoints/run.js';
import { loadGame } from '../../env/load-game.js';
import { UserError } from '../../env/user-error.js';
import { evaluatePanel, panelRecord } from '../../eval/panel.js';
import { presetConfig } from '../../training/presets/index.js';
import { presetGame } from '../../training/run/preset-game.js';
import { train } from '../../training/run/train.js';
import { runProvenance, trueProvenance } from './provenance.js';

const folder = mkdtempSync(join(tmpdir(), 'tabletop-provenance-'));
const run = join(folder, 'run');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const config = presetConfig(presetGame(await loadGame('kuhn')), 'quickstart', {
    seed: 7,
    workers: 0,
    games: 8,
    decisionsPerUpdate: 200,
    learnerThreads: 1,
    network: { trunk: [8], actions: 0 },
    phases: [
      { algorithm: 'imitation', agent: 'scripted:nash', decisions: 300, dagger: 0 },
      { algorithm: 'ppo', decisions: 400 },
    ],
    evaluation: { against: ['random'], every: 0, reportBlocks: 1 },
    checkpointEvery: 1,
  });
  await train(config, { runDir: run });
}, 60_000);

describe('what a run knows of itself', () => {
  it('is imitation and PPO up to the checkpoint in question', () => {
    const [imitated, , trained] = RunDirectory.open(run).checkpoints();
    const lines = RunDirectory.open(run).metrics();
    const games = (phase: string, until: number) =>
      lines
        .filter((line) => line.kind === 'update' && line.phase === phase && line.decisions <= until)
        .reduce((sum, line) => sum + (line.games as number), 0);
    expect(runProvenance(imitated!.file)).toMatchObject({
      seed: 7,
      preset: 'quickstart',
      checkpoint: { decisions: imitated!.decisions },
      training: {
        imitation: {
          of: 'scripted:nash',
          games: games('imitation', imitated!.decisions),
          decisions: imitated!.decisions,
        },
        ppo: null,
      },
    });
    const whole = runProvenance(run);
    const last = trained!.decisions;
    const { imitation, ppo } = whole.training as { imitation: { decisions: number }; ppo: { decisions: number } };
    expect(imitation).toMatchObject({ games: games('imitation', last) });
    expect(ppo).toMatchObject({
      updates: lines.filter((line) => line.kind === 'update' && line.phase === 'ppo').length,
    });
    expect(imitation.decisions + ppo.decisions).toBe(last);
    expect((whole.reports as { name: string }[]).map(({ name }) => name)).toEqual(['after imitation', 'end']);
    expect(JSON.stringify(whole)).not.toContain(folder);
  });

  it('is left out where it is not recorded', () => {
    const alone = join(folder, 'alone', 'some.tgym');
    mkdirSync(join(folder, 'alone'));
    copyFileSync(RunDirectory.open(run).latest()!.file, alone);
    const { training, seed } = runProvenance(alone);
    expect(seed).toBeUndefined();
    expect(training).toMatchObject({ imitation: { of: 'scripted:nash', games: expect.any(Number) } });
    expect(insideText({ scriptedPlayerInside: null, search: null, ...(training as object) })).toMatch(
      /imitation: .*\d+ decisions; PPO: \d+ decisions \(2 updates\)/,
    );
  });

  it('of a run that began with the weights of another is the sum of both, while that one is there', () => {
    const branch = join(folder, 'branch');
    mkdirSync(join(branch, 'checkpoints'), { recursive: true });
    const source = RunDirectory.open(run).latest()!.file;
    copyFileSync(source, join(branch, 'checkpoints', 'ckpt-000000000999.tgym'));
    copyFileSync(join(run, 'metrics.jsonl'), join(branch, 'metrics.jsonl'));
    const config = JSON.parse(readFileSync(join(run, 'config.json'), 'utf8')) as object;
    const sha256 = createHash('sha256').update(readFileSync(source)).digest('hex');
    const from = { source: `../run/checkpoints/${source.split('/').at(-1)}`, sha256, decisions: 800 };
    const write = (change: object) =>
      writeFileSync(join(branch, 'config.json'), JSON.stringify({ ...config, from: { ...from, ...change } }));
    const own = runProvenance(run).training as { imitation: Record<string, number>; ppo: Record<string, number> };
    write({});
    expect(runProvenance(branch)).toMatchObject({
      training: {
        imitation: { of: 'scripted:nash', games: 2 * own.imitation.games!, decisions: 2 * own.imitation.decisions! },
        ppo: { decisions: 2 * own.ppo.decisions!, updates: 2 * own.ppo.updates! },
      },
      beganWith: { sha256 },
      since: own,
    });
    write({ sha256: 'another' });
    expect(runProvenance(branch)).toMatchObject({ training: {}, since: own });
    expect(runProvenance(branch).training).toEqual({});
  });
});

describe('what is written', async () => {
  const lookahead = { samples: 8, rounds: 1, margin: 0.05, opponents: { honest: 1 } };
  const panel = await evaluatePanel({
    game: 'kuhn',
    agent: 'scripted:nash',
    blocks: 4,
    workers: 0,
    panel: ['scripted:always-fold', 'scripted:nash'].map((agent) => ({ agent, about: '' })),
  });

  it('holds what the export does, and what the maker states beside it', () => {
    expect(trueProvenance({ note: 'x', training: { ppo: null } }, 'scripted:nash', lookahead)).toEqual({
      note: 'x',
      training: { scriptedPlayerInside: 'scripted:nash', search: lookahead, ppo: null },
    });
    expect(insideText(trueProvenance({}, undefined, undefined).training!)).toBe(
      'scripted player inside: none; imitation: not recorded; PPO: not recorded; search at play time: none',
    );
  });

  it('holds what the player made of a panel, with those that are inside it', async () => {
    const record = panelRecord(panel, 'tabletop evaluate');
    expect(trueProvenance({ panel: record }, undefined, undefined).panel).toEqual(record);
    expect(record.rows.map(({ inside }) => inside)).toEqual([null, 'itself']);
    expect(panelRecordText(record)).toMatch(
      /^\d+\.\d % \[.*\] over 2 opponents, least \d.* against scripted:nash; inside it: scripted:nash$/,
    );
  });

  it('is refused where it is not true of the file, or not as documented', () => {
    const refuse = (stated: Record<string, unknown>, words: RegExp) => {
      expect(() => trueProvenance(stated, 'scripted:nash', undefined)).toThrow(UserError);
      expect(() => trueProvenance(stated, 'scripted:nash', undefined)).toThrow(words);
    };
    refuse({ training: { scriptedPlayerInside: null } }, /is null, but "scripted:nash" in this export/);
    refuse({ training: { search: lookahead } }, /training\.search is .*8.*, but null in this export/);
    refuse({ training: { ppo: { decisions: -1, updates: null } } }, /training\.ppo\.decisions/);
    refuse({ training: { luck: 1 } }, /training: .*luck/);
    refuse({ measured: [{}] }, /measured\.0\.against/);
    refuse({ panel: { ...panelRecord(panel, 'tabletop evaluate'), rows: [] } }, /panel\.rows/);
    refuse({ panel: { ...panelRecord(panel, 'tabletop evaluate'), games: 3 } }, /panel: .*games/);
  });
});
