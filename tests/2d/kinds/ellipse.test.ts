import { addComponent, addEntity, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  castRay,
  castShape,
  chain,
  circle,
  closestPoint,
  closestPoints,
  collisionSystem,
  compound,
  ellipse,
  explainPair,
  overlapShape,
  polygon,
  queryPoint,
  type ShapeSpec,
  segment,
} from '../../../entry/2d.ts';
import { createDebugLines, updateDebugLines } from '../../../systems/2d/debug/debug-lines.ts';
import { LINE_STRIDE } from '../../../systems/2d/debug/line-list.ts';
import { createGame, listen, refusal, take } from '../../support/game-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** A convex core, rounded: how far it reaches from the origin along a direction. */
type Reach = (x: number, y: number) => number;

interface Place {
  x: number;
  y: number;
  rotation: number;
  scale: number;
}

/** A shape for the library and for the reference: the convex cores it is the union of, placed, with their radii. */
interface Sample {
  spec: ShapeSpec;
  cores: (place: Place) => { reach: Reach; radius: number }[];
}

const turned = (p: Place, x: number, y: number): [number, number] => [
  p.x + p.scale * (Math.cos(p.rotation) * x - Math.sin(p.rotation) * y),
  p.y + p.scale * (Math.sin(p.rotation) * x + Math.cos(p.rotation) * y),
];

const hullReach =
  (points: [number, number][]): Reach =>
  (x, y) =>
    Math.max(...points.map(([px, py]) => px * x + py * y));

function cornered(spec: ShapeSpec, points: [number, number][], radius = 0): Sample {
  return {
    spec,
    cores: (p) => [{ reach: hullReach(points.map(([x, y]) => turned(p, x, y))), radius: radius * p.scale }],
  };
}

function elliptic(rx: number, ry: number, radius = 0): Sample {
  return {
    spec: ellipse(rx, ry, { radius }),
    cores: (p) => [
      {
        reach: (x, y) => {
          const u = Math.cos(p.rotation) * x + Math.sin(p.rotation) * y;
          const v = Math.cos(p.rotation) * y - Math.sin(p.rotation) * x;
          return p.x * x + p.y * y + p.scale * Math.hypot(rx * u, ry * v);
        },
        radius: radius * p.scale,
      },
    ],
  };
}

const TRIANGLE: [number, number][] = [
  [0.9, 0.1],
  [-0.4, 0.8],
  [-0.5, -0.7],
];

const OTHERS: Record<string, Sample> = {
  circle: cornered(circle(0.8), [[0, 0]], 0.8),
  capsule: cornered(
    capsule(0.7, 0.3),
    [
      [0, -0.7],
      [0, 0.7],
    ],
    0.3,
  ),
  box: cornered(box(0.9, 0.5), [
    [-0.9, -0.5],
    [0.9, -0.5],
    [0.9, 0.5],
    [-0.9, 0.5],
  ]),
  'rounded box': cornered(
    box(0.6, 0.5, { radius: 0.2 }),
    [
      [-0.6, -0.5],
      [0.6, -0.5],
      [0.6, 0.5],
      [-0.6, 0.5],
    ],
    0.2,
  ),
  polygon: cornered(polygon(TRIANGLE.flat(), { radius: 0.1 }), TRIANGLE, 0.1),
  segment: cornered(segment(-0.8, 0.2, 0.9, -0.1), [
    [-0.8, 0.2],
    [0.9, -0.1],
  ]),
  ellipse: elliptic(0.9, 0.4),
  'rounded ellipse': elliptic(0.3, 1.1, 0.2),
  compound: {
    spec: compound([circle(0.4), { ...box(0.3, 0.5), offsetX: 0.8, offsetY: 0.2 }]),
    cores: (p) => [
      ...cornered(circle(0.4), [[0, 0]], 0.4).cores(p),
      ...cornered(box(0.3, 0.5), [
        [0.5, -0.3],
        [1.1, -0.3],
        [1.1, 0.7],
        [0.5, 0.7],
      ]).cores(p),
    ],
  },
};

