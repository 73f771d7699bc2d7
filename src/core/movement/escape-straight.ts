import { VECTOR_STRIDE } from '../shape-contacts.ts';
import { LEVEL, type Move } from './move.ts';
import {
  addScaled,
  clearVector,
  copyVector,
  createScalar,
  hasLength,
  type Scalar,
  scaleVector,
  type Vector,
  writeDot,
} from './vector.ts';

/** How far away a surface may be that a straight way out leads to, in multiples of the depth. */
const FAR_OUT = 4;

/** The number of contacts along whose normals a way out is tried. */
const MAX_NORMALS = 16;

const amount = createScalar();

/**
 * Leaves overlaps along the shortest of several straight ways: up, along the axes, and along the normals of the
 * colliders that the mover is in. A way is not taken if it leads through a collider that the mover is not in, across a
 * side that it is held on, or if it is long compared with the depth: otherwise the mover could come out on the other
 * side of the collider that crushes it.
 */
export function escapeStraight(move: Move, depth: Scalar): void {
  const { position, skin, up, start, probe, motion, best, scratch, clearance, space } = move;
  const { contacts, hit } = space;
  const rows = Math.min(contacts.count, MAX_NORMALS);
  copyVector(start, position);
  const reach = FAR_OUT * depth[0] + 2 * skin;
  let least = reach;
  for (let way = 0; way < 7 + rows; way++) {
    if (way < rows) {
      for (let k = 0; k < VECTOR_STRIDE; k++) probe[k] = contacts.normals[way * VECTOR_STRIDE + k];
    } else if (way === rows) {
      copyVector(probe, up);
    } else {
      const axis = (way - rows - 1) >> 1;
      clearVector(probe);
      probe[axis] = ((way - rows - 1) & 1) === 0 ? 1 : -1;
      if (axis >= space.axes) continue;
    }
    if (!hasLength(probe) || space.leadsAcross(probe) || leadsInto(move, probe)) continue;
    // Goes on to the first obstacle that the mover is not in, and then back to where the way out ends.
    amount[0] = reach;
    scaleVector(motion, amount, probe);
    clearance[0] = 0;
    const far = space.sweep(start, motion, clearance, 'ignore') ? reach * hit.fraction - 2 * skin : reach;
    if (!(far > 0)) continue;
    amount[0] = far;
    addScaled(scratch, start, amount, probe);
    amount[0] = -far;
    scaleVector(motion, amount, probe);
    if (!findWayBack(move)) continue;
    const length = Math.min(far, far * (1 - hit.fraction) + (clearance[0] === 0 ? skin : 0));
    if (!(length < least)) continue;
    least = length;
    amount[0] = length;
    addScaled(best, start, amount, probe);
  }
  if (least < reach) copyVector(position, best);
}

/**
 * Returns whether a direction leads into something that the mover is in by no more than the skin: sweeps do not see
 * colliders that they begin in, and the mover must not come out on the other side of a collider that it only touches.
 */
function leadsInto({ space, skin, normal }: Move, direction: Vector): boolean {
  const { contacts } = space;
  for (let row = 0; row < contacts.count; row++) {
    // Contacts were found with the mover grown by a part of the skin.
    if (contacts.separations[row] < -2 * skin) continue;
    for (let k = 0; k < VECTOR_STRIDE; k++) normal[k] = contacts.normals[row * VECTOR_STRIDE + k];
    writeDot(along, normal, direction);
    if (along[0] < -LEVEL) return true;
  }
  return false;
}

const along = createScalar();

/**
 * Finds, by a sweep back from far out, the fraction of the way after which the mover comes as near as the skin to the
 * collider that it is in. Returns false for a way that is no way out. Along a surface that is nearer than the skin, as
 * the ground under a press, the mover goes until it touches: the clearance is then 0.
 */
function findWayBack({ space, scratch, motion, clearance, skin }: Move): boolean {
  clearance[0] = skin;
  if (space.sweep(scratch, motion, clearance, 'hit') && space.hit.fraction > 0) return true;
  clearance[0] = 0;
  return space.sweep(scratch, motion, clearance, 'hit') && space.hit.fraction > 0;
}
