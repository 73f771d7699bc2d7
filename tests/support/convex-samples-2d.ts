import { addComponent, addEntity, set } from 'bitecs';
import { box, capsule, circle, compound, ellipse, polygon, type ShapeSpec, sector, segment } from '../../entry/2d.ts';
import type { createGame } from './game-2d.ts';
import type { Rng } from './rng.ts';

/*
 * Shapes, and how far they reach along any direction: a slow reference for how far apart two of them are.
 */

/** A convex core, rounded: how far it reaches from the origin along a direction. */
export type Reach = (x: number, y: number) => number;

export interface Place {
  x: number;
  y: number;
  rotation: number;
  scale: number;
}

/** A shape for the library and for the reference: the convex cores it is the union of, placed, with their radii. */
export interface Sample {
  spec: ShapeSpec;
  cores: (place: Place) => { reach: Reach; radius: number }[];
}

export const turned = (p: Place, x: number, y: number): [number, number] => [
  p.x + p.scale * (Math.cos(p.rotation) * x - Math.sin(p.rotation) * y),
  p.y + p.scale * (Math.sin(p.rotation) * x + Math.cos(p.rotation) * y),
];

export const hullReach =
  (points: [number, number][]): Reach =>
  (x, y) =>
    Math.max(...points.map(([px, py]) => px * x + py * y));

export function cornered(spec: ShapeSpec, points: [number, number][], radius = 0): Sample {
  return {
    spec,
    cores: (p) => [{ reach: hullReach(points.map(([x, y]) => turned(p, x, y))), radius: radius * p.scale }],
  };
}

export function elliptic(rx: number, ry: number, radius = 0): Sample {
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

/** Sectors above a quarter turn to each side are the union of two. */
export function sectoral(radius: number, halfAngle: number): Sample {
  const isWide = halfAngle > Math.PI / 2;
  const half = isWide ? halfAngle / 2 : halfAngle;
  const middles = isWide ? [-half, half] : [0];
  return {
    spec: sector(radius, halfAngle),
    cores: (p) => middles.map((middle) => ({ reach: sectorReach(p, radius, middle, half), radius: 0 })),
  };
}

/** Along a direction within the arc the radius, else the farthest of the three corners. */
function sectorReach(p: Place, radius: number, middle: number, half: number): Reach {
  const ends = [middle - half, middle + half].map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle)]);
  const corners = hullReach([[0, 0], ...ends].map(([x, y]) => turned(p, x, y)));
  const angle = p.rotation + middle;
  const cosine = Math.cos(half);
  return (x, y) =>
    (x * Math.cos(angle) + y * Math.sin(angle)) / Math.hypot(x, y) >= cosine
      ? p.x * x + p.y * y + p.scale * radius * Math.hypot(x, y)
      : corners(x, y);
}

const TRIANGLE: [number, number][] = [
  [0.9, 0.1],
  [-0.4, 0.8],
  [-0.5, -0.7],
];

export const OTHERS: Record<string, Sample> = {
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
  sector: sectoral(1, 0.7),
  'half disc': sectoral(0.9, Math.PI / 2),
  'wide sector': sectoral(0.8, 2.2),
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
export function slowSeparation(a: { reach: Reach; radius: number }, b: { reach: Reach; radius: number }) {
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

export function slowSeparationOf(a: Sample, placeA: Place, b: Sample, placeB: Place) {
  let least = { separation: Infinity, angle: 0 };
  for (const coreA of a.cores(placeA)) {
    for (const coreB of b.cores(placeB)) {
      const found = slowSeparation(coreA, coreB);
      if (found.separation < least.separation) least = found;
    }
  }
  return least;
}

export function randomPlace(rng: Rng, spread: number): Place {
  return {
    x: rng.range(-spread, spread),
    y: rng.range(-spread, spread),
    rotation: rng.range(-3, 3),
    scale: rng.range(0.5, 2),
  };
}

export function place(game: ReturnType<typeof createGame>, sample: Sample, p: Place): number {
  const eid = addEntity(game.world);
  addComponent(game.world, eid, set(game.collision.Transform, { ...p }));
  addComponent(game.world, eid, set(game.collision.Collider, sample.spec));
  return eid;
}

export const separationsIn = (game: ReturnType<typeof createGame>): number[] =>
  Array.from(game.collision.contacts(), (contact) => contact.separation);
