import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type Contact,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  createCollision,
  polygon,
  type ShapeSpec,
  segment,
} from '../../entry/2d.ts';
import { minkowskiSeparation, type RoundedPoints } from '../support/minkowski-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

/**
 * Every pair of shape kinds through the whole engine against Minkowski differences. Nothing here is shared with the other property
 * tests: shapes are made, placed, judged and compared anew.
 */

const KINDS = ['circle', 'capsule', 'box', 'polygon', 'segment', 'chain', 'compound'] as const;
type Kind = (typeof KINDS)[number];

/** A shape in its own frame: how the package makes it, and its pieces as points. */
interface Model {
  readonly kind: Kind;
  readonly spec: ShapeSpec;
  readonly pieces: readonly RoundedPoints[];
}

interface Pose {
  x: number;
  y: number;
  rotation: number;
  scale: number;
  offsetX: number;
  offsetY: number;
  offsetRotation: number;
}

type Make = (rng: Rng, size: number) => Model;

const makers: Record<Kind, Make> = {
  circle(rng, size) {
    const radius = size * rng.range(0.1, 0.5);
    return { kind: 'circle', spec: circle(radius), pieces: [{ points: [0, 0], radius }] };
  },
  capsule(rng, size) {
    const half = size * rng.range(0.01, 0.5);
    const radius = size * (sliver(rng) ?? rng.range(0.05, 0.4));
    return { kind: 'capsule', spec: capsule(half, radius), pieces: [{ points: [0, -half, 0, half], radius }] };
  },
  box(rng, size) {
    const w = size * rng.range(0.1, 0.5);
    const h = size * (sliver(rng) ?? rng.range(0.1, 0.5));
    const radius = roundness(rng, size);
    return {
      kind: 'box',
      spec: box(w, h, { radius }),
      pieces: [{ points: [-w, -h, w, -h, w, h, -w, h], radius }],
    };
  },
  polygon(rng, size) {
    const points = cornersOf(rng, size);
    const radius = roundness(rng, size);
    return { kind: 'polygon', spec: polygon(points, { radius }), pieces: [{ points, radius }] };
  },
  segment(rng, size) {
    const [x, y] = [size * rng.range(-0.5, 0.5), size * rng.range(-0.5, 0.5)];
    const [u, v] = [-x + size * rng.range(-0.3, 0.3), -y + size * rng.range(-0.3, 0.3)];
    return { kind: 'segment', spec: segment(x, y, u, v), pieces: [{ points: [x, y, u, v], radius: 0 }] };
  },
  chain(rng, size) {
    const closed = rng.next() < 0.4;
    const count = rng.integer(3, 14);
    const points: number[] = [];
    for (let i = 0; i < count; i++) {
      const share = i / (closed ? count : count - 1);
      if (closed) {
        const reach = size * rng.range(0.25, 0.5);
        points.push(reach * Math.cos(2 * Math.PI * share), reach * Math.sin(2 * Math.PI * share));
      } else points.push(size * (share - 0.5), size * rng.range(-0.25, 0.25));
    }
    const pieces: RoundedPoints[] = [];
    for (let i = 0; i < (closed ? count : count - 1); i++) {
      const k = (i + 1) % count;
      pieces.push({ points: [points[2 * i]!, points[2 * i + 1]!, points[2 * k]!, points[2 * k + 1]!], radius: 0 });
    }
    return { kind: 'chain', spec: chain(points, { closed }), pieces };
  },
  compound(rng, size) {
    const children: (ShapeSpec & { offsetX: number; offsetY: number; offsetRotation: number })[] = [];
    const pieces: RoundedPoints[] = [];
    for (let i = rng.integer(1, 5); i > 0; i--) {
      const kind = KINDS[rng.integer(0, 4)]!;
      const child = makers[kind](rng, size * 0.5);
      const pose = { x: size * rng.range(-0.3, 0.3), y: size * rng.range(-0.3, 0.3), rotation: rng.range(-5, 5) };
      children.push({ ...child.spec, offsetX: pose.x, offsetY: pose.y, offsetRotation: pose.rotation });
      pieces.push(placed(child.pieces[0]!, pose.x, pose.y, pose.rotation, 1));
    }
    return { kind: 'compound', spec: compound(children), pieces };
  },
};

function sliver(rng: Rng): number | undefined {
  return rng.next() < 0.2 ? 10 ** rng.range(-6, -2) : undefined;
}

function roundness(rng: Rng, size: number): number {
  return rng.next() < 0.5 ? 0 : size * 10 ** rng.range(-3, -0.5);
}

