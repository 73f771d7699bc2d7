import type { ContactList } from '../../core/contact-list.ts';
import { contactMargin } from '../../core/narrow-phase/contact-margin.ts';
import type { ColliderSet } from '../collider-set.ts';
import {
  BODY_AXES,
  BODY_HALF_X,
  BODY_HALF_Y,
  BODY_RADIUS,
  BODY_STRIDE,
  BODY_X,
  BODY_Y,
  BODY_Z,
} from '../geometry/body-pose.ts';
import { writePerpendicular } from '../geometry/vector.ts';
import { SHAPE_CONE } from '../shapes/shape-kind.ts';
import { emitContact } from './emit-contact.ts';
import { sphereWay, WAY_LENGTH, writeSphereContact } from './write-sphere-contact.ts';

/** Collides a sphere A with a cylinder or cone B. */
export function collideSphereRound(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (writeSphereRound(set, slotA, slotB, 1)) emitContact(list, set.slots, slotA, slotB, 0, 0, 1);
}

/** Collides a cylinder or cone A with a sphere B. */
export function collideRoundSphere(set: ColliderSet, list: ContactList, slotA: number, slotB: number): void {
  if (writeSphereRound(set, slotB, slotA, -1)) emitContact(list, set.slots, slotA, slotB, 0, 0, 1);
}

/** Feature ids of the part of the body of revolution that touches the sphere. */
const HIGH_DISK = 1;
const LOW_DISK = 2;
const HIGH_RIM = 3;
const LOW_RIM = 4;
const SIDE = 5;

const perpendicular = new Float64Array(3);

/**
 * Writes the contact of a sphere and a body of revolution, its normal from the sphere to the body times `sign`; false
 * where they are farther apart than the margin.
 *
 * Everything is computed in the half-plane through the body's axis and the sphere's centre, in height along the axis
 * and distance from it. There the body is a quadrilateral with one side on the axis. A centre outside has its nearest
 * point on a disk, the side or a rim; a centre inside has the nearest of disks and side, the first of equally near
 * ones.
 */
function writeSphereRound(set: ColliderSet, sphere: number, slot: number, sign: number): boolean {
  const { poses } = set;
  const s = BODY_STRIDE * sphere;
  const b = BODY_STRIDE * slot;
  const ax = poses[b + BODY_AXES + 3];
  const ay = poses[b + BODY_AXES + 4];
  const az = poses[b + BODY_AXES + 5];
  const half = poses[b + BODY_HALF_Y];
  const low = poses[b + BODY_HALF_X];
  const high = set.kinds[slot] === SHAPE_CONE ? 0 : low;
  const x = poses[s + BODY_X] - poses[b + BODY_X];
  const y = poses[s + BODY_Y] - poses[b + BODY_Y];
  const z = poses[s + BODY_Z] - poses[b + BODY_Z];
  const height = x * ax + y * ay + z * az;
  let ux = x - height * ax;
  let uy = y - height * ay;
  let uz = z - height * az;
  const out = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const slope = low - high;
  const slant = 1 / Math.sqrt(4 * half * half + slope * slope);
  const cosine = 2 * half * slant;
  const sine = slope * slant;
  const beyondSide = cosine * (out - high) + sine * (height - half);
  const beyondHigh = height - half;
  const beyondLow = -height - half;
  // The direction from the nearest point of the round body to the sphere's centre, a unit vector with a part along the
  // axis and a part away from it, and the distance.
  let up = 0;
  let away = 0;
  let distance = 0;
  let feature = SIDE;
  if (beyondSide <= 0 && beyondHigh <= 0 && beyondLow <= 0) {
    // A cone has no disk at its apex, where the side is as near.
    if (beyondSide >= beyondHigh && beyondSide >= beyondLow) {
      distance = beyondSide;
      up = sine;
      away = cosine;
    } else {
      const isHigh = beyondHigh >= beyondLow;
      distance = isHigh ? beyondHigh : beyondLow;
      up = isHigh ? 1 : -1;
      feature = isHigh ? HIGH_DISK : LOW_DISK;
    }
  } else if (beyondHigh > 0 && out <= high) {
    distance = beyondHigh;
    up = 1;
    feature = HIGH_DISK;
  } else if (beyondLow > 0 && out <= low) {
    distance = beyondLow;
    up = -1;
    feature = LOW_DISK;
  } else {
    // How far down the side from the high rim.
    const along = (half - height) * cosine + (out - high) * sine;
    const isHigh = along <= 0;
    const isLow = along * slant >= 1;
    if (isHigh || isLow) {
      up = isHigh ? beyondHigh : height + half;
      away = out - (isHigh ? high : low);
      distance = Math.sqrt(up * up + away * away);
      feature = isHigh ? HIGH_RIM : LOW_RIM;
      up = distance > 0 ? up / distance : 0;
      away = distance > 0 ? away / distance : 1;
    } else {
      distance = beyondSide;
      up = sine;
      away = cosine;
    }
  }
  if (!(distance - (poses[s + BODY_RADIUS] + poses[b + BODY_RADIUS]) <= contactMargin[0])) return false;
  if (out > 0) {
    ux /= out;
    uy /= out;
    uz /= out;
  } else {
    writePerpendicular(perpendicular, 0, ax, ay, az);
    ux = perpendicular[0];
    uy = perpendicular[1];
    uz = perpendicular[2];
  }
  let nx = up * ax + away * ux;
  let ny = up * ay + away * uy;
  let nz = up * az + away * uz;
  // Near the axis the way out is rounded, and so is its length.
  const length = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx *= length;
  ny *= length;
  nz *= length;
  sphereWay[0] = -nx;
  sphereWay[1] = -ny;
  sphereWay[2] = -nz;
  sphereWay[WAY_LENGTH] = distance;
  writeSphereContact(poses, s, b, sign, feature);
  return true;
}
