import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  mesh,
  type ShapeSpec,
  setHeights,
  sphere,
} from '../../../entry/3d.ts';
import type { ColliderSet } from '../../../src/3d/collider-set.ts';
import {
  hasPiece,
  loadOneWayAt,
  loadSolidAt,
  makesSheet,
  measureAlong,
  measureRims,
  measureSide,
  OneWayPiece,
  type PosedPiece,
  SIDE_GAP,
  SIDE_LENGTH,
  SIDE_POINT,
  turnDirection,
} from '../../../src/3d/narrow-phase/came-from-side.ts';

const ORIGIN = new Float64Array(3);

interface Place {
  readonly x?: number;
  readonly y?: number;
  readonly z?: number;
}

/** Puts a one-way shape at the origin, in slot 0, and another one somewhere, in slot 1. */
function pair(one: ShapeSpec, other: ShapeSpec, place: Place): { colliders: ColliderSet; world: object } {
  const world = createWorld();
  const collision = createCollision(world);
  for (const [shape, at] of [[one, {}] as const, [other, place] as const]) {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, at));
    addComponent(world, eid, set(collision.Collider, shape));
  }
  collisionSystem(world);
  return { colliders: collision.state.set as ColliderSet, world };
}

function measure(one: ShapeSpec, other: ShapeSpec, place: Place, side = [0, 1, 0], child = 0) {
  const { colliders } = pair(one, other, place);
  const piece = new OneWayPiece();
  const pieces: PosedPiece[] = [];
  loadOneWayAt(piece, colliders, colliders.poses, 0, child, ORIGIN);
  const count = loadSolidAt(pieces, colliders, colliders.poses, 1, 0, ORIGIN);
  const found = new Float64Array(SIDE_LENGTH);
  measureSide(found, piece, Float64Array.from(side), pieces, count);
  const read = () => ({
    gap: found[SIDE_GAP],
    direction: Array.from(found.subarray(0, 3)),
    point: Array.from(found.subarray(SIDE_POINT)),
  });
  return { ...read(), found, piece, pieces, count, read };
}

const near = (values: number[]) => values.map((value) => expect.closeTo(value, 12));

describe('a direction in space', () => {
  it('is turned, and has length 1 whatever length it was given', () => {
    // A quarter turn about z: x becomes y, y becomes −x.
    const turns = new Float64Array([9, 0, 1, 0, -1, 0, 0, 0, 0, 1]);
    for (const size of [1e-200, 1, 1e200]) {
      const out = Float64Array.of(2 * size, 3 * size, 6 * size);
      turnDirection(out, turns, 1);
      expect(Array.from(out)).toEqual(near([-3 / 7, 2 / 7, 6 / 7]));
    }
    const none = new Float64Array(3);
    turnDirection(none, turns, 1);
    expect(Array.from(none)).toEqual([0, 0, 0]);
  });
});

