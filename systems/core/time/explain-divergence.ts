import { FLAG_SENSOR, FLAG_STATIC, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { CONTACT_CHILDREN, CONTACT_TOUCHING } from '../../../src/core/contact-list.ts';
import { CollisionError } from '../../../src/core/errors.ts';
import { type AnyWorld, internals } from '../adapter/bitecs-internals.ts';
import { type EntityId, entityIndex } from '../adapter/entities.ts';
import { CLOCK, LIFE_FLAGS, LIFE_FLAGS_SHIFT, LIFE_STATE, NEXT_ID, TICK } from './clock.ts';
import { type SavedColumns, savedColumn } from './saved-columns.ts';
import { type CollisionSnapshot, requireSnapshot } from './snapshot.ts';

/** The first thing in which two snapshots differ. */
export interface Divergence {
  /** The entity that differs; undefined when the world itself differs: the clock, or the ids to be given next. */
  readonly entity: EntityId | undefined;
  /** The other entity of a contact. */
  readonly other: EntityId | undefined;
  /** `Transform.x`, say, or `contact.id`, `entity`, `collider`, `tick`. */
  readonly field: string;
  /** The values in the two snapshots; undefined where one has no such entity, component or contact. */
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly message: string;
}

/**
 * Returns the first difference between two snapshots of the same tick, of two machines or of a tick that was run twice.
 * They are compared in this order: the clock, colliders by entity, values of stores by entity, contacts. Returns
 * undefined when they agree. Shape handles agree when shapes were registered in the same order.
 *
 * The values of a component's store are compared for the entities that have the component. The values of any other
 * store are compared for all entities: in snapshots with `savedEntities` for all that live (an entity that lives in one
 * of the two only is a difference), else for all that have a collider.
 *
 * @throws CollisionError `invalid-state` for an empty snapshot, or two that do not hold the same stores.
 */
export function explainDivergence(a: CollisionSnapshot, b: CollisionSnapshot): Divergence | undefined {
  requireSnapshot(a);
  requireSnapshot(b);
  const before = decode(a);
  const after = decode(b);
  return (
    compareClock(before, after, TICK) ??
    compareRows(before.colliders, after.colliders, COLLIDER_FIELDS, 1) ??
    compareStores(a, b, before, after) ??
    compareRows(before.contacts, after.contacts, CONTACT_FIELDS, 4) ??
    compareClock(before, after, NEXT_ID) ??
    compareLists(before.freeIds, after.freeIds)
  );
}

type Row = readonly number[];

/** The content of a snapshot without slots, which differ between machines. */
interface Decoded {
  readonly clock: ArrayLike<number>;
  readonly colliders: readonly Row[];
  readonly contacts: readonly Row[];
  readonly freeIds: Row;
}

const COLLIDER_FIELDS = ['collider', 'Sensor', 'Static'];
const CONTACT_FIELDS = [
  'contact',
  'contact',
  'contact.childA',
  'contact.childB',
  'contact.touching',
  'contact.id',
  'contact.beginTick',
];

function decode({ columns, owner }: CollisionSnapshot): Decoded {
  const list = (name: string): number[] => {
    const { values, count } = savedColumn(columns, name);
    return Array.from(values.subarray(0, count));
  };
  const entity = list('slots.entity');
  const life = list('slots.life');
  const flagsOf = (slot: number): number => (life[slot] >> LIFE_FLAGS_SHIFT) & LIFE_FLAGS;
  const isLive = (slot: number): boolean => (life[slot] & LIFE_STATE) === SLOT_LIVE;
  const indexOf = (slot: number): number => entityIndex(owner!.world, entity[slot]);
  const colliders = life
    .map((_, slot) => slot)
    .filter(isLive)
    .sort((a, b) => indexOf(a) - indexOf(b))
    .map((slot) => [entity[slot], flagsOf(slot) & FLAG_SENSOR, (flagsOf(slot) & FLAG_STATIC) >> 1]);
  const [slotB, flags, id, beginTick, childA, childB] = ['slotB', 'flags', 'id', 'beginTick', 'childA', 'childB'].map(
    (name) => list(`contacts.${name}`),
  );
  let child = 0;
  const contacts = list('contacts.slotA').map((slotA, row) => {
    const at = (flags[row] & CONTACT_CHILDREN) === 0 ? -1 : child++;
    // A contact lasts if both of its colliders do. The contact of a removed collider ends in the next tick, though its
    // entity id may belong to another entity by now.
    const lasts = isLive(slotA) && isLive(slotB[row]);
    const touching = lasts && (flags[row] & CONTACT_TOUCHING) !== 0 ? 1 : 0;
    const children = at < 0 ? [0, 0] : [childA[at], childB[at]];
    return [entity[slotA], entity[slotB[row]], ...children, touching, id[row], beginTick[row]];
  });
  return { clock: list('clock'), colliders, contacts, freeIds: list('contacts.freeIds') };
}

function compareClock(before: Decoded, after: Decoded, at: number): Divergence | undefined {
  const [a, b] = [before.clock[at], after.clock[at]];
  return a === b ? undefined : divergence(undefined, undefined, CLOCK[at], a, b);
}

/** Compares two lists of colliders or contacts; the first `keys` numbers say which one a row is. */
function compareRows(
  before: readonly Row[],
  after: readonly Row[],
  fields: readonly string[],
  keys: number,
): Divergence | undefined {
  const otherOf = (row: Row): EntityId | undefined => (keys > 1 ? row[1] : undefined);
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [a, b] = [before[i], after[i]];
    for (let k = 0; k < fields.length; k++) {
      if (a?.[k] === b?.[k]) continue;
      if (a === undefined || b === undefined || k < keys) {
        // Both lists are sorted: the row that comes first is the one which the other list lacks.
        const isOfB = a === undefined || (b !== undefined && b[k] < a[k]);
        const row = isOfB ? b : a;
        return onlyIn(!isOfB, row[0], fields[0], otherOf(row));
      }
      return divergence(a[0], otherOf(a), fields[k], a[k], b[k]);
    }
  }
  return undefined;
}

