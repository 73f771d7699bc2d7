import { box, capsule, chain, circle, compound, polygon, type ShapeSpec, segment } from '../../entry/2d.ts';
import { minkowskiSeparation, type RoundedPoints } from './minkowski-2d.ts';
import type { Rng } from './rng.ts';

/** Two shapes of any kinds, made and placed at random, and what the Minkowski difference says of them. */

export const KINDS = ['circle', 'capsule', 'box', 'polygon', 'segment', 'chain', 'compound'] as const;
export type Kind = (typeof KINDS)[number];

/** A shape in its own frame: how the package makes it, and its pieces as points. */
export interface Model {
  readonly kind: Kind;
  readonly spec: ShapeSpec;
  readonly pieces: readonly RoundedPoints[];
}

export interface Pose {
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
      pieces.push({ points: [points[2 * i], points[2 * i + 1], points[2 * k], points[2 * k + 1]], radius: 0 });
    }
    return { kind: 'chain', spec: chain(points, { closed }), pieces };
  },
  compound(rng, size) {
    const children: (ShapeSpec & { offsetX: number; offsetY: number; offsetRotation: number })[] = [];
    const pieces: RoundedPoints[] = [];
    for (let i = rng.integer(1, 5); i > 0; i--) {
      const kind = KINDS[rng.integer(0, 4)];
      const child = makers[kind](rng, size * 0.5);
      const pose = { x: size * rng.range(-0.3, 0.3), y: size * rng.range(-0.3, 0.3), rotation: rng.range(-5, 5) };
      children.push({ ...child.spec, offsetX: pose.x, offsetY: pose.y, offsetRotation: pose.rotation });
      pieces.push(placed(child.pieces[0], pose.x, pose.y, pose.rotation, 1));
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
    const [px, py] = [piece.points[i], piece.points[i + 1]];
    points.push(x + c * px - s * py, y + s * px + c * py);
  }
  return { points, radius: piece.radius * scale };
}

export function inWorld(model: Model, pose: Pose): RoundedPoints[] {
  const c = Math.cos(pose.rotation) * pose.scale;
  const s = Math.sin(pose.rotation) * pose.scale;
  const x = pose.x + c * pose.offsetX - s * pose.offsetY;
  const y = pose.y + s * pose.offsetX + c * pose.offsetY;
  return model.pieces.map((piece) => placed(piece, x, y, pose.rotation + pose.offsetRotation, pose.scale));
}

export function moved(piece: RoundedPoints, x: number, y: number): RoundedPoints {
  return { points: piece.points.map((v, i) => v + (i % 2 === 0 ? x : y)), radius: piece.radius };
}

export function spanOf(...pieces: RoundedPoints[]): number {
  let [low, high] = [Infinity, -Infinity];
  let [left, right] = [Infinity, -Infinity];
  for (const { points, radius } of pieces) {
    for (let i = 0; i < points.length; i += 2) {
      left = Math.min(left, points[i] - radius);
      right = Math.max(right, points[i] + radius);
      low = Math.min(low, points[i + 1] - radius);
      high = Math.max(high, points[i + 1] + radius);
    }
  }
  return Math.max(right - left, high - low);
}

export type Situation = 'anywhere' | 'touching' | 'deep' | 'contained';
const SITUATIONS: readonly Situation[] = ['anywhere', 'anywhere', 'touching', 'deep', 'contained'];

export interface Case {
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

export function makeCase(rng: Rng, kindA: Kind, kindB: Kind, size: number): Case {
  const situation = SITUATIONS[rng.integer(0, SITUATIONS.length - 1)];
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
      x += points[i];
      y += points[i + 1];
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

export function judge(made: Case) {
  const a = inWorld(made.a, made.poseA);
  const b = inWorld(made.b, made.poseB);
  const rows = a.map((p) => b.map((q) => minkowskiSeparation(p, q)));
  const all = rows.flat();
  const least = all.reduce((best, one) => (one.separation < best.separation ? one : best));
  const core = Math.min(...all.map((one) => one.core));
  return { a, b, rows, least, core };
}
