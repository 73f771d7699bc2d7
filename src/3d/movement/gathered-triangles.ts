import { compositeOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import { BODY_STRIDE } from '../geometry/body-pose.ts';
import type { ConvexBody } from '../geometry/convex/convex-body.ts';
import { TRIANGLE_NORMAL, writeNormal } from '../geometry/sweep/cast-capsule-triangle.ts';
import { localBox, worldBox, writeLocalBox } from '../narrow-phase/find-children.ts';
import type { QueryShape } from '../queries/query-shape.ts';
import { surfaceCastsOf } from '../queries/surface-table.ts';
import type { PlacedTriangles } from '../shapes/piece-routines.ts';
import {
  HALF_LENGTH,
  HALF_WAY,
  isRound,
  LIMIT,
  lengths,
  path,
  ROUND,
  SIZES,
  SLACK,
  SURFACE,
  way,
} from './mover-way.ts';

/**
 * How many numbers a gathered triangle has: its corners, unit normal, distance from the origin along it, middle and
 * radius. All but the corners are written when the way of the mover first comes near; until then the radius is
 * `UNMEASURED`.
 */
export const TRIANGLE_STRIDE = 17;
const NORMAL = TRIANGLE_NORMAL;
const DISTANCE = 12;
/** Index of the middle among the numbers of a triangle. */
export const MIDDLE = 13;
const RADIUS = 16;
const UNMEASURED = -1;

/** How many numbers the bounds of a triangle have: the least coordinates, then the largest. */
const BOX_STRIDE = 6;

/** A collider with more triangles in the box than this is not gathered: most of them would be far from the mover. */
const MOST = 2048;

/**
 * The states of a collider near the mover: not tested in this move yet; a surface whose triangles have been gathered;
 * any other collider, which the usual cast serves.
 */
const UNKNOWN = 0;
const GATHERED = 1;
const OTHER = 2;

/**
 * The triangles of surfaces in a box around a mover, gathered once for all sweeps of a move, which then choose among
 * them by a few arithmetic steps for each triangle.
 */
export class GatheredTriangles {
  /**
   * By place of a collider in the list of those around the mover: its state (`UNKNOWN` and so on), and the range of its
   * triangles, from the first to before the last.
   */
  #kinds = new Uint8Array(16);
  #from = new Uint32Array(16);
  #to = new Uint32Array(16);
  /** The triangles, `TRIANGLE_STRIDE` numbers each. */
  readonly list: PlacedTriangles = {
    corners: new Float64Array(64 * TRIANGLE_STRIDE),
    stride: TRIANGLE_STRIDE,
    children: new Uint32Array(64),
    count: 0,
  };
  /** Their bounds, kept apart, because these alone rule out most triangles. */
  #boxes = new Float64Array(64 * BOX_STRIDE);
  /** The box, in the world, whose triangles are gathered; inside out while none is. */
  readonly #known = new Float64Array(6);
  readonly #ahead: Float64Array;
  /** The origin, in the world, of the frame that the triangles are in. */
  readonly origin = new Float64Array(3);
  /**
   * The triangles that `choose` has found on the mover's way, `candidates` of them, and for each the fraction of the
   * way at which the mover reaches its plane.
   */
  order = new Uint32Array(64);
  bounds = new Float64Array(64);
  candidates = 0;

  /**
   * @param ahead How far beyond the box of a move's first query its later ones look, on each side: least, then largest.
   */
  constructor(ahead: Float64Array) {
    this.#ahead = ahead;
  }

  renew(count: number): void {
    if (count > this.#kinds.length) {
      this.#kinds = new Uint8Array(2 * count);
      this.#from = new Uint32Array(2 * count);
      this.#to = new Uint32Array(2 * count);
    }
    this.#kinds.fill(UNKNOWN, 0, count);
    this.list.count = 0;
    this.#known.fill(NaN);
  }

  /** Gathers anew if the path of the mover leads out of the box whose triangles are known. */
  cover(mover: QueryShape): void {
    const known = this.#known;
    for (let axis = 0; axis < 3; axis++) {
      if (path[axis] >= known[axis] && path[3 + axis] <= known[3 + axis]) continue;
      this.#know(mover);
      return;
    }
  }

  /**
   * Gathers the triangles of a larger box: the bounds of the current sweep, the box gathered before, and the room into
   * which later sweeps of the move may lead.
   */
  #know(mover: QueryShape): void {
    const known = this.#known;
    const ahead = this.#ahead;
    const isFirst = !(known[0] <= known[3]);
    for (let axis = 0; axis < 3; axis++) {
      known[axis] = isFirst ? path[axis] - ahead[axis] : Math.min(known[axis], path[axis] - ahead[axis] / 4);
      known[3 + axis] = isFirst
        ? path[3 + axis] + ahead[3 + axis]
        : Math.max(known[3 + axis], path[3 + axis] + ahead[3 + axis] / 4);
    }
    this.origin[0] = mover.x;
    this.origin[1] = mover.y;
    this.origin[2] = mover.z;
    this.list.count = 0;
    const kinds = this.#kinds;
    for (let i = 0; i < kinds.length; i++) if (kinds[i] === GATHERED) kinds[i] = UNKNOWN;
  }

  isGathered(set: ColliderSet, slot: number, place: number): boolean {
    if (this.#kinds[place] === UNKNOWN) this.#gather(set, slot, place);
    return this.#kinds[place] === GATHERED;
  }

  #gather(set: ColliderSet, slot: number, place: number): void {
    const shape = compositeOf(set, slot);
    this.#kinds[place] = OTHER;
    if (shape?.surface === undefined || shape.surface.solid || surfaceCastsOf(shape) === undefined) return;
    for (let side = 0; side < 6; side++) worldBox[side] = this.#known[side];
    writeLocalBox(set, slot);
    const { list } = this;
    const from = list.count;
    const { poses } = set;
    if (!shape.record.queries!.gather(list, shape, localBox, poses, BODY_STRIDE * slot, this.origin, MOST)) return;
    this.#boxes = reserve(this.#boxes, BOX_STRIDE * list.count);
    for (let i = from; i < list.count; i++) {
      writeBox(this.#boxes, BOX_STRIDE * i, list.corners, TRIANGLE_STRIDE * i);
      list.corners[TRIANGLE_STRIDE * i + RADIUS] = UNMEASURED;
    }
    this.#kinds[place] = GATHERED;
    this.#from[place] = from;
    this.#to[place] = list.count;
    if (list.count > this.order.length) {
      this.order = new Uint32Array(2 * list.count);
      this.bounds = new Float64Array(2 * list.count);
    }
  }

  /** Returns the number of a triangle among the gathered triangles of a collider; −1 where it is not among them. */
  find(place: number, child: number): number {
    const { children, corners } = this.list;
    const to = this.#to[place];
    for (let i = this.#from[place]; i < to; i++) {
      if (children[i] !== child) continue;
      if (corners[TRIANGLE_STRIDE * i + RADIUS] === UNMEASURED) measureTriangle(corners, TRIANGLE_STRIDE * i);
      return i;
    }
    return -1;
  }

  /**
   * Lists the triangles of a collider that the way may meet within the part of it given by `lengths[LIMIT]`. The first
   * one listed is a triangle that the way may meet early, as this spares testing most of the others.
   */
  choose(place: number, body: ConvexBody): void {
    const triangles = this.list.corners;
    const order = this.order;
    const bounds = this.bounds;
    const to = this.#to[place];
    const round = isRound(body);
    const boxes = this.#boxes;
    const limit = lengths[LIMIT];
    const surface = lengths[SURFACE];
    const left = 2 * (1 - limit);
    const x = way[0];
    const y = way[1];
    const z = way[2];
    const wholeX = way[HALF_WAY];
    const wholeY = way[HALF_WAY + 1];
    const wholeZ = way[HALF_WAY + 2];
    const minX = path[0] - surface - left * Math.min(0, wholeX);
    const minY = path[1] - surface - left * Math.min(0, wholeY);
    const minZ = path[2] - surface - left * Math.min(0, wholeZ);
    const maxX = path[3] + surface - left * Math.max(0, wholeX);
    const maxY = path[4] + surface - left * Math.max(0, wholeY);
    const maxZ = path[5] + surface - left * Math.max(0, wholeZ);
    const wayX = limit * wholeX;
    const wayY = limit * wholeY;
    const wayZ = limit * wholeZ;
    const sizeX = way[SIZES];
    const sizeY = way[SIZES + 1];
    const sizeZ = way[SIZES + 2];
    const axisSquare = sizeX * sizeX + sizeY * sizeY + sizeZ * sizeZ;
    const around = lengths[ROUND] + lengths[SLACK] + lengths[SURFACE];
    const halfLength = limit * lengths[HALF_LENGTH];
    const perWay = halfLength > 0 ? 1 / halfLength : 0;
    let early = 0;
    let earliest = Infinity;
    let count = 0;
    for (let i = this.#from[place]; i < to; i++) {
      const box = BOX_STRIDE * i;
      if (
        boxes[box] > maxX ||
        boxes[box + 1] > maxY ||
        boxes[box + 2] > maxZ ||
        boxes[box + 3] < minX ||
        boxes[box + 4] < minY ||
        boxes[box + 5] < minZ
      )
        continue;
      const at = TRIANGLE_STRIDE * i;
      if (triangles[at + RADIUS] === UNMEASURED) measureTriangle(triangles, at);
      const middleX = triangles[at + MIDDLE];
      const middleY = triangles[at + MIDDLE + 1];
      const middleZ = triangles[at + MIDDLE + 2];
      const radius = triangles[at + RADIUS] + surface;
      const nx = triangles[at + NORMAL];
      const ny = triangles[at + NORMAL + 1];
      const nz = triangles[at + NORMAL + 2];
      const height = nx * x + ny * y + nz * z - triangles[at + DISTANCE];
      const along = nx * sizeX + ny * sizeY + nz * sizeZ;
      const extent = round ? Math.abs(along) : Math.abs(nx * sizeX) + Math.abs(ny * sizeY) + Math.abs(nz * sizeZ);
      const gap = Math.abs(height) - extent - around;
      const rate = 2 * (nx * wholeX + ny * wholeY + nz * wholeZ);
      const approach = height > 0 ? -rate : rate;
      const bound = gap > 0 ? gap / approach : 0;
      if (!(bound >= 0 && bound <= limit)) continue;
      let arrival = bound;
      if (round) {
        // Measures the distance between the sphere around the triangle and the capsule that the mover's core fills
        // while the mover is half-way through that part of the sweep.
        let gapX = middleX - x - wayX;
        let gapY = middleY - y - wayY;
        let gapZ = middleZ - z - wayZ;
        if (axisSquare > 0) {
          const part = (gapX * sizeX + gapY * sizeY + gapZ * sizeZ) / axisSquare;
          const held = Math.max(-1, Math.min(1, part));
          gapX -= held * sizeX;
          gapY -= held * sizeY;
          gapZ -= held * sizeZ;
        }
        const least = around + radius + halfLength;
        const square = gapX * gapX + gapY * gapY + gapZ * gapZ;
        if (square > least * least) continue;
        // The distance along the way to the place nearest to the triangle's middle.
        const ahead = (gapX * wayX + gapY * wayY + gapZ * wayZ) * perWay;
        const room = around * around + ahead * ahead - square;
        arrival = room > 0 ? ahead - Math.sqrt(room) : Infinity;
      }
      if (arrival < earliest) {
        earliest = arrival;
        early = count;
      }
      bounds[count] = bound;
      order[count++] = i;
    }
    this.candidates = count;
    if (early === 0) return;
    const triangle = order[early];
    order[early] = order[0];
    order[0] = triangle;
    const bound = bounds[early];
    bounds[early] = bounds[0];
    bounds[0] = bound;
  }
}

/** Writes the bounds of a triangle. */
function writeBox(out: Float64Array, at: number, corners: Float64Array, from: number): void {
  const ax = corners[from];
  const ay = corners[from + 1];
  const az = corners[from + 2];
  const bx = corners[from + 3];
  const by = corners[from + 4];
  const bz = corners[from + 5];
  const cx = corners[from + 6];
  const cy = corners[from + 7];
  const cz = corners[from + 8];
  out[at] = Math.min(ax, bx, cx);
  out[at + 1] = Math.min(ay, by, cy);
  out[at + 2] = Math.min(az, bz, cz);
  out[at + 3] = Math.max(ax, bx, cx);
  out[at + 4] = Math.max(ay, by, cy);
  out[at + 5] = Math.max(az, bz, cz);
}

/**
 * Writes the numbers of a triangle behind its corners. One that is too thin has a normal of 0, and no plane leaves it
 * out.
 */
function measureTriangle(triangles: Float64Array, at: number): void {
  writeNormal(triangles, at);
  const ax = triangles[at];
  const ay = triangles[at + 1];
  const az = triangles[at + 2];
  const bx = triangles[at + 3];
  const by = triangles[at + 4];
  const bz = triangles[at + 5];
  const cx = triangles[at + 6];
  const cy = triangles[at + 7];
  const cz = triangles[at + 8];
  triangles[at + DISTANCE] =
    triangles[at + NORMAL] * ax + triangles[at + NORMAL + 1] * ay + triangles[at + NORMAL + 2] * az;
  const x = (ax + bx + cx) / 3;
  const y = (ay + by + cy) / 3;
  const z = (az + bz + cz) / 3;
  triangles[at + MIDDLE] = x;
  triangles[at + MIDDLE + 1] = y;
  triangles[at + MIDDLE + 2] = z;
  const a = (ax - x) * (ax - x) + (ay - y) * (ay - y) + (az - z) * (az - z);
  const b = (bx - x) * (bx - x) + (by - y) * (by - y) + (bz - z) * (bz - z);
  const c = (cx - x) * (cx - x) + (cy - y) * (cy - y) + (cz - z) * (cz - z);
  triangles[at + RADIUS] = Math.sqrt(Math.max(a, b, c));
}
