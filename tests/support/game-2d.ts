import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { type Collision, CollisionError, type CollisionOptions, type ShapeSpec } from '../../entry/2d.ts';
import { type GameKit, planeKit, spaceKit } from './game-kits.ts';

/** A world with collision, and how a test puts things into it. */
export interface Game {
  readonly world: object;
  readonly collision: Collision;
  /** Adds an entity with the shape at (x, y), one that is round, of radius 1, unless told otherwise. */
  spawn(x: number, y?: number, shape?: ShapeSpec, more?: object): number;
}

type Options = Omit<CollisionOptions, 'transform'>;

/** Makes a game, in the plane unless a kit of space is given. */
export function createGame(options: Options = {}, kit: GameKit = planeKit): Game {
  const world = createWorld();
  const collision = kit.createCollision(world, options);
  return {
    world,
    collision,
    spawn(x, y = 0, shape = kit.round(1), more = {}) {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x, y }));
      addComponent(world, eid, set(collision.Collider, { ...shape, ...more }));
      return eid;
    },
  };
}

/** The games of both dimensions, for suites that hold in both: `describe.each(GAMES)('in $name', …)`. */
export const GAMES = [planeKit, spaceKit].map((kit) => ({
  ...kit,
  kit,
  createGame: (options?: Options) => createGame(options, kit),
  /** A place at z = 0, of which the plane reads x and y. */
  at: (x: number, y: number): Record<'x' | 'y', number> => ({ x, y, z: 0 }) as { x: number; y: number },
}));

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
