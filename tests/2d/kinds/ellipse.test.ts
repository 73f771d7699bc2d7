import { removeEntity } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  castRay,
  chain,
  circle,
  closestPoints,
  collisionSystem,
  compound,
  ellipse,
  overlapShape,
  type ShapeSpec,
} from '../../../entry/2d.ts';
import { updateDebugLines } from '../../../systems/2d/debug/debug-lines.ts';
import { LINE_STRIDE } from '../../../systems/2d/debug/line-layout.ts';
import { createDebugLines } from '../../../systems/core/debug/debug-lines.ts';
import {
  elliptic,
  hullReach,
  OTHERS,
  type Place,
  place,
  randomPlace,
  type Sample,
  separationsIn,
  slowSeparation,
} from '../../support/convex-samples-2d.ts';
import { createGame, listen, refusal, take } from '../../support/game-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

function randomEllipse(rng: Rng): Sample {
  return elliptic(rng.range(0.2, 2), rng.range(0.2, 2), rng.integer(0, 1) * rng.range(0, 0.4));
}

function overlapping(world: object, shape: ShapeSpec, x: number, y: number): number[] {
  const found: number[] = [];
  overlapShape(world, shape, { x, y }, found);
  return found;
}

describe('ellipse', () => {
  it('has the normal and the point that the reference has, where there is only one', () => {
    const rng = createRng(11);
    for (let round = 0; round < 200; round++) {
      const game = createGame({ margin: 4 });
      const own = randomEllipse(rng);
      const other = OTHERS[['circle', 'box', 'polygon', 'ellipse'][round % 4]];
      const placeA = randomPlace(rng, 1);
      const placeB = { ...randomPlace(rng, 1), x: placeA.x + rng.range(1.5, 3) };
      place(game, own, placeA);
      place(game, other, placeB);
      collisionSystem(game.world);
      const contact = [...game.collision.contacts()][0];
      if (contact === undefined || contact.separation < 0.05) continue;
      expect(contact.pointCount).toBe(1);
      const { nx, ny } = { nx: contact.normalX, ny: contact.normalY };
      const [a] = own.cores(placeA);
      const [b] = other.cores(placeB);
      // Both surfaces are half the separation away from the point, along the normal and nowhere nearer.
      const along = nx * contact.pointX(0) + ny * contact.pointY(0);
      expect(Math.abs(along - a.reach(nx, ny) - a.radius - contact.separation / 2)).toBeLessThan(1e-9);
      expect(Math.abs(-b.reach(-nx, -ny) - b.radius - along - contact.separation / 2)).toBeLessThan(1e-9);
      // It has the derivative of the reach for its place aside, which is that of the farthest point.
      const turn = 1e-6;
      const reachAt = (t: number): number =>
        a.reach(nx * Math.cos(t) - ny * Math.sin(t), ny * Math.cos(t) + nx * Math.sin(t));
      const aside = (reachAt(turn) - reachAt(-turn)) / (2 * turn);
      expect(Math.abs(nx * contact.pointY(0) - ny * contact.pointX(0) - aside)).toBeLessThan(1e-6);
    }
  });

  it('is met by rays where its equation says', () => {
    const rng = createRng(12);
    let hits = 0;
    const rounds = 400;
    for (let round = 0; round < rounds; round++) {
      const game = createGame();
      const rx = rng.range(0.1, 2);
      const ry = rng.range(0.1, 2);
      const p = randomPlace(rng, 1);
      place(game, elliptic(rx, ry), p);
      collisionSystem(game.world);
      const [x, y, dx, dy] = [rng.range(-4, 4), rng.range(-4, 4), rng.range(-3, 3), rng.range(-3, 3)];
      // In the frame where the ellipse is the unit circle.
      const c = Math.cos(p.rotation) / p.scale;
      const s = Math.sin(p.rotation) / p.scale;
      const toUnit = (vx: number, vy: number): [number, number] => [(c * vx + s * vy) / rx, (c * vy - s * vx) / ry];
      const [ox, oy] = toUnit(x - p.x, y - p.y);
      const [ux, uy] = toUnit(dx, dy);
      const a = ux * ux + uy * uy;
      const b = ox * ux + oy * uy;
      const root = b * b - a * (ox * ox + oy * oy - 1);
      const isInside = ox * ox + oy * oy <= 1;
      const expected = isInside ? 0 : root < 0 || b > 0 ? undefined : (-b - Math.sqrt(root)) / a;
      if (Math.abs(root) < 1e-3 * a) continue;
      const hit = castRay(game.world, { x, y }, { x: dx, y: dy });
      expect(hit === undefined, `round ${round}`).toBe(expected === undefined);
      if (expected === undefined || hit === undefined) continue;
      hits++;
      expect(Math.abs(hit.fraction - expected)).toBeLessThan(1e-9);
      if (isInside) continue;
      const [hx, hy] = toUnit(hit.x - p.x, hit.y - p.y);
      const gradient = [(c * hx) / rx - (s * hy) / ry, (s * hx) / rx + (c * hy) / ry];
      const length = Math.hypot(gradient[0], gradient[1]);
      expect(Math.abs(hit.normalX - gradient[0] / length)).toBeLessThan(1e-9);
      expect(Math.abs(hit.normalY - gradient[1] / length)).toBeLessThan(1e-9);
    }
    expect(hits / rounds).toBeGreaterThan(0.2);
  });

  it('with equal half axes is a circle', () => {
    const rng = createRng(14);
    for (let round = 0; round < 200; round++) {
      const game = createGame({ margin: 3 });
      const radius = rng.range(0.3, 1.5);
      const rounding = rng.integer(0, 1) * rng.range(0, 0.5);
      const x = rng.range(-1, 1);
      const other = Object.values(OTHERS)[round % 7];
      const p = { x, y: rng.range(-1, 1), rotation: rng.range(-3, 3), scale: 1 };
      const q = { ...randomPlace(rng, 2), x: 2 };
      const own = place(game, elliptic(radius, radius, rounding), p);
      const twin = game.spawn(p.x, p.y, circle(radius + rounding));
      const eid = place(game, other, q);
      collisionSystem(game.world);
      const a = closestPoints(game.world, own, eid)!;
      const b = closestPoints(game.world, twin, eid)!;
      expect(Math.abs(a.separation - b.separation)).toBeLessThan(1e-12);
      if (b.separation < 0) continue;
      for (const key of ['normalX', 'normalY', 'xA', 'yA', 'xB', 'yB'] as const) {
        expect(Math.abs(a[key] - b[key]), key).toBeLessThan(1e-12);
      }
    }
  });

  it('begins, stays and ends, has one point on flat ground and slides over joints without a catch', () => {
    const game = createGame();
    const { Transform } = game.collision;
    const points = Array.from({ length: 21 }, (_, i) => [10 - i, 0]).flat();
    const ground = game.spawn(0, 0, chain(points));
    const wheel = game.spawn(-4, 0.49, ellipse(1, 0.5));
    const log = listen(game.collision, true);
    collisionSystem(game.world);
    expect(take(log)).toEqual([`begin ${ground} ${wheel}`]);
    for (let i = 0; i < 80; i++) {
      Transform.x[wheel] += 0.1;
      collisionSystem(game.world);
      for (const contact of game.collision.contacts()) {
        expect(contact.pointCount).toBe(1);
        expect(Math.abs(contact.normalX)).toBeLessThan(1e-12);
        expect(Math.abs(contact.normalY - 1)).toBeLessThan(1e-12);
      }
      expect(Math.abs(Math.min(...separationsIn(game)) + 0.01)).toBeLessThan(1e-12);
      expect(take(log)).toEqual([`stay ${ground} ${wheel}`]);
    }
    removeEntity(game.world, wheel);
    collisionSystem(game.world);
    expect(take(log)).toEqual([`end ${ground} ${wheel} removed`]);
  });

  it('is found by shapes that overlap it, whoever asks', () => {
    const game = createGame();
    const eid = game.spawn(0, 0, ellipse(3, 0.5));
    collisionSystem(game.world);
    expect(overlapping(game.world, circle(0.5), 2, 0.9)).toEqual([]);
    expect(overlapping(game.world, circle(0.5), 2, 0.8)).toEqual([eid]);
    expect(overlapping(game.world, ellipse(0.5, 3), 2, 3.1)).toEqual([eid]);
    expect(overlapping(game.world, ellipse(0.5, 3), 3.4, 2)).toEqual([]);
  });

  it('is drawn by points of its outline', () => {
    const game = createGame();
    const p: Place = { x: 3, y: -2, rotation: 0.7, scale: 2 };
    const own = elliptic(2, 0.5, 0.25);
    place(game, own, p);
    collisionSystem(game.world);
    const lines = createDebugLines(game.world, { contacts: false });
    updateDebugLines(lines, 0.01);
    const { floats, count } = lines.moving;
    expect(count).toBe(64);
    for (let i = 0; i < count; i++) {
      const [x, y] = floats.subarray(i * LINE_STRIDE);
      const off = slowSeparation(own.cores(p)[0], { reach: hullReach([[x, y]]), radius: 0 }).separation;
      // Lines are stored as 32-bit numbers.
      expect(Math.abs(off)).toBeLessThan(1e-5);
    }
  });

  it('refuses sizes that it cannot have, by name', () => {
    expect(refusal(() => ellipse(0, 1))).toBe('invalid-number: ellipse rx must be finite and greater than 0, got 0');
    expect(refusal(() => ellipse(1, NaN))).toBe(
      'invalid-number: ellipse ry must be finite and greater than 0, got NaN',
    );
    expect(refusal(() => ellipse(1, 1, { radius: -1 }))).toContain('ellipse radius');
    expect(refusal(() => compound([ellipse(1, 2)]))).toBe(
      'invalid-shape: compound: child 0 must be a circle, capsule, box, polygon or segment, got "ellipse"',
    );
  });
});
