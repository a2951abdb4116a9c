/**
 * Lets an exported player of Lords of Doomspire play in another program's simulator (doomspire-simulator.ts). For views see
 * docs/player.md and `tabletop games doomspire --reference`. Copy this file and adapt it to your simulator.
 */
import type * as Player from '../player.mjs';
import type { Holder, Move, Piece, Simulator, Square, Table } from './doomspire-simulator.js';

type View = Player.View;
const corners = ['NW', 'NE', 'SE', 'SW'] as const;
const resources = ['food', 'wood', 'ore', 'gold'] as const;

// Their words in ours.
const seat = (lord: number | null) => (lord === null ? null : corners[lord]!);
const tile = ({ x, y }: Square) => `${'abcdefgh'[x]}${y + 1}`;
const knight = ({ lord, number }: Piece) => `${corners[lord]} ${number + 1}`;
const place = (holder: Holder) => (holder === 'lost' ? 'gone' : 'lord' in holder ? knight(holder) : tile(holder));
const amounts = (goods: readonly number[]) =>
  Object.fromEntries(resources.map((name, i) => [name, goods[i]!])) as Record<(typeof resources)[number], number>;
const resource = (good: number | null) => (good === null ? null : resources[good]!);

/** The view of the lord that is asked. */
export function viewOf(table: Table): View {
  const { question: q } = table;
  const [exchange, given, received] = q.exchange;
  const view = {
    game: 'doomspire',
    format: 1,
    seat: q.lord,
    options: table.rules,
    round: {
      number: table.day,
      phase: table.stage,
      firstPlayer: seat(table.first),
      mover: seat(table.mover),
      foodPerExtraDie: table.diePrice,
      taxDoubles: table.priceDoubles,
      marketDay: table.marketDay,
    },
    prompt: {
      name: q.about.toUpperCase(),
      actor: seat(q.lord),
      knight: q.knight && knight(q.knight),
      tile: q.at && tile(q.at),
    },
    players: table.lords.map((lord, i) => ({
      seat: corners[i],
      fame: lord.fame,
      might: lord.might,
      resources: amounts(lord.goods),
      buildings: lord.houses,
      impressions: lord.impressed,
      conceded: lord.gaveUp,
      knights: lord.knights.map((one) =>
        one ? { tile: tile(one.at), acted: one.acted, stays: one.stays } : { tile: null },
      ),
      boats: lord.boats.map(seat),
      dice: lord.dice,
      rolled: lord.rolled,
      extraDice: lord.extra,
    })),
    tiles: table.land.map((land) => ({
      at: tile(land.at),
      kind: land.terrain,
      ...(land.flag !== null && { owner: land.flag === 'neutral' ? 'neutral' : seat(land.flag) }),
      ...(land.beast && { monster: land.beast }),
      ...(land.beastIsCard && { monsterIsCard: true }),
      ...(land.asleepFor && { sleepsFor: knight(land.asleepFor) }),
      ...(land.tokens > 0 && { tokens: land.tokens }),
      ...(land.sword && { sword: true }),
      ...(land.harvester !== null && { harvestBy: seat(land.harvester) }),
      ...(land.harvested && { harvested: true }),
    })),
    items: table.things.map(({ what, holder, dropped, picked, before }) => ({
      kind: what,
      place: place(holder),
      ...(dropped && { dropped }),
      ...(picked && { picked }),
      ...(before !== null && { lastHolder: seat(before) }),
    })),
    ringFreed: table.ringFreed,
    followers: table.friends.map(({ who, holder }) => ({ kind: who, place: place(holder) })),
    decks: table.decks.map(({ theme: top, left: unseen, used: discard, piles }, i) => {
      return { tier: i + 1, top, unseen, discard, ...(piles && { piles }) };
    }),
    hidden: table.faceDown.map(([kind, tokens]) => ({ kind, tokens })),
    hoard: { resourcesToChoose: q.rewards },
    stacks: table.hoard.map(({ taken, goods }) => ({ taken, resources: amounts(goods) })),
    turn: {
      offered: q.offered,
      ...(q.offer && { partner: seat(q.offer.to), give: resource(q.offer.give), want: resource(q.offer.want) }),
      power: q.harvestsLeft,
      used: q.used,
      ...{ exchange, given, received },
      lastCard: q.drawn,
    },
    ...(q.card && { card: { ...q.card, knight: knight(q.card.knight), tile: tile(q.card.tile) } }),
    ...(q.battle && {
      fight: {
        ...q.battle,
        attacker: knight(q.battle.attacker),
        defender: q.battle.defender && knight(q.battle.defender),
        tile: tile(q.battle.tile),
      },
    }),
    // The stack follows from the prompt but for these two.
    ...(q.walk && { stack: [{ procedure: 'turn' }, { procedure: 'walk', arguments: q.walk }] }),
    ...(q.about === 'tileact' && { stack: [{ procedure: 'turn' }, { procedure: 'arrive', arguments: q.arrival }] }),
    ...(table.dragon && { dragon: { die: table.dragon.die, eaten: table.dragon.eaten.map(knight) } }),
  };
  // What comes out of a simulator is checked by the player itself, which names what is wrong.
  return view as View;
}

/** Our action as a move of theirs. */
export function moveOf({ kind, args }: Player.Action): Move {
  const corner = (name: string) => corners.indexOf(name.slice(0, 2) as 'NW');
  const piece = (name: string): Piece => ({ lord: corner(name), number: Number(name[3]) - 1 });
  const words: Record<string, (value: string) => unknown> = {
    tile: (name) => ({ x: 'abcdefgh'.indexOf(name[0]!), y: Number(name[1]) - 1 }),
    knight: piece,
    boat: piece,
    zone: corner,
  };
  return Object.assign(
    { do: kind },
    ...Object.entries(args).map(([name, value]) => ({ [name]: words[name]?.(value as string) ?? value })),
  );
}

/** Plays until another lord is asked: a whole turn, but for what others say to it. @returns how often the table was read */
export function playTurn(player: typeof Player, simulator: Simulator, settings: Player.ActSettings = {}): number {
  const { lord } = simulator.look().question;
  let read = 0;
  while (!simulator.over && simulator.look().question.lord === lord) {
    let view = viewOf(simulator.look());
    read++;
    const moves: Move[] = [];
    for (let going = true; going && view.prompt.actor === seat(lord); ) {
      const answer = player.act(view, settings);
      moves.push(moveOf(answer));
      try {
        view = player.advance(view, answer.action);
      } catch {
        going = false; // Dice or hidden cards: theirs to know.
      }
    }
    simulator.play(moves);
  }
  return read;
}
