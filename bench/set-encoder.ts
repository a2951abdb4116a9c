/**
 * What networks learn of questions about sets of things, after equally many gradient steps: read as one list, pooled, or
 * attended (docs/training.md). Prints a table: `npx tsx bench/set-encoder.ts [pairs | few-kinds | neighbours | strengths]`.
 */
import process from 'node:process';
import { countWeights, networkText } from '../agents/network/network.js';
import { median } from '../env/speed.js';
import {
  answering,
  learned,
  neighbourQuestion,
  pairQuestion,
  type Question,
  strengthQuestion,
} from '../training/learn/testing/sets.js';

const STEPS = 800;
const SEEDS = [1, 2, 3];

const questions: Readonly<Record<string, { text: string; question: Question }>> = {
  pairs: { text: 'Are two of six cards equal, of 64 kinds?', question: pairQuestion(6, 6) },
  'few-kinds': { text: 'Are two of four cards equal, of 16 kinds?', question: pairQuestion(4, 4) },
  neighbours: { text: 'Does one of my three units stand beside one of their three?', question: neighbourQuestion(6) },
  strengths: { text: 'Are my three units stronger together than their three?', question: strengthQuestion(6) },
};

const attention = (blocks: number) => ({ layers: [32], attention: { heads: 4, blocks } });

const wanted = process.argv[2];
if (wanted !== undefined && !Object.hasOwn(questions, wanted)) {
  console.error(`there is no question ${wanted}: use one of ${Object.keys(questions).join(', ')}`);
  process.exit(2);
}
for (const [name, { text, question }] of Object.entries(questions)) {
  if (wanted !== undefined && wanted !== name) continue;
  console.log(`\n${text}\n\n| network | weights | updates | right, in per cent | CPU seconds |`);
  console.log('| --- | ---: | ---: | ---: | ---: |');
  for (const { shape, steps = STEPS } of [
    { shape: answering(question, [128, 64]) },
    { shape: answering(question, [64], { layers: [32] }) },
    { shape: answering(question, [64], { layers: [64, 64] }) },
    { shape: answering(question, [64], { layers: [64, 64] }), steps: 4 * STEPS },
    { shape: answering(question, [64], attention(1)) },
    { shape: answering(question, [64], attention(2)) },
  ]) {
    const right: number[] = [];
    const begin = process.cpuUsage();
    for (const seed of SEEDS) right.push(100 * (await learned(question, shape, { steps, seed })));
    const { user, system } = process.cpuUsage(begin);
    const [least, most] = [Math.min(...right), Math.max(...right)].map((x) => x.toFixed(1));
    console.log(
      `| ${networkText(shape)} | ${countWeights(shape)} | ${steps} | ${median(right).toFixed(1)} [${least}, ${most}] | ${((user + system) / 1e6 / SEEDS.length).toFixed(1)} |`,
    );
  }
}
