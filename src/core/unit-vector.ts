/** Squares of lengths below or above these have lost digits, or are no numbers. */
const LEAST_SQUARE = 1e-280;
const LARGEST_SQUARE = 1e280;

/**
 * Writes the unit vector along a direction of any length. Returns false, and writes nothing, for one of length 0 or a
 * coordinate that is no number.
 */
export function writeUnitVector(out: Float64Array, at: number, x: number, y: number, z: number): boolean {
  let square = x * x + y * y + z * z;
  if (!(square > LEAST_SQUARE && square < LARGEST_SQUARE)) {
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    if (!(largest > 0)) return false;
    x /= largest;
    y /= largest;
    z /= largest;
    square = x * x + y * y + z * z;
  }
  const length = Math.sqrt(square);
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
  return true;
}
