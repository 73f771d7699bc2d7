import { Matrix4, PerspectiveCamera } from 'three';
import { closestPointsSegmentTriangle } from '../../src/3d/geometry/closest/closest-points-segment-triangle.ts';
import { loadDragon } from '../../tests/support/meshes.ts';
import { createRng, type Rng } from '../../tests/support/rng.ts';

export const SPHERE = 0;
export const CAPSULE = 1;
export const BOX = 2;
export const HULL = 3;
export const CYLINDER = 4;
export const MESH = 5;

/** A shape as each peer builds it. Capsules and cylinders stand along y, `half` without the caps. */
export type Shape =
  | { readonly kind: typeof SPHERE; readonly radius: number }
  | { readonly kind: typeof CAPSULE | typeof CYLINDER; readonly radius: number; readonly half: number }
  | { readonly kind: typeof BOX; readonly half: readonly [number, number, number] }
  | { readonly kind: typeof HULL; readonly points: Float32Array }
  | MeshShape;

/** A surface of triangles. */
export interface MeshShape {
  readonly kind: typeof MESH;
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /**
   * Whether the mesh is one-sided: a triangle is ignored while its back is towards the middle of a body. Libraries
   * without such an option meet it from both sides.
   */
  readonly oneSided?: boolean;
}

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
  /** The number of bodies, the first ones, that never move. A peer need not tell them from each other. */
  readonly stillCount: number;
  /** Whether those that move are to meet those that stand still alone. */
  readonly meetStillOnly: boolean;
  /** The questions of Q1, Q2 and Q4: origin and direction of unit length of each ray, and the length of all of them. */
  readonly rays: Float32Array;
  readonly rayLength: number;
  /** The radius of the spheres that Q4 casts along the rays. */
  readonly castRadius: number;
  /** The points of which Q3 asks for the nearest one on a mesh: x y z each. */
  readonly points: Float32Array;
  /** The view-projection matrix of the camera of F1, column by column. */
  readonly viewProjection: Float64Array;
  readonly hasCamera: boolean;
  /** The walkers of scenario M1; there are none in other scenarios. */
  readonly walkers: Walkers;
  /** Moves the bodies by one tick. */
  step(): void;
}

/** Capsules that walk by a character controller, and pass through each other. */
export interface Walkers {
  readonly count: number;
  readonly radius: number;
  readonly half: number;
  /** Where each walker begins, as x y z. */
  readonly starts: Float32Array;
  /** How each wants to go in this tick, in units a second: x and z. */
  readonly wishes: Float32Array;
  /** Which are put back in this tick to where they begin. */
  readonly restarted: readonly number[];
}

/** Whether the mesh of a scene is to be met from the front of its triangles alone, by libraries that can. */
export function isOneSided({ shapes }: Pick<Scene, 'shapes'>): boolean {
  return shapes.some((shape) => shape.kind === MESH && shape.oneSided === true);
}

/** How walkers are set up with every peer: the distance they keep, their steps, and what they stay on the ground by. */
export const WALK = { padding: 0.02, step: 0.3, snap: 0.3, slope: (50 / 180) * Math.PI, gravity: 9.8, tick: 1 / 60 };

/** The question that a world is asked in each tick. */
export type Ask = 'pairs' | 'rays' | 'frustum' | 'casts' | 'closest' | 'triangles' | 'walks';

export interface Scenario {
  readonly title: string;
  /** The question that is timed in place of the tick: it is asked after each tick. */
  readonly asks?: Ask;
  readonly ticks: number;
  readonly warmUp: number;
  readonly make: () => Scene;
}

const NOBODY: Walkers = {
  count: 0,
  radius: 0,
  half: 0,
  starts: new Float32Array(0),
  wishes: new Float32Array(0),
  restarted: [],
};

const TICK = 1 / 60;
/** The largest speeds of a body, in units a second and radians a second. */
const MOST_SPEED = 4;
const MOST_SPIN = 3;

