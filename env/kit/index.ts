/** What a game is told once with: fields, observation pieces, actions, prompts, JSON. See docs/add-your-game.md. */
export * from './actions.js';
export * from './bot.js';
export { type Facts, type Field, type Fields, f64, i16, i32, u8, u16, u32, type Values } from './fields.js';
export * from './game.js';
export * from './guide.js';
export * from './ids.js';
export * from './json.js';
export * from './pieces.js';
export * from './position.js';
export * from './prompts.js';
export * from './secrets.js';
export * from './state.js';
export * from './symmetry.js';
