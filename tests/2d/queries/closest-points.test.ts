import { addComponent, addEntity, addPrefab, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type ClosestPair,
  chain,
  circle,
  closestPoints,
  collisionSystem,
  compound,
  createCollision,
  refreshCollision,
  segment,
} from '../../../entry/2d.ts';
import { createGame, refusal } from '../../support/game-2d.ts';
import { minkowskiSeparation } from '../../support/minkowski-2d.ts';
import { type Case, judge, KINDS, makeCase, moved, spanOf } from '../../support/pair-cases-2d.ts';
import { createRng } from '../../support/rng.ts';

/** Puts both shapes of a case into a world, A first or last, and asks for A against B. */
function ask(made: Case, isTurned: boolean, hasTick: boolean): ClosestPair | undefined {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world, { capacity: 4, margin: isTurned ? 0.3 : 0 });
  const sides = [
    [made.a, made.poseA],
    [made.b, made.poseB],
  ] as const;
  const eids = (isTurned ? [1, 0] : [0, 1]).map((i) => {
    const [model, { x, y, rotation, scale, offsetX, offsetY, offsetRotation }] = sides[i];
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation, scale }));
    addComponent(world, eid, set(Collider, { ...model.spec, offsetX, offsetY, offsetRotation }));
    return eid;
  });
  if (hasTick) collisionSystem(world);
  return isTurned ? closestPoints(world, eids[1], eids[0]) : closestPoints(world, eids[0], eids[1]);
}

const BAND = 1e-11;
const COARSE = 2e-15;

function findFault(made: Case, found: ClosestPair | undefined): string | undefined {
  if (found === undefined) return 'nothing found';
  const { a, b, least, rows } = judge(made);
  const band = BAND * spanOf(...a, ...b) + COARSE * (Math.abs(made.poseA.x) + Math.abs(made.poseA.y));
  const { separation, distance, xA, yA, xB, yB, normalX, normalY, childA, childB } = found;
  if (!(Math.abs(separation - least.separation) <= band)) return `separation ${separation}, not ${least.separation}`;
  if (distance !== Math.max(0, separation)) return `distance ${distance} at ${separation}`;
  const own = rows[childA]?.[childB];
  if (own === undefined || Math.abs(own.separation - separation) > band) return `children ${childA} and ${childB}`;
  if (Math.abs(Math.hypot(normalX, normalY) - 1) > 1e-12) return `the normal is (${normalX}, ${normalY})`;
  const gap = Math.hypot(xB - xA - separation * normalX, yB - yA - separation * normalY);
  if (!(gap <= band)) return `the points are not ${separation} apart along the normal, ${gap} is missing`;
  const [p, q] = [a[childA], b[childB]];
  const offA = minkowskiSeparation({ points: [xA, yA], radius: 0 }, p).separation;
  const offB = minkowskiSeparation({ points: [xB, yB], radius: 0 }, q).separation;
  if (!(Math.abs(offA) <= band && Math.abs(offB) <= band)) return `the points are ${offA} and ${offB} off the surfaces`;
  const rest = minkowskiSeparation(p, moved(q, -separation * normalX, -separation * normalY)).separation;
  return Math.abs(rest) <= band ? undefined : `moved along the normal, ${rest} is left`;
}

const SIZES = [1e-3, 1, 1e4];
const pairs = KINDS.flatMap((first, i) => KINDS.slice(i).map((second) => [first, second] as const));

describe.each(pairs)('%s and %s', (first, second) => {
  it('are as far apart, or as deep in each other, as the Minkowski difference says', () => {
    let overlapping = 0;
    const cases = 40 * SIZES.length;
    for (let seed = 1; seed <= 40; seed++) {
      for (const size of SIZES) {
        const rng = createRng(seed * 7919 + SIZES.indexOf(size));
        const made = makeCase(rng, first, second, size);
        const found = ask(made, rng.next() < 0.5, rng.next() < 0.5);
        const fault = findFault(made, found);
        if (fault !== undefined) throw new Error(`seed ${seed}, size ${size}, ${made.situation}: ${fault}`);
        if (found!.separation < 0) overlapping++;
      }
    }
    expect(overlapping / cases).toBeGreaterThan(0.3);
    expect(overlapping / cases).toBeLessThan(0.85);
  });
});

