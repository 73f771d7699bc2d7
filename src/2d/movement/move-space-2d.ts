import { createIndexList, type IndexList, reserveIndices } from '../../core/index-list.ts';
import { STILL } from '../../core/movement/move.ts';
import {
  ALL_PIECES,
  createSweepHit,
  type MoveSpace,
  type SweepHit,
  type SweepStart,
} from '../../core/movement/move-space.ts';
import {
  addVectors,
  createScalar,
  createVector,
  type Scalar,
  scaleVector,
  type Vector,
} from '../../core/movement/vector.ts';
import { GrownShape } from '../../core/queries/grown-shape.ts';
import {
  createQueryHit,
  precedes,
  type QueryHit,
  type QueryScope,
  type SlotFilter,
} from '../../core/queries/query-scope.ts';
import {
  createShapeContacts,
  SHAPE_POINTS_STRIDE,
  type ShapeContacts,
  VECTOR_STRIDE,
} from '../../core/shape-contacts.ts';
import { compositeOf } from '../../core/shapes/registered-of.ts';
import { reserve } from '../../core/typed-array.ts';
import type { ColliderSet } from '../collider-set.ts';
import { loadPieceAt, measureSide, SIDE_GAP, SIDE_LENGTH } from '../narrow-phase/came-from-side.ts';
import { TRANSLATION_LIMIT, TRANSLATION_X, TRANSLATION_Y } from '../queries/cast-piece.ts';
import { shapeCollider } from '../queries/collide-shape.ts';
import { makePoint, putPoint, type QueryShape } from '../queries/query-shape.ts';
import { createPlacedPiece, type PlacedPiece } from '../shapes/placed-piece.ts';
import { createRefusedPieces, isRefused, MoverCast, refusePiece } from './mover-cast.ts';
import { MoverObstacles } from './mover-obstacles.ts';
import { NearbyColliders } from './nearby-colliders.ts';
import { solvePlanes } from './solve-planes.ts';

/** Cosine: a contact whose normal is at this or more to that of a side leads to the other side. */
const AGAINST = -0.1;

const NO_GROWTH = createScalar();
const NO_MOTION = createVector();
const BACKWARDS = Float64Array.of(-1);
const from = createVector();
const back = createVector();
const down = createVector();
const downward = createScalar();
const place = new Float64Array(2);
const side = new Float64Array(2);
const found = new Float64Array(SIDE_LENGTH);

/** What a mover needs of a world in the plane, and of a placed shape: `shape`, which the caller places. */
export class PlaneSpace implements MoveSpace {
  readonly hit = createSweepHit();
  readonly contacts: ShapeContacts = createShapeContacts();
  readonly solve = solvePlanes;
  size = 0;
  /** How far the move may lead, more or less; for the caller to set before it begins. */
  readonly reach: Scalar = createScalar();
  /** Of its size: how far around the mover `listAround` looks; for the caller to set before it begins. */
  aroundPart = 0;
  readonly #around: Scalar = createScalar();
  protected depth = 0;
  /** Whether the sides that the mover is held on count for all pieces of a collider. */
  protected readonly holdsNeighbours: boolean = false;
  readonly #refused = createRefusedPieces();
  readonly #cast = new MoverCast(this.#refused);
  readonly #ray = new MoverCast(this.#refused);
  readonly #grown = new GrownShape<PlacedPiece>(this.#cast.mover);
  readonly #obstacles = new MoverObstacles();
  readonly #nearby = new NearbyColliders(this.#obstacles);
  /** Pieces of colliders that the mover is held on a side of: slot and child of each, and the normal of the side. */
  readonly #held: IndexList = createIndexList();
  #heldNormals = new Float64Array(0);
  /** The collider that is asked about alone. */
  readonly #one: IndexList = createIndexList(1);
  /** Rows of `contacts` with such a normal. */
  readonly #turned: IndexList = createIndexList();
  readonly #piece = createPlacedPiece(8);
  /** The collider that the mover stood on, one of whose one-way tiles it does not fall through; −1 for none. */
  #stoodOn = -1;
  #stoodOnChild = 0;
  /** What a sweep has met first of the obstacles. */
  readonly #first = createQueryHit();
  #scope: QueryScope<ColliderSet> | undefined;
  #filter: SlotFilter | undefined;

