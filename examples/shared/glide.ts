import { castShape, type ShapeSpec } from 'bitecs-collision/2d';

/** How often a motion is bent within a tick: once for each side of a corner, and once to spare. */
const ROUNDS = 3;
/** What is left between the shape and what it glides along. */
const SKIN = 0.001;

/**
 * Moves an entity as far as it gets: where its shape meets something, it goes on along that. `blocks` are the
 * categories that stop it. It writes to `x` and `y` of the stores, at the entity.
 */
export function glide(
  world: object,
  { x, y }: { readonly x: Float64Array; readonly y: Float64Array },
  eid: number,
  shape: ShapeSpec,
  motion: { readonly x: number; readonly y: number },
  blocks: number,
): void {
  let [leftX, leftY] = [motion.x, motion.y];
  for (let round = 0; round < ROUNDS; round++) {
    const length = Math.sqrt(leftX * leftX + leftY * leftY);
    if (length === 0) return;
    const pose = { x: x[eid], y: y[eid], rotation: 0 };
    const options = { maskBits: blocks, ignore: eid, initialOverlap: 'ignore-separating' } as const;
    const hit = castShape(world, shape, pose, { x: leftX, y: leftY }, options);
    const share = hit === undefined ? 1 : Math.max(0, hit.fraction - SKIN / length);
    x[eid] += leftX * share;
    y[eid] += leftY * share;
    if (hit === undefined) return;
    // The normal points at the shape: what is left of the motion against it goes.
    const into = Math.min(0, leftX * hit.normalX + leftY * hit.normalY) * (1 - share);
    leftX = leftX * (1 - share) - into * hit.normalX;
    leftY = leftY * (1 - share) - into * hit.normalY;
  }
}
