import { NO_MARGIN } from '../../core/narrow-phase/contact-margin.ts';
import { PROXIMITY_NORMAL, PROXIMITY_SEPARATION } from '../../core/queries/closest-points.ts';
import { PieceCursor } from '../../core/queries/pieces.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import type { ColliderSet } from '../collider-set.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { writeBodyMiddle } from '../geometry/convex/convex-body.ts';
import { manifold } from '../narrow-phase/emit-contact.ts';
import { slotBox, worldBox } from '../narrow-phase/find-children.ts';
import { isSurfaceLarger, writeWholeMiddle } from '../narrow-phase/larger-surface.ts';
import { triangleCore, writeTriangleNormal } from '../shapes/triangle-core.ts';
import { loadContactBody, spacePieces } from './query-body.ts';
import type { SurfaceMeasures } from './surface-table.ts';

const box = new Float64Array(6);
const cursor = /* @__PURE__ */ new PieceCursor(spacePieces);
const found = new Float64Array(1);
const normal = new Float64Array(3);
const middle = new Float64Array(3);

/** See `SurfaceMeasures`. */
export const measures: SurfaceMeasures = {
  measureSolids,
  isBehind({ surface }, { body: { corners } }, { body, isHalfSpace }) {
    // A solid has no other side, and of two surfaces one is behind many triangles of the other wherever they are.
    if (!surface!.oneSided || surface!.solid || isHalfSpace || body.core === triangleCore) return false;
    writeTriangleNormal(normal, corners);
    writeBodyMiddle(middle, body);
    let height = 0;
    for (let axis = 0; axis < 3; axis++) height += (middle[axis] - corners[axis]) * normal[axis];
    return height < 0;
  },
};

/**
 * Replaces the measurement of two colliders, one of which is a solid mesh, by the depth of the deepest contact that
 * they have in a tick. A body wholly inside of the solid has such a contact too, although it is far from all triangles,
 * and a body that crosses the surface is pushed outwards, never further in.
 */
function measureSolids(
  proximity: Float64Array,
  children: Uint32Array,
  set: ColliderSet,
  slotA: number,
  slotB: number,
): void {
  const a = compositeOf(set, slotA)?.surface;
  const b = compositeOf(set, slotB)?.surface;
  const isGroundA = a !== undefined && (b === undefined || isSurfaceLarger(set, slotA, slotB));
  if ((isGroundA ? a : b)?.solid !== true) return;
  const solid = isGroundA ? slotA : slotB;
  const other = isGroundA ? slotB : slotA;
  const shape = compositeOf(set, solid)!;
  const contacts = shape.record.contacts!;
  if (a !== undefined && b !== undefined) writeWholeMiddle(set, other);
  slotBox(set, solid);
  for (let side = 0; side < 6; side++) box[side] = worldBox[side];
  cursor.find(set, other, box);
  found[0] = Infinity;
  for (let i = 0; i < cursor.count; i++) {
    const child = cursor.load(set, other, i);
    // A half-space has been measured against all triangles already, and holds the triangles below it.
    if (cursor.piece.isHalfSpace) return;
    loadContactBody(cursor.piece, NO_MARGIN);
    const count = contacts.find(set, solid, shape, false, NO_MARGIN);
    for (let k = 0; k < count; k++) {
      if (!takeDeepest(proximity, contacts.load(k), isGroundA)) continue;
      children[isGroundA ? 0 : 1] = contacts.triangleOf(k);
      children[isGroundA ? 1 : 0] = child;
    }
  }
}

/** Writes the deepest point of the current manifold if it touches and is deeper than all points found so far. */
function takeDeepest(proximity: Float64Array, points: number, isGroundA: boolean): boolean {
  let deepest = -1;
  for (let i = 0; i < points; i++) {
    const at = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    const separation = manifold[at + CONTACT_SEPARATION];
    if (!(separation <= 0 && separation < found[0])) continue;
    found[0] = separation;
    deepest = at;
  }
  if (deepest < 0) return false;
  proximity[PROXIMITY_SEPARATION] = found[0];
  // The point lies midway between the two surfaces; the manifold's normal leads away from the solid.
  const half = 0.5 * found[0];
  for (let axis = 0; axis < 3; axis++) {
    const normal = isGroundA ? manifold[axis] : 0 - manifold[axis];
    proximity[PROXIMITY_NORMAL + axis] = normal;
    proximity[PROXIMITY_NORMAL + 3 + axis] = manifold[deepest + axis] - half * normal;
    proximity[PROXIMITY_NORMAL + 6 + axis] = manifold[deepest + axis] + half * normal;
  }
  return true;
}
