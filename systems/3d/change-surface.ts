import { type HeightRegion, writeHeights } from '../../src/3d/kinds/heightfield.ts';
import { type VertexRange, writeMeshPositions } from '../../src/3d/kinds/mesh.ts';
import type { RegisteredShape } from '../../src/3d/shapes/registered-shape.ts';
import type { ShapeSpec } from '../../src/3d/shapes/shape-spec.ts';
import type { NumberArray } from '../../src/core/number-array.ts';
import { requireSpec } from '../../src/core/shapes/require-spec.ts';
import type { EntityId } from '../core/adapter/entities.ts';
import { requireState, requireUnasked } from '../core/collision-state.ts';
import { noteShape } from '../core/note-shape.ts';
import { registeredShapeOf, requireOwner } from '../core/shape-of.ts';
import { space } from './dimension.ts';

/** Returns the registered shape of an entity, or of a shape maker's result; 0 where there is none. */
function shapeFor(world: object, target: EntityId | ShapeSpec): RegisteredShape | 0 {
  if (typeof target === 'number') {
    const { state, index } = requireOwner(world, space, target);
    return registeredShapeOf(state, index);
  }
  requireSpec('shape', target, 3);
  return target.shape;
}

/**
 * Writes heights of some columns and rows of a heightfield, row by row, in the unit of its array: digging, craters, a
 * brush. The cost grows with the points of the region and the colliders of the world. `target` is an entity, or a shape
 * that `heightfield` returned; all entities that share the shape change.
 *
 * Queries see the new heights at once, within the bounds that the terrain had; the next tick computes its bounds and
 * contacts anew, static or not. For another world with the same shape, call it there as well, with the same heights.
 * Snapshots, histories and hashes do not hold heights: code that rolls back sets the heights of that time first, and
 * then restores the snapshot.
 *
 * @throws CollisionError, and nothing is written: `invalid-shape` for another shape, for heights that are not as many
 * as the region has points, or where all would be holes; `out-of-range` for a region beyond the field, or a height that
 * its array of 16 bits cannot hold; `invalid-number` for a height that cannot be used; `invalid-state` for an entity
 * without a Collider, or a world without 3D collision.
 */
export function setHeights(
  world: object,
  target: EntityId | ShapeSpec,
  region: HeightRegion,
  heights: NumberArray,
): void {
  const state = requireState(world, space);
  requireUnasked(world);
  const shape = shapeFor(world, target);
  writeHeights(shape, region, heights);
  noteShape(state, shape as RegisteredShape);
}

/**
 * Moves the vertices of a mesh: skinned, deformed or waving ones. `positions` are `x y z` of the vertices in `range`,
 * by default of all; or the very array that the mesh was made of, where the game has written to it. Triangles stay what
 * they are, and the tree over them is fitted, not built, which takes about a fifth of the time, unless triangles appear
 * that had no area or lay on others before. If a mesh has changed completely, make another one. `target` is an entity,
 * or a shape that `mesh` returned; all entities that share the shape change.
 *
 * Queries see the new places at once, within the bounds that the mesh had; the next tick computes its bounds and
 * contacts anew, static or not. For another world with the same shape, call it there as well. Snapshots, histories and
 * hashes do not hold positions: code that rolls back sets the positions of that time first, and then restores the
 * snapshot.
 *
 * @throws CollisionError, and nothing is written: `invalid-shape` for another shape, or for positions that are not
 * three a vertex; `out-of-range` for a range beyond the mesh; `invalid-number` for a coordinate that cannot be used;
 * `invalid-state` for an entity without a Collider, or a world without 3D collision.
 */
export function setMeshPositions(
  world: object,
  target: EntityId | ShapeSpec,
  positions: NumberArray,
  range: VertexRange = {},
): void {
  const state = requireState(world, space);
  requireUnasked(world);
  const shape = shapeFor(world, target);
  writeMeshPositions(shape, positions, range);
  noteShape(state, shape as RegisteredShape);
}
