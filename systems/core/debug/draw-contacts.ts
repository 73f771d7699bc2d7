import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  type ContactList,
  completeContacts,
  featureOrExtraOf,
  isRefused,
} from '../../../src/core/contact-list.ts';
import { COLOUR_CONTACT, COLOUR_NEAR_CONTACT, COLOUR_NORMAL, COLOUR_SENSOR_CONTACT } from './debug-colours.ts';
import type { DebugDimension } from './debug-dimension.ts';
import { addPath, detail, type LineList, path, pen } from './line-list.ts';

/** Half the width of the cross at a contact point, and the length of its normal, in pixels. */
const CROSS = 3;
const NORMAL = 14;

type Draw = Pick<DebugDimension, 'drawCross'>;

/** Appends a cross and the normal, from A to B, for every contact point; for a sensor, a line from middle to middle. */
export function drawContacts(
  draw: Draw,
  lines: LineList,
  contacts: ContactList,
  set: ColliderSet,
  colours: Uint32Array,
): void {
  const { state } = set.slots;
  completeContacts(contacts);
  for (let row = 0; row < contacts.count; row++) {
    const slotA = contacts.slotA[row];
    const slotB = contacts.slotB[row];
    if (state[slotA] !== SLOT_LIVE || state[slotB] !== SLOT_LIVE) continue;
    const flags = contacts.flags[row];
    if (isRefused(flags)) continue;
    if ((flags & CONTACT_POINT_COUNT_MASK) === 0) {
      pen[0] = colours[COLOUR_SENSOR_CONTACT];
      drawSensor(lines, set, slotA, slotB);
    } else {
      const colour = (flags & CONTACT_TOUCHING) !== 0 ? COLOUR_CONTACT : COLOUR_NEAR_CONTACT;
      drawPoints(draw, lines, contacts, row, flags & CONTACT_POINT_COUNT_MASK, colours, colour);
    }
  }
}

function drawPoints(
  draw: Draw,
  lines: LineList,
  contacts: ContactList,
  row: number,
  count: number,
  colours: Uint32Array,
  colour: number,
): void {
  const { manifolds, extraPoints, manifoldStride, maxPoints } = contacts;
  const { axes } = lines;
  const { points } = path;
  const normal = row * manifoldStride;
  const length = NORMAL * detail[0];
  for (let i = 0; i < count; i++) {
    const from = i === 0 ? manifolds : extraPoints;
    const at = i === 0 ? normal + axes : (featureOrExtraOf(contacts, row) * (maxPoints - 1) + i - 1) * (axes + 1);
    for (let axis = 0; axis < axes; axis++) {
      points[axis] = from[at + axis];
      points[axes + axis] = from[at + axis] + length * manifolds[normal + axis];
    }
    pen[0] = colours[COLOUR_NORMAL];
    addPath(lines, points, 2, false);
    pen[0] = colours[colour];
    draw.drawCross(lines, from, at, CROSS * detail[0]);
  }
}

function drawSensor(lines: LineList, { bounds, boundsStride }: ColliderSet, slotA: number, slotB: number): void {
  const { points } = path;
  const { axes } = lines;
  const a = slotA * boundsStride;
  const b = slotB * boundsStride;
  for (let axis = 0; axis < axes; axis++) {
    points[axis] = 0.5 * bounds[a + axis] + 0.5 * bounds[a + axes + axis];
    points[axes + axis] = 0.5 * bounds[b + axis] + 0.5 * bounds[b + axes + axis];
  }
  addPath(lines, points, 2, false);
}
