import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  chain,
  collideShape,
  collisionSystem,
  createCollision,
  type ShapeContact,
  type ShapeSpec,
  seamless,
} from '../../entry/2d.ts';
import { judgePair } from '../support/compare-contacts-2d.ts';
import { effort } from '../support/effort.ts';
import { randomConvex, specOf } from '../support/random-shapes-2d.ts';
import { type Placement, placeShape, type ReferencePiece } from '../support/reference-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';
import { shortestWayOut } from '../support/way-out-2d.ts';

const AT_ORIGIN: Placement = { x: 0, y: 0, rotation: 0, scale: 1, offsetX: 0, offsetY: 0, offsetRotation: 0 };
const BODIES = ['box', 'polygon', 'capsule', 'circle'] as const;

type Point = readonly [x: number, y: number];

/** Polylines that meet, each a chain. */
type Lines = Point[][];

const along = ([ax, ay]: Point, [bx, by]: Point, t: number): Point => [ax + t * (bx - ax), ay + t * (by - ay)];

/** A ring about 6 across, its first point again at its end. */
function randomRing(rng: Rng): Point[] {
  const count = rng.integer(4, 9);
  const points = Array.from({ length: count }, (_, i): Point => {
    const angle = ((i + rng.range(-0.25, 0.25)) * 2 * Math.PI) / count;
    const radius = rng.range(2, 3.2);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  return [...points, points[0]];
}

/** Ground from left to right, level, gentle or steep. */
function randomGround(rng: Rng): Point[] {
  const steepness = rng.next() < 0.3 ? 0 : rng.range(0, 1);
  const points: Point[] = [];
  for (let x = -4; x < 4; x += rng.range(0.8, 2)) points.push([x, rng.range(-0.5, 0.5) * steepness]);
  return points;
}

/** Cuts a polyline at some of its points and between some, into chains, of which some run the other way. */
function cut(rng: Rng, points: readonly Point[]): Lines {
  const lines: Lines = [[points[0]]];
  for (let i = 1; i < points.length; i++) {
    if (rng.next() < 0.3) {
      const middle = along(points[i - 1], points[i], rng.range(0.2, 0.8));
      lines.at(-1)!.push(middle);
      lines.push([middle]);
    }
    lines.at(-1)!.push(points[i]);
    if (i + 1 < points.length && rng.next() < 0.3) lines.push([points[i]]);
  }
  return lines.map((line) => (rng.next() < 0.5 ? [...line].reverse() : line));
}

/** Adds lines that end on a place of a polyline: walls, posts, and pieces that lie on the line itself. */
function branch(rng: Rng, points: readonly Point[]): Lines {
  const lines: Lines = [];
  for (let left = rng.integer(1, 3); left > 0; left--) {
    const i = rng.integer(1, points.length - 1);
    const [a, b] = [points[i - 1], points[i]];
    const foot = rng.next() < 0.4 ? a : along(a, b, rng.range(0.1, 0.9));
    if (rng.next() < 0.2) {
      lines.push([foot, along(a, b, rng.range(0.1, 0.9))]);
      continue;
    }
    const angle = rng.range(0, 2 * Math.PI);
    const reach = rng.range(0.5, 2);
    const tip: Point = [foot[0] + reach * Math.cos(angle), foot[1] + reach * Math.sin(angle)];
    lines.push(rng.next() < 0.5 ? [foot, tip] : [tip, foot]);
  }
  return lines.filter(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.1);
}

interface Row {
  readonly line: number;
  readonly child: number;
  readonly normalX: number;
  readonly normalY: number;
  readonly depth: number;
}

/** The contacts of a body with some chains, as one line, by the tick and by `collideShape`. */
function meet(specs: readonly ShapeSpec[], body: ShapeSpec, at: Placement): { ticked: Row[]; placed: Row[] } {
  const world = createWorld();
  const collision = createCollision(world);
  const Seamless = seamless(world);
  const entities = specs.map((spec) => {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, {}));
    addComponent(world, entity, set(collision.Collider, { ...spec, categoryBits: 1, maskBits: 2 }));
    addComponent(world, entity, Seamless);
    return entity;
  });
  const rider = addEntity(world);
  addComponent(world, rider, set(collision.Transform, { x: at.x, y: at.y, rotation: at.rotation }));
  addComponent(world, rider, set(collision.Collider, { ...body, categoryBits: 2, maskBits: 1 }));
  collisionSystem(world);
  const ticked = Array.from(collision.contacts(), ({ a, childA, normalX, normalY, penetration }) => ({
    line: entities.indexOf(a),
    child: childA,
    normalX,
    normalY,
    depth: penetration,
  }));
  const hits: ShapeContact[] = [];
  const count = collideShape(world, body, { x: at.x, y: at.y, rotation: at.rotation }, hits, { maskBits: 1 });
  const placed = hits.slice(0, count).map(({ entity, child, normalX, normalY, penetration }) => ({
    line: entities.indexOf(entity),
    child,
    normalX,
    normalY,
    depth: penetration,
  }));
  return { ticked, placed };
}

