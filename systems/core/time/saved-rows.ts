import type { ColliderSet } from '../../../src/core/collider-set.ts';
import { CONTACT_POINT_COUNT_MASK, featureOrExtraOf } from '../../../src/core/contact-list.ts';
import { reserveIndices } from '../../../src/core/index-list.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../collision-state.ts';
import { refreshedOf } from '../refreshed.ts';
import { type ResultScratch, resultScratchOf } from './result-scratch.ts';
import { roomFor, roomForFractions, type SavedColumns, saveWhole } from './saved-columns.ts';
import { isMutable } from './saved-dimension.ts';
import { areAllRefreshed } from './saved-places.ts';

/** Returns how many numbers a row with so many points has. */
export function numbersOfRow(dimension: number, points: number): number {
  return dimension + points * (dimension + 1);
}

/** Saves the rows that cannot be made again. */
export function saveRows(columns: SavedColumns, state: CollisionState): void {
  const scratch = resultScratchOf(state);
  listKept(state, scratch);
  const { contacts } = state;
  const { dimension, maxPoints, manifolds, manifoldStride, flags, extraPoints, extraFeatures } = contacts;
  const { items, count } = scratch.kept;
  let numberCount = 0;
  let featureCount = 0;
  for (let i = 0; i < count; i++) {
    const points = flags[items[i]] & CONTACT_POINT_COUNT_MASK;
    numberCount += numbersOfRow(dimension, points);
    featureCount += points;
  }
  saveWhole(columns, 'contacts.kept', items, count, contacts.count);
  const numbers = roomForFractions(columns, 'contacts.keptNumbers', numberCount);
  const features = roomFor(columns, 'contacts.keptFeatures', featureCount).values;
  let at = 0;
  let feature = 0;
  for (let i = 0; i < count; i++) {
    const row = items[i];
    const points = flags[row] & CONTACT_POINT_COUNT_MASK;
    const detail = featureOrExtraOf(contacts, row);
    for (let k = 0; k < manifoldStride; k++) numbers[at++] = manifolds[row * manifoldStride + k];
    if (points === 1) features[feature++] = detail;
    else {
      const extra = detail * (maxPoints - 1) * (dimension + 1);
      for (let k = 0; k < (points - 1) * (dimension + 1); k++) numbers[at++] = extraPoints[extra + k];
      for (let k = 0; k < points; k++) features[feature++] = extraFeatures[detail * maxPoints + k];
    }
  }
}

function listKept(state: CollisionState, scratch: ResultScratch): void {
  const { contacts, set } = state;
  const { swept } = contacts;
  const { gates } = state.features;
  const areAll = areAllRefreshed(state);
  const refreshed = refreshedOf(state);
  const { slotA, slotB, flags, count, version } = contacts;
  const { kept, next } = scratch;
  if (scratch.keptVersion !== version) kept.count = 0;
  scratch.keptVersion = version;
  const areFew = gates.length === 0 && swept === undefined && kept.count + refreshed.count === 0;
  if (areFew && !areAll && !hasMutable(set)) return;
  scratch.marks = reserve(scratch.marks, set.slots.end);
  const { marks } = scratch;
  marks.fill(0);
  for (let i = 0; i < refreshed.count; i++) marks[refreshed.items[i]] = 1;
  next.count = 0;
  let known = 0;
  for (let row = 0; row < count; row++) {
    const a = slotA[row];
    const b = slotB[row];
    let isKept = areAll || marks[a] === 1 || marks[b] === 1;
    if (known < kept.count && kept.items[known] === row) {
      known++;
      isKept = true;
    }
    if ((flags[row] & CONTACT_POINT_COUNT_MASK) === 0) continue;
    isKept = isKept || isMutable(set, a) || isMutable(set, b);
    if (swept !== undefined && !isKept) isKept = swept.has(row);
    for (let i = 0; !isKept && i < gates.length; i++) isKept = gates[i].hasChanged?.(row) ?? false;
    if (isKept) reserveIndices(next, 1)[next.count++] = row;
  }
  scratch.kept = next;
  scratch.next = kept;
}

function hasMutable(set: ColliderSet): boolean {
  const { end } = set.slots;
  for (let slot = 0; slot < end; slot++) if (isMutable(set, slot)) return true;
  return false;
}
