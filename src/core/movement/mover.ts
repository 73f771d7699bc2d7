import { VECTOR_STRIDE } from '../shape-contacts.ts';
import { addPlane, createPlaneSet, PLANE_STRIDE, type PlaneSet, relaxPlanes } from './blocking-planes.ts';
import { copySweepHit, createSweepHit, type MoveSpace, type SweepHit } from './move-space.ts';
import { addScaled, clearVector, copyVector, createVector, dot, lengthOf, scaleVector, type Vector } from './vector.ts';

/** Surfaces that a move may come to, one after another. Corners need two or three, a flight of stairs one a step. */
const MAX_SLIDES = 48;

/** Contacts that a mover may have to leave, one after another, and how often it begins anew from where it got to. */
const MAX_PUSHES = 12;
const PUSH_ROUNDS = 3;

/** The motion nearest to none is wanted. */
const STAY = createVector();

/** How far out something may lie, in depths, for a straight way there to be one. */
const FAR_OUT = 4;

/**
 * Of the skin: what sweeps keep clear of. Between this and the whole skin, where a mover rests, lies the room in which
 * rounding cannot make it meet the seams of what it stands on.
 */
const CLEAR_PART = 0.5;

/** Of the skin: motions smaller than this are rounding. */
const STILL = 1e-7;

/** Sine: ground and motions that rise by less than this are level. */
const LEVEL = 1e-9;

/** Cosine: surfaces that face each other by more than this are one. */
const SAME_NORMAL = 1 - 1e-12;

/** A slope is allowed to be steeper than the limit by what rounding makes of its normal. */
const COSINE_SLACK = 1e-9;

/** Of the skin: how far above its resting place a mover still stands on the ground. */
const STANDING_PART = 1.5;

/** What leads down by no more than this part of its length is no way down. */
const LEAST_SLIDE = 1e-4;

/** Surfaces that one who stands may lean on, one after another, on the way to the ground. */
const MAX_GROUND_SLIDES = 4;

/** The least cosine of a slope that is looked for within the skin. */
const LEAST_COSINE = 0.1;

/** Of the skin: what a step goes forward at least, so that what stands on it stands on it. */
const LEAST_STRIDE = 2;

/** What a surface is to a mover that knows which way is up. */
export const FLOOR = 1;
export const WALL = 2;
export const CEILING = 3;

/** Something that stopped or turned a move. */
export interface MoveHitRecord extends SweepHit {
  /** FLOOR, WALL or CEILING; 0 where nothing says which way is up. */
  surface: number;
}

function createHitRecord(): MoveHitRecord {
  return { ...createSweepHit(), surface: 0 };
}

/**
 * Moves a shape through a world and slides along what it meets. Reusable; one move at a time.
 *
 * It rests at a distance of `skin` from what it meets. Sweeps keep half of that, so what it rests on, or slides along,
 * does not get in their way, seams and all. What it does meet is met at a surface that is really there; the move goes
 * up to it, until the skin is left, and the rest of it is turned to the nearest direction that all surfaces at hand
 * allow. These are forgotten as soon as the mover gets on.
 *
 * On the ground it goes along it: the part of the motion that points down only holds it there, so it does not creep
 * down slopes that it can stand on, and goes as far along a slope as on flat ground. What is steeper stops its way
 * forward, but not its fall.
 */
export class Mover {
  readonly position = createVector();
  /** The motion that is asked for, and what another one, of the ground, adds to it beforehand. */
  readonly input = createVector();
  readonly carry = createVector();
  /** Unit, or 0 for a world without up and down. */
  readonly up = createVector();
  skin = 0;
  stepHeight = 0;
  snapDistance = 0;
  /** Cosine of the steepest slope to stand on. */
  floorCosine = 0;
  /** The slot that carries, −1 for none. */
  carrier = -1;

  /** What is left of the motion. */
  readonly rest = createVector();
  /** What the carrier's motion came to. */
  readonly carried = createVector();
  readonly hits: MoveHitRecord[] = [];
  hitCount = 0;
  grounded = false;
  /** What it stands on, when grounded. */
  readonly ground = createSweepHit();
  /** How deep it is in what it could not leave; 0 for not at all. */
  overlap = 0;

