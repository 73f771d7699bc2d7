import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  type Collision,
  CollisionError,
  type CollisionOptions,
  circle,
  createCollision,
  type ShapeSpec,
} from '../../entry/2d.ts';

/** A world with collision, and how a test puts things into it. */
export interface Game {
  readonly world: object;
  readonly collision: Collision;
  /** Adds an entity with the shape at (x, y), a circle of radius 1 unless told otherwise. */
  spawn(x: number, y?: number, shape?: ShapeSpec, more?: object): number;
}

export function createGame(options: Omit<CollisionOptions, 'transform'> = {}): Game {
  const world = createWorld();
  const collision = createCollision(world, options);
  return {
    world,
    collision,
    spawn(x, y = 0, shape = circle(1), more = {}) {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x, y }));
      addComponent(world, eid, set(collision.Collider, { ...shape, ...more }));
      return eid;
    },
  };
}

export type EventLog = string[];

type Listenable = Pick<Collision, 'onBegin' | 'onStay' | 'onEnd'>;

/** Notes all begins and ends, and stays when asked to, as sentences. */
export function listen(collision: Listenable, stays = false): EventLog {
  const log: EventLog = [];
  collision.onBegin((a, b) => log.push(`begin ${a} ${b}`));
  collision.onEnd((a, b, end) => log.push(`end ${a} ${b} ${end.cause}`));
  if (stays) collision.onStay((a, b) => log.push(`stay ${a} ${b}`));
  return log;
}

/** Empties a log and returns what was in it. */
export function take(log: EventLog): EventLog {
  return log.splice(0);
}

/** Runs something that must throw a CollisionError and returns `code: message`. */
export function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof CollisionError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
}
