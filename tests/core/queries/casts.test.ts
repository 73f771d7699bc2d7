import { describe, expect, it } from 'vitest';
import {
  box,
  type CastHit,
  castRay,
  castRayAll,
  castRayExit,
  castShape,
  castShapeAll,
  circle,
  closestPoints,
  collideShape,
  collisionSystem,
  compound,
  overlapShape,
  type ShapeContact,
} from '../../../entry/2d.ts';
import { createGame } from '../../support/game-2d.ts';

const ORIGIN = { x: 0, y: 0 };
const near = (value: number): unknown => expect.closeTo(value, 9);

/** Circles of radius 1 at the given x; a ray or a circle of radius 1 is cast from the origin to x = 20. */
function createRow(...xs: readonly number[]) {
  const game = createGame();
  const eids = xs.map((x) => game.spawn(x, 0, circle(1)));
  collisionSystem(game.world);
  const all = (cast: (out: CastHit[]) => number): (readonly number[])[] => {
    const out: CastHit[] = [];
    expect(cast(out)).toBe(out.length);
    return out.map(({ entity, fraction }) => [eids.indexOf(entity), fraction]);
  };
  const way = { x: 20, y: 0 };
  return {
    ...{ ...game, eids },
    rays: () => all((out) => castRayAll(game.world, ORIGIN, way, out, { maxFraction: 1 })),
    shapes: () => all((out) => castShapeAll(game.world, circle(1), ORIGIN, way, out)),
  };
}

describe('all hits of a cast', () => {
  it('come by fraction, whatever the order of entities is', () => {
    const { rays, shapes } = createRow(15, 5, 10, 25);
    expect(rays()).toEqual([
      [1, near(0.2)],
      [2, near(0.45)],
      [0, near(0.7)],
    ]);
    expect(shapes()).toEqual([
      [1, near(0.15)],
      [2, near(0.4)],
      [0, near(0.65)],
    ]);
  });

  it('come by entity where they are as far, and none is lost', () => {
    const { rays, shapes } = createRow(9, 5, 5, 9, 5, 1.5);
    for (const hits of [rays(), shapes()]) expect(hits.map(([i]) => i)).toEqual([5, 1, 2, 4, 0, 3]);
    expect(shapes()[0]).toEqual([5, 0]);
  });
});

describe('the first hit of a cast', () => {
  it('has the point, the normal and the piece that it meets first', () => {
    const { world, spawn } = createGame();
    const pair = compound([
      { ...circle(1), offsetX: 3, offsetY: 5 },
      { ...circle(1), offsetX: 0, offsetY: 5 },
      { ...circle(1), offsetX: 3, offsetY: 5 },
    ]);
    const eid = spawn(10, 2, pair);
    collisionSystem(world);
    const way = { x: 20, y: 0 };
    expect(castRay(world, { x: 0, y: 7 }, way)).toMatchObject({
      ...{ entity: eid, child: 1, fraction: near(0.45), x: near(9), y: near(7), normalX: near(-1), normalY: near(0) },
    });
    expect(castShape(world, box(1, 1), { x: 0, y: 8.5 }, way)).toMatchObject({
      ...{ entity: eid, child: 1, normalX: near(-Math.sqrt(0.75)), normalY: near(0.5) },
      ...{ x: near(10 - Math.sqrt(0.75)), y: near(7.5), fraction: near((9 - Math.sqrt(0.75)) / 20) },
    });
    // Two pieces at one place: the lower one.
    expect(castRay(world, { x: 20, y: 7 }, { x: -20, y: 0 })).toMatchObject({ child: 0, fraction: near(0.3) });
  });
});

describe('the way out of what a ray starts in', () => {
  it('leads through all that hangs together', () => {
    const { world, spawn } = createGame();
    const [first, second] = [spawn(0, 0, box(2, 1)), spawn(3, 0, box(2, 1))];
    const third = spawn(8, 0, box(1, 1));
    collisionSystem(world);
    const exit = (x: number, along: number) => castRayExit(world, { x, y: 0.5 }, { x: along, y: 0 });
    expect(exit(0, 10)).toMatchObject({ entity: second, fraction: near(0.5), x: near(5), y: 0.5, normalX: near(1) });
    expect(exit(4, -10)).toMatchObject({ entity: first, fraction: near(0.6), x: near(-2), normalX: near(-1) });
    expect(exit(6, 10)).toMatchObject({ entity: third, fraction: near(0.3), x: near(9) });
    expect([exit(9.5, 10), exit(0, 4)?.entity]).toEqual([undefined, second]);
  });
});

describe('a shape that is put somewhere', () => {
  it('overlaps what it touches', () => {
    const { world, eids } = createRow(0, 3, 6);
    const found = (x: number, radius: number): number[] => {
      const out: number[] = [];
      overlapShape(world, circle(radius), { x, y: 0 }, out);
      return out.map((eid) => eids.indexOf(eid));
    };
    expect([found(1.5, 0.5), found(1.5, 0.49), found(3, 0.1), found(3, 2), found(20, 1)]).toEqual([
      ...[[0, 1], [], [1], [0, 1, 2], []],
    ]);
  });

  it('touches with points, normals and depths', () => {
    const { world, spawn } = createGame();
    const [left, right] = [spawn(-2, 0, box(1, 3)), spawn(2.5, 0, circle(1))];
    collisionSystem(world);
    const out: ShapeContact[] = [];
    expect(collideShape(world, circle(2), ORIGIN, out)).toBe(2);
    const [wall, ball] = out;
    expect(wall).toMatchObject({ entity: left, separation: near(-1), penetration: near(1), pointCount: 1 });
    // Along the normal the shape is clear of what it touches: the wall is to its left, the ball to its right.
    expect([wall.normalX, wall.normalY, ball.normalX, ball.normalY]).toEqual([near(1), near(0), near(-1), near(0)]);
    expect(wall.points[0]).toMatchObject({ x: near(-1.5), y: near(0), separation: near(-1) });
    expect(ball).toMatchObject({ entity: right, separation: near(-0.5), penetration: near(0.5) });
    expect(ball.points[0]).toMatchObject({ x: near(1.75), y: near(0) });
    expect(collideShape(world, circle(0.5), ORIGIN, out)).toBe(0);
  });
});

describe('the nearest points of two colliders', () => {
  it('lie on both, as far apart as they are', () => {
    const { world, spawn } = createGame();
    const [a, b, c] = [spawn(0, 0, box(1, 2)), spawn(5, 3, circle(1)), spawn(1.5, 0, circle(1))];
    const wide = spawn(
      -6,
      0,
      compound([
        { ...circle(1), offsetX: -9 },
        { ...circle(1), offsetY: 1 },
      ]),
    );
    collisionSystem(world);
    const apart = closestPoints(world, a, b)!;
    expect(apart.separation).toEqual(near(Math.hypot(4, 1) - 1));
    expect([apart.normalX, apart.normalY]).toEqual([near(4 / Math.hypot(4, 1)), near(1 / Math.hypot(4, 1))]);
    expect(closestPoints(world, a, c)!.separation).toEqual(near(-0.5));
    expect(closestPoints(world, a, wide)).toMatchObject({ separation: near(4), normalX: near(-1), normalY: near(0) });
    expect(closestPoints(world, wide, a)).toMatchObject({ separation: near(4), normalX: near(1) });
  });
});
