import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { closestPoints, collisionSystem, createCollision, explainPair } from '../../../entry/2d.ts';
import { ignores, judgePair } from '../../support/compare-contacts-2d.ts';
import { effort } from '../../support/effort.ts';
import { randomShape, specOf } from '../../support/random-shapes-2d.ts';
import { type ContactRow, readContacts } from '../../support/random-worlds-2d.ts';
import {
  type Placement,
  placeShape,
  type ReferencePiece,
  type ReferenceShape,
  type ShapeDescription,
} from '../../support/reference-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

const AT_ORIGIN: Placement = { x: 0, y: 0, rotation: 0, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 };

const BODIES = ['circle', 'capsule', 'box', 'roundedBox', 'polygon', 'roundedPolygon', 'segment', 'compound'] as const;
const TERRAINS = ['gentle', 'jagged', 'acute', 'straight', 'flat', 'closed'] as const;

/** A polyline about 8 long, or a ring about 3 across. */
function randomTerrain(rng: Rng, kind: (typeof TERRAINS)[number]): ShapeDescription {
  const points: number[] = [];
  if (kind === 'closed') {
    const count = rng.integer(3, 14);
    for (let i = 0; i < count; i++) {
      const angle = ((i + rng.range(-0.3, 0.3)) * 2 * Math.PI) / count;
      const radius = rng.range(0.5, 2);
      points.push(radius * Math.cos(angle), radius * Math.sin(angle));
    }
  } else {
    const steepness = { gentle: 0.2, jagged: 1, acute: 2, straight: 1e-7, flat: 0 }[kind];
    const step = kind === 'acute' ? 0.15 : 0.5;
    for (let x = -4; x < 4; x += rng.range(0.1, 2) * step) {
      // Acute ones go back now and then.
      points.push(kind === 'acute' ? x + rng.range(-0.2, 0.2) : x, rng.range(-0.5, 0.5) * steepness);
    }
  }
  if (rng.next() < 0.5) {
    const pairs = Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]).reverse();
    points.splice(0, points.length, ...pairs.flat());
  }
  const radius = rng.next() < 0.3 ? rng.range(0, 0.1) : 0;
  return { kind: 'chain', points, closed: kind === 'closed', oneSided: rng.next() < 0.4, radius };
}

function randomBody(rng: Rng, kind: (typeof BODIES)[number]): ShapeDescription {
  const size = rng.range(0.3, 1.5);
  if (kind === 'roundedBox') return { kind: 'box', halfWidth: size * 0.4, halfHeight: size * 0.3, radius: size * 0.1 };
  const shape = randomShape(rng, kind === 'roundedPolygon' ? 'polygon' : kind, size);
  if (kind === 'box' || kind === 'polygon') return { ...shape, radius: 0 } as ShapeDescription;
  return kind === 'roundedPolygon' ? ({ ...shape, radius: size * rng.range(0.02, 0.2) } as ShapeDescription) : shape;
}

/** A body over, on or in a terrain: from 0.2 above it to 0.5 deep in the segment it is put on. */
function randomCase(seed: number) {
  const rng = createRng(seed);
  const terrain = randomTerrain(rng, TERRAINS[seed % TERRAINS.length]);
  const bodyKind = BODIES[(seed >> 3) % BODIES.length];
  const body = randomBody(rng, bodyKind);
  const ground = placeShape(terrain, AT_ORIGIN);
  const at: Placement = { ...AT_ORIGIN, rotation: rng.next() < 0.4 ? 0 : rng.range(-4, 4) };
  const segment = ground.pieces[rng.integer(0, ground.pieces.length - 1)];
  const ex = segment.xs[1] - segment.xs[0];
  const ey = segment.ys[1] - segment.ys[0];
  const length = Math.hypot(ex, ey);
  const side = ground.oneSided || rng.next() < 0.5 ? 1 : -1;
  const nx = (side * ey) / length;
  const ny = (-side * ex) / length;
  // Often as it would lie there, and often at a joint.
  if (rng.next() < 0.4) at.rotation = Math.atan2(-nx, ny);
  const t = rng.next() < 0.4 ? rng.integer(0, 1) + rng.range(-0.1, 0.1) : rng.next();
  const depth = rng.next() < 0.3 ? rng.range(0, 0.01) : rng.range(-0.2, 0.5);
  const turned = placeShape(body, at);
  let lowest = Infinity;
  for (const piece of turned.pieces) {
    for (let i = 0; i < piece.xs.length; i++) {
      lowest = Math.min(lowest, piece.xs[i] * nx + piece.ys[i] * ny - piece.radius);
    }
  }
  const height = segment.radius - lowest - depth;
  at.x = segment.xs[0] + t * ex + height * nx;
  at.y = segment.ys[0] + t * ey + height * ny;
  return { terrain, body, bodyKind, ground, at, rider: placeShape(body, at), margin: seed % 3 === 0 ? 0.1 : 0 };
}

