/** How far a stick is pushed, as a share of its way, before it stands for a key: less is meant for its other axis. */
const PUSHED = 0.5;

/** Returns the key that a stick or the keys themselves stand for along an axis: −1, 0 or 1. */
export function stickWay(move: number): number {
  return Math.abs(move) < PUSHED ? 0 : Math.sign(move);
}
