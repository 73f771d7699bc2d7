import type { Graphics, GraphicsContext } from 'pixi.js';
import { LINE_STRIDE } from '../2d/debug/line-layout.ts';
import { linesOfCollider } from '../2d/debug/lines-of-collider.ts';
import type { EntityId } from '../core/adapter/entities.ts';

/**
 * Adds the outline of an entity's collider to a picture, in world units, where the last tick saw it; stroke it
 * afterwards. A disabled collider is drawn where the stores say. Returns how many lines it has: 0 for an entity without
 * a collider, or whose first tick is still to come.
 * @throws CollisionError `invalid-state` when the world has no 2D collision, `out-of-range` for a value that is no
 * entity id.
 */
export function drawCollider(pen: Graphics | GraphicsContext, world: object, entity: EntityId): number {
  const { count, floats } = linesOfCollider(world, entity);
  for (let at = 0; at < count * LINE_STRIDE; at += LINE_STRIDE) {
    const goesOn = at > 0 && floats[at] === floats[at - 3] && floats[at + 1] === floats[at - 2];
    if (!goesOn) pen.moveTo(floats[at], floats[at + 1]);
    pen.lineTo(floats[at + 2], floats[at + 3]);
  }
  return count;
}
