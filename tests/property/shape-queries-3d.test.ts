import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CastHit,
  castCollider,
  castShape,
  closestPoints,
  collideShape,
  collisionSystem,
  createCollision,
  overlapShape,
  type ShapeContact,
} from '../../entry/3d.ts';
import {
  childrenOf,
  climb,
  gapAlong,
  type Part,
  type Pose,
  placed,
  SAMPLE_NAMES,
  type Sample,
  someSample,
} from '../support/certified-shapes-3d.ts';
import { add, dot, size, sub, times, type Vec } from '../support/distance-functions-3d.ts';
import { effort } from '../support/effort.ts';
import { randomQuaternion } from '../support/random-space.ts';
import { createRng, type Rng } from '../support/rng.ts';

/** Shares of the size by which an answer may be off: separations, and points on surfaces. */
const CLOSE = 1e-8;
const ON_SURFACE = 5e-6;

/** A world of two colliders, which are given new shapes and places for each case. */
class Pair {
  readonly world = createWorld();
  readonly collision = createCollision(this.world);
  readonly a = addEntity(this.world);
  readonly b = addEntity(this.world);

  place(entity: number, { spec }: Sample, { place, quaternion, scale }: Pose): void {
    const { Transform, Collider } = this.collision;
    const [x, y, z] = place;
    const [qx, qy, qz, qw] = quaternion;
    addComponent(this.world, entity, set(Transform, { x, y, z, qx, qy, qz, qw, scale }));
    addComponent(this.world, entity, set(Collider, spec));
  }
}

/** Two placed shapes, their parts in the world, and about how large they are. */
interface Case {
  readonly sampleA: Sample;
  readonly partsA: readonly Part[];
  readonly partsB: readonly Part[];
  readonly poseA: Pose;
  readonly sampleB: Sample;
  readonly poseB: Pose;
  readonly scale: number;
  readonly name: string;
}

function makeCase(pair: Pair, random: Rng, i: number, names: readonly (typeof SAMPLE_NAMES)[number][]): Case {
  const scale = [1e-3, 1, 1e4][i % 3];
  const near = [1.6, 1.6, 1.6, 0.7, 0.02, 0][random.integer(0, 5)];
  const mode = Math.floor(i / 3) % 3;
  const samples = names.map((name) => someSample(random, name));
  const middle: Vec = i % 4 === 0 ? [3 * scale, -2 * scale, 5 * scale] : [0, 0, 0];
  const poses = names.map((_name, side): Pose => {
    const off = [0, 1, 2].map(() => scale * near * (random.next() - 0.5));
    // One of the two may be much smaller, and then lies in the other.
    const share = side === 0 && i % 5 === 0 ? 0.1 : 1;
    return { place: add(middle, off), quaternion: randomQuaternion(random, mode), scale: scale * share };
  });
  pair.place(pair.a, samples[0], poses[0]);
  pair.place(pair.b, samples[1], poses[1]);
  collisionSystem(pair.world);
  const parts = samples.map((sample, side) => sample.parts.map((part) => placed(part, poses[side])));
  const name = `${names}, case ${i}`;
  const [sampleA, sampleB] = samples;
  const [partsA, partsB] = parts;
  return { sampleA, partsA, poseA: poses[0], sampleB, partsB, poseB: poses[1], scale, name };
}

function moved(parts: readonly Part[], by: Vec): Part[] {
  return parts.map(({ reach, distance }) => ({
    reach: (d) => reach(d) + dot(d, by),
    distance: (p) => distance(sub(p, by)),
  }));
}

const distanceTo = (parts: readonly Part[], p: Vec): number => Math.min(...parts.map(({ distance }) => distance(p)));

