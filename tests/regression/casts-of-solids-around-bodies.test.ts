import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  castCollider,
  castShape,
  collideShape,
  collisionSystem,
  compound,
  createCollision,
  mesh,
  type ShapeContact,
  sphere,
} from '../../entry/3d.ts';

/*
 * A solid mesh that was cast from around a small body knew nothing of its inside: its triangles went on until one hit
 * the body from within. The same pair, with the small one cast, touched from the start.
 */

/** A box of triangles about its own origin. */
function block(half: number, options: { solid?: boolean; oneSided?: boolean } = {}) {
  const signs = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? half : -half)));
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'].map((corners) => Array.from(corners, Number));
  return mesh(
    signs.flat(),
    quads.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]),
    options,
  );
}

const AHEAD = { x: 10, y: 0, z: 0 };
const BACK = { x: -10, y: 0, z: 0 };

function createGame(outer: ReturnType<typeof mesh>, inner: ReturnType<typeof mesh>, x = 1) {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const [large, small] = [
    [outer, 0],
    [inner, x],
  ].map(([shape, at]) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: at as number }));
    addComponent(world, eid, set(Collider, shape as ReturnType<typeof mesh>));
    return eid;
  });
  collisionSystem(world);
  return { world, large, small };
}

describe.each([
  // How deep the pieces of each are in the solid, whose nearest face is at x = 3.
  ['a sphere', sphere(0.3), [-2.3]],
  ['a box', box(0.2, 0.3, 0.4), [-2.2]],
  ['a mesh', block(0.3), [-2.3, -1.7]],
  ['a solid mesh', block(0.3, { solid: true }), [-2.3, -1.7]],
  [
    'a compound',
    compound([
      { ...box(0.2, 0.2, 0.2), offsetX: 0.2 },
      { ...sphere(0.1), offsetX: -0.3 },
    ]),
    [-2, -2.4],
  ],
] as const)('a solid around %s', (_, inner, depths) => {
  const solid = block(3, { solid: true });

  it('touches it from the start of a cast', () => {
    const { world, large } = createGame(solid, inner);
    for (const way of [AHEAD, BACK]) {
      const hits = [
        castCollider(world, large, way),
        castShape(world, solid, { x: 0, y: 0, z: 0 }, way, { ignore: large }),
      ];
      for (const hit of hits) expect([hit?.fraction, hit?.normalX]).toEqual([0, expect.closeTo(-1, 12)]);
    }
    // The body leaves through the face at x = 3 if the solid moves back.
    const only = { initialOverlap: 'ignore-separating' } as const;
    expect(castCollider(world, large, BACK, only)).toBeUndefined();
    expect(castCollider(world, large, AHEAD, only)?.fraction).toBe(0);
    for (const way of [AHEAD, BACK]) {
      expect(castCollider(world, large, way, { initialOverlap: 'ignore' })).toBeUndefined();
    }
  });

  it('is met where it is placed', () => {
    const { world, large } = createGame(solid, inner);
    const contacts: ShapeContact[] = [];
    expect(collideShape(world, solid, { x: 0, y: 0, z: 0 }, contacts, { ignore: large })).toBeGreaterThan(0);
    for (const { normalX, separation } of contacts) {
      expect(normalX).toBeCloseTo(-1, 12);
      expect(depths.some((depth) => Math.abs(depth - separation) < 1e-12)).toBe(true);
    }
  });

  it('meets it from outside as before', () => {
    const { world, large, small } = createGame(solid, inner, 8);
    const hit = castCollider(world, large, AHEAD)!;
    const reverse = castCollider(world, small, BACK)!;
    expect(hit.fraction).toBeCloseTo(reverse.fraction, 12);
    expect([hit.fraction > 0.4, hit.normalX]).toEqual([true, expect.closeTo(-1, 12)]);
  });
});

it('a one-sided mesh that is cast lets through what is behind it, and a two-sided one nothing', () => {
  const behind = createGame(block(3, { oneSided: true }), sphere(0.3));
  expect(castCollider(behind.world, behind.large, AHEAD)).toBeUndefined();
  const walls = createGame(block(3), sphere(0.3));
  expect(castCollider(walls.world, walls.large, AHEAD)?.fraction).toBeCloseTo(0.37, 12);
});

it('a solid with a radius touches where its surface and the other one overlap', () => {
  const { world, large } = createGame(block(3, { solid: true }), sphere(0.3));
  const round = mesh([-9, 3, -9, 0, 3, 9, 9, 3, -9, 0, -9, 0], [0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0], {
    solid: true,
    radius: 0.5,
  });
  const contacts: ShapeContact[] = [];
  collideShape(world, round, { x: 1, y: -1, z: 0 }, contacts, { ignore: large });
  // The top is at 3 − 1 + 0.5, the lowest point of the ball at −0.3.
  const [{ normalY, separation, points }] = contacts;
  expect([normalY, separation, points[0].y]).toEqual([-1, expect.closeTo(-2.8, 12), expect.closeTo(1.1, 12)]);
});
