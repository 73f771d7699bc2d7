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

/** A point or direction as queries take it; in the plane z is ignored. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

/** The functions of the package that netcode and rules call, from the entry of the game's dimension. */
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
 * An arena as code that knows no coordinates sees it: netcode, rules, tests. There is one in the plane and one in
 * space.
 */
export interface Game<A extends Arena = Arena> {
  /** The name of the game's rooms. */
  readonly name: string;
  readonly format: WordFormat;
  readonly engine: Engine;
  create(options: ArenaOptions): A;
  /** Writes the unit vector along an aim, of as many coordinates as there are. */
  writeDirection(out: Float64Array, aim: number): void;
  /**
   * Returns the aim that is nearest to a direction. It calls functions of `Math` whose results differ between engines,
   * so ticks must not call it.
   */
  aimAlong(x: number, y: number, z: number): number;
  /** Moves a fighter by what its player wants. */
  walk(arena: A, fighter: number, word: number): void;
  /** Called after a tick's contacts are known. */
  settle(arena: A): void;
  /** The options of a ray that hits what a shot can hit; the fighter that shoots is ignored in addition. */
  readonly rail: QueryOptions;
}
