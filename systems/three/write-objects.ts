import { Matrix4, type Object3D, Vector3 } from 'three';
import type { TransformColumns } from '../../src/3d/collider-set.ts';
import { refuse, requireKeys } from '../../src/core/errors.ts';
import { space } from '../3d/dimension.ts';
import { type EntityId, lifeOf, requireEntityIndex } from '../core/adapter/entities.ts';
import { requireState } from '../core/collision-state.ts';
import { KeptTransforms } from './kept-transforms.ts';
import { createPlace, readPlace } from './place-of.ts';
import { instanceCount, requireTracked, type TrackedInstances, type TrackedObjects } from './tracked-objects.ts';
import { enterFrame, matrixToFrame, placeToFrame, unturnMirrored } from './world-place.ts';

/** Options of `writeObjects`. */
export interface WriteObjectsOptions {
  /** Where the entities were before the last tick: what `keepTransforms` returned. */
  from?: KeptTransforms;
  /** Where the objects are placed between `from`, 0, and the present places of the entities, 1. Default 1. */
  fraction?: number;
}

const KEYS = ['from', 'fraction'] as const;

/**
 * Moves the objects that show entities to where the Transforms of their entities are: position and rotation of an
 * Object3D, whose scale is left as it is, and the matrix of an instance, whose scale is Transform's. A Transform is a
 * place in the world: the transformations of an object's parents, or of an InstancedMesh for its instances, are undone,
 * so that `readObjects` reads the same Transform back. Parents that are entities themselves may stand anywhere in the
 * Map. With `from` and `fraction` they are placed between two ticks: on the straight way, and turned the shorter way
 * round; an entity that did not exist at `from` stands at its present place. The object of an entity that has been
 * removed stays as it is. Returns how many objects and instances were written.
 *
 * A parent that is scaled differently by axis shears an object that is turned below it. The place of the object is
 * exact then, and its rotation is relative to the parent's rotation, as three.js' `decompose` gives it.
 *
 *     before = keepTransforms(world, before);
 *     collisionSystem(world);
 *     writeObjects(world, objects, { from: before, fraction: unspent / TICK });
 *
 * @throws CollisionError `invalid-state` when the world has no 3D collision and for an object of neither kind,
 * `out-of-range` for a fraction that is not from 0 to 1, and for a mesh with too few instances.
 */
export function writeObjects(world: object, objects: TrackedObjects, options: WriteObjectsOptions = {}): number {
  const { set } = requireState(world, space);
  requireTracked(objects);
  requireKeys('writeObjects options', options, KEYS);
  const { from, fraction = 1 } = options;
  if (!(typeof fraction === 'number' && fraction >= 0 && fraction <= 1)) {
    refuse('out-of-range', 'fraction', 'from 0 to 1', fraction);
  }
  if (from !== undefined && !(from instanceof KeptTransforms)) {
    refuse('invalid-state', 'from of writeObjects', 'what keepTransforms returned', from);
  }
  const at = { world, columns: set.transform, from: fraction === 1 ? undefined : from, fraction };
  if (objects instanceof Map) {
    return writePlaces(at, objects);
  }
  const instances = objects as TrackedInstances;
  const { mesh, entities } = instances;
  const count = instanceCount(instances);
  const isApart = enterFrame(mesh);
  let written = 0;
  for (let i = 0; i < count; i++) {
    if (!findPlace(at, entities[i])) continue;
    written++;
    matrix.compose(place.position, place.quaternion, size.setScalar(place.scale));
    if (isApart) matrixToFrame(matrix);
    mesh.setMatrixAt(i, matrix);
  }
  mesh.count = count;
  mesh.instanceMatrix.needsUpdate = true;
  // The bounds of the earlier instances are out of date; three.js computes them again when it needs them.
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
  return written;
}

/** The transforms that objects are placed by, and the time between ticks for which they are placed. */
interface Moment {
  readonly world: object;
  readonly columns: TransformColumns;
  readonly from: KeptTransforms | undefined;
  readonly fraction: number;
}

const place = /* @__PURE__ */ createPlace();
const before = /* @__PURE__ */ createPlace();
const matrix = /* @__PURE__ */ new Matrix4();
const size = /* @__PURE__ */ new Vector3();

/**
 * Writes the places of objects, parents before their children: the place of a parent is a child's frame. Returns how
 * many objects were written.
 */
function writePlaces(at: Moment, objects: ReadonlyMap<EntityId, Object3D>): number {
  let written = 0;
  let shallowest = Infinity;
  let deepest = 0;
  for (const object of objects.values()) {
    const depth = depthOf(object);
    if (depth < shallowest) shallowest = depth;
    if (depth > deepest) deepest = depth;
  }
  let frame: Object3D | null = null;
  let isApart = false;
  for (let depth = shallowest; depth <= deepest; depth++) {
    // Iterating over the entries of a Map would allocate an array for each in every tick.
    for (const entity of objects.keys()) {
      const object = objects.get(entity)!;
      if (depthOf(object) !== depth) continue;
      if (!findPlace(at, entity)) continue;
      written++;
      if (object.parent !== frame) {
        frame = object.parent;
        isApart = enterFrame(frame);
      }
      if (isApart) placeToFrame(place.position, place.quaternion);
      unturnMirrored(place.quaternion, object.scale);
      object.position.copy(place.position);
      object.quaternion.copy(place.quaternion);
    }
  }
  return written;
}

/** Returns how many parents an object has. */
function depthOf(object: Object3D): number {
  let depth = 0;
  for (let { parent } = object; parent !== null; parent = parent.parent) depth++;
  return depth;
}

/** Writes to `place` where an entity is at a moment; false for an entity that has been removed. */
function findPlace({ world, columns, from, fraction }: Moment, entity: EntityId): boolean {
  const index = requireEntityIndex(world, entity);
  const life = lifeOf(world, entity);
  if (life === undefined) return false;
  readPlace(place, columns, index);
  if (from === undefined || from.lives[index] !== life) return true;
  readPlace(before, from.columns, index);
  place.position.lerp(before.position, 1 - fraction);
  place.quaternion.slerp(before.quaternion, 1 - fraction);
  place.scale += (before.scale - place.scale) * (1 - fraction);
  return true;
}
