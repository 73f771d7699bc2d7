import { describe, expect, it } from 'vitest';
import { castShape, closestPoint, closestPoints, collisionSystem, explainPair, queryPoint } from '../../../entry/2d.ts';
import {
  elliptic,
  hullReach,
  OTHERS,
  type Place,
  place,
  randomPlace,
  type Sample,
  sectoral,
  separationsIn,
  slowSeparation,
  slowSeparationOf,
} from '../../support/convex-samples-2d.ts';

import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Shapes with curves in their outline, against the largest gap over all directions. */
const CURVED: readonly [name: string, random: (rng: Rng) => Sample][] = [
  ['ellipse', (rng) => elliptic(rng.range(0.2, 2), rng.range(0.2, 2), rng.integer(0, 1) * rng.range(0, 0.4))],
  ['sector', (rng) => sectoral(rng.range(0.6, 2.4), rng.range(0.05, Math.PI / 2))],
  ['wide sector', (rng) => sectoral(rng.range(0.4, 1.6), rng.range(Math.PI / 2, 3.1))],
];

/** How far a point is from a shape, negative inside. */
function separationFrom(sample: Sample, p: Place, x: number, y: number): number {
  const point = { reach: hullReach([[x, y]]), radius: 0 };
  return Math.min(...sample.cores(p).map((core) => slowSeparation(core, point).separation));
}

function contained(world: object, x: number, y: number): number[] {
  const found: number[] = [];
  queryPoint(world, { x, y }, found);
  return found;
}

describe.each(CURVED)('%s', (_, random) => {
  it.each(Object.keys(OTHERS))('meets a %s as the slow reference does', (name) => {
    const rng = createRng(name.length * 71 + 5);
    let touching = 0;
    const rounds = effort(40, 14);
    for (let round = 0; round < rounds; round++) {
      const game = createGame({ margin: 0.5 });
      const own = random(rng);
      const placeA = randomPlace(rng, 1.2);
      const placeB = randomPlace(rng, 1.2);
      const swap = round % 2 === 1;
      const a = swap ? OTHERS[name] : own;
      const b = swap ? own : OTHERS[name];
      const eidA = place(game, a, placeA);
      const eidB = place(game, b, placeB);
      collisionSystem(game.world);
      const slow = slowSeparationOf(a, placeA, b, placeB);
      const pair = closestPoints(game.world, eidA, eidB)!;
      expect(Math.abs(pair.separation - slow.separation), `round ${round}`).toBeLessThan(1e-9);
      // The points lie on both surfaces: along the normal neither reaches farther.
      expect(Math.abs(Math.hypot(pair.normalX, pair.normalY) - 1)).toBeLessThan(1e-12);
      const contacts = separationsIn(game);
      const least = Math.min(Infinity, ...contacts);
      if (slow.separation <= 0.5 - 1e-9) expect(Math.abs(least - slow.separation), `round ${round}`).toBeLessThan(1e-9);
      if (slow.separation > 0.5 + 1e-9) expect(contacts).toEqual([]);
      if (slow.separation <= 0) touching++;
      const { reason } = explainPair(game.world, eidA, eidB);
      expect(reason === 'touching').toBe(slow.separation <= 0);
    }
    expect(touching / rounds).toBeGreaterThan(0.3);
    expect(touching / rounds).toBeLessThan(0.95);
  });

  it('is measured from points, rounded too, and contains them', () => {
    const rng = createRng(13);
    let inside = 0;
    const rounds = effort(300, 90);
    for (let round = 0; round < rounds; round++) {
      const game = createGame();
      const own = random(rng);
      const p = randomPlace(rng, 1);
      const eid = place(game, own, p);
      collisionSystem(game.world);
      const [x, y] = [p.x + rng.range(-1.5, 1.5), p.y + rng.range(-1.5, 1.5)];
      const slow = separationFrom(own, p, x, y);
      const found = closestPoint(game.world, { x, y })!;
      expect(Math.abs(found.distance - Math.max(0, slow)), `round ${round}`).toBeLessThan(1e-9);
      expect(Math.abs(Math.hypot(found.x - x, found.y - y) - Math.max(0, slow))).toBeLessThan(1e-9);
      expect(contained(game.world, x, y).includes(eid)).toBe(slow <= 0);
      if (slow <= 0) inside++;
    }
    expect(inside / rounds).toBeGreaterThan(0.15);
    expect(inside / rounds).toBeLessThan(0.8);
  });

  it.each(Object.keys(OTHERS))('cast at a %s stops where the two first touch', (name) => {
    const rng = createRng(name.length * 37 + 1);
    let hits = 0;
    const rounds = effort(30, 16);
    for (let round = 0; round < rounds; round++) {
      const game = createGame();
      const own = random(rng);
      const other = OTHERS[name];
      const placeB = randomPlace(rng, 1);
      const isTarget = round % 2 === 0;
      place(game, isTarget ? own : other, placeB);
      collisionSystem(game.world);
      const mover = isTarget ? other : own;
      if (mover.spec.kind === 7) continue;
      const start: Place = { x: rng.range(-6, 6), y: rng.range(-6, 6), rotation: rng.range(-3, 3), scale: 1 };
      const [dx, dy] = [-start.x * rng.range(0.5, 1.5), -start.y + rng.range(-1, 1)];
      const hit = castShape(game.world, mover.spec, start, { x: dx, y: dy });
      const gapAt = (t: number) =>
        slowSeparationOf(isTarget ? own : other, placeB, mover, { ...start, x: start.x + t * dx, y: start.y + t * dy });
      if (hit === undefined) {
        for (let t = 0; t <= 1; t += 0.05) expect(gapAt(t).separation).toBeGreaterThan(-1e-9);
        continue;
      }
      hits++;
      if (hit.fraction === 0) {
        expect(gapAt(0).separation).toBeLessThan(1e-9);
        continue;
      }
      expect(Math.abs(gapAt(hit.fraction).separation), `round ${round}`).toBeLessThan(1e-9);
      for (let t = 0.05; t < 1; t += 0.05) expect(gapAt(t * hit.fraction).separation).toBeGreaterThan(-1e-9);
      // The point is on the mover's surface, at the end of its way, and on the target's.
      const [n, end] = [hit, { ...start, x: start.x + hit.fraction * dx, y: start.y + hit.fraction * dy }];
      expect(Math.abs(separationFrom(mover, end, n.x, n.y))).toBeLessThan(1e-8);
    }
    if (name !== 'compound') expect(hits / rounds).toBeGreaterThan(0.2);
  });
});
