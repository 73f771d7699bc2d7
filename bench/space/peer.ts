import type { Tally } from '../peer.ts';
import type { Middle } from './reference.ts';
import type { Ask, Scene } from './scene.ts';

/** One peer in one world in space. */
export interface SpaceSession {
  /** Removes a body, and adds another one of its shape where the scene has it now. */
  replace(body: number): void;
  /** Hands over the transforms, finds pairs and contacts, and what began and ended. */
  update(tally: Tally): void;
  /** Reads normal, depth and points of every contact in JavaScript; those that call back have done so in `update`. */
  read(tally: Tally): void;
  /**
   * Casts the scene's rays and writes how far each gets, Infinity for one that hits nothing; what was hit and the
   * normal are read as well.
   */
  castRays?(distances: Float64Array): void;
  /** Casts a sphere along each ray, and writes how far it gets; what was hit and the normal are read as well. */
  castSpheres?(distances: Float64Array): void;
  /** Writes how far each of the scene's points is from the mesh; the nearest point is read as well. */
  findClosest?(distances: Float64Array): void;
  /** Returns how many pairs of triangles of the two meshes meet, which are in `trianglePairs`: two numbers each. */
  findTriangles?(): number;
  trianglePairs?(): ArrayLike<number>;
  /** Returns how many bodies the scene's camera may see, by their upright boxes, and which. */
  findSeen?(): number;
  /** Moves the scene's walkers by a tick, reads their places, and returns how many of them stand. */
  walk?(): number;
  /** Appends the overlapping pairs of the last update, as `pairKey`s in any order. Not timed: for comparison only. */
  list(keys: number[]): void;
}

export type SpacePeer = (scene: Scene) => SpaceSession | Promise<SpaceSession>;

export interface SpacePeerInfo {
  /** The name in the chart and the tables. */
  readonly title: string;
  readonly packageName?: string;
  /** Whether one can install it and get contacts from it. */
  readonly isPackage: boolean;
  /** The questions that the peer can answer; pairs with contacts where nothing is given. */
  readonly asks?: readonly Ask[];
  /** Scenarios it cannot do, and why. */
  readonly cannot?: Readonly<Record<string, string>>;
  /** How far from touching a pair may be on which a peer and ours disagree, and why. */
  readonly slack: number;
  readonly why: string;
  /** The number of ticks by which the peer may be late in telling that a pair touches, or that it no longer does. */
  readonly lateTicks?: number;
  /** Whether the pairs that the peer reports in a tick are those of the bodies' places before the tick. */
  readonly isBehind?: boolean;
  /** Largest share of pairs that may differ by more than the slack, for shapes that the peer approximates. */
  readonly share?: number;
  /** The sides from which the peer meets meshes where it leaves no choice. */
  readonly sides?: 'front' | 'both';
  /**
   * The middle of a body by which the peer decides whether the body is in front of a triangle; the centre of mass by
   * default.
   */
  readonly middle?: Middle;
}

const ONLY_SPHERES_AND_BOXES = 'it knows spheres and boxes';
const SPHERES_AND_PLANES = 'its meshes meet spheres and planes alone';
const MESHES = 'its meshes do not meet each other';
const ONE_SIZE = 'it is made for even worlds';

/**
 * Measured over 100 ticks of T1, by its contacts' distances: of 4,900 pairs that touch it leaves about 260 a tick with
 * the contact of a tick before, mostly for one tick, and never seen for more than four. Neither sleep nor speed nor
 * which bodies they are tells which pairs those are.
 */
const RAPIER_LATE = 4;
const RAPIER_WHY =
  'f32 inside; one pair in twenty keeps the contact of up to four ticks before; cylinders by GJK with a tolerance';

