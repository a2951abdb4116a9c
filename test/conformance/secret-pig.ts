/** Big Pig with something hidden: every seat is dealt a bonus of 0..3 points that counts at the end. */
import { PigState, game as pig } from '../../docs/examples/pig-by-hand.js';
import type { Rng } from '../../env/chance.js';
import type { Game } from '../../env/game.js';

export class SecretPigState extends PigState {
  readonly bonus = new Uint8Array(4);

  override copyFrom(other: this): void {
    super.copyFrom(other);
    this.bonus.set(other.bonus);
  }
  override save(): Uint8Array {
    return Uint8Array.of(...super.save(), ...this.bonus);
  }
  override load(bytes: Uint8Array): void {
    if (bytes.length < 4 || bytes.slice(-4).some((value) => value > 3)) throw new Error('not a position of Secret Pig');
    super.load(bytes.slice(0, -4));
    this.bonus.set(bytes.slice(-4));
  }
  override hash(): number {
    return super.hash() * 2 ** -8 + this.bonus.reduce((sum, value) => sum * 4 + value, 0);
  }
  override observe(seat: number, out: Float32Array, offset: number): void {
    super.observe(seat, out, offset);
    out[offset + 19] = this.bonus[seat]! / 3;
  }
  override places(out: Uint8Array): void {
    const total = (seat: number) => this.cells[9 + seat]! + this.bonus[seat]!;
    for (let i = 0; i < this.players; i++) {
      let better = 0;
      for (let j = 0; j < this.players; j++) if (total(j) > total(i)) better++;
      out[i] = better;
    }
  }
  override resample(seat: number, rng: Rng): void {
    for (let i = 0; i < this.players; i++) if (i !== seat) this.bonus[i] = rng.int(4);
  }
  override text(seat: number): string {
    return `${super.text(seat)}\nyour bonus: ${this.bonus[seat]}`;
  }
  override view(seat: number): unknown {
    return { ...(super.view(seat) as object), bonus: this.bonus[seat] };
  }
}

export type PigGame<S extends PigState = PigState> = Game<ReturnType<typeof pig.options.parse>, S>;

/** Big Pig with other states, and maybe other facts. */
export function pigOf<S extends PigState>(
  State: new () => S,
  facts: Partial<PigGame<S>> = {},
  deal: (state: S, chance: Parameters<typeof pig.newState>[1]) => void = () => {},
): PigGame<S> {
  return {
    ...(pig as unknown as PigGame<S>),
    newState(options, chance) {
      const state = new State();
      state.cells.set(pig.newState(options, chance).cells);
      deal(state, chance);
      return state;
    },
    parseView: undefined,
    ...facts,
  };
}

export function secretPigOf<S extends SecretPigState>(State: new () => S, facts: Partial<PigGame<S>> = {}): PigGame<S> {
  return pigOf<S>(
    State,
    {
      id: 'secret-pig',
      information: 'imperfect',
      observation: [...pig.observation, { name: 'bonus', shape: [1], about: 'My own bonus, in thirds.' }],
      parseView(json) {
        const { bonus, ...view } = (json ?? {}) as { bonus?: unknown; seat?: number };
        const state = new State();
        state.cells.set(pig.parseView!(view).cells);
        if (typeof bonus !== 'number' || !(bonus >= 0 && bonus <= 3)) throw new Error('bonus: 0..3 is wanted');
        state.bonus[view.seat!] = bonus;
        return state;
      },
      ...facts,
    },
    (state, chance) => {
      for (let seat = 0; seat < state.players; seat++) state.bonus[seat] = chance.draw(0, 4);
    },
  );
}

export const secretPig = secretPigOf(SecretPigState);
