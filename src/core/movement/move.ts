import { createPlaneSet, type PlaneSet } from './blocking-planes.ts';
import { createSweepHit, type MoveSpace, type SweepHit } from './move-space.ts';
import { createScalar, createVector, type Scalar, type Vector } from './vector.ts';

/**
 * The part of the skin that sweeps keep clear of. A mover rests between this distance and the whole skin, where
 * rounding cannot make it meet the seams of the ground it stands on.
 */
export const CLEAR_PART = 0.5;

/** Motions smaller than this part of the skin are rounding. */
export const STILL = 1e-7;

/** Sine: ground and motions that rise by less than this are level. */
export const LEVEL = 1e-9;

/** A slope is allowed to be steeper than the limit by what rounding makes of its normal. */
export const COSINE_SLACK = 1e-9;

/** The kinds of surfaces to a mover that knows which way is up. */
export const FLOOR = 1;
export const WALL = 2;
export const CEILING = 3;

/** Something that crushes a mover. */
export interface CrusherRecord {
  slot: number;
  child: number;
  /** 0 for a collider that the mover only touches, on the other side from the colliders that it is in. */
  penetration: number;
  /** Unit, from what crushes to the mover. */
  readonly normal: Vector;
}

export function createCrusherRecord(): CrusherRecord {
  return { slot: -1, child: 0, penetration: 0, normal: createVector() };
}

/** Something that stopped or turned a move. */
export interface MoveHitRecord extends SweepHit {
  /** FLOOR, WALL or CEILING; 0 where nothing says which way is up. */
  surface: number;
}

export function createHitRecord(): MoveHitRecord {
  // Built field by field and not by spreading another object: the fractions of such a copy are put on the heap.
  return { slot: -1, child: 0, fraction: 0, point: createVector(), normal: createVector(), surface: 0 };
}

/**
 * One move: its request, its result, and the values that its phases hand on to each other. Reusable, with all its
 * scratch values: while a filter of the game is asked about a hit, another move may be made.
 */
export class Move {
  readonly position = createVector();
  /** The motion that the caller asks for, and the motion of a carrier that is added before it. */
  readonly input = createVector();
  readonly carry = createVector();
  /** Unit, or 0 for a world without up and down. */
  readonly up = createVector();
  skin = 0;
  stepHeight = 0;
  snapDistance = 0;
  /** The steepest slope to stand on, in radians, and its cosine, which is computed where the slope changes. */
  slopeLimit = NaN;
  floorCosine = 0;
  /** The slot that carries, −1 for none. */
  carrier = -1;
  /** Whether the last move ended at this place and on the ground. */
  wasGrounded = false;

  /** The motion that is left. */
  readonly rest = createVector();
  /** The motion that the carrier has caused. */
  readonly carried = createVector();
  readonly hits: MoveHitRecord[] = [];
  hitCount = 0;
  grounded = false;
  /** The surface that the mover stands on, when grounded. */
  readonly ground = createSweepHit();
  /** How deep the mover is in colliders that it could not leave; 0 for none. */
  overlap = 0;
  /** The colliders that the mover is squeezed between, when `overlap` is above 0. */
  readonly crushers: CrusherRecord[] = [];
  crusherCount = 0;

  readonly space: MoveSpace;
  /** The part of the move that is left. */
  left = 1;
  /** The distance that sweeps keep from surfaces: less than usual in a narrow gap. */
  readonly clearance: Scalar = createScalar();
  /** The part of the last motion that was made. */
  readonly travelled: Scalar = createScalar();
  /** How far down the ground that was found is, and whether it lies straight below. */
  readonly drop: Scalar = createScalar();
  isBelow = false;
  /**
   * The surfaces that the motion keeps out of, and the surfaces that stop the way forward on the ground: normals
   * without height.
   */
  readonly planes: PlaneSet = createPlaneSet();
  readonly walls: PlaneSet = createPlaneSet();

  /** Scratch values of the phases. */
  readonly start = createVector();
  readonly motion = createVector();
  readonly target = createVector();
  readonly flat = createVector();
  readonly normal = createVector();
  readonly probe = createVector();
  readonly best = createVector();
  readonly entry = createVector();
  readonly from = createVector();
  readonly down = createVector();
  readonly scratch = createVector();
  readonly offset: Scalar = createScalar();
  readonly met = createSweepHit();
  /** The two distances between which `findSurface` looks: see there. */
  readonly look = new Float64Array(2);

  constructor(space: MoveSpace) {
    this.space = space;
  }
}
