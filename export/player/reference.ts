/** What a program needs of a game, in Markdown: observation, prompts, actions and the fields of a view. */
import { createRng, SeededChance } from '../../env/chance.js';
import { type Game, observationSize } from '../../env/game.js';
import { promptWords } from '../../env/words.js';
import { type ArgumentGuide, type HostGuide, hostGuide, type JsonSchema, type KindGuide } from './host-guide.js';

/** Longer lists of values are shortened to their first and last ones. */
const MOST_LISTED = 13;
/** Example questions come from random games: how many, and the most decisions of each. */
const GAMES = 4;
const DECISIONS = 3000;

/** The reference of a game. A game without a guide has no views to describe: only its observation is listed. */
export function gameReference(game: Game): string {
  const guide = hostGuide(game);
  return [
    `# Reference of ${game.title}, rules version ${game.version}`,
    '',
    '## Observation',
    `${observationSize(game)} numbers.`,
    '',
    table(['index', 'piece', 'shape', 'what'], observationRows(game)),
    ...(guide ? viewSections(game, guide) : [`## Actions\n${game.actions} ids.`]),
  ].join('\n');
}

function observationRows({ observation }: Game): string[][] {
  let at = 0;
  return observation.map(({ name, shape, about }) => {
    const first = at;
    at += shape.reduce((product, size) => product * size, 1);
    return [first === at - 1 ? `${first}` : `${first}-${at - 1}`, name, shape.join(' x '), about];
  });
}

function viewSections(game: Game, guide: HostGuide): string[] {
  const examples = questions(game);
  const prompts = guide.prompts.map(({ prompt, kinds, needs }, i) => [
    `\`${prompt}\``,
    examples[i]!,
    kinds.map(({ kind }) => `\`${kind}\``).join(', '),
    needs.join('; '),
  ]);
  const lists = longLists(guide.view);
  const needs = guide.prompts.some((one) => one.needs.length > 0);
  return [
    '## Fields of a view',
    'What a view is: docs/player.md. Fields that are marked with `?` may be left out.',
    '',
    table(['field', 'values', 'what'], fieldRows(guide.view)),
    '## Prompts',
    table(
      ['prompt', 'for example', 'kinds of action', ...(needs ? ['what a view must contain there'] : [])],
      needs ? prompts : prompts.map((row) => row.slice(0, 3)),
    ),
    '## Kinds of action',
    table(['kind', 'arguments'], guide.kinds.map(kindRow)),
    ...(lists.size > 0
      ? [
          '## Long lists',
          table(
            ['field', 'values'],
            [...lists].map(([names, paths]) => [paths.join(', '), names]),
          ),
        ]
      : []),
    ...(Object.keys(guide.codes).length > 0
      ? [
          '## What numbers stand for',
          'In the order of the numbers, from 0 on. Where numbers add up, each is listed with what it adds.',
          '',
          table(
            ['number', 'stands for'],
            Object.entries(guide.codes).map(([name, names]) => [name, names.join('; ')]),
          ),
        ]
      : []),
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `${[head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;

const kindRow = ({ kind, args }: KindGuide): string[] => [`\`${kind}\``, args.map(argumentWords).join('; ') || 'none'];
const argumentWords = ({ name, values, optional }: ArgumentGuide): string =>
  `\`${name}\`${optional ? '?' : ''}: ${valuesWords(values)}`;

/** `1, 2, 3`; a long list is shortened to its first and last value. */
function valuesWords(values: readonly unknown[]): string {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return 'a number of the position, or null';
  const words = there.map(
    (value) => `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``,
  );
  const listed =
    words.length <= MOST_LISTED ? words.join(', ') : `${words[0]} to ${words.at(-1)} (${words.length} values)`;
  return there.length < values.length ? `${listed}, or null` : listed;
}

/** One row for each field, those inside others behind them. */
function fieldRows(schema: JsonSchema, path = ''): string[][] {
  const inside = inner(schema);
  if (inside.properties && path !== 'options')
    return Object.entries(inside.properties).flatMap(([name, one]) => {
      const optional = !inside.required?.includes(name);
      const at = path === '' ? name : `${path}.${name}`;
      const deeper = inner(one);
      const below = deeper.type === 'array' && deeper.items ? fieldRows(deeper.items, `${at}[]`) : fieldRows(one, at);
      const nested = below.length > 0;
      return [[`\`${at}\`${optional ? '?' : ''}`, typeWords(one), about(one, at)], ...(nested ? below : [])];
    });
  return [];
}
/**
 * Descriptions of fields are about memory; in JSON, numbers that stand for nothing are null, and names of lists are
 * code.
 */