/** A body that just about lies on one of the segments: at most a tenth of its size in it. */
function placeOn(rng: Rng, lines: Lines, kind: (typeof BODIES)[number]) {
  const shape = randomConvex(rng, kind, rng.range(0.6, 1.6));
  const line = lines[rng.integer(0, lines.length - 1)];
  const i = rng.integer(1, line.length - 1);
  const [a, b] = [line[i - 1], line[i]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const side = rng.next() < 0.5 ? 1 : -1;
  const nx = (-side * (b[1] - a[1])) / length;
  const ny = (side * (b[0] - a[0])) / length;
  // Often as it would lie there, and often at a joint.
  const rotation = rng.next() < 0.5 ? Math.atan2(-nx, ny) : rng.range(-4, 4);
  const turned = placeShape(shape, { ...AT_ORIGIN, rotation }).pieces[0];
  const lowest = Math.min(...turned.xs.map((x, k) => x * nx + turned.ys[k] * ny - turned.radius));
  const [x, y] = along(a, b, rng.next() < 0.5 ? rng.integer(0, 1) + rng.range(-0.1, 0.1) : rng.next());
  const height = -lowest - rng.range(-0.02, 0.08);
  const at = { ...AT_ORIGIN, x: x + height * nx, y: y + height * ny, rotation };
  return { shape, at };
}

function piecesOf(lines: Lines): ReferencePiece[][] {
  return lines.map((line) =>
    line.slice(1).map((to, i) => ({ xs: [line[i][0], to[0]], ys: [line[i][1], to[1]], radius: 0 })),
  );
}

/** The unit directions in which segments leave a place. */
function raysAt(x: number, y: number, pieces: readonly ReferencePiece[]): Point[] {
  const rays: Point[] = [];
  for (const { xs, ys } of pieces) {
    const ex = xs[1] - xs[0];
    const ey = ys[1] - ys[0];
    const length = Math.hypot(ex, ey);
    const t = ((x - xs[0]) * ex + (y - ys[0]) * ey) / (length * length);
    if (t < -1e-9 || t > 1 + 1e-9 || Math.abs((x - xs[0]) * ey - (y - ys[0]) * ex) > 1e-9 * length) continue;
    if (t < 1 - 1e-9) rays.push([ex / length, ey / length]);
    if (t > 1e-9) rays.push([-ex / length, -ey / length]);
  }
  return rays;
}

/** A normal that leans over an end of its segment must be one that all segments which meet there leave free. */
function isOfUnion(row: Row, pieces: readonly ReferencePiece[][]): boolean {
  const { xs, ys } = pieces[row.line][row.child];
  const length = Math.hypot(xs[1] - xs[0], ys[1] - ys[0]);
  const lean = (row.normalX * (xs[1] - xs[0]) + row.normalY * (ys[1] - ys[0])) / length;
  if (Math.abs(lean) < 1e-6) return true;
  const end = lean > 0 ? 1 : 0;
  return raysAt(xs[end], ys[end], pieces.flat()).every(([x, y]) => row.normalX * x + row.normalY * y < 1e-6);
}

function describeRows(rows: readonly Row[]): string {
  return rows
    .map(({ line, child, normalX, normalY, depth }) => `${line}/${child} (${normalX}, ${normalY}) at ${depth}`)
    .join('; ');
}

/** The contacts that others have not, but for rounding: a query is about the place of its shape. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  return rows.filter(
    ({ line, child, normalX, normalY, depth }) =>
      !others.some((other) => {
        const off = Math.hypot(normalX - other.normalX, normalY - other.normalY) + Math.abs(depth - other.depth);
        return line === other.line && child === other.child && off < 1e-9;
      }),
  );
}

function findFault(lines: Lines, specs: readonly ShapeSpec[], rng: Rng, kind: (typeof BODIES)[number]) {
  const { shape, at } = placeOn(rng, lines, kind);
  const { ticked, placed } = meet(specs, specOf(shape), at);
  const pieces = piecesOf(specs.length === lines.length ? lines : [lines.flat()]);
  const rider = placeShape(shape, at);
  const label = describeRows(ticked);
  const ghost = ticked.find((row) => !isOfUnion(row, pieces));
  const union = { pieces: pieces.flat(), isChain: true, oneSided: false, x: 0, y: 0, reach: 0 };
  const { separation } = judgePair(union, rider);
  const isTouching = ticked.length > 0;
  const touches = separation <= 0;
  let fault: string | undefined;
  if (ghost !== undefined) fault = `no normal of the line: ${describeRows([ghost])} of ${label}`;
  else if (Math.abs(separation) > 1e-9 && isTouching !== touches) fault = `touching is ${isTouching} at ${separation}`;
  else if (without(ticked, placed).length > 0) fault = `placed ${describeRows(placed)}, in a tick ${label}`;
  const depth = Math.max(0, ...ticked.map((row) => row.depth));
  const way = depth > 0.03 ? shortestWayOut(union.pieces, rider.pieces[0], false) : Infinity;
  const isShort = without(placed, ticked).length > 0;
  return { fault, isTouching, isShort, isDeep: depth > way + 0.03, label: `${label}; ${way} would do` };
}

describe('chains that meet', () => {
  it('have only normals of the line that they make, and none is lost', () => {
    const total = effort(10_000, 700);
    let touching = 0;
    let short = 0;
    const deep: string[] = [];
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const base = rng.next() < 0.5 ? randomRing(rng) : randomGround(rng);
      const lines = [...cut(rng, base), ...(rng.next() < 0.6 ? branch(rng, base) : [])];
      // In any order, as entities are added.
      lines.sort(() => rng.next() - 0.5);
      const specs = lines.map((line) => chain(line.flat()));
      const { fault, isTouching, isShort, isDeep, label } = findFault(lines, specs, rng, BODIES[seed % BODIES.length]);
      if (fault !== undefined) throw new Error(`seed ${seed}: ${fault}`);
      if (isTouching) touching++;
      if (isShort) short++;
      if (isDeep) deep.push(`seed ${seed}: ${label}`);
    }
    expect(touching / total).toBeGreaterThan(0.5);
    expect(touching / total).toBeLessThan(0.95);
    // A tick leaves out or replaces contacts that a chain has by itself, and adds none: of several, one may be missing.
    expect(short).toBeLessThanOrEqual(effort(5, 1));
    expect(deep.length, deep.join('\n')).toBeLessThanOrEqual(effort(10, 1));
  });

  it('have, cut and turned round, the contacts of the whole ring', () => {
    const total = effort(5000, 400);
    let touching = 0;
    for (let seed = 1; seed <= total; seed++) {
      const rng = createRng(seed);
      const ring = randomRing(rng);
      const { shape, at } = placeOn(rng, [ring], BODIES[seed % BODIES.length]);
      // Each normal, and how deep it is at most: which segment a point at a joint is told of is left open.
      const numbersOf = (rows: readonly Row[]) => {
        const depths = new Map<string, number>();
        for (const { normalX, normalY, depth } of rows) {
          const normal = `${normalX.toFixed(9)} ${normalY.toFixed(9)}`.replaceAll('-0.000000000', '0.000000000');
          depths.set(normal, Math.max(depth, depths.get(normal) ?? 0));
        }
        return [...depths]
          .map(([normal, depth]) => `${normal} ${depth.toFixed(9)}`)
          .sort()
          .join('; ');
      };
      const whole = numbersOf(meet([chain(ring.flat(), { closed: true })], specOf(shape), at).ticked);
      const drawnBack = meet([chain(ring.flat())], specOf(shape), at);
      expect(numbersOf(drawnBack.ticked), `seed ${seed}, drawn back to its start`).toBe(whole);
      const lines: Lines = [];
      for (let i = 1; i < ring.length; i++) {
        if (i === 1 || rng.next() < 0.4) lines.push([ring[i - 1]]);
        lines.at(-1)!.push(ring[i]);
      }
      const chains = lines.map((line) => chain((rng.next() < 0.5 ? [...line].reverse() : line).flat()));
      expect(numbersOf(meet(chains, specOf(shape), at).ticked), `seed ${seed}, cut`).toBe(whole);
      if (whole !== '') touching++;
    }
    expect(touching / total).toBeGreaterThan(0.5);
    expect(touching / total).toBeLessThan(0.95);
  });
});
