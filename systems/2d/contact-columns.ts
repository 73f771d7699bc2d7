import {
  CONTACT_MAX_POINTS,
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../../src/2d/geometry/contact/contact-layout.ts';
import { EXTRA_STRIDE, ROW_STRIDE } from '../../src/2d/narrow-phase/emit-contact.ts';
import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  type ContactList,
  childAOf,
  childBOf,
  completeContacts,
  featureOrExtraOf,
  isRefused,
} from '../../src/core/contact-list.ts';
import { refuse } from '../../src/core/errors.ts';
import { growColumns, NO_BYTES, NO_FRACTIONS, NO_INTEGERS, NO_NUMBERS, withSpare } from '../../src/core/typed-array.ts';
import { requireState } from '../core/collision-state.ts';
import { plane } from './dimension.ts';

/** Places that a contact takes in the columns of points: point k of contact i is at `i * POINTS_PER_CONTACT + k`. */
export const POINTS_PER_CONTACT = CONTACT_MAX_POINTS;

/**
 * All contacts of a tick as columns of numbers, by contact: what `contacts()` shows one at a time. Made by
 * `createContactColumns`, filled by `readContacts`. Columns grow by being replaced: take them anew after each call.
 */
export interface ContactColumns {
  /** How many contacts there are; what lies behind them means nothing. */
  count: number;
  /** Ids of the two entities, A being the one with the lower index. */
  a: Int32Array;
  b: Int32Array;
  /** Where stores keep them. */
  indexA: Uint32Array;
  indexB: Uint32Array;
  /** Which segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  childA: Uint32Array;
  childB: Uint32Array;
  /** The same for as long as the contact lasts. All are below `collision.counts.contactIdEnd`. */
  id: Uint32Array;
  /** In ticks: 0 for a new one. */
  age: Uint32Array;
  /** 1, or 0 for one within the margin that does not touch yet. */
  touching: Uint8Array;
  /** 1 or 2, and 0 for one of a sensor, whose normal is (0, 0). */
  pointCount: Uint8Array;
  /** Unit, from A to B. */
  normalX: Float64Array;
  normalY: Float64Array;
  /**
   * By contact and point, stride POINTS_PER_CONTACT: the place midway between the surfaces, in the world; the
   * separation, negative when penetrating; and which features of the two made it. Points that there are not mean
   * nothing.
   */
  pointX: Float64Array;
  pointY: Float64Array;
  separation: Float64Array;
  feature: Uint32Array;
}

const ROW_COLUMNS = [
  'a',
  'b',
  'indexA',
  'indexB',
  'childA',
  'childB',
  'id',
  'age',
  'touching',
  'pointCount',
  'normalX',
  'normalY',
] as const;
const POINT_COLUMNS = ['pointX', 'pointY', 'separation', 'feature'] as const;

/** Makes columns for `readContacts`, to be used again and again. */
export function createContactColumns(): ContactColumns {
  return {
    count: 0,
    a: NO_INTEGERS,
    b: NO_INTEGERS,
    indexA: NO_NUMBERS,
    indexB: NO_NUMBERS,
    childA: NO_NUMBERS,
    childB: NO_NUMBERS,
    id: NO_NUMBERS,
    age: NO_NUMBERS,
    touching: NO_BYTES,
    pointCount: NO_BYTES,
    normalX: NO_FRACTIONS,
    normalY: NO_FRACTIONS,
    pointX: NO_FRACTIONS,
    pointY: NO_FRACTIONS,
    separation: NO_FRACTIONS,
    feature: NO_NUMBERS,
  };
}

/**
 * Fills columns with all contacts of the last tick, in the order and with the numbers of `contacts()`, and returns how
 * many. For solvers and others that go through all of them, several times: columns are read faster than views are
 * shown, and nothing is allocated once they are long enough.
 * @throws CollisionError `invalid-state` when the world has no 2D collision, and for `out` that `createContactColumns`
 *   did not make.
 */
export function readContacts(world: object, out: ContactColumns): number {
  if (out?.id?.length === undefined) refuse('invalid-state', 'out', 'what createContactColumns returned', out);
  const { contacts, set, tracking } = requireState(world, plane);
  completeContacts(contacts);
  if (out.id.length < contacts.count) {
    const length = withSpare(contacts.count);
    growColumns(out, ROW_COLUMNS, length);
    growColumns(out, POINT_COLUMNS, length * POINTS_PER_CONTACT);
  }
  const { entity, index, state } = set.slots;
  const { a, b, indexA, indexB, childA, childB, id, age, touching, pointCount } = out;
  const { tracked } = contacts;
  let count = 0;
  for (let row = 0; row < contacts.count; row++) {
    const flags = contacts.flags[row];
    const slotA = contacts.slotA[row];
    const slotB = contacts.slotB[row];
    if (isRefused(flags) || state[slotA] !== SLOT_LIVE || state[slotB] !== SLOT_LIVE) continue;
    a[count] = entity[slotA];
    b[count] = entity[slotB];
    indexA[count] = index[slotA];
    indexB[count] = index[slotB];
    childA[count] = childAOf(contacts, row);
    childB[count] = childBOf(contacts, row);
    // See `collision.contacts`.
    id[count] = tracked ? contacts.id[row] : 0;
    age[count] = tracked ? tracking.tick - contacts.beginTick[row] : 0;
    touching[count] = (flags & CONTACT_TOUCHING) === 0 ? 0 : 1;
    pointCount[count] = flags & CONTACT_POINT_COUNT_MASK;
    copyManifold(out, count, contacts, row, pointCount[count]);
    count++;
  }
  out.count = count;
  return count;
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
