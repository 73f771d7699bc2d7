import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  collideShape,
  collisionSystem,
  createCollision,
  hull,
  mesh,
  type ShapeContact,
  type ShapeSpec,
  seamless,
} from '../../entry/3d.ts';

/*
 * Four chunks of a plain meet in a corner, some of them boxes and some sheets of triangles. Below a sheet the side of a
 * box is in the open, but a body on the plain cannot get there. Just on the rim of the sheet it was met all the same:
 * the line of sight from there to the middle of the body passes the sheet by, through the box beside it.
 */

const SIZE = 0.16515964083814216;
const HULL = [-1, -0.8, -1, 1, -0.9, -1, 0.9, -1, 1, -1, -1, 0.8, 0.3, 1, 0.2, -0.6, 0.7, 0].map(
  (value) => SIZE * value,
);
const sheet = () => mesh(Float64Array.of(0, 0, 0, 2, 0, 0, 0, 0, 2, 2, 0, 2), Uint32Array.of(0, 2, 1, 2, 3, 1));

interface Case {
  /** What the chunks are, by x and then by z: boxes or sheets. */
  readonly chunks: string;
  readonly shape: ShapeSpec;
  readonly at: readonly [x: number, y: number, z: number];
  /** How deep the lowest point of the body is below the plain. */
  readonly depth: number;
  /** The chunks that the body lies over, from 1 on. */
  readonly met: readonly number[];
}

const CASES: Record<string, Case> = {
  // The face of the hull that looks down most is not over the first box; it was pushed along z, 0.06 far.
  'a hull, deep over a box that only its side is over': {
    chunks: 'bssb',
    shape: hull(HULL),
    at: [0.0426, SIZE - 0.03, 0.1048],
    depth: 0.03,
    met: [1, 2, 3, 4],
  },
  // The first box was not met at all.
  'a hull over boxes alone': {
    chunks: 'bbbb',
    shape: hull(HULL),
    at: [0.0426, SIZE - 0.03, 0.1048],
    depth: 0.03,
    met: [1, 2, 3, 4],
  },
  // The side of the last box was met, 0.0002 off, at a point on the rim of the sheet beside it.
  'a box beside a box that it does not touch': {
    chunks: 'bbsb',
    shape: box(0.2, 0.12, 0.27),
    at: [-0.2002, 0.09, -0.06],
    depth: 0.03,
    met: [1, 3],
  },
};

it.each(Object.keys(CASES))('%s is pushed up alone', (name) => {
  const { chunks, shape, at, depth, met } = CASES[name];
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.01 });
  const Seamless = seamless(world);
  const ids = Array.from(chunks, (kind, i) => {
    const [x, z] = [i & 1 ? 0 : -2, i & 2 ? 0 : -2];
    const eid = addEntity(world);
    const place = kind === 'b' ? { x: x + 1, y: -1, z: z + 1 } : { x, y: 0, z };
    addComponent(world, eid, set(collision.Transform, place));
    addComponent(world, eid, set(collision.Collider, kind === 'b' ? box(1, 1, 1) : sheet()));
    addComponent(world, eid, Seamless);
    return eid;
  });
  const body = addEntity(world);
  const [x, y, z] = at;
  addComponent(world, body, set(collision.Transform, { x, y, z }));
  addComponent(world, body, set(collision.Collider, shape));
  collisionSystem(world);

  const chunksMet: number[] = [];
  for (const { a, b, normalX, normalY, normalZ, separation } of collision.contacts()) {
    if (b !== body) continue;
    chunksMet.push(ids.indexOf(a) + 1);
    expect([normalX, normalY, normalZ]).toEqual([0, 1, 0]);
    expect(separation).toBeLessThan(0);
    expect(separation).toBeGreaterThan(-depth - 1e-12);
  }
  expect(chunksMet).toEqual(met);
  const placed: ShapeContact[] = [];
  collideShape(world, shape, { x, y, z }, placed, { ignore: body });
  expect(placed.map(({ normalX, normalY, normalZ }) => [normalX, normalY, normalZ])).toEqual(met.map(() => [0, 1, 0]));
});
