import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem, createCollision } from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { randomConvex, specOf } from '../../support/random-shapes-2d.ts';
import { readContacts } from '../../support/random-worlds-2d.ts';
import { type Placement, placeShape, type ShapeDescription } from '../../support/reference-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';
import { shortestWayOut } from '../../support/way-out-2d.ts';

const AT_ORIGIN: Placement = { x: 0, y: 0, rotation: 0, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 };
const KINDS = ['box', 'polygon', 'capsule', 'circle', 'segment'] as const;

/** Half of them terrain from left to right, half of them points anywhere, which make sharp zigzags. */
function randomPoints(rng: Rng, count: number): number[] {
  const points: number[] = [];
  const anywhere = rng.next() < 0.5;
  for (let i = 0, x = -2; i < count; i++, x += rng.range(0.2, 1.5)) {
    if (anywhere) points.push(rng.range(-2, 2), rng.range(-2, 2));
    else points.push(x, rng.range(-0.5, 0.5));
  }
  return points;
}

function contactsOf(ground: ShapeDescription, body: ShapeDescription, { x, y, rotation }: Placement) {
  const world = createWorld();
  const collision = createCollision(world);
  const [floor, rider] = [addEntity(world), addEntity(world)];
  addComponent(world, floor, set(collision.Transform, {}));
  addComponent(world, floor, set(collision.Collider, specOf(ground)));
  addComponent(world, rider, set(collision.Transform, { x, y, rotation }));
  addComponent(world, rider, set(collision.Collider, specOf(body)));
  collisionSystem(world);
  return readContacts(collision);
}

describe('a contact with a chain', () => {
  it('is no deeper than the shortest way out that keeps the middle of the shape on its side', () => {
    const total = effort(20_000, 1500);
    let deep = 0;
    const tooDeep: string[] = [];
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const points = randomPoints(rng, rng.integer(2, 6));
      const oneSided = rng.next() < 0.3;
      const radius = rng.next() < 0.2 ? rng.range(0, 0.1) : 0;
      const ground = { kind: 'chain', points, closed: false, oneSided, radius } as const;
      const kind = KINDS[seed % KINDS.length];
      const body = randomConvex(rng, kind, rng.range(0.3, 2));
      const rotation = rng.next() < 0.3 ? 0 : rng.range(-4, 4);
      const at = { ...AT_ORIGIN, x: rng.range(-2.2, 2.2), y: rng.range(-1.5, 1.5), rotation };
      const depth = Math.max(0, ...contactsOf(ground, body, at).map(({ separation }) => -separation));
      if (depth < 0.03) continue;
      deep++;
      const way = shortestWayOut(placeShape(ground, AT_ORIGIN).pieces, placeShape(body, at).pieces[0], oneSided);
      if (depth > way + 0.03) tooDeep.push(`seed ${seed}, ${kind}: ${depth}, not ${way}`);
    }
    expect(deep / total).toBeGreaterThan(0.15);
    // There were 276 of 20,000.
    expect(tooDeep).toEqual([]);
  });

  it('of two points is that with the segment', () => {
    let touching = 0;
    const total = effort(10_000, 2000);
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const points = randomPoints(rng, 2);
      const radius = rng.next() < 0.3 ? rng.range(0, 0.2) : 0;
      const kind = KINDS[seed % KINDS.length];
      const body = randomConvex(rng, kind, rng.range(0.3, 2));
      const rotation = rng.next() < 0.3 ? 0 : rng.range(-4, 4);
      const at = { ...AT_ORIGIN, x: rng.range(-1.6, -0.2), y: rng.range(-0.6, 0.6), rotation };
      const line = contactsOf({ kind: 'chain', points, closed: false, oneSided: false, radius }, body, at);
      const segment = contactsOf({ kind: 'segment', points, radius }, body, at);
      const numbersOf = (rows: typeof line) =>
        rows.map(({ normalX, normalY, points: at }) => [
          normalX,
          normalY,
          ...at.flatMap((point) => [point.x, point.y, point.separation]),
        ]);
      expect(line.length, `seed ${seed}`).toBe(segment.length);
      if (line.length === 0) continue;
      touching++;
      const [own] = numbersOf(line);
      const [other] = numbersOf(segment);
      expect(own.length, `seed ${seed}`).toBe(other.length);
      for (const [i, value] of own.entries()) expect(value, `seed ${seed}, ${kind}`).toBeCloseTo(other[i], 9);
    }
    expect(touching / total).toBeGreaterThan(0.3);
    expect(touching / total).toBeLessThan(0.7);
  });
});
