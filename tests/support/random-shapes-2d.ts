import { box, capsule, chain, circle, compound, polygon, type ShapeSpec, segment } from '../../entry/2d.ts';
import type { ConvexDescription, Placement, ShapeDescription } from './reference-2d.ts';
import type { Rng } from './rng.ts';

/** The maker call for a description. A radius that a maker does not take is written over its spec, as a game may. */
export function specOf(shape: ShapeDescription): ShapeSpec {
  switch (shape.kind) {
    case 'circle':
      return circle(shape.radius);
    case 'capsule':
      return capsule(shape.halfHeight, shape.radius);
    case 'box':
      return box(shape.halfWidth, shape.halfHeight, { radius: shape.radius });
    case 'polygon':
      return polygon(shape.points, { radius: shape.radius });
    case 'segment': {
      const [ax, ay, bx, by] = shape.points as [number, number, number, number];
      return { ...segment(ax, ay, bx, by), radius: shape.radius };
    }
    case 'chain': {
      const { closed, oneSided, radius } = shape;
      return { ...chain(shape.points, { closed, oneSided }), radius };
    }
    case 'compound': {
      const children = shape.children.map((child) => ({
        ...specOf(child.shape),
        offsetX: child.x,
        offsetY: child.y,
        offsetRotation: child.rotation,
      }));
      return { ...compound(children), radius: shape.radius };
    }
  }
}

export type ShapeKindToMake = ShapeDescription['kind'];

export const CONVEX_KINDS = ['circle', 'capsule', 'box', 'polygon', 'segment'] as const;
export const ALL_KINDS = [...CONVEX_KINDS, 'chain', 'compound'] as const;

/** Makes a random shape about `size` across. */
export function randomShape(rng: Rng, kind: ShapeKindToMake, size: number): ShapeDescription {
  if (kind === 'chain') return randomChain(rng, size);
  if (kind !== 'compound') return randomConvex(rng, kind, size);
  const children = [];
  const count = rng.integer(1, 4);
  for (let i = 0; i < count; i++) {
    const childKind = CONVEX_KINDS[rng.integer(0, CONVEX_KINDS.length - 1)];
    children.push({
      shape: randomConvex(rng, childKind, size * 0.6),
      x: rng.range(-0.5, 0.5) * size,
      y: rng.range(-0.5, 0.5) * size,
      rotation: rng.range(-4, 4),
    });
  }
  return { kind, children, radius: rng.next() < 0.25 ? rng.range(0, 0.1) * size : 0 };
}

/**
 * Makes a random convex shape about `size` across: slivers, rounded ones and polygons of up to 64 vertices included.
 */
export function randomConvex(rng: Rng, kind: ConvexDescription['kind'], size: number): ConvexDescription {
  const half = size / 2;
  const thin = rng.next() < 0.2 ? rng.range(0.001, 0.1) : rng.range(0.3, 1);
  const radius = rng.next() < 0.4 ? rng.range(0.02, 0.5) * half : 0;
  if (kind === 'circle') return { kind, radius: half * rng.range(0.3, 1) };
  if (kind === 'capsule') return { kind, halfHeight: half * rng.range(0.2, 1), radius: half * thin };
  if (kind === 'box') return { kind, halfWidth: half * rng.range(0.4, 1), halfHeight: half * thin, radius };
  if (kind === 'segment') {
    const angle = rng.range(0, 7);
    const x = Math.cos(angle) * half;
    const y = Math.sin(angle) * half;
    const shiftX = rng.range(-0.5, 0.5) * half;
    return { kind, points: [shiftX - x, -y, shiftX + x, y], radius: rng.next() < 0.5 ? radius : 0 };
  }
  const count = rng.next() < 0.3 ? rng.integer(9, 64) : rng.integer(3, 8);
  return { kind, points: pointsOnEllipse(rng, count, half, half * thin), radius };
}

/** Corners of a convex polygon, counter-clockwise: points of an ellipse, at least a little apart. */
function pointsOnEllipse(rng: Rng, count: number, a: number, b: number): number[] {
  const start = rng.range(0, 7);
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = start + ((i + rng.range(-0.3, 0.3)) * 2 * Math.PI) / count;
    points.push(a * Math.cos(angle), b * Math.sin(angle));
  }
  return points;
}

function randomChain(rng: Rng, size: number): ShapeDescription {
  const half = size / 2;
  const closed = rng.next() < 0.4;
  const count = closed ? rng.integer(3, 12) : rng.integer(2, 12);
  const points: number[] = [];
  if (closed) {
    for (let i = 0; i < count; i++) {
      const angle = ((i + rng.range(-0.3, 0.3)) * 2 * Math.PI) / count;
      const radius = half * rng.range(0.3, 1);
      points.push(radius * Math.cos(angle), radius * Math.sin(angle));
    }
    if (rng.next() < 0.5) reversePoints(points);
  } else {
    const rough = rng.next() < 0.5 ? 0.1 : 1;
    for (let i = 0; i < count; i++) points.push(((2 * i) / (count - 1) - 1) * half, rng.range(-rough, rough) * half);
    // Now and then a joint in the middle of a straight line.
    if (count > 2 && rng.next() < 0.3) {
      points[2] = (points[0] + points[4]) / 2;
      points[3] = (points[1] + points[5]) / 2;
    }
  }
  return { kind: 'chain', points, closed, oneSided: rng.next() < 0.35, radius: rng.next() < 0.3 ? 0.05 * half : 0 };
}

function reversePoints(points: number[]): void {
  const copy = points.slice();
  for (let i = 0; i < points.length; i += 2) {
    points[i] = copy[points.length - 2 - i];
    points[i + 1] = copy[points.length - 1 - i];
  }
}

/** A random place within `spread` of (originX, originY); offset and scale are there half of the time. */
export function randomPlacement(rng: Rng, spread: number, size: number, originX = 0, originY = 0): Placement {
  const hasOffset = rng.next() < 0.4;
  return {
    x: originX + rng.range(-spread, spread),
    y: originY + rng.range(-spread, spread),
    rotation: rng.next() < 0.3 ? 0 : rng.range(-10, 10),
    scale: rng.next() < 0.5 ? 1 : rng.range(0.5, 2),
    offsetX: hasOffset ? rng.range(-0.5, 0.5) * size : 0,
    offsetY: hasOffset ? rng.range(-0.5, 0.5) * size : 0,
    offsetRotation: hasOffset ? rng.range(-3, 3) : 0,
  };
}
