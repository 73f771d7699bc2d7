/** Ways a label may give way: up or down where it can, which takes the least room, else sideways. */
const UPRIGHT = [
  [0, -1],
  [0, 1],
] as const;
const SIDEWAYS = [
  [1, 0],
  [-1, 0],
  [0.7, -0.7],
  [0.7, 0.7],
  [-0.7, -0.7],
  [-0.7, 0.7],
] as const;
/**
 * A label is moved in steps of this many pixels, and by at most this many: a label farther away would not be seen as
 * belonging to its point.
 */
const STEP = 6;
const FARTHEST = 36;
/** Labels carry an outline, by which they may overlap. */
const OUTLINE = 3;

/** The parts of a picture that are taken, as rectangles in pixels. Finds free places beside them. */
export class FreePlaces {
  /** Middle and half the size of each. */
  readonly #taken: [x: number, y: number, halfWidth: number, halfHeight: number][] = [];

  clear(): void {
    this.#taken.length = 0;
  }

  take(x: number, y: number, halfWidth: number, halfHeight: number): void {
    this.#taken.push([x, y, halfWidth, halfHeight]);
  }

  /** Takes the free place that is nearest to the wanted one; if no place is free, the wanted one. */
  near(x: number, y: number, halfWidth: number, halfHeight: number): readonly [x: number, y: number] {
    const [width, height] = [halfWidth - OUTLINE, halfHeight - OUTLINE];
    const place = this.#find(x, y, width, height) ?? ([x, y] as const);
    this.take(...place, width, height);
    return place;
  }

  #find(x: number, y: number, halfWidth: number, halfHeight: number): readonly [x: number, y: number] | undefined {
    if (this.#isFree(x, y, halfWidth, halfHeight)) return [x, y];
    for (const ways of [UPRIGHT, SIDEWAYS]) {
      for (let away = STEP; away <= FARTHEST; away += STEP) {
        for (const [wayX, wayY] of ways) {
          const [freeX, freeY] = [x + away * wayX, y + away * wayY];
          if (this.#isFree(freeX, freeY, halfWidth, halfHeight)) return [freeX, freeY];
        }
      }
    }
    return undefined;
  }

  #isFree(x: number, y: number, halfWidth: number, halfHeight: number): boolean {
    return this.#taken.every(
      ([otherX, otherY, otherWidth, otherHeight]) =>
        Math.abs(x - otherX) >= halfWidth + otherWidth || Math.abs(y - otherY) >= halfHeight + otherHeight,
    );
  }
}
