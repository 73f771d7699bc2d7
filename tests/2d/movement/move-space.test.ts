import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  ellipse,
  polygon,
  type ShapeSpec,
  sector,
  tiles,
} from '../../../entry/2d.ts';
import { PlaneSpace } from '../../../src/2d/movement/move-space-2d.ts';
import { placeShape } from '../../../src/2d/queries/query-shape.ts';
import type { SlotFilter } from '../../../src/core/query-filter.ts';
import { plane } from '../../../systems/2d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { createGame } from '../../support/game-2d.ts';
import { MEETINGS, type Pose } from '../../support/meetings-2d.ts';

type Placed = readonly [shape: ShapeSpec, pose: Pose];

const ALL: SlotFilter = {
  ...{ categoryBits: 0xffffffff, maskBits: 0xffffffff, hiddenFlags: 0, ignore: NaN, sorted: true, isPicky: false },
  accepts: () => true,
};
const NO_GROWTH = Float64Array.of(0);
const vector = ([x, y]: readonly number[]): Float64Array => Float64Array.of(x, y, 0);
const near = (value: number): unknown => expect.closeTo(value, 9);

/** A mover among colliders, which are as large as the frame says; the mover is as large as it is given. */
function moverAmong(mover: Placed, colliders: readonly Placed[], { at, angle, scale }: Frame): PlaneSpace {
  const { world, collision, spawn } = createGame();
  for (const [shape, [x, y, rotation = 0]] of colliders) {
    const eid = spawn(...at(x, y), shape);
    collision.Transform.rotation[eid] = rotation + angle;
    collision.Transform.scale[eid] = scale;
  }
  collisionSystem(world);
  const space = new PlaneSpace();
  const [shape, [x, y, rotation = 0]] = mover;
  const place = at(x, y);
  placeShape(space.shape, shape, { x: place[0], y: place[1], rotation: rotation + angle });
  space.begin(scopeOf(world, plane), ALL);
  return space;
}

describe('a mover sweeps', () => {
  for (const [name, [a, b, { fraction, normal, point, childB = 0 }]] of Object.entries(MEETINGS)) {
    const { shape, from, to } = a;
    if (b.to !== undefined || to === undefined || from[2] !== to[2]) continue;
    const way = [to[0] - from[0], to[1] - from[1]] as const;
    const length = Math.hypot(...way);
    const [x, y] = [way[0] / length, way[1] / length];
    const met = [from[0] + fraction * way[0], from[1] + fraction * way[1]] as const;
    const at = (distance: number): [x: number, y: number, rotation: number] => {
      return [met[0] + distance * x, met[1] + distance * y, from[2] ?? 0];
    };

    // Two before it meets the other, on a way that is short, so that it is swept at what is near, or long.
    it.each([5, 50])(`to where it meets ${name}, on a way of %d`, (long) => {
      const space = moverAmong([shape, at(-2)], [[b.shape, b.from]], AT_ORIGIN);
      const motion = vector([long * x, long * y]);
      expect(space.sweep(vector(at(-2)), motion, NO_GROWTH, 'ignore-separating')).toBe(true);
      const { hit } = space;
      expect(hit).toMatchObject({ slot: 0, child: childB, fraction: near(2 / long) });
      expect([...hit.normal]).toEqual([near(0 - normal[0]), near(0 - normal[1]), 0]);
      expect([...hit.point]).toEqual([near(point[0]), near(point[1]), 0]);
      expect(space.sweep(vector(at(-2)), vector([-long * x, -long * y]), NO_GROWTH, 'hit')).toBe(false);
      expect(space.sweep(vector(at(-2)), vector([1.99 * x, 1.99 * y]), NO_GROWTH, 'hit')).toBe(false);
      // As large by 0.1, it meets it sooner.
      const approach = 0 - (normal[0] * x + normal[1] * y);
      expect(approach).toBeLessThan(0);
      const grown = Float64Array.of(0.1);
      expect(space.sweep(vector(at(-2)), motion, grown, 'hit')).toBe(true);
      expect(hit.fraction * long).toBeLessThan(2 - 0.1 + 1e-9);
      space.touch(vector(at(-0.01)), NO_GROWTH);
      expect(space.contacts.count).toBe(0);
      space.touch(vector(at(-0.01)), grown);
      expect(space.contacts.count).toBeGreaterThan(0);
      space.touch(vector(at(0.01)), NO_GROWTH);
      expect(space.contacts.count).toBeGreaterThan(0);
    });
  }

  it('at rounded shapes by their corners and sides', () => {
    const rounded = box(0.5, 0.5, { radius: 0.5 });
    const mover: Placed = [circle(0.5), [0, 0]];
    const sweep = (x: number): number => {
      const space = moverAmong(mover, [[rounded, [0, -3]]], AT_ORIGIN);
      return space.sweep(vector([x, 0]), vector([0, -4]), NO_GROWTH, 'hit') ? space.hit.fraction * 4 : Infinity;
    };
    // Above the side the two are 1.5 apart from middle to middle, and 1 from a corner's middle.
    expect(sweep(0.25)).toBeCloseTo(1.5, 9);
    expect(sweep(1.1)).toBeCloseTo(2.5 - 0.8, 9);
    expect(sweep(1.51)).toBe(Infinity);
  });

  it('at the nearest of several kinds', () => {
    const wall = (x: number, shape: ShapeSpec): Placed => [shape, [x, 0]];
    const kinds = [box(0.5, 3), circle(0.5), ellipse(0.5, 1), compound([circle(0.5), { ...circle(0.5), offsetY: 9 }])];
    for (const first of kinds) {
      for (const second of kinds) {
        for (const [order, slot] of [
          [[3, 4], 0],
          [[4, 3], 1],
        ] as const) {
          const colliders = [wall(order[0], slot === 0 ? first : second), wall(order[1], slot === 0 ? second : first)];
          const space = moverAmong([circle(1), [0, 0]], colliders, AT_ORIGIN);
          expect(space.sweep(vector([0, 0]), vector([5, 0]), NO_GROWTH, 'hit')).toBe(true);
          expect(space.hit).toMatchObject({ slot, fraction: near(1.5 / 5) });
        }
      }
    }
  });
});

