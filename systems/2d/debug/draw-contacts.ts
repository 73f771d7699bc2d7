import { BOUNDS_STRIDE, type ColliderSet } from '../../../src/2d/collider-set.ts';
import { CONTACT_NORMAL_X, CONTACT_NORMAL_Y, CONTACT_POINTS } from '../../../src/2d/geometry/contact/contact-layout.ts';
import { EXTRA_STRIDE, ROW_STRIDE } from '../../../src/2d/narrow-phase/emit-contact.ts';
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
import { addPath, type LineList, pen } from './line-list.ts';
import { detail, path } from './outline.ts';

/** Half the width of the cross at a contact point, and the length of its normal, in pixels. */
const CROSS = 3;
const NORMAL = 14;

/** Appends a cross and the normal, from A to B, for every contact point; for a sensor, a line from middle to middle. */
export function drawContacts(lines: LineList, contacts: ContactList, set: ColliderSet, colours: Uint32Array): void {
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
      drawPoints(lines, contacts, row, flags & CONTACT_POINT_COUNT_MASK, colours, colour);
    }
  }
}

function drawPoints(
  lines: LineList,
  contacts: ContactList,
  row: number,
  count: number,
  colours: Uint32Array,
  colour: number,
): void {
  const { manifolds, extraPoints } = contacts;
  const { points } = path;
  const at = row * ROW_STRIDE;
  const cross = CROSS * detail[0];
  const length = NORMAL * detail[0];
  const alongX = length * manifolds[at + CONTACT_NORMAL_X];
  const alongY = length * manifolds[at + CONTACT_NORMAL_Y];
  for (let i = 0; i < count; i++) {
    const more = i === 0 ? 0 : featureOrExtraOf(contacts, row) * EXTRA_STRIDE;
    const x = i === 0 ? manifolds[at + CONTACT_POINTS] : extraPoints[more];
    const y = i === 0 ? manifolds[at + CONTACT_POINTS + 1] : extraPoints[more + 1];
    points[0] = x;
    points[1] = y;
    points[2] = x + alongX;
    points[3] = y + alongY;
    pen[0] = colours[COLOUR_NORMAL];
    addPath(lines, points, 2, false);
    pen[0] = colours[colour];
    points[0] = x - cross;
    points[1] = y - cross;
    points[2] = x + cross;
    points[3] = y + cross;
    addPath(lines, points, 2, false);
    points[1] = y + cross;
    points[3] = y - cross;
    addPath(lines, points, 2, false);
  }
}

function drawSensor(lines: LineList, set: ColliderSet, slotA: number, slotB: number): void {
  const { bounds } = set;
  const { points } = path;
  const a = slotA * BOUNDS_STRIDE;
  const b = slotB * BOUNDS_STRIDE;
  for (let axis = 0; axis < 2; axis++) {
    points[axis] = 0.5 * bounds[a + axis] + 0.5 * bounds[a + 2 + axis];
    points[2 + axis] = 0.5 * bounds[b + axis] + 0.5 * bounds[b + 2 + axis];
  }
  addPath(lines, points, 2, false);
}
