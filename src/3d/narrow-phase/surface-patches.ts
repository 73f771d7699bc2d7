import type { ColliderSlots } from '../../core/collider-slots.ts';
import type { ContactList } from '../../core/contact-list.ts';
import { reserve } from '../../core/typed-array.ts';
import { CLIP_STRIDE, clipPoints, clipSides, reduceToFour, reserveClip } from '../geometry/contact/clip-polygon.ts';
import { CONTACT_POINT_STRIDE, CONTACT_POINTS, CONTACT_SEPARATION } from '../geometry/contact/contact-layout.ts';
import { writeAcross } from '../geometry/vector.ts';
import { emitContact, features, manifold } from './emit-contact.ts';

/*
 * The contacts of one pair with the triangles of a surface, merged: contacts with the same normal form a patch, of
 * which at most four points are kept. A patch is named by its triangle of the lowest number; as triangles come by
 * ascending number, so do patches.
 */

/** Cosine of the angle below which two normals are one: 1 − ½ · (10^−4)². */
const SAME_NORMAL = 1 - 5e-9;
/**
 * Two points of a patch are one if their squared distance is below this share of the squared distance between the
 * farthest two points.
 */
const SAME_POINT_SQUARED = 1e-12;

const NORMAL_STRIDE = 3;
/** The end of a list of points. */
const NONE = -1;

/**
 * By patch: the normal from the surface, the triangle, the piece of the other collider, the index of its last point,
 * and the number of its points.
 */
let normals = new Float64Array(NORMAL_STRIDE * 16);
let triangles = new Uint32Array(16);
let others = new Uint32Array(16);
let lastPoints = new Int32Array(16);
let pointCounts = new Uint32Array(16);
/** By point: its position and separation, its feature, and the index of the point before it in the same patch. */
let points = new Float64Array(CONTACT_POINT_STRIDE * 64);
let pointFeatures = new Uint32Array(64);
let previous = new Int32Array(64);
/** Patches in the order in which they are reported. */
let order = new Uint32Array(16);
let spare = new Uint32Array(16);
const across = new Float64Array(6);
/** How many there are, and the first patch of the piece of the other collider that is being collided. */
const counts = { patches: 0, points: 0, first: 0 };

/** Removes all patches, for the contacts of another pair. */
export function clearPatches(): void {
  counts.patches = counts.points = 0;
}

/**
 * Returns whether piece number `other` of the other collider, which is being collided, touches the surface nowhere: its
 * patches have no points, or only points within the margin. Removes its patches in that case.
 */
export function clearUntouched(other: number): boolean {
  if (counts.patches === 0 || others[counts.patches - 1] !== other) return true;
  for (let patch = counts.first; patch < counts.patches; patch++) {
    for (let point = lastPoints[patch]; point !== NONE; point = previous[point]) {
      if (points[CONTACT_POINT_STRIDE * point + CONTACT_SEPARATION] <= 0) return false;
    }
  }
  for (let patch = counts.first; patch < counts.patches; patch++) counts.points -= pointCounts[patch];
  counts.patches = counts.first;
  return true;
}

export function patchCount(): number {
  return counts.patches;
}

/** Adds the `count` points of the current manifold, whose normal leads from the surface to the other collider. */
export function addToPatch(triangle: number, other: number, count: number): void {
  const patch = patchOf(triangle, other);
  const needed = counts.points + count;
  if (needed > previous.length) {
    points = reserve(points, CONTACT_POINT_STRIDE * needed);
    pointFeatures = reserve(pointFeatures, needed);
    previous = reserve(previous, needed);
  }
  for (let i = 0; i < count; i++) {
    const point = counts.points++;
    for (let k = 0; k < CONTACT_POINT_STRIDE; k++) {
      points[CONTACT_POINT_STRIDE * point + k] = manifold[CONTACT_POINTS + CONTACT_POINT_STRIDE * i + k];
    }
    pointFeatures[point] = features[i];
    previous[point] = lastPoints[patch];
    lastPoints[patch] = point;
    pointCounts[patch]++;
  }
}

/** Returns the patch of the current manifold's normal: a new one, if there is none. */
function patchOf(triangle: number, other: number): number {
  const x = manifold[0];
  const y = manifold[1];
  const z = manifold[2];
  // The pieces of the other collider come one after the other, and each has its patches side by side.
  if (counts.patches === 0 || others[counts.patches - 1] !== other) counts.first = counts.patches;
  for (let patch = counts.first; patch < counts.patches; patch++) {
    const at = NORMAL_STRIDE * patch;
    if (x * normals[at] + y * normals[at + 1] + z * normals[at + 2] >= SAME_NORMAL) return patch;
  }
  const patch = counts.patches++;
  if (patch === triangles.length) {
    normals = reserve(normals, 2 * NORMAL_STRIDE * patch);
    triangles = reserve(triangles, 2 * patch);
    others = reserve(others, 2 * patch);
    lastPoints = reserve(lastPoints, 2 * patch);
    pointCounts = reserve(pointCounts, 2 * patch);
  }
  const at = NORMAL_STRIDE * patch;
  normals[at] = x;
  normals[at + 1] = y;
  normals[at + 2] = z;
  triangles[patch] = triangle;
  others[patch] = other;
  lastPoints[patch] = NONE;
  pointCounts[patch] = 0;
  return patch;
}

/**
 * Loads a patch as the current manifold, its normal times `sign`, and returns how many points it has: of more than four
 * the deepest, the one farthest from it, and those that span most area with both.
 */
