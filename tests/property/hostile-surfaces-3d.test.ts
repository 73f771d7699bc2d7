import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  castShape,
  closestPoint,
  collisionSystem,
  cone,
  createCollision,
  cylinder,
  heightfield,
  hull,
  mesh,
  overlapShape,
  queryPoint,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import { closestPointTriangle } from '../../src/3d/geometry/closest/closest-point-triangle.ts';
import { effort } from '../support/effort.ts';
import { makeTorusKnot, type TestMesh } from '../support/meshes.ts';
import { overlapsTriangles } from '../support/overlaps-triangles.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { cutEdges, makeTerrain, makeTriangleSoup, unshare } from '../support/surface-meshes.ts';

/*
 * Surfaces as files have them when nobody has looked: slivers, doubled and turned triangles, three at an edge, pieces
 * that cross, in sizes from 1e-4 to 1e6, turned, scaled and far away. Contacts and queries against all triangles.
 */

const SIZES = effort([1e-4, 1e-2, 1, 1e3, 1e6], [1e-4, 1e6]);

const convex = (s: number): readonly ShapeSpec[] => [
  sphere(0.5 * s),
  capsule(0.3 * s, 0.4 * s),
  box(0.5 * s, 0.3 * s, 0.4 * s),
  box(0.3 * s, 0.2 * s, 0.4 * s, { radius: 0.1 * s }),
  cylinder(0.4 * s, 0.4 * s),
  cone(0.4 * s, 0.4 * s),
  hull([1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1].map((value) => 0.5 * s * value)),
];

/** Adds what should not be in a mesh: doubled, turned, flat and needle-like triangles, and fins at inner edges. */
function spoil(rng: Rng, { positions, index }: TestMesh): TestMesh {
  const points = Array.from(positions);
  const triangles = Array.from(index);
  const count = index.length / 3;
  const add = (...corners: number[][]) => {
    for (const corner of corners) triangles.push(points.push(...corner) / 3 - 1);
  };
  const at = (i: number) => points.slice(3 * i, 3 * i + 3);
  const between = (a: number[], b: number[], t: number) => a.map((value, axis) => value + t * (b[axis] - value));
  for (let i = 0; i < 12; i++) {
    const t = 3 * rng.integer(0, count - 1);
    const [a, b, c] = [index[t], index[t + 1], index[t + 2]];
    const kind = i % 6;
    if (kind === 0) triangles.push(a, b, c);
    else if (kind === 1) triangles.push(a, c, b);
    else if (kind === 2) triangles.push(a, b, b);
    else if (kind === 3) add(at(a), at(b), between(at(a), at(b), rng.next()));
    else if (kind === 4) {
      // A needle beside an edge, a ten-millionth of it high.
      const tip = between(at(a), at(b), 0.4).map((value) => value + rng.range(-1e-7, 1e-7));
      add(at(a), tip, at(b));
    } else
      add(
        at(a),
        at(b),
        [0, 1, 2].map((axis) => at(a)[axis] + rng.range(-0.5, 0.5)),
      );
  }
  return { positions: Float64Array.from(points), index: Uint32Array.from(triangles) };
}

const MESHES: Record<string, (rng: Rng) => TestMesh> = {
  terrain: (rng) =>
    spoil(
      rng,
      makeTerrain(6, 6, () => rng.range(-0.3, 0.3)),
    ),
  'terrain with T-junctions': (rng) =>
    spoil(
      rng,
      unshare(
        rng,
        cutEdges(
          rng,
          makeTerrain(5, 5, () => rng.range(-0.3, 0.3)),
          0.5,
        ),
      ),
    ),
  soup: (rng) => spoil(rng, makeTriangleSoup(rng, 40, 2)),
  knot: (rng) => spoil(rng, makeTorusKnot(24, 5)),
  'single triangle': () => ({
    positions: Float64Array.of(0, 0, 0, 2, 0.1, 0, 0, 0.2, 3),
    index: Uint32Array.of(0, 1, 2),
  }),
};

interface Stand {
  x: number;
  y: number;
  z: number;
  qx: number;
  qy: number;
  qz: number;
  qw: number;
  scale: number;
}

