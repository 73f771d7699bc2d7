import type { ColliderSet } from '../../src/2d/collider-set.ts';
import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../../src/2d/geometry/contact/contact-layout.ts';
import { EXTRA_STRIDE, ROW_STRIDE } from '../../src/2d/narrow-phase/emit-contact.ts';
import { type ContactList, featureOrExtraOf } from '../../src/core/contact-list.ts';
import {
  type ContactColumnsBase,
  type CoordinateColumns,
  createColumns,
  readColumns,
} from '../core/contact-columns.ts';
import { plane } from './dimension.ts';

/**
 * The number of entries that a contact takes in the columns of points: point k of contact i is at `i *
 * POINTS_PER_CONTACT + k`.
 */
export const POINTS_PER_CONTACT = CONTACT_MAX_POINTS;

/**
 * All contacts of a tick as columns of numbers, by contact: what `contacts()` shows one at a time. Made by
 * `createContactColumns`, filled by `readContacts`. Columns grow by being replaced: take them anew after each call.
 */
export interface ContactColumns extends ContactColumnsBase {
  /** Unit, from A to B. */
  normalX: Float64Array;
  normalY: Float64Array;
  /** By contact and point, stride POINTS_PER_CONTACT: the place midway between the surfaces, in the world. */
  pointX: Float64Array;
  pointY: Float64Array;
}

type Coordinate = 'normalX' | 'normalY' | 'pointX' | 'pointY';

const coordinates: CoordinateColumns<Coordinate, ColliderSet> = {
  dimension: plane,
  rows: ['normalX', 'normalY'],
  points: ['pointX', 'pointY'],
  copyManifold,
};

/** Makes columns for `readContacts`, to be used again and again. */
export function createContactColumns(): ContactColumns {
  return createColumns(coordinates);
}

/**
 * Fills columns with all contacts of the last tick, in the order and with the numbers of `contacts()`, and returns how
 * many. It is meant for solvers and other code that goes through all contacts several times: reading columns is faster
 * than moving a view, and nothing is allocated once they are long enough.
 * @throws CollisionError `invalid-state` when the world has no 2D collision, and for `out` that `createContactColumns`
 *   did not make.
 */
export function readContacts(world: object, out: ContactColumns): number {
  return readColumns(coordinates, world, out);
}

function copyManifold(out: ContactColumns, to: number, contacts: ContactList, row: number, points: number): void {
  const { manifolds, extraPoints, extraFeatures } = contacts;
  const at = row * ROW_STRIDE;
  // Adding to 0 keeps a zero positive.
  out.normalX[to] = points === 0 ? 0 : 0 + manifolds[at + CONTACT_NORMAL_X];
  out.normalY[to] = points === 0 ? 0 : 0 + manifolds[at + CONTACT_NORMAL_Y];
  if (points === 0) return;
  const first = to * POINTS_PER_CONTACT;
  const detail = featureOrExtraOf(contacts, row);
  out.pointX[first] = manifolds[at + CONTACT_POINTS];
  out.pointY[first] = manifolds[at + CONTACT_POINTS + 1];
  out.separation[first] = manifolds[at + CONTACT_POINTS + CONTACT_SEPARATION];
  out.feature[first] = points === 1 ? detail : extraFeatures[detail * CONTACT_MAX_POINTS];
  if (points === 1) return;
  const extra = detail * EXTRA_STRIDE;
  out.pointX[first + 1] = extraPoints[extra];
  out.pointY[first + 1] = extraPoints[extra + 1];
  out.separation[first + 1] = extraPoints[extra + CONTACT_SEPARATION];
  out.feature[first + 1] = extraFeatures[detail * CONTACT_MAX_POINTS + 1];
}
