import { queryBvhAabb } from '../../core/bvh/query-bvh.ts';
import { SHAPE_NONE } from '../../core/collider-set.ts';
import { SLOT_LIVE } from '../../core/collider-slots.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import type { SeamlessMembers } from '../../core/seamless-members.ts';
import { compositeOf, registeredOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import { type ColliderSet, POSE_COS, POSE_SCALE, POSE_SIN, POSE_STRIDE, POSE_X, POSE_Y } from '../collider-set.ts';
import { joinAt, packJoin } from '../shapes/chain-joins.ts';
import type { PlacedPiece } from '../shapes/placed-piece.ts';
import type { ChainJoining, SeamlessLinks } from './chain-joining.ts';
import { filterJoints } from './filter-joints.ts';
import { findChildren, worldBox } from './find-children.ts';
import { addJoin, type ChainLinks } from './joint-rays.ts';
import { collectSegmentContacts } from './segment-contacts.ts';

const NONE = -1;

/**
 * Half the size of the box around a joint in which segments are looked for that pass through it, relative to the
 * joint's coordinates. It is well above the distance that `joinAt` allows.
 */
const SEARCHED = 1e-8;

/** The two ends of a segment in the world, x and y of each. */
const ends = new Float64Array(4);
const joint = new Float64Array(2);
const box = new Float64Array(4);
const keptBox = new Float64Array(4);
const found = createIndexList(16);
const children = createIndexList(16);
const segments = createIndexList(64);

/**
 * The places where seamless chains meet: by end of a segment, the segments of other chains that pass through it.
 * Entries are linked by collider.
 */
class Links implements SeamlessLinks {
  readonly #set: ColliderSet;
  readonly #members: SeamlessMembers;
  /** By slot: the index of its first entry, which is valid if `#round` has the current value of `#now`. */
  #first = new Int32Array(0);
  #round = new Uint32Array(0);
  #now = 1;
  /**
   * By entry: the end of a segment, the next entry of the same collider, and the index of the first join of this end.
   */
  #ends = new Uint32Array(16);
  #next = new Int32Array(16);
  #start = new Uint32Array(17);
  #count = 0;
  /** The chains whose segments pass through an end, and the segments, packed as in chain-joins.ts. */
  readonly #slots = createIndexList(16);
  readonly #joins = createIndexList(16);

  constructor(set: ColliderSet, members: SeamlessMembers) {
    this.#set = set;
    this.#members = members;
  }

  forget(): void {
    this.#count = 0;
    this.#slots.count = this.#joins.count = 0;
    this.#now++;
  }

  addRays(slot: number, child: number, towardsEnd: boolean): void {
    if (!this.#members.has(slot)) return;
    const entry = this.#find(slot, 2 * child + (towardsEnd ? 1 : 0));
    for (let i = this.#start[entry]; i < this.#start[entry + 1]; i++) {
      addJoin(this.#set, this.#slots.items[i], this.#joins.items[i]);
    }
  }

  #find(slot: number, end: number): number {
    const slots = this.#set.slots.end;
    if (slots > this.#first.length) {
      this.#first = reserve(this.#first, slots);
      this.#round = reserve(this.#round, slots);
    }
    if (this.#round[slot] !== this.#now) {
      this.#round[slot] = this.#now;
      this.#first[slot] = NONE;
    }
    for (let i = this.#first[slot]; i !== NONE; i = this.#next[i]) if (this.#ends[i] === end) return i;
    const entry = this.#count++;
    this.#ends = reserve(this.#ends, entry + 1);
    this.#next = reserve(this.#next, entry + 1);
    this.#start = reserve(this.#start, entry + 2);
    this.#ends[entry] = end;
    this.#next[entry] = this.#first[slot];
    this.#first[slot] = entry;
    this.#look(slot, end);
    this.#start[entry + 1] = this.#joins.count;
    return entry;
  }

  /** Looks for the segments of other chains at an end of a segment. */
  #look(slot: number, end: number): void {
    const set = this.#set;
    const { state, index } = set.slots;
    writeEnds(set, slot, end >> 1);
    const at = (end & 1) * 2;
    const slack = SEARCHED * (Math.abs(ends[at]) + Math.abs(ends[at + 1]));
    for (let axis = 0; axis < 2; axis++) {
      joint[axis] = ends[at + axis];
      box[axis] = joint[axis] - slack;
      box[2 + axis] = joint[axis] + slack;
    }
    const hierarchies = this.#members.hierarchies();
    found.count = 0;
    for (let i = 0; i < hierarchies.length; i++) queryBvhAabb(found, hierarchies[i], set.bounds, box, 0);
    for (let i = 0; i < found.count; i++) {
      const other = found.items[i];
      if (other === slot || state[other] !== SLOT_LIVE || set.shape.kind[index[other]] === SHAPE_NONE) continue;
      if (!isChain(set, other) || !this.#members.has(other) || !this.#members.join(slot, other)) continue;
      this.#lookIn(other);
    }
  }

  #lookIn(other: number): void {
    const set = this.#set;
    for (let side = 0; side < 4; side++) {
      keptBox[side] = worldBox[side];
      worldBox[side] = box[side];
    }
    findChildren(set, other, registeredOf(set, other), children);
    for (let side = 0; side < 4; side++) worldBox[side] = keptBox[side];
    for (let i = 0; i < children.count; i++) {
      writeEnds(set, other, children.items[i]);
      const place = joinAt(joint, ends, 0);
      if (place === 0) continue;
      reserveIndices(this.#slots, 1)[this.#slots.count++] = other;
      reserveIndices(this.#joins, 1)[this.#joins.count++] = packJoin(children.items[i], place);
    }
  }
}

function isChain(set: ColliderSet, slot: number): boolean {
  return compositeOf(set, slot)?.record.isLine === true;
}

/** Writes where the ends of a segment are in the world. */
function writeEnds(set: ColliderSet, slot: number, child: number): void {
  const { vertices } = registeredOf(set, slot);
  const { poses } = set;
  const at = slot * POSE_STRIDE;
  const c = poses[at + POSE_COS] * poses[at + POSE_SCALE];
  const s = poses[at + POSE_SIN] * poses[at + POSE_SCALE];
  for (let end = 0; end < 4; end += 2) {
    const x = vertices[2 * child + end];
    const y = vertices[2 * child + end + 1];
    ends[end] = poses[at + POSE_X] + c * x - s * y;
    ends[end + 1] = poses[at + POSE_Y] + s * x + c * y;
  }
}

function collect(
  set: ColliderSet,
  chains: IndexList,
  piece: PlacedPiece,
  pieceIndex: number,
  links: ChainLinks,
): number {
  let end = 0;
  for (let i = 0; i < chains.count; i++) {
    const slot = chains.items[i];
    const shape = registeredOf(set, slot);
    findChildren(set, slot, shape, segments);
    end = collectSegmentContacts(set, slot, shape, segments, piece, pieceIndex, end);
  }
  filterJoints(set, piece, 0, end, links);
  return end;
}

/** See `ChainJoining`. */
export const seamlessChains: ChainJoining = {
  createLinks: (set, members) => new Links(set, members),
  collect,
};
