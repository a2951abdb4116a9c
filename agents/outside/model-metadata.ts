/** What an exported ONNX model says of itself: what its network is to be shown beside the game's own observation. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson } from '../../env/json.js';
import { bytesFields } from '../../env/protobuf.js';
import { UserError } from '../../env/user-error.js';
import { memorySchema } from '../network/schema.js';

/** Fields of ONNX's ModelProto and StringStringEntryProto. */
const METADATA = 14;
const KEY = 1;
const VALUE = 2;

const metadataSchema = z.object({
  format: z.literal('tabletop-policy'),
  game: z.object({ id: z.string() }),
  network: z.object({
    actions: z.array(z.object({ name: z.string() })).optional(),
    memory: memorySchema.optional(),
  }),
  afterstates: z.unknown().optional(),
  advisor: z.string().optional(),
  advisorWeights: z.unknown().optional(),
});

/** What is used of it. */
type ModelMetadata = z.infer<typeof metadataSchema>;

/**
 * @returns null of a model that this project has not exported, or that cannot be read: ONNX Runtime says what is wrong with it
 * @throws UserError when it is a network for another game, or lacks a part of its policy
 */
export function modelMetadata(file: string, game: string): ModelMetadata | null {
  let told: unknown;
  try {
    const text = new TextDecoder();
    const pairs = bytesFields(readFileSync(file), METADATA).map((entry) =>
      [KEY, VALUE].map((field) => text.decode(bytesFields(entry, field)[0])),
    );
    told = Object.fromEntries(pairs.map(([key, value]) => [key!, parseJson(value!)]));
  } catch {
    return null;
  }
  const parsed = metadataSchema.safeParse(told);
  if (!parsed.success) return null;
  if (parsed.data.game.id !== game) throw new UserError(`it plays ${parsed.data.game.id}, not ${game}`);
  if (parsed.data.afterstates !== undefined)
    throw new UserError('it values positions and chooses no actions: play its run as policy:<run>, or export it as js');
  if (parsed.data.advisorWeights !== undefined)
    throw new UserError('its advisor has trained weights, which the model does not hold: export the policy as js');
  return parsed.data;
}
