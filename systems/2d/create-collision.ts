import type { ColliderStore } from '../../components/2d/collider.ts';
import type { TransformStore } from '../../components/2d/transform.ts';
import type { ColliderSet, TransformColumns } from '../../src/2d/collider-set.ts';
import type { ShapeSpec } from '../../src/2d/shapes/shape-spec.ts';
import type { Collision as CollisionOf } from '../core/collision.ts';
import { createEngine, type OptionsOf, type OptionsWithOwn, type OwnTransform } from '../core/create-engine.ts';
import type { DimensionTypes } from '../core/dimension.ts';
import type { Contact } from './contact-view.ts';
import { plane } from './dimension.ts';

/** The types of the plane. */
export interface PlaneTypes extends DimensionTypes {
  readonly transform: TransformStore;
  readonly collider: ColliderStore;
  readonly contact: Contact;
  readonly spec: ShapeSpec;
  /** @internal */
  readonly set: ColliderSet;
}

/** The 2D collision of one world. Made by `createCollision`. */
export type Collision = CollisionOf<PlaneTypes>;

/**
 * Stores a game already has, read in place of Transform. Columns are indexed by entity index and read through this
 * object every tick, so getters may return arrays that have been replaced.
 */
export interface TransformSource extends OwnTransform, TransformColumns {}

/** Options of a world with a Transform; all may be left out. */
export interface CollisionOptions extends OptionsOf<PlaneTypes> {}

/** Options of a world that reads the game's own stores. */
export interface CollisionOptionsWithOwnTransform extends OptionsWithOwn<PlaneTypes, TransformSource> {}

/** A collision world that reads the game's own stores has no Transform of its own. */
export type CollisionWithOwnTransform = Omit<Collision, 'Transform'>;

/**
 * Gives a bitECS world 2D collision: components to put on entities, and the state that `collisionSystem(world)` works
 * on. For a world that has collision already, with the same options, it returns the result of the first call, with
 * stores, contacts and handlers as they are: a module that runs again goes on with its world. `shouldCollide` and
 * `acceptContact` replace the earlier ones; pairs that have been asked about keep their answer, see `reconsider`.
 * @throws CollisionError `invalid-state` when the world already has collision of other options; `invalid-number` or
 *   `out-of-range` for an option that cannot be used.
 */
export function createCollision(world: object, options: CollisionOptionsWithOwnTransform): CollisionWithOwnTransform;
export function createCollision(world: object, options?: CollisionOptions): Collision;
export function createCollision(
  world: object,
  options: CollisionOptions | CollisionOptionsWithOwnTransform,
): Collision | CollisionWithOwnTransform;
export function createCollision(
  world: object,
  options: CollisionOptions | CollisionOptionsWithOwnTransform = {},
): Collision | CollisionWithOwnTransform {
  return createEngine<PlaneTypes>(plane, world, options);
}
