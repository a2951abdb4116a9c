/** Who sits at which table of a tournament: every two agents meet equally often, whatever the number of seats. */
import { createRng, type Seed, shuffle } from '../env/chance.js';
import { joinLists, type List, listOf } from '../env/list.js';

/** More meetings are those of the same line-ups over again, so that a long tournament begins at once. */
const period = 1000;

/**
 * Line-ups in which every pair of agents meets at least `meetings` times. Where there are fewer agents than seats, all
 * of them sit at each table and the rest of the seats go round.
 * A longer list of the same seed begins with the shorter one.
 * @param agents number of agents, at least 2
 * @param seats seats of a table, at least 2
 * @returns for each block the agents at the table, in their order around it
 */
export function lineUps(agents: number, seats: number, meetings: number, seed: Seed): List<number[]> {
  if (meetings <= period) return firstLineUps(agents, seats, meetings, seed);
  const all = firstLineUps(agents, seats, period, seed);
  const rest = firstLineUps(agents, seats, meetings % period, seed);
  const again = listOf(Math.floor(meetings / period) * all.length, (index) => all[index % all.length]!);
  return joinLists([again, rest]);
}

function firstLineUps(agents: number, seats: number, meetings: number, seed: Seed): number[][] {
  const rng = createRng(`${seed}/line-ups`);
  const met = new Float64Array(agents * agents);
  const sat = new Float64Array(agents);
  const list: number[][] = [];
  const fewest = (candidates: number[], count: (agent: number) => number) => {
    const counts = candidates.map(count);
    const least = Math.min(...counts);
    return candidates.filter((_, i) => counts[i] === least);
  };
  const everybody = Array.from({ length: agents }, (_, i) => i);
  const enough = () => everybody.every((a) => everybody.every((b) => a === b || met[a * agents + b]! >= meetings));
  while (!enough()) {
    const table: number[] = [];
    while (table.length < seats) {
      const free = everybody.filter((agent) => !table.includes(agent));
      // Whoever met those at the table least, among them whoever played least; once all sit there, whoever played least.
      const strangers = fewest(free, (agent) => table.reduce((sum, other) => sum + met[agent * agents + other]!, 0));
      const next =
        free.length > 0
          ? fewest(strangers, (agent) => sat[agent]!)
          : fewest(everybody, (agent) => sat[agent]! + table.filter((other) => other === agent).length);
      table.push(next[rng.int(next.length)]!);
    }
    shuffle(table, rng);
    for (const agent of table) sat[agent]!++;
    const distinct = [...new Set(table)];
    for (const a of distinct) for (const b of distinct) if (a !== b) met[a * agents + b]!++;
    list.push(table);
  }
  return list;
}
