/**
 * CMA-ES (Hansen, The CMA Evolution Strategy: A Tutorial, arXiv 1604.00772): candidates are drawn around a centre from a normal
 * distribution, and it moves, grows and turns towards those that scored better. Only their order counts. All constants
 * are the tutorial's (table 1); names of variables in comments are its names.
 *
 * With many weights only the diagonal of the covariance is kept, which is then learned faster (Ros and Hansen, A Simple
 * Modification in CMA-ES Achieving Linear Time and Space Complexity, 2008).
 *
 * All is in units: weight i moves by `units[i]`.
 */
import { drawChange, spreadChange } from '../collect/changes.js';
import { squareRoot } from './square-root.js';

/** Most weights of which the whole covariance is kept. */
export const FULL_COVARIANCE = 150;

/** What is remembered from step to step. */
export interface CmaState {
  /** Steps taken. */
  steps: number;
  /** Step size: sigma. */
  sigma: number;
  /** Mean of the distribution: m. */
  centre: Float32Array;
  average: Float32Array;
  /** C: row by row, or its diagonal alone. */
  covariance: Float64Array;
  /** Evolution path of the step size: p_sigma. */
  sigmaPath: Float64Array;
  /** Evolution path of the covariance: p_c. */
  covariancePath: Float64Array;
}

/** What a step did. */
export interface CmaStep {
  /** Length of the step, in units. */
  moved: number;
  /** Largest over smallest standard deviation of a weight, in units. */
  ratio: number;
}

/** Constants of a step. */
interface Constants {
  /** Recombination weights by rank, the best first; those of the worse half are below 0. */
  weights: Float64Array;
  /** Variance effective selection mass of the better half. */
  muEff: number;
  cSigma: number;
  dSigma: number;
  cC: number;
  c1: number;
  cMu: number;
}

/**
 * The tutorial's default constants.
 * @param n weights that move @param candidates of a step: lambda @param diagonal whether only the diagonal is learned
 */
export function cmaConstants(n: number, candidates: number, diagonal: boolean): Constants {
  const raw = Float64Array.from({ length: candidates }, (_, i) => Math.log((candidates + 1) / 2) - Math.log(i + 1));
  const mu = Math.floor(candidates / 2);
  const mass = (part: Float64Array) => {
    const sum = part.reduce((a, w) => a + w, 0);
    return sum ** 2 / part.reduce((a, w) => a + w * w, 0);
  };
  const muEff = mass(raw.subarray(0, mu));
  const cSigma = (muEff + 2) / (n + muEff + 5);
  const dSigma = 1 + 2 * Math.max(0, Math.sqrt((muEff - 1) / (n + 1)) - 1) + cSigma;
  const cC = (4 + muEff / n) / (n + 4 + (2 * muEff) / n);
  // The diagonal has n numbers to learn, not n^2 / 2.
  const faster = diagonal ? (n + 2) / 3 : 1;
  const c1 = Math.min(1, (faster * 2) / ((n + 1.3) ** 2 + muEff));
  const cMu = Math.min(1 - c1, (faster * 2 * (0.25 + muEff + 1 / muEff - 2)) / ((n + 2) ** 2 + muEff));
  const above = raw.reduce((a, w) => a + Math.max(0, w), 0);
  const below = raw.reduce((a, w) => a + Math.max(0, -w), 0);
  const muEffBelow = mass(raw.subarray(mu));
  // The covariance must stay positive definite.
  const most = Math.min(1 + c1 / cMu, 1 + (2 * muEffBelow) / (muEff + 2), (1 - c1 - cMu) / (n * cMu));
  const weights = raw.map((w) => (w >= 0 ? w / above : (most * w) / below));
  return { weights, muEff, cSigma, dSigma, cC, c1, cMu };
}

/** The distribution, and the average of its centres. */
export class CmaStrategy {
  private state: CmaState;
  /** Square root of the covariance. */
  private root: Float64Array;
  /** Weights that move. */
  private readonly n: number;
  private readonly diagonal: boolean;

  /**
   * @param weights to begin with; copied
   * @param units by weight; 0: it does not move
   * @param sigma standard deviation of the first changes, in units
   */
  constructor(
    weights: Float32Array,
    readonly units: Float32Array,
    sigma: number,
  ) {
    const { length } = weights;
    this.n = units.reduce((count, unit) => count + Number(unit !== 0), 0);
    this.diagonal = length > FULL_COVARIANCE;
    const covariance = new Float64Array(this.diagonal ? length : length * length);
    for (let i = 0; i < length; i++) covariance[this.diagonal ? i : i * length + i] = 1;
    this.state = {
      steps: 0,
      sigma,
      centre: weights.slice(),
      average: weights.slice(),
      covariance,
      sigmaPath: new Float64Array(length),
      covariancePath: new Float64Array(length),
    };
    this.root = this.rootOf(covariance);
  }

  /** Around which candidates are drawn; not to be kept. */
  get centre(): Float32Array {
    return this.state.centre;
  }

  /** What to play with; not to be kept. */
  get average(): Float32Array {
    return this.state.average;
  }

  /** Standard deviation of the changes. */
  get sigma(): number {
    return this.state.sigma;
  }

  /** Candidates are centre + sigma * units * (spread . drawn numbers); see `spreadChange`. Not to be kept. */
  get spread(): Float64Array {
    return this.root;
  }