describe('the side of a one-way piece in space', () => {
  const ball = sphere(0.5);

  it('is measured along it, from the piece to the nearest point of a shape', () => {
    const { gap, direction, point } = measure(box(2, 0.5, 2), ball, { x: 0.3, y: 1.25, z: 1 });
    expect([gap, direction, point]).toEqual([0.25, [0, 1, 0], [0.3, 0.75, 1]]);
    expect(measure(box(2, 0.5, 2), box(0.5, 0.5, 0.5), { y: 0.75 }).gap).toBe(-0.25);
    // All of a compound or a solid mesh counts: here what hangs down.
    const corners = [0, -1, 0, 1, 1, 0, -1, 1, 1, -1, 1, -1];
    const solid = mesh(corners, [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2], { solid: true });
    expect(measure(box(2, 0.5, 2), solid, { y: 1.25 }).gap).toBe(-0.25);
  });

  it('is also that of faces which look there by more than a cosine of 0.1', () => {
    const roof = hull([-1, 0, -1, -1, 0, 1, 1, 0, -1, 1, 0, 1, 0, 1, -1, 0, 1, 1]);
    // Above the flank: along the side alone it would be 0.3 below the ridge.
    const { gap, direction } = measure(roof, ball, { x: 1, y: 1.2 });
    expect(gap).toBeCloseTo(1.2 / Math.SQRT2 - 0.5, 12);
    expect(direction).toEqual(near([Math.SQRT1_2, Math.SQRT1_2, 0]));
    // Beside a wall, which does not look there.
    expect(measure(box(1, 1, 1), ball, { x: 1.6, y: 0.9 }).gap).toBeCloseTo(-0.6, 12);
  });

  it('is that of round surfaces where the shape is', () => {
    const slant = { x: 1.2, y: 0.9, z: 0 };
    expect(measure(sphere(1), ball, slant)).toMatchObject({
      gap: expect.closeTo(0, 12),
      direction: near([0.8, 0.6, 0]),
    });
    expect(measure(capsule(0.5, 2), ball, { x: 0.6, y: 1.5, z: 0.8 }, [0.8, 0, 0.6]).gap).toBeCloseTo(0, 12);
    expect(measure(capsule(1, 2), ball, { x: 1.2, y: 2.9, z: 0 }).gap).toBeCloseTo(0, 12);
    expect(measure(cylinder(1, 2), ball, { x: 1.2, y: 1, z: 1.6 }, [1, 0, 0]).gap).toBeCloseTo(0.5, 12);
    expect(measure(cylinder(1, 2), ball, { x: 0.5, y: 2.75, z: 0 }).gap).toBeCloseTo(0.25, 12);
    expect(measure(box(1, 1, 1, { radius: 0.5 }), ball, { x: 1.6, y: 1.8, z: 0 }).gap).toBeCloseTo(0, 12);
    // A cone of height 3 and radius 4: its side rises 3 over 4, so that the normal is (0.6, 0.8).
    const flank = measure(cone(4, 1.5), ball, { x: 2 + 0.6 * 2, y: 0.8 * 2, z: 0 });
    expect(flank).toMatchObject({ gap: expect.closeTo(1.5, 12), direction: near([0.6, 0.8, 0]) });
  });

  it('of a triangle is either of its sides, unless it has an outside that faces away', () => {
    const flat = [0, 0, 0, 0, 0, 4, 4, 0, 0];
    for (const [oneSided, y, expected] of [
      [false, 1, 1],
      [false, -1, -1],
      [true, 1, 1],
      [true, -1, -Infinity],
    ] as const) {
      const { gap } = measure(mesh(flat, undefined, { oneSided }), ball, { x: 1, y: 1.5 * y, z: 1 }, [0, y, 0]);
      expect(gap, `${oneSided} ${y}`).toBe(expected === -1 ? 1 : expected);
    }
    // A tilted one beside whose lower rim the ball is: it is farther from the rim than from the plane.
    const { gap, found, piece, pieces, count, read } = measure(mesh([0, 0, 0, 0, 0, 4, 4, 3, 0]), ball, {
      x: -1,
      y: 0.5,
      z: 1,
    });
    expect(gap).toBeCloseTo(0.5, 12);
    measureRims(found, piece, Float64Array.of(0, 1, 0), pieces, count);
    expect(read().gap).toBeCloseTo(Math.sqrt(1.25) - 0.5, 12);
    measureAlong(found, piece, Float64Array.of(-1, 0, 0), pieces, count);
    expect(read().gap).toBeCloseTo(Math.sqrt(1.25) - 0.5, 12);
  });

  it('of a half-space is its own, and a half-space is met by what faces it', () => {
    expect(measure(halfSpace(), ball, { y: 1.5 }).gap).toBe(1);
    expect(measure(halfSpace(), ball, { y: -1 }).gap).toBe(-1.5);
    expect(measure(halfSpace(), ball, { y: 1.5 }, [1, 0, 0]).gap).toBe(-Infinity);
    const above = measure(box(1, 1, 1), halfSpace(), { y: -1.5 }, [0, -1, 0]);
    expect([above.gap, above.direction, above.point[1]]).toEqual([0.5, [0, -1, 0], -1.5]);
    expect(measure(box(1, 1, 1), halfSpace(), { y: -1.5 }).gap).toBe(-Infinity);
  });
});

describe('a piece of a collider in space', () => {
  it('is gone where a heightfield has got a hole', () => {
    const field = heightfield(new Float64Array(9), 3, 3, 1);
    const { colliders, world } = pair(field, sphere(0.5), { y: 9 });
    expect([makesSheet(colliders, 0), makesSheet(colliders, 1)]).toEqual([true, false]);
    expect([hasPiece(colliders, 0, 0), hasPiece(colliders, 0, 7), hasPiece(colliders, 1, 0)]).toEqual([
      true,
      true,
      true,
    ]);
    setHeights(world, field, { column: 0, row: 0, columns: 1, rows: 1 }, [Number.NaN]);
    expect([hasPiece(colliders, 0, 0), hasPiece(colliders, 0, 7)]).toEqual([false, true]);
  });
});
