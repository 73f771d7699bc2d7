import { advance } from './advance.ts';
import { addPlane, raisePlane, SAME_NORMAL } from './blocking-planes.ts';
import { classifySurface, isSteep, rises, writeHeightAbove } from './classify-surface.ts';
import { COSINE_SLACK, createHitRecord, FLOOR, LEVEL, type Move, STILL, WALL } from './move.ts';
import { copySweepHit } from './move-space.ts';
import { stepUp } from './step-up.ts';
import {
  addScaled,
  areAlong,
  clearVector,
  copyVector,
  createScalar,
  hasLength,
  removeAlong,
  scaleVector,
  writeDot,
  writeLength,
} from './vector.ts';

/**
 * The number of surfaces that a move may come to, one after another. Corners need two or three, a flight of stairs one
 * a step.
 */
const MAX_SLIDES = 48;

const amount = createScalar();

/** Makes as much of `rest` as there is room for. The motion that could not be made stays in `rest`. */
export function slide(move: Move): void {
  const { rest, skin, space, planes, walls, target, motion, travelled } = move;
  const { solve, hit } = space;
  const still = STILL * skin;
  planes.count = 0;
  walls.count = 0;
  for (let i = 0; i < MAX_SLIDES; i++) {
    if (!hasLength(rest)) break;
    aim(move);
    if (!hasLength(target)) break;
    if (!solve(motion, target, planes)) break;
    writeLength(amount, motion);
    const length = amount[0];
    writeLength(amount, target);
    // The allowed motion is no longer than the wanted one, except where walls that are all but parallel ask for a
    // little room.
    if (!areAlong(motion, target) || length <= still * 1e-3 || length > 2 * amount[0]) break;
    if (!advance(move, motion)) {
      clearVector(rest);
      break;
    }
    const part = travelled[0];
    move.left *= 1 - part;
    amount[0] = 1 - part;
    scaleVector(rest, amount, rest);
    if (part * length > still) {
      planes.count = 0;
      walls.count = 0;
    }
    const surface = classifySurface(move, hit, move.position);
    const isStep = surface === WALL || (surface === FLOOR && isSteep(move, hit.normal));
    if (isStep && move.grounded && move.stepHeight > 0 && stepUp(move)) {
      planes.count = 0;
      walls.count = 0;
      continue;
    }
    record(move, surface);
    if (surface === FLOOR && !rises(move, rest)) {
      move.grounded = true;
      copySweepHit(move.ground, hit);
    }
    keepOut(move, surface);
  }
}

/** Sets `target` to where `rest` leads: along the ground, for a mover that stands on it and does not jump. */
function aim(move: Move): void {
  const { rest, up, ground, target, flat } = move;
  copyVector(target, rest);
  if (!move.grounded || rises(move, rest)) return;
  removeAlong(target, rest, up);
  if (!move.space.solve(flat, target, move.walls)) clearVector(flat);
  copyVector(target, flat);
  writeLength(amount, flat);
  const length = amount[0];
  writeDot(amount, flat, ground.normal);
  const slope = amount[0];
  writeDot(amount, ground.normal, up);
  const height = amount[0];
  // A mover that stands on a convex edge has a normal between those of the two faces, which says nothing of how the
  // ground goes on beyond the edge: such a normal must not turn the motion.
  if (!(Math.abs(slope) > LEVEL * length) || !(height > 0) || (slope > 0 && height < move.floorCosine - COSINE_SLACK)) {
    return;
  }
  amount[0] = 0 - slope / height;
  addScaled(target, flat, amount, up);
  writeLength(amount, target);
  amount[0] = length / amount[0];
  scaleVector(target, amount, target);
  if (slope < 0 && isSteep(move, ground.normal)) endAboveEdge(move);
}

/**
 * Shortens `target`, which leads up along the tangent of an edge that the mover stands on. The way bends over the edge
 * and the tangent does not, so a long motion would end in the air above it.
 */
function endAboveEdge(move: Move): void {
  const { up, ground, position, skin, target } = move;
  writeHeightAbove(amount, move, ground.point, position);
  const most = Math.max(amount[0], 0) + skin;
  writeDot(amount, target, up);
  if (!(amount[0] > most)) return;
  amount[0] = most / amount[0];
  scaleVector(target, amount, target);
}

/** Adds the surface that was met to the planes that the rest of the motion keeps out of. */
function keepOut(move: Move, surface: number): void {
  const { up, rest, planes, offset, normal: level } = move;
  const { normal } = move.space.hit;
  offset[0] = STILL * move.skin;
  if (raisePlane(planes, normal, offset)) return;
  offset[0] = 0;
  addPlane(planes, normal, offset);
  if (surface === 0 || surface === FLOOR) return;
  // The way forward ends here: it must not lead up along a steep surface or down along an overhanging one.
  removeAlong(level, normal, up);
  writeLength(amount, level);
  if (!(amount[0] > COSINE_SLACK)) return;
  amount[0] = 1 / amount[0];
  scaleVector(level, amount, level);
  addPlane(move.walls, level, offset);
  writeDot(amount, normal, up);
  if (!(amount[0] > COSINE_SLACK)) return;
  writeDot(amount, level, rest);
  if (amount[0] < 0) addPlane(planes, level, offset);
}

/** Records the surface that was met, once for each surface. */
function record(move: Move, surface: number): void {
  const { hits } = move;
  const { hit } = move.space;
  for (let i = 0; i < move.hitCount; i++) {
    const known = hits[i];
    if (known.slot !== hit.slot || known.child !== hit.child) continue;
    writeDot(amount, known.normal, hit.normal);
    if (amount[0] > SAME_NORMAL) return;
  }
  if (move.hitCount === hits.length) hits.push(createHitRecord());
  const record = hits[move.hitCount++];
  copySweepHit(record, hit);
  record.fraction = 1 - move.left;
  record.surface = surface;
}
