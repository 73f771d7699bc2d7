/** One place where something broke, for a view to draw until it has faded. */
export interface Flash {
  x: number;
  y: number;
  size: number;
  /** Ticks since it happened. */
  age: number;
}

export const FLASH_TICKS = 24;
const MOST = 200;

/** The flashes of a game, the oldest first. They never influence it. */
export class Flashes {
  readonly all: Flash[] = [];

  add(x: number, y: number, size: number): void {
    if (this.all.length < MOST) this.all.push({ x, y, size, age: 0 });
  }

  tick(): void {
    for (const flash of this.all) flash.age++;
    while (this.all.length > 0 && this.all[0].age >= FLASH_TICKS) this.all.shift();
  }
}
