import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import { expect, test } from 'vitest';
import {
  circle,
  collisionSystem,
  createCollision,
  createSnapshot,
  hashCollision,
  restoreCollision,
  saveCollision,
  savedEntities,
} from '../../entry/2d.ts';
import { createRng } from '../support/rng.ts';

const TARGETS = 32;
const SHOTS = 4;

/** Shots from a pool fly to the right through targets, and are put to sleep by the first they touch. */
function createRange(seed: number) {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Disabled } = collision;
  const Shot = {};
  const awake = new Uint8Array(64);
  const rng = createRng(seed);
  const make = (x: number, y: number, ...parts: object[]): number => {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y }), set(Collider, circle(0.4)), ...parts]) addComponent(world, eid, part);
    return eid;
  };
  for (let i = 0; i < TARGETS; i++) make(rng.range(0, 12), rng.range(-8, 8));
  const shots = Array.from({ length: SHOTS }, () => make(0, 0, Shot, Disabled));
  collision.onBegin([Shot], [Collider], (shot) => {
    awake[shot] = 0;
    addComponent(world, shot, Disabled);
  });
  return {
    world,
    stores: { Transform, Collider, awake },
    /** Fires from a height, or not, and runs a tick. */
    step(height: number | undefined): void {
      for (const shot of shots) if (awake[shot] === 1) Transform.x[shot] += 0.3;
      const shot = shots.find((eid) => awake[eid] === 0);
      if (height !== undefined && shot !== undefined) {
        awake[shot] = 1;
        Transform.x[shot] = -1;
        Transform.y[shot] = height;
        removeComponent(world, shot, Disabled);
      }
      collisionSystem(world);
    },
  };
}

/**
 * An entity that a restore brings back could get the very slot it had when it was saved, which had been freed since.
 * Then it was taken for one that had never left, and pairs that had been left out because it was gone stayed left out.
 */
test('what a restore brings back into its old slot finds the pairs it has', () => {
  for (const seed of [1, 2]) {
    const [straight, again] = [createRange(seed), createRange(seed)];
    const rng = createRng(seed + 100);
    const certain = createSnapshot({ stores: again.stores, entities: savedEntities });
    saveCollision(again.world, certain);
    for (let tick = 1; tick <= 150; tick++) {
      const height = rng.next() < 0.3 ? rng.range(-8, 8) : undefined;
      straight.step(height);
      restoreCollision(again.world, certain);
      again.step(height);
      expect(hashCollision(again.world), `seed ${seed}, tick ${tick}`).toBe(hashCollision(straight.world));
      saveCollision(again.world, certain);
      for (let guessed = 0; guessed < 6; guessed++) again.step(undefined);
    }
  }
});
