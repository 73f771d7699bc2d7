import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CastPose,
  capsule,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  hull,
  oneWay,
  type ShapeSpec,
  sphere,
} from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { HitRate } from '../support/hit-rate.ts';
import { pointsOnSphere } from '../support/random-space.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { cross, dot, sub, unit } from '../support/vectors.ts';

type Triple = [x: number, y: number, z: number];

interface Solid {
  readonly shape: ShapeSpec;
  readonly corners: readonly Triple[];
  /** Outward normals of the faces. */
  readonly normals: readonly Triple[];
}

interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly rotation: NonNullable<CastPose['rotation']>;
}

/** Turns a vector by a quaternion of any length: v + 2 q × (q × v + w v) / |q|². */
function turned({ x, y, z, w }: Pose['rotation'], v: Triple): Triple {
  const scale = 2 / (x * x + y * y + z * z + w * w);
  const inner = cross([x, y, z], v).map((value, i) => value + w * v[i]) as Triple;
  return cross([x, y, z], inner).map((value, i) => v[i] + scale * value) as Triple;
}

function boxSolid(rng: Rng, size: number): Solid {
  const half = [0, 1, 2].map(() => size * rng.range(0.2, 1)) as Triple;
  const sides = [-1, 1];
  const corners = sides.flatMap((x) => sides.flatMap((y) => sides.map((z): Triple => [x, y, z])));
  return {
    shape: box(...half),
    corners: corners.map((corner) => corner.map((sign, i) => sign * half[i]) as Triple),
    normals: [0, 1, 2].flatMap((axis) => sides.map((sign) => [0, 1, 2].map((i) => (i === axis ? sign : 0)) as Triple)),
  };
}

function hullSolid(rng: Rng, size: number): Solid {
  const flat = Array.from(pointsOnSphere(rng, 8, size));
  const corners = Array.from({ length: 8 }, (_, i) => flat.slice(3 * i, 3 * i + 3) as Triple);
  const normals: Triple[] = [];
  // Every three corners that have all others on one side are a face.
  for (let i = 0; i < 8; i++) {
    for (let j = i + 1; j < 8; j++) {
      for (let k = j + 1; k < 8; k++) {
        const normal = unit(cross(sub(corners[j], corners[i]), sub(corners[k], corners[i])));
        const heights = corners.map((corner) => dot(normal, sub(corner, corners[i])));
        if (heights.every((height) => height <= 1e-9 * size)) normals.push(normal);
        else if (heights.every((height) => height >= -1e-9 * size)) normals.push(normal.map((v) => -v) as Triple);
      }
    }
  }
  return { shape: hull(flat), corners, normals };
}

function randomPose(rng: Rng, size: number): Pose {
  const [x, y, z] = [0, 1, 2].map(() => size * rng.range(-1, 1)) as Triple;
  const [qx, qy, qz, w] = [0, 1, 2, 3].map(() => rng.range(-1, 1)) as [number, number, number, number];
  return { x, y, z, rotation: { x: qx, y: qy, z: qz, w } };
}

const placed = (pose: Pose, corners: readonly Triple[]): Triple[] =>
  corners.map((corner) => turned(pose.rotation, corner).map((v, i) => v + [pose.x, pose.y, pose.z][i]) as Triple);

/** How far a body is beyond a one-way solid along its side, or along a face that looks there: the farthest of these. */
function gapOf(one: Solid, onePose: Pose, side: Triple, body: readonly Triple[]): number {
  const own = placed(onePose, one.corners);
  const toSide = unit(turned(onePose.rotation, side));
  const faces = one.normals.map((normal) => turned(onePose.rotation, normal));
  const along = [toSide, ...faces.filter((normal) => dot(normal, toSide) > 0.1)];
  const gaps = along.map((direction) => {
    const top = Math.max(...own.map((corner) => dot(corner, direction)));
    return Math.min(...body.map((corner) => dot(corner, direction))) - top;
  });
  return Math.max(...gaps);
}

function createPair(one: Solid, body: Solid, side: Triple | undefined) {
  const world = createWorld();
  const collision = createCollision(world);
  const [a, b] = [one, body].map(({ shape }) => {
    const eid = addEntity(world);
    addComponent(world, eid, collision.Transform);
    addComponent(world, eid, set(collision.Collider, shape));
    return eid;
  }) as [number, number];
  if (side !== undefined) {
    const [normalX, normalY, normalZ] = side;
    addComponent(world, a, set(oneWay(world), { normalX, normalY, normalZ }));
  }
  return {
    /** Puts the two somewhere and returns their contact. */
    tick(...poses: [Pose, Pose]) {
      for (const [i, eid] of [a, b].entries()) {
        const { x, y, z, rotation } = poses[i];
        const values = { x, y, z, qx: rotation.x, qy: rotation.y, qz: rotation.z, qw: rotation.w };
        addComponent(world, eid, set(collision.Transform, values));
      }
      collisionSystem(world);
      const found = Array.from(collision.contacts(), ({ normalX, normalY, normalZ, separation, touching }) => ({
        normal: [normalX, normalY, normalZ] as Triple,
        separation,
        touching,
      }));
      return found[0];
    },
  };
}