/** The least separation over all pairs of children of two shapes, each pair as colliders of their own. */
function leastOfChildren(pair: Pair, sampleA: Sample, poseA: Pose, sampleB: Sample, poseB: Pose): number {
  let least = Infinity;
  for (const a of childrenOf(sampleA, poseA)) {
    for (const b of childrenOf(sampleB, poseB)) {
      pair.place(pair.a, a.sample, a.pose);
      pair.place(pair.b, b.sample, b.pose);
      collisionSystem(pair.world);
      least = Math.min(least, closestPoints(pair.world, pair.a, pair.b)!.separation);
    }
  }
  return least;
}

const names = SAMPLE_NAMES.flatMap((a) => SAMPLE_NAMES.map((b) => [a, b] as const)).filter(
  ([a, b]) => a !== 'halfSpace' || b !== 'halfSpace',
);

const counts = { apart: 0, cases: 0, hits: 0, misses: 0, undecided: 0 };

describe.each(names.filter((_pair, i) => i % effort(1, 4) === 0))('%s and %s', (nameA, nameB) => {
  const seed = 100 * SAMPLE_NAMES.indexOf(nameA) + SAMPLE_NAMES.indexOf(nameB);
  const cases = effort(400, 5);
  const isLong = cases > 50;

  it('closestPoints: proven by a direction and two points', () => {
    const random = createRng(70_000 + seed);
    const pair = new Pair();
    const single = new Pair();
    let apart = 0;
    for (let i = 0; i < cases; i++) {
      const { sampleA, partsA, poseA, sampleB, partsB, poseB, scale, name } = makeCase(pair, random, i, [nameA, nameB]);
      const found = closestPoints(pair.world, pair.a, pair.b)!;
      const { separation, normalX, normalY, normalZ, childA, childB } = found;
      const normal: Vec = [normalX, normalY, normalZ];
      const pointA: Vec = [found.xA, found.yA, found.zA];
      const pointB: Vec = [found.xB, found.yB, found.zB];
      const partA = partsA[childA];
      const partB = partsB[childB];
      expect(Math.abs(size(normal) - 1), name).toBeLessThan(1e-12);
      expect(found.distance).toBe(Math.max(0, separation));
      expect(Math.abs(gapAlong(partA, partB, normal) - separation), name).toBeLessThan(CLOSE * scale);
      expect(partA.distance(pointA), name).toBeLessThan(ON_SURFACE * scale);
      expect(partB.distance(pointB), name).toBeLessThan(ON_SURFACE * scale);
      expect(size(sub(sub(pointB, pointA), times(normal, separation))), name).toBeLessThan(ON_SURFACE * scale);
      // Along no other direction are the two farther apart, and no other children of compounds are nearer.
      if (separation < 0 && i % 4 === 0) {
        const value = climb(random, (d) => gapAlong(partA, partB, d), [times(normal, -1)]);
        expect(value, name).toBeLessThan(separation + CLOSE * scale);
      }
      if (nameA === 'compound' || nameB === 'compound') {
        const least = leastOfChildren(single, sampleA, poseA, sampleB, poseB);
        expect(Math.abs(separation - least), name).toBeLessThan(CLOSE * scale);
      }
      if (separation > 0) apart++;
    }
    counts.apart += apart;
    counts.cases += cases;
    if (isLong && nameA !== 'halfSpace' && nameB !== 'halfSpace') expect(apart / cases).toBeGreaterThan(0.05);
    if (isLong) expect(apart / cases).toBeLessThan(0.9);
  });

  it('overlapShape, collideShape: as closestPoints says, touching by a millionth and not', () => {
    if (nameA === 'halfSpace') return;
    const random = createRng(80_000 + seed);
    const pair = new Pair();
    for (let i = 0; i < cases; i++) {
      const { sampleA, partsA, partsB, poseA, scale, name } = makeCase(pair, random, i, [nameA, nameB]);
      // Specs have no scale: the shape of the query has that of the entity, in a world of its own unit.
      if (poseA.scale !== 1) continue;
      const { separation, normalX, normalY, normalZ } = closestPoints(pair.world, pair.a, pair.b)!;
      const normal: Vec = [normalX, normalY, normalZ];
      const isSingle = nameA !== 'compound' && nameB !== 'compound';
      // Overlapping shapes that go almost as far as parts them still overlap; shapes apart may pass each other.
      const isDeep = isSingle && separation < -2e-6;
      for (const gap of isDeep ? [separation, -1e-6, 1e-6] : isSingle ? [separation, 1e-6] : [separation]) {
        const by = times(normal, separation - gap);
        const [x, y, z] = add(poseA.place, by);
        const [qx, qy, qz, qw] = poseA.quaternion;
        const pose = { x, y, z, rotation: { x: qx, y: qy, z: qz, w: qw } };
        const found: number[] = [];
        overlapShape(pair.world, sampleA.spec, pose, found, { ignore: pair.a });
        if (Math.abs(gap) > CLOSE) expect(found.length, `${name} at ${gap}`).toBe(gap < 0 ? 1 : 0);
        const contacts: ShapeContact[] = [];
        const margin = i % 2 === 0 ? 0 : 0.2;
        collideShape(pair.world, sampleA.spec, pose, contacts, { ignore: pair.a, margin });
        if (Math.abs(gap - margin) < CLOSE) continue;
        expect(contacts.length > 0, `${name} at ${gap}`).toBe(gap < margin);
        if (contacts.length === 0) continue;
        const least = Math.min(...contacts.map((contact) => contact.separation));
        if (isSingle) expect(Math.abs(least - gap), `${name} at ${gap}`).toBeLessThan(CLOSE * scale);
        const inPlace = moved(partsA, by);
        for (const contact of contacts) {
          const out: Vec = [contact.normalX, contact.normalY, contact.normalZ];
          for (let k = 0; k < contact.pointCount; k++) {
            const point = contact.points[k];
            const onB = add([point.x, point.y, point.z], times(out, -0.5 * point.separation));
            const onA = add([point.x, point.y, point.z], times(out, 0.5 * point.separation));
            expect(point.separation).toBeGreaterThanOrEqual(contact.separation);
            expect(distanceTo(partsB, onB), `${name} at ${gap}`).toBeLessThan(1e-5 * scale);
            expect(distanceTo(inPlace, onA), `${name} at ${gap}`).toBeLessThan(1e-5 * scale);
          }
        }
      }
    }
  });

  it('castShape, castCollider: proven to touch where they say, and not before', () => {
    if (nameA === 'halfSpace') return;
    const random = createRng(90_000 + seed);
    const pair = new Pair();
    let hits = 0;
    let misses = 0;
    let undecided = 0;
    for (let i = 0; i < cases; i++) {
      const { sampleA, partsA, partsB, poseA, scale, name } = makeCase(pair, random, i, [nameA, nameB]);
      const start = closestPoints(pair.world, pair.a, pair.b)!;
      const way: Vec = [0, 1, 2].map(() => scale * random.range(-1.5, 1.5));
      if (i % 3 === 0) {
        // Straight at the other, where they are apart.
        const { normalX, normalY, normalZ } = start;
        for (const [axis, n] of [normalX, normalY, normalZ].entries()) {
          (way as number[])[axis] = (start.separation + 0.3 * scale * random.next()) * n;
        }
      }
      const translation = { x: way[0], y: way[1], z: way[2] };
      const hit = castCollider(pair.world, pair.a, translation);
      if (poseA.scale === 1) {
        const [x, y, z] = poseA.place;
        const [qx, qy, qz, qw] = poseA.quaternion;
        const pose = { x, y, z, rotation: { x: qx, y: qy, z: qz, w: qw } };
        const other = castShape(pair.world, sampleA.spec, pose, translation, { ignore: pair.a });
        expect(other === undefined, name).toBe(hit === undefined);
        if (hit !== undefined) expect(Math.abs(other!.fraction - hit.fraction), name).toBeLessThan(1e-9);
      }
      if (hit !== undefined) {
        hits++;
        checkHit(hit, start.separation, partsA, partsB, way, scale, name);
        // Children of a compound are asked each by itself.
        const isSingle = nameA !== 'compound' && nameB !== 'compound';
        if (hit.fraction === 0 && isSingle) checkInitialOverlap(pair, way, start.separation, scale, name);
        continue;
      }
      misses++;
      expect(start.separation, name).toBeGreaterThan(-CLOSE * scale);
      // A direction along which they are apart at the start and at the end proves that they never meet.
      const end = moved(partsA, way);
      const { normalX, normalY, normalZ } = start;
      const starts: Vec[] = [[normalX, normalY, normalZ], way, times(way, -1)];
      let least = Infinity;
      for (const [k, a] of partsA.entries()) {
        for (const b of partsB) {
          const value = (d: Vec): number => Math.min(gapAlong(a, b, d), gapAlong(end[k], b, d));
          least = Math.min(least, climb(random, value, starts, 0));
        }
      }
      if (!(least > -CLOSE * scale)) undecided++;
    }
    counts.hits += hits;
    counts.misses += misses;
    counts.undecided += undecided;
    if (isLong) expect(hits / cases).toBeGreaterThan(0.25);
  });
});

