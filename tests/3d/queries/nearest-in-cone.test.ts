import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  castRay,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  hull,
  mesh,
  overlapCone,
  queryPoint,
  type ShapeSpec,
  sphere,
} from 'bitecs-collision/3d';
import { expect, test } from 'vitest';
import { writeNearestInCone } from '../../../src/3d/queries/nearest-in-cone.ts';
import { createQueryShape } from '../../../src/3d/queries/query-shape.ts';
import { placeVisionCone } from '../../../src/3d/queries/vision-cone.ts';
import { space } from '../../../systems/3d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { add, cross, dot, randomUnit, size, times, type Vec } from '../../support/distance-functions-3d.ts';
import { effort } from '../../support/effort.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const TETRAHEDRON = [0, 1, 0, -1, -0.5, -0.7, 1, -0.5, -0.7, 0, -0.5, 1];

const KINDS: Record<string, (s: number) => ShapeSpec> = {
  sphere: (s) => sphere(s),
  box: (s) => box(s, 0.6 * s, 0.3 * s),
  'rounded box': (s) => box(s, 0.6 * s, 0.3 * s, { radius: 0.3 * s }),
  capsule: (s) => capsule(0.4 * s, s),
  cylinder: (s) => cylinder(0.7 * s, 0.5 * s),
  cone: (s) => cone(0.7 * s, 0.8 * s),
  hull: (s) => hull(TETRAHEDRON.map((value) => s * value)),
  'half-space': () => halfSpace(),
  compound: (s) =>
    compound([
      { ...sphere(0.5 * s), offsetX: s },
      { ...box(0.3 * s, s, 0.3 * s), offsetY: -s },
    ]),
  mesh: (s) =>
    mesh(
      TETRAHEDRON.map((value) => s * value),
      [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2],
    ),
  solid: (s) =>
    mesh(
      TETRAHEDRON.map((value) => s * value),
      [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
      { solid: true },
    ),
};

/** Unit vectors within an angle of an axis, on rings, the rim and the axis among them. */
function directionsWithin(axis: Vec, halfAngle: number, rings: number): Vec[] {
  const across = cross(axis, Math.abs(axis[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]);
  const u = times(across, 1 / size(across));
  const v = cross(axis, u);
  const found = [axis];
  for (let ring = 1; ring <= rings; ring++) {
    const angle = (halfAngle * ring) / rings;
    const count = 6 * ring;
    for (let k = 0; k < count; k++) {
      const turn = (2 * Math.PI * k) / count;
      const side = add(times(u, Math.cos(turn)), times(v, Math.sin(turn)));
      found.push(add(times(axis, Math.cos(angle)), times(side, Math.sin(angle))));
    }
  }
  return found;
}

function tryCone(rng: Rng, shape: ShapeSpec, scale: number): 'missed' | 'inside' | 'aside' {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const entity = addEntity(world);
  const at = times(randomUnit(rng), scale * rng.range(0, 2.5));
  const [qx, qy, qz] = randomUnit(rng);
  addComponent(world, entity, set(Transform, { x: at[0], y: at[1], z: at[2], qx, qy, qz, qw: rng.range(-1, 1) }));
  addComponent(world, entity, set(Collider, shape));
  collisionSystem(world);
  const axis = randomUnit(rng);
  const halfAngle = rng.range(0, 1) < 0.1 ? Math.PI / 2 : rng.range(0.02, Math.PI / 2);
  // Mostly before the shape, which the cone half meets.
  const back = times(axis, -scale * rng.range(0.5, 2.5));
  const [x, y, z] = add(at, add(back, times(randomUnit(rng), scale * rng.range(0, 2))));
  const view = { x, y, z, axis: { x: axis[0], y: axis[1], z: axis[2] }, radius: scale * rng.range(0.5, 3), halfAngle };
  if (overlapCone(world, view, []) === 0) return 'missed';
  const placed = createQueryShape();
  placeVisionCone(placed, view);
  const point = new Float64Array(3);
  const { set: colliders } = scopeOf(world, space);
  writeNearestInCone(point, placed, colliders, 0);
  const way = [point[0] - x, point[1] - y, point[2] - z];
  const distance = size(way);
  // The point is in the cone, and on the shape: a ray there hits it at the point.
  expect(distance).toBeLessThanOrEqual(view.radius * (1 + 1e-9));
  if (distance < 1e-12 * scale) {
    expect(queryPoint(world, view, [])).toBe(1);
    return 'inside';
  }
  const angle = Math.atan2(size(cross(axis, way)), dot(axis, way));
  expect(angle).toBeLessThanOrEqual(halfAngle + 1e-6);
  // No ray within the cone meets the shape earlier.
  let earliest = Infinity;
  for (const direction of directionsWithin(axis, halfAngle, 12)) {
    const hit = castRay(world, view, { x: direction[0], y: direction[1], z: direction[2] });
    if (hit !== undefined) earliest = Math.min(earliest, hit.fraction);
  }
  expect(earliest).toBeGreaterThan(distance - 1e-8 * scale);
  // A ray a little to all sides, as one that only grazes may miss.
  const near = directionsWithin(times(way, 1 / distance), 1e-6, 2).map((direction) =>
    castRay(world, view, { x: direction[0], y: direction[1], z: direction[2] }),
  );
  expect(near.some((hit) => hit !== undefined && Math.abs(hit.fraction - distance) < 1e-3 * scale)).toBe(true);
  return 'aside';
}

for (const [name, make] of Object.entries(KINDS)) {
  test(`the nearest point in a cone, by rays all over it: ${name}`, () => {
    const rng = createRng(71);
    const count = { missed: 0, inside: 0, aside: 0 };
    const rounds = effort(400, 12);
    for (let round = 0; round < rounds; round++) {
      const scale = [1, 1e-3, 1e4][round % 3];
      count[tryCone(rng, make(scale), scale)]++;
    }
    expect(count.aside / rounds).toBeGreaterThan(0.1);
    expect(count.missed / rounds).toBeGreaterThan(0.05);
  });
}
