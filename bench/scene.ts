import { createRng, type Rng } from '../tests/support/rng.ts';

export const CIRCLE = 0;
export const CAPSULE = 1;
export const BOX = 2;
export const POLYGON = 3;

/** The same bodies, places and motion for every peer: all from one seed. */
export interface Scene {
  readonly count: number;
  /** Bodies from this index on never move. */
  readonly movers: number;
  readonly kind: Uint8Array;
  /** Circles and capsules. */
  readonly radius: Float64Array;
  /** Boxes; of capsules, halfHeight is half the length of the core segment, along y. */
  readonly halfWidth: Float64Array;
  readonly halfHeight: Float64Array;
  /** Corners x, y … of polygons, counter-clockwise, around the origin; undefined for other kinds. */
  readonly corners: (number[] | undefined)[];
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly rotation: Float64Array;
  /** Whether any mover turns. */
  readonly turns: boolean;
  /** Half the side of the square the bodies live in. */
  readonly half: number;
  /** Moves the movers by one tick. */
  step(): void;
}

type Place = (scene: Draft, i: number, rng: Rng) => void;
type Draft = Omit<Scene, 'step' | 'turns'> & { turns: boolean; vx: Float64Array; vy: Float64Array; spin: Float64Array };

const SEED = 20_240;

/** Makes the scene of a scenario. @throws when the name is unknown. */
export function makeScene(name: string): Scene {
  const maker = SCENES[name];
  if (maker === undefined) throw new Error(`unknown scenario ${name}`);
  return maker();
}

const SCENES: Record<string, () => Scene> = {
  S1: () => fill(10_000, 10_000, 88.6, (s, i) => circle(s, i, 0.5)),
  S2: () => fill(10_000, 10_000, 88.6, box),
  S3: () => fill(10_000, 10_000, 88.6, mixed),
  S4: () => fill(52_000, 2_000, 202, (s, i, rng) => (i < 2_000 ? circle(s, i, 0.5) : box(s, i, rng))),
  S5: () => fill(50_000, 50_000, 228, (s, i, rng) => circle(s, i, powerLaw(rng, 0.2, 2))),
  Q1: () => SCENES.S3!(),
  Q2: () => SCENES.S3!(),
  Q3: () => SCENES.S3!(),
  // Two clusters 1e5 apart.
  A1: () => arranged(10_000, 62.7, 0.5, (s, i) => (s.x[i] = s.x[i]! + (i % 2 === 0 ? -5e4 : 5e4))),
  // One body far away.
  A2: () =>
    arranged(10_000, 88.6, 0.5, (s, i) => {
      if (i === 0) s.x[i] = 1e6;
    }),
  // One collider as large as the world.
  A3: () =>
    arranged(10_000, 88.6, 0.5, (s, i) => {
      if (i === 0) s.radius[i] = 88.6;
    }),
  // Sizes 1:1000.
  A4: () => fill(10_000, 10_000, 300, (s, i, rng) => circle(s, i, powerLaw(rng, 0.05, 50))),
  // 5 % move, none tagged as static.
  A5: () =>
    arranged(10_000, 88.6, 0.5, (s, i) => {
      if (i % 20 !== 0) s.vx[i] = s.vy[i] = 0;
    }),
  // All teleport every tick.
  A6: () => teleporting(fill(10_000, 10_000, 88.6, (s, i) => circle(s, i, 0.5))),
  // All in one spot.
  A7: () =>
    arranged(1_000, 10, 0.5, (s, i) => {
      s.x[i]! *= 0.01;
      s.y[i]! *= 0.01;
      s.vx[i]! *= 0.01;
      s.vy[i]! *= 0.01;
    }),
  // A corridor of 1 : 10,000.
  A8: () =>
    arranged(10_000, 7_900, 0.5, (s, i) => {
      s.y[i]! *= 1e-4;
      s.vy[i] = 0;
    }),
  A9: () => fill(200_000, 200_000, 396, (s, i) => circle(s, i, 0.5)),
};

export const SCENARIO_NAMES = Object.keys(SCENES);

