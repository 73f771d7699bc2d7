import { type CandidatePairs, createCandidatePairs } from '../../../src/core/broad-phase/candidate-pairs.ts';
import { FLAG_SENSOR } from '../../../src/core/collider-slots.ts';
import {
  addExtraPoints,
  CONTACT_CHILDREN,
  CONTACT_POINT_COUNT_MASK,
  type ContactList,
  childAOf,
  childBOf,
  completeContacts,
  createContactList,
  featureOrExtraOf,
  type MissingManifolds,
} from '../../../src/core/contact-list.ts';
import { findSorted, reserveIndices } from '../../../src/core/index-list.ts';
import { reservePairs } from '../../../src/core/pair-list.ts';
import { lengthened, reserve } from '../../../src/core/typed-array.ts';
import type { CollisionState } from '../collision-state.ts';
import { copyPlaces, type ResultScratch, resultScratchOf, swapMargins } from './result-scratch.ts';
import { type SavedColumns, savedColumn } from './saved-columns.ts';
import { hasComputedShape } from './saved-dimension.ts';
import { numbersOfRow } from './saved-rows.ts';

/**
 * Restores the contacts of a snapshot with results, when rows, poses and shapes are restored: the contacts that were
 * kept, and the data to compute the others if they are read before the next tick.
 */
export function restoreResults(state: CollisionState, columns: SavedColumns): void {
  const { contacts } = state;
  if (contacts.count === 0) return;
  prepareRows(contacts);
  const scratch = resultScratchOf(state);
  restoreKept(contacts, columns, scratch);
  copyPlaces(scratch, state.set);
  contacts.missing = new RemadeContacts(state, scratch);
  // The contacts of events that are still to be delivered are needed at once.
  if (state.dispatch.delivered !== state.tracking.tick) completeContacts(contacts);
}

/** Gives rows that were saved without manifolds one point each, whose numbers are NaN. */
export function leavePointsOut(contacts: ContactList): void {
  prepareRows(contacts);
  for (let row = 0; row < contacts.count; row++) leaveOut(contacts, row);
}

/** Makes room for manifolds, and restores the numbers of children for rows that have them. */
function prepareRows(contacts: ContactList): void {
  const { flags, count, slotA, childA, manifoldStride } = contacts;
  contacts.extraCount = 0;
  contacts.featureOrExtra = lengthened(contacts.featureOrExtra, slotA.length);
  contacts.childFeatureOrExtra = lengthened(contacts.childFeatureOrExtra, childA.length);
  contacts.manifolds = lengthened(contacts.manifolds, slotA.length * manifoldStride);
  let child = 0;
  for (let row = 0; row < count; row++) {
    contacts.featureOrExtra[row] = (flags[row] & CONTACT_CHILDREN) === 0 ? 0 : child++;
  }
  contacts.childFeatureOrExtra.fill(0, 0, child);
}

function leaveOut({ flags, manifolds, manifoldStride }: ContactList, row: number): void {
  manifolds.fill(NaN, row * manifoldStride, (row + 1) * manifoldStride);
  // Only a contact that is refused has no points: the point count of any other row must not become 0.
  if ((flags[row] & CONTACT_POINT_COUNT_MASK) !== 0) flags[row] = (flags[row] & ~CONTACT_POINT_COUNT_MASK) | 1;
}

function restoreKept(contacts: ContactList, columns: SavedColumns, scratch: ResultScratch): void {
  const rows = savedColumn(columns, 'contacts.kept');
  const numbers = savedColumn(columns, 'contacts.keptNumbers').values;
  const features = savedColumn(columns, 'contacts.keptFeatures').values;
  const { kept } = scratch;
  kept.count = 0;
  reserveIndices(kept, rows.count);
  let at = 0;
  let feature = 0;
  for (let i = 0; i < rows.count; i++) {
    const row = rows.values[i];
    const points = contacts.flags[row] & CONTACT_POINT_COUNT_MASK;
    kept.items[kept.count++] = row;
    const more = (points - 1) * (contacts.dimension + 1);
    const first = at + numbersOfRow(contacts.dimension, 1);
    writeRow(contacts, row, points, numbers, at, numbers, first, features, feature);
    at = first + more;
    feature += points;
  }
  scratch.keptVersion = contacts.version;
}

/** Writes the manifold of a row: the numbers of the first point, then those of the others, and the features of all. */
function writeRow(
  contacts: ContactList,
  row: number,
  points: number,
  numbers: ArrayLike<number>,
  first: number,
  more: ArrayLike<number>,
  second: number,
  features: ArrayLike<number>,
  feature: number,
): void {
  const { dimension, maxPoints, manifolds, manifoldStride } = contacts;
  for (let k = 0; k < manifoldStride; k++) manifolds[row * manifoldStride + k] = numbers[first + k];
  if (points === 1) {
    if ((contacts.flags[row] & CONTACT_CHILDREN) === 0) contacts.featureOrExtra[row] = features[feature];
    else contacts.childFeatureOrExtra[contacts.featureOrExtra[row]] = features[feature];
    return;
  }
  const extra = addExtraPoints(contacts, row);
  const { extraPoints, extraFeatures } = contacts;
  const at = extra * (maxPoints - 1) * (dimension + 1);
  for (let k = 0; k < (points - 1) * (dimension + 1); k++) extraPoints[at + k] = more[second + k];
  for (let k = 0; k < points; k++) extraFeatures[extra * maxPoints + k] = features[feature + k];
}