describe('known answers', () => {
  it('circles apart, touching, overlapping and concentric', () => {
    const { world, collision, spawn } = createGame();
    const [a, b] = [spawn(0, 0, circle(1)), spawn(4, 3, circle(2))];
    collisionSystem(world);
    const out = closestPoints(world, a, b)!;
    expect(out).toMatchObject({ separation: 2, distance: 2, childA: 0, childB: 0 });
    expect([out.xA, out.yA, out.xB, out.yB].map((v) => Math.round(v * 1e12) / 1e12)).toEqual([0.8, 0.6, 2.4, 1.8]);
    const turned = closestPoints(world, b, a)!;
    expect([turned.normalX, turned.normalY]).toEqual([-out.normalX, -out.normalY]);
    collision.Transform.x[b] = 3;
    collision.Transform.y[b] = 0;
    expect(closestPoints(world, a, b)!.distance).toBe(2);
    refreshCollision(world);
    expect(closestPoints(world, a, b, out)).toBe(out);
    expect(out).toEqual({
      separation: 0,
      distance: 0,
      xA: 1,
      yA: 0,
      xB: 1,
      yB: 0,
      normalX: 1,
      normalY: 0,
      childA: 0,
      childB: 0,
    });
    collision.Transform.x[b] = 0;
    refreshCollision(world);
    expect(closestPoints(world, a, b)).toMatchObject({ separation: -3, distance: 0, normalX: 1, normalY: 0 });
  });

  it('the first of equally near children, whichever way round', () => {
    const { world, spawn } = createGame();
    const ground = spawn(0, 0, chain([-4, 0, -1, 0, 1, 0, 4, 0]));
    const pair = spawn(0, 3, compound([circle(0.5), { ...circle(1), offsetX: 9, offsetY: 9 }, circle(0.5)]));
    collisionSystem(world);
    expect(closestPoints(world, ground, pair)).toMatchObject({ childA: 1, childB: 0, separation: 2.5, normalY: 1 });
    expect(closestPoints(world, pair, ground)).toMatchObject({ childA: 0, childB: 1, separation: 2.5, normalY: -1 });
  });

  it('what is behind a one-sided chain is not near it', () => {
    const { world, spawn } = createGame();
    const ground = spawn(0, 0, chain([-5, 0, 0, 0, 0, 5], { oneSided: true }));
    const behind = spawn(-2, 2, circle(0.5));
    const front = spawn(2, -2, circle(0.5));
    collisionSystem(world);
    expect(closestPoints(world, ground, behind)).toBeUndefined();
    expect(closestPoints(world, ground, front)!.separation).toBeCloseTo(Math.sqrt(8) - 0.5, 12);
  });

  it('from the middle of a ring of a hundred thousand segments to the one dent in it', () => {
    const points: number[] = [];
    const count = 100_000;
    for (let i = 0; i < count; i++) {
      const reach = i === 77_777 ? 90 : 100;
      points.push(reach * Math.cos((2 * Math.PI * i) / count), reach * Math.sin((2 * Math.PI * i) / count));
    }
    const { world, spawn } = createGame();
    const ring = spawn(0, 0, chain(points, { closed: true }));
    const middle = spawn(0, 0, circle(1));
    collisionSystem(world);
    const found = closestPoints(world, ring, middle)!;
    expect(found.separation).toBeCloseTo(89, 3);
    expect([77_776, 77_777]).toContain(found.childA);
    expect(closestPoints(world, middle, ring)!.separation).toBe(found.separation);
  });
});

describe('who is measured', () => {
  it('sensors, statics and pairs that may not meet are; what does not collide is not', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Collider, Sensor, Static, Disabled } = collision;
    const a = spawn(0, 0, box(1, 1), { maskBits: 0 });
    const b = spawn(4, 0, segment(0, -1, 0, 1), { maskBits: 0 });
    for (const eid of [a, b]) addComponent(world, eid, Static);
    addComponent(world, b, Sensor);
    expect(closestPoints(world, a, b)!.separation).toBe(3);
    collisionSystem(world);
    expect(closestPoints(world, a, b)!.separation).toBe(3);
    expect(closestPoints(world, a, a)).toBeUndefined();
    for (const unknown of [0, 99, -1]) expect(closestPoints(world, a, unknown)).toBeUndefined();
    for (const bad of [NaN, 1.5]) {
      expect(refusal(() => closestPoints(world, a, bad))).toContain(`an entity must be an id, got ${bad}`);
    }

    const bare = addEntity(world);
    addComponent(world, bare, Transform);
    addComponent(world, bare, Collider);
    expect(closestPoints(world, a, bare)).toBeUndefined();
    collisionSystem(world);
    addComponent(world, bare, set(Collider, circle(1)));
    expect(closestPoints(world, a, bare)).toBeUndefined();
    collisionSystem(world);
    expect(closestPoints(world, a, bare)!.separation).toBe(-2);
    Collider.kind[bare] = 6;
    expect(closestPoints(world, a, bare)).toBeUndefined();
    Collider.kind[bare] = 0;
    expect(closestPoints(world, a, bare)).toBeUndefined();

    const model = addPrefab(world);
    addComponent(world, model, Transform);
    addComponent(world, model, set(Collider, circle(1)));
    collisionSystem(world);
    expect(closestPoints(world, model, a)).toBeUndefined();

    addComponent(world, b, Disabled);
    expect(closestPoints(world, a, b)).toBeUndefined();
    removeComponent(world, b, Disabled);
    expect(closestPoints(world, a, b)!.separation).toBe(3);
    removeEntity(world, b);
    expect(closestPoints(world, a, b)).toBeUndefined();
    expect(refusal(() => closestPoints(createWorld(), a, b))).toContain('invalid-state');
  });
});
