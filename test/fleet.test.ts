/** The contract of fleets (env/fleet.ts), held against every one of them with the same cases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet, OpenService } from '../env/fleet.js';
import { HereFleet, ThreadFleet } from '../env/local-fleet.js';
import { UserError } from '../env/user-error.js';
import matchService, { type MatchService } from '../eval/match-service.js';
import { type Block, openTable, type TableSettings } from '../eval/table.js';
import { QueueFleet } from '../queue/fleet.js';
import { LoopbackFleet } from '../queue/testing/loopback-fleet.js';
import { runWorker } from '../queue/worker.js';
import { missing, OwnRedis } from './queue/own-redis.js';

const table: TableSettings = { game: 'kuhn', agents: ['random', 'scripted:honest'] };
const blocks: Block[] = Array.from({ length: 12 }, (_, i) => ({
  seed: `fleet/${i}`,
  seatings: [
    [0, 1],
    [1, 0],
  ],
}));
/** Kuhn has two seats. */
const wrong: Block = { seed: 'wrong', seatings: [[0]] };
const label = ({ seed }: Partial<Block>) => `seed ${seed}`;

/** @param begin connects to the fleet @param reason why the fleet cannot be had here; '' where it can */
function fleetSuite(
  name: string,
  begin: () => Promise<{ fleet: Fleet; end?: () => Promise<void> }>,
  reason = '',
): void {
  describe.skipIf(reason !== '')(`a fleet: ${name}${reason && `: ${reason}`}`, { timeout: 120_000 }, () => {
    let fleet: Fleet;
    let end: (() => Promise<void>) | undefined;
    let service: OpenService<MatchService>;
    beforeAll(async () => {
      ({ fleet, end } = await begin());
      service = await fleet.open(matchService, table);
    });
    afterAll(async () => {
      await service.close();
      await end?.();
    });

    /** Plays blocks in a service of its own. */
    async function playApart(settings: TableSettings, own: readonly Block[], deliver: () => void): Promise<void> {
      const apart = await fleet.open(matchService, settings);
      try {
        await apart.all('play', own, { label, deliver });
      } finally {
        await apart.close();
      }
    }

    it('delivers the answer to each call once, the same as anywhere', async () => {
      const here = await openTable(table);
      const wanted = blocks.map((block) => block.seatings.map((_, game) => here.play(block, game)));
      const answers: unknown[][] = blocks.map(() => []);
      await service.all('play', blocks, {
        label,
        deliver: (index, { outcomes }) => void answers[index]!.push(outcomes),
      });
      expect(answers).toEqual(wanted.map((outcomes) => [outcomes]));
    });

    it('lays what calls have in common under each of them', async () => {
      const played: number[] = [];
      await service.all('play', [{ seed: 'a' }, { seed: 'b', seatings: [[0, 0]] }], {
        shared: { seatings: blocks[0]!.seatings },
        label,
        deliver: (index, { outcomes }) => void (played[index] = outcomes.length),
      });
      expect(played).toEqual([2, 1]);
    });

    it('has nothing to do where there are no calls', async () => {
      const delivered: number[] = [];
      await service.all('play', [], { label, deliver: (index) => void delivered.push(index) });
      expect(delivered).toEqual([]);
    });

    it('answers several orders and services at once', async () => {
      const counts = [0, 0, 0];
      const count = (which: number) => () => void counts[which]!++;
      await Promise.all([
        service.all('play', blocks, { label, deliver: count(0) }),
        service.all('play', blocks.slice(4), { label, deliver: count(1) }),
        playApart({ ...table, detail: true }, blocks.slice(8), count(2)),
      ]);
      expect(counts).toEqual([12, 8, 4]);
    });

    it('fails with the error of a setup that is wrong', async () => {
      const failing = playApart({ ...table, agents: ['scripted:nobody', 'random'] }, blocks, () => {});
      await expect(failing).rejects.toThrow(UserError);
      await expect(failing).rejects.toThrow('scripted:nobody');
    });

    it('fails with the error of a call, delivers nothing more, and answers later calls', async () => {
      let failed = false;
      let late = 0;
      const failing = service.all('play', [...blocks.slice(0, 2), wrong, ...blocks.slice(2)], {
        label,
        deliver: () => void (failed && late++),
      });
      await expect(failing).rejects.toThrow(UserError);
      await expect(failing).rejects.toThrow('kuhn has 2 seats here, 1 agents were given');
      failed = true;
      let delivered = 0;
      await service.all('play', blocks, { label, deliver: () => void delivered++ });
      expect(delivered).toBe(12);
      expect(late).toBe(0);
    });

    it('gives up with the reason of its signal, and delivers nothing more', async () => {
      const stop = new AbortController();
      const reason = new Error('enough');
      let delivered = 0;
      const deliver = () => {
        if (++delivered === 3) stop.abort(reason);
      };
      await expect(service.all('play', blocks, { label, deliver, signal: stop.signal })).rejects.toBe(reason);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(delivered).toBe(3);
      await expect(service.all('play', blocks, { label, deliver, signal: stop.signal })).rejects.toBe(reason);
      expect(delivered).toBe(3);
    });

    it('ends with what its listener throws', async () => {
      const thrown = new Error('cannot be written');
      const deliver = () => {
        throw thrown;
      };
      await expect(service.all('play', blocks, { label, deliver })).rejects.toBe(thrown);
    });
  });
}

fleetSuite('this thread', async () => ({ fleet: new HereFleet() }));
fleetSuite('threads', async () => ({ fleet: new ThreadFleet(2) }));
fleetSuite('the bytes of a queue, without Redis', async () => ({ fleet: new LoopbackFleet(3) }));
fleetSuite(
  'a queue',
  async () => {
    const redis = await OwnRedis.start();
    const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-fleet-'));
    const stop = new AbortController();
    const queue = redis.url();
    const working = runWorker({
      ...{ queue, concurrency: 2, allowed: [], cache: path.join(folder, 'cache'), name: 'one', signal: stop.signal },
      log() {},
    });
    const fleet = await QueueFleet.connect(queue, { command: 'a test', onNote() {} });
    return {
      fleet,
      async end() {
        await fleet.close();
        stop.abort();
        await working;
        await redis.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
  missing,
);