/** The largest gap over all directions: a dense scan, and a golden section about the best of it. */
function slowSeparation(a: { reach: Reach; radius: number }, b: { reach: Reach; radius: number }) {
  const gap = (angle: number): number => {
    const x = Math.cos(angle);
    const y = Math.sin(angle);
    return -b.reach(-x, -y) - a.reach(x, y);
  };
  const STEPS = 360;
  const step = (2 * Math.PI) / STEPS;
  const scan = Array.from({ length: STEPS }, (_, i) => gap(i * step));
  let best = { separation: -Infinity, angle: 0 };
  for (let i = 0; i < STEPS; i++) {
    if (scan[i] < scan[(i + 1) % STEPS] || scan[i] < scan[(i + STEPS - 1) % STEPS]) continue;
    let low = (i - 1) * step;
    let high = (i + 1) * step;
    for (let k = 0; k < 100; k++) {
      const left = low + 0.382 * (high - low);
      const right = high - 0.382 * (high - low);
      if (gap(left) > gap(right)) high = right;
      else low = left;
    }
    const angle = (low + high) / 2;
    if (gap(angle) > best.separation) best = { separation: gap(angle), angle };
  }
  return { ...best, separation: best.separation - a.radius - b.radius };
}

function slowSeparationOf(a: Sample, placeA: Place, b: Sample, placeB: Place) {
  let least = { separation: Infinity, angle: 0 };
  for (const coreA of a.cores(placeA)) {
    for (const coreB of b.cores(placeB)) {
      const found = slowSeparation(coreA, coreB);
      if (found.separation < least.separation) least = found;
    }
  }
  return least;
}

function randomPlace(rng: Rng, spread: number): Place {
  return {
    x: rng.range(-spread, spread),
    y: rng.range(-spread, spread),
    rotation: rng.range(-3, 3),
    scale: rng.range(0.5, 2),
  };
}

function randomEllipse(rng: Rng): Sample {
  return elliptic(rng.range(0.2, 2), rng.range(0.2, 2), rng.integer(0, 1) * rng.range(0, 0.4));
}

function place(game: ReturnType<typeof createGame>, sample: Sample, p: Place): number {
  const eid = addEntity(game.world);
  addComponent(game.world, eid, set(game.collision.Transform, { ...p }));
  addComponent(game.world, eid, set(game.collision.Collider, sample.spec));
  return eid;
}

const separationsIn = (game: ReturnType<typeof createGame>): number[] =>
  Array.from(game.collision.contacts(), (contact) => contact.separation);

function contained(world: object, x: number, y: number): number[] {
  const found: number[] = [];
  queryPoint(world, x, y, found);
  return found;
}

function overlapping(world: object, shape: ShapeSpec, x: number, y: number): number[] {
  const found: number[] = [];
  overlapShape(world, shape, { x, y }, found);
  return found;
}

describe('ellipse', () => {
  it.each(Object.keys(OTHERS))('meets a %s as the slow reference does', (name) => {
    const rng = createRng(name.length * 71 + 5);
    let touching = 0;
    const rounds = 40;
    for (let round = 0; round < rounds; round++) {
      const game = createGame({ margin: 0.5 });
      const own = randomEllipse(rng);
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
      const hit = castRay(game.world, x, y, dx, dy);
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

  it('is measured from points, rounded too, and contains them', () => {
    const rng = createRng(13);
    let inside = 0;
    for (let round = 0; round < 300; round++) {
      const game = createGame();
      const own = randomEllipse(rng);
      const p = randomPlace(rng, 1);
      const eid = place(game, own, p);
      collisionSystem(game.world);
      const [x, y] = [rng.range(-2.5, 2.5), rng.range(-2.5, 2.5)];
      const slow = slowSeparation(own.cores(p)[0], { reach: hullReach([[x, y]]), radius: 0 }).separation;
      const found = closestPoint(game.world, x, y)!;
      expect(Math.abs(found.distance - Math.max(0, slow)), `round ${round}`).toBeLessThan(1e-9);
      expect(Math.abs(Math.hypot(found.x - x, found.y - y) - Math.max(0, slow))).toBeLessThan(1e-9);
      expect(contained(game.world, x, y).includes(eid)).toBe(slow <= 0);
      if (slow <= 0) inside++;
    }
    expect(inside).toBeGreaterThan(60);
    expect(inside).toBeLessThan(240);
  });

  it.each(Object.keys(OTHERS))('cast at a %s stops where the two first touch', (name) => {
    const rng = createRng(name.length * 37 + 1);
    let hits = 0;
    const rounds = 30;
    for (let round = 0; round < rounds; round++) {
      const game = createGame();
      const own = { ...randomEllipse(rng) };
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
      const at = { reach: hullReach([[n.x, n.y]]), radius: 0 };
      expect(Math.abs(Math.min(...mover.cores(end).map((core) => slowSeparation(core, at).separation)))).toBeLessThan(
        1e-8,
      );
    }
    if (name !== 'compound') expect(hits).toBeGreaterThan(7);
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
