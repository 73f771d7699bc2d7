import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  box,
  capsule,
  castRays,
  castShape,
  closestPoint,
  collisionSystem,
  createCollision,
  createMoveResult,
  createRayHits,
  cylinder,
  hull,
  mesh,
  moveAndSlide,
  queryFrustum,
  type ShapeSpec,
  sphere,
  sweptColliders,
} from '../../../entry/3d.ts';
import { buildMeshTree, createPairList, findMeshTreePairs, type MeshTree } from '../../../entry/geometry3d.ts';
import { pairKey, type Tally } from '../../peer.ts';
import type { SpaceSession } from '../peer.ts';
import {
  BOX,
  CAPSULE,
  HULL,
  MESH,
  type MeshShape,
  RAY_STRIDE,
  type Scene,
  type Shape,
  SPHERE,
  WALK,
  type Walkers,
} from '../scene.ts';

function specOf(shape: Shape): ShapeSpec {
  if (shape.kind === SPHERE) return sphere(shape.radius);
  if (shape.kind === CAPSULE) return capsule(shape.radius, shape.half);
  if (shape.kind === BOX) return box(...shape.half);
  if (shape.kind === HULL) return hull(shape.points);
  if (shape.kind === MESH) return mesh(shape.positions, shape.indices, { oneSided: shape.oneSided === true });
  return cylinder(shape.radius, shape.half);
}

/** The category of the camera query: bodies whose mask has this bit alone are seen and meet no other body. */
const LOOKING = 2;

/** Categories for scenes in which moving bodies are to meet still ones alone. */
const MOVING = 2;
const STILL = 4;

/** A sphere that overlaps a body at the start hits it if it moves deeper in, as with the other peers. */
const PARTING = { initialOverlap: 'ignore-separating' } as const;

/** Makes what moves the walkers of a scene by a tick. */
function walking(world: object, { count, radius, half, starts, wishes, restarted }: Walkers): () => number {
  const shape = capsule(radius, half);
  const poses = Array.from({ length: count }, () => ({ shape, x: 0, y: 0, z: 0 }));
  const results = poses.map(() => createMoveResult());
  const falls = new Float64Array(count);
  const way = { x: 0, y: 0, z: 0 };
  const options = {
    up: { x: 0, y: 1, z: 0 },
    skin: WALK.padding,
    slopeLimit: WALK.slope,
    stepHeight: WALK.step,
    snapDistance: WALK.snap,
  };
  const restart = (i: number): void => {
    poses[i].x = starts[3 * i];
    poses[i].y = starts[3 * i + 1];
    poses[i].z = starts[3 * i + 2];
    falls[i] = 0;
  };
  for (let i = 0; i < count; i++) restart(i);
  return () => {
    let standing = 0;
    for (const i of restarted) restart(i);
    for (let i = 0; i < count; i++) {
      const pose = poses[i];
      const result = results[i];
      falls[i] = (result.grounded ? 0 : falls[i]) + WALK.gravity * WALK.tick;
      way.x = wishes[2 * i] * WALK.tick;
      way.y = -falls[i] * WALK.tick;
      way.z = wishes[2 * i + 1] * WALK.tick;
      moveAndSlide(world, pose, way, options, result);
      pose.x = result.x;
      pose.y = result.y;
      pose.z = result.z;
      if (result.grounded) standing++;
    }
    return standing;
  };
}

/**
 * `isSeenOnly` keeps bodies from pairs, where nothing but what a camera sees is asked; `isSwept` sweeps all that move.
 */