/** Radians that the camera of F1 turns by in a tick, and how far it sees. */
const TURN = 0.02;
const FAR = 60;
/** The radius of the spheres that are cast. */
const CAST_RADIUS = 0.5;
/** A pair of triangles in one number: the first times this, plus the second. */
export const TRIANGLE_KEY = 2 ** 24;
/** Numbers of a ray. */
export const RAY_STRIDE = 6;

const f32 = Math.fround;

function onSphere(rng: Rng): [number, number, number] {
  const z = rng.range(-1, 1);
  const angle = rng.range(0, 2 * Math.PI);
  const across = Math.sqrt(1 - z * z);
  return [across * Math.cos(angle), across * Math.sin(angle), z];
}

function shapeOf(rng: Rng, kind: number): Exclude<Shape, MeshShape> {
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
  /** The number of bodies that stand still; all bodies that are replaced are among these. */
  readonly stillCount?: number;
  /** Rays to be cast. */
  readonly rays?: number;
  /** The mesh that stands still in the middle as body 0; the other bodies meet it alone. */
  readonly ground?: MeshShape;
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
  const { ground } = changes;
  const stillCount = ground === undefined ? (changes.stillCount ?? 0) : 1;
  const shapes: Shape[] = [];
  /** The middle of the cube that each body lives in. */
  const homes = new Float32Array(3 * count);
  const position = new Float32Array(3 * count);
  const velocity = new Float64Array(3 * count);
  const rotation = new Float32Array(4 * count);
  const exact = new Float64Array(4 * count);
  const spin = new Float64Array(4 * count);
  const place = (i: number): void => {
    for (let axis = 0; axis < 3; axis++) position[3 * i + axis] = homes[3 * i + axis] + rng.range(-half, half);
  };
  for (let i = 0; i < count; i++) {
    if (ground !== undefined) {
      if (i === 0) {
        shapes.push(ground);
        rotation[3] = exact[3] = spin[3] = 1;
        continue;
      }
      writeMiddle(homes, 3 * i, ground, rng.integer(0, ground.indices.length / 3 - 1));
    }
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
    meetStillOnly: ground !== undefined,
    rays,
    rayLength: side,
    castRadius: CAST_RADIUS,
    points: new Float32Array(0),
    viewProjection,
    hasCamera: changes.hasCamera === true,
    walkers: NOBODY,
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
        let next = position[i] - homes[i] + velocity[i];
        if (next < -half || next > half) {
          next = (next < 0 ? -2 : 2) * half - next;
          velocity[i] = -velocity[i];
        }
        position[i] = homes[i] + next;
      }
      for (let i = 0; i < 4 * count; i += 4) turnBy(exact, i, spin);
      rotation.set(exact);
    },
  };
}

/** Writes the middle of a triangle. */
function writeMiddle(out: Float32Array, at: number, { positions, indices }: MeshShape, triangle: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let corner = 0; corner < 3; corner++) sum += positions[3 * indices[3 * triangle + corner] + axis];
    out[at + axis] = sum / 3;
  }
}

/** The longest side of the dragon. */
const DRAGON_SIZE = 20;
/** Twice the area, squared, below which a triangle of the scan is left out: some peers refuse those. */
const LEAST_AREA = 1e-16;

/** The scan of 47,794 triangles, its middle at the origin. */
function makeDragon(): MeshShape & { readonly halves: readonly number[] } {
  const { positions: given, index } = loadDragon(3);
  const positions = Float32Array.from(given);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const scale = DRAGON_SIZE / Math.max(...high.map((value, axis) => value - low[axis]));
  for (let i = 0; i < positions.length; i++) {
    positions[i] = (positions[i] - (low[i % 3] + high[i % 3]) / 2) * scale;
  }
  const indices: number[] = [];
  for (let i = 0; i < index.length; i += 3) {
    const [a, b, c] = [3 * index[i], 3 * index[i + 1], 3 * index[i + 2]];
    const u = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const v = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    const cross = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    if (cross[0] ** 2 + cross[1] ** 2 + cross[2] ** 2 >= LEAST_AREA) indices.push(index[i], index[i + 1], index[i + 2]);
  }
  const halves = high.map((value, axis) => ((value - low[axis]) * scale) / 2);
  return { kind: MESH, positions, indices: Uint32Array.from(indices), halves };
}