/**
 * The scratch of a world that has computed contacts again: the list to which the narrow phase writes them, and the
 * pairs that it is given.
 */
interface Remaking {
  readonly list: ContactList;
  readonly pairs: CandidatePairs;
}

const remakings = new WeakMap<CollisionState, Remaking>();

/**
 * Runs the narrow phase again for the pairs that have contacts, with places as they were when the snapshot was saved.
 */
class RemadeContacts implements MissingManifolds {
  readonly #state: CollisionState;
  readonly #scratch: ResultScratch;

  constructor(state: CollisionState, scratch: ResultScratch) {
    this.#state = state;
    this.#scratch = scratch;
  }

  make(): void {
    const { set, dimension, contacts } = this.#state;
    contacts.missing = undefined;
    let remaking = remakings.get(this.#state);
    if (remaking === undefined) {
      remaking = { list: createContactList(dimension.axes, dimension.maxPoints, 16), pairs: createCandidatePairs(16) };
      remakings.set(this.#state, remaking);
    }
    const { poses, kinds, handles, slots } = set;
    const { flags } = slots;
    set.poses = this.#scratch.poses;
    set.kinds = this.#scratch.kinds;
    set.handles = this.#scratch.handles;
    // The flags say which of the two is static, which decides whose surface counts, and which colliders are sensors,
    // which are no part of a seamless surface.
    slots.flags = this.#scratch.flags;
    swapMargins(this.#scratch, set);
    try {
      this.#listPairs(remaking.pairs);
      dimension.collide(set, remaking.pairs, remaking.list);
    } finally {
      set.poses = poses;
      set.kinds = kinds;
      set.handles = handles;
      slots.flags = flags;
      swapMargins(this.#scratch, set);
    }
    this.#takeOver(remaking.list, remaking.pairs);
  }

  #isKept(row: number): boolean {
    const { kept } = this.#scratch;
    return kept.count > 0 && findSorted(kept.items, kept.count, row) >= 0;
  }

  #listPairs(pairs: CandidatePairs): void {
    const { contacts, set } = this.#state;
    const { slotA, slotB, flags, count } = contacts;
    pairs.count = 0;
    const to = reservePairs(pairs, count);
    for (let row = 0; row < count; row++) {
      const a = slotA[row];
      const b = slotB[row];
      const last = 2 * (pairs.count - 1);
      if (last >= 0 && to[last] === a && to[last + 1] === b) continue;
      if ((flags[row] & CONTACT_POINT_COUNT_MASK) === 0 || this.#isKept(row)) continue;
      to[2 * pairs.count] = a;
      to[2 * pairs.count++ + 1] = b;
      // Tags may have changed since the contacts were found: a row with points had no sensor.
      this.#scratch.flags[a] &= ~FLAG_SENSOR;
      this.#scratch.flags[b] &= ~FLAG_SENSOR;
    }
    pairs.accepted = reserve(pairs.accepted, pairs.count);
    // A shape may have been freed by a tick that was refused.
    for (let i = 0; i < pairs.count; i++) {
      pairs.accepted[i] = hasComputedShape(set, to[2 * i]) && hasComputedShape(set, to[2 * i + 1]) ? 1 : 0;
    }
  }

  /** Gives rows the manifolds that were computed again. Both are in the order of the pairs. */
  #takeOver(found: ContactList, { pairs }: CandidatePairs): void {
    const { contacts } = this.#state;
    const { slotA, slotB, flags, count } = contacts;
    // The pair of the row, and the next contact found with its pair.
    let pair = 0;
    let at = 0;
    let foundPair = 0;
    for (let row = 0; row < count; row++) {
      const points = flags[row] & CONTACT_POINT_COUNT_MASK;
      if (points === 0 || this.#isKept(row)) continue;
      if (pairs[2 * pair] !== slotA[row] || pairs[2 * pair + 1] !== slotB[row]) pair++;
      let order = -1;
      for (; at < found.count; at++) {
        while (pairs[2 * foundPair] !== found.slotA[at] || pairs[2 * foundPair + 1] !== found.slotB[at]) foundPair++;
        order =
          foundPair - pair ||
          (childAOf(found, at) - childAOf(contacts, row)) | 0 ||
          (childBOf(found, at) - childBOf(contacts, row)) | 0;
        if (order >= 0) break;
      }
      if (order !== 0 || (found.flags[at] & CONTACT_POINT_COUNT_MASK) !== points) leaveOut(contacts, row);
      else this.#takeRow(found, at, row, points);
    }
  }

  #takeRow(found: ContactList, at: number, row: number, points: number): void {
    const { contacts } = this.#state;
    const { dimension, maxPoints, manifolds, manifoldStride, extraPoints, extraFeatures } = found;
    const detail = featureOrExtraOf(found, at);
    const extra = detail * (maxPoints - 1) * (dimension + 1);
    if (points === 1) {
      one[0] = detail;
      writeRow(contacts, row, 1, manifolds, at * manifoldStride, manifolds, 0, one, 0);
    } else {
      const first = at * manifoldStride;
      writeRow(contacts, row, points, manifolds, first, extraPoints, extra, extraFeatures, detail * maxPoints);
    }
  }
}

const one = new Uint32Array(1);
