import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  type CastHit,
  capsule,
  castShape,
  collideShape,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  heightfield,
  hull,
  mesh,
  type ShapeContact,
  type ShapeSpec,
  seamless,
  sphere,
} from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import type { TestMesh } from '../support/meshes.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { cutEdges, unshare } from '../support/surface-meshes.ts';

/*
 * Bodies on grounds that are cut into many seamless colliders. What the ground is as a whole is known as a function of
 * its height, of which the colliders know nothing: whether a point is in it tells which normals it has where.
 */

const SIZE = 12;
type Vector = readonly [number, number, number];

interface Ground {
  /** The height of the ground over a place. */
  readonly height: (x: number, z: number) => number;
  readonly pieces: readonly { shape: ShapeSpec; x: number; y: number; z: number }[];
}

/**
 * Slopes of random heights in chunks: meshes with and without shared vertices and T-junctions, and heightfields of the
 * same spacing and of half of it.
 */
function makeSlopes(rng: Rng, length = rng.next() < 0.5 ? 3 : 4): Ground {
  const steep = rng.next() < 0.5 ? 0.3 : 1;
  const heights = Array.from({ length: (SIZE + 1) ** 2 }, () => (rng.next() < 0.4 ? 0 : steep * rng.next()));
  const at = (x: number, z: number) => heights[z * (SIZE + 1) + x];
  const height = (x: number, z: number) => {
    const column = Math.min(SIZE - 1, Math.max(0, Math.floor(x)));
    const row = Math.min(SIZE - 1, Math.max(0, Math.floor(z)));
    const u = x - column;
    const v = z - row;
    const [a, b, c, d] = [at(column, row), at(column, row + 1), at(column + 1, row + 1), at(column + 1, row)];
    return u + v <= 1 ? a + u * (d - a) + v * (b - a) : c + (1 - u) * (b - c) + (1 - v) * (d - c);
  };
  const pieces: { shape: ShapeSpec; x: number; y: number; z: number }[] = [];
  for (let x = 0; x < SIZE; x += length) {
    for (let z = 0; z < SIZE; z += length) {
      const local: number[] = [];
      for (let row = 0; row <= length; row++) {
        for (let column = 0; column <= length; column++) local.push(at(x + column, z + row));
      }
      const kind = length === SIZE ? 1 : rng.integer(0, 4);
      if (kind === 4) {
        const side = 2 * length + 1;
        const fine = Float64Array.from({ length: side * side }, (_, i) => {
          return height(x + (i % side) / 2, z + Math.floor(i / side) / 2);
        });
        pieces.push({ shape: heightfield(fine, side, side, 0.5), x, y: 0, z });
        continue;
      }
      const chunk = meshOf(local, length);
      const cut = kind < 2 ? chunk : cutEdges(rng, chunk, 0.4);
      const { positions, index } = kind === 0 ? chunk : unshare(rng, cut);
      const shape =
        kind === 3 ? heightfield(Float64Array.from(local), length + 1, length + 1, 1) : mesh(positions, index);
      pieces.push({ shape, x, y: 0, z });
    }
  }
  return { height, pieces };
}

/** The triangles of a heightfield as a mesh. */
function meshOf(heights: readonly number[], length: number): TestMesh {
  const positions = heights.flatMap((y, i) => [i % (length + 1), y, Math.floor(i / (length + 1))]);
  const index: number[] = [];
  for (let row = 0; row < length; row++) {
    for (let column = 0; column < length; column++) {
      const a = row * (length + 1) + column;
      const b = a + length + 1;
      index.push(a, b, a + 1, b, b + 1, a + 1);
    }
  }
  return { positions: Float64Array.from(positions), index: Uint32Array.from(index) };
}

const BOTTOM = -2;
const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));