/** 3 to 64 points: regular, of a flat ellipse, or anywhere. */
function cornersOf(rng: Rng, size: number): number[] {
  const count = rng.next() < 0.5 ? rng.integer(3, 8) : rng.integer(9, 64);
  const flat = sliver(rng) ?? 1;
  const style = rng.integer(0, 2);
  const turn = rng.range(0, 7);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    if (style === 2) {
      points.push(size * rng.range(-0.5, 0.5), size * rng.range(-0.5, 0.5) * flat);
    } else {
      const angle = turn + (2 * Math.PI * (i + (style === 1 ? rng.range(-0.3, 0.3) : 0))) / count;
      points.push(0.5 * size * Math.cos(angle), 0.5 * size * Math.sin(angle) * flat);
    }
  }
  return points;
}

function placed(piece: RoundedPoints, x: number, y: number, rotation: number, scale: number): RoundedPoints {
  const c = Math.cos(rotation) * scale;
  const s = Math.sin(rotation) * scale;
  const points: number[] = [];
  for (let i = 0; i < piece.points.length; i += 2) {
    const [px, py] = [piece.points[i]!, piece.points[i + 1]!];
    points.push(x + c * px - s * py, y + s * px + c * py);
  }
  return { points, radius: piece.radius * scale };
}

function inWorld(model: Model, pose: Pose): RoundedPoints[] {
  const c = Math.cos(pose.rotation) * pose.scale;
  const s = Math.sin(pose.rotation) * pose.scale;
  const x = pose.x + c * pose.offsetX - s * pose.offsetY;
  const y = pose.y + s * pose.offsetX + c * pose.offsetY;
  return model.pieces.map((piece) => placed(piece, x, y, pose.rotation + pose.offsetRotation, pose.scale));
}

function moved(piece: RoundedPoints, x: number, y: number): RoundedPoints {
  return { points: piece.points.map((v, i) => v + (i % 2 === 0 ? x : y)), radius: piece.radius };
}

function spanOf(...pieces: RoundedPoints[]): number {
  let [low, high] = [Infinity, -Infinity];
  let [left, right] = [Infinity, -Infinity];
  for (const { points, radius } of pieces) {
    for (let i = 0; i < points.length; i += 2) {
      left = Math.min(left, points[i]! - radius);
      right = Math.max(right, points[i]! + radius);
      low = Math.min(low, points[i + 1]! - radius);
      high = Math.max(high, points[i + 1]! + radius);
    }
  }
  return Math.max(right - left, high - low);
}

type Situation = 'anywhere' | 'touching' | 'deep' | 'contained';
const SITUATIONS: readonly Situation[] = ['anywhere', 'anywhere', 'touching', 'deep', 'contained'];

interface Case {
  readonly a: Model;
  readonly b: Model;
  readonly poseA: Pose;
  readonly poseB: Pose;
  readonly situation: Situation;
}

function randomPose(rng: Rng, size: number, x: number, y: number): Pose {
  const isOffset = rng.next() < 0.5;
  return {
    x,
    y,
    rotation: rng.next() < 0.2 ? (rng.integer(-4, 4) * Math.PI) / 2 : rng.range(-7, 7),
    scale: rng.next() < 0.5 ? 1 : 10 ** rng.range(-0.5, 0.5),
    offsetX: isOffset ? size * rng.range(-0.5, 0.5) : 0,
    offsetY: isOffset ? size * rng.range(-0.5, 0.5) : 0,
    offsetRotation: isOffset ? rng.range(-4, 4) : 0,
  };
}

function makeCase(rng: Rng, kindA: Kind, kindB: Kind, size: number): Case {
  const situation = SITUATIONS[rng.integer(0, SITUATIONS.length - 1)]!;
  const a = makers[kindA](rng, size);
  const b = makers[kindB](rng, situation === 'contained' ? size * rng.range(0.01, 0.3) : size);
  // Now and then far from the origin, where positions are coarser.
  const home = rng.next() < 0.2 ? 1e4 * size : size;
  const poseA = randomPose(rng, size, home * rng.range(-1, 1), home * rng.range(-1, 1));
  const poseB = randomPose(rng, size, poseA.x, poseA.y);
  const middle = centreOf(inWorld(a, poseA));
  const other = centreOf(inWorld(b, poseB));
  poseB.x += middle[0] - other[0];
  poseB.y += middle[1] - other[1];
  const reach = (spanOf(...inWorld(a, poseA)) + spanOf(...inWorld(b, poseB))) / 2;
  const angle = rng.range(0, 7);
  const way = situation === 'anywhere' ? rng.range(0.4, 1.3) : situation === 'touching' ? 1.5 : rng.range(0, 0.2);
  // Now and then concentric to the bit.
  const far = situation === 'deep' && rng.next() < 0.1 ? 0 : way * reach;
  poseB.x += far * Math.cos(angle);
  poseB.y += far * Math.sin(angle);
  const made = { a, b, poseA, poseB, situation };
  if (situation === 'touching') bringTogether(made, angle, rng.integer(-1, 1) * 1e-6 * reach);
  return made;
}

