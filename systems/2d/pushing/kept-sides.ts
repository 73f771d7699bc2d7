import type { ColliderSet } from '../../../src/2d/collider-set.ts';
import { normal, size } from './body-registers.ts';
import { type Crowd, MOVE_STRIDE, OWNERS_LENGTH, PLANE_LENGTH, PLANE_SEPARATION, SLOP } from './crowd.ts';
import type { HeldSides } from './held-sides.ts';
import type { PushMemory } from './push-memory.ts';
import type { PushedBody } from './pushed-body.ts';

/** A body that is in a wall by less than this part of the body's size counts as out of the wall. */
const SLIGHT = 1e-6;

/** Keeps the colliders of a body on the sides that the last call left them on, or that this call has found. */
export function keepOnSides(body: PushedBody, { held, metNow }: PushMemory, set: ColliderSet): void {
  keepOn(body, held, set);
  keepOn(body, metNow, set);
}

function keepOn(body: PushedBody, held: HeldSides, set: ColliderSet): void {
  for (let k = 0; k < body.count; k++) {
    const collider = body.colliders[k];
    for (let i = held.firstOf(collider.slot); i >= 0; i = held.nextOf(i)) {
      if (!held.isValid(i, set) || collider.isKept(held.wallOf(i), held.childOf(i))) continue;
      held.readNormal(normal, i, set);
      body.keepOnSide(collider, held.wallOf(i), held.childOf(i));
    }
  }
}

/**
 * Keeps the colliders of a body on the sides of the pieces that the body is in where its pushes begin. Sweeps find the
 * other pieces without this.
 */
export function keepWhereInside(body: PushedBody, { held, metNow }: PushMemory, crowd: Crowd, index: number): void {
  const { planes, firstPlane, planeCount, owners } = crowd;
  for (let i = firstPlane[index]; i < firstPlane[index] + planeCount[index]; i++) {
    const at = PLANE_LENGTH * i;
    if (planes[at + PLANE_SEPARATION] > 0) continue;
    normal[0] = planes[at];
    normal[1] = planes[at + 1];
    const owner = OWNERS_LENGTH * i;
    const slot = owners[owner];
    const wall = owners[owner + 1];
    const child = owners[owner + 2];
    if (!(held.has(slot, wall, child) || metNow.has(slot, wall, child))) continue;
    for (let k = 0; k < body.count; k++) {
      if (body.colliders[k].slot === slot) body.keepOnSide(body.colliders[k], wall, child);
    }
  }
}

/**
 * Notes the sides on which a body stays of walls that it could not be pushed out of. The size of the body has been
 * read.
 */
export function rememberSides({ nextHeld }: PushMemory, set: ColliderSet, crowd: Crowd, index: number): void {
  const { moved, bases, planes, planeCount, firstPlane, owners, settings } = crowd;
  const at = MOVE_STRIDE * index;
  const x = moved[at] - bases[at];
  const y = moved[at + 1] - bases[at + 1];
  for (let i = firstPlane[index]; i < firstPlane[index] + planeCount[index]; i++) {
    const from = PLANE_LENGTH * i;
    normal[0] = planes[from];
    normal[1] = planes[from + 1];
    const left = planes[from + PLANE_SEPARATION] + normal[0] * x + normal[1] * y;
    if (!(left < 0 - SLIGHT * size[0] - settings[SLOP])) continue;
    const owner = OWNERS_LENGTH * i;
    nextHeld.add(set, owners[owner], owners[owner + 1], owners[owner + 2], normal);
  }
}
