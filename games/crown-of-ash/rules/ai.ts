/** The AI deck's turn: a region by the die, a card, its steps from left to right until one succeeds. No choices here. */

import { shuffleBy } from '../../../env/chance.js';
import { NOBODY } from '../../../env/kit/prompts.js';
import * as D from '../data.js';
import * as S from '../state.js';
import { type Chance, COMMITTED, NONE, type Position } from '../state.js';
import { declare } from './combat.js';
import type { CrownTask } from './definitions.js';
import { buildIn, gatherIn, sendStrongest } from './gains.js';
import * as L from './landmarks.js';
import { spaces, takeRaised } from './pieces.js';

/** Plays the AI's turn; what agents have to answer for it is queued. */
export function aiTurn(s: Position, chance: Chance): void {
  const { tables } = s;
  const ai = s.ai;
  s.minions[ai]!--;
  const region = chance.draw(S.STREAM['ai region'], D.REGIONS);
  if (s.actionsLeft === 0) {
    for (let i = 0; i < D.ACTION_CARDS; i++) s.actionDeck[i] = i;
    s.actionsLeft = D.ACTION_CARDS;
    shuffleBy(chance, S.STREAM['ai action deck'], s.actionDeck, 0, D.ACTION_CARDS);
    s.shuffles++;
  }
  const at = --s.actionsLeft;
  const card = s.actionDeck[at]!;
  s.actionDeck[at] = 0;
  L.reached(L.L_ACTION_CARD + card);
  s.closest = s.raised = NONE;
  const owner = s.owner[region]!;
  const condition = owner !== NONE && owner !== ai ? D.WHEN_PLAYER : D.WHEN_FREE;
  const steps = tables.steps[card]!;
  for (let i = 0; i < steps; i++) {
    const when = tables.script[card * 10 + i * 2]!;
    const what = tables.script[card * 10 + i * 2 + 1]!;
    if (when !== D.WHEN_ANY && when !== condition) continue;
    if (!attempt(s, ai, what, region, chance)) continue;
    s.aiCard = card;
    s.aiRegion = region;
    s.aiStep = what;
    L.reached(L.L_AI_STEP + what);
    if (what === D.DO_CLOSEST && steps > 1) L.reached(L.L_DECISION_18);
    return;
  }
}

/** Tries one step. @returns whether it was possible, and so was done */
function attempt(s: Position, ai: number, what: number, region: number, chance: Chance): boolean {
  if (what === D.DO_USE) return use(s, ai, region, chance);
  if (what === D.DO_ATTACK) return attackRegion(s, ai, region);
  if (what === D.DO_CITADEL) return attackCitadel(s, ai);
  if (what === D.DO_BUILD) return build(s, ai, region, chance);
  closest(s, ai, region, chance);
  return true;
}

function use(s: Position, ai: number, region: number, chance: Chance): boolean {
  if (s.tile[region] === NONE || s.gather[region]! >= spaces(s, 'gatherSpaces')) return false;
  gatherIn(s, ai, region, chance);
  return true;
}

function attackRegion(s: Position, ai: number, region: number): boolean {
  const owner = s.owner[region]!;
  if (owner === NONE || owner === ai || s.handSize[ai] === 0) return false;
  if (s.combat[region]! >= spaces(s, 'combatSpaces')) return false;
  declare(s, ai, region, -1);
  s.sent = sendStrongest(s, ai, D.REGION_FIGHTERS, COMMITTED);
  return true;
}

function attackCitadel(s: Position, ai: number): boolean {
  if (s.holder === ai || s.handSize[ai] === 0) return false;
  // The third flank has no limit, so one is always free.
  let best = 2;
  for (let flank = 1; flank >= 0; flank--)
    if (s.flanks[flank] === 0 && s.tables.flank[flank]! >= s.tables.flank[best]!) best = flank;
  declare(s, ai, S.CITADEL, best);
  s.sent = sendStrongest(s, ai, D.CITADEL_FIGHTERS, COMMITTED);
  return true;
}

function build(s: Position, ai: number, region: number, chance: Chance): boolean {
  const owner = s.owner[region]!;
  if (owner !== NONE && owner !== ai) return false;
  for (let place = D.MARKET - 1; place >= 0; place--)
    if (s.market[place] !== NONE) {
      buildIn(s, ai, place, region, chance);
      return true;
    }
  return false;
}

function closest(s: Position, ai: number, region: number, chance: Chance): void {
  let found = false;
  for (let i = 0; i < D.REGIONS && !found; i++) {
    const r = (region + i) % D.REGIONS;
    found = use(s, ai, r, chance);
    if (found) s.closest = r;
    if (found && s.owner[r] === ai) L.reached(L.L_DECISION_17);
  }
  if (!found) {
    s.closest = S.GOLD_SPACE;
    s.vp[ai]! += s.tables.numbers.goldSpace;
    L.reached(L.L_AI_GOLD);
  }
  s.queue(S.TASK['ai raise'], ai, 0);
}

/** The right-most fighter on offer of the tier that the track shows, for free. */
function raise(s: Position, ai: number): void {
  const track = s.tables.components.fighterTrack;
  const tier = track[s.cube]!;
  for (let slot = D.SLOTS - 1; slot >= 0; slot--) {
    const fighter = s.slots[slot]!;
    if (fighter === NONE || s.tables.tier[fighter] !== tier) continue;
    takeRaised(s, ai, slot);
    s.raised = fighter;
    s.cube = (s.cube + 1) % track.length;
    return;
  }
  L.reached(L.L_DECISION_11);
}

export const aiTasks = {
  'ai raise': {
    asks: NOBODY,
    step(s, seat) {
      raise(s, seat);
      return true;
    },
    waits: (_s, who) => `${who} raises`,
  },
} satisfies Record<string, CrownTask>;
