/** Rules worth knowing they were reached. */
import { Trace } from '../../../env/trace.js';
import { FIGHTERS, FIRST_RAISABLE, STARTING_TILES, TILES } from '../data.js';

export const trace = new Trace();
const add = (name: string): number => trace.add(name);
const addMany = (n: number, name: (i: number) => string): number =>
  trace.add(...Array.from({ length: n }, (_, i) => name(i)));

const values = ['0', '1', '3', '4', 'die'];
/** `+ tile - 4`, `+ tile`, `+ fighter - 12`. */
export const L_BUILT = addMany(TILES - STARTING_TILES, (i) => `built tile ${i + STARTING_TILES}`);
export const L_GATHERED = addMany(TILES, (i) => `gathered at tile ${i}`);
export const L_RAISED = addMany(FIGHTERS - FIRST_RAISABLE, (i) => `raised fighter ${i + FIRST_RAISABLE}`);
/** `+ card`. */
export const L_CARD_WON = addMany(5, (i) => `card ${values[i]} won`);
export const L_CARD_LOST = addMany(5, (i) => `card ${values[i]} lost`);
/** `+ card`, `+ what` of a step. */
export const L_ACTION_CARD = addMany(5, (i) => `AI card ${i}`);
export const L_AI_STEP = addMany(5, (i) => `AI ${['uses', 'attacks', 'attacks the Citadel', 'builds', 'goes on'][i]}`);
export const L_KING_FALLS = add('the King falls');
export const L_KING_STANDS = add('the King stands');
export const L_CITADEL_TAKEN = add('the Citadel changes hands');
export const L_TIE = add('equal totals, the defender wins');
export const L_UNDEFENDED = add('an undefended site is taken');
export const L_PAIR = add('pair bonus');
export const L_TRIPLE = add('bonus for three');
export const L_RESURRECTED = add('fighter resurrected');
export const L_ALL_CARDS = add('all five combat cards used');
export const L_REFRESH = add('cards refreshed');
export const L_CASUALTY = add('casualty chosen');
export const L_EMPTIED = add('casualty empties a site');
export const L_REFILL_OTHER = add('slot filled from another tier');
export const L_SLOT_EMPTY = add('slot stays empty');
export const L_RESTACK = add('tile stack made anew');
export const L_MARKET_EMPTY = add('place in the market stays empty');
export const L_WITHDRAW = add('all fighters withdrawn');
export const L_DECISION_4 = add('decision 4: crypt of no use');
export const L_DECISION_6 = add('decision 6: gold in place of a basic resource at hand');
export const L_DECISION_8 = add('decision 8: card 0 loses against the King');
export const L_DECISION_9 = add('decision 9: the AI has fewest points and decides nothing');
export const L_DECISION_10 = add('decision 10: tie with the AI');
export const L_DECISION_11 = add('decision 11: no fighter of the AI track on offer');
export const L_DECISION_12 = add('decision 12: casualty of the AI');
export const L_DECISION_17 = add('decision 17: the AI amends at its closest resource');
export const L_DECISION_18 = add('decision 18: nothing on the card is possible but the closest resource');
export const L_AI_GOLD = add('the AI goes to the gold space');
export const L_LOWEST_TIE = add('lowest points tied, structures decide');
export const L_LOWEST_DICE = add('lowest points and structures tied, dice decide');
export const L_TIE_BREAK = add('tie for the crown broken');
export const L_SHARED = add('shared crown');

/** Traces a landmark. */
export const reached = (landmark: number): void => trace.reached(landmark);
