import { advance } from './advance.ts';
import { addPlane } from './blocking-planes.ts';
import { rises } from './classify-surface.ts';
import { findGround, isNearGround, isStanding } from './find-ground.ts';
import { leaveOverlaps } from './leave-overlaps.ts';
import { CLEAR_PART, COSINE_SLACK, FLOOR, type Move } from './move.ts';
import { slide } from './slide.ts';
import {
  addScaled,
  clearVector,
  copyVector,
  createScalar,
  hasLength,
  scaleVector,
  subtractVectors,
  writeDot,
} from './vector.ts';

const amount = createScalar();

/**
 * Moves a shape through a world and slides along what it meets.
 *
 * The mover rests at a distance of `skin` from what it meets. Sweeps keep half of this distance, so that the surfaces
 * that the mover rests on or slides along do not get in their way, seams and all. A surface that a sweep meets is
 * really in the way: the move goes up to it, until the skin is left. The rest of the move is then turned to the nearest
 * direction that is allowed by all surfaces met since the mover last moved on.
 *
 * On the ground the mover follows the ground: the part of the motion that points down only holds it there, so it does
 * not creep down slopes that it can stand on, and goes as far along a slope as on flat ground. A steeper surface stops
 * its way forward, but not its fall.
 */
export function runMove(move: Move): void {
  const { input, rest, carried, up } = move;
  move.hitCount = 0;
  move.grounded = false;
  move.overlap = 0;
  move.crusherCount = 0;
  move.left = 1;
  clearVector(carried);
  if (move.carrier >= 0) ride(move);
  leaveOverlaps(move);
  const hasUp = hasLength(up);
  const falls = !rises(move, input);
  if (hasUp && falls) move.grounded = isStanding(move);
  // A mover that hangs at an edge as steep as a wall has walked there, though nothing is right below it.
  const stood = move.grounded || move.wasGrounded;
  copyVector(rest, input);
  if (move.crusherCount > 0) keepBetween(move);
  slide(move);
  if (!hasUp) return;
  if (falls) land(move, stood);
  else move.grounded = hasFloorHit(move) && isStanding(move);
}

/** Removes from the rest of a crushed mover's motion the part that leads deeper into a crusher. */
function keepBetween({ rest, planes, crushers, crusherCount, offset, space }: Move): void {
  planes.count = 0;
  offset[0] = 0;
  for (let i = 0; i < crusherCount; i++) addPlane(planes, crushers[i].normal, offset);
  if (!space.solve(rest, rest, planes)) clearVector(rest);
}

/** Moves along with the collider that carries the mover, as if that collider were not there. */
function ride(move: Move): void {
  const { carry, carried, position, entry, up, space } = move;
  copyVector(entry, position);
  copyVector(move.rest, carry);
  space.hide(move.carrier);
  const up0 = up[0];
  const up1 = up[1];
  const up2 = up[2];
  // While it is carried, the mover does not walk, so there is no up.
  clearVector(up);
  move.clearance[0] = CLEAR_PART * move.skin;
  slide(move);
  up[0] = up0;
  up[1] = up1;
  up[2] = up2;
  space.hide(-1);
  subtractVectors(carried, position, entry);
  move.hitCount = 0;
  move.left = 1;
}

/**
 * Ends a move that does not lead up: says whether the mover stands on something, and brings it down to the ground that
 * it has just walked off.
 */
function land(move: Move, stood: boolean): void {
  const { skin, position, up, ground, motion } = move;
  const isWalking = (stood || move.grounded) && move.snapDistance > 0;
  move.grounded = false;
  if (!findGround(move, isWalking)) return;
  writeDot(amount, ground.normal, up);
  const height = amount[0];
  const room = move.drop[0] - skin / height;
  if (!isNearGround(move) && !(isWalking && move.isBelow && room <= move.snapDistance)) return;
  move.grounded = true;
  if (!move.isBelow) return;
  amount[0] = -room;
  if (room < 0) {
    // Moves up, if there is room, to where the whole skin is kept, as after an edge that the mover came nearer to. An
    // edge itself does not lift the mover.
    if (!(height >= move.floorCosine - COSINE_SLACK)) return;
    scaleVector(motion, amount, up);
    advance(move, motion);
  } else {
    writeDot(down, move.input, up);
    if (isWalking || down[0] < 0) addScaled(position, position, amount, up);
  }
}

const down = createScalar();

function hasFloorHit({ hits, hitCount }: Move): boolean {
  for (let i = 0; i < hitCount; i++) if (hits[i].surface === FLOOR) return true;
  return false;
}