/** Terraces of boxes and hulls: cells, strips that end in T-junctions, and blocks that overlap. */
function makeTerraces(rng: Rng): Ground {
  const levels = Array.from({ length: SIZE * SIZE }, () => 0);
  const tops = rng.next() < 0.3 ? [0] : [0, 0, 0.2, 0.6];
  const pieces: { shape: ShapeSpec; x: number; y: number; z: number }[] = [];
  const boxOf = (x: number, z: number, width: number, depth: number, top: number) => {
    const half: Vector = [width / 2, (top - BOTTOM) / 2, depth / 2];
    return { half, x: x + half[0], y: BOTTOM + half[1], z: z + half[2] };
  };
  for (let x = 0; x < SIZE; x++) {
    for (let z = 0; z < SIZE; ) {
      const depth = Math.min(SIZE - z, rng.next() < 0.5 ? 1 : rng.integer(2, 4));
      const top = tops[rng.integer(0, tops.length - 1)];
      for (let row = z; row < z + depth; row++) levels[row * SIZE + x] = top;
      const kind = rng.integer(0, 3);
      const whole = boxOf(x, z, 1, depth, top);
      if (kind === 0) {
        const corners = cube.flatMap((corner) => corner.map((value, axis) => value * whole.half[axis]));
        pieces.push({ ...whole, shape: hull(corners) });
      } else if (kind === 1 && depth > 1) {
        const parts = Array.from({ length: depth }, (_, i) => boxOf(x, z + i, 1, 1, top));
        const children = parts.map((part) => ({
          ...box(...part.half),
          offsetX: part.x - x,
          offsetY: part.y,
          offsetZ: part.z - z,
        }));
        pieces.push({ shape: compound(children), x, y: 0, z });
      } else pieces.push({ ...whole, shape: box(...whole.half) });
      // A block that lies inside of what is there, its top in line or below.
      if (rng.next() < 0.2) {
        const part = boxOf(x + 0.2, z + 0.1, 0.5, 0.7, rng.next() < 0.5 ? top : top - 0.1);
        pieces.push({ ...part, shape: box(...part.half) });
      }
      z += depth;
    }
  }
  const height = (x: number, z: number) => {
    const column = Math.min(SIZE - 1, Math.max(0, Math.floor(x)));
    return levels[Math.min(SIZE - 1, Math.max(0, Math.floor(z))) * SIZE + column];
  };
  return { height, pieces };
}

/** A plain of chunks that are boxes, meshes and heightfields, all with their top at 0. */
function makePlain(rng: Rng): Ground {
  const pieces: { shape: ShapeSpec; x: number; y: number; z: number }[] = [];
  for (let x = 0; x < SIZE; x += 2) {
    for (let z = 0; z < SIZE; z += 2) {
      const kind = rng.integer(0, 3);
      const flat = meshOf(new Array(9).fill(0), 2);
      const { positions, index } = rng.next() < 0.5 ? flat : unshare(rng, cutEdges(rng, flat, 0.5));
      if (kind === 0) pieces.push({ shape: mesh(positions, index), x, y: 0, z });
      else if (kind === 1) pieces.push({ shape: heightfield(new Float32Array(9), 3, 3, 1), x, y: 0, z });
      else pieces.push({ shape: box(1, 1, 1), x: x + 1, y: -1, z: z + 1 });
    }
  }
  return { height: () => 0, pieces };
}

const HULL = [-1, -0.8, -1, 1, -0.9, -1, 0.9, -1, 1, -1, -1, 0.8, 0.3, 1, 0.2, -0.6, 0.7, 0];

function makeBody(rng: Rng): ShapeSpec {
  const size = 0.15 * 4 ** rng.next();
  const kind = rng.integer(0, 6);
  if (kind === 0) return sphere(size);
  if (kind === 1) return box(size, 0.6 * size, 1.4 * size);
  if (kind === 2) return box(0.7 * size, 0.5 * size, 0.6 * size, { radius: 0.3 * size });
  if (kind === 3) return capsule(0.5 * size, 0.6 * size);
  if (kind === 4) return cylinder(0.8 * size, 0.6 * size);
  if (kind === 5) return cone(0.8 * size, 0.7 * size);
  return hull(HULL.map((value) => size * value));
}

