/**
 * Returns the value, and 0 for −0, which JSON cannot tell from 0: shapes hold the same bits once they are read back.
 */
export function withoutSign(value: number): number {
  return value + 0;
}
