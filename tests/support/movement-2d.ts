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
  refreshCollider,
  type ShapeContact,
  type ShapeSpec,
} from '../../entry/2d.ts';

/** A world to move in: what is built stands still, unless it is moved by name. */
export interface MoverWorld {
  readonly world: object;
  readonly collision: Collision;
  /** Adds something and returns its entity. */
  add(shape: ShapeSpec, x?: number, y?: number, rotation?: number): number;
  /** Runs a tick. */
  tick(): void;
  /** Puts an entity somewhere and lets queries see it there. */
  place(entity: number, x: number, y: number, rotation?: number): void;
}

export function createMoverWorld(options: CollisionOptions & { transform?: never } = {}): MoverWorld {
  const world = createWorld();
  const collision = createCollision(world, options);
  const { Transform, Collider } = collision;
  return {
    world,
    collision,
    add(shape, x = 0, y = 0, rotation = 0) {
      const eid = addEntity(world);
      addComponent(world, eid, set(Transform, { x, y, rotation }));
      addComponent(world, eid, set(Collider, shape));
      return eid;
    },
    tick: () => collisionSystem(world),
    place(entity, x, y, rotation = 0) {
      Transform.x[entity] = x;
      Transform.y[entity] = y;
      Transform.rotation[entity] = rotation;
      refreshCollider(world, entity);
    },
  };
}

/** A walker that moves by `moveAndSlide` and keeps what it says. */
export class Walker {
  readonly result: MoveResult = createMoveResult();
  readonly pose: { shape: ShapeSpec; x: number; y: number; rotation: number };
  readonly #world: object;
  readonly options: MoveOptions;

  constructor(world: object, shape: ShapeSpec, x: number, y: number, options: MoveOptions = {}, rotation = 0) {
    this.#world = world;
    this.options = options;
    this.pose = { shape, x, y, rotation };
  }

  move(dx: number, dy: number): MoveResult {
    const { result, pose } = this;
    moveAndSlide(this.#world, pose, { x: dx, y: dy }, this.options, result);
    pose.x = result.x;
    pose.y = result.y;
    return result;
  }

  /** Moves many times. */
  moves(count: number, dx: number, dy: number): MoveResult {
    for (let i = 0; i < count; i++) this.move(dx, dy);
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
  pose: { shape: ShapeSpec; x: number; y: number; rotation: number },
  margin = 0,
): number {
  const count = collideShape(world, pose.shape, pose, contacts, { margin });
  let depth = -Infinity;
  for (let i = 0; i < count; i++) depth = Math.max(depth, -contacts[i].separation);
  return depth;
}
