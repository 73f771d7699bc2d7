import { createIndexList, reserveIndices } from '../../core/index-list.ts';
import { reserve } from '../../core/typed-array.ts';
import { type ColliderSet, POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_STRIDE } from '../collider-set.ts';
import {
  CONTACT_NORMAL_X,
  CONTACT_NORMAL_Y,
  CONTACT_POINT_STRIDE,
  CONTACT_POINTS,
  CONTACT_SEPARATION,
} from '../geometry/contact/contact-layout.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import { findChildren, worldBox } from '../narrow-phase/find-children.ts';
import { frameOrigin } from '../narrow-phase/load-collider.ts';
import { LENGTH_ROUNDING, segmentContacts } from '../narrow-phase/segment-contacts.ts';
import { collectTileContacts } from '../narrow-phase/tile-contacts.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isFreeAtVertex, MAX_OPEN_PARTS, openParts, type TileGrid } from '../shapes/tile-grid.ts';
import type { TileKind } from '../shapes/tile-kinds.ts';
import {
  HIT_WITH_POINT_LENGTH,
  HIT_X,
  HIT_Y,
  type InitialOverlap,
  TRANSLATION_X,
  TRANSLATION_Y,
} from './cast-piece.ts';
import { pointToLocal, turnNormal } from './local-frame.ts';
import type { QueryShape } from './query-shape.ts';

/** Sines this small are rounding, and lengths relative to those at hand. */
const SLACK = 1e-9;

/** Where the hit is: in the world, and in the cell in its own unit. */
const at = new Float64Array(2);
const place = new Float64Array(2);
const normal = new Float64Array(2);
const parts = new Float64Array(2 * MAX_OPEN_PARTS);
/** The open edge in hand: where it is, and how long. */
const edge = new Float64Array(3);
const ALONG = 0;
const OFF = 1;
const LENGTH = 2;

/** See `GridRoutines.settle`. */
export function settleTileHit(
  hit: Float64Array,
  mover: QueryShape,
  ray: Float64Array,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
): boolean {
  // A miss, or the start inside of it.
  if (hit[HIT_FRACTION] === Infinity) return false;
  if (hit[HIT_NORMAL_X] === 0 && hit[HIT_NORMAL_Y] === 0) return true;
  const grid = shape.grid!;
  const kind = grid.kinds[grid.cells[child]]!;
  if (kind.isOneWay) return true;
  const column = child % grid.columns;
  const row = (child - column) / grid.columns;
  const { isPoint } = mover;
  at[0] = mover.x + (isPoint ? hit[HIT_FRACTION] * ray[TRANSLATION_X] : hit[HIT_X]);
  at[1] = mover.y + (isPoint ? hit[HIT_FRACTION] * ray[TRANSLATION_Y] : hit[HIT_Y]);
  toLocal(hit, set, slot);
  // Relative to the cell.
  place[0] = place[0] / grid.width - column;
  place[1] = place[1] / grid.height - row;
  const own = findEdge(kind);
  if (own >= 0 ? isOpenAt(grid, column, row, kind, own) : isFreeAt(grid, column, row, kind)) return true;
  const open = findOpenEdge(grid, column, row, kind);
  if (open < 0) return false;
  hit[HIT_NORMAL_X] = kind.normals[2 * open];
  hit[HIT_NORMAL_Y] = kind.normals[2 * open + 1];
  turnNormal(hit, set, slot);
  const x = ray[TRANSLATION_X];
  const y = ray[TRANSLATION_Y];
  // What only runs along the surface has met it before.
  return x * hit[HIT_NORMAL_X] + y * hit[HIT_NORMAL_Y] < -SLACK * (Math.abs(x) + Math.abs(y));
}

/** What a shape meets at the start of a cast: hits, and which tiles. */
const starts = { hits: new Float64Array(0), children: createIndexList(16) };
const near = createIndexList(64);

/** See `GridRoutines.findStarts`: these are the contacts that a shape has there with the surface as a whole. */
export function findTileStarts(
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  mover: QueryShape,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): number {
  const { grid } = shape;
  const { children } = starts;
  children.count = 0;
  if (mover.isPoint || initialOverlap === 'ignore') return 0;
  for (let side = 0; side < 4; side++) worldBox[side] = mover.box[side];
  findChildren(set, slot, shape, near);
  frameOrigin[0] = mover.x;
  frameOrigin[1] = mover.y;
  for (let k = 0; k < mover.count; k++) {
    const end = collectTileContacts(set, slot, shape, near, mover.pieces[k], k, 0);
    for (let i = 0; i < end; i++) {
      const { manifold, points, child } = segmentContacts[i];
      if (points === 0) continue;
      const isOneWay = grid!.kinds[grid!.cells[child]]!.isOneWay;
      if (!noteStart(manifold, points, isOneWay, ray, initialOverlap)) continue;
      reserveIndices(children, 1)[children.count++] = child;
    }
  }
  return children.count;
}

