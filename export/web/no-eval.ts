/**
 * Imported before a game, and anything else that checks with zod: zod writes code for its checks, the kit for observations, and
 * each tries first whether it may, which a strict content security policy reports as an error. The setting holds for every copy of zod, that of the player's file too.
 */
import { z } from 'zod';

z.config({ jitless: true });
