export type { AttachedToStore, AttachedToValues } from '../components/3d/attached-to.ts';
export type { ColliderStore, ColliderValues } from '../components/3d/collider.ts';
export type { OneWayStore, OneWayValues } from '../components/3d/one-way.ts';
export type { TransformStore, TransformValues } from '../components/3d/transform.ts';
export type { OwnMarginStore, OwnMarginValues } from '../components/own-margin.ts';
export { boxHierarchy } from '../src/3d/bvh/box-hierarchy.ts';
export { sphereHierarchy } from '../src/3d/bvh/sphere-hierarchy.ts';
export type { Heights } from '../src/3d/geometry/tree/height-field.ts';
export { box, boxFormat } from '../src/3d/kinds/box.ts';
export { capsule, capsuleFormat } from '../src/3d/kinds/capsule.ts';
export { type CompoundChild, compound, compoundFormat } from '../src/3d/kinds/compound.ts';
export { cone, coneFormat } from '../src/3d/kinds/cone.ts';
export { cylinder, cylinderFormat } from '../src/3d/kinds/cylinder.ts';
export { halfSpace, halfSpaceFormat } from '../src/3d/kinds/half-space.ts';
export {
  type HeightfieldOptions,
  type HeightRegion,
  heightfield,
  heightfieldFormat,
} from '../src/3d/kinds/heightfield.ts';
export { hull, hullFormat } from '../src/3d/kinds/hull.ts';
export { type MeshOptions, mesh, meshFormat, type VertexRange } from '../src/3d/kinds/mesh.ts';
export { SHAPE_FORMATS, shapeFromJson, shapeToJson } from '../src/3d/kinds/shape-formats.ts';
export { sphere, sphereFormat } from '../src/3d/kinds/sphere.ts';
export { type MassProperties, massProperties } from '../src/3d/queries/mass-properties.ts';
export type { CastPose, Quaternion } from '../src/3d/queries/query-shape.ts';
export type { VisionCone } from '../src/3d/queries/vision-cone.ts';
export type { RegisteredShape } from '../src/3d/shapes/registered-shape.ts';
export { SHAPE_KIND_NAMES, type ShapeKindName } from '../src/3d/shapes/shape-kind.ts';
export type { ShapeSpec } from '../src/3d/shapes/shape-spec.ts';
export { atan2 } from '../src/core/atan2.ts';
export type { Bvh, HierarchyKind } from '../src/core/bvh/bvh.ts';
export type { EndCause } from '../src/core/collider-slots.ts';
export { CollisionError, type CollisionErrorCode } from '../src/core/errors.ts';
export type { InitialOverlap } from '../src/core/queries/cast-piece.ts';
export type { RoundingOptions } from '../src/core/shapes/rounding.ts';
export type { ShapeFormat, ShapeJson } from '../src/core/shapes/shape-json.ts';
export { cos, cosSin, sin } from '../src/core/trigonometry.ts';
export { attachedTo } from '../systems/3d/attachments.ts';
export { setHeights, setMeshPositions } from '../systems/3d/change-surface.ts';
export { collisionOf } from '../systems/3d/collision-of.ts';
export {
  type ContactColumns,
  createContactColumns,
  POINTS_PER_CONTACT,
  readContacts,
} from '../systems/3d/contact-columns.ts';
export type { Contact } from '../systems/3d/contact-view.ts';
export { type ContactCopy, type ContactPoint, copyContact } from '../systems/3d/copy-contact.ts';
export {
  type Collision,
  type CollisionOptions,
  type CollisionOptionsWithOwnTransform,
  type CollisionWithOwnTransform,
  createCollision,
  type TransformSource,
} from '../systems/3d/create-collision.ts';
export { explainPair } from '../systems/3d/explain-pair.ts';
export {
  type BounceHit,
  type BounceResult,
  type BounceSurface,
  createBounceResult,
} from '../systems/3d/movement/bounce-result.ts';
export { type BounceOptions, moveAndBounce } from '../systems/3d/movement/move-and-bounce.ts';
export { moveAndSlide } from '../systems/3d/movement/move-and-slide.ts';
export type { MoveOptions } from '../systems/3d/movement/move-options.ts';
export {
  type Carrier,
  type Crusher,
  createMoveResult,
  type Ground,
  type MoveHit,
  type MoveResult,
} from '../systems/3d/movement/move-result.ts';
export type { MovingShape } from '../systems/3d/movement/space-mover.ts';
export { oneWay } from '../systems/3d/one-way.ts';
export { castCollider } from '../systems/3d/queries/cast-collider.ts';
export { castRayExit } from '../systems/3d/queries/cast-ray-exit.ts';
export { castRays, createRayHits, RAY_STRIDE, type RayHits } from '../systems/3d/queries/cast-rays.ts';
export {
  type CastHit,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
} from '../systems/3d/queries/casts.ts';
export { closestEntities } from '../systems/3d/queries/closest-entities.ts';
export { type ClosestHit, closestPoint } from '../systems/3d/queries/closest-point.ts';
export { type ClosestPair, closestPoints } from '../systems/3d/queries/closest-points.ts';
export { collideShape, type ShapeContact, type ShapeContactPoint } from '../systems/3d/queries/collide-shape.ts';
export { type OverlapConeOptions, overlapCone } from '../systems/3d/queries/overlap-cone.ts';
export { overlapShape, queryAabb, queryPoint } from '../systems/3d/queries/overlaps.ts';
export { queryFrustum } from '../systems/3d/queries/query-frustum.ts';
export {
  type PlaceOnSurface,
  type TriangleOfSurface,
  type TrianglePlace,
  triangleAt,
  triangleCornersAt,
} from '../systems/3d/queries/triangle-at.ts';
export type { Vector } from '../systems/3d/queries/vector.ts';
export { seamless } from '../systems/3d/seamless.ts';
export { shapeOf } from '../systems/3d/shape-of.ts';
export { sweptColliders } from '../systems/3d/swept-colliders.ts';
export { createCollisionHistory } from '../systems/3d/time/history.ts';
export { saveCollision } from '../systems/3d/time/save-collision.ts';
export { withCollider, withTransform } from '../systems/3d/typed-setters.ts';
export { type SavedEntities, savedEntities } from '../systems/core/adapter/saved-entities.ts';
export { ownerOf } from '../systems/core/attachments.ts';
export { boundsSystem } from '../systems/core/bounds-system.ts';
export { broadPhaseSystem } from '../systems/core/broad-phase-system.ts';
export type { CollisionCounts } from '../systems/core/collision.ts';
export { collisionSystem } from '../systems/core/collision-system.ts';
export { contactTrackingSystem } from '../systems/core/contact-tracking-system.ts';
export { eventSystem, type TickOptions } from '../systems/core/event-system.ts';
export type { ContactEnd, ContactHandler, EndHandler } from '../systems/core/events/dispatch.ts';
export type { Selector } from '../systems/core/events/selectors.ts';
export type { Unsubscribe } from '../systems/core/events/subscriptions.ts';
export type { PairExplanation, PairReason } from '../systems/core/explain-pair.ts';
export { type Hierarchies, hierarchiesOf } from '../systems/core/hierarchies-of.ts';
export { narrowPhaseSystem } from '../systems/core/narrow-phase-system.ts';
export { ownMargin } from '../systems/core/own-margin.ts';
export type { CastOptions, RayCastOptions, ShapeCastOptions } from '../systems/core/queries/casts.ts';
export type { ClosestEntitiesOptions } from '../systems/core/queries/closest-entities.ts';
export type { ClosestOptions } from '../systems/core/queries/closest-point.ts';
export type { CollideShapeOptions } from '../systems/core/queries/collide-shape.ts';
export type { OverlapOptions, QueryOptions } from '../systems/core/queries/query-options.ts';
export { reconsider } from '../systems/core/reconsider.ts';
export { refreshCollider } from '../systems/core/refresh-collider.ts';
export { refreshCollision } from '../systems/core/refresh-collision.ts';
export type { StageTimings } from '../systems/core/stage-timings.ts';
export { syncSystem } from '../systems/core/sync-system.ts';
export {
  createEventLog,
  type EventLog,
  type EventLogOptions,
  type LoggedEvent,
  type LoggedHandler,
  type LogHandlers,
} from '../systems/core/time/event-log.ts';
export { type Divergence, explainDivergence } from '../systems/core/time/explain-divergence.ts';
export { hashCollision } from '../systems/core/time/hash-collision.ts';
export type { CollisionHistory, HistoryOptions } from '../systems/core/time/history.ts';
export { restoreCollision } from '../systems/core/time/save-collision.ts';
export type { SavedArray, SavedColumn, SavedColumns } from '../systems/core/time/saved-columns.ts';
export type { SavedStores } from '../systems/core/time/saved-stores.ts';
export { type CollisionSnapshot, createSnapshot, type SnapshotOptions } from '../systems/core/time/snapshot.ts';
export { touching } from '../systems/core/touching.ts';
export type { ComponentValues } from '../systems/core/typed-setters.ts';
