import type { ColliderSet } from '../../src/core/collider-set.ts';
import { SLOT_LIVE } from '../../src/core/collider-slots.ts';
import {
  CONTACT_POINT_COUNT_MASK,
  CONTACT_TOUCHING,
  type ContactList,
  childAOf,
  childBOf,
  completeContacts,
  isRefused,
} from '../../src/core/contact-list.ts';
import { refuse } from '../../src/core/errors.ts';
import {
  growColumns,
  haveRoom,
  NO_BYTES,
  NO_FRACTIONS,
  NO_INTEGERS,
  NO_NUMBERS,
  withSpare,
} from '../../src/core/typed-array.ts';
import { requireState } from './collision-state.ts';
import type { Dimension } from './dimension.ts';

/** The columns that contacts have in any dimension; normals and places of points are those of a dimension. */
export interface ContactColumnsBase {
  /** How many contacts there are; entries from this index on are undefined. */
  count: number;
  /** Ids of the two entities, A being the one with the lower index. */
  a: Int32Array;
  b: Int32Array;
  /** Where the stores keep the two entities: their ids without version bits. */
  indexA: Uint32Array;
  indexB: Uint32Array;
  /** The index of the segment of a chain, child of a compound or cell of tiles; 0 for other shapes. */
  childA: Uint32Array;
  childB: Uint32Array;
  /** A number that a contact keeps for as long as it lasts. All ids are below `collision.counts.contactIdEnd`. */
  id: Uint32Array;
  /** The age of a contact in ticks: 0 for a new one. */
  age: Uint32Array;
  /** 1 for a contact that touches, 0 for one within the margin that does not touch yet. */
  touching: Uint8Array;
  /** How many points a contact has: 0 for a sensor's contact, whose normal is zero. */
  pointCount: Uint8Array;
  /**
   * By contact and point, stride POINTS_PER_CONTACT: the separation, negative when penetrating, and the features of the
   * two colliders that made the point. Entries beyond `pointCount` are undefined.
   */
  separation: Float64Array;
  feature: Uint32Array;
}

const ROW_COLUMNS = ['a', 'b', 'indexA', 'indexB', 'childA', 'childB', 'id', 'age', 'touching', 'pointCount'] as const;
const POINT_COLUMNS = ['separation', 'feature'] as const;

/** The columns that hold the coordinates of a dimension, and how they are filled. */
export interface CoordinateColumns<Name extends string, Set extends ColliderSet> {
  readonly dimension: Dimension<Set>;
  /** The names of the columns that hold the normal, by contact. */
  readonly rows: readonly Name[];
  /** The names of the columns that hold the places of points, by contact and point. */
  readonly points: readonly Name[];
  /**
   * Copies normal and points of a row of the list to contact number `to`. A routine of each dimension: with loops over
   * axes, reading contacts takes a fifth longer.
   */
  copyManifold(out: Columns<Name>, to: number, contacts: ContactList, row: number, points: number): void;
}

export type Columns<Name extends string> = ContactColumnsBase & Record<Name, Float64Array>;

/** Makes the columns of a dimension, without room. */
export function createColumns<Name extends string, Set extends ColliderSet>({
  rows,
  points,
}: CoordinateColumns<Name, Set>): Columns<Name> {
  const columns: ContactColumnsBase = {
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
    separation: NO_FRACTIONS,
    feature: NO_NUMBERS,
  };
  const coordinates = Object.fromEntries([...rows, ...points].map((name) => [name, NO_FRACTIONS]));
  return Object.assign(columns, coordinates as Record<Name, Float64Array>);
}

function isMade(out: unknown, rows: readonly string[], points: readonly string[]): out is object {
  if (typeof out !== 'object' || out === null || Object.isFrozen(out)) return false;
  return (
    haveRoom(out, ROW_COLUMNS, 0) &&
    haveRoom(out, POINT_COLUMNS, 0) &&
    haveRoom(out, rows, 0) &&
    haveRoom(out, points, 0)
  );
}

/** Fills the columns of a dimension with the contacts of a world. See the dimension's `readContacts`. */
export function readColumns<Name extends string, Set extends ColliderSet>(
  { dimension, rows, points, copyManifold }: CoordinateColumns<Name, Set>,
  world: object,
  out: Columns<Name>,
): number {
  if (!isMade(out, rows, points)) refuse('invalid-state', 'out', 'what createContactColumns returned', out);
  const { contacts, set, tracking } = requireState(world, dimension);
  completeContacts(contacts);
  if (out.id.length < contacts.count) {
    const length = withSpare(contacts.count);
    growColumns(out, ROW_COLUMNS, length);
    growColumns(out, rows, length);
    growColumns(out, POINT_COLUMNS, length * contacts.maxPoints);
    growColumns(out, points, length * contacts.maxPoints);
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
