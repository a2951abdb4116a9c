/** How fast training is on this machine. */
export {
  type LearnerSpeed,
  type LoopSpeed,
  measureLoop,
  measureTraining,
  ppoPhase,
  type RolloutSpeed,
  type SpeedSetup,
  type SpeedWatch,
  speedConfig,
  type TimedUpdate,
  type TimeShares,
  type TrainingSpeed,
} from './measure.js';
export { type TimeBar, timePicture } from './picture.js';
export { type Variant, variants } from './scaling.js';
