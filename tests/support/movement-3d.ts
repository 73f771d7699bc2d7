import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  type Collision,
  type CollisionOptions,
  collideShape,
  collisionSystem,
  createCollision,
  createMoveResult,
  type MoveOptions,
  type MoveResult,
  moveAndSlide,
  type Quaternion,
  refreshCollider,
  type ShapeContact,
  type ShapeSpec,
} from '../../entry/3d.ts';

export const NO_TURN: Quaternion = { x: 0, y: 0, z: 0, w: 1 };

/** Returns the rotation about an axis of length 1 by an angle in radians. */
export function turned(x: number, y: number, z: number, angle: number): Quaternion {
  const sin = Math.sin(angle / 2);
  return { x: sin * x, y: sin * y, z: sin * z, w: Math.cos(angle / 2) };
}

/** A world to move in: what is built stands still, unless it is moved by name. */
export interface MoverWorld {
  readonly world: object;
  readonly collision: Collision;
  /** Adds something and returns its entity. */
  add(shape: ShapeSpec, x?: number, y?: number, z?: number, rotation?: Quaternion): number;
  /** Runs a tick. */
  tick(): void;
  /** Puts an entity somewhere and lets queries see it there. */
  place(entity: number, x: number, y: number, z: number, rotation?: Quaternion): void;
}

export function createMoverWorld(options: CollisionOptions & { transform?: never } = {}): MoverWorld {
  const world = createWorld();
  const collision = createCollision(world, options);
  const { Transform, Collider } = collision;
  return {
    world,
    collision,
    add(shape, x = 0, y = 0, z = 0, { x: qx, y: qy, z: qz, w: qw } = NO_TURN) {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x, y, z, qx, qy, qz, qw }));
      addComponent(world, eid, set(Collider, shape));
      return eid;
    },
    tick: () => collisionSystem(world),
    place(entity, x, y, z, rotation = NO_TURN) {
      Transform.x[entity] = x;
      Transform.y[entity] = y;
      Transform.z[entity] = z;
      Transform.qx[entity] = rotation.x;
      Transform.qy[entity] = rotation.y;
      Transform.qz[entity] = rotation.z;
      Transform.qw[entity] = rotation.w;
      refreshCollider(world, entity);
    },
  };
}

/** A walker that moves by `moveAndSlide` and keeps what it says. */
export class Walker {
  readonly result: MoveResult = createMoveResult();
  readonly pose: { shape: ShapeSpec; x: number; y: number; z: number; rotation: Quaternion };
  readonly #world: object;
  readonly options: MoveOptions;

  constructor(
    world: object,
    shape: ShapeSpec,
    x: number,
    y: number,
    z: number,
    options: MoveOptions = {},
    rotation = NO_TURN,
  ) {
    this.#world = world;
    this.options = options;
    this.pose = { shape, x, y, z, rotation };
  }

  move(x: number, y: number, z: number): MoveResult {
    const { result, pose } = this;
    moveAndSlide(this.#world, pose, { x, y, z }, this.options, result);
    pose.x = result.x;
    pose.y = result.y;
    pose.z = result.z;
    return result;
  }

  /** Moves many times. */
  moves(count: number, x: number, y: number, z: number): MoveResult {
    for (let i = 0; i < count; i++) this.move(x, y, z);
    return this.result;
  }

  /** How deep it is in something, negative for how far it is away from everything, up to `margin`. */
  depth(margin = 0): number {
    return depthOf(this.#world, this.pose, margin);
  }
}

const contacts: ShapeContact[] = [];

export function depthOf(
  world: object,
  pose: { shape: ShapeSpec; x: number; y: number; z: number; rotation: Quaternion },
  margin = 0,
): number {
  const count = collideShape(world, pose.shape, pose, contacts, { margin });
  let depth = -Infinity;
  for (let i = 0; i < count; i++) depth = Math.max(depth, -contacts[i].separation);
  return depth;
}