it.each<readonly [string, ShapeSpec, reach: number]>([
  ['circle', circle(2), 2],
  ['box', box(2, 1), 2 * 0.6 + 0.8],
  ['rounded box', box(2, 1, { radius: 0.5 }), 2 * 0.6 + 0.8 + 0.5],
  ['capsule', capsule(1, 0.5), 0.8 + 0.5],
  ['triangle', polygon([1, 1, 5, 1, 1, 3]), -1.4],
  ['ellipse', ellipse(2, 1), Math.sqrt(1.2 ** 2 + 0.8 ** 2)],
  ['sector that opens to the right', sector(2, Math.PI / 4), 0.2 * Math.SQRT1_2 * 2],
  ['compound', compound([circle(1), { ...circle(2), offsetX: -1, offsetY: -2 }, circle(1)]), 0.6 + 1.6 + 2],
])('says how far a %s reaches below its position', (_, shape, reach) => {
  const space = moverAmong([shape, [7, 8]], [], AT_ORIGIN);
  const out = Float64Array.of(0);
  space.writeReachBelow(out, vector([0.6, 0.8]));
  // The shape's vertices are about its position.
  expect(out[0]).toBeCloseTo(reach, 9);
});

describe.each([AT_ORIGIN, ELSEWHERE])('what lets a mover through, $name', (frame) => {
  const { at, turned, scale } = frame;

  function among(shape: ShapeSpec): PlaneSpace {
    return moverAmong([circle(scale), [0, 0]], [[shape, [0, 0]]], frame);
  }
  const meets = (space: PlaneSpace, [x, y]: readonly number[], [wayX, wayY]: readonly number[]): boolean => {
    const way = turned(wayX, wayY).map((value) => scale * value);
    return space.sweep(vector(at(x, y)), vector(way), NO_GROWTH, 'ignore');
  };
  const touches = (space: PlaneSpace, x: number, y: number): boolean => {
    space.touch(vector(at(x, y)), NO_GROWTH);
    return space.contacts.count > 0;
  };

  it('a chain of one side does so from behind', () => {
    const surface = chain([3, 0, -1, 0, -3, -2], { oneSided: true });
    const colliders: Placed[] = [
      [circle(1), [50, 50, 1]],
      [surface, [0, 0]],
    ];
    const space = moverAmong([circle(scale), [0, 0]], colliders, frame);
    expect([meets(space, [1, 2], [0, -4]), meets(space, [1, -2], [0, 4])]).toEqual([true, false]);
    expect([meets(space, [-3, 1], [2, -4]), meets(space, [-1, -3], [-2, 4])]).toEqual([true, false]);
    expect([touches(space, 1, 0.5), touches(space, 1, -0.5)]).toEqual([true, false]);
  });

  it('a chain of two sides does not', () => {
    const space = among(chain([3, 0, -1, 0, -3, -2]));
    expect([meets(space, [1, 2], [0, -4]), meets(space, [1, -2], [0, 4])]).toEqual([true, true]);
  });

  it('a one-way tile does so from below, and where the mover is in it and did not stand on its row', () => {
    const rows = { columns: 3, rows: 2, size: 4, shapes: { 1: 'one-way', 2: 'full' } } as const;
    const space = among(tiles({ ...rows, cells: [0, 1, 1, 0, 0, 0], yUp: true }));
    expect([meets(space, [6, 6], [0, -4]), meets(space, [6, -2], [0, 4])]).toEqual([true, false]);
    expect(touches(space, 6, 4.9)).toBe(false);
    space.standOn(0, 2);
    expect(touches(space, 6, 4.9)).toBe(true);
    space.standOn(1, 2);
    expect(touches(space, 6, 4.9)).toBe(false);
    space.standOn(0, 5);
    expect(touches(space, 6, 4.9)).toBe(false);
    const solid = among(tiles({ ...rows, cells: [0, 2, 2, 0, 0, 0], yUp: true }));
    expect(touches(solid, 6, 4.9)).toBe(true);
  });
});
