import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  castShape,
  closestPoint,
  collideShape,
  collisionSystem,
  createCollision,
  type Heights,
  heightfield,
  mesh,
  overlapShape,
  queryPoint,
  type ShapeContact,
  type ShapeSpec,
  sphere,
} from '../../../entry/3d.ts';
import { makeHeightField, writeFieldCorners } from '../../../src/3d/geometry/tree/height-field.ts';
import { effort } from '../../support/effort.ts';
import { refusal } from '../../support/game-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** A world with one static shape at a place, turned and scaled. */
function worldOf(shape: ShapeSpec) {
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.02 });
  const { Transform, Collider, Static } = collision;
  const ground = addEntity(world);
  addComponent(world, ground, Static);
  addComponent(world, ground, set(Transform, { x: 3, y: -1, z: 2, qy: 0.3, qx: 0.1, scale: 1.5 }));
  addComponent(world, ground, set(Collider, shape));
  const body = addEntity(world);
  addComponent(world, body, set(Transform, { x: 1e6 }));
  addComponent(world, body, set(Collider, sphere(0.4)));
  collisionSystem(world);
  return { world, collision, body };
}

/** The same triangles as a mesh, by the same numbers as far as there are no holes. */
function asMesh({ heights, columns, rows, heightScale, hole }: Field, x: number, z: number, oneSided: boolean) {
  const field = makeHeightField(heights, columns, rows, x, z, heightScale, hole);
  const positions: number[] = [];
  const numbers: number[] = [];
  const corners = new Float64Array(9);
  for (let triangle = 0; triangle < 2 * (columns - 1) * (rows - 1); triangle++) {
    if (!writeFieldCorners(corners, field, triangle)) continue;
    positions.push(...corners);
    numbers.push(triangle);
  }
  return { shape: mesh(positions, undefined, { oneSided }), numbers };
}

interface Field {
  heights: Heights;
  columns: number;
  rows: number;
  heightScale: number;
  hole: number;
}

function fieldOf(rng: Rng, seed: number): Field {
  const columns = rng.integer(2, 24);
  const rows = rng.integer(2, 24);
  const count = columns * rows;
  if (seed % 2 === 0) {
    const heights = Float32Array.from({ length: count }, () => (rng.next() < 0.08 ? Number.NaN : rng.range(0, 1.5)));
    heights[0] = heights[1] = heights[columns] = 0.5;
    return { heights, columns, rows, heightScale: 1, hole: Number.NaN };
  }
  const heights = Int16Array.from({ length: count }, () => (rng.next() < 0.08 ? -32_768 : rng.integer(-400, 400)));
  heights[0] = heights[1] = heights[columns] = 7;
  return { heights, columns, rows, heightScale: 1 / 256, hole: -32_768 };
}