/** The triangles where they stand in the world, without those that have no area. */
function placedCorners({ positions, index }: TestMesh, stand: Stand): Float64Array {
  const { x, y, z, scale } = stand;
  const length = Math.hypot(stand.qx, stand.qy, stand.qz, stand.qw);
  const [i, j, k, w] = [stand.qx / length, stand.qy / length, stand.qz / length, stand.qw / length];
  const corners: number[] = [];
  for (let t = 0; t < index.length; t += 3) {
    const own: number[] = [];
    for (let corner = 0; corner < 3; corner++) {
      const [p, q, r] = [0, 1, 2].map((axis) => scale * positions[3 * index[t + corner] + axis]);
      const v = [2 * (j * r - k * q), 2 * (k * p - i * r), 2 * (i * q - j * p)];
      own.push(
        x + p + w * v[0] + j * v[2] - k * v[1],
        y + q + w * v[1] + k * v[0] - i * v[2],
        z + r + w * v[2] + i * v[1] - j * v[0],
      );
    }
    const u = [3, 4, 5].map((at) => own[at] - own[at - 3]);
    const v = [6, 7, 8].map((at) => own[at] - own[at - 6]);
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    if (Math.hypot(...cross) > 1e-13 * (Math.hypot(...u) ** 2 + Math.hypot(...v) ** 2)) corners.push(...own);
  }
  return Float64Array.from(corners);
}

const nearest = new Float64Array(7);

describe.each(Object.keys(MESHES))('a spoilt %s', (name) => {
  it.each(SIZES)('of size %d is met as all of its triangles are', (size) => {
    let touched = 0;
    let apart = 0;
    const rounds = effort(40, 1);
    for (let seed = 1; seed <= rounds; seed++) {
      const rng = createRng(seed);
      const made = MESHES[name](rng);
      const turn = () => rng.range(-1, 1);
      const far = seed % 3 === 0 ? 1e3 * size : 0;
      const stand: Stand = {
        ...{ x: far + size * turn(), y: size * turn(), z: size * turn() - far },
        ...{ qx: turn(), qy: turn(), qz: turn(), qw: turn(), scale: seed % 2 === 0 ? size * rng.range(0.7, 1.5) : 1 },
      };
      const grown = stand.scale === 1 ? size : 1;
      const positions = Float64Array.from(made.positions, (value) => value * grown);
      const corners = placedCorners({ positions, index: made.index }, stand);
      const world = createWorld();
      const collision = createCollision(world);
      const { Transform, Collider } = collision;
      const ground = addEntity(world);
      addComponent(world, ground, set(Transform, { ...stand }));
      addComponent(world, ground, set(Collider, mesh(positions, made.index)));
      // Rounding of a place so far away, and of the triangles there.
      const slack = 1e-6 * size + 1e-13 * far;
      for (const shape of convex(size)) {
        const at = 9 * rng.integer(0, corners.length / 9 - 1);
        const near = (axis: number) => {
          const [a, b] = [rng.next(), rng.next()];
          const [u, v] = a + b > 1 ? [1 - a, 1 - b] : [a, b];
          const on = corners[at + axis] + u * (corners[at + 3 + axis] - corners[at + axis]);
          return on + v * (corners[at + 6 + axis] - corners[at + axis]) + 0.8 * size * turn();
        };
        const pose = { x: near(0), y: near(1), z: near(2), qx: turn(), qy: turn(), qz: turn(), qw: turn() };
        const body = addEntity(world);
        addComponent(world, body, set(Transform, pose));
        addComponent(world, body, set(Collider, shape));
        collisionSystem(world);
        const { separation } = overlapsTriangles(shape, pose, corners);
        const about = { seed, kind: shape.kind, pose, separation, stand };
        let touches = false;
        for (const contact of collision.contactsOf(ground, body)) {
          touches ||= contact.touching;
          const n = [contact.normalX, contact.normalY, contact.normalZ];
          for (let i = 0; i < contact.pointCount; i++) {
            const back = 0.5 * contact.pointSeparation(i);
            const p = [contact.pointX(i), contact.pointY(i), contact.pointZ(i)];
            const on = p.map((value, axis) => value - back * n[axis]);
            let least = Infinity;
            for (let t = 0; t < corners.length; t += 9)
              least = Math.min(least, closestPointTriangle(nearest, 0, on, 0, corners, t));
            if (!(Math.sqrt(least) < slack + 1e-4 * Math.abs(back))) expect({ ...about, on, n, least }).toBe('on it');
          }
        }
        const rotation = { x: pose.qx, y: pose.qy, z: pose.qz, w: pose.qw };
        const place = { x: pose.x, y: pose.y, z: pose.z, rotation };
        const isFound = overlapShape(world, shape, place, [], { ignore: body }) > 0;
        if (separation > slack) {
          apart++;
          if (touches || isFound) expect({ ...about, touches, isFound }).toBe('apart');
          const way = { x: 3 * size * turn(), y: 3 * size * turn(), z: 3 * size * turn() };
          const hit = castShape(world, shape, place, way, { ignore: body, maxFraction: 1 });
          const end = hit?.fraction ?? 1;
          const there = { ...pose, x: pose.x + end * way.x, y: pose.y + end * way.y, z: pose.z + end * way.z };
          const last = overlapsTriangles(shape, there, corners).separation;
          if (!(hit === undefined ? last > -slack : Math.abs(last) < slack)) {
            expect({ ...about, way, end, last }).toBe(hit === undefined ? 'free' : 'touching');
          }
        } else if (separation < -slack) {
          touched++;
          if (!touches || !isFound) expect({ ...about, touches, isFound }).toBe('touched');
        }
        const point = closestPoint(world, place, { ignore: body })!;
        let squared = Infinity;
        for (let t = 0; t < corners.length; t += 9)
          squared = Math.min(squared, closestPointTriangle(nearest, 0, [pose.x, pose.y, pose.z], 0, corners, t));
        expect(Math.abs(point.distance - Math.sqrt(squared)) / size).toBeLessThan(1e-6);
        if (seed % 4 === 0) removeComponent(world, body, Collider);
        else removeEntity(world, body);
      }
    }
    expect(touched).toBeGreaterThan(0);
    expect(apart).toBeGreaterThan(0);
  });
});

