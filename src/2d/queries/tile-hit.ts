import { type ColliderSet, POSE_COS, POSE_RADIUS, POSE_SCALE, POSE_SIN, POSE_STRIDE } from '../collider-set.ts';
import { HIT_FRACTION, HIT_NORMAL_X, HIT_NORMAL_Y } from '../geometry/ray/cast-ray-piece.ts';
import type { RegisteredShape } from '../shapes/registered-shape.ts';
import { isFreeAtVertex, MAX_OPEN_PARTS, openParts, type TileGrid, tileKindOf } from '../shapes/tile-grid.ts';
import type { TileKind } from '../shapes/tile-kinds.ts';
import { HIT_X, HIT_Y, TRANSLATION_X, TRANSLATION_Y } from './cast-piece.ts';
import { pointToLocal, turnNormal } from './local-frame.ts';
import { ALONG, LENGTH, moveToOpen } from './move-to-open.ts';
import type { QueryShape } from './query-shape.ts';

/** Sines this small are rounding, and so are lengths this small relative to the other lengths involved. */
const SLACK = 1e-9;

/** The place of the hit: in the world, and in the cell, whose side is 1. */
const at = new Float64Array(2);
const place = new Float64Array(2);
const normal = new Float64Array(2);
const parts = new Float64Array(2 * MAX_OPEN_PARTS);
/**
 * The current open edge: the place as a fraction of the edge and as a distance from its line, and the length of the
 * edge.
 */
const edge = new Float64Array(3);
const OFF = 2;

/** See `SurfaceCasts.settle`. */
export function settleTileHit(
  hit: Float64Array,
  mover: QueryShape,
  ray: Float64Array,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
): boolean {
  // A miss stays a miss, and a hit without a normal is a start inside the tile.
  if (hit[HIT_FRACTION] === Infinity) return false;
  if (hit[HIT_NORMAL_X] === 0 && hit[HIT_NORMAL_Y] === 0) return true;
  const grid = shape.grid!;
  const kind = tileKindOf(grid, child)!;
  if (kind.isOneWay) return true;
  const column = child % grid.columns;
  const row = (child - column) / grid.columns;
  const { isPoint } = mover;
  at[0] = mover.x + (isPoint ? hit[HIT_FRACTION] * ray[TRANSLATION_X] : hit[HIT_X]);
  at[1] = mover.y + (isPoint ? hit[HIT_FRACTION] * ray[TRANSLATION_Y] : hit[HIT_Y]);
  toLocal(hit, set, slot);
  // From here on `place` is in units of the cell, from the cell's corner.
  place[0] = place[0] / grid.width - column;
  place[1] = place[1] / grid.height - row;
  const own = findEdge(kind);
  if (own < 0 ? isFreeAt(grid, column, row, kind) : isOpenAt(grid, column, row, kind, own)) return true;
  // The length is scaled to that in the world.
  edge[LENGTH] *= set.poses[slot * POSE_STRIDE + POSE_SCALE];
  const count = own < 0 || isPoint ? 0 : openParts(parts, grid, column, row, kind, own);
  if (moveToOpen(hit, parts, count, edge)) return true;
  const open = findOpenEdge(grid, column, row, kind);
  if (open < 0) return false;
  hit[HIT_NORMAL_X] = kind.normals[2 * open];
  hit[HIT_NORMAL_Y] = kind.normals[2 * open + 1];
  turnNormal(hit, set, slot);
  const x = ray[TRANSLATION_X];
  const y = ray[TRANSLATION_Y];
  // A shape that only runs along the surface has met it before.
  return x * hit[HIT_NORMAL_X] + y * hit[HIT_NORMAL_Y] < -SLACK * (Math.abs(x) + Math.abs(y));
}

/** See `GridRoutines.admits`: a one-way tile is met from above only. */
export function admitsTileHit(
  hit: Float64Array,
  set: ColliderSet,
  slot: number,
  shape: RegisteredShape,
  child: number,
): boolean {
  const { isOneWay, normals } = tileKindOf(shape.grid!, child)!;
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

/** Returns the edge of a tile that has the normal; −1 for none. */
function findEdge({ normals }: TileKind): number {
  for (let i = 0; i < normals.length; i += 2) {
    const cross = normal[0] * normals[i + 1] - normal[1] * normals[i];
    if (Math.abs(cross) <= SLACK && normal[0] * normals[i] + normal[1] * normals[i + 1] > 0) return i >> 1;
  }
  return -1;
}

/** Returns whether the surface of the map has the normal at the vertex of a tile that is farthest along it. */
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

/** Returns whether an edge of a tile is in the open at the place. */
function isOpenAt(grid: TileGrid, column: number, row: number, kind: TileKind, index: number): boolean {
  measureEdge(grid, kind, index);
  const count = openParts(parts, grid, column, row, kind, index);
  const slack = SLACK * (1 + (grid.width + grid.height) / edge[LENGTH]);
  for (let i = 0; i < count; i++) {
    if (edge[ALONG] >= parts[2 * i] - slack && edge[ALONG] <= parts[2 * i + 1] + slack) return true;
  }
  return false;
}

/** Returns the edge, among those open at the place, that faces most along the normal; −1 for none. */
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