function about(schema: JsonSchema, path: string): string {
  if (path === 'options') return 'the options of the game';
  const words = (schema.description ?? inner(schema).description ?? '').replace(/: [A-Z]{3,}\.$/, '.');
  return /"null"/.test(JSON.stringify(schema)) ? words.replaceAll('-1', 'null').replaceAll('`ABSENT`', 'null') : words;
}

/** Every list of names that is too long for its row, with the fields that use it. */
function longLists(schema: JsonSchema, path = '', found = new Map<string, string[]>()): Map<string, string[]> {
  const { properties, items, anyOf, prefixItems } = schema;
  if (schema.enum && schema.enum.length > MOST_LISTED) {
    const names = schema.enum.map((name) => `\`${name}\``).join(', ');
    found.set(names, [...(found.get(names) ?? []), `\`${path}\``]);
  }
  for (const [name, one] of Object.entries(path === 'options' ? {} : (properties ?? {})))
    longLists(one, path === '' ? name : `${path}.${name}`, found);
  for (const one of [...(items ? [items] : []), ...(prefixItems ?? [])]) longLists(one, `${path}[]`, found);
  for (const one of anyOf ?? []) longLists(one, path, found);
  return found;
}

/** The first question of each prompt in some random games; a prompt that did not come up has its name instead. */
function questions(game: Game): string[] {
  const found = game.prompts.map(() => '');
  const mask = new Uint8Array(game.actions);
  for (let number = 0; number < GAMES; number++) {
    const rng = createRng(`questions ${number}`);
    const chance = new SeededChance(`questions ${number}`, game.streams);
    const state = game.newState(game.options.parse({}), chance);
    for (let decision = 0; !state.over && decision < DECISIONS; decision++) {
      found[state.prompt] ||=
        game.guide!.prompts[state.prompt]!.ask?.(state) || promptWords(game.prompts[state.prompt]!);
      let left = rng.int(state.legal(mask));
      state.apply(
        mask.findIndex((legal) => legal === 1 && left-- === 0),
        chance,
      );
    }
  }
  return found.map((question, i) => question || promptWords(game.prompts[i]!));
}

/** Without the null that stands beside it. */
const inner = (schema: JsonSchema): JsonSchema => {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null');
  return others?.length === 1
    ? { ...others[0]!, ...(schema.description && { description: schema.description }) }
    : schema;
};

function typeWords(schema: JsonSchema): string {
  const { type } = schema;
  if (schema.anyOf) return schema.anyOf.map(typeWords).join(' or ');
  if (schema.const !== undefined) return valuesWords([schema.const]);
  if (schema.enum) return valuesWords(schema.enum);
  if (type === 'boolean') return 'yes or no';
  if (type === 'integer' || type === 'number') return numberWords(schema);
  if (type === 'array') {
    const { minItems, maxItems, items, prefixItems } = schema;
    const many =
      minItems === maxItems && minItems !== undefined
        ? `${minItems}`
        : maxItems === undefined
          ? 'any number'
          : `at most ${maxItems}`;
    if (prefixItems) return `list of ${prefixItems.map(typeWords).join(' and ')}`;
    return `list of ${many}${items && !inner(items).properties ? `: ${typeWords(items)}` : ''}`;
  }
  if (type === 'object' && typeof schema.additionalProperties === 'object')
    return `numbers by name: ${typeWords(schema.additionalProperties)}`;
  if (type === 'string' && schema.pattern) return `text like \`${schema.pattern}\``;
  return type ?? 'anything';
}

function numberWords({ type, minimum = -Infinity, maximum = Infinity }: JsonSchema): string {
  const low = Number.isSafeInteger(minimum) && minimum > -Number.MAX_SAFE_INTEGER;
  const high = Number.isSafeInteger(maximum) && maximum < Number.MAX_SAFE_INTEGER;
  if (low && high) return `${minimum} to ${maximum}`;
  return low ? `from ${minimum}` : type === 'integer' ? 'whole number' : 'number';
}