  readonly #space: MoveSpace;
  readonly #start = createVector();
  readonly #flat = createVector();
  readonly #target = createVector();
  readonly #motion = createVector();
  readonly #scratch = createVector();
  readonly #normal = createVector();
  readonly #probe = createVector();
  readonly #best = createVector();
  readonly #entry = createVector();
  readonly #from = createVector();
  readonly #down = createVector();
  readonly #met = createSweepHit();
  readonly #planes: PlaneSet = createPlaneSet();
  /** What stops the way forward on the ground: normals without height. */
  readonly #walls: PlaneSet = createPlaneSet();
  readonly #clearance = new Float64Array(1);
  readonly #offset = new Float64Array(1);
  readonly #drop = new Float64Array(2);
  /** The part of the last motion that was made. */
  #travelled = 0;
  /** Whether ground that was found lies straight below. */
  #isBelow = false;
  /** The part of the move that is left, and how much of it a hit is at. */
  #left = 1;

  constructor(space: MoveSpace) {
    this.#space = space;
  }

  /** Makes the move that the fields above the results describe. */
  run(): void {
    const { input, rest, carried } = this;
    this.hitCount = 0;
    this.grounded = false;
    this.overlap = 0;
    this.#left = 1;
    clearVector(carried);
    if (this.carrier >= 0) this.#ride();
    this.#leaveOverlaps();
    const hasUp = dot(this.up, this.up) > 0;
    const falls = !this.#rises(input);
    if (hasUp && falls) this.grounded = this.#isStanding();
    const stood = this.grounded;
    copyVector(rest, input);
    this.#slide();
    if (hasUp) this.#land(stood, falls);
  }

