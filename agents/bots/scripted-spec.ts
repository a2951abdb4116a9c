/** How scripted players are named: `scripted:<name>`, wherever an agent, an advisor or a bot with trained weights is meant. */
const START = 'scripted:';

/** The spec of the scripted player of that name. */
export const scriptedSpec = (name: string): string => `${START}${name}`;

/** Whether a spec names a scripted player. */
export const isScripted = (spec: string): boolean => spec.startsWith(START);

/** The name of a scripted player. @param spec `scripted:<name>`, without options */
export const scriptedName = (spec: string): string => spec.slice(START.length);