  constructor() {
    makePoint(this.#ray.mover);
  }

  get shape(): QueryShape {
    return this.#cast.mover;
  }

  /** Begins a move of the shape that has just been placed. */
  begin(scope: QueryScope<ColliderSet>, filter: SlotFilter): void {
    const { shape } = this;
    this.#scope = scope;
    this.#filter = filter;
    this.#refused.count = 0;
    this.#held.count = 0;
    this.#stoodOn = -1;
    this.#cast.set = scope.set;
    this.#ray.set = scope.set;
    this.hide(-1);
    this.#obstacles.begin(scope.set, shape);
    this.#grown.capture();
    const { box } = shape;
    const width = box[2] - box[0];
    const height = box[3] - box[1];
    this.size = Math.sqrt(width * width + height * height);
    this.#nearby.size = this.size;
    this.#around[0] = this.aroundPart * this.size;
    this.#nearby.ahead = Math.min(this.reach[0], this.size) + this.#around[0];
    this.#nearby.forget();
  }

  /** Returns the colliders around the mover at a position, and maybe others; valid until the next question. */
  listAround(position: Vector): IndexList {
    this.#grown.put(position, this.#around);
    this.#nearby.cover(this.#scope!, this.#filter!, this.shape.box, NO_MOTION);
    return this.#nearby.slots;
  }

  /** Lets go of the world. */
  end(): void {
    this.#scope = undefined;
    this.#filter = undefined;
    this.#cast.forget();
    this.#ray.forget();
  }

  /** Has what was refused, or passed through, be asked about again. */
  protected forgetRefused(): void {
    this.#refused.count = 0;
  }

  /** Has the mover, for this move, not fall through one-way tiles in the row of one that it stood on. */
  standOn(slot: number, child: number): void {
    this.#stoodOn = slot;
    this.#stoodOnChild = child;
  }

  findEntry(slot: number, position: Vector, motion: Vector): boolean {
    const cast = this.#cast;
    const { hit } = this;
    addVectors(from, position, motion);
    scaleVector(back, BACKWARDS, motion);
    this.#grown.put(from, NO_GROWTH);
    cast.initialOverlap = 'ignore';
    setWay(cast, back);
    reserveIndices(this.#one, 1)[0] = slot;
    this.#one.count = 1;
    cast.runAmong(this.#scope!.set, this.#one);
    const { hit: met } = cast;
    this.depth = 0;
    if (met.slot < 0 || !this.accepts(met.slot, met.child, met)) return false;
    copyHit(hit, met);
    return true;
  }

  holdOnSide(slot: number, child: number, normal: Vector): void {
    const held = this.#held;
    const at = held.count;
    const items = reserveIndices(held, 2);
    items[held.count++] = slot;
    items[held.count++] = child;
    this.#heldNormals = reserve(this.#heldNormals, at + 2);
    this.#heldNormals[at] = normal[0];
    this.#heldNormals[at + 1] = normal[1];
  }

  /**
   * Writes how far the mover, as it is placed and grown, is beyond the piece of a contact along the side of it that the
   * mover is held on: as `measureSide`. Returns false where it is held on none.
   */
  protected measureHeld(out: Float64Array, row: number): boolean {
    const i = this.#findHeld(row);
    if (i < 0) return false;
    place[0] = this.shape.x;
    place[1] = this.shape.y;
    const { set } = this.#scope!;
    loadPieceAt(this.#piece, set, set.poses, this.contacts.slots[row], this.contacts.children[row], place);
    side[0] = this.#heldNormals[i];
    side[1] = this.#heldNormals[i + 1];
    measureSide(out, this.#piece, side, this.shape.pieces, this.shape.count);
    return true;
  }

  /**
   * Returns where in the list the side is on which the mover is held of the piece of a contact; −1 for none. It is held
   * on that side of the piece's neighbours, too, where these would lead it to the other side.
   */
  #findHeld(row: number): number {
    const { items, count } = this.#held;
    const { slots, children, normals } = this.contacts;
    for (let i = 0; i < count; i += 2) if (items[i] === slots[row] && items[i + 1] === children[row]) return i;
    for (let i = 0; i < count; i += 2) {
      if (items[i] !== slots[row] || !(this.holdsNeighbours || items[i + 1] === ALL_PIECES)) continue;
      const facing =
        normals[row * VECTOR_STRIDE] * this.#heldNormals[i] +
        normals[row * VECTOR_STRIDE + 1] * this.#heldNormals[i + 1];
      if (facing < AGAINST) return i;
    }
    return -1;
  }

  get sideCount(): number {
    return this.#held.count / 2;
  }

  releaseSides(count: number): void {
    this.#held.count = 2 * count;
  }

  opposesHeld({ slot, normal }: SweepHit): boolean {
    const { items, count } = this.#held;
    for (let i = 0; i < count; i += 2) {
      if (items[i] !== slot || !(this.holdsNeighbours || items[i + 1] === ALL_PIECES)) continue;
      if (normal[0] * this.#heldNormals[i] + normal[1] * this.#heldNormals[i + 1] < AGAINST) return true;
    }
    return false;
  }

  /** Asked of everything that is met, last; `depth` says how deep the mover is in it already. Here all counts. */
  protected accepts(_slot: number, _child: number, _hit: QueryHit): boolean {
    return true;
  }

  /** To be called when somebody was asked who has changed the world. */
  protected lookAgain(): void {
    this.#nearby.forget();
  }

  hide(slot: number): void {
    this.#cast.hidden = slot;
    this.#ray.hidden = slot;
  }

  sweep(position: Vector, motion: Vector, clearance: Scalar, start: SweepStart): boolean {
    const cast = this.#cast;
    const { hit } = this;
    for (;;) {
      // Whoever is asked below may have moved on: all is set again.
      this.#grown.put(position, clearance);
      this.depth = 0;
      cast.initialOverlap = start;
      const met = this.#meetFirst(motion, clearance);
      if (met.slot < 0) return false;
      const { slot, child } = met;
      if (!this.accepts(slot, child, met)) {
        refusePiece(this.#refused, slot, child);
        continue;
      }
      copyHit(hit, met);
      return true;
    }
  }

  /** Returns what the mover meets first; of slot −1 for nothing. */
  #meetFirst(motion: Vector, clearance: Scalar): QueryHit {
    const scope = this.#scope!;
    const cast = this.#cast;
    const first = this.#first;
    const { left } = this.#obstacles;
    setWay(cast, motion);
    // Where the way is long, through the hierarchies.
    if (!this.#nearby.find(scope, this.#filter!, this.shape.box, motion)) {
      cast.run(scope, 'closest', this.#filter!);
      return cast.hit;
    }
    this.#obstacles.sweep(first, scope.set, this.#nearby, cast, motion, clearance);
    if (left.count === 0) return first;
    cast.runAmong(scope.set, left);
    return first.slot >= 0 && precedes(scope.set, first, cast.hit) ? first : cast.hit;
  }

  touch(position: Vector, clearance: Scalar): void {
    const { contacts } = this;
    const { hit } = this.#cast;
    this.#grown.put(position, clearance);
    this.#nearby.find(this.#scope!, this.#filter!, this.shape.box, NO_MOTION);
    this.#obstacles.touch(this.#scope!.set, this.#nearby, clearance);
    contacts.count = 0;
    const { left } = this.#obstacles;
    if (left.count > 0) shapeCollider.collideAmong(contacts, this.#scope!.set, left, this.shape);
    let kept = 0;
    for (let i = 0; i < contacts.count; i++) {
      const slot = contacts.slots[i];
      const child = contacts.children[i];
      if (slot === this.#cast.hidden || isRefused(this.#refused, slot, child)) continue;
      this.#readContact(hit, i, clearance);
      if (this.#jumpsThrough(slot, child, clearance)) continue;
      if (!this.accepts(slot, child, hit)) refusePiece(this.#refused, slot, child);
      else this.#moveContact(i, kept++);
    }
    contacts.count = kept;
    this.#turnHeld();
  }

  leadsAcross(direction: Vector): boolean {
    const { normals } = this.contacts;
    const { items, count } = this.#turned;
    for (let i = 0; i < count; i++) {
      const at = items[i] * VECTOR_STRIDE;
      if (normals[at] * direction[0] + normals[at + 1] * direction[1] < 0) return true;
    }
    const held = this.#held;
    for (let i = 0; i < held.count; i += 2) {
      if (!(this.holdsNeighbours || held.items[i + 1] === ALL_PIECES)) continue;
      const across = this.#heldNormals[i] * direction[0] + this.#heldNormals[i + 1] * direction[1];
      if (across < 0 && this.#touches(held.items[i])) return true;
    }
    return false;
  }

  #touches(slot: number): boolean {
    const { slots, count } = this.contacts;
    for (let row = 0; row < count; row++) if (slots[row] === slot) return true;
    return false;
  }

  /** Gives contacts with what the mover is held on a side of the normal of that side. */
  #turnHeld(): void {
    const { contacts } = this;
    const turned = this.#turned;
    turned.count = 0;
    const rows = reserveIndices(turned, contacts.count);
    for (let row = 0; row < contacts.count; row++) {
      if (!this.measureHeld(found, row)) continue;
      contacts.normals[row * VECTOR_STRIDE] = found[0];
      contacts.normals[row * VECTOR_STRIDE + 1] = found[1];
      contacts.separations[row] = found[SIDE_GAP];
      rows[turned.count++] = row;
    }
  }

  findSurface(normal: Vector, point: Vector, up: Vector, along: Vector, drop: Float64Array): boolean {
    const ray = this.#ray;
    place[0] = point[0] + drop[1] * along[0] + drop[0] * up[0];
    place[1] = point[1] + drop[1] * along[1] + drop[0] * up[1];
    putPoint(ray.mover, place, 0);
    downward[0] = -2 * drop[0];
    scaleVector(down, downward, up);
    setWay(ray, down);
    if (this.#nearby.find(this.#scope!, this.#filter!, ray.mover.box, down))
      ray.runAmong(this.#scope!.set, this.#nearby.met);
    else ray.run(this.#scope!, 'closest', this.#filter!);
    if (ray.hit.slot < 0) return false;
    normal[0] = ray.hit.normalX;
    normal[1] = ray.hit.normalY;
    return true;
  }

  writeReachBelow(out: Scalar, up: Vector): void {
    const { shape } = this;
    let reach = -Infinity;
    // Not the shape as it was grown for the last sweep.
    place[0] = shape.x;
    place[1] = shape.y;
    this.#grown.put(place, NO_GROWTH);
    for (let i = 0; i < shape.count; i++) {
      const piece = shape.pieces[i];
      for (let k = 0; k < piece.count; k++) {
        place[0] = piece.vertices[2 * k];
        place[1] = piece.vertices[2 * k + 1];
        if (piece.curve !== undefined) piece.curve.writeSupport(place, 0, piece, up, 0, -1);
        reach = Math.max(reach, piece.radius - place[0] * up[0] - place[1] * up[1]);
      }
    }
    out[0] = reach;
  }

  /** Whether a piece is a one-way tile that the mover, being in it, did not come to stand on from above. */
  #jumpsThrough(slot: number, child: number, clearance: Scalar): boolean {
    const composite = compositeOf(this.#scope!.set, slot);
    const grid = composite?.record.grid;
    if (composite === undefined || grid === undefined) return false;
    if (!(this.depth > STILL * clearance[0] && grid.isOneWay(composite, child))) return false;
    return slot !== this.#stoodOn || !grid.isSameRow(composite, child, this.#stoodOnChild);
  }

  #readContact(hit: QueryHit, row: number, clearance: Scalar): void {
    const { contacts } = this;
    const at = row * SHAPE_POINTS_STRIDE;
    // The middle between the grown shape and the surface lies half of their depth off the surface.
    const off = contacts.separations[row] / 2;
    hit.slot = contacts.slots[row];
    hit.child = contacts.children[row];
    hit.normalX = contacts.normals[row * VECTOR_STRIDE];
    hit.normalY = contacts.normals[row * VECTOR_STRIDE + 1];
    hit.x = contacts.points[at] - off * hit.normalX;
    hit.y = contacts.points[at + 1] - off * hit.normalY;
    hit.fraction = 0;
    this.depth = 0 - contacts.separations[row] - clearance[0];
  }

  #moveContact(from: number, to: number): void {
    if (from === to) return;
    const { contacts } = this;
    contacts.slots[to] = contacts.slots[from];
    contacts.children[to] = contacts.children[from];
    contacts.separations[to] = contacts.separations[from];
    for (let i = 0; i < VECTOR_STRIDE; i++) {
      contacts.normals[to * VECTOR_STRIDE + i] = contacts.normals[from * VECTOR_STRIDE + i];
    }
  }
}

function copyHit(to: SweepHit, { slot, child, fraction, x, y, normalX, normalY }: QueryHit): void {
  to.slot = slot;
  to.child = child;
  to.fraction = fraction;
  to.point[0] = x;
  to.point[1] = y;
  to.normal[0] = normalX;
  to.normal[1] = normalY;
}

function setWay({ way }: MoverCast, motion: Vector): void {
  way[TRANSLATION_X] = motion[0];
  way[TRANSLATION_Y] = motion[1];
  way[TRANSLATION_LIMIT] = 1;
}
