/**
 * Stands for another program's simulator of Lords of Doomspire: it has its own words (squares with x and y, lords by number,
 * goods as lists, moves in its own form) and asks one question at a time. Underneath are this project's rules.
 */
import { SeededChance } from '../../../env/chance.js';
import { game } from '../game.js';
import type { DoomspireView } from '../show/view.js';

export interface Square {
  x: number;
  y: number;
}
export interface Piece {
  lord: number;
  number: number;
}
export type Holder = Piece | Square | 'lost';
/** A move in the words of this simulator. */
export type Move = { do: string } & Record<string, unknown>;
export type Table = ReturnType<Simulator['look']>;

const corners = ['NW', 'NE', 'SE', 'SW'];
const lord = (name: unknown) => (name === null || name === undefined ? null : corners.indexOf(name as string));
const square = (name: unknown): Square => ({
  x: 'abcdefgh'.indexOf((name as string)[0]!),
  y: Number((name as string)[1]) - 1,
});
const piece = (name: unknown): Piece => {
  const [corner, number] = (name as string).split(' ');
  return { lord: corners.indexOf(corner!), number: Number(number) - 1 };
};
const holder = (place: string): Holder =>
  place === 'gone' ? 'lost' : place.includes(' ') ? piece(place) : square(place);
const maybe = <T>(value: unknown, to: (value: unknown) => T): T | null =>
  value === null || value === undefined ? null : to(value);
const goods = ({ food, wood, ore, gold }: Record<string, number>) => [food!, wood!, ore!, gold!];
const names = ['food', 'wood', 'ore', 'gold'];
const good = (name: unknown) => maybe(name, (one) => names.indexOf(one as string));

export class Simulator {
  private readonly chance: SeededChance;
  private readonly state;
  private readonly mask = new Uint8Array(game.actions);
  /** Ids of all actions that were played, for tests. */
  readonly played: number[] = [];

  constructor(seed: string, options: Record<string, unknown> = {}) {
    this.chance = new SeededChance(seed, game.streams);
    this.state = game.newState(game.options.parse(options), this.chance);
  }

  get over(): boolean {
    return this.state.over;
  }

  /** The table as the lord that is asked sees it. */
  look() {
    const v = this.state.view(this.state.actor) as DoomspireView;
    const { turn, card, fight, stack } = v;
    const walk = stack.find(({ procedure }) => procedure === 'walk');
    const arrival = stack.find(({ procedure }) => procedure === 'arrive');
    return {
      rules: v.options as Record<string, unknown>,
      day: v.round.number as number,
      stage: v.round.phase as string,
      first: lord(v.round.firstPlayer)!,
      mover: lord(v.round.mover),
      diePrice: v.round.foodPerExtraDie as number,
      priceDoubles: v.round.taxDoubles as boolean,
      marketDay: v.round.marketDay as boolean,
      lords: v.players.map((p) => ({
        fame: p.fame as number,
        might: p.might as number,
        goods: goods(p.resources),
        houses: p.buildings as string[],
        impressed: p.impressions as number,
        gaveUp: p.conceded as number,
        knights: p.knights.map(({ tile, acted, stays }) => (tile ? { at: square(tile), acted, stays } : null)),
        boats: (p.boats as (string | null)[]).map(lord),
        dice: p.dice as number[],
        rolled: p.rolled as number[],
        extra: p.extraDice,
      })),
      land: v.tiles.map((t) => ({
        at: square(t.at),
        terrain: t.kind,
        flag: t.owner === 'neutral' ? ('neutral' as const) : lord(t.owner),
        beast: t.monster ?? null,
        beastIsCard: t.monsterIsCard === true,
        asleepFor: maybe(t.sleepsFor, piece),
        tokens: t.tokens ?? 0,
        sword: t.sword === true,
        harvester: lord(t.harvestBy),
        harvested: t.harvested === true,
      })),
      things: v.items.flatMap(({ kind, place, dropped, picked, lastHolder }) =>
        place === 'unused' ? [] : [{ what: kind, holder: holder(place), dropped, picked, before: lord(lastHolder) }],
      ),
      friends: v.followers.flatMap(({ kind, place }) =>
        place === 'unused' ? [] : [{ who: kind, holder: holder(place) }],
      ),
      ringFreed: v.ringFreed as boolean,
      decks: v.decks.map(({ top, unseen, discard, piles }) => ({ theme: top, left: unseen, used: discard, piles })),
      faceDown: v.hidden.map(({ kind, tokens }) => [kind, tokens] as const),
      hoard: v.stacks.map(({ taken, resources }) => ({ taken: taken as boolean, goods: goods(resources) })),
      dragon: v.dragon ? { die: v.dragon.die as number, eaten: (v.dragon.eaten as string[]).map(piece) } : null,
      question: {
        about: (v.prompt.name as string).toLowerCase(),
        lord: lord(v.prompt.actor)!,
        knight: maybe(v.prompt.knight, piece),
        at: maybe(v.prompt.tile, square),
        offered: turn.offered as boolean,
        offer: turn.partner === null ? null : { to: lord(turn.partner)!, give: good(turn.give), want: good(turn.want) },
        harvestsLeft: turn.power as number,
        used: turn.used as number,
        exchange: [turn.exchange, turn.given, turn.received] as number[],
        drawn: turn.lastCard as string | null,
        card: card.card === null ? null : { ...card, knight: piece(card.knight), tile: square(card.tile) },
        battle: fight && {
          ...fight,
          attacker: piece(fight.attacker),
          defender: maybe(fight.defender, piece),
          tile: square(fight.tile),
        },
        /** Who walks over which squares to where, where that is stopped; what has happened on arrival. */
        walk: walk ? walk.arguments : null,
        arrival: arrival ? arrival.arguments : null,
        rewards: v.hoard.resourcesToChoose as number,
      },
    };
  }

  /** Plays moves of the lord that is asked, one after the other. @throws Error where one is not allowed */
  play(moves: readonly Move[]): void {
    for (const move of moves) {
      this.state.legal(this.mask);
      const action = this.mask.findIndex(
        (legal, id) => legal === 1 && JSON.stringify(this.moveOf(id)) === JSON.stringify(move),
      );
      if (action < 0) throw new Error(`not allowed: ${JSON.stringify(move)}`);
      this.played.push(action);
      this.state.apply(action, this.chance);
    }
  }

  private moveOf(id: number): Move {
    const { kind, args } = this.state.actionJson(id);
    const own: Record<string, (value: unknown) => unknown> = { tile: square, knight: piece, boat: piece, zone: lord };
    return Object.assign(
      { do: kind },
      ...Object.entries(args).map(([name, value]) => ({ [name]: (own[name] ?? ((same) => same))(value) })),
    );
  }
}
