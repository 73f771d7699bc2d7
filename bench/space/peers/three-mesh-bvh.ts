import { BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Quaternion, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import type { SpaceSession } from '../peer.ts';
import { type MeshShape, RAY_STRIDE, type Scene } from '../scene.ts';

/** three-mesh-bvh, its trees built by the surface area heuristic: rays, closest points and pairs of triangles. */
export function threeMeshBvh({ shapes, position, rotation, rays, rayLength, points }: Scene): SpaceSession {
  const { positions, indices } = shapes[0] as MeshShape;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  // The package sorts the indices that it is given, so it gets a copy.
  geometry.setIndex(new BufferAttribute(indices.slice(), 1));
  const tree = new MeshBVH(geometry, { strategy: SAH });
  const ray = new Ray();
  const point = new Vector3();
  const nearest = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const matrix = new Matrix4();
  const place = new Vector3();
  const turn = new Quaternion();
  const unscaled = new Vector3(1, 1, 1);
  let pairs: number[] = [];
  return {
    replace() {},
    update() {},
    read() {},
    list() {},
    castRays(distances) {
      for (let i = 0; i < distances.length; i++) {
        ray.origin.fromArray(rays, RAY_STRIDE * i);
        ray.direction.fromArray(rays, RAY_STRIDE * i + 3);
        distances[i] = tree.raycastFirst(ray, DoubleSide, 0, rayLength)?.distance ?? Infinity;
      }
    },
    findClosest(distances) {
      for (let i = 0; i < distances.length; i++) {
        distances[i] = tree.closestPointToPoint(point.fromArray(points, 3 * i), nearest)!.distance;
      }
    },
    findTriangles() {
      matrix.compose(place.fromArray(position, 3), turn.fromArray(rotation, 4), unscaled);
      pairs = [];
      tree.bvhcast(tree, matrix, {
        intersectsTriangles(a, b, indexA, indexB) {
          if (a.intersectsTriangle(b)) pairs.push(indexA, indexB);
          return false;
        },
      });
      return pairs.length / 2;
    },
    trianglePairs() {
      const sorted = geometry.getIndex()!.array;
      // Some triangles of the scan occur twice, with the same name. Both lists keep their order, so the k-th of a name
      // in one list is the k-th of this name in the other.
      const numbers = new Map<string, number[]>();
      const nameOf = (list: ArrayLike<number>, i: number) => `${list[i]} ${list[i + 1]} ${list[i + 2]}`;
      for (let i = 0; i < indices.length; i += 3) {
        const name = nameOf(indices, i);
        numbers.set(name, [...(numbers.get(name) ?? []), i / 3]);
      }
      const numberOf: number[] = [];
      for (let i = 0; i < sorted.length; i += 3) numberOf.push(numbers.get(nameOf(sorted, i))!.shift()!);
      return pairs.map((triangle) => numberOf[triangle]);
    },
  };
}