it('no ray leaves a closed mesh between two triangles, whatever its turn and scale', () => {
  const rounds = effort(300, 5);
  for (let seed = 1; seed <= rounds; seed++) {
    const rng = createRng(seed);
    const turn = () => rng.range(-1, 1);
    // A sphere of triangles that f32 has rounded, so that nothing lies where it should.
    const bands = rng.integer(3, 9);
    const points: number[] = [];
    const index: number[] = [];
    for (let row = 0; row <= bands; row++) {
      for (let k = 0; k < 2 * bands; k++) {
        const [lat, long] = [(Math.PI * row) / bands - Math.PI / 2, (Math.PI * k) / bands];
        const radius = row === 0 || row === bands ? 1 : rng.range(0.8, 1.2);
        const flat = row === 0 || row === bands ? 0 : Math.cos(lat);
        points.push(radius * flat * Math.cos(long), radius * Math.sin(lat), radius * flat * Math.sin(long));
        const [a, b] = [2 * bands * row + k, 2 * bands * row + ((k + 1) % (2 * bands))];
        if (row < bands) index.push(a, a + 2 * bands, b, b, a + 2 * bands, b + 2 * bands);
      }
    }
    const scale = SIZES[seed % SIZES.length];
    const positions = Float32Array.from(points);
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const eid = addEntity(world);
    const stand = { x: scale * turn(), y: scale * turn(), z: scale * turn(), scale };
    addComponent(world, eid, set(Transform, { ...stand, qx: turn(), qy: turn(), qz: turn(), qw: turn() }));
    addComponent(world, eid, set(Collider, mesh(positions, index)));
    collisionSystem(world);
    const corners = placedCorners(
      { positions: Float64Array.from(positions), index: Uint32Array.from(index) },
      {
        ...stand,
        qx: Transform.qx[eid],
        qy: Transform.qy[eid],
        qz: Transform.qz[eid],
        qw: Transform.qw[eid],
      },
    );
    for (let i = 0; i < 200; i++) {
      const from = { x: stand.x + 0.3 * scale * turn(), y: stand.y + 0.3 * scale * turn(), z: stand.z };
      // At a corner, at a place on an edge, or anywhere.
      const at = 3 * rng.integer(0, corners.length / 3 - 1);
      const other = at % 9 === 0 ? at + 3 : at - 3;
      const share = i % 3 === 0 ? 0 : rng.next();
      const to = [0, 1, 2].map((axis) => corners[at + axis] + share * (corners[other + axis] - corners[at + axis]));
      const way = { x: to[0] - from.x, y: to[1] - from.y, z: to[2] - from.z };
      const hit = castRay(world, from, way);
      if (hit === undefined || Math.abs(hit.fraction - 1) > 1e-6) expect({ seed, i, from, way, hit }).toBe('hit');
    }
  }
});