/** In how many directions beside a point it is looked whether a face is open there. */
const WAYS_ASIDE = 120;

/** Two unit vectors across a normal, as pairs of their coordinates. */
function acrossOf([x, y, z]: Vector): [number, number][] {
  const side: Vector = Math.abs(x) < 0.5 ? [1, 0, 0] : [0, 1, 0];
  const u = [y * side[2] - z * side[1], z * side[0] - x * side[2], x * side[1] - y * side[0]];
  const length = Math.hypot(...u);
  for (let axis = 0; axis < 3; axis++) u[axis] /= length;
  const v = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
  return u.map((value, axis) => [value, v[axis]]);
}

/** Whether the ground has a normal at a point of its surface, found by looking whether points around are in it. */
function hasNormal(rng: Rng, { height }: Ground, [x, y, z]: Vector, normal: Vector): boolean {
  const isIn = (px: number, py: number, pz: number) => py < height(px, pz);
  /** Whether nothing of the ground near a place is higher along the normal. */
  const isHighest = (px: number, py: number, pz: number, radius: number): boolean => {
    for (let i = 0; i < 60; i++) {
      const d = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
      const length = Math.hypot(...d);
      const up = (d[0] * normal[0] + d[1] * normal[1] + d[2] * normal[2]) / length;
      if (up < 0.02 || length > 1) continue;
      const s = radius / length;
      if (isIn(px + s * d[0], py + s * d[1], pz + s * d[2])) return false;
    }
    return true;
  };
  const across = acrossOf(normal);
  for (const radius of [1e-3, 2e-5]) {
    if (isHighest(x, y, z, radius)) return true;
    // On the rim of a face that has the normal: somewhere beside the point the face is open. All ways are tried, a few
    // degrees apart: the corner of a triangle opens to few of them.
    for (let i = 0; i < WAYS_ASIDE; i++) {
      const turn = (2 * Math.PI * i) / WAYS_ASIDE;
      const t = across.map(([u, v]) => Math.cos(turn) * u + Math.sin(turn) * v);
      const place: Vector = [x + 3 * radius * t[0], y + 3 * radius * t[1], z + 3 * radius * t[2]];
      const below = place.map((value, axis) => value - 0.05 * radius * normal[axis]) as unknown as Vector;
      if (isIn(...below) && isHighest(...place, radius / 4)) return true;
    }
  }
  return false;
}

const uncut = (rng: Rng) => makeSlopes(rng, SIZE);
const GROUNDS = { slopes: makeSlopes, 'slopes of one mesh': uncut, terraces: makeTerraces, plain: makePlain };

