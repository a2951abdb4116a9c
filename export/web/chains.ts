/**
 * Chains of a seat's own decisions that belong together (die, unit, destination), so that one click can make all of them.
 * Found from the rules alone, by a bounded search in worlds that the seat imagines: the true position is never looked at beyond
 * what the seat may know, and a chain ends where luck, hidden information or another seat comes in.
 */
import { createRng, type Rng, SeededChance } from '../../env/chance.js';
import { type Game, observationSize, type State } from '../../env/game.js';
import type { Scene } from '../../env/scene.js';
import { changes } from './changes.js';
import { NotedLuck } from './luck.js';
import { actionWords } from './moves.js';
import type { Chain, ChainEnd } from './protocol.js';

/** Decisions in a row at most. */
const LONGEST = 6;
/** Positions that are looked at, shared evenly by the first decisions; what lies deeper is left to the next question. */
const MOST = 1200;
/** Worlds beside the first one in which each decision is tried: where they differ for the seat, something hidden was seen. */
const WORLDS = 5;
/** Effects of a chain that are told. */
const TOLD = 4;

/** Positions of one depth of the search, in each world that the seat imagines. */
type Worlds = readonly State[];

interface Node {
  actions: readonly number[];
  texts: readonly string[];
  things: readonly string[];
  /** Kinds of decision that were answered so far. */
  prompts: readonly number[];
  scene: Scene;
}

/**
 * All chains of the seat to act. Each ends where something has visibly changed, where anything but the seat's own choice comes in,
 * or where a kind of decision comes again or a turn begins; longer ones that begin alike follow it. Empty for a game without a picture.
 * @param seed the same seed imagines the same worlds
 */
export function chainsOf(game: Game, state: State, seed: string): Chain[] {
  const { drawing } = game;
  if (!drawing || state.over) return [];
  const worlds = imagine(game, state, createRng(`${seed}/chains`));
  const scene = drawing.scene(worlds[0]!, state.actor);
  const search = new Search(game, state.actor, scene);
  search.expand(worlds, { actions: [], texts: [], things: [], prompts: [], scene });
  return search.found;
}

/** The position in worlds that agree with all that the seat to act knows. */
function imagine(game: Game, state: State, rng: Rng): Worlds {
  const count = game.information === 'imperfect' ? 1 + WORLDS : 1;
  return Array.from({ length: count }, () => {
    const world = state.clone();
    if (count > 1) world.resample(state.actor, rng);
    return world;
  });
}

class Search {
  readonly found: Chain[] = [];
  /** Positions that the first decision under way may still look at. */
  private left = 0;
  private readonly depths: State[][] = [];
  private readonly known = new Set<number>();
  private readonly chance: NotedLuck;
  private readonly observed: [Float32Array, Float32Array];
  /** Kind of decision that begins something new. */
  private readonly turn: number;

  constructor(
    private readonly game: Game,
    private readonly seat: number,
    /** The picture before the first decision. */
    private readonly root: Scene,
  ) {
    // Never the luck of the game: what comes of it is not looked at.
    this.chance = new NotedLuck(new SeededChance('chains', game.streams));
    const size = observationSize(game);
    this.turn = game.prompts.indexOf(game.turnPrompt ?? '');
    this.observed = [new Float32Array(size), new Float32Array(size)];
  }

  /** Looks for chains that go on from a position in which the seat decides. */
  expand(worlds: Worlds, node: Node): void {
    const [world] = worlds;
    const mask = new Uint8Array(this.game.actions);
    world!.legal(mask);
    const prompts = [...node.prompts, world!.prompt];
    const legal = [...mask.keys()].filter((action) => mask[action] === 1 && !this.game.concedes?.(action));
    for (const action of legal) {
      if (node.actions.length === 0) this.left = MOST / legal.length;
      const found = this.found.length;
      this.follow(worlds, node, action, prompts);
      // What leads to positions that others lead to as well is still a way there.
      if (node.actions.length === 0 && this.found.length === found) this.found.push(this.single(world!, action));
    }
  }

  private follow(worlds: Worlds, node: Node, action: number, prompts: readonly number[]): void {
    const [world] = worlds;
    const drawing = this.game.drawing!;
    const actions = [...node.actions, action];
    const texts = [...node.texts, actionWords(this.game, world!, action)];
    const things = [...new Set([...node.things, ...drawing.concerns(world!, action)])];
    const after = this.play(worlds, action, actions.length);
    this.left--;
    const chain = { actions, texts, things };
    const ends = this.endAfter(after, prompts);
    if (ends === 'unknown') {
      // What comes of it is not known: only what it costs to come there.
      this.found.push({ ...chain, tells: told(this.root, node.scene), ends });
      return;
    }
    const first = after![0]!;
    // Another order of the same decisions leads to the same position.
    const hash = first.hash();
    if (ends === null && actions.length > 1 && this.known.has(hash)) return;
    this.known.add(hash);
    const scene = drawing.scene(first, this.seat);
    // The end of a game shows what was hidden: that of a world which is only imagined.
    const tells = told(this.root, ends === 'over' && worlds.length > 1 ? node.scene : scene);
    const full = actions.length >= LONGEST || this.left <= 0;
    if (ends !== null || full || changes(node.scene, scene).length > 0)
      this.found.push({ ...chain, tells, ends: ends ?? 'asked' });
    if (ends === null && !full) this.expand(after!, { ...chain, prompts, scene });
  }

  private single(world: State, action: number): Chain {
    const things = this.game.drawing!.concerns(world, action);
    return { actions: [action], texts: [actionWords(this.game, world, action)], things, tells: [], ends: 'asked' };
  }

  /** @returns null where luck was drawn */
  private play(worlds: Worlds, action: number, depth: number): Worlds | null {
    const { draws } = this.chance;
    this.depths[depth] ??= worlds.map((world) => world.clone());
    const after = this.depths[depth]!;
    for (const [i, world] of worlds.entries()) {
      after[i]!.copyFrom(world);
      after[i]!.apply(action, this.chance);
      if (this.chance.draws > draws) return null;
    }
    return after;
  }

  /** Why a chain goes no further; null where it may. */
  private endAfter(after: Worlds | null, prompts: readonly number[]): ChainEnd | null {
    if (!after || !this.alike(after)) return 'unknown';
    const { over, actor, prompt } = after[0]!;
    if (over) return 'over';
    if (actor !== this.seat) return 'others';
    return prompts.includes(prompt) || prompt === this.turn ? 'asked' : null;
  }

  /** Whether the seat sees the same in all worlds. */
  private alike([first, ...others]: Worlds): boolean {
    const { over, actor, prompt } = first!;
    const [one, other] = this.observed;
    if (!over) first!.observe(this.seat, one, 0);
    return others.every((world) => {
      if (world.over !== over || world.actor !== actor || world.prompt !== prompt) return false;
      if (over) return true;
      world.observe(this.seat, other, 0);
      return same(one, other);
    });
  }
}

/** Asked of thousands of numbers in each of hundreds of positions: a plain loop is several times as fast as `every`. */
function same(one: Float32Array, other: Float32Array): boolean {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

const told = (before: Scene, after: Scene): string[] => changes(before, after).slice(0, TOLD);
