import { createRng, type Rng } from '../../tests/support/rng.ts';

export const SPHERE = 0;
export const CAPSULE = 1;
export const BOX = 2;
export const HULL = 3;
export const CYLINDER = 4;

/** A shape as each peer builds it. Capsules and cylinders stand along y, `half` without the caps. */
export type Shape =
  | { readonly kind: typeof SPHERE; readonly radius: number }
  | { readonly kind: typeof CAPSULE | typeof CYLINDER; readonly radius: number; readonly half: number }
  | { readonly kind: typeof BOX; readonly half: readonly [number, number, number] }
  | { readonly kind: typeof HULL; readonly points: Float32Array };

/**
 * The same bodies, places and motion for every peer, all from one seed and rounded to f32, which some peers work in.
 */
export interface Scene {
  readonly count: number;
  readonly shapes: readonly Shape[];
  /** x y z, and quaternions x y z w. */
  readonly position: Float32Array;
  readonly rotation: Float32Array;
  /** Half the side of the cube that the bodies live in. */
  readonly half: number;
  /** Which bodies the last step has taken away and put elsewhere, of worlds that change. */
  readonly replaced: readonly number[];
  /** Moves the bodies by one tick. */
  step(): void;
}

export interface Scenario {
  readonly title: string;
  readonly ticks: number;
  readonly warmUp: number;
  readonly make: () => Scene;
}

const TICK = 1 / 60;
/** Of a body, in units a second and radians a second. */
const MOST_SPEED = 4;
const MOST_SPIN = 3;

const f32 = Math.fround;

function onSphere(rng: Rng): [number, number, number] {
  const z = rng.range(-1, 1);
  const angle = rng.range(0, 2 * Math.PI);
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(angle), across * Math.sin(angle), z];
}

function shapeOf(rng: Rng, kind: number): Shape {
  const length = (low: number, high: number): number => f32(rng.range(low, high));
  if (kind === SPHERE) return { kind, radius: length(0.3, 0.7) };
  if (kind === CAPSULE) return { kind, radius: length(0.2, 0.4), half: length(0.2, 0.6) };
  if (kind === CYLINDER) return { kind, radius: length(0.3, 0.6), half: length(0.3, 0.7) };
  if (kind === BOX) return { kind, half: [length(0.3, 0.7), length(0.3, 0.7), length(0.3, 0.7)] };
  const size = [length(0.4, 0.8), length(0.4, 0.8), length(0.4, 0.8)];
  const points = new Float32Array(3 * rng.integer(16, 32));
  for (let i = 0; i < points.length; i += 3) {
    const direction = onSphere(rng);
    for (let axis = 0; axis < 3; axis++) points[i + axis] = size[axis] * direction[axis];
  }
  return { kind: HULL, points };
}

interface Changes {
  /** Bodies that are taken away and put elsewhere each tick. */
  readonly replaced?: number;
  /** Whether all stand still. */
  readonly isStill?: boolean;
}

function fill(
  seed: number,
  count: number,
  side: number,
  shape: (rng: Rng, i: number) => Shape,
  changes: Changes = {},
): Scene {
  const rng = createRng(seed);
  const half = side / 2;
  const shapes: Shape[] = [];
  const position = new Float32Array(3 * count);
  const velocity = new Float64Array(3 * count);
  const rotation = new Float32Array(4 * count);
  const exact = new Float64Array(4 * count);
  const spin = new Float64Array(4 * count);
  const place = (i: number): void => {
    for (let axis = 0; axis < 3; axis++) position[3 * i + axis] = rng.range(-half, half);
  };
  for (let i = 0; i < count; i++) {
    shapes.push(shape(rng, i));
    place(i);
    const speed = changes.isStill ? 0 : rng.range(0, MOST_SPEED) * TICK;
    velocity.set(
      onSphere(rng).map((value) => value * speed),
      3 * i,
    );
    const angle = rng.range(0, Math.PI);
    exact.set([...onSphere(rng).map((value) => value * Math.sin(angle)), Math.cos(angle)], 4 * i);
    const turn = changes.isStill ? 0 : rng.range(0, MOST_SPIN) * TICK * 0.5;
    spin.set([...onSphere(rng).map((value) => value * Math.sin(turn)), Math.cos(turn)], 4 * i);
  }
  rotation.set(exact);
  const replaced: number[] = [];
  return {
    count,
    shapes,
    position,
    rotation,
    half,
    replaced,
    step() {
      replaced.length = 0;
      for (let i = 0; i < (changes.replaced ?? 0); i++) {
        const body = rng.integer(0, count - 1);
        if (replaced.includes(body)) continue;
        replaced.push(body);
        place(body);
      }
      if (changes.isStill) return;
      for (let i = 0; i < 3 * count; i++) {
        let next = position[i] + velocity[i];
        if (next < -half || next > half) {
          next = (next < 0 ? -2 : 2) * half - next;
          velocity[i] = -velocity[i];
        }
        position[i] = next;
      }
      for (let i = 0; i < 4 * count; i += 4) turnBy(exact, i, spin);
      rotation.set(exact);
    },
  };
}