function makeBodiesOnDragon(oneSided: boolean): Scene {
  const ground = { ...makeDragon(), oneSided };
  return fill(404, 501, 2, (rng, i) => shapeOf(rng, KINDS[i % KINDS.length]), { ground });
}

/** Two dragons, of which one turns and swings through the other. */
function makeTwoDragons(): Scene {
  const dragon = makeDragon();
  const scene = fill(405, 2, DRAGON_SIZE, () => dragon, { isStill: true, ground: dragon });
  let tick = 0;
  return {
    ...scene,
    step() {
      const angle = 0.01 * tick;
      scene.position.set([4 + 2 * Math.sin(0.05 * tick), 0, 0], 3);
      scene.rotation.set([0, Math.sin(angle), 0, Math.cos(angle)], 4);
      tick++;
    },
  };
}

/**
 * A dragon alone, and the questions about it: rays from a sphere around the dragon into its box, or points in and
 * around the box.
 */
function makeDragonQuestions(seed: number, rayCount: number, pointCount: number): Scene {
  const rng = createRng(seed);
  const dragon = makeDragon();
  const rays = new Float32Array(RAY_STRIDE * rayCount);
  for (let at = 0; at < rays.length; at += RAY_STRIDE) {
    const from = onSphere(rng).map((value) => value * DRAGON_SIZE);
    const way = dragon.halves.map((half, axis) => rng.range(-half, half) - from[axis]);
    const length = Math.hypot(...way);
    rays.set(from, at);
    rays.set(
      way.map((value) => value / length),
      at + 3,
    );
  }
  const points = Float32Array.from({ length: 3 * pointCount }, (_, i) => {
    const most = 1.25 * dragon.halves[i % 3];
    return rng.range(-most, most);
  });
  const scene = fill(seed, 1, DRAGON_SIZE, () => dragon, { isStill: true, ground: dragon });
  return { ...scene, rays, rayLength: 3 * DRAGON_SIZE, points };
}

const WALKERS = { count: 1000, radius: 0.25, half: 0.6 };
const WALK_SPEED = 1.5;
/** Ticks after which a walker takes another direction, and after which it is put back to where it began. */
const TURN_TICKS = 60;
const RESTART_TICKS = 240;
/** The least height of the unit normal of a triangle that walkers begin on, and how far above it they do. */
const LEVEL = 0.85;
const ABOVE = 0.05;

/**
 * A dragon on a floor, and capsules that begin in free places on its back and walk about. One in 240 ticks each begins
 * anew, so that they do not all end up on the floor.
 */
function makeWalk(): Scene {
  const rng = createRng(601);
  const dragon = makeDragon();
  const { count, radius, half } = WALKERS;
  const floor: Shape = { kind: BOX, half: [4 * DRAGON_SIZE, 1, 4 * DRAGON_SIZE] };
  const scene = fill(601, 2, DRAGON_SIZE, () => floor, { isStill: true, ground: dragon });
  scene.position.set([0, f32(-dragon.halves[1] - 1), 0], 3);
  scene.rotation.set([0, 0, 0, 1], 4);
  const starts = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) while (!writeStart(starts, 3 * i, dragon, rng)) {}
  const headings = Float64Array.from({ length: count }, () => rng.range(-Math.PI, Math.PI));
  const wishes = new Float32Array(2 * count);
  const restarted: number[] = [];
  let tick = 0;
  return {
    ...scene,
    stillCount: 2,
    walkers: { count, radius, half, starts, wishes, restarted },
    step() {
      restarted.length = 0;
      for (let i = 0; i < count; i++) {
        if ((tick + i) % TURN_TICKS === 0) headings[i] = rng.range(-Math.PI, Math.PI);
        if ((tick + i) % RESTART_TICKS === 0) restarted.push(i);
        wishes[2 * i] = WALK_SPEED * Math.cos(headings[i]);
        wishes[2 * i + 1] = WALK_SPEED * Math.sin(headings[i]);
      }
      tick++;
    },
  };
}