type Case = ReturnType<typeof randomCase>;

/** Ticks the two; `chainFirst` says that the chain is A. Returns the rows as from chain to body. */
function tick({ terrain, body, at, margin }: Case, chainFirst: boolean) {
  const world = createWorld();
  const collision = createCollision(world, { margin });
  const ids = [addEntity(world), addEntity(world)];
  const [ground, rider] = chainFirst ? ids : [ids[1], ids[0]];
  addComponent(world, ground, set(collision.Transform, {}));
  addComponent(world, ground, set(collision.Collider, specOf(terrain)));
  addComponent(world, rider, set(collision.Transform, { x: at.x, y: at.y, rotation: at.rotation }));
  addComponent(world, rider, set(collision.Collider, specOf(body)));
  collisionSystem(world);
  const rows = readContacts(collision).map((row) => {
    if (row.a === ground) return { ...row, a: 0, b: 1 };
    const { childA, childB, normalX, normalY } = row;
    // Features of A are in the lower half.
    const points = row.points.map((point) => ({
      ...point,
      feature: ((point.feature >>> 16) | (point.feature << 16)) >>> 0,
    }));
    return { ...row, a: 0, b: 1, childA: childB, childB: childA, normalX: 0 - normalX, normalY: 0 - normalY, points };
  });
  rows.sort((a, b) => a.childA - b.childA || a.childB - b.childB);
  return { rows, explained: explainPair(world, ground, rider), nearest: closestPoints(world, ground, rider)! };
}

/**
 * How far a piece must go in a direction until it is clear of another one for good; −Infinity where it passes it by.
 */
function wayOut(from: ReferencePiece, piece: ReferencePiece, x: number, y: number): number {
  // The last touch is of a corner of one and the outline of the other, in a rounded one as far as the rim of both
  // radii.
  const radius = from.radius + piece.radius;
  let far = -Infinity;
  const n = from.xs.length;
  const m = piece.xs.length;
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < m; k++) {
      const i2 = (i + 1) % n;
      const k2 = (k + 1) % m;
      const dx = from.xs[i] - piece.xs[k];
      const dy = from.ys[i] - piece.ys[k];
      // All edges of the Minkowski difference, which are an edge of one plus a corner of the other.
      far = Math.max(far, exitOfCapsule(dx, dy, from.xs[i2] - piece.xs[k], from.ys[i2] - piece.ys[k], radius, x, y));
      far = Math.max(far, exitOfCapsule(dx, dy, from.xs[i] - piece.xs[k2], from.ys[i] - piece.ys[k2], radius, x, y));
    }
  }
  return far;
}

/** The last parameter at which the ray t·(x, y) is in the capsule around a segment; −Infinity when it misses. */
function exitOfCapsule(ax: number, ay: number, bx: number, by: number, radius: number, x: number, y: number): number {
  let far = -Infinity;
  for (const [px, py] of [
    [ax, ay],
    [bx, by],
  ]) {
    const along = px * x + py * y;
    const across = px * y - py * x;
    const square = radius * radius - across * across;
    if (square >= 0) far = Math.max(far, along + Math.sqrt(square));
  }
  const ex = bx - ax;
  const ey = by - ay;
  const length = Math.hypot(ex, ey);
  if (length === 0) return far;
  for (const sign of [1, -1]) {
    const sx = ax - (sign * radius * ey) / length;
    const sy = ay + (sign * radius * ex) / length;
    // sx + u·ex = t·x, sy + u·ey = t·y
    const det = ex * y - ey * x;
    if (Math.abs(det) < 1e-14 * length) {
      if (Math.abs(sx * y - sy * x) <= 1e-12 && radius === 0) far = Math.max(far, sx * x + sy * y, bx * x + by * y);
      continue;
    }
    const u = -(sx * y - sy * x) / det;
    if (u >= -1e-12 && u <= 1 + 1e-12) far = Math.max(far, (sx + u * ex) * x + (sy + u * ey) * y);
  }
  return far;
}

const SLACK = 1e-9;