export const SPACE_PEERS: Record<string, SpacePeerInfo> = {
  ours: {
    title: 'bitecs-collision',
    middle: 'vertices',
    isPackage: false,
    asks: ['pairs', 'rays', 'casts', 'closest', 'triangles', 'frustum', 'walks'],
    slack: 0,
    why: '',
  },
  grid: {
    title: 'typed-array grid',
    isPackage: false,
    slack: 1e-9,
    why: 'f64 like ours',
    cannot: {
      T3: ONLY_SPHERES_AND_BOXES,
      T4: ONLY_SPHERES_AND_BOXES,
      T4B: ONLY_SPHERES_AND_BOXES,
      T5: ONLY_SPHERES_AND_BOXES,
      T3H: ONLY_SPHERES_AND_BOXES,
      W3: ONLY_SPHERES_AND_BOXES,
      W1: ONE_SIZE,
      W2: ONE_SIZE,
      W4: ONE_SIZE,
    },
  },
  jolt: {
    title: 'jolt-physics',
    packageName: 'jolt-physics',
    isPackage: true,
    asks: ['pairs', 'rays', 'casts', 'walks'],
    cannot: { T4B: 'it meets meshes from their front', T5: MESHES },
    isBehind: true,
    // The peer rounds the edges of its shapes by a radius, which counts where three edges meet at a corner.
    slack: 0.05,
    sides: 'front',
    why: 'a tick behind; edges of its boxes, hulls and cylinders are rounded by 0.05',
  },
  rapier: {
    title: 'rapier3d-simd-compat',
    packageName: '@dimforge/rapier3d-simd-compat',
    isPackage: true,
    asks: ['pairs', 'rays', 'casts', 'closest', 'walks'],
    lateTicks: RAPIER_LATE,
    sides: 'both',
    slack: 1e-3,
    why: RAPIER_WHY,
  },
  'rapier-plain': {
    title: 'rapier3d-compat',
    packageName: '@dimforge/rapier3d-compat',
    isPackage: true,
    asks: ['pairs', 'rays', 'casts', 'closest', 'walks'],
    lateTicks: RAPIER_LATE,
    sides: 'both',
    slack: 1e-3,
    why: RAPIER_WHY,
  },
  crashcat: {
    title: 'crashcat',
    packageName: 'crashcat',
    isPackage: true,
    asks: ['pairs', 'rays', 'casts'],
    cannot: { T5: MESHES },
    slack: 0.05,
    why: 'edges of its boxes, hulls and cylinders are rounded by 0.05',
  },
  cannon: {
    title: 'cannon-es',
    packageName: 'cannon-es',
    isPackage: true,
    slack: 0.15,
    why: 'capsules and cylinders are prisms, and axes are compared with a threshold',
    share: 0.05,
    cannot: {
      W4: 'its still bodies would be paired with each other',
      T4: SPHERES_AND_PLANES,
      T4B: SPHERES_AND_PLANES,
      T5: MESHES,
    },
  },
  'three-mesh-bvh': {
    title: 'three-mesh-bvh',
    isPackage: true,
    asks: ['rays', 'closest', 'triangles'],
    cannot: { Q1: 'it has meshes alone' },
    slack: 1e-6,
    why: 'triangles that touch within a tolerance meet',
  },
  three: { title: 'three.js, Frustum over Box3', isPackage: true, asks: ['frustum'], slack: 0, why: '' },
  flat: { title: 'a loop over flat arrays', isPackage: false, asks: ['frustum'], slack: 0, why: '' },
};

const CANNOT: Readonly<Record<Ask, string>> = {
  pairs: 'it has no contacts',
  rays: 'it has no rays, or tests each against every body',
  casts: 'it casts no spheres',
  closest: 'it does not tell the nearest point of a surface',
  triangles: 'it does not tell which triangles meet',
  frustum: 'it has no question by a frustum',
  walks: 'it has no character controller, or none is set up here',
};

/** Why a peer is not measured in a scenario in which so is asked; nothing where it is. */
export function reasonAgainst(peer: string, scenario: string, ask: Ask): string | undefined {
  const { cannot, asks = ['pairs'] } = SPACE_PEERS[peer];
  return cannot?.[scenario] ?? (asks.includes(ask) ? undefined : CANNOT[ask]);
}

export const SPACE_PEER_NAMES = Object.keys(SPACE_PEERS);