/** Writes a place where a walker stands a little above a triangle; false where it would be in something there. */
function writeStart(out: Float32Array, at: number, dragon: MeshShape, rng: Rng): boolean {
  const { positions, indices } = dragon;
  const { radius, half } = WALKERS;
  const triangle = rng.integer(0, indices.length / 3 - 1);
  writeMiddle(out, at, dragon, triangle);
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * indices[3 * triangle + corner]);
  const u = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
  const v = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
  const cross = [0, 1, 2].map((k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
  const length = Math.hypot(...cross);
  if (cross[1] < LEVEL * length) return false;
  for (let axis = 0; axis < 3; axis++) out[at + axis] += ((radius + ABOVE) * cross[axis]) / length;
  out[at + 1] += half;
  const axis = Float64Array.of(out[at], out[at + 1] - half, out[at + 2], out[at], out[at + 1] + half, out[at + 2]);
  const corners = new Float64Array(9);
  const found = new Float64Array(16);
  const least = (radius + ABOVE / 2) ** 2;
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 9; k++) corners[k] = positions[3 * indices[i + Math.floor(k / 3)] + (k % 3)];
    let isNear = true;
    for (let k = 0; k < 3 && isNear; k++) {
      const low = Math.min(corners[k], corners[3 + k], corners[6 + k]);
      const high = Math.max(corners[k], corners[3 + k], corners[6 + k]);
      isNear = low <= axis[3 + k] + 2 * radius && high >= axis[k] - 2 * radius;
    }
    if (isNear && closestPointsSegmentTriangle(found, 0, axis, 0, corners, 0) < least) return false;
  }
  return true;
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

/** T are even worlds; W are worlds that change or stand still; Q and F are questions; M are movers. */
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
  T4: {
    title: '500 spheres, capsules, boxes, hulls and cylinders on a mesh of 47,794 triangles, met from outside',
    ...MANY,
    make: () => makeBodiesOnDragon(true),
  },
  T4B: {
    title: 'the same, met from both sides',
    ...MANY,
    make: () => makeBodiesOnDragon(false),
  },
  T5: { title: 'two such meshes that pass through each other, with contacts', ...MANY, make: makeTwoDragons },
  T5P: {
    title: 'the same, which pairs of triangles meet',
    ticks: 100,
    warmUp: 50,
    asks: 'triangles',
    make: makeTwoDragons,
  },
  Q2: {
    title: '10,000 rays on the mesh',
    ticks: 60,
    warmUp: 40,
    asks: 'rays',
    make: () => makeDragonQuestions(502, 10_000, 0),
  },
  Q3: {
    title: '10,000 closest points on the mesh',
    ticks: 60,
    warmUp: 40,
    asks: 'closest',
    make: () => makeDragonQuestions(503, 0, 10_000),
  },
  Q4: {
    title: '1,000 spheres cast in T3',
    ticks: 60,
    warmUp: 40,
    asks: 'casts',
    make: () => fill(303, 5_000, 30.5, (rng, i) => shapeOf(rng, KINDS[i % KINDS.length]), { rays: 1_000 }),
  },
  M1: {
    title: '1,000 capsules that walk on the mesh',
    ticks: 120,
    warmUp: 60,
    asks: 'walks',
    make: makeWalk,
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
