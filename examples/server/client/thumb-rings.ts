import { pushOf, type Stick } from './controls.ts';

/** Pixels: the ring that a thumb has put down. The knob under the thumb stays within it; style.css has the sizes. */
const RING = 44;

/** Shows where thumbs have come down, and how far they push: two rings of the page, over whatever draws the arena. */
export class ThumbRings {
  readonly #rings: readonly HTMLElement[];

  constructor(field: HTMLElement) {
    this.#rings = ['left', 'right'].map((side) => {
      const ring = document.createElement('div');
      ring.className = `thumb-ring ${side}`;
      ring.append(document.createElement('i'));
      ring.hidden = true;
      field.append(ring);
      return ring;
    });
  }

  show(sticks: readonly (Stick | undefined)[]): void {
    for (const [i, ring] of this.#rings.entries()) {
      const stick = sticks[i];
      ring.hidden = stick === undefined;
      if (stick === undefined) continue;
      const [pushX, pushY] = pushOf(stick);
      const share = Math.min(1, RING / Math.max(1, Math.hypot(pushX, pushY)));
      ring.style.left = `${stick.fromX}px`;
      ring.style.top = `${stick.fromY}px`;
      (ring.firstChild as HTMLElement).style.translate = `${share * pushX}px ${share * pushY}px`;
    }
  }
}
