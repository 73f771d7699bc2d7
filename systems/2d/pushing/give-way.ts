import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { createIndexList, type IndexList, reserveIndices } from '../../../src/core/index-list.ts';
import {
  addVectors,
  createVector,
  scaleVector,
  subtractVectors,
  type Vector,
  writeDot,
} from '../../../src/core/movement/vector.ts';
import { VECTOR_STRIDE } from '../../../src/core/shape-contacts.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { amount, normal, offset, rest, walk } from './body-registers.ts';
import type { HeldSides } from './held-sides.ts';
import { writeInnerRadius } from './inner-radius.ts';
import type { MovingWalls } from './moving-walls.ts';
import { NO_CLEARANCE, type PushedBody, SAME_SIDE } from './pushed-body.ts';

/** How many numbers an entry has in `#met`: which of the body's colliders, the wall, and the piece of the wall. */
const MET_LENGTH = 3;

/**
 * The place of the body before its walk, the way that a wall would have carried it, and the walk of the body as seen
 * from that wall.
 */
const place: Vector = createVector();
const carry: Vector = createVector();
const closing: Vector = createVector();

/**
 * Moves the current body out of the way of walls that have moved on their own so far that contacts do not tell from
 * which side they came: the body is swept along its way as seen from the wall, and the hit of the sweep gives the side.
 */
export class GiveWay {
  readonly #body: PushedBody;
  readonly #walls: MovingWalls;
  /** The pieces that the body gives way to, and, at the same index, the x and y of the side on which the body is. */
  readonly #met: IndexList = createIndexList();
  #normals = new Float64Array(0);

  constructor(body: PushedBody, walls: MovingWalls) {
    this.#body = body;
    this.#walls = walls;
  }

  /**
   * Moves `offset` out of the way of the walls in `passing`, as far as there is room, keeps the body on the sides where
   * it met them, and adds these sides to `met`.
   */
  run(set: ColliderSet, met: HeldSides): void {
    const { passing } = this.#body;
    this.#met.count = 0;
    for (let i = 0; i < passing.count; i++) this.#avoid(set, passing.items[i]);
    for (let i = 0; i < this.#met.count; i += MET_LENGTH) {
      const { items } = this.#met;
      const collider = this.#body.colliders[items[i]];
      normal[0] = this.#normals[i];
      normal[1] = this.#normals[i + 1];
      this.#body.keepOnSide(collider, items[i + 1], items[i + 2]);
      met.add(set, collider.slot, items[i + 1], items[i + 2], normal);
    }
  }

  /**
   * Moves `offset` out of the way of a wall. The first of the body's colliders that meets the wall decides: giving way
   * to it moves all of them.
   */
  #avoid(set: ColliderSet, wall: number): void {
    const { colliders, count } = this.#body;
    for (let k = 0; k < count; k++) {
      const collider = colliders[k];
      const { position, origin, hit } = collider;
      subtractVectors(place, origin, walk);
      this.#walls.writeCarry(carry, wall, place);
      addVectors(closing, walk, offset);
      subtractVectors(closing, closing, carry);
      writeInnerRadius(amount, set, collider.slot);
      if (!(Math.abs(closing[0]) + Math.abs(closing[1]) > amount[0])) continue;
      addVectors(position, place, carry);
      collider.seeOnly(wall);
      const isMet = collider.sweep(position, closing, NO_CLEARANCE, 'ignore-separating');
      collider.seeOnly(-1);
      if (!isMet || collider.isKept(hit.slot, hit.child)) continue;
      this.#avoidMet(k);
      return;
    }
  }

  /** Moves `offset` out of the way of the piece that a collider has met, and notes the side. */
  #avoidMet(k: number): void {
    const { colliders, count } = this.#body;
    const collider = colliders[k];
    const { hit, contacts, position, origin } = collider;
    const { slot, child } = hit;
    writeDot(amount, hit.normal, closing);
    amount[0] *= hit.fraction - 1;
    scaleVector(rest, amount, hit.normal);
    this.#add(k, slot, child, hit.normal);
    // The body may also be beyond the middle of neighbouring pieces of the wall: their contacts lead backwards.
    addVectors(position, origin, offset);
    collider.touch(position, NO_CLEARANCE);
    for (let row = 0; row < contacts.count; row++) {
      if (contacts.slots[row] !== slot || contacts.children[row] === child) continue;
      const nx = contacts.normals[row * VECTOR_STRIDE];
      const ny = contacts.normals[row * VECTOR_STRIDE + 1];
      const isBackwards = nx * hit.normal[0] + ny * hit.normal[1] < -SAME_SIDE;
      if (isBackwards) this.#add(k, slot, contacts.children[row], hit.normal);
    }
    if (!(amount[0] > 0)) return;
    for (let i = 0; i < count; i++) colliders[i].hide(slot);
    this.#body.travel();
    for (let i = 0; i < count; i++) colliders[i].hide(-1);
  }

  #add(k: number, wall: number, child: number, side: Vector): void {
    const met = this.#met;
    const at = met.count;
    const items = reserveIndices(met, MET_LENGTH);
    items[at] = k;
    items[at + 1] = wall;
    items[at + 2] = child;
    met.count += MET_LENGTH;
    this.#normals = reserve(this.#normals, at + MET_LENGTH);
    this.#normals[at] = side[0];
    this.#normals[at + 1] = side[1];
  }
}
