import { createRng, type Rng } from '../tests/support/rng.ts';

export const CIRCLE = 0;
export const CAPSULE = 1;
export const BOX = 2;
export const POLYGON = 3;

/** The same bodies, places and motion for every peer: all from one seed. */
export interface Scene {
  readonly count: number;
  /** Bodies from this index on are tagged static. */
  readonly movers: number;
  /** Bodies below this index really move; those between it and `movers` could, and do not. */
  readonly moving: number;
  readonly kind: Uint8Array;
  /** Circles and capsules. */
  readonly radius: Float64Array;
  /** Boxes; of capsules, halfHeight is half the length of the core segment, along y. */
  readonly halfWidth: Float64Array;
  readonly halfHeight: Float64Array;
  /** Corners x, y … of polygons, counter-clockwise, around the origin; none of other kinds. */
  readonly corners: number[][];
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
  const scenario = SCENARIOS[name];
  if (scenario === undefined) throw new Error(`there is no scenario ${name}; there are ${SCENARIO_NAMES.join(', ')}`);
  return scenario.make();
}

export interface Scenario {
  readonly title: string;
  /**
   * Measured ticks, and those before them that only warm up: the same for all peers, so that averages are over the same
   * ticks.
   */
  readonly ticks: number;
  readonly warmUp: number;
  readonly make: () => Scene;
}

/**
 * As many ticks as keep the 99th percentile from being the worst tick alone, after a warm-up in which even the code
 * that runs every eighth tick has been compiled. The first 300 ticks have a table of their own.
 */
const MANY = { ticks: 200, warmUp: 200 };
const SOME = { ticks: 40, warmUp: 50 };
const FEW = { ticks: 20, warmUp: 10 };
/** Room for 10,000 circles of radius 0.5 to overlap in about 5,000 pairs. */
const EVEN = 88.6;

const mixedWorld = (): Scene => fill(10_000, 10_000, EVEN, mixed);
/** Moving circles among boxes that are tagged static. */
export const amongStatics = (statics: number, movers: number, half: number): Scene =>
  fill(statics + movers, movers, half, (s, i, rng) => (i < movers ? circle(s, i, 0.5) : box(s, i, rng)));
/** Makes `count` circles of radius 0.5 in a square of half the side `half`. */
export const circles = (count: number, half: number): Scene => fill(count, count, half, (s, i) => circle(s, i, 0.5));

export const SCENARIOS: Record<string, Scenario> = {
  S1: { title: '10,000 circles', ...MANY, make: () => circles(10_000, EVEN) },
  S2: { title: '10,000 turning boxes', ...MANY, make: () => fill(10_000, 10_000, EVEN, box) },
  S3: { title: '10,000 circles, capsules, boxes and polygons', ...MANY, make: mixedWorld },
  S4: {
    title: '2,000 circles among 50,000 still boxes',
    ...MANY,
    make: () => amongStatics(50_000, 2_000, 202),
  },
  S5: {
    title: '50,000 circles of sizes 1:10',
    ticks: 60,
    warmUp: 100,
    make: () => fill(50_000, 50_000, 228, (s, i, rng) => circle(s, i, powerLaw(rng, 0.2, 2))),
  },
  Q1: { title: '10,000 closest-hit rays in S3', ...FEW, make: mixedWorld },
  Q2: { title: '10,000 box queries in S3', ...FEW, make: mixedWorld },
  Q3: { title: '10,000 closest points in S3', ...FEW, make: mixedWorld },
  A1: {
    title: 'two clusters 100,000 apart',
    ...SOME,
    make: () => arranged(10_000, 62.7, (s, i) => (s.x[i] = s.x[i] + (i % 2 === 0 ? -5e4 : 5e4))),
  },
  A2: {
    title: 'one body at 1,000,000',
    ...SOME,
    make: () =>
      arranged(10_000, EVEN, (s, i) => {
        if (i === 0) s.x[i] = 1e6;
      }),
  },
  A3: {
    title: 'one collider as large as the world among 10,000',
    ...SOME,
    make: () =>
      arranged(10_000, EVEN, (s, i) => {
        if (i === 0) s.radius[i] = EVEN;
      }),
  },
  A4: {
    title: '10,000 of sizes 1:1000',
    ...SOME,
    make: () => fill(10_000, 10_000, 300, (s, i, rng) => circle(s, i, powerLaw(rng, 0.05, 50))),
  },
  A5: { title: '10,000, 5 % of them moving, none tagged', ...MANY, make: () => fewMoving(10_000) },
  A5s: { title: '10,000, 5 % of them moving, the rest tagged static', ...MANY, make: () => fewMoving(500) },
  A6: { title: '10,000 that all teleport every tick', ...SOME, make: () => teleporting(circles(10_000, EVEN)) },
  A7: {
    title: '1,000 in one spot',
    ticks: 12,
    warmUp: 10,
    make: () =>
      arranged(1_000, 10, (s, i) => {
        s.x[i] *= 0.01;
        s.y[i] *= 0.01;
        s.vx[i] *= 0.01;
        s.vy[i] *= 0.01;
      }),
  },
  A8: {
    title: '10,000 in a corridor of 1:10,000',
    ...SOME,
    make: () =>
      arranged(10_000, 7_900, (s, i) => {
        s.y[i] *= 1e-4;
        s.vy[i] = 0;
      }),
  },
  A9: { title: '200,000 circles', ticks: 20, warmUp: 15, make: () => circles(200_000, 396.2) },
  N1: { title: '1,000 circles, as dense as S1', ticks: 200, warmUp: 200, make: () => circles(1_000, 28.02) },
  N2: { title: '10,000 circles, as dense as S1', ...MANY, make: () => circles(10_000, EVEN) },
  N3: { title: '50,000 circles, as dense as S1', ...SOME, make: () => circles(50_000, 198.1) },
  N4: { title: '500,000 circles, as dense as S1', ticks: 16, warmUp: 10, make: () => circles(500_000, 626.5) },
  C1: { title: '100,000 circles, as dense as S1', ...SOME, make: () => circles(100_000, 280.2) },
  P64: {
    title: '5,000 polygons of 64 corners',
    ...SOME,
    make: () =>
      fill(5_000, 5_000, 62.7, (s, i, rng) => {
        s.kind[i] = POLYGON;
        s.corners[i] = polygon(rng, 64, rng.range(0.4, 0.8));
      }),
  },
  S1s: { title: 'S1 and 50,000 tagged statics that nobody touches', ...MANY, make: () => withLonelyStatics(50_000) },
};

