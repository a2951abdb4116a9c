/** Everything that chooses actions: scripted bots, policies, searches, exported players. */
export { ActorCritic } from './policy/actor-critic.js';
export { loadPolicy } from './policy/policy.js';
export { PolicyAgent } from './policy/policy-agent.js';
export { RandomAgent } from './random.js';
export { SearchAgent } from './search/search.js';
export { createAgent } from './spec/load.js';
