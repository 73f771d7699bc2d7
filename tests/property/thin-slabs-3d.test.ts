import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  capsule,
  castShape,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  heightfield,
  hull,
  mesh,
  type ShapeSpec,
  seamless,
  sphere,
} from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { createRng, type Rng } from '../support/rng.ts';

/*
 * Floors of chunks that are thinner than bodies are deep in them. A body that comes from above is met along y, one
 * that comes from below against y, and neither by the sides of chunks or by what lies behind the sheet it is in.
 */

/** From −3 to 3 along both axes. */
const HALF = 3;
const LAID = ['closed mesh', 'solid mesh', 'mesh over a heightfield', 'box'] as const;
const HULL = [-1, -0.8, -1, 1, -0.9, -1, 0.9, -1, 1, -1, -1, 0.8, 0.3, 1, 0.2, -0.6, 0.7, 0];

/** The six sides of a plate from (0, 0, 0) to (1, −`thick`, 1). */
function plate(thick: number, solid: boolean): ShapeSpec {
  const top = [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1];
  const positions = [...top, ...top.map((value, i) => (i % 3 === 1 ? -thick : value))];
  const quads = ['0213', '4567', '0145', '2637', '0426', '1357'].map((corners) => Array.from(corners, Number));
  return mesh(
    positions,
    quads.flatMap(([a, b, c, d]) => [a, b, c, c, b, d]),
    { solid },
  );
}

function makeBody(rng: Rng): ShapeSpec {
  const size = 0.15 * 3 ** rng.next();
  const kind = rng.integer(0, 6);
  if (kind === 0) return sphere(size);
  if (kind === 1) return box(size, 0.6 * size, 1.4 * size);
  if (kind === 2) return box(0.7 * size, 0.5 * size, 0.6 * size, { radius: 0.3 * size });
  if (kind === 3) return capsule(0.5 * size, 0.6 * size);
  if (kind === 4) return cylinder(0.8 * size, 0.6 * size);
  if (kind === 5) return cone(0.8 * size, 0.7 * size);
  return hull(HULL.map((value) => size * value));
}

function createFloor(rng: Rng, laid: (typeof LAID)[number] | 'any', thick: number) {
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.01 });
  const { Transform, Collider, Static } = collision;
  const Seamless = seamless(world);
  const lay = (x: number, y: number, z: number, shape: ShapeSpec) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, shape));
    addComponent(world, eid, Static);
    addComponent(world, eid, Seamless);
  };
  for (let x = -HALF; x < HALF; x++) {
    for (let z = -HALF; z < HALF; z++) {
      const kind = laid === 'any' ? LAID[rng.integer(0, LAID.length - 1)] : laid;
      if (kind === 'box') lay(x + 0.5, -thick / 2, z + 0.5, box(0.5, thick / 2, 0.5));
      else if (kind !== 'mesh over a heightfield') lay(x, 0, z, plate(thick, kind === 'solid mesh'));
      else {
        lay(x, 0, z, mesh([0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1], [0, 2, 1, 1, 2, 3]));
        lay(x, -thick, z, heightfield(new Float64Array(9), 3, 3, 0.5));
      }
    }
  }
  return { world, collision };
}

it.each([...LAID, 'any'] as const)('thin slabs (%s) are met from both sides, and from the right one', (laid) => {
  for (let seed = 1; seed <= effort(150, 2); seed++) {
    const rng = createRng(seed);
    for (const thick of [1e-4, 1e-3, 0.02, 0.1]) {
      const { world, collision } = createFloor(rng, laid, thick);
      const { Transform, Collider } = collision;
      for (const side of [1, -1]) {
        const shape = makeBody(rng);
        const q = Array.from({ length: 4 }, () => rng.range(-1, 1));
        const isUpright = rng.next() < 0.4;
        const length = Math.hypot(...q);
        const [qx, qy, qz, qw] = isUpright ? [0, 0, 0, 1] : q.map((value) => value / length);
        // A third of them exactly over the seams of chunks.
        const [x, z] = [0, 1].map(() => (rng.next() < 0.3 ? 0 : rng.range(-2, 2)));
        const from = { x, y: side * 3, z, rotation: { x: qx, y: qy, z: qz, w: qw } };
        const hit = castShape(world, shape, from, { x: 0, y: -5 * side, z: 0 });
        const context = { seed, thick, side, kind: shape.kind };
        expect({ ...context, up: side * (hit?.normalY ?? 0) }).toEqual({ ...context, up: expect.closeTo(1, 9) });
        for (const depth of [1e-3, 0.03]) {
          const body = addEntity(world);
          const y = from.y - side * (5 * hit!.fraction + depth);
          addComponent(world, body, set(Transform, { x, y, z, qx, qy, qz, qw }));
          addComponent(world, body, set(Collider, shape));
          collisionSystem(world);
          let deepest = Infinity;
          for (const { b, normalX, normalY, normalZ, separation } of collision.contacts()) {
            if (b !== body) continue;
            deepest = Math.min(deepest, separation);
            const normal = [normalX, normalY, normalZ];
            if (!(side * normalY > 1 - 1e-9)) expect({ ...context, depth, normal }).toBe('along y');
          }
          expect({ ...context, deepest }).toEqual({ ...context, deepest: expect.closeTo(-depth, 6) });
          // Out of the way of the next one, whose cast sees where the last tick has left it.
          Transform.y[body] = 100 * side;
          Transform.x[body] = 100 * (depth + thick);
          collisionSystem(world);
        }
      }
    }
  }
});