/**
 * For each of these awkward worlds, which have no even twin above: an even world with as many bodies and about as many
 * pairs.
 */
for (const name of ['A1', 'A3', 'A4', 'A7', 'A8']) {
  SCENARIOS[`E${name.slice(1)}`] = {
    title: `an even world with as many pairs as ${name}`,
    ticks: SCENARIOS[name].ticks,
    warmUp: SCENARIOS[name].warmUp,
    make: () => evenTwin(SCENARIOS[name].make()),
  };
}

export const SCENARIO_NAMES = Object.keys(SCENARIOS);

function evenTwin(scene: Scene): Scene {
  const wanted = countCirclePairs(scene);
  // Uniform circles of radius 0.5: every pair overlaps with probability π / area.
  let half = 0.5 * scene.count * Math.sqrt(Math.PI / (2 * wanted));
  // Near the walls there are fewer neighbours, which shows in tight squares.
  for (let round = 0; round < 4; round++) half *= Math.sqrt(countCirclePairs(circles(scene.count, half)) / wanted);
  return circles(scene.count, half);
}

/** Counts overlapping circles by sweeping along x. */
function countCirclePairs({ count, x, y, radius }: Scene): number {
  const left = (i: number): number => x[i] - radius[i];
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => left(a) - left(b));
  let pairs = 0;
  for (let m = 0; m < count; m++) {
    const a = order[m];
    const right = x[a] + radius[a];
    for (let n = m + 1; n < count && left(order[n]) <= right; n++) {
      const b = order[n];
      if ((x[a] - x[b]) ** 2 + (y[a] - y[b]) ** 2 <= (radius[a] + radius[b]) ** 2) pairs++;
    }
  }
  return pairs;
}

/** 10,000 circles as in S1, of which the first 500 move; `movers` of them are not tagged static. */
function fewMoving(movers: number): Scene {
  const scene = fill(10_000, 500, EVEN, (s, i) => circle(s, i, 0.5));
  return { ...scene, movers };
}

/** S1 with statics beside it, out of everyone's reach. */
function withLonelyStatics(statics: number): Scene {
  return fill(10_000 + statics, 10_000, EVEN, (s, i, rng) => {
    if (i >= 10_000) box(s, i, rng);
    else circle(s, i, 0.5);
    if (i >= 10_000) s.x[i] += 4 * EVEN;
  });
}

/** A scene whose bodies `place` makes, each at a random place with a random motion. */
export function fill(count: number, movers: number, half: number, place: Place): Scene {
  const rng = createRng(SEED);
  const column = (): Float64Array => new Float64Array(count);
  const s: Draft = {
    count,
    movers,
    moving: movers,
    half,
    turns: false,
    kind: new Uint8Array(count),
    radius: column(),
    halfWidth: column(),
    halfHeight: column(),
    corners: new Array<number[]>(count).fill([]),
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

function arranged(count: number, half: number, change: (s: Draft, i: number) => void): Scene {
  return fill(count, count, half, (s, i) => {
    circle(s, i, 0.5);
    change(s, i);
  });
}

/**
 * Movers in one call of the loop: V8 compiles functions that are called often, and boxes numbers at the start of a loop
 * that runs long in few calls.
 */
const RUN = 512;

function bounce(s: Draft): void {
  for (let i = 0; i < s.moving; i += RUN) bounceRun(s, i, Math.min(s.moving, i + RUN));
}

/** Moves the movers from `start` to `end`. A mover that is outside the square and on its way out turns back. */
function bounceRun(s: Draft, start: number, end: number): void {
  const { x, y, rotation, vx, vy, spin, half } = s;
  for (let i = start; i < end; i++) {
    x[i] += vx[i];
    y[i] += vy[i];
    rotation[i] += spin[i];
    // Scenes may place bodies outside on purpose; those drift.
    if (Math.abs(x[i]) > half && Math.abs(x[i]) < half + 1 && x[i] * vx[i] > 0) vx[i] = -vx[i];
    if (Math.abs(y[i]) > half && Math.abs(y[i]) < half + 1 && y[i] * vy[i] > 0) vy[i] = -vy[i];
  }
}

function teleporting(scene: Scene): Scene {
  // A generator whose state is an array: unlike one that keeps it in a closure, it allocates nothing.
  const state = Uint32Array.of(SEED + 1);
  const { x, y, half, moving } = scene;
  const next = (): number => {
    let word = state[0];
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    state[0] = word;
    return (2 * (word >>> 0)) / 4294967296 - 1;
  };
  const step = (): void => {
    for (let i = 0; i < moving; i++) {
      x[i] = half * next();
      y[i] = half * next();
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

/** Returns a random size between low and high. The density of sizes falls with the square of the size. */
function powerLaw(rng: Rng, low: number, high: number): number {
  return 1 / (1 / low + (1 / high - 1 / low) * rng.next());
}

/** The questions of Q1–Q3: origins or centres, directions of unit length, half extents of boxes. */
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