/** Turns a quaternion by another one at the same place, and makes it a unit one again. */
function turnBy(q: Float64Array, i: number, by: Float64Array): void {
  const ax = by[i];
  const ay = by[i + 1];
  const az = by[i + 2];
  const aw = by[i + 3];
  const bx = q[i];
  const by1 = q[i + 1];
  const bz = q[i + 2];
  const bw = q[i + 3];
  const x = aw * bx + ax * bw + ay * bz - az * by1;
  const y = aw * by1 + ay * bw + az * bx - ax * bz;
  const z = aw * bz + az * bw + ax * by1 - ay * bx;
  const w = aw * bw - ax * bx - ay * by1 - az * bz;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  q[i] = x * scale;
  q[i + 1] = y * scale;
  q[i + 2] = z * scale;
  q[i + 3] = w * scale;
}

const MANY = { ticks: 200, warmUp: 100 };
const KINDS = [SPHERE, CAPSULE, BOX, HULL, CYLINDER];

/** T are even worlds; W are worlds that change or stand still. */
export const SPACE_SCENARIOS: Record<string, Scenario> = {
  T1: { title: '10,000 spheres', ...MANY, make: () => fill(101, 10_000, 34.7, () => ({ kind: SPHERE, radius: 0.5 })) },
  T2: { title: '5,000 boxes', ...MANY, make: () => fill(202, 5_000, 38, (rng) => shapeOf(rng, BOX)) },
  T3: {
    title: '5,000 spheres, capsules, boxes, hulls and cylinders',
    ...MANY,
    make: () => fill(303, 5_000, 30.5, (rng, i) => shapeOf(rng, KINDS[i % KINDS.length])),
  },
  T3H: {
    title: '5,000 hulls of 16 to 32 points',
    ...MANY,
    make: () => fill(304, 5_000, 30.5, (rng) => shapeOf(rng, HULL)),
  },
  W1: {
    title: 'T2 with 100 boxes a tick taken away and added elsewhere',
    ...MANY,
    make: () => fill(401, 5_000, 38, (rng) => shapeOf(rng, BOX), { replaced: 100 }),
  },
  W2: {
    title: 'T2 that wholly stands still',
    ...MANY,
    make: () => fill(402, 5_000, 38, (rng) => shapeOf(rng, BOX), { isStill: true }),
  },
  W3: {
    title: '50 mixed bodies',
    ticks: 2000,
    warmUp: 1000,
    make: () => fill(403, 50, 6.5, (rng, i) => shapeOf(rng, KINDS[i % KINDS.length])),
  },
};

export const SPACE_SCENARIO_NAMES = Object.keys(SPACE_SCENARIOS);

/** Makes the scene of a scenario. @throws when the name is unknown. */
export function makeSpaceScene(name: string): Scene {
  const scenario = SPACE_SCENARIOS[name];
  if (scenario === undefined) {
    throw new Error(`there is no scenario ${name}; there are ${SPACE_SCENARIO_NAMES.join(', ')}`);
  }
  return scenario.make();
}
