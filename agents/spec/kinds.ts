/** All kinds of agents. A new one is a file in kinds/, a line here and its test. */
import type { AgentKind } from './kind.js';
import { cmd } from './kinds/cmd.js';
import { file } from './kinds/file.js';
import { level } from './kinds/level.js';
import { onnx } from './kinds/onnx.js';
import { player } from './kinds/player.js';
import { policy } from './kinds/policy.js';
import { policyBeam } from './kinds/policy-beam.js';
import { policyLookahead } from './kinds/policy-lookahead.js';
import { policySearch } from './kinds/policy-search.js';
import { random } from './kinds/random.js';
import { scripted } from './kinds/scripted.js';
import { search } from './kinds/search.js';
import { solved } from './kinds/solved.js';

/** In the order in which help lists them. */
export const kinds: readonly AgentKind[] = [
  random,
  scripted,
  search,
  policy,
  policySearch,
  policyLookahead,
  policyBeam,
  file,
  player,
  level,
  solved,
  cmd,
  onnx,
];
