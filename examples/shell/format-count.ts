/** Writes a whole number as the whole gallery does: 9,810. */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}