it('has tried what meets and what does not, and could prove nearly all misses', () => {
  const { apart, cases, hits, misses, undecided } = counts;
  expect(apart / cases).toBeGreaterThan(0.2);
  expect(apart / cases).toBeLessThan(0.7);
  expect(hits / (hits + misses)).toBeGreaterThan(0.3);
  expect(hits / (hits + misses)).toBeLessThan(0.9);
  expect(undecided / misses, `${undecided} of ${misses}`).toBeLessThan(effort(0.03, 0.2));
});

function checkHit(
  { fraction, child, x, y, z, normalX, normalY, normalZ }: CastHit,
  separation: number,
  partsA: readonly Part[],
  partsB: readonly Part[],
  way: Vec,
  scale: number,
  name: string,
): void {
  const normal: Vec = [normalX, normalY, normalZ];
  const point: Vec = [x, y, z];
  expect(Math.abs(size(normal) - 1), name).toBeLessThan(1e-12);
  expect(distanceTo([partsB[child]], point), name).toBeLessThan(ON_SURFACE * scale);
  if (fraction === 0) {
    expect(separation, name).toBeLessThan(CLOSE * scale);
    return;
  }
  const there = moved(partsA, times(way, fraction));
  expect(distanceTo(there, point), `${name}: at ${fraction}`).toBeLessThan(ON_SURFACE * scale);
  // The plane through the point has the parts that touch on its two sides until then.
  const gaps = there.map((part) => gapAlong(part, partsB[child], times(normal, -1)));
  expect(Math.max(...gaps), name).toBeGreaterThan(-ON_SURFACE * scale);
  expect(dot(normal, way), name).toBeLessThanOrEqual(1e-9 * scale * size(way));
}

/** How an overlap at the start counts: as deeper or not, by what `closestPoints` says a little way ahead. */
function checkInitialOverlap(
  { world, a, b, collision: { Transform } }: Pair,
  way: Vec,
  separation: number,
  scale: number,
  name: string,
): void {
  if (separation > -1e-6 * scale) return;
  const translation = { x: way[0], y: way[1], z: way[2] };
  const ignored = castCollider(world, a, translation, { initialOverlap: 'ignore' });
  if (ignored !== undefined) expect(ignored.fraction, name).toBeGreaterThan(0);
  const separating = castCollider(world, a, translation, { initialOverlap: 'ignore-separating' });
  const step = 4e-8 * scale;
  const part = step / size(way);
  Transform.x[a] += part * way[0];
  Transform.y[a] += part * way[1];
  Transform.z[a] += part * way[2];
  collisionSystem(world);
  const change = closestPoints(world, a, b)!.separation - separation;
  if (change < -0.5 * step) expect(separating?.fraction, name).toBe(0);
  if (change > 0.5 * step) expect(separating?.fraction, name).not.toBe(0);
}
