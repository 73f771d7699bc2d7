import { addComponent, set } from 'bitecs';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  box,
  type CollisionSnapshot,
  circle,
  collisionSystem,
  createSnapshot,
  pushApart,
  restoreCollision,
  saveCollision,
} from '../../../../entry/2d.ts';
import { plane } from '../../../../systems/2d/dimension.ts';
import { HeldSides } from '../../../../systems/2d/pushing/held-sides.ts';
import { requireState } from '../../../../systems/core/collision-state.ts';
import { createGame } from '../../../support/game-2d.ts';

/** A ball of radius 1 at x = −3, and a wall from x = −0.25 to 0.25, between it and x = 3. */
function createRoom() {
  const { world, collision, spawn } = createGame();
  const { Transform } = collision;
  addComponent(world, spawn(0, 0, box(0.25, 8)), collision.Static);
  const ball = spawn(-3, 0, circle(1));
  return {
    ...{ world, Transform },
    step: () => {
      collisionSystem(world);
      pushApart(world);
      return Transform.x[ball];
    },
    walk: () => {
      Transform.x[ball] = 3;
    },
    place: () => addComponent(world, ball, set(Transform, { x: 3, y: 0 })),
    snapshot: () => createSnapshot({ stores: { Transform, Collider: collision.Collider } }),
  };
}

type Room = ReturnType<typeof createRoom>;

/** The snapshot of a room in which `pushApart` has run, as another process would receive it. */
function received(from: Room, to: Room): CollisionSnapshot {
  const sent = from.snapshot();
  saveCollision(from.world, sent);
  const snapshot = to.snapshot();
  saveCollision(to.world, snapshot);
  for (const [name, { values, count }] of sent.columns) snapshot.columns.set(name, { values: values.slice(), count });
  return snapshot;
}

describe('a world that never pushed, restored from one that has', () => {
  let room: Room;

  beforeEach(() => {
    const other = createRoom();
    expect(other.step()).toBe(-3);
    room = createRoom();
    restoreCollision(room.world, received(other, room));
  });

  it('stops what walks through a wall in front of it', () => {
    room.walk();
    expect(room.step()).toBeCloseTo(-1.25, 9);
  });

  it('leaves what set() puts behind a wall there', () => {
    room.place();
    expect(room.step()).toBe(3);
  });

  it('passes the memory on to a snapshot that is saved before the first push', () => {
    const own = room.snapshot();
    saveCollision(room.world, own);
    room.place();
    expect(room.step()).toBe(3);
    restoreCollision(room.world, own);
    room.walk();
    expect(room.step()).toBeCloseTo(-1.25, 9);
    restoreCollision(room.world, own);
    room.place();
    expect(room.step()).toBe(3);
  });

  it('passes on what was placed before it was saved', () => {
    room.place();
    const own = room.snapshot();
    saveCollision(room.world, own);
    room.step();
    restoreCollision(room.world, own);
    expect(room.step()).toBe(3);
  });

  it('keeps nothing of that in a snapshot that is used again', () => {
    const own = room.snapshot();
    saveCollision(room.world, own);
    for (let tick = 0; tick < 4; tick++) room.step();
    saveCollision(room.world, own);
    room.place();
    room.step();
    restoreCollision(room.world, own);
    room.walk();
    expect(room.step()).toBeCloseTo(-1.25, 9);
  });
});

describe('HeldSides', () => {
  it('restores the sides of colliders that were there at the restore, not of later ones in their slots', () => {
    const { world, spawn } = createGame();
    const { set: colliders } = requireState(world, plane);
    const { slots } = colliders;
    const [body, wall, later] = [spawn(0), spawn(10), spawn(20)].map((eid) => slots.slotOfIndex[eid]);
    collisionSystem(world);
    const normal = new Float64Array([0, 1]);
    const held = new HeldSides();
    held.add(colliders, body, wall, 7, normal);
    held.add(colliders, later, wall, 8, normal);
    held.add(colliders, body, later, 9, normal);
    const columns = new Map();
    held.save(columns, colliders);
    slots.born[later] = slots.rounds;
    const restored = new HeldSides();
    restored.restore(columns, colliders, slots.rounds);
    expect(restored.has(body, wall, 7)).toBe(true);
    expect(restored.has(later, wall, 8)).toBe(false);
    expect(restored.has(body, later, 9)).toBe(false);
  });
});