function fill(count: number, movers: number, half: number, place: Place): Scene {
  const rng = createRng(SEED);
  const column = (): Float64Array => new Float64Array(count);
  const s: Draft = {
    count,
    movers,
    half,
    turns: false,
    kind: new Uint8Array(count),
    radius: column(),
    halfWidth: column(),
    halfHeight: column(),
    corners: new Array(count).fill(undefined),
    x: column(),
    y: column(),
    rotation: column(),
    vx: column(),
    vy: column(),
    spin: column(),
  };
  for (let i = 0; i < count; i++) {
    s.x[i] = rng.range(-half, half);
    s.y[i] = rng.range(-half, half);
    s.vx[i] = rng.range(-0.07, 0.07);
    s.vy[i] = rng.range(-0.07, 0.07);
    place(s, i, rng);
    if (s.kind[i] !== CIRCLE) {
      s.rotation[i] = rng.range(-Math.PI, Math.PI);
      s.spin[i] = rng.range(-0.05, 0.05);
      if (i < movers) s.turns = true;
    }
  }
  return { ...s, step: () => bounce(s) };
}

function arranged(count: number, half: number, radius: number, change: (s: Draft, i: number) => void): Scene {
  return fill(count, count, half, (s, i) => {
    circle(s, i, radius);
    change(s, i);
  });
}

/** Moves every mover; one that is outside the square and still leaving it turns back. */
function bounce(s: Draft): void {
  const { x, y, rotation, vx, vy, spin, half, movers } = s;
  for (let i = 0; i < movers; i++) {
    x[i]! += vx[i]!;
    y[i]! += vy[i]!;
    rotation[i]! += spin[i]!;
    // Scenes may place bodies outside on purpose; those drift.
    if (Math.abs(x[i]!) > half && Math.abs(x[i]!) < half + 1 && x[i]! * vx[i]! > 0) vx[i] = -vx[i]!;
    if (Math.abs(y[i]!) > half && Math.abs(y[i]!) < half + 1 && y[i]! * vy[i]! > 0) vy[i] = -vy[i]!;
  }
}

function teleporting(scene: Scene): Scene {
  const rng = createRng(SEED + 1);
  const step = (): void => {
    for (let i = 0; i < scene.movers; i++) {
      scene.x[i] = rng.range(-scene.half, scene.half);
      scene.y[i] = rng.range(-scene.half, scene.half);
    }
  };
  return { ...scene, step };
}

function circle(s: Draft, i: number, radius: number): void {
  s.kind[i] = CIRCLE;
  s.radius[i] = radius;
}

function box(s: Draft, i: number, rng: Rng): void {
  s.kind[i] = BOX;
  s.halfWidth[i] = rng.range(0.3, 0.7);
  s.halfHeight[i] = rng.range(0.3, 0.7);
}

function mixed(s: Draft, i: number, rng: Rng): void {
  if (i % 4 === CIRCLE) circle(s, i, rng.range(0.3, 0.7));
  else if (i % 4 === CAPSULE) {
    s.kind[i] = CAPSULE;
    s.radius[i] = rng.range(0.2, 0.4);
    s.halfHeight[i] = rng.range(0.2, 0.5);
  } else if (i % 4 === BOX) box(s, i, rng);
  else {
    s.kind[i] = POLYGON;
    s.corners[i] = polygon(rng, 5 + rng.integer(0, 3), rng.range(0.4, 0.8));
  }
}

/** Corners on a circle, one in each of `count` equal sectors: always convex. */
function polygon(rng: Rng, count: number, radius: number): number[] {
  const corners: number[] = [];
  for (let k = 0; k < count; k++) {
    const angle = ((k + rng.range(0.1, 0.9)) * 2 * Math.PI) / count;
    corners.push(radius * Math.cos(angle), radius * Math.sin(angle));
  }
  return corners;
}

/** A size between low and high whose frequency falls with its square. */
function powerLaw(rng: Rng, low: number, high: number): number {
  return 1 / (1 / low + (1 / high - 1 / low) * rng.next());
}

/** What is asked in Q1–Q3: origins or centres, directions of unit length, half extents of boxes. */
export interface Questions {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  readonly size: Float64Array;
}

export const RAY_LENGTH = 100;

export function makeQuestions(scene: Scene): Questions {
  const rng = createRng(SEED + 2);
  const count = 10_000;
  const column = (): Float64Array => new Float64Array(count);
  const q: Questions = { count, x: column(), y: column(), dx: column(), dy: column(), size: column() };
  for (let i = 0; i < count; i++) {
    const angle = rng.range(-Math.PI, Math.PI);
    q.x[i] = rng.range(-scene.half, scene.half);
    q.y[i] = rng.range(-scene.half, scene.half);
    q.dx[i] = Math.cos(angle);
    q.dy[i] = Math.sin(angle);
    q.size[i] = rng.range(0.5, 3);
  }
  return q;
}