/** Writes a contact as a hit after those that there are; false when it is none by `initialOverlap`. */
function noteStart(
  manifold: Float64Array,
  points: number,
  isOneWay: boolean,
  ray: Float64Array,
  initialOverlap: InitialOverlap,
): boolean {
  const first = CONTACT_POINTS;
  const second = CONTACT_POINTS + CONTACT_POINT_STRIDE;
  const isSecond = points > 1 && manifold[second + CONTACT_SEPARATION] < manifold[first + CONTACT_SEPARATION];
  const from = isSecond ? second : first;
  const separation = manifold[from + CONTACT_SEPARATION];
  // What is in a one-way tile did not come from above.
  if (!(separation <= 0) || (isOneWay && separation < -manifold[LENGTH_ROUNDING])) return false;
  const x = manifold[CONTACT_NORMAL_X];
  const y = manifold[CONTACT_NORMAL_Y];
  const leadsIn = x * ray[TRANSLATION_X] + y * ray[TRANSLATION_Y] < 0;
  if (initialOverlap === 'ignore-separating' && !leadsIn) return false;
  const to = starts.children.count * HIT_WITH_POINT_LENGTH;
  starts.hits = reserve(starts.hits, to + HIT_WITH_POINT_LENGTH);
  const { hits } = starts;
  hits[to + HIT_FRACTION] = 0;
  hits[to + HIT_NORMAL_X] = x;
  hits[to + HIT_NORMAL_Y] = y;
  hits[to + HIT_X] = manifold[from] - (separation / 2) * x;
  hits[to + HIT_Y] = manifold[from + 1] - (separation / 2) * y;
  return true;
}

/** See `GridRoutines.readStart`. */
export function readTileStart(hit: Float64Array, index: number): number {
  for (let i = 0; i < HIT_WITH_POINT_LENGTH; i++) hit[i] = starts.hits[index * HIT_WITH_POINT_LENGTH + i];
  return starts.children.items[index];
}

/** See `GridRoutines.admits`: a one-way tile is met from above only. */
export function admitsTileHit(
  hit: Float64Array,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
): boolean {
  const { cells, kinds } = shape.grid!;
  const { isOneWay, normals } = kinds[cells[child]]!;
  if (!isOneWay) return true;
  const c = set.poses[slot * POSE_STRIDE + POSE_COS];
  const s = set.poses[slot * POSE_STRIDE + POSE_SIN];
  const up =
    (c * normals[0] - s * normals[1]) * hit[HIT_NORMAL_X] + (s * normals[0] + c * normals[1]) * hit[HIT_NORMAL_Y];
  return up >= 1 - SLACK;
}

/** Writes place and normal of a hit on the core of a tile, in the frame of the map. */
function toLocal(hit: Float64Array, set: ColliderSet, slot: number): void {
  const { poses } = set;
  const pose = slot * POSE_STRIDE;
  const c = poses[pose + POSE_COS];
  const s = poses[pose + POSE_SIN];
  pointToLocal(place, at, set, slot, true);
  normal[0] = c * hit[HIT_NORMAL_X] + s * hit[HIT_NORMAL_Y];
  normal[1] = c * hit[HIT_NORMAL_Y] - s * hit[HIT_NORMAL_X];
  const radius = poses[pose + POSE_RADIUS] / poses[pose + POSE_SCALE];
  place[0] -= radius * normal[0];
  place[1] -= radius * normal[1];
}

/** The edge of a tile that has the normal; −1 for none. */
function findEdge({ normals }: TileKind): number {
  for (let i = 0; i < normals.length; i += 2) {
    const cross = normal[0] * normals[i + 1] - normal[1] * normals[i];
    if (Math.abs(cross) <= SLACK && normal[0] * normals[i] + normal[1] * normals[i + 1] > 0) return i >> 1;
  }
  return -1;
}

/** Whether the surface of the map has the normal at the vertex of a tile that is farthest along it. */
function isFreeAt(grid: TileGrid, column: number, row: number, kind: TileKind): boolean {
  const { points } = kind;
  let vertex = 0;
  let farthest = -Infinity;
  for (let i = 0; i < points.length; i += 2) {
    const along = normal[0] * points[i] * grid.width + normal[1] * points[i + 1] * grid.height;
    if (!(along > farthest)) continue;
    farthest = along;
    vertex = i >> 1;
  }
  return isFreeAtVertex(grid, column, row, kind, vertex, normal);
}

/** Whether an edge of a tile is in the open at the place. */
function isOpenAt(grid: TileGrid, column: number, row: number, kind: TileKind, index: number): boolean {
  measureEdge(grid, kind, index);
  const count = openParts(parts, grid, column, row, kind, index);
  const slack = SLACK * (1 + (grid.width + grid.height) / edge[LENGTH]);
  for (let i = 0; i < count; i++) {
    if (edge[ALONG] >= parts[2 * i] - slack && edge[ALONG] <= parts[2 * i + 1] + slack) return true;
  }
  return false;
}

/** Of the edges that are open at the place, the one that faces most along the normal; −1 for none. */
function findOpenEdge(grid: TileGrid, column: number, row: number, kind: TileKind): number {
  const { normals } = kind;
  let found = -1;
  let best = -Infinity;
  for (let i = 0; i < normals.length >> 1; i++) {
    const facing = normals[2 * i] * normal[0] + normals[2 * i + 1] * normal[1];
    if (!(facing > best)) continue;
    measureEdge(grid, kind, i);
    if (Math.abs(edge[OFF]) > SLACK * (grid.width + grid.height)) continue;
    if (!isOpenAt(grid, column, row, kind, i)) continue;
    best = facing;
    found = i;
  }
  return found;
}

/** Writes where the place is along an edge, 0 to 1, how far off its line, and how long the edge is. */
function measureEdge({ width, height }: TileGrid, { points, normals }: TileKind, index: number): void {
  const a = 2 * index;
  const b = a + 2 < points.length ? a + 2 : 0;
  const ex = (points[b] - points[a]) * width;
  const ey = (points[b + 1] - points[a + 1]) * height;
  const x = (place[0] - points[a]) * width;
  const y = (place[1] - points[a + 1]) * height;
  const squared = ex * ex + ey * ey;
  edge[ALONG] = (x * ex + y * ey) / squared;
  edge[OFF] = x * normals[a] + y * normals[a + 1];
  edge[LENGTH] = Math.sqrt(squared);
}
