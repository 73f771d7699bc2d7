import { solvePlanes } from '../../src/2d/movement/solve-planes.ts';
import { Move } from '../../src/core/movement/move.ts';
import { createSweepHit, type MoveSpace, type SweepHit, type SweepStart } from '../../src/core/movement/move-space.ts';
import type { Scalar, Vector } from '../../src/core/movement/vector.ts';
import {
  addShapeContact,
  createShapeContacts,
  SHAPE_POINTS_STRIDE,
  VECTOR_STRIDE,
} from '../../src/core/shape-contacts.ts';

/** A flat wall through (x, y), solid behind its unit normal; `from` and `to` bound it along the normal's right. */
export interface Wall {
  readonly x: number;
  readonly y: number;
  readonly normal: readonly [x: number, y: number];
  readonly from?: number;
  readonly to?: number;
  /** The velocity of its surface, for bounces. */
  readonly velocity?: readonly [x: number, y: number];
}

/** How far behind its surface a wall is solid. */
const THICKNESS = 2;

/**
 * A world of flat walls for a mover that is a point, simple enough to work out every answer on paper. A wall's slot is
 * its place in the list.
 */
export class WallSpace implements MoveSpace {
  readonly axes = 2;
  readonly hit = createSweepHit();
  readonly contacts = createShapeContacts();
  readonly solve = solvePlanes;
  readonly walls: readonly Wall[];
  /** The sides that `holdOnSide` was told of, as `[slot, normalX, normalY]`. */
  readonly held: (readonly [slot: number, x: number, y: number])[] = [];
  #hidden = -1;

  constructor(walls: readonly Wall[]) {
    this.walls = walls;
  }

  sweep(position: Vector, motion: Vector, clearance: Scalar, start: SweepStart): boolean {
    let first = Infinity;
    this.walls.forEach((wall, slot) => {
      const gap = this.#gap(wall, position[0], position[1]) - clearance[0];
      const approach = -(wall.normal[0] * motion[0] + wall.normal[1] * motion[1]);
      const overlaps = gap < 0 && gap > -THICKNESS && this.#isBeside(wall, position[0], position[1]);
      let fraction = Infinity;
      if (overlaps) {
        if (start === 'hit' || (start === 'ignore-separating' && approach > 0)) fraction = 0;
      } else if (gap >= 0 && approach > gap) {
        const met = gap / approach;
        if (this.#isBeside(wall, position[0] + met * motion[0], position[1] + met * motion[1])) fraction = met;
      }
      if (slot === this.#hidden || !(fraction < first)) return;
      first = fraction;
      this.#meet(slot, fraction, position[0] + fraction * motion[0], position[1] + fraction * motion[1]);
    });
    return first < Infinity;
  }

  touch(position: Vector, clearance: Scalar): void {
    const { contacts } = this;
    contacts.count = 0;
    this.walls.forEach((wall, slot) => {
      const gap = this.#gap(wall, position[0], position[1]) - clearance[0];
      if (slot === this.#hidden || gap > 0 || gap <= -THICKNESS) return;
      if (!this.#isBeside(wall, position[0], position[1])) return;
      const row = addShapeContact(contacts, slot, 0);
      contacts.separations[row] = gap;
      contacts.normals.set([...wall.normal, 0], row * VECTOR_STRIDE);
      contacts.points.set([position[0], position[1], 0], row * SHAPE_POINTS_STRIDE);
    });
  }

  findEntry(slot: number, position: Vector, motion: Vector): boolean {
    const wall = this.walls[slot];
    const before = this.#gap(wall, position[0] + motion[0], position[1] + motion[1]);
    const now = this.#gap(wall, position[0], position[1]);
    if (!(before >= 0 && now < 0)) return false;
    this.#meet(slot, before / (before - now), position[0], position[1]);
    return true;
  }

  holdOnSide(slot: number, _child: number, normal: Vector): void {
    this.held.push([slot, normal[0], normal[1]]);
  }

  get sideCount(): number {
    return this.held.length;
  }

  releaseSides(count: number): void {
    this.held.length = count;
  }

  opposesHeld({ slot, normal }: SweepHit): boolean {
    return this.held.some(([held, x, y]) => held === slot && x * normal[0] + y * normal[1] < 0);
  }

  leadsAcross(direction: Vector): boolean {
    return this.held.some(([, x, y]) => x * direction[0] + y * direction[1] < 0);
  }

  findSurface(normal: Vector, point: Vector, _up: Vector, along: Vector, drop: Float64Array): boolean {
    const x = point[0] + drop[1] * along[0];
    const floor = this.walls.find(
      (wall) => wall.normal[1] > 0 && Math.abs(wall.y - point[1]) <= drop[0] && this.#isBeside(wall, x, wall.y),
    );
    if (floor === undefined) return false;
    normal.set([...floor.normal, 0]);
    return true;
  }

  writeReachBelow(out: Scalar): void {
    out[0] = 0;
  }

  hide(slot: number): void {
    this.#hidden = slot;
  }

  #gap({ x, y, normal }: Wall, px: number, py: number): number {
    return normal[0] * (px - x) + normal[1] * (py - y);
  }

  /** Whether a place is in front of or behind the wall, and not beyond its ends. */
  #isBeside({ x, y, normal, from = -Infinity, to = Infinity }: Wall, px: number, py: number): boolean {
    const along = normal[1] * (px - x) - normal[0] * (py - y);
    return along >= from && along <= to;
  }

  #meet(slot: number, fraction: number, x: number, y: number): void {
    const { hit } = this;
    const { normal } = this.walls[slot];
    const gap = this.#gap(this.walls[slot], x, y);
    hit.slot = slot;
    hit.child = 0;
    hit.fraction = fraction;
    hit.point.set([x - gap * normal[0], y - gap * normal[1], 0]);
    hit.normal.set([...normal, 0]);
  }
}

/** What `moveAmong` may be told of a mover besides its place and motion. */
export interface WallMover {
  readonly up?: readonly [x: number, y: number];
  readonly skin?: number;
  readonly stepHeight?: number;
  readonly snapDistance?: number;
  /** Degrees; steeper slopes cannot be stood on. Default 45. */
  readonly floorAngle?: number;
}

/** Makes a move of a point at (x, y) by (dx, dy) among walls, with a skin of 0.1 unless said otherwise; y is up. */
export function moveAmong(
  walls: readonly Wall[],
  [x, y]: readonly [x: number, y: number],
  [dx, dy]: readonly [x: number, y: number],
  { up = [0, 1], skin = 0.1, stepHeight = 0, snapDistance = 0, floorAngle = 45 }: WallMover = {},
): Move {
  const move = new Move(new WallSpace(walls));
  move.position.set([x, y, 0]);
  move.input.set([dx, dy, 0]);
  move.rest.set([dx, dy, 0]);
  move.up.set([up[0], up[1], 0]);
  move.skin = skin;
  move.clearance[0] = skin / 2;
  move.stepHeight = stepHeight;
  move.snapDistance = snapDistance;
  move.floorCosine = Math.cos((floorAngle * Math.PI) / 180);
  return move;
}

/** A floor, wall or ceiling through a point by the direction its surface faces, in degrees from x towards y. */
export function facing(degrees: number, x: number, y: number, ends: Pick<Wall, 'from' | 'to' | 'velocity'> = {}): Wall {
  const angle = (degrees * Math.PI) / 180;
  const round = (value: number): number => (Math.abs(value) < 1e-15 ? 0 : value);
  return { x, y, normal: [round(Math.cos(angle)), round(Math.sin(angle))], ...ends };
}
