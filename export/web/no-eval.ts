/**
 * Imported before anything that checks with zod: it writes code for its checks and tries first whether it may, which a strict
 * content security policy reports as an error. The setting holds for every copy of zod, that of the player's file too.
 */
import { z } from 'zod';

z.config({ jitless: true });
