/** What must hold in every position of every game; for tests, and for views read from elsewhere. */
import { crownActions } from './actions.js';
import * as D from './data.js';
import { asking, tasks } from './rules/engine.js';
import { laidBy } from './rules/secrets.js';
import * as S from './state.js';
import { AT, COMMITTED, IN_GRAVE, IN_HAND, IN_SLOT, KING, NONE, type Position, UNSEEN } from './state.js';

const bits = (n: number): number => (n === 0 ? 0 : (n & 1) + bits(n >> 1));

const { P, STAGE } = S;
/** Stage that asks each prompt that is no task's. */
const STAGE_OF: Record<number, number> = {
  [P.TURN_ACTION]: STAGE.turn,
  [P.RAISE]: STAGE.raise,
  [P.PAY]: STAGE.pay,
  [P.ORDER]: STAGE.order,
};

/** All that is wrong with a position, in words; empty when it is whole. */
export function violations(s: Position): string[] {
  const wrong: string[] = [];
  const hold = (ok: boolean, what: () => string) => {
    if (!ok) wrong.push(what());
  };
  const { seats, players } = s;
  const ai = s.ai;
  const all = [...Array(seats).keys()];
  hold(ai === (s.options.ai === 'none' ? -1 : seats - 1), () => `the AI is seat ${ai}`);
  const out = s.outOfRange();
  hold(out === '', () => out);
  hold(s.turn < seats, () => `turn ${s.turn}`);

  // Fighters: each in one place that exists, decks hold what is unseen, sizes agree.
  const unseen = new Set<number>();
  const hands = [0, 0, 0, 0];
  const graves = [0, 0, 0, 0];
  const sites = new Array<number>(7).fill(0);
  let sent = 0;
  for (let f = 0; f < D.FIGHTERS; f++) {
    const at = s.loc[f]!;
    const seat = at >= IN_GRAVE ? at - IN_GRAVE : at - IN_HAND;
    if (at === UNSEEN) {
      if (f >= D.FIRST_RAISABLE) unseen.add(f);
      else hold(Math.floor(f / 3) >= seats, () => `starting fighter ${f} is missing`);
    } else if (at < IN_HAND) hold(s.slots[at - IN_SLOT] === f, () => `slot ${at - IN_SLOT} does not show fighter ${f}`);
    else if (at === COMMITTED) sent++;
    else if (at >= AT && at < IN_GRAVE) sites[at - AT]!++;
    else {
      hold(seat >= 0 && seat < seats, () => `fighter ${f} is nowhere (${at})`);
      (at >= IN_GRAVE ? graves : hands)[seat]!++;
    }
    // Starting fighters stay with their colour.
    if (f < D.FIRST_RAISABLE && at !== UNSEEN) {
      const owner =
        at === COMMITTED
          ? s.attacker
          : at >= AT && at < IN_GRAVE
            ? at === AT + S.CITADEL
              ? s.holder
              : s.owner[at - AT]!
            : seat;
      hold(owner === Math.floor(f / 3), () => `starting fighter ${f} is with seat ${owner}`);
    }
  }
  for (const seat of all) {
    hold(s.handSize[seat] === hands[seat], () => `hand of seat ${seat}: ${s.handSize[seat]}, ${hands[seat]} there`);
    hold(s.graveSize[seat] === graves[seat], () => `graveyard of seat ${seat} is miscounted`);
  }
  let inDecks = 0;
  for (let tier = 0; tier < 3; tier++) {
    for (let i = 0; i < Math.min(S.DECK, s.deckSize[tier]!); i++) {
      const f = s.decks[tier * S.DECK + i]!;
      hold(unseen.delete(f) && s.tables.tier[f] === tier + 1, () => `fighter ${f} is wrong in deck ${tier}`);
      inDecks++;
    }
  }
  hold(unseen.size === 0, () => `fighters ${[...unseen]} are in no deck`);
  for (let slot = 0; slot < D.SLOTS; slot++) {
    const f = s.slots[slot]!;
    if (f === NONE) hold(inDecks === 0, () => `slot ${slot} is empty though there are fighters left`);
    else hold(s.loc[f] === IN_SLOT + slot, () => `slot ${slot} shows fighter ${f}, which is elsewhere`);
  }
  hold(sent === s.sent, () => `${sent} fighters sent, ${s.sent} counted`);
  for (let r = 0; r < D.REGIONS; r++) {
    hold(sites[r]! <= D.REGION_FIGHTERS, () => `${sites[r]} fighters in region ${r}`);
    hold(sites[r] === 0 || s.owner[r] !== NONE, () => `fighters in region ${r}, which is nobody's`);
  }
  hold(sites[6]! <= D.CITADEL_FIGHTERS, () => `${sites[6]} fighters in the Citadel`);

  // Tiles: each in one place.
  const tiles = new Set<number>();
  let covered = 0;
  const tile = (id: number, where: string) => {
    hold(id < D.TILES && !tiles.has(id), () => `tile ${id} in ${where} is twice there or none`);
    tiles.add(id);
  };
  for (let r = 0; r < D.REGIONS; r++) {
    covered += s.covered[r]!;
    hold((s.owner[r] === NONE) === (s.tile[r] === NONE), () => `region ${r} has an owner or a tile, not both`);
    hold(s.owner[r] === NONE || s.owner[r]! < seats, () => `region ${r} has no such owner`);
    if (s.tile[r] !== NONE) tile(s.tile[r]!, `region ${r}`);
    else hold(s.covered[r] === 0, () => `region ${r} covers tiles without one`);
    const most = (spaces: readonly [number, number]) => spaces[0] + (seats > 2 ? spaces[1] : 0);
    hold(s.gather[r]! <= most(s.tables.numbers.gatherSpaces), () => `too many gather in region ${r}`);
    hold(s.combat[r]! <= most(s.tables.numbers.combatSpaces), () => `too many fight in region ${r}`);
  }
  for (let i = 0; i < D.MARKET; i++) {
    if (s.market[i] !== NONE) tile(s.market[i]!, 'the market');
    else hold(s.stackSize === 0 && s.asideSize === 0, () => `place ${i} of the market is empty though there are tiles`);
  }
  for (let i = 0; i < s.stackSize; i++) {
    tile(s.stack[i]!, 'the stack');
    if (!s.mixed) hold((s.tables.tileTier[s.stack[i]!] === 2) === i < 8, () => `tile ${s.stack[i]} lies wrong`);
  }
  for (let i = 0; i < s.asideSize; i++) tile(s.aside[i]!, 'the tiles set aside');
  const starting = seats === 3 ? 3 : 4;
  hold(tiles.size + covered === S.STACK_TILES + starting, () => `${tiles.size} tiles and ${covered} covered`);

  // Seats.
  const fates = new Set<number>();
  let placedMinions = 0;
  for (const seat of all) {
    placedMinions += D.MINIONS - s.minions[seat]!;
    const laid = laidBy(s, seat);
    const laidBit = laid >= 0 ? 1 << laid : 0;
    const all = s.cards[seat]! | s.discard[seat]! | laidBit;
    const count = bits(s.cards[seat]!) + bits(s.discard[seat]!) + bits(laidBit);
    hold(all === 31 && count === 5, () => `combat cards of seat ${seat}`);
    hold(s.discard[seat] !== 31, () => `seat ${seat} has used all cards`);
    if (s.top[seat] === NONE) hold(s.discard[seat] === 0, () => `seat ${seat} has a discard without a top`);
    else hold(((s.discard[seat]! >> s.top[seat]!) & 1) === 1, () => `top discard of seat ${seat}`);
    if (seat === ai) {
      hold(s.fate[seat] === NONE, () => 'the AI has a fate card');
      hold(
        s.gold[seat] === 0 && [0, 1, 2, 3].every((k) => s.resources[seat * 4 + k] === 0) && s.refreshed[seat] === 0,
        () => 'the AI has goods or has refreshed',
      );
      const deck = s.combatDeck.subarray(0, s.combatLeft);
      hold(
        deck.length === bits(s.cards[seat]!) && deck.every((card) => (s.cards[seat]! >> card) & 1),
        () => "the AI's combat deck is not what it has left",
      );
      const actions = s.actionDeck.subarray(0, s.actionsLeft);
      hold(new Set(actions).size === actions.length && actions.every((c) => c < 5), () => "the AI's action deck");
      hold(s.cube < s.tables.components.fighterTrack.length, () => 'the cube is off the track');
      hold(s.order[0] === NONE || s.order[seats - 1] === seat, () => 'the AI is not the last in the order');
    } else {
      hold(s.fate[seat]! < D.FATES && !fates.has(s.fate[seat]!), () => `fate card of seat ${seat}`);
      fates.add(s.fate[seat]!);
    }
  }
  const given = [...s.order.subarray(0, seats)].filter((seat) => seat !== NONE);
  hold(new Set(given).size === given.length && given.every((seat) => seat < seats), () => `order ${given}`);
  const holder = s.holder;
  hold(holder === KING ? ai < 0 && sites[6] === 0 : holder >= 0 && holder < seats, () => `the Citadel is ${holder}'s`);
  hold(s.flanks[0]! <= 1 && s.flanks[1]! <= 1, () => 'a flank was attacked twice');

  // Decision and tasks.
  const over = s.over;
  if (over) {
    hold(s.prompt === -1 && s.actor === -1 && s.count === 0, () => 'a decision after the end');
    hold(s.taskCount === 0 && s.end > 0, () => 'something is left to do after the end');
  } else {
    hold(s.actor >= 0 && s.actor < players, () => `seat ${s.actor} is asked`);
    const list = s.legalActions.subarray(0, Math.max(0, s.count));
    hold(list.length > 0 && new Set(list).size === list.length, () => 'no action is legal, or one is listed twice');
    const uses = asking.prompts[s.prompt]?.uses ?? [];
    hold(
      [...list].every((a) => uses.includes(crownActions.parse(a).name)),
      () => `prompt ${s.prompt} does not use all it lists`,
    );
    const used = [...s.gather, ...s.combat, ...s.flanks].reduce((a, b) => a + b, 0);
    hold(used <= placedMinions, () => `${used} spaces are used, ${placedMinions} minions are out`);
    const task = s.taskCount > 0 ? s.tasks[0]! : 0;
    const prompt = s.prompt;
    if (task > 0) {
      hold(
        tasks[task]!.asks === prompt && s.tasks[1] === s.actor,
        () => `prompt ${prompt} is not what task ${task} asks`,
      );
    } else {
      const asked = prompt === P.ORDER ? s.decider : s.order[s.turn]!;
      hold(STAGE_OF[prompt] === s.stage, () => `prompt ${prompt} at stage ${s.stage}`);
      hold(asked === s.actor, () => `seat ${s.actor} is asked, it is the turn of seat ${asked}`);
    }
    const battle = s.site >= 0;
    for (const side of [s.attacker, s.defender]) hold(side >= 0 === battle, () => 'half a battle');
    hold(battle || (s.sent === 0 && s.cardA < 0 && s.cardD < 0), () => 'fighters or cards without a battle');
    hold((s.site === S.CITADEL) === s.flank >= 0, () => 'a flank without the Citadel, or the other way round');
    const complete = s.stage !== STAGE['set-up'] && s.stage !== STAGE.order;
    hold(given.length === (complete ? seats : prompt === P.ORDER ? s.picked + seats - players : 0), () => 'order');
    hold(s.slot >= 0 === (prompt === P.PAY), () => 'a slot without a payment, or the other way round');
  }
  return wrong;
}
