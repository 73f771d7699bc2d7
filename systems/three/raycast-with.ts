import {
  type BufferGeometry,
  type Face,
  type InstancedMesh,
  type Intersection,
  type Mesh,
  type Object3D,
  type Raycaster,
  Triangle,
  Vector2,
  Vector3,
} from 'three';
import { castRay } from '../3d/queries/casts.ts';
import { type TrianglePlace, triangleAt } from '../3d/queries/triangle-at.ts';
import type { EntityId } from '../core/adapter/entities.ts';

/** A function for `object.raycast`. */
export type RaycastFunction = (this: Object3D, raycaster: Raycaster, intersects: Intersection[]) => void;

/**
 * Returns a function for `object.raycast`, so that three.js' Raycaster asks the collider of an entity rather than every
 * triangle: `object.raycast = raycastWith(world, entity)`. The function gives only the first hit, with point, distance
 * and the normal of the collider in the world. For a collider that was made of the object's geometry by `mesh` or
 * `meshFrom`, or of an InstancedMesh by `meshFrom`, it also gives the other fields of three.js: face and its number
 * within the geometry, with a normal in the geometry's frame, barycentric coordinates, uv and uv1 where the geometry
 * has them, and the `instanceId`. For other meshes and heightfields, face and number are those of the collider.
 *
 * The function throws the CollisionErrors of `castRay`.
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
    intersection.normal = new Vector3(hit.normalX, hit.normalY, hit.normalZ);
    const place = triangleAt(world, hit);
    if (place !== undefined) addFace(intersection, this, place);
    intersects.push(intersection);
  };
}

/** Adds to an intersection which face was hit and where on it. */
function addFace(intersection: Intersection, object: Object3D, place: TrianglePlace): void {
  const mesh = object as Partial<Mesh & InstancedMesh> & Object3D;
  const { geometry } = mesh;
  const found = geometry?.attributes.position === undefined ? undefined : findFace(geometry, place);
  const isFound = found !== undefined && (found.instance === 0 || mesh.isInstancedMesh === true);
  const { triangle, vertexA: a, vertexB: b, vertexC: c, weightA, weightB, weightC } = isFound ? found : place;
  const normal = intersection.normal!.clone();
  intersection.faceIndex = triangle;
  intersection.face = { a, b, c, normal, materialIndex: 0 } satisfies Face;
  intersection.barycoord = new Vector3(weightA, weightB, weightC);
  if (isFound) {
    const [cornerA, cornerB, cornerC] = [a, b, c].map((vertex) => {
      const corner = new Vector3().fromBufferAttribute(geometry!.attributes.position, vertex);
      return mesh.isMesh === true && mesh.isInstancedMesh !== true ? mesh.getVertexPosition!(vertex, corner) : corner;
    });
    Triangle.getNormal(cornerA, cornerB, cornerC, normal);
    if (mesh.isInstancedMesh === true) intersection.instanceId = found.instance;
    if (Array.isArray(mesh.material)) {
      const at = 3 * triangle;
      const group = geometry!.groups.find(({ start, count }) => at >= start && at < start + count);
      intersection.face.materialIndex = group?.materialIndex ?? 0;
    }
  }
  for (const name of ['uv', 'uv1'] as const) {
    const attribute = geometry?.attributes[name];
    if (attribute === undefined || Math.max(a, b, c) >= attribute.count) continue;
    const at = (vertex: number, weight: number) =>
      new Vector2(attribute.getX(vertex), attribute.getY(vertex)).multiplyScalar(weight);
    intersection[name] = at(a, weightA).add(at(b, weightB)).add(at(c, weightC));
  }
}

/** A place on a triangle, and the instance of the geometry that has it, 0 where there is only one. */
interface PlaceOnInstance extends TrianglePlace {
  readonly instance: number;
}

/**
 * Returns the face of a geometry that corresponds to a triangle of the collider, with its corners in the order of the
 * geometry, or undefined where the collider's triangles are not the geometry's. `meshFrom` numbers triangles and
 * vertices instance after instance, and swaps the second and the third corner of mirrored instances.
 */
function findFace(geometry: BufferGeometry, place: TrianglePlace): PlaceOnInstance | undefined {
  const { index } = geometry;
  const { count } = geometry.attributes.position;
  const faces = Math.floor((index?.count ?? count) / 3);
  const triangle = place.triangle % faces;
  const instance = (place.triangle - triangle) / faces;
  const [a, b, c] = [0, 1, 2].map((corner) => index?.getX(3 * triangle + corner) ?? 3 * triangle + corner);
  const first = instance * count;
  const [second, third] = [place.vertexB - first, place.vertexC - first];
  if (place.vertexA - first !== a) return undefined;
  const found = { triangle, instance, vertexA: a, vertexB: b, vertexC: c, weightA: place.weightA };
  if (second === b && third === c) return { ...found, weightB: place.weightB, weightC: place.weightC };
  if (second === c && third === b) return { ...found, weightB: place.weightC, weightC: place.weightB };
  return undefined;
}