describe('a field of heights', () => {
  it('answers as the mesh of its triangles does, holes and all', () => {
    let hits = 0;
    let contacts = 0;
    for (let seed = 1; seed <= effort(100, 8); seed++) {
      const rng = createRng(seed);
      const given = fieldOf(rng, seed);
      const { heights, columns, rows, heightScale, hole } = given;
      const spacing = { x: rng.range(0.3, 1), z: rng.range(0.3, 1) };
      const oneSided = seed % 3 === 0;
      const twin = asMesh(given, spacing.x, spacing.z, oneSided);
      const field = worldOf(heightfield(heights, columns, rows, spacing, { heightScale, hole, oneSided }));
      const model = worldOf(twin.shape);
      const near = () => ({ x: rng.range(3, 15), y: rng.range(-2.5, 1.5), z: rng.range(0, 15) });
      for (let round = 0; round < 40; round++) {
        const from = near();
        const to = near();
        const way = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z };
        for (const ask of [
          (world: object) => castRay(world, from, way, { maxFraction: 1 }),
          (world: object) => castShape(world, capsule(0.2, 0.3), from, way),
          (world: object) => closestPoint(world, from, { maxDistance: 8 }),
        ]) {
          const found = ask(field.world);
          const expected = ask(model.world);
          if (expected !== undefined && expected.entity === 1) {
            hits++;
            expect(found).toEqual({ ...expected, child: twin.numbers[expected.child] });
          } else expect(found).toEqual(expected);
        }
        expect(overlapShape(field.world, box(0.3, 0.5, 0.3), from, [])).toEqual(
          overlapShape(model.world, box(0.3, 0.5, 0.3), from, []),
        );
        expect(queryPoint(field.world, from, [])).toEqual(queryPoint(model.world, from, []));
        const own: ShapeContact[] = [];
        const others: ShapeContact[] = [];
        collideShape(field.world, sphere(0.8), from, own);
        collideShape(model.world, sphere(0.8), from, others);
        contacts += own.length;
        expect(own).toEqual(
          others.map((contact) => ({ ...contact, child: contact.entity === 1 ? twin.numbers[contact.child] : 0 })),
        );
        for (const { world, collision, body } of [field, model]) {
          collision.Transform.x[body] = from.x;
          collision.Transform.y[body] = from.y;
          collision.Transform.z[body] = from.z;
          collisionSystem(world);
        }
        const read = ({ collision }: typeof field) =>
          Array.from(collision.contacts(), (contact) => [contact.normalX, contact.normalY, contact.separation]);
        expect(read(field)).toEqual(read(model));
      }
    }
    expect(hits).toBeGreaterThan(100);
    expect(contacts).toBeGreaterThan(50);
  });

  it('lies over its grid from the entity on, and names the triangle', () => {
    const flat = createWorld();
    const { Transform, Collider } = createCollision(flat);
    const eid = addEntity(flat);
    addComponent(flat, eid, set(Transform, {}));
    addComponent(
      flat,
      eid,
      set(Collider, heightfield(Float32Array.of(0, 0, 0, 0, 2, 0, 0, 0, 0), 3, 3, { x: 2, z: 4 })),
    );
    collisionSystem(flat);
    const down = { x: 0, y: -10, z: 0 };
    expect(castRay(flat, { x: 2, y: 5, z: 4 }, down)).toMatchObject({ fraction: 0.3, y: 2 });
    // The first cell is cut from (2, 0) to (0, 4): its second triangle has the peak.
    expect(castRay(flat, { x: 0.5, y: 5, z: 1 }, down)).toMatchObject({ child: 0, y: 0, normalY: 1 });
    expect(castRay(flat, { x: 1.9, y: 5, z: 3.8 }, down)?.child).toBe(1);
    expect(castRay(flat, { x: 3.9, y: 5, z: 7.9 }, down)?.child).toBe(7);
    expect(castRay(flat, { x: 4.1, y: 5, z: 7.9 }, down)).toBeUndefined();
  });

  it('takes a sixth of a byte a cell beside its heights', () => {
    const { extremes } = makeHeightField(new Int16Array(1025 * 1025), 1025, 1025, 1, 1, 1, Number.NaN);
    expect(extremes.byteLength / 1024 ** 2).toBeLessThan(0.17);
  });

  it('is refused with the reason', () => {
    const flat = new Float32Array(9);
    const make = (...args: unknown[]) => refusal(() => (heightfield as (...all: unknown[]) => unknown)(...args));
    expect(make([0, 0, 0, 0], 2, 2, 1)).toContain('heightfield heights must be a Float32Array');
    expect(make(flat, 3, 4, 1)).toContain('the number of heightfield heights must be columns · rows, 12, got 9');
    expect(make(flat, 1, 9, 1)).toContain('heightfield columns must be an integer from 2 to 16385, got 1');
    expect(make(flat, 3, 3, 0)).toContain('heightfield spacing x must be finite and greater than 0, got 0');
    expect(make(flat, 3, 3, { x: 1, z: Number.NaN })).toContain('heightfield spacing z');
    expect(make(flat, 3, 3, { x: 1, y: 2 })).toContain('heightfield spacing');
    expect(make(Float32Array.of(0, 0, 0, Infinity), 2, 2, 1)).toContain('the height at column 1, row 1');
    expect(make(new Float32Array(4).fill(Number.NaN), 2, 2, 1)).toContain('heightfield: has holes alone');
    expect(make(flat, 3, 3, 1, { heightScale: 0 })).toContain('heightfield heightScale');
    expect(make(flat, 3, 3, 1, { holes: 1 })).toContain('heightfield options');
    expect(refusal(() => overlapShape(createEmpty(), heightfield(flat, 3, 3, 1), { x: 0, y: 0, z: 0 }, []))).toContain(
      'another shape than a heightfield',
    );
  });
});

function createEmpty(): object {
  const world = createWorld();
  createCollision(world);
  return world;
}