export function loadPatch(patch: number, sign: number): number {
  const at = NORMAL_STRIDE * patch;
  const nx = normals[at];
  const ny = normals[at + 1];
  const nz = normals[at + 2];
  writeAcross(across, normals, at);
  const count = pointCounts[patch];
  reserveClip(count, 0);
  // The list begins with the last point: corners come in the order in which points have been added.
  let corner = count;
  for (let point = lastPoints[patch]; point !== NONE; point = previous[point]) {
    const from = CONTACT_POINT_STRIDE * point;
    const x = points[from];
    const y = points[from + 1];
    const z = points[from + 2];
    const at = CLIP_STRIDE * --corner;
    clipPoints[at] = x * across[0] + y * across[1] + z * across[2];
    clipPoints[at + 1] = x * across[3] + y * across[4] + z * across[5];
    clipPoints[at + 2] = points[from + CONTACT_SEPARATION];
    clipSides[corner] = point;
  }
  const kept = dropDoubled(reduceToFour(count));
  manifold[0] = 0 + sign * nx;
  manifold[1] = 0 + sign * ny;
  manifold[2] = 0 + sign * nz;
  for (let i = 0; i < kept; i++) {
    const point = clipSides[i];
    const to = CONTACT_POINTS + CONTACT_POINT_STRIDE * i;
    for (let axis = 0; axis < 3; axis++) manifold[to + axis] = points[CONTACT_POINT_STRIDE * point + axis];
    manifold[to + CONTACT_SEPARATION] = clipPoints[CLIP_STRIDE * i + 2];
    const feature = pointFeatures[point];
    features[i] = sign > 0 ? feature : (feature << 16) | (feature >>> 16);
  }
  return kept;
}

/**
 * Keeps only the deepest of several points at one place: two triangles that share an edge give the same point twice.
 */
function dropDoubled(count: number): number {
  let widest = 0;
  for (let i = 1; i < count; i++) {
    for (let k = 0; k < i; k++) {
      measureBetween(i, k);
      if (between[0] > widest) widest = between[0];
    }
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    let same = 0;
    for (; same < kept; same++) {
      measureBetween(i, same);
      if (between[0] <= SAME_POINT_SQUARED * widest) break;
    }
    const isNew = same === kept;
    if (!isNew && clipPoints[CLIP_STRIDE * i + 2] >= clipPoints[CLIP_STRIDE * same + 2]) continue;
    for (let k = 0; k < CLIP_STRIDE; k++) clipPoints[CLIP_STRIDE * same + k] = clipPoints[CLIP_STRIDE * i + k];
    clipSides[same] = clipSides[i];
    if (isNew) kept++;
  }
  return kept;
}

/** The squared distance of two points across the normal. Written by `measureBetween`. */
const between = new Float64Array(1);

function measureBetween(i: number, k: number): void {
  const u = clipPoints[CLIP_STRIDE * i] - clipPoints[CLIP_STRIDE * k];
  const v = clipPoints[CLIP_STRIDE * i + 1] - clipPoints[CLIP_STRIDE * k + 1];
  between[0] = u * u + v * v;
}

/** Appends the patches as contacts; `isSurfaceA` says which of the two slots has the surface. */
export function emitPatches(
  list: ContactList,
  slots: ColliderSlots,
  slotA: number,
  slotB: number,
  isSurfaceA: boolean,
): void {
  sortPatches(isSurfaceA);
  for (let i = 0; i < counts.patches; i++) {
    const patch = order[i];
    const count = loadPatch(patch, isSurfaceA ? 1 : -1);
    const triangle = triangles[patch];
    emitContact(
      list,
      slots,
      slotA,
      slotB,
      isSurfaceA ? triangle : others[patch],
      isSurfaceA ? others[patch] : triangle,
      count,
    );
  }
}

/**
 * Brings the patches into the order of contacts: by the child of A, then that of B. They mostly are in this order
 * already, and always where the other collider is a single piece.
 */
function sortPatches(isSurfaceA: boolean): void {
  const first = isSurfaceA ? triangles : others;
  const second = isSurfaceA ? others : triangles;
  const { patches } = counts;
  order = reserve(order, patches);
  let isSorted = true;
  for (let i = 0; i < patches; i++) {
    order[i] = i;
    if (i === 0) continue;
    if (first[i - 1] > first[i] || (first[i - 1] === first[i] && second[i - 1] > second[i])) isSorted = false;
  }
  if (isSorted) return;
  // Patches are sorted by their first number, and those with equal ones by their second: sorting by the second, then
  // stably by the first, does this.
  for (const keys of [second, first]) sortBy(keys, patches);
}

/** Sorts `order` by a number of each patch, stably and in n log n steps, by merging runs of doubling length. */
function sortBy(keys: Uint32Array, count: number): void {
  spare = reserve(spare, count);
  for (let length = 1; length < count; length *= 2) {
    for (let start = 0; start < count; start += 2 * length) {
      const middle = Math.min(start + length, count);
      const end = Math.min(start + 2 * length, count);
      let left = start;
      let right = middle;
      for (let to = start; to < end; to++) {
        const takesLeft = left < middle && (right >= end || keys[order[left]] <= keys[order[right]]);
        spare[to] = takesLeft ? order[left++] : order[right++];
      }
    }
    const sorted = spare;
    spare = order;
    order = sorted;
  }
}

export function triangleOfPatch(patch: number): number {
  return triangles[patch];
}