function centreOf(pieces: readonly RoundedPoints[]): [number, number] {
  let [x, y, count] = [0, 0, 0];
  for (const { points } of pieces) {
    for (let i = 0; i < points.length; i += 2) {
      x += points[i]!;
      y += points[i + 1]!;
      count++;
    }
  }
  return [x / count, y / count];
}

/** Newton's method along a line: moves B until the shapes are `gap` apart, if that way they meet at all. */
function bringTogether(made: Case, angle: number, gap: number): void {
  const [ux, uy] = [-Math.cos(angle), -Math.sin(angle)];
  for (let i = 0; i < 30; i++) {
    const best = judge(made).least;
    const speed = -(best.normalX * ux + best.normalY * uy);
    const rest = best.separation - gap;
    if (!(speed > 1e-3) || rest === 0) return;
    made.poseB.x += (rest / speed) * ux;
    made.poseB.y += (rest / speed) * uy;
  }
}

function judge(made: Case) {
  const a = inWorld(made.a, made.poseA);
  const b = inWorld(made.b, made.poseB);
  const rows = a.map((p) => b.map((q) => minkowskiSeparation(p, q)));
  const all = rows.flat();
  const least = all.reduce((best, one) => (one.separation < best.separation ? one : best));
  const core = Math.min(...all.map((one) => one.core));
  return { a, b, rows, least, core };
}

interface Row {
  readonly childA: number;
  readonly childB: number;
  readonly normal: readonly [number, number];
  readonly separation: number;
  readonly penetration: number;
  readonly touching: boolean;
  readonly points: readonly { x: number; y: number; separation: number }[];
}

function copyRow(contact: Contact): Row {
  const points = [];
  for (let i = 0; i < contact.pointCount; i++) {
    points.push({ x: contact.pointX(i), y: contact.pointY(i), separation: contact.pointSeparation(i) });
  }
  const { childA, childB, normalX, normalY, separation, penetration, touching } = contact;
  return { childA, childB, normal: [normalX, normalY], separation, penetration, touching, points };
}

/** The engine's rows for two colliders alone in a world of their own. */
function contactsOf(made: Case, margin: number): Row[] {
  const world = createWorld();
  const collision = createCollision(world, { margin, capacity: 4 });
  const { Transform, Collider } = collision;
  for (const [model, pose] of [
    [made.a, made.poseA],
    [made.b, made.poseB],
  ] as const) {
    const { x, y, rotation, scale, offsetX, offsetY, offsetRotation } = pose;
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation, scale }));
    addComponent(world, eid, set(Collider, { ...model.spec, offsetX, offsetY, offsetRotation }));
  }
  collisionSystem(world);
  return Array.from(collision.contacts(), copyRow);
}

interface Tally {
  touching: number;
  cases: number;
  twoPoints: number;
  deep: number;
  near: number;
  worst: number;
}

/** Relative to the extent of both shapes; in truth the two agree to about 1e-15. */
const BAND = 1e-11;
/** What a position far from the origin has lost, relative to it, here and in the engine. */
const COARSE = 2e-15;

function check(made: Case, margin: number, tally: Tally): string | undefined {
  const { a, b, rows: truth, least, core } = judge(made);
  const rows = contactsOf(made, margin);
  const size = spanOf(...a, ...b);
  const band = BAND * size + COARSE * (Math.abs(made.poseA.x) + Math.abs(made.poseA.y));
  const touching = rows.some((row) => row.touching);
  tally.cases++;
  if (touching) tally.touching++;
  if (Math.abs(least.separation) < 2e-6 * size) tally.near++;
  if (core < -0.01 * size) tally.deep++;
  if (Math.abs(least.separation) > band && touching !== least.separation < 0) {
    return `touching is ${touching} at ${least.separation}`;
  }
  const isChainPair = (made.a.kind === 'chain') !== (made.b.kind === 'chain');
  // A chain's contacts are those of its smooth surface: segment by segment they may be fewer, or along the segment's normal.
  const isSmoothed = isChainPair && core <= band;
  const found = Math.min(...rows.map((row) => row.separation));
  if (isSmoothed) {
    const radius = Math.min(...a.map((piece) => piece.radius)) + Math.min(...b.map((piece) => piece.radius));
    if (core < -band && !(found <= -radius + band)) return `cores overlap, but the least separation is ${found}`;
    if (!(found >= -1.5 * size)) return `separation ${found} is more than all there is`;
  } else {
    if (least.separation < margin - band) {
      const error = Math.abs(found - least.separation);
      tally.worst = Math.max(tally.worst, error / size);
      if (!(error <= band)) return `least separation ${found}, not ${least.separation}`;
    } else if (least.separation > margin + band && rows.length > 0) return `a contact at ${least.separation}`;
  }
  for (const row of rows) {
    const exact = !isChainPair || (!isSmoothed && row.separation <= least.separation + band);
    const fault = checkRow(row, a[row.childA]!, b[row.childB]!, exact, band, tally);
    if (fault !== undefined) return `children ${row.childA}, ${row.childB}: ${fault}`;
  }
  if (isChainPair) return undefined;
  for (const [i, line] of truth.entries()) {
    for (const [k, { separation }] of line.entries()) {
      if (Math.abs(separation - margin) <= band) continue;
      const found = rows.filter((row) => row.childA === i && row.childB === k).length;
      const wanted = separation < margin ? 1 : 0;
      if (found !== wanted) return `children ${i}, ${k} at ${separation}: ${found} rows, not ${wanted}`;
    }
  }
  return undefined;
}

