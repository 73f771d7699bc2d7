import { type Face, type Intersection, type Mesh, type Object3D, type Raycaster, Vector2, Vector3 } from 'three';
import { castRay } from '../3d/queries/casts.ts';
import { triangleAt } from '../3d/queries/triangle-at.ts';
import type { EntityId } from '../core/adapter/entities.ts';

/** A function for `object.raycast`. */
export type RaycastFunction = (this: Object3D, raycaster: Raycaster, intersects: Intersection[]) => void;

/**
 * Returns a function for `object.raycast`, so that three.js' Raycaster asks the collider of an entity rather than every
 * triangle: `object.raycast = raycastWith(world, entity)`. It gives the first hit alone, with point, distance and
 * normal; of a mesh or heightfield also face, barycentric coordinates, and uv where the object's geometry has them and
 * as many vertices, as has one that the collider was made of.
 *
 * @throws CollisionError when asked, as `castRay`.
 */
export function raycastWith(world: object, entity: EntityId): RaycastFunction {
  const options = { predicate: (other: EntityId) => other === entity, sensors: true, maxFraction: 0 };
  return function raycast(raycaster, intersects) {
    const { near, far, ray } = raycaster;
    const { origin, direction } = ray;
    options.maxFraction = far;
    const hit = castRay(world, origin, direction, options);
    if (hit === undefined || hit.fraction < near) return;
    const point = new Vector3(hit.x, hit.y, hit.z);
    const intersection: Intersection = { distance: origin.distanceTo(point), point, object: this };
    const normal = new Vector3(hit.normalX, hit.normalY, hit.normalZ);
    intersection.normal = normal;
    const place = triangleAt(world, hit);
    if (place !== undefined) {
      const { vertexA: a, vertexB: b, vertexC: c, weightA, weightB, weightC } = place;
      intersection.faceIndex = place.triangle;
      intersection.face = { a, b, c, normal: normal.clone(), materialIndex: 0 } satisfies Face;
      intersection.barycoord = new Vector3(weightA, weightB, weightC);
      const uv = (this as Partial<Mesh>).geometry?.attributes.uv;
      if (uv !== undefined && Math.max(a, b, c) < uv.count) {
        const at = (vertex: number, weight: number) =>
          new Vector2(uv.getX(vertex), uv.getY(vertex)).multiplyScalar(weight);
        intersection.uv = at(a, weightA).add(at(b, weightB)).add(at(c, weightC));
      }
    }
    intersects.push(intersection);
  };
}
