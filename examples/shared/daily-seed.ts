/** The seed of a day, the same for everybody: 20261123. */
export function dailySeed(day: Date): number {
  return 10_000 * day.getUTCFullYear() + 100 * (day.getUTCMonth() + 1) + day.getUTCDate();
}
