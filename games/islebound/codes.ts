/** The names behind numbers in views and arguments, for programs that write their own views. */
import * as D from './data.js';
import { portNames, quadrantNames } from './geometry.js';
import { buildingText, eventText, memberText, tokenText } from './names.js';
import type { Position } from './state.js';

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** @param s a position with the tables in question */
export function codes(s: Position): Readonly<Record<string, readonly string[]>> {
  const { townNames, crewWork, reputationResource } = s.tables;
  return {
    town: townNames,
    home: portNames.map((name, i) => `${name} (${quadrantNames[i]})`),
    event: upTo(D.EVENTS).map((event) => eventText(s, event)),
    building: upTo(D.BUILDINGS).map((id) => buildingText(s, id)),
    'crew member': upTo(crewWork.length).map((member) => memberText(s, member)),
    'renown token': upTo(D.TOKENS).map((id) => tokenText(s, id)),
    'reputation card': Array.from(reputationResource, (resource) => D.resourceNames[resource]!),
  };
}