function compareStores(
  a: CollisionSnapshot,
  b: CollisionSnapshot,
  before: Decoded,
  after: Decoded,
): Divergence | undefined {
  const names = a.stores.map(({ name }) => name);
  if (names.join() !== b.stores.map(({ name }) => name).join()) {
    throw new CollisionError('invalid-state', 'the two snapshots do not hold the same stores');
  }
  const pairs = names.map((name) => [savedColumn(a.columns, name), savedColumn(b.columns, name)] as const);
  const ids = [livingByIndex(a, before), livingByIndex(b, after)];
  const owners = [ownersByStore(a), ownersByStore(b)];
  const areEntitiesSaved = a.entities !== undefined && b.entities !== undefined;
  const end = Math.max(ids[0].length, ids[1].length);
  for (let index = 0; index < end; index++) {
    const eid = ids[0][index] ?? ids[1][index];
    if (eid === undefined) continue;
    if (areEntitiesSaved && ids[0][index] !== ids[1][index]) {
      return onlyIn(ids[0][index] !== undefined, eid, 'entity');
    }
    for (let k = 0; k < pairs.length; k++) {
      const [ownersOfA, ownersOfB] = [owners[0][k], owners[1][k]];
      if (ownersOfA !== undefined && ownersOfB !== undefined) {
        if (ownersOfA.has(index) !== ownersOfB.has(index)) return onlyIn(ownersOfA.has(index), eid, storeNameOf(a, k));
        if (!ownersOfA.has(index)) continue;
      }
      const [left, right] = [pairs[k][0].values[index], pairs[k][1].values[index]];
      if (Object.is(left, right) || left === right) continue;
      return divergence(eid, undefined, names[k], left, right);
    }
  }
  return undefined;
}

