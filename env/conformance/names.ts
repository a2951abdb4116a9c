/** The names of all checks, in the order they run. Stable: scripts and tests rely on them. */
export const checkNames = [
  'description',
  'prompts',
  'mask written',
  'mask sound',
  'mask complete',
  'forced decisions',
  'action texts',
  'copies',
  'save and load',
  'damaged saves',
  'same seed',
  'chance given',
  'chance matters',
  'planner',
  'observation',
  'hidden state',
  'resample',
  'player JSON',
  'seats',
  'rewards',
  'places',
  'length',
  'end',
  'same game elsewhere',
] as const;

export type CheckName = (typeof checkNames)[number];
