import { expect } from 'vitest';

/** Counts the cases of a random test that hit and those that miss: a test of one kind alone shows little. */
export class HitRate {
  hits = 0;
  total = 0;

  count(isHit: boolean): void {
    this.total++;
    if (isHit) this.hits++;
  }

  /** Checks that 30 to 70 % have hit, of a hundred at least. */
  expectBalanced(): void {
    expect(this.total).toBeGreaterThan(100);
    expect(this.hits / this.total).toBeGreaterThan(0.3);
    expect(this.hits / this.total).toBeLessThan(0.7);
  }
}
