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
import type { Rng } from './rng.ts';

export const NO_TURN: Quaternion = { x: 0, y: 0, z: 0, w: 1 };

/** Returns the rotation about an axis of length 1 by an angle in radians. */
export function turned(x: number, y: number, z: number, angle: number): Quaternion {
  const sin = Math.sin(angle / 2);
  return { x: sin * x, y: sin * y, z: sin * z, w: Math.cos(angle / 2) };
}

export type Triple = readonly [x: number, y: number, z: number];

/** Turns a vector by a quaternion of length 1: v + 2 q × (q × v + w v). */
export function rotate({ x, y, z, w }: Quaternion, v: Triple): Triple {
  const inner = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]];
  return [
    v[0] + 2 * (y * inner[2] - z * inner[1]),
    v[1] + 2 * (z * inner[0] - x * inner[2]),
    v[2] + 2 * (x * inner[1] - y * inner[0]),
  ];
}

/** Returns the rotation that turns by b and then by a. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
    z: a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

/** Returns a random rotation. */
export function randomTurn(rng: Rng): Quaternion {
  const [x, y, z, w] = [rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1), rng.range(-1, 1)];
  const length = Math.hypot(x, y, z, w);
  return { x: x / length, y: y / length, z: z / length, w: w / length };
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
