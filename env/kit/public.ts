/** What games are written with: fields, observation pieces, actions, prompts, JSON. See docs/add-your-game.md. */
export { actionsOf } from './actions.js';
export { bot } from './bot.js';
export { f64, i16, i32, u8, u16, u32 } from './fields.js';
export { gameOf } from './game.js';
export { guideOf } from './guide.js';
export { idsOf } from './ids.js';
export { fail, jsonOf, object, optional, orNull, parse, part, viewOf } from './json.js';
export { observationOf } from './pieces.js';
export { positions, smallPositions } from './position.js';
export { askedFields, decisions, NOBODY, type Prompt, question, writeMask } from './prompts.js';
export { hiddenFields, leaks, redrawn } from './secrets.js';
export { played, shown } from './state.js';
export { boardSymmetry } from './symmetry.js';