it.each(Object.keys(GROUNDS) as (keyof typeof GROUNDS)[])('bodies meet no seam of %s', (kind) => {
  const bodies = effort(50, 4);
  const faults: unknown[] = [];
  let met = 0;
  for (let seed = 0; seed < effort(50, 2); seed++) {
    const rng = createRng(1000 + seed);
    const ground = GROUNDS[kind](rng);
    const world = createWorld();
    const collision = createCollision(world, { margin: 0.01 });
    const { Transform, Collider, Static } = collision;
    const Seamless = seamless(world);
    for (const { shape, x, y, z } of ground.pieces) {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x, y, z }));
      addComponent(world, eid, set(Collider, shape));
      addComponent(world, eid, Static);
      addComponent(world, eid, Seamless);
    }
    for (let i = 0; i < bodies; i++) {
      const shape = makeBody(rng);
      const body = addEntity(world);
      const q = Array.from({ length: 4 }, () => rng.range(-1, 1));
      const turn = rng.next() < 0.4 ? { x: 0, y: 0, z: 0, w: 1 } : { x: q[0], y: q[1], z: q[2], w: q[3] };
      const pose = { x: rng.range(2, SIZE - 2), y: 3, z: rng.range(2, SIZE - 2), rotation: turn };
      addComponent(
        world,
        body,
        set(Transform, { x: pose.x, y: pose.y, z: pose.z, qx: turn.x, qy: turn.y, qz: turn.z, qw: turn.w }),
      );
      addComponent(world, body, set(Collider, shape));
      collisionSystem(world);
      const filter = { ignore: body };
      const check = (what: string, point: Vector, normal: Vector) => {
        if (hasNormal(rng, ground, point, normal)) return;
        faults.push({ what, seed, i, body: shape.kind, point, normal });
      };
      const checkHit = (hit: CastHit) => check('cast', [hit.x, hit.y, hit.z], [hit.normalX, hit.normalY, hit.normalZ]);
      const down = castShape(world, shape, pose, { x: 0, y: -5, z: 0 }, filter);
      if (down === undefined) throw new Error('nothing below');
      checkHit(down);
      pose.y -= 5 * down.fraction;
      const way = { x: rng.range(-0.1, 0.1), z: rng.range(-0.1, 0.1) };
      for (let step = 0; step < 12; step++) {
        // A little up, along, and down again, so deep that it touches.
        const lifted = { ...pose, y: pose.y + 0.02 };
        const along = castShape(world, shape, lifted, { ...way, y: -0.005 }, filter);
        if (along !== undefined && along.fraction > 0) checkHit(along);
        pose.x = Math.min(SIZE - 2, Math.max(2, pose.x + way.x));
        pose.z = Math.min(SIZE - 2, Math.max(2, pose.z + way.z));
        const again = castShape(world, shape, { ...pose, y: 3 }, { x: 0, y: -5, z: 0 }, filter);
        if (again === undefined) throw new Error('nothing below');
        checkHit(again);
        pose.y = 3 - 5 * again.fraction;
        const depth = rng.next() < 0.5 ? 1e-3 : 0.03;
        Transform.x[body] = pose.x;
        Transform.y[body] = pose.y - depth;
        Transform.z[body] = pose.z;
        collisionSystem(world);
        let touching = 0;
        for (const contact of collision.contacts()) {
          if (contact.b !== body) continue;
          const normal: Vector = [contact.normalX, contact.normalY, contact.normalZ];
          for (let k = 0; k < contact.pointCount; k++) {
            const separation = contact.pointSeparation(k);
            // The points beside the deepest one are where the two lie over each other along the normal.
            const isDeepest = separation < contact.separation + 1e-9;
            const point = [contact.pointX(k), contact.pointY(k), contact.pointZ(k)];
            const place = point.map((value, axis) => value - 0.5 * separation * normal[axis]);
            if (isDeepest) check('contact', place as unknown as Vector, normal);
            if (kind === 'plain' && !(separation > -depth - 1e-7)) faults.push({ what: 'a bump', seed, i, separation });
            if (separation <= 0) touching++;
          }
        }
        if (touching === 0) faults.push({ what: 'nothing touches', seed, i, step });
        met += touching;
        const placed: ShapeContact[] = [];
        const at = { ...pose, y: pose.y - depth };
        if (collideShape(world, shape, at, placed, filter) === 0) faults.push({ what: 'no overlap', seed, i, step });
        for (const { normalX, normalY, normalZ, points, pointCount, separation: least } of placed) {
          for (let k = 0; k < pointCount; k++) {
            const { x, y, z, separation } = points[k];
            const back = 0.5 * separation;
            const place: Vector = [x - back * normalX, y - back * normalY, z - back * normalZ];
            if (separation < least + 1e-9) check('collideShape', place, [normalX, normalY, normalZ]);
          }
        }
      }
      Transform.y[body] = 50;
      Transform.x[body] = 10 * i;
    }
  }
  expect({ count: faults.length, first: faults.slice(0, 3) }).toEqual({ count: 0, first: [] });
  expect(met).toBeGreaterThan(bodies);
});
