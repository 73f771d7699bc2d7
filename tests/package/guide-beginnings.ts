import { SPAWN } from './readme-settings.ts';

/** What most pages say at their beginning: a world with collision. */
export const WORLD = `${SPAWN}
  const collision = createCollision(world);
  const { Transform, Collider, Sensor, Static, Disabled } = collision;`;

/** The same in space. */
export const WORLD_3D = `
  import { addComponent, addEntity, createWorld, set } from 'bitecs';
  import { box, collisionSystem, createCollision, sphere } from 'bitecs-collision/3d';
  import type { ShapeSpec } from 'bitecs-collision/3d';
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Sensor, Static, Disabled } = collision;
  const spawn = (x: number, y: number, z: number, shape: ShapeSpec, tag: object = {}): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, shape));
    addComponent(world, eid, tag);
    return eid;
  };`;

/** What the character and what it walks on need. */
export const MOVER = `${WORLD}
  import { createMoveResult, moveAndSlide, refreshCollider } from 'bitecs-collision/2d';
  const dt = 1 / 60;`;

/** The same in space. */
export const MOVER_3D = `${WORLD_3D}
  import { capsule, createMoveResult, moveAndSlide, refreshCollider } from 'bitecs-collision/3d';
  const dt = 1 / 60;`;
