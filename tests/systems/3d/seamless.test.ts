import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castShape,
  collideShape,
  collisionSystem,
  compound,
  createCollision,
  heightfield,
  mesh,
  type ShapeSpec,
  seamless,
  sphere,
} from '../../../entry/3d.ts';
import { effort } from '../../support/effort.ts';

function createGame() {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static } = collision;
  const Seamless = seamless(world);
  const spawn = (x: number, y: number, z: number, shape: ShapeSpec) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const ground = (x: number, y: number, z: number, shape: ShapeSpec) => {
    const eid = spawn(x, y, z, shape);
    addComponent(world, eid, Static);
    addComponent(world, eid, Seamless);
    return eid;
  };
  const normals = () => {
    collisionSystem(world);
    return Array.from(collision.contacts(), ({ normalX, normalY, normalZ }) =>
      [normalX, normalY, normalZ].map((value) => 0 + Math.round(value * 1e6) / 1e6),
    );
  };
  return { world, collision, spawn, ground, normals };
}

/** A square of two triangles from 0 to `size` along x and z. */
const square = (size: number) => mesh([0, 0, 0, 0, 0, size, size, 0, size, size, 0, 0], [0, 1, 2, 0, 2, 3]);

const GROUNDS: Record<string, (game: ReturnType<typeof createGame>) => void> = {
  'boxes side by side': ({ ground }) => {
    for (let x = -2; x < 2; x++) for (let z = -2; z < 2; z++) ground(x + 0.5, -0.5, z + 0.5, box(0.5, 0.5, 0.5));
  },
  'boxes that meet in T-junctions and overlap': ({ ground }) => {
    ground(-1, -0.5, 0, box(1, 0.5, 3));
    for (let z = -3; z < 3; z++) ground(0.95, -0.75, z + 0.3, box(1, 0.75, 0.51));
  },
  'a compound of boxes': ({ ground }) => {
    const cells = [-1.5, -0.5, 0.5, 1.5];
    ground(0, 0, 0, compound(cells.map((x) => ({ ...box(0.5, 0.5, 3), offsetX: x, offsetY: -0.5 }))));
  },
  meshes: ({ ground }) => {
    for (let x = -2; x < 2; x++) for (let z = -2; z < 2; z++) ground(x, 0, z, square(1));
  },
  'meshes of one side, of which one overlaps': ({ ground }) => {
    const corners = [-2, 0, -2, -2, 0, 2, 0.1, 0, 2, 0.1, 0, -2];
    ground(0, 0, 0, mesh(corners, [0, 1, 2, 0, 2, 3], { oneSided: true }));
    for (let z = -2; z < 2; z++) ground(0, 0, z, square(1));
    for (let z = -2; z < 2; z++) ground(1, 0, z, square(1));
  },
  'a heightfield beside a mesh and a box': ({ ground }) => {
    ground(-2, 0, -2, heightfield(new Float32Array(45), 5, 9, 0.5));
    ground(0, 0, -2, square(2));
    ground(1, -0.5, 1, box(1, 0.5, 1));
  },
};

const BODIES: Record<string, readonly [ShapeSpec, number]> = {
  sphere: [sphere(0.3), 0.3],
  box: [box(0.3, 0.3, 0.3), 0.3],
  'small box': [box(0.05, 0.05, 0.05), 0.05],
  capsule: [capsule(0.1, 0.2), 0.3],
};

describe.each(Object.keys(GROUNDS))('over %s', (name) => {
  it.each(Object.keys(BODIES))('a %s meets no seam', (kind) => {
    const game = createGame();
    GROUNDS[name](game);
    const [shape, height] = BODIES[kind];
    const { Transform } = game.collision;
    const body = game.spawn(0, height, 0, shape);
    for (const depth of [0.01, 0.04]) {
      for (let i = 0; i < 60; i += effort(1, 11)) {
        const at = 0.03 * (i - 30);
        Transform.x[body] = at;
        Transform.y[body] = height - depth;
        Transform.z[body] = 0.7 * at + 0.011;
        Transform.qy[body] = i % 3 === 0 ? 0.2 : 0;
        const normals = game.normals();
        expect({ i, normals }).toEqual({ i, normals: normals.map(() => [0, Math.sign(normals[0]?.[1] ?? 1), 0]) });
        expect(normals.length).toBeGreaterThan(0);
        const touched: unknown[] = [];
        const pose = { x: at, y: height - depth, z: 0.7 * at + 0.011 };
        expect(collideShape(game.world, shape, pose, touched as never, { ignore: body })).toBeGreaterThan(0);
        for (const { normalY } of touched as { normalY: number }[]) expect(normalY).toBeCloseTo(1, 9);
        const above = { ...pose, y: height + 0.002 };
        const hit = castShape(game.world, shape, above, { x: 0.5, y: -0.01, z: 0.3 }, { ignore: body });
        expect({ i, fraction: hit?.fraction, normal: [hit?.normalX, hit?.normalY, hit?.normalZ] }).toEqual({
          i,
          fraction: expect.closeTo(0.2, 6),
          normal: [expect.closeTo(0, 9), expect.closeTo(1, 9), expect.closeTo(0, 9)],
        });
      }
    }
  });
});