export function ours(scene: Scene, isSeenOnly = false, isSwept = false): SpaceSession {
  const { count, shapes, position, rotation, stillCount } = scene;
  const world = createWorld();
  const collision = createCollision(world, isSwept ? { swept: sweptColliders } : {});
  const { Transform, Collider, Static, Swept } = collision;
  const filter = isSeenOnly ? { categoryBits: 1, maskBits: LOOKING } : {};
  const still = { categoryBits: STILL, maskBits: MOVING };
  const moving = { categoryBits: MOVING, maskBits: STILL };
  const filterOf = (body: number) => (scene.meetStillOnly ? (body < stillCount ? still : moving) : filter);
  const specs = shapes.map((shape, body) => ({ ...specOf(shape), ...filterOf(body) }));
  const ids = new Uint32Array(count);
  const bodyOf = new Map<number, number>();
  const place = (body: number, id: number): void => {
    // Read anew each time: the columns are replaced when they grow.
    const { x, y, z, qx, qy, qz, qw } = Transform;
    x[id] = position[3 * body];
    y[id] = position[3 * body + 1];
    z[id] = position[3 * body + 2];
    qx[id] = rotation[4 * body];
    qy[id] = rotation[4 * body + 1];
    qz[id] = rotation[4 * body + 2];
    qw[id] = rotation[4 * body + 3];
  };
  const add = (body: number): void => {
    const id = addEntity(world);
    if (body < stillCount) addComponent(world, id, Static);
    else if (isSwept) addComponent(world, id, Swept);
    addComponent(world, id, set(Transform, {}));
    place(body, id);
    addComponent(world, id, set(Collider, specs[body]));
    ids[body] = id;
    bodyOf.set(id, body);
  };
  for (let body = 0; body < count; body++) add(body);
  let began = 0;
  let ended = 0;
  collision.onBegin(() => {
    began++;
  });
  collision.onEnd(() => {
    ended++;
  });
  const rays = Float64Array.from(scene.rays, (value, i) => (i % RAY_STRIDE < 3 ? value : value * scene.rayLength));
  const hits = createRayHits(rays.length / RAY_STRIDE);
  const seen: number[] = [];
  const ball = sphere(scene.castRadius);
  const from = { x: 0, y: 0, z: 0 };
  const way = { x: 0, y: 0, z: 0 };
  const cast = { entity: 0, child: 0, fraction: 0, x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 0 };
  const nearest = { entity: 0, child: 0, distance: 0, x: 0, y: 0, z: 0, normalX: 0, normalY: 0, normalZ: 0 };
  const pairs = createPairList();
  const pose = new Float64Array(7);
  let tree: MeshTree | undefined;
  return {
    replace(body) {
      bodyOf.delete(ids[body]);
      removeEntity(world, ids[body]);
      add(body);
    },
    update(tally: Tally) {
      began = 0;
      ended = 0;
      for (let body = stillCount; body < count; body++) place(body, ids[body]);
      collisionSystem(world);
      tally.began = began;
      tally.ended = ended;
    },
    read(tally) {
      for (const contact of collision.contacts()) {
        let sum = contact.normalX + contact.normalY + contact.normalZ;
        for (let i = 0; i < contact.pointCount; i++) {
          sum += contact.pointX(i) + contact.pointY(i) + contact.pointZ(i) + contact.pointSeparation(i);
        }
        tally.pairs++;
        tally.contacts++;
        tally.checksum += sum;
      }
    },
    castRays(distances) {
      castRays(world, rays, hits);
      for (let i = 0; i < distances.length; i++) distances[i] = hits.fraction[i] * scene.rayLength;
    },
    castSpheres(distances) {
      for (let i = 0; i < distances.length; i++) {
        const at = RAY_STRIDE * i;
        from.x = rays[at];
        from.y = rays[at + 1];
        from.z = rays[at + 2];
        way.x = rays[at + 3];
        way.y = rays[at + 4];
        way.z = rays[at + 5];
        const hit = castShape(world, ball, from, way, PARTING, cast);
        distances[i] = hit === undefined ? Infinity : hit.fraction * scene.rayLength;
      }
    },
    findClosest(distances) {
      const { points } = scene;
      for (let i = 0; i < distances.length; i++) {
        from.x = points[3 * i];
        from.y = points[3 * i + 1];
        from.z = points[3 * i + 2];
        distances[i] = closestPoint(world, from, undefined, nearest)!.distance;
      }
    },
    findTriangles() {
      const shape = shapes[0] as MeshShape;
      tree ??= buildMeshTree(shape.positions, shape.indices);
      pose.set(position.subarray(3, 6));
      pose.set(rotation.subarray(4, 8), 3);
      return findMeshTreePairs(pairs, tree, tree, pose);
    },
    trianglePairs: () => pairs.pairs,
    ...(scene.walkers.count > 0 && { walk: walking(world, scene.walkers) }),
    findSeen() {
      return queryFrustum(world, scene.viewProjection, seen, { categoryBits: LOOKING });
    },
    list(keys) {
      for (const contact of collision.contacts()) {
        keys.push(pairKey(bodyOf.get(contact.a)!, bodyOf.get(contact.b)!, count));
      }
    },
  };
}