/**
 * The normal must be the segment's own, one beyond a free end, or one between it and a neighbour's at a convex joint.
 */
function isOfSurface(ground: ReferenceShape, terrain: ShapeDescription, row: ContactRow): boolean {
  const { pieces } = ground;
  const closed = terrain.kind === 'chain' && terrain.closed;
  const direction = (i: number): [number, number] => {
    const { xs, ys } = pieces[i];
    const length = Math.hypot(xs[1] - xs[0], ys[1] - ys[0]);
    return [(xs[1] - xs[0]) / length, (ys[1] - ys[0]) / length];
  };
  const [tx, ty] = direction(row.childA);
  const { normalX: nx, normalY: ny } = row;
  const lean = nx * tx + ny * ty;
  if (Math.abs(lean) < 1e-6) return true;
  const other = row.childA + (lean > 0 ? 1 : -1);
  if (other < 0 || other >= pieces.length) {
    if (!closed) return true;
  }
  const [ux, uy] = direction((other + pieces.length) % pieces.length);
  return (nx * ux + ny * uy) * Math.sign(lean) <= 1e-6;
}

function findFault(test: Case, chainFirst: boolean): string | undefined {
  const { ground, rider, terrain, margin } = test;
  const { rows, explained, nearest } = tick(test, chainFirst);
  const verdict = judgePair(ground, rider);
  if (verdict.ambiguous) return undefined;
  const touching = rows.some((row) => row.touching);
  if (Math.abs(verdict.separation) > SLACK && touching !== verdict.separation <= 0) {
    return `touching is ${touching} at ${verdict.separation}`;
  }
  if (explained.touching !== touching) return `explained as ${explained.touching}`;
  const least = Math.min(...rows.map((row) => row.separation));
  if (touching && explained.separation !== least) return `explained as ${explained.separation}, not ${least}`;
  if (verdict.separation < Infinity && Math.abs(nearest.separation - verdict.separation) > SLACK) {
    return `closestPoints says ${nearest.separation}, not ${verdict.separation}`;
  }
  if (verdict.core > SLACK && verdict.separation < margin && Math.abs(least - verdict.separation) > SLACK) {
    return `least separation ${least}, not ${verdict.separation}`;
  }
  for (const [i, row] of rows.entries()) {
    const piece = rider.pieces[row.childB];
    const segment = ground.pieces[row.childA];
    const label = `child ${row.childA} (${row.normalX}, ${row.normalY}) at ${row.separation}`;
    if (ignores(ground, segment, rider, piece) === true) return `${label}: it is behind`;
    const isLast = rows.filter((other) => other.childB === row.childB).length === 1;
    if (!isLast && !ground.oneSided && !isOfSurface(ground, terrain, row)) return `${label}: no normal of the surface`;
    if (row.separation < -SLACK) {
      const own = wayOut(segment, piece, row.normalX, row.normalY);
      if (own < -row.separation - 1e-7) return `${label}: ${own} would do`;
    }
    for (const other of rows.slice(i + 1)) {
      if (other.childB !== row.childB || Math.abs(row.childA - other.childA) !== 1) continue;
      if (Math.hypot(row.normalX - other.normalX, row.normalY - other.normalY) > 1e-10) continue;
      for (const p of row.points) {
        for (const q of other.points) {
          if (Math.hypot(p.x - q.x, p.y - q.y) < 1e-10) return `${label}: a point that ${other.childA} has as well`;
        }
      }
    }
  }
  return undefined;
}

it('no contact is deeper than its way out, none is lost, and A and B are alike', () => {
  const total = effort(4000, 1000);
  let touching = 0;
  let overlapping = 0;
  const seen = new Set<string>();
  for (let seed = 1; seed <= total; seed++) {
    const test = randomCase(seed);
    const fault = findFault(test, seed % 2 === 0);
    if (fault !== undefined) throw new Error(`seed ${seed}, ${test.bodyKind}: ${fault}`);
    const { rows } = tick(test, true);
    expect(tick(test, false).rows, `seed ${seed}`).toEqual(rows);
    if (!rows.some((row) => row.touching)) continue;
    touching++;
    seen.add(`${test.bodyKind} ${seed % TERRAINS.length}`);
    if (rows.length > 1) overlapping++;
  }
  expect(seen.size).toBe(BODIES.length * TERRAINS.length);
  expect(overlapping / total).toBeGreaterThan(0.3);
  expect(touching / total).toBeLessThan(0.95);
});