  /**
   * One step by the scores of some candidates.
   * @param scores higher is better; of equal ones the earlier counts as better
   * @param seedOf seed of a candidate's numbers (`drawChange`)
   * @param horizon steps over which the average reaches back: each moves it by 1 / `horizon`, and as long as there are
   * fewer, by 1 / steps
   */
  step(scores: Float64Array, seedOf: (candidate: number) => string, horizon: number): CmaStep {
    const { state, n, units, diagonal, root } = this;
    const { centre, average, sigmaPath, covariancePath, covariance, sigma } = state;
    const { length } = units;
    const { weights, muEff, cSigma, dSigma, cC, c1, cMu } = cmaConstants(n, scores.length, diagonal);
    const ranked = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);

    // z: numbers as drawn, y: as spread. Since the root is symmetric, C^(-1/2) y = z.
    const drawn = new Float32Array(length);
    const change = new Float32Array(length);
    const drawnMean = new Float64Array(length);
    const turned = new Float64Array(covariance.length);
    for (const [rank, candidate] of ranked.entries()) {
      drawChange(seedOf(candidate), drawn);
      let squares = 0;
      for (let i = 0; i < length; i++) {
        if (units[i] === 0) drawn[i] = 0;
        squares += drawn[i]! ** 2;
      }
      const weight = weights[rank]!;
      if (weight > 0) for (let i = 0; i < length; i++) drawnMean[i]! += weight * drawn[i]!;
      spreadChange(drawn, root, change);
      // What is to be unlearned counts as if it were as long as all others (equation 46).
      addSquare(turned, change, weight >= 0 ? weight : (weight * n) / squares);
    }
    const mean = new Float64Array(length);
    spreadChange(drawnMean, root, mean);

    const steps = ++state.steps;
    const share = 1 / Math.min(horizon, steps);
    let moved = 0;
    for (let i = 0; i < length; i++) {
      if (units[i] === 0) continue;
      centre[i]! += sigma * units[i]! * mean[i]!;
      average[i]! += share * (centre[i]! - average[i]!);
      moved += (sigma * mean[i]!) ** 2;
    }

    let pathLength = 0;
    for (let i = 0; i < length; i++) {
      sigmaPath[i] = (1 - cSigma) * sigmaPath[i]! + Math.sqrt(cSigma * (2 - cSigma) * muEff) * drawnMean[i]!;
      pathLength += sigmaPath[i]! ** 2;
    }
    pathLength = Math.sqrt(pathLength);
    // E ||N(0, I)||: the length of a path that leads nowhere.
    const expected = Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
    state.sigma = sigma * Math.exp((cSigma / dSigma) * (pathLength / expected - 1));

    // h_sigma: the covariance's path waits while the step size grows fast.
    const waits = pathLength / Math.sqrt(1 - (1 - cSigma) ** (2 * steps)) >= (1.4 + 2 / (n + 1)) * expected;
    const part = waits ? 0 : Math.sqrt(cC * (2 - cC) * muEff);
    for (let i = 0; i < length; i++) covariancePath[i] = (1 - cC) * covariancePath[i]! + part * mean[i]!;
    const total = weights.reduce((a, w) => a + w, 0);
    const kept = 1 + (waits ? c1 * cC * (2 - cC) : 0) - c1 - cMu * total;
    for (let i = 0; i < covariance.length; i++) covariance[i] = kept * covariance[i]! + cMu * turned[i]!;
    addSquare(covariance, covariancePath, c1);
    this.root = this.rootOf(covariance);
    return { moved: Math.sqrt(moved), ratio: this.ratio() };
  }

  /** A copy of the state. */
  save(): CmaState {
    return structuredClone(this.state);
  }

  /** @throws RangeError when it is of another number of weights */
  load(state: CmaState): void {
    for (const [name, values] of Object.entries(state)) {
      if (typeof values === 'number') continue;
      const { length } = name === 'covariance' ? this.root : this.units;
      if (values.length !== length) throw new RangeError(`${name} has ${values.length} numbers, wanted ${length}`);
    }
    this.state = structuredClone(state);
    this.root = this.rootOf(this.state.covariance);
  }

  private rootOf(covariance: Float64Array): Float64Array {
    return this.diagonal ? covariance.map(Math.sqrt) : squareRoot(covariance, this.units.length);
  }

  private ratio(): number {
    const { units, diagonal } = this;
    let [least, most] = [Infinity, 0];
    for (let i = 0; i < units.length; i++) {
      if (units[i] === 0) continue;
      const variance = this.state.covariance[diagonal ? i : i * units.length + i]!;
      least = Math.min(least, variance);
      most = Math.max(most, variance);
    }
    return Math.sqrt(most / least);
  }
}

/** Adds weight * y yT, or its diagonal where `sum` has no more. */
function addSquare(sum: Float64Array, y: Float32Array | Float64Array, weight: number): void {
  const { length } = y;
  if (sum.length === length) for (let i = 0; i < length; i++) sum[i]! += weight * y[i]! ** 2;
  else
    for (let i = 0; i < length; i++)
      for (let j = 0; j <= i; j++) {
        const by = weight * y[i]! * y[j]!;
        sum[i * length + j]! += by;
        if (i !== j) sum[j * length + i]! += by;
      }
}
