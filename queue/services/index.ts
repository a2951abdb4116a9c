/** The services that workers have. */
import { check } from './check.js';
import { desk } from './desk.js';
import { match } from './match.js';
import type { Service } from './service.js';
import { shards } from './shards.js';

export const services: Readonly<Record<string, Service<never>>> = { match, desk, check, shards } as unknown as Record<
  string,
  Service<never>
>;

/** @returns undefined when there is none of that name */
export const serviceNamed = (name: string): Service | undefined =>
  Object.hasOwn(services, name) ? (services[name] as unknown as Service) : undefined;
