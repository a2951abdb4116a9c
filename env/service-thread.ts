/** The module of a thread in which a service is open (place.ts). */
import type { Host, Service } from './fleet.js';
import type { ServiceThread } from './place.js';
import { answerCalls } from './thread.js';

/** Milliseconds between two notes: often enough for people, seldom enough to cost nothing. */
const INTERVAL = 250;

type AnyMethods = Record<string, (argument: never) => unknown>;

answerCalls<ServiceThread, AnyMethods>(async ({ module, setup }, note) => {
  const { default: service } = (await import(module)) as { default: Service<unknown, AnyMethods> };
  const host: Host = {
    interval: INTERVAL,
    note(told) {
      note(told);
      return undefined;
    },
  };
  return service.open(setup, host);
});
