import { type CastHit, castShape, overlapShape } from 'bitecs-collision/2d';
import { timeOfImpact } from 'bitecs-collision/geometry2d';
import { MOVERS, type MoverName, type Obstacle } from './solids.ts';

/** One flight: where it starts and what it was asked to do. */
export interface Shot {
  mover: MoverName;
  x: number;
  y: number;
  translationX: number;
  translationY: number;
  /** Radians on the whole way. */
  turn: number;
  /** Units from one tick to the next. */
  stride: number;
}

/** The first contact of a moving shape with an obstacle. */
export interface Impact {
  /** The part of the way travelled; Infinity when there is nothing in the way. */
  fraction: number;
  obstacle: number;
  x: number;
  y: number;
  /** Unit normal of the obstacle. */
  normalX: number;
  normalY: number;
}

export function createImpact(): Impact {
  return { fraction: Infinity, obstacle: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
}

const hit: CastHit = { entity: 0, child: 0, fraction: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
const translation = { x: 0, y: 0 };
const overlapped: number[] = [];
const found = new Float64Array(4);
const sweep = new Float64Array(6);
const still = new Float64Array(6);

export function lengthOf({ translationX: x, translationY: y }: Shot): number {
  return Math.sqrt(x * x + y * y);
}

/** The first thing in the whole world that a shape meets which moves without turning. */
export function castThrough(world: object, shot: Shot, out: Impact): void {
  const { spec } = MOVERS[shot.mover];
  translation.x = shot.translationX;
  translation.y = shot.translationY;
  const met = castShape(world, spec, shot, translation, undefined, hit);
  out.fraction = Infinity;
  if (met === undefined) return;
  out.fraction = met.fraction;
  out.obstacle = met.entity;
  out.x = met.x;
  out.y = met.y;
  out.normalX = met.normalX;
  out.normalY = met.normalY;
}

/** The earliest time of impact of a shape that moves and turns, one obstacle after the other. */
export function turnThrough(obstacles: ReadonlyMap<number, Obstacle>, shot: Shot, out: Impact): void {
  const { piece } = MOVERS[shot.mover];
  sweep.set([shot.x, shot.y, 0, shot.x + shot.translationX, shot.y + shot.translationY, shot.turn]);
  out.fraction = Infinity;
  for (const [eid, { solid, x, y, rotation }] of obstacles) {
    still.set([x, y, rotation, x, y, rotation]);
    const fraction = timeOfImpact(found, 0, { piece, motion: sweep }, { piece: solid.piece, motion: still });
    if (!(fraction < out.fraction)) continue;
    out.fraction = fraction;
    out.obstacle = eid;
    out.x = found[0];
    out.y = found[1];
    // The normal from the mover to the obstacle, turned round.
    out.normalX = -found[2];
    out.normalY = -found[3];
  }
}

/**
 * Returns the first tick in which the shape overlaps an obstacle, or −1: all that a game sees which only tests the
 * shape's place at every tick.
 */
export function lookEveryTick(world: object, shot: Shot): { tick: number; obstacle: number } {
  const { spec } = MOVERS[shot.mover];
  const part = shot.stride / lengthOf(shot);
  for (let tick = 0; tick * part <= 1; tick++) {
    const at = tick * part;
    const x = shot.x + at * shot.translationX;
    const y = shot.y + at * shot.translationY;
    if (overlapShape(world, spec, { x, y, rotation: at * shot.turn }, overlapped) > 0)
      return { tick, obstacle: overlapped[0] };
  }
  return { tick: -1, obstacle: 0 };
}