  /** Whether a motion has an upward part: by more than rounding, as level ground may be at any angle. */
  #rises(motion: Vector): boolean {
    return dot(motion, this.up) > LEVEL * lengthOf(motion);
  }

  /** Goes along with what carries it, as if that were not there. */
  #ride(): void {
    const { carry, carried, position } = this;
    copyVector(this.#start, position);
    copyVector(this.rest, carry);
    this.#space.hide(this.carrier);
    const up0 = this.up[0];
    const up1 = this.up[1];
    const up2 = this.up[2];
    // Carried, it does not walk.
    clearVector(this.up);
    this.#clearance[0] = CLEAR_PART * this.skin;
    this.#slide();
    this.up[0] = up0;
    this.up[1] = up1;
    this.up[2] = up2;
    this.#space.hide(-1);
    addScaled(carried, position, -1, this.#start);
    this.hitCount = 0;
    this.#left = 1;
  }

  /** Finds the least separation of what the mover is too near to; −1 in `row` when there is none. */
  #findDeepest(limit: Float64Array): number {
    const { contacts } = this.#space;
    this.#space.touch(this.position, limit);
    let row = -1;
    for (let i = 0; i < contacts.count; i++) {
      if (row < 0 || contacts.separations[i] < contacts.separations[row]) row = i;
    }
    return row;
  }

  /**
   * Gets out of what it overlaps, or is too near to: the deepest first, all planes met so far together, and through
   * nothing that it did not overlap. What no sum of shortest ways out leads out of is left along the shortest straight
   * way there is. Sets what sweeps keep clear of.
   */
  #leaveOverlaps(): void {
    const { skin } = this;
    this.#clearance[0] = CLEAR_PART * skin;
    let row = this.#findDeepest(this.#clearance);
    if (row < 0) return;
    // Rounding alone brings it so near, as when it was stopped there.
    if (this.#separationOf(row, CLEAR_PART * skin) >= (CLEAR_PART - STILL) * skin) return;
    const depth = 0 - this.#separationOf(row, CLEAR_PART * skin);
    copyVector(this.#entry, this.position);
    for (let round = 0; round < PUSH_ROUNDS && row >= 0; round++) row = this.#push(row);
    if (row >= 0 && this.#separationOf(row, CLEAR_PART * skin) < 0) {
      // Half-way into the next wall is no better place, and the next way out might lead through it.
      copyVector(this.position, this.#entry);
      if (depth > 0) this.#escape(depth);
      this.#clearance[0] = CLEAR_PART * skin;
      row = this.#findDeepest(this.#clearance);
    }
    if (row < 0) return;
    const separation = this.#separationOf(row, CLEAR_PART * skin);
    if (separation >= (CLEAR_PART - STILL) * skin) return;
    this.overlap = Math.max(0, 0 - separation);
    // In a gap as narrow as this, it keeps half of what room there is.
    this.#clearance[0] = Math.max(0, Math.min(CLEAR_PART * skin, CLEAR_PART * separation));
  }

  #separationOf(row: number, grown: number): number {
    return this.#space.contacts.separations[row] + grown;
  }

  /** Pushes the mover out of one thing after another. Returns the row of what it is still too near to, or −1. */
  #push(first: number): number {
    const { position, skin } = this;
    const { contacts, solve } = this.#space;
    const planes = this.#planes;
    const offset = this.#offset;
    const limit = this.#clearance;
    const motion = this.#motion;
    let row = first;
    planes.count = 0;
    copyVector(this.#start, position);
    for (let i = 0; i < MAX_PUSHES; i++) {
      limit[0] = CLEAR_PART * skin;
      for (let k = 0; k < VECTOR_STRIDE; k++) this.#normal[k] = contacts.normals[row * VECTOR_STRIDE + k];
      // From where the round began: so far along the normal, and the skin is left.
      addScaled(this.#scratch, position, -1, this.#start);
      offset[0] = skin - this.#separationOf(row, limit[0]) + dot(this.#normal, this.#scratch);
      addPlane(planes, this.#normal, offset);
      relaxPlanes(this.#target, STAY, planes, solve);
      addScaled(motion, this.#target, 1, this.#start);
      addScaled(motion, motion, -1, position);
      if (lengthOf(motion) <= STILL * skin) break;
      limit[0] = 0;
      if (this.#space.sweep(position, motion, limit, 'ignore')) this.#stopBefore(motion);
      else addScaled(position, position, 1, motion);
      limit[0] = CLEAR_PART * skin;
      row = this.#findDeepest(limit);
      if (row < 0 || this.#separationOf(row, limit[0]) >= (CLEAR_PART - STILL) * skin) return -1;
    }
    limit[0] = CLEAR_PART * skin;
    return this.#findDeepest(limit);
  }

  /** Ends a push where something new is in its way, and keeps out of that from now on. */
  #stopBefore(motion: Vector): void {
    const { position } = this;
    const { hit } = this.#space;
    // Not touching: what it touches, a push does not see.
    const approach = 0 - dot(hit.normal, motion);
    const room = (STILL * STILL * this.skin) / Math.max(approach, STILL * lengthOf(motion));
    addScaled(position, position, Math.max(0, hit.fraction - room), motion);
    addScaled(this.#scratch, position, -1, this.#start);
    this.#offset[0] = dot(hit.normal, this.#scratch);
    addPlane(this.#planes, hit.normal, this.#offset);
  }

  /**
   * Leaves overlaps along the shortest of some straight ways: up, along the axes and the normals of what it is in. None
   * that leads through something it is not in, and none that is long for how deep it is: rather than come out on the
   * other side of what crushes it, it stays.
   */
  #escape(depth: number): void {
    const { position, skin, up } = this;
    const { contacts } = this.#space;
    const start = this.#start;
    const probe = this.#probe;
    const motion = this.#motion;
    const limit = this.#clearance;
    const rows = Math.min(contacts.count, 16);
    copyVector(start, position);
    const reach = FAR_OUT * depth + 2 * skin;
    let least = reach;
    for (let way = 0; way < 7 + rows; way++) {
      if (way < rows) {
        for (let k = 0; k < VECTOR_STRIDE; k++) probe[k] = contacts.normals[way * VECTOR_STRIDE + k];
      } else if (way === rows) {
        copyVector(probe, up);
      } else {
        const axis = (way - rows - 1) >> 1;
        clearVector(probe);
        probe[axis] = ((way - rows - 1) & 1) === 0 ? 1 : -1;
        if (axis === 2) continue;
      }
      if (dot(probe, probe) === 0) continue;
      // As far as nothing is in the way that it is not in; and back, to where that way is over.
      scaleVector(motion, reach, probe);
      limit[0] = 0;
      const isBarred = this.#space.sweep(start, motion, limit, 'ignore');
      const far = isBarred ? reach * this.#space.hit.fraction - 2 * skin : reach;
      if (!(far > 0)) continue;
      addScaled(this.#scratch, start, far, probe);
      scaleVector(motion, -far, probe);
      const left = this.#wayBack(motion);
      if (!(left > 0)) continue;
      const length = Math.min(far, far * (1 - left) + (limit[0] === 0 ? skin : 0));
      if (!(length < least)) continue;
      least = length;
      addScaled(this.#best, start, length, probe);
    }
    if (least < reach) copyVector(position, this.#best);
  }

  /**
   * From far out, returns the part of the way back after which what it is in comes as near as the skin, or 0 for a way
   * that is no way out. Along what is nearer than that, as the ground under a press, it goes until it touches: the
   * limit is then 0.
   */
  #wayBack(motion: Vector): number {
    const limit = this.#clearance;
    const space = this.#space;
    limit[0] = this.skin;
    if (space.sweep(this.#scratch, motion, limit, 'hit') && space.hit.fraction > 0) return space.hit.fraction;
    limit[0] = 0;
    return space.sweep(this.#scratch, motion, limit, 'hit') ? space.hit.fraction : 0;
  }

  /**
   * Moves along a motion until something is as near as the skin, or else all of it. Returns whether something was met;
   * `travelled` is the part that was made.
   */
  #advance(motion: Vector): boolean {
    const { position, skin } = this;
    const { hit } = this.#space;
    if (!this.#space.sweep(position, motion, this.#clearance, 'ignore-separating')) {
      this.#travelled = 1;
      addScaled(position, position, 1, motion);
      return false;
    }
    const approach = 0 - dot(hit.normal, motion);
    let part = 0;
    if (hit.fraction > 0 && approach > 0) {
      part = Math.max(0, hit.fraction - (skin - this.#clearance[0]) / approach);
    }
    this.#travelled = part;
    addScaled(position, position, part, motion);
    return true;
  }

  /** Makes as much of `rest` as there is room for, and leaves in it what is left. */
  #slide(): void {
    const { rest, skin } = this;
    const { solve, hit } = this.#space;
    const planes = this.#planes;
    const target = this.#target;
    const motion = this.#motion;
    const still = STILL * skin;
    planes.count = 0;
    this.#walls.count = 0;
    for (let i = 0; i < MAX_SLIDES; i++) {
      if (!(lengthOf(rest) > 0)) break;
      this.#aim();
      if (!(lengthOf(target) > 0)) break;
      if (!solve(motion, target, planes)) break;
      if (!(dot(motion, target) > 0) || lengthOf(motion) <= still * 1e-3) break;
      if (!this.#advance(motion)) {
        clearVector(rest);
        break;
      }
      const part = this.#travelled;
      this.#left *= 1 - part;
      scaleVector(rest, 1 - part, rest);
      if (part * lengthOf(motion) > still) {
        planes.count = 0;
        this.#walls.count = 0;
      }
      const surface = this.#classify(hit, this.position);
      if (surface === WALL && this.grounded && this.stepHeight > 0 && this.#climb()) {
        planes.count = 0;
        this.#walls.count = 0;
        continue;
      }
      this.#record(surface);
      if (surface === FLOOR && !this.#rises(rest)) {
        this.grounded = true;
        copySweepHit(this.ground, hit);
      }
      this.#keepOut(surface);
    }
  }

  /** Sets `target` to where `rest` leads: along the ground, for one that stands on it and does not jump. */
  #aim(): void {
    const { rest, up, ground } = this;
    const target = this.#target;
    copyVector(target, rest);
    if (!this.grounded || this.#rises(rest)) return;
    const rise = dot(rest, up);
    const flat = this.#flat;
    addScaled(target, rest, -rise, up);
    if (!this.#space.solve(flat, target, this.#walls)) clearVector(flat);
    copyVector(target, flat);
    const length = lengthOf(flat);
    const slope = dot(flat, ground.normal);
    const height = dot(ground.normal, up);
    // Beyond an edge that it stands on, the ground is not what the edge's normal says.
    if (!(Math.abs(slope) > LEVEL * length) || !(height > 0) || (slope > 0 && height < this.floorCosine - COSINE_SLACK))
      return;
    addScaled(target, flat, 0 - slope / height, up);
    scaleVector(target, length / lengthOf(target), target);
  }

  /** Adds what has been met to what the rest of the motion keeps out of. */
  #keepOut(surface: number): void {
    const { up, rest } = this;
    const { normal } = this.#space.hit;
    const planes = this.#planes;
    const offset = this.#offset;
    offset[0] = 0;
    for (let i = 0; i < planes.count; i++) {
      let along = 0;
      for (let k = 0; k < PLANE_STRIDE; k++) along += planes.normals[i * PLANE_STRIDE + k] * normal[k];
      if (along < SAME_NORMAL) continue;
      // Met once more, by rounding: a little more away from it.
      planes.offsets[i] = planes.offsets[i] === 0 ? STILL * this.skin : 8 * planes.offsets[i];
      return;
    }
    addPlane(planes, normal, offset);
    if (surface === 0 || surface === FLOOR) return;
    // The way forward ends here, rather than leading up along what is steep or down along what hangs over.
    const height = dot(normal, up);
    addScaled(this.#normal, normal, -height, up);
    const width = lengthOf(this.#normal);
    if (!(width > COSINE_SLACK)) return;
    scaleVector(this.#normal, 1 / width, this.#normal);
    addPlane(this.#walls, this.#normal, offset);
    if (height > COSINE_SLACK && dot(this.#normal, rest) < 0) addPlane(planes, this.#normal, offset);
  }

  /** Says what a surface is to the mover where it meets it. */
  #classify(hit: SweepHit, at: Vector): number {
    const { up, floorCosine } = this;
    const height = dot(hit.normal, up);
    if (dot(up, up) === 0) return 0;
    if (height >= floorCosine - COSINE_SLACK) return FLOOR;
    if (height <= 0 - floorCosine + COSINE_SLACK) return CEILING;
    return height > COSINE_SLACK && this.#isOnEdge(hit, at) ? FLOOR : WALL;
  }

  /**
   * Whether something steep is the edge of something flat, as that of a stair is to a round mover: no higher above its
   * lowest point than it can step, and with ground to stand on behind it.
   */
  #isOnEdge(hit: SweepHit, at: Vector): boolean {
    const { up, skin, stepHeight } = this;
    if (!(stepHeight > 0)) return false;
    const drop = this.#drop;
    addScaled(this.#scratch, hit.point, -1, at);
    const above = dot(this.#scratch, up) + this.#space.reachBelow(up);
    if (above > stepHeight + skin) return false;
    // Away from the mover, and level.
    addScaled(this.#probe, hit.normal, 0 - dot(hit.normal, up), up);
    const width = lengthOf(this.#probe);
    if (!(width > 0)) return false;
    scaleVector(this.#probe, -1 / width, this.#probe);
    drop[0] = skin;
    drop[1] = CLEAR_PART * skin;
    if (!this.#space.findSurface(this.#normal, hit.point, up, this.#probe, drop)) return false;
    return dot(this.#normal, up) >= this.floorCosine - COSINE_SLACK;
  }

  /** Notes what has been met, once for each surface. */
  #record(surface: number): void {
    const { hit } = this.#space;
    for (let i = 0; i < this.hitCount; i++) {
      const known = this.hits[i];
      if (known.slot === hit.slot && known.child === hit.child && dot(known.normal, hit.normal) > SAME_NORMAL) return;
    }
    if (this.hitCount === this.hits.length) this.hits.push(createHitRecord());
    const record = this.hits[this.hitCount++];
    copySweepHit(record, hit);
    record.fraction = 1 - this.#left;
    record.surface = surface;
  }

  /**
   * Steps up: as far as it may, forward with what is left of the way, and down again. Only if that ends on ground to
   * stand on; else nothing has happened. Uses up what it went forward.
   */
  #climb(): boolean {
    const { position, rest, up, skin, stepHeight, ground } = this;
    const { hit } = this.#space;
    const start = this.#start;
    const flat = this.#flat;
    const motion = this.#motion;
    addScaled(flat, rest, 0 - dot(rest, up), up);
    const length = lengthOf(flat);
    if (!(length > STILL * skin) || !(dot(flat, hit.normal) < 0)) return false;
    scaleVector(flat, 1 / length, flat);
    copyVector(start, position);
    copySweepHit(this.#met, hit);
    scaleVector(motion, stepHeight, up);
    this.#advance(motion);
    const height = this.#travelled * stepHeight;
    if (height > STILL * skin) {
      const stride = Math.max(length, LEAST_STRIDE * skin);
      scaleVector(motion, stride, flat);
      this.#advance(motion);
      const gone = this.#travelled * stride;
      if (gone >= skin) {
        scaleVector(motion, 0 - height - skin, up);
        if (this.#advance(motion) && this.#classify(hit, position) === FLOOR && this.#isLowEnough(hit)) {
          copySweepHit(ground, hit);
          const used = Math.min(1, gone / length);
          this.#left *= 1 - used;
          scaleVector(rest, 1 - used, rest);
          return true;
        }
      }
    }
    copyVector(position, start);
    copySweepHit(hit, this.#met);
    return false;
  }

  /** Whether what a step ended on is no higher above what the mover stood on than it can step. */
  #isLowEnough(hit: SweepHit): boolean {
    addScaled(this.#scratch, hit.point, -1, this.ground.point);
    return dot(this.#scratch, this.up) <= this.stepHeight + CLEAR_PART * this.skin;
  }

  /** Whether there is ground right below; writes it to `ground`. */
  #isStanding(): boolean {
    return this.#findGround(0) && this.#isNear();
  }

  /** Whether the ground that was found is as near as that of one who stands. */
  #isNear(): boolean {
    return this.#drop[0] * dot(this.ground.normal, this.up) <= STANDING_PART * this.skin;
  }

  /**
   * Looks for ground below, within the skin and a distance, and writes it to `ground`; `drop[0]` is how far down it is.
   *
   * What is too steep to stand on is slid down, to where it ends on ground that is no farther down. Held between two
   * such slopes, with no way down, the mover stands.
   */
  #findGround(distance: number): boolean {
    const { up, skin, ground } = this;
    const { hit, solve } = this.#space;
    const from = this.#from;
    const probe = this.#down;
    const drop = this.#drop;
    const planes = this.#planes;
    // The steeper the ground, the longer is the skin along the way down; edges, and slopes that hold it, may be steep.
    const reach = distance + (STANDING_PART * skin) / LEAST_COSINE;
    copyVector(from, this.position);
    scaleVector(probe, -reach, up);
    planes.count = 0;
    let fallen = 0;
    for (let i = 0; i < MAX_GROUND_SLIDES; i++) {
      if (!this.#space.sweep(from, probe, this.#clearance, 'ignore-separating')) return false;
      const { fraction } = hit;
      const height = dot(hit.normal, up);
      const length = 0 - dot(probe, up);
      addScaled(this.#best, from, fraction, probe);
      const isFloor = this.#classify(hit, this.#best) === FLOOR;
      if (isFloor || height > COSINE_SLACK) copySweepHit(ground, hit);
      if (isFloor) {
        drop[0] = fallen + (fraction > 0 ? fraction * length + this.#clearance[0] / height : 0);
        this.#isBelow = i === 0;
        return true;
      }
      fallen += fraction * length;
      addScaled(from, from, fraction, probe);
      this.#offset[0] = 0;
      addPlane(planes, hit.normal, this.#offset);
      scaleVector(probe, fallen - reach, up);
      const slide = solve(probe, probe, planes) ? 0 - dot(probe, up) : 0;
      if (slide > LEAST_SLIDE * (reach - fallen)) {
        // As far down as there is left, not as far along.
        scaleVector(probe, (reach - fallen) / slide, probe);
        continue;
      }
      drop[0] = fallen + this.#clearance[0] / Math.max(dot(ground.normal, up), LEAST_COSINE);
      this.#isBelow = false;
      return i > 0;
    }
    return false;
  }

  /** Ends the move: says whether the mover stands on something, and brings it down to what it has just walked off. */
  #land(stood: boolean, falls: boolean): void {
    const { skin, position, up } = this;
    if (!falls) {
      this.grounded = this.#hasFloorHit() && this.#isStanding();
      return;
    }
    const isWalking = (stood || this.grounded) && this.snapDistance > 0;
    this.grounded = false;
    if (!this.#findGround(isWalking ? this.snapDistance : 0)) return;
    const room = this.#drop[0] - skin / dot(this.ground.normal, up);
    if (!this.#isNear() && !(isWalking && this.#isBelow && room <= this.snapDistance)) return;
    this.grounded = true;
    if (!this.#isBelow) return;
    scaleVector(this.#motion, -room, up);
    // To where the skin is whole: up if there is room, as after an edge that it was nearer to. But edges lift nobody.
    if (room < 0 && dot(this.ground.normal, up) >= this.floorCosine - COSINE_SLACK) this.#advance(this.#motion);
    else if (room < 0) return;
    else if (isWalking || dot(this.input, up) < 0) addScaled(position, position, -room, up);
  }

  #hasFloorHit(): boolean {
    for (let i = 0; i < this.hitCount; i++) if (this.hits[i].surface === FLOOR) return true;
    return false;
  }
}