it('a solid of doubled triangles is as solid', () => {
  const signs = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
  const quads = ['0264', '1573', '0451', '2376', '0132', '4675'].map((corners) => Array.from(corners, Number));
  const once = quads.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]);
  for (const times of [1, 2, 3, 9, 20]) {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { qx: 0.3, qy: 0.2 }));
    const index = Array.from({ length: times }, () => once).flat();
    addComponent(world, eid, set(Collider, mesh(signs, index, { solid: true })));
    collisionSystem(world);
    const rng = createRng(times);
    for (let i = 0; i < 50; i++) {
      const at = { x: rng.range(-0.5, 0.5), y: rng.range(-0.5, 0.5), z: rng.range(-0.5, 0.5) };
      expect(queryPoint(world, at, []), `${times} times`).toBe(1);
      expect(queryPoint(world, { ...at, x: 2 }, []), `${times} times`).toBe(0);
    }
  }
});

it('fields of two points, of one strip and with holes at the rim are met where their triangles are', () => {
  const none = Number.NaN;
  for (const [columns, rows, heights] of [
    [2, 2, [0, 1, 0, 0]],
    [2, 2, [none, 1, 0, 0]],
    [2, 5, [0, 1, 0, 0, 1, 0, none, 0, 0, 1]],
    [5, 2, [0, 1, 0, 0, 1, none, 0, 0, 0, 1]],
    [4, 4, [none, 0, 0, none, 0, 1, 1, 0, 0, 1, 1, 0, none, 0, 0, none]],
    [3, 3, [none, none, none, none, 0, 0, none, 0, 0]],
  ] as const) {
    const corners: number[] = [];
    const put = (column: number, row: number) => [column, heights[row * columns + column], 2 * row];
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const [a, b, c, d] = [put(column, row), put(column, row + 1), put(column + 1, row), put(column + 1, row + 1)];
        for (const triangle of [
          [...a, ...b, ...c],
          [...b, ...d, ...c],
        ])
          if (triangle.every(Number.isFinite)) corners.push(...triangle);
      }
    }
    const all = Float64Array.from(corners);
    const world = createWorld();
    const collision = createCollision(world);
    const { Transform, Collider } = collision;
    const ground = addEntity(world);
    addComponent(world, ground, set(Transform, {}));
    addComponent(world, ground, set(Collider, heightfield(Float64Array.from(heights), columns, rows, { x: 1, z: 2 })));
    const rng = createRng(columns * 10 + rows);
    for (let i = 0; i < effort(300, 20); i++) {
      const pose = {
        ...{ x: rng.range(-0.5, columns - 0.5), y: rng.range(-0.5, 1.5), z: rng.range(-0.5, 2 * rows - 1.5) },
        ...{ qx: rng.range(-1, 1), qy: rng.range(-1, 1), qz: rng.range(-1, 1), qw: rng.range(-1, 1) },
      };
      const shape = convex(0.6)[i % 7];
      const body = addEntity(world);
      addComponent(world, body, set(Transform, pose));
      addComponent(world, body, set(Collider, shape));
      collisionSystem(world);
      const { separation } = overlapsTriangles(shape, pose, all);
      const touches = Array.from(collision.contactsOf(ground, body), ({ touching }) => touching).includes(true);
      if (Math.abs(separation) > 1e-7 && touches !== separation < 0)
        expect({ columns, rows, i, pose, separation }).toBe(touches);
      const down = castRay(
        world,
        { x: pose.x, y: 5, z: pose.z },
        { x: 0, y: -10, z: 0 },
        { ignore: body, maxFraction: 1 },
      );
      const found = closestPoint(world, pose, { ignore: body })!;
      let squared = Infinity;
      for (let t = 0; t < all.length; t += 9)
        squared = Math.min(squared, closestPointTriangle(nearest, 0, [pose.x, pose.y, pose.z], 0, all, t));
      expect(found.distance).toBeCloseTo(Math.sqrt(squared), 12);
      if (down !== undefined) {
        const on = [down.x, down.y, down.z];
        let least = Infinity;
        for (let t = 0; t < all.length; t += 9)
          least = Math.min(least, closestPointTriangle(nearest, 0, on, 0, all, t));
        expect(Math.sqrt(least)).toBeLessThan(1e-12);
      }
      removeEntity(world, body);
    }
  }
});
