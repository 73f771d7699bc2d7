import type {
  collisionSystem,
  createCollisionHistory,
  createEventLog,
  createSnapshot,
  hashCollision,
  QueryOptions,
  RayCastOptions,
  restoreCollision,
  savedEntities,
} from 'bitecs-collision/2d';
import type { Arena, ArenaOptions } from './arena.ts';
import type { WordFormat } from './words.ts';

/** A point or direction as queries take it; in the plane nobody reads z. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** The functions of the package that netcode and rules call: those of the dimension that the game's world has. */
export interface Engine {
  readonly collisionSystem: typeof collisionSystem;
  readonly createCollisionHistory: typeof createCollisionHistory;
  readonly createEventLog: typeof createEventLog;
  readonly createSnapshot: typeof createSnapshot;
  readonly hashCollision: typeof hashCollision;
  readonly restoreCollision: typeof restoreCollision;
  readonly savedEntities: typeof savedEntities;
  saveCollision(world: object, snapshot: ReturnType<typeof createSnapshot>): void;
  castRay(
    world: object,
    from: Point,
    direction: Point,
    options: RayCastOptions,
  ): { readonly entity: number } | undefined;
}

/**
 * What one of the two arenas is to everything that knows no coordinates: netcode, rules, tests. There is one in the
 * plane and one in space.
 */
export interface Game<A extends Arena = Arena> {
  /** What its rooms are called. */
  readonly name: string;
  readonly format: WordFormat;
  readonly engine: Engine;
  create(options: ArenaOptions): A;
  /** Writes the unit vector along an aim, of as many coordinates as there are. */
  writeDirection(out: Float64Array, aim: number): void;
  /** The aim that is nearest to a direction. It calls `Math`, whose results differ between engines: a tick must not. */
  aimAlong(x: number, y: number, z: number): number;
  /** Moves a fighter by what its player wants. */
  walk(arena: A, fighter: number, word: number): void;
  /** Called after a tick's contacts are known. */
  settle(arena: A): void;
  /** What a ray may meet, besides that it ignores its own fighter. */
  readonly rail: QueryOptions;
}
