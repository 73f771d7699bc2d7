import { addComponent, addEntity, createWorld, set } from 'bitecs';
import type { Collision, CollisionOptions, ShapeSpec } from '../../entry/2d.ts';
import { collisionSystem, copyContact } from '../../entry/2d.ts';
import { type GameKit, planeKit } from './game-kits.ts';

/** A world with swept colliders, and what its last tick told. */
export interface Stage {
  readonly world: object;
  readonly collision: Collision;
  /** "begin a b" and "end a b" of the last tick, in their order. */
  readonly told: string[];
  add(x: number, y: number, shape: ShapeSpec & { maskBits?: number; categoryBits?: number }, ...tags: object[]): number;
  /** Writes where an entity is; in the plane its rotation, too. */
  move(entity: number, x: number, y: number, rotation?: number): void;
  tick(): string[];
}

/** Makes a stage in the dimension of a kit. In space all stands at z = 0. */
export function makeStage(options: CollisionOptions = {}, kit: GameKit = planeKit): Stage {
  const world = createWorld();
  const swept = { swept: kit.sweptColliders, ...options } as { swept: typeof kit.sweptColliders };
  const collision = kit.createCollision(world, swept) as Collision;
  const { Transform, Collider } = collision;
  const told: string[] = [];
  collision.onBegin((a, b) => told.push(`begin ${a} ${b}`));
  collision.onEnd((a, b) => told.push(`end ${a} ${b}`));
  return {
    world,
    collision,
    told,
    add(x, y, shape, ...tags) {
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, { x, y }));
      addComponent(world, entity, set(Collider, shape));
      for (const tag of tags) addComponent(world, entity, tag);
      return entity;
    },
    move(entity, x, y, rotation) {
      Transform.x[entity] = x;
      Transform.y[entity] = y;
      if (rotation !== undefined) Transform.rotation[entity] = rotation;
    },
    tick() {
      told.length = 0;
      collisionSystem(world);
      return told.slice();
    },
  };
}

export const contactCount = (collision: Collision) => [...collision.contacts()].length;

export function firstContact(collision: Collision) {
  for (const contact of collision.contacts()) return copyContact(contact);
  throw new Error('no contact');
}
