/** The options of a game as a form asks for them, from their schema. */
import { z } from 'zod';
import type { Game } from '../../env/game.js';
import type { OptionField } from './protocol.js';

interface Schema {
  type?: string;
  description?: string;
  audience?: unknown;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
}

/** Decisions with one answer, which are for exact tools: a person gains nothing by them. */
const notForPeople = 'askForced';

/**
 * The options of a game in the order of its schema, the number of players first. Tables of components are for designers, and
 * what the schema says to be (`.meta({ audience: 'designers' })`).
 */
export function optionFieldsOf(game: Pick<Game, 'options'>): OptionField[] {
  const { properties = {} } = z.toJSONSchema(game.options, { io: 'input', unrepresentable: 'any' }) as Schema;
  const names = Object.keys(properties).filter((name) => name !== notForPeople);
  const first = names.filter((name) => name === 'players');
  return [...first, ...names.filter((name) => name !== 'players')].map((name) => fieldOf(name, properties[name]!));
}

function fieldOf(name: string, schema: Schema): OptionField {
  const forDesigners = schema.audience === 'designers' || schema.type === 'object';
  const told = { name, about: schema.description ?? '', forDesigners };
  const initial = schema.default;
  const { type, minimum, maximum } = schema;
  if (schema.enum?.every((value) => typeof value === 'string') && typeof initial === 'string')
    return { ...told, kind: 'choice', values: schema.enum as string[], initial };
  if (type === 'boolean' && typeof initial === 'boolean') return { ...told, kind: 'switch', initial };
  if ((type === 'integer' || type === 'number') && typeof initial === 'number')
    return { ...told, kind: 'number', whole: type === 'integer', min: bound(minimum), max: bound(maximum), initial };
  return { ...told, kind: 'json', initial };
}

/** zod bounds every whole number by what a number can hold; that is no bound for people. */
const bound = (value: number | undefined): number | null =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? null : value;
