import { Matrix4, PerspectiveCamera } from 'three';
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
  /** So many bodies, the first ones, never move, and need not be told from each other. */
  readonly stillCount: number;
  /** What is asked in Q1: origin and direction of unit length of each ray, and how far all of them reach. */
  readonly rays: Float32Array;
  readonly rayLength: number;
  /** What the camera of F1 sees: its view-projection matrix, column by column. */
  readonly viewProjection: Float64Array;
  readonly hasCamera: boolean;
  /** Moves the bodies by one tick. */
  step(): void;
}

/** What is asked of a world in each tick. */
export type Ask = 'pairs' | 'rays' | 'frustum';

export interface Scenario {
  readonly title: string;
  /** What is timed where it is not the tick: it is asked after each. */
  readonly asks?: Ask;
  readonly ticks: number;
  readonly warmUp: number;
  readonly make: () => Scene;
}

const TICK = 1 / 60;
/** Of a body, in units a second and radians a second. */
const MOST_SPEED = 4;
const MOST_SPIN = 3;

/** Radians that the camera of F1 turns by in a tick, and how far it sees. */
const TURN = 0.02;
const FAR = 60;
/** Numbers of a ray. */
export const RAY_STRIDE = 6;

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
  /** So many stand still, and all that are replaced are of these. */
  readonly stillCount?: number;
  /** Rays to be cast. */
  readonly rays?: number;
  /** Whether a camera turns in the middle. */
  readonly hasCamera?: boolean;
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
  const { stillCount = 0 } = changes;
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
    const isStill = changes.isStill === true || i < stillCount;
    const speed = isStill ? 0 : rng.range(0, MOST_SPEED) * TICK;
    velocity.set(
      onSphere(rng).map((value) => value * speed),
      3 * i,
    );
    const angle = rng.range(0, Math.PI);
    exact.set([...onSphere(rng).map((value) => value * Math.sin(angle)), Math.cos(angle)], 4 * i);
    const turn = isStill ? 0 : rng.range(0, MOST_SPIN) * TICK * 0.5;
    spin.set([...onSphere(rng).map((value) => value * Math.sin(turn)), Math.cos(turn)], 4 * i);
  }
  rotation.set(exact);
  const replaced: number[] = [];
  const rays = new Float32Array(RAY_STRIDE * (changes.rays ?? 0));
  for (let at = 0; at < rays.length; at += RAY_STRIDE) {
    for (let axis = 0; axis < 3; axis++) rays[at + axis] = rng.range(-half, half);
    rays.set(onSphere(rng), at + 3);
  }
  const viewProjection = new Float64Array(16);
  let tick = 0;
  return {
    count,
    shapes,
    position,
    rotation,
    half,
    replaced,
    stillCount,
    rays,
    rayLength: side,
    viewProjection,
    hasCamera: changes.hasCamera === true,
    step() {
      if (changes.hasCamera) writeViewProjection(viewProjection, TURN * tick++);
      replaced.length = 0;
      for (let i = 0; i < (changes.replaced ?? 0); i++) {
        const body = rng.integer(0, (stillCount === 0 ? count : stillCount) - 1);
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

const camera = new PerspectiveCamera(60, 16 / 9, 0.1, FAR);
const product = new Matrix4();

/** Writes what a camera in the middle sees that is turned to the side by an angle, and looks a little down. */
function writeViewProjection(out: Float64Array, angle: number): void {
  camera.rotation.set(-0.2, angle, 0, 'YXZ');
  camera.updateMatrixWorld();
  product.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).toArray(out);
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

/** T are even worlds; W are worlds that change or stand still; Q and F are questions. */
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
  W4: {
    title: '40,000 still boxes, 400 of them a tick streamed out and in, and 2,000 that move',
    ...MANY,
    make: () => fill(404, 42_000, 77, (rng) => shapeOf(rng, BOX), { stillCount: 40_000, replaced: 400 }),
  },
  Q1: {
    title: '10,000 rays in T3',
    ticks: 60,
    warmUp: 40,
    asks: 'rays',
    make: () => fill(303, 5_000, 30.5, (rng, i) => shapeOf(rng, KINDS[i % KINDS.length]), { rays: 10_000 }),
  },
  F1: {
    title: 'what a turning camera sees of 100,000 boxes, half of which move',
    ticks: 100,
    warmUp: 50,
    asks: 'frustum',
    make: () => fill(501, 100_000, 103, (rng) => shapeOf(rng, BOX), { stillCount: 50_000, hasCamera: true }),
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
