import { type Foreign, loadPackage, pairKey, type Tally } from '../../peer.ts';
import type { SpaceSession } from '../peer.ts';
import { BOX, CAPSULE, HULL, isOneSided, MESH, RAY_STRIDE, type Scene, type Shape, SPHERE } from '../scene.ts';

const UNTURNED = [0, 0, 0, 1];
const UNSCALED = [1, 1, 1];

/**
 * crashcat, as cheap as it goes: kinematic bodies that collide with kinematic ones, contacts of what overlaps only, and
 * a tick of no length, which solves and moves nothing.
 */
export async function crashcat({
  count,
  shapes,
  position,
  rotation,
  stillCount,
  meetStillOnly,
  rays,
  rayLength,
  castRadius,
}: Scene): Promise<SpaceSession> {
  const api = await loadPackage<Foreign>('crashcat');
  api.registerAll();
  const settings = api.createWorldSettings();
  const layer = api.addObjectLayer(settings, api.addBroadphaseLayer(settings));
  const stillLayer = api.addObjectLayer(settings, api.addBroadphaseLayer(settings));
  if (!meetStillOnly) api.enableCollision(settings, layer, layer);
  api.enableCollision(settings, layer, stillLayer);
  settings.gravity = [0, 0, 0];
  settings.narrowphase.speculativeContactDistance = 0;
  settings.narrowphase.collideWithBackfaces = !isOneSided({ shapes });
  const world = api.createWorld(settings);
  const shapeOf = (shape: Shape): Foreign => {
    if (shape.kind === SPHERE) return api.sphere.create({ radius: shape.radius });
    if (shape.kind === CAPSULE) return api.capsule.create({ halfHeightOfCylinder: shape.half, radius: shape.radius });
    if (shape.kind === BOX) return api.box.create({ halfExtents: [...shape.half] });
    if (shape.kind === HULL) return api.convexHull.create({ positions: Array.from(shape.points) });
    if (shape.kind === MESH) {
      return api.triangleMesh.create({ positions: Array.from(shape.positions), indices: Array.from(shape.indices) });
    }
    return api.cylinder.create({ halfHeight: shape.half, radius: shape.radius });
  };
  const made = shapes.map(shapeOf);
  const bodies: Foreign[] = [];
  const indexOf = new Map<number, number>();
  const add = (i: number): void => {
    bodies[i] = api.rigidBody.create(world, {
      shape: made[i],
      motionType: i < stillCount ? api.MotionType.STATIC : api.MotionType.KINEMATIC,
      objectLayer: i < stillCount ? stillLayer : layer,
      collideKinematicVsNonDynamic: true,
      allowSleeping: false,
      position: [position[3 * i], position[3 * i + 1], position[3 * i + 2]],
      quaternion: [rotation[4 * i], rotation[4 * i + 1], rotation[4 * i + 2], rotation[4 * i + 3]],
    });
    indexOf.set(bodies[i].index, i);
  };
  for (let i = 0; i < count; i++) add(i);
  let tallyNow: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  let keys: number[] = [];
  const read = (a: Foreign, b: Foreign, manifold: Foreign): void => {
    const normal = manifold.worldSpaceNormal;
    const base = manifold.baseOffset;
    const points = manifold.relativeContactPointsOnA;
    let sum = normal[0] + normal[1] + normal[2] + manifold.penetrationDepth;
    for (let i = 0; i < 3 * manifold.numContactPoints; i++) sum += points[i] + base[i % 3];
    tallyNow.pairs++;
    tallyNow.contacts++;
    tallyNow.checksum += sum;
    keys.push(pairKey(indexOf.get(a.index)!, indexOf.get(b.index)!, count));
  };
  const listener = {
    onContactAdded(a: Foreign, b: Foreign, manifold: Foreign): void {
      tallyNow.began++;
      read(a, b, manifold);
    },
    onContactPersisted: read,
    onContactRemoved(): void {
      tallyNow.ended++;
    },
  };
  const place = [0, 0, 0];
  const turn = [0, 0, 0, 1];
  const direction = [0, 0, 0];
  const normal = [0, 0, 0];
  const closest = api.createClosestCastRayCollector();
  const raySettings = api.createDefaultCastRaySettings();
  raySettings.collideWithBackfaces = true;
  const ball = api.sphere.create({ radius: castRadius });
  const closestCast = api.createClosestCastShapeCollector();
  const castSettings = api.createDefaultCastShapeSettings();
  const filter = api.filter.create(settings.layers);
  return {
    replace(i) {
      indexOf.delete(bodies[i].index);
      api.rigidBody.remove(world, bodies[i]);
      add(i);
    },
    update(tally) {
      tallyNow = tally;
      keys = [];
      for (let i = stillCount; i < count; i++) {
        for (let axis = 0; axis < 3; axis++) place[axis] = position[3 * i + axis];
        for (let axis = 0; axis < 4; axis++) turn[axis] = rotation[4 * i + axis];
        api.rigidBody.setTransform(world, bodies[i], place, turn, false);
      }
      api.updateWorld(world, listener, 0);
    },
    read() {},
    castRays(distances) {
      for (let i = 0; i < distances.length; i++) {
        const at = RAY_STRIDE * i;
        for (let axis = 0; axis < 3; axis++) {
          place[axis] = rays[at + axis];
          direction[axis] = rays[at + 3 + axis];
        }
        closest.reset();
        api.castRay(world, closest, raySettings, place, direction, rayLength, filter);
        const { status, fraction, bodyIdB, subShapeId } = closest.hit;
        distances[i] = Infinity;
        if (status !== api.CastRayStatus.COLLIDING) continue;
        distances[i] = fraction * rayLength;
        for (let axis = 0; axis < 3; axis++) place[axis] += direction[axis] * distances[i];
        api.rigidBody.getSurfaceNormal(normal, api.rigidBody.get(world, bodyIdB), place, subShapeId);
      }
    },
    castSpheres(distances) {
      for (let i = 0; i < distances.length; i++) {
        const at = RAY_STRIDE * i;
        for (let axis = 0; axis < 3; axis++) {
          place[axis] = rays[at + axis];
          direction[axis] = rayLength * rays[at + 3 + axis];
        }
        closestCast.reset();
        api.castShape(world, closestCast, castSettings, ball, place, UNTURNED, UNSCALED, direction, filter);
        const { status, fraction } = closestCast.hit;
        distances[i] = status === api.CastShapeStatus.COLLIDING ? fraction * rayLength : Infinity;
      }
    },
    list(out) {
      for (const key of keys) out.push(key);
    },
  };
}
