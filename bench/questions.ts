/**
 * What networks learn of questions about sets of things and about boards (docs/training.md), after equally many gradient
 * steps, or in equal CPU time. Prints a table: `npx tsx bench/questions.ts [question | all] [seconds]`.
 */
import process from 'node:process';
import { countWeights, type NetworkShape, networkText } from '../agents/network/network.js';
import { median } from '../env/speed.js';
import {
  answering,
  learned,
  lineQuestion,
  neighbourQuestion,
  pairQuestion,
  type Question,
  strengthQuestion,
  worthQuestion,
} from '../training/learn/testing/questions.js';

const STEPS = 800;
const SEEDS = [1, 2, 3];

/** A network, and how many times the steps of the others it takes where steps are equal. */
type Contestant = readonly [shape: NetworkShape, times?: number];

const attention = (blocks: number) => ({ entities: { layers: [32], attention: { heads: 4, blocks } } });

const ofThings = (question: Question): Contestant[] => [
  [answering(question, [128, 64])],
  [answering(question, [64], { entities: { layers: [32] } })],
  [answering(question, [64], { entities: { layers: [64, 64] } })],
  [answering(question, [64], { entities: { layers: [64, 64] } }), 4],
  [answering(question, [64], attention(1))],
  [answering(question, [64], attention(2))],
];

const ofBoard = (question: Question): Contestant[] => [
  [answering(question, [128, 64])],
  [answering(question, [512, 64])],
  [answering(question, [64], { planes: { filters: 8, blocks: 0 } })],
  [answering(question, [64], { planes: { filters: 16, blocks: 1 } })],
];

const [six, four, units, fighters, hands, stones] = [
  pairQuestion(6, 6),
  pairQuestion(4, 4),
  neighbourQuestion(6),
  strengthQuestion(6),
  worthQuestion(20, 6),
  lineQuestion(12),
];
const questions: Readonly<Record<string, { text: string; question: Question; networks: Contestant[] }>> = {
  pairs: { text: 'Are two of six cards equal, of 64 kinds?', question: six, networks: ofThings(six) },
  'few-kinds': { text: 'Are two of four cards equal, of 16 kinds?', question: four, networks: ofThings(four) },
  neighbours: {
    text: 'Does one of my three units stand beside one of their three?',
    question: units,
    networks: ofThings(units),
  },
  strengths: {
    text: 'Are my three units stronger together than their three?',
    question: fighters,
    networks: ofThings(fighters),
  },
  worths: {
    text: 'Are my ten cards worth more than their ten, of 64 kinds whose worth only the answers tell?',
    question: hands,
    networks: ofThings(hands),
  },
  lines: {
    text: 'Do three of my twelve stones stand in a line, among twelve of theirs on 8 x 8?',
    question: stones,
    networks: ofBoard(stones),
  },
};

const [wanted = 'all', limit] = process.argv.slice(2);
if (wanted !== 'all' && !Object.hasOwn(questions, wanted)) {
  console.error(`there is no question ${wanted}: use one of ${Object.keys(questions).join(', ')}, or all`);
  process.exit(2);
}
const seconds = limit === undefined ? undefined : Number(limit);
if (seconds !== undefined && !(seconds > 0 && seconds < 1e6)) {
  console.error(`${limit} seconds: wanted a number above 0`);
  process.exit(2);
}
for (const [name, { text, question, networks }] of Object.entries(questions)) {
  if (wanted !== 'all' && wanted !== name) continue;
  console.log(`\n${text}\n\n| network | weights | updates | right, in per cent | CPU seconds |`);
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const [shape, times = 1] of networks) {
    if (seconds !== undefined && times > 1) continue;
    const right: number[] = [];
    const steps: number[] = [];
    const begin = process.cpuUsage();
    for (const seed of SEEDS) {
      const one = await learned(question, shape, { seed, ...(seconds ? { seconds } : { steps: times * STEPS }) });
      right.push(100 * one.right);
      steps.push(one.steps);
    }
    const { user, system } = process.cpuUsage(begin);
    const [least, most] = [Math.min(...right), Math.max(...right)].map((x) => x.toFixed(1));
    console.log(
      `| ${networkText(shape)} | ${countWeights(shape)} | ${median(steps)} | ${median(right).toFixed(1)} [${least}, ${most}] | ${((user + system) / 1e6 / SEEDS.length).toFixed(1)} |`,
    );
  }
}
