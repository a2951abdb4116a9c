/** The services that workers have. */
import { check } from './check.js';
import { match } from './match.js';
import { report } from './report.js';
import type { QueueService } from './service.js';
import { shards } from './shards.js';

/** A service of which nothing is known but that its own parts fit together. */
export type AnyService = QueueService<unknown, unknown, Record<string, (argument: never) => unknown>>;

const services = new Map([match, report, check, shards].map((one) => [one.service.name, one as unknown as AnyService]));

/** @returns undefined when there is none of that name */
export const serviceNamed = (name: string): AnyService | undefined => services.get(name);