describe('one-way boxes and hulls in space', () => {
  it.each([1e-3, 1, 1e4])('hold what was on their side in the tick before, at a size of %d', (size) => {
    const rng = createRng(31);
    const rate = new HitRate();
    let turns = 0;
    for (let round = 0; round < effort(20_000, 500); round++) {
      const [one, body] = [0, 1].map(() => (rng.next() < 0.5 ? boxSolid(rng, size) : hullSolid(rng, size)));
      const length = 10 ** rng.range(-3, 3);
      const side = [0, 1, 2].map(() => length * rng.range(-1, 1)) as Triple;
      const before: [Pose, Pose] = [randomPose(rng, 1.4 * size), randomPose(rng, 1.4 * size)];
      // The platform turns and moves a little; the body comes to it.
      const now = before.map((pose) => ({ ...pose })) as [Pose, Pose];
      const rotation = { ...now[0].rotation, w: now[0].rotation.w + rng.range(-0.1, 0.1) };
      now[0] = { ...now[0], x: now[0].x + 0.1 * size * rng.range(-1, 1), rotation };
      const share = rng.range(0.3, 0.9);
      now[1] = {
        ...now[1],
        x: mix(now[1].x, now[0].x, share),
        y: mix(now[1].y, now[0].y, share),
        z: mix(now[1].z, now[0].z, share),
      };
      const plain = createPair(one!, body!, undefined);
      if (plain.tick(...before) !== undefined) continue;
      const meets = plain.tick(...now);
      const gap = gapOf(one!, before[0], side, placed(before[1], body!.corners));
      if (meets === undefined || Math.abs(gap) < 0.01 * size) continue;
      const pair = createPair(one!, body!, side);
      expect(pair.tick(...before)).toBeUndefined();
      const contact = pair.tick(...now);
      rate.count(gap > 0);
      expect(contact !== undefined, `seed 31, round ${round}: gap ${gap}`).toBe(gap > 0);
      if (contact === undefined) continue;
      const toSide = unit(turned(now[0].rotation, side));
      if (dot(meets.normal, toSide) > 0.1) expect(contact).toEqual(meets);
      else {
        turns++;
        const way = gapOf(one!, now[0], side, placed(now[1], body!.corners));
        expect(Math.abs(contact.separation - way)).toBeLessThan(1e-12 * size * 1e3);
        expect(dot(contact.normal, toSide)).toBeGreaterThan(0.1);
      }
    }
    rate.expectBalanced();
    expect(turns).toBeGreaterThan(10);
  });
});

const mix = (a: number, b: number, share: number): number => a + share * (b - a);

describe('one-way colliders in space', () => {
  it('have the same contacts in whichever order their entities were made', () => {
    let contacts = 0;
    let refused = 0;
    for (let seed = 1; seed <= effort(60, 3); seed++) {
      const runs = [false, true].map((isReversed) => playOrder(seed, isReversed));
      expect(runs[0].pairs, `seed ${seed}`).toEqual(runs[1].pairs);
      contacts += runs[0].pairs.length;
      refused += runs[0].refused;
    }
    expect(Math.min(contacts, refused)).toBeGreaterThan(100);
  });
});

/** Plays a world of bodies that drift; returns which pairs touched in which tick, by the names of bodies. */
function playOrder(seed: number, isReversed: boolean): { pairs: string[]; refused: number } {
  const rng = createRng(seed);
  const shapes = [
    () => sphere(rng.range(0.3, 0.8)),
    () => box(rng.range(0.2, 1), rng.range(0.1, 0.4), rng.range(0.2, 1), { radius: rng.next() < 0.3 ? 0.1 : 0 }),
    () => capsule(0.3, rng.range(0.2, 0.8)),
    () => cylinder(0.6, 0.2),
    () => cone(0.5, 0.4),
    () => hull(pointsOnSphere(rng, 10, 0.7)),
    () => compound([sphere(0.4), { ...box(0.5, 0.1, 0.5), offsetY: 0.5 }]),
  ];
  const bodies = Array.from({ length: 26 }, (_, name) => ({
    name,
    shape: shapes[name % shapes.length](),
    pose: randomPose(rng, 1.8),
    velocity: [0, 1, 2].map(() => rng.range(-0.1, 0.1)) as Triple,
    side: rng.next() < 0.4 ? ([0, 1, 2].map(() => rng.range(-1, 1)) as Triple) : undefined,
  }));
  const world = createWorld();
  const collision = createCollision(world);
  const OneWay = oneWay(world);
  const nameOf = new Map<number, number>();
  const eidOf: number[] = [];
  for (const { name, shape, pose, side } of isReversed ? [...bodies].reverse() : bodies) {
    const eid = addEntity(world);
    nameOf.set(eid, name);
    eidOf[name] = eid;
    const { rotation: r, ...place } = pose;
    addComponent(world, eid, set(collision.Transform, { ...place, qx: r.x, qy: r.y, qz: r.z, qw: r.w }));
    addComponent(world, eid, set(collision.Collider, shape));
    if (side !== undefined)
      addComponent(world, eid, set(OneWay, { normalX: side[0], normalY: side[1], normalZ: side[2] }));
  }
  const pairs: string[] = [];
  let refused = 0;
  const { x, y, z } = collision.Transform;
  for (let tick = 0; tick < 25; tick++) {
    for (const { name, velocity } of bodies) {
      const eid = eidOf[name];
      x[eid] += velocity[0];
      y[eid] += velocity[1];
      z[eid] += velocity[2];
    }
    collisionSystem(world);
    const seen = Array.from(collision.contacts(), ({ a, b, childA, childB, touching, normalX, normalY, normalZ }) => {
      const [first, second] = [nameOf.get(a)!, nameOf.get(b)!];
      const sign = first < second ? 1 : -1;
      const normal = [normalX, normalY, normalZ].map((value) => (sign * value).toFixed(6).replace(/^-(0\.0*)$/, '$1'));
      const names = sign > 0 ? `${first}.${childA} ${second}.${childB}` : `${second}.${childB} ${first}.${childA}`;
      return `${tick}: ${names} ${touching} ${normal}`;
    });
    refused += collision.state.contacts.count - seen.length;
    pairs.push(...seen.sort());
  }
  return { pairs, refused };
}