/**
 * Returns the entities that a snapshot knows, at their indices. Values of stores at other indices belong to no entity.
 */
function livingByIndex({ columns, owner }: CollisionSnapshot, { colliders }: Decoded): (EntityId | undefined)[] {
  const byIndex: (EntityId | undefined)[] = [];
  const note = (eid: EntityId): void => {
    byIndex[entityIndex(owner!.world, eid)] = eid;
  };
  if (columns.has('entities.dense')) {
    const { values } = savedColumn(columns, 'entities.dense');
    values.subarray(0, savedColumn(columns, 'entities.counts').values[0]).forEach(note);
  }
  for (const [eid] of colliders) note(eid);
  return byIndex;
}

/**
 * Returns, by column of a store, the indices of the entities that have the component of the column; undefined for a
 * column that belongs to no component, or to a component that all entities have.
 */
function ownersByStore({ columns, owner, stores, entities }: CollisionSnapshot): (Set<number> | undefined)[] {
  const { world } = owner!;
  if (entities === undefined) return stores.map(({ owners }) => ownersBySlot(columns, owners, world));
  const { componentMap } = internals(world);
  const dense = savedColumn(columns, 'entities.dense').values;
  const alive = savedColumn(columns, 'entities.counts').values[0];
  const known = new Map<object, Set<number>>();
  return stores.map(({ store }) => {
    const component = componentMap.get(store);
    let owners = known.get(store);
    if (component === undefined || owners !== undefined) return owners;
    const masks = columns.get(`entities.components${component.generationId}`);
    owners = new Set();
    for (let i = 0; i < alive; i++) {
      if (((masks?.values[i] ?? 0) & component.bitflag) !== 0) owners.add(entityIndex(world, dense[i]));
    }
    known.set(store, owners);
    return owners;
  });
}

/**
 * Returns the entity indices of the owners of a component from a snapshot without entities, which lists owners by slot;
 * undefined where it has no such list. Free slots are left out.
 */
function ownersBySlot(columns: SavedColumns, name: string, world: AnyWorld): Set<number> | undefined {
  const owners = columns.get(name);
  if (owners === undefined) return undefined;
  const entities = savedColumn(columns, 'slots.entity').values;
  const lives = savedColumn(columns, 'slots.life').values;
  const indices = new Set<number>();
  for (let slot = 0; slot < owners.count; slot++) {
    const isLive = (lives[slot] & LIFE_STATE) === SLOT_LIVE;
    if (isLive && owners.values[slot] === 1) indices.add(entityIndex(world, entities[slot]));
  }
  return indices;
}

/** Returns the name that a store has in the snapshot, without the name of its column. */
function storeNameOf({ stores }: CollisionSnapshot, column: number): string {
  const { name, field } = stores[column];
  return field === undefined ? name : name.slice(0, -field.length - 1);
}

function onlyIn(isOfA: boolean, entity: EntityId, field: string, other?: EntityId): Divergence {
  return divergence(entity, other, field, isOfA ? 1 : undefined, isOfA ? undefined : 1);
}

function compareLists(a: Row, b: Row): Divergence | undefined {
  if (a.length !== b.length) return divergence(undefined, undefined, 'free contact ids', a.length, b.length);
  const at = a.findIndex((id, i) => id !== b[i]);
  return at < 0 ? undefined : divergence(undefined, undefined, 'free contact ids', a[at], b[at]);
}

function divergence(
  entity: EntityId | undefined,
  other: EntityId | undefined,
  field: string,
  a: number | undefined,
  b: number | undefined,
): Divergence {
  const of = entity === undefined ? '' : ` of entity ${entity}${other === undefined ? '' : ` and ${other}`}`;
  const only = a === undefined ? 'is only in the second' : 'is only in the first';
  const subject = field === 'entity' ? of.slice(' of '.length) : `${field}${of}`;
  const message = `${subject} ${a === undefined || b === undefined ? only : `is ${a} in the first and ${b} in the second`}`;
  return { entity, other, field, a, b, message };
}
