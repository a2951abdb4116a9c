/** The types of one exported player: a declaration file beside it, with the views and actions of its game. */
import { playerDeclarations } from '../../agents/player-file/declarations-text.js';
import type { Game } from '../../env/game.js';
import { hostGuide, type JsonSchema, type KindGuide } from './host-guide.js';

/** `player.d.mts` of `player.mjs`. */
export const typesPath = (player: string): string => player.replace(/\.(m?)js$/, '.d.$1ts');

/** @returns the text of the declaration file */
export function playerTypes(game: Game): string {
  const guide = hostGuide(game);
  const kinds = guide?.kinds.map(kindType) ?? [];
  return `/** Types of a player of ${game.title} (${game.id}, rules version ${game.version}), made by tabletop-gym: docs/player.md. */

/** One seat's view of a position, for writing by hand; optional fields are derived. */
export type View = ${guide ? typeOf(guide.view, '', 'view') : 'Record<string, unknown>'};

/** What an action is, for programs. */
export type Action = ${kinds.length > 0 ? kinds.map((kind) => `\n  | ${kind}`).join('') : '{ kind: string; args: Record<string, unknown> }'};

/** Name of a kind of decision. */
export type Prompt = ${game.prompts.map((prompt) => JSON.stringify(prompt)).join(' | ')};

${playerDeclarations()}`;
}

function kindType({ kind, args }: KindGuide): string {
  const inside = args.map(({ name, values, optional }) => {
    const there = values.filter((value) => value !== null);
    const types = new Set(there.map((value) => (Array.isArray(value) ? 'unknown[]' : JSON.stringify(value))));
    // A number that only a position gives.
    const type =
      there.length === 0 ? 'number | null' : types.size > MOST_NAMED ? widened(there) : [...types].join(' | ');
    return `${key(name)}${optional ? '?' : ''}: ${type}${there.length > 0 && there.length < values.length ? ' | null' : ''}`;
  });
  return `{ kind: ${JSON.stringify(kind)}; args: ${inside.length > 0 ? `{ ${inside.join('; ')} }` : 'Record<string, never>'} }`;
}

/** Longer unions tell nobody anything. */
const MOST_NAMED = 64;
const widened = (values: readonly unknown[]): string => [...new Set(values.map((value) => typeof value))].join(' | ');
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function typeOf(schema: JsonSchema, indent: string, path: string): string {
  const { type } = schema;
  if (path === 'view.options') return 'Record<string, unknown>';
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, indent, path)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (type === 'array') {
    const of = (one: JsonSchema) => typeOf(one, indent, `${path}[]`);
    if (schema.prefixItems) return `[${schema.prefixItems.map(of).join(', ')}]`;
    return schema.items ? `Array<${of(schema.items)}>` : 'unknown[]';
  }
  if (type === 'object' && schema.properties) {
    const deeper = `${indent}  `;
    const lines = Object.entries(schema.properties).map(([name, one]) => {
      const optional = schema.required?.includes(name) ? '' : '?';
      const words = one.description ? `${deeper}/** ${one.description.replaceAll('*/', '')} */\n` : '';
      return `${words}${deeper}${key(name)}${optional}: ${typeOf(one, deeper, `${path}.${name}`)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }
  if (type === 'object')
    return `Record<string, ${typeof schema.additionalProperties === 'object' ? typeOf(schema.additionalProperties, indent, path) : 'unknown'}>`;
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown';
}
