/** The square root of a symmetric matrix. */

/** Sweeps after which rotating ends in any case; usually fewer than ten are needed. */
const SWEEPS = 50;
/** What may be left beside the diagonal, as a share of the sum of all squares. */
const LEFT = 1e-30;

/**
 * The symmetric root R of a symmetric matrix with no eigenvalue below 0: R R = matrix. By Jacobi's cyclic rotations (Golub
 * and Van Loan, Matrix Computations, section 8.5). Eigenvalues that rounding brought below 0 count as 0.
 * @param matrix row by row, size x size
 */
export function squareRoot(matrix: Float64Array, size: number): Float64Array {
  const a = matrix.slice();
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  let all = 0;
  for (const x of a) all += x * x;
  for (let sweep = 0; sweep < SWEEPS && beside(a, size) > LEFT * all; sweep++)
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(a, vectors, size, p, q);
  const root = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    const length = Math.sqrt(Math.max(0, a[k * size + k]!));
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) root[i * size + j]! += length * vectors[k * size + i]! * vectors[k * size + j]!;
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) root[j * size + i] = root[i * size + j]!;
  return root;
}

/** Sum of the squares beside the diagonal. */
function beside(a: Float64Array, size: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) sum += 2 * a[i * size + j]! ** 2;
  return sum;
}

/** Turns rows and columns p and q so that a[p][q] becomes 0. @param vectors eigenvectors so far, one a row */
function rotate(a: Float64Array, vectors: Float64Array, size: number, p: number, q: number): void {
  const between = a[p * size + q]!;
  if (between === 0) return;
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * between);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < size; k++) {
    const [x, y] = [a[k * size + p]!, a[k * size + q]!];
    a[k * size + p] = c * x - s * y;
    a[k * size + q] = s * x + c * y;
  }
  for (const rows of [a, vectors])
    for (let k = 0; k < size; k++) {
      const [x, y] = [rows[p * size + k]!, rows[q * size + k]!];
      rows[p * size + k] = c * x - s * y;
      rows[q * size + k] = s * x + c * y;
    }
}