function checkRow(
  row: Row,
  a: RoundedPoints,
  b: RoundedPoints,
  exact: boolean,
  band: number,
  tally: Tally,
): string | undefined {
  const [nx, ny] = row.normal;
  if (Math.abs(Math.hypot(nx, ny) - 1) > 1e-12) return `the normal is ${Math.hypot(nx, ny)} long`;
  if (row.penetration !== Math.max(0, -row.separation)) return `penetration ${row.penetration} at ${row.separation}`;
  if (row.separation !== Math.min(...row.points.map((point) => point.separation))) return 'separation is not the least';
  if (row.points.length === 2) tally.twoPoints++;
  if (!exact) return undefined;
  // The promise that counts for a game: going the depth along the normal parts the two.
  const rest = minkowskiSeparation(a, moved(b, -row.separation * nx, -row.separation * ny)).separation;
  if (!(rest >= -band)) return `moved by ${-row.separation} along (${nx}, ${ny}), it is still ${rest}`;
  const truth = minkowskiSeparation(a, b).separation;
  if (!(Math.abs(truth - row.separation) <= band)) return `separation ${row.separation}, not ${truth}`;
  if (!(rest <= band)) return `moved by ${-row.separation} along (${nx}, ${ny}), it is ${rest} away`;
  return checkPoints(row, a, b, band);
}

/** Points lie midway between the two surfaces: half the separation towards either side is on the one and on the other. */
function checkPoints(row: Row, a: RoundedPoints, b: RoundedPoints, band: number): string | undefined {
  const [nx, ny] = row.normal;
  for (const point of row.points) {
    const isDeepest = point.separation === row.separation;
    // Beside the deepest point, a rounded edge that leans bulges beyond the line of its core.
    if (!isDeepest && a.radius + b.radius > 0) continue;
    const half = point.separation / 2;
    const onA = offSurface(a, point.x - half * nx, point.y - half * ny);
    const onB = offSurface(b, point.x + half * nx, point.y + half * ny);
    if (!(Math.abs(onA) <= band)) return `a point at ${point.separation} is ${onA} off A`;
    if (!(Math.abs(onB) <= band)) return `a point at ${point.separation} is ${onB} off B`;
  }
  return undefined;
}

function offSurface(piece: RoundedPoints, x: number, y: number): number {
  return minkowskiSeparation({ points: [x, y], radius: 0 }, piece).separation;
}

const SIZES = [1e-3, 1, 100, 1e4];
const CASES = Number(process.env.PAIR_CASES ?? 100);
const FIRST_SEED = Number(process.env.PAIR_SEED ?? 1);

const pairsOfKinds = KINDS.flatMap((first, i) => KINDS.slice(i).map((second) => [first, second] as const));

describe.each(pairsOfKinds)('%s and %s', (first, second) => {
  it(`are ${CASES * SIZES.length} times what the Minkowski difference says`, () => {
    const tally: Tally = { touching: 0, cases: 0, twoPoints: 0, deep: 0, near: 0, worst: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      for (const size of SIZES) {
        const rng = createRng(seed * 1009 + SIZES.indexOf(size));
        const isTurned = rng.next() < 0.5;
        const made = makeCase(rng, isTurned ? second : first, isTurned ? first : second, size);
        const margin = rng.next() < 0.5 ? 0 : size * rng.range(0.1, 1);
        const fault = check(made, margin, tally);
        if (fault !== undefined) {
          throw new Error(
            `seed ${seed}, size ${size}, ${made.a.kind} and ${made.b.kind}, ${made.situation}, margin ${margin}: ${fault}`,
          );
        }
      }
    }
    if (process.env.PAIR_REPORT) console.log(first, second, JSON.stringify(tally));
    expect(tally.touching / tally.cases).toBeGreaterThan(0.3);
    expect(tally.touching / tally.cases).toBeLessThan(0.8);
    expect(tally.near / tally.cases).toBeGreaterThan(0.1);
  });
});
