import { type Foreign, loadPackage, pairKey, type Tally } from '../../peer.ts';
import type { SpacePeer } from '../peer.ts';
import { BOX, CAPSULE, HULL, MESH, RAY_STRIDE, type Shape, SPHERE, WALK } from '../scene.ts';

/** The groups of a body: what it is in the high 16 bits, what it meets in the low ones. */
const STILL_GROUP = (2 << 16) | 1;
const MOVING_GROUP = (1 << 16) | 2;
const UNTURNED = { x: 0, y: 0, z: 0, w: 1 };

/**
 * Rapier in space, as cheap as it goes: kinematic bodies that are placed directly, contacts of what overlaps only,
 * collision events.
 */
export function rapier(packageName: string): SpacePeer {
  return async (scene) => {
    const { count, shapes, position, rotation, stillCount, rays, rayLength, points, castRadius, walkers } = scene;
    const api = await loadPackage<Foreign>(packageName);
    await api.init();
    const world = new api.World({ x: 0, y: 0, z: 0 });
    world.integrationParameters.normalizedPredictionDistance = 0;
    const descOf = (shape: Shape): Foreign => {
      const { ColliderDesc } = api;
      if (shape.kind === SPHERE) return ColliderDesc.ball(shape.radius);
      if (shape.kind === CAPSULE) return ColliderDesc.capsule(shape.half, shape.radius);
      if (shape.kind === BOX) return ColliderDesc.cuboid(...shape.half);
      if (shape.kind === HULL) return ColliderDesc.convexHull(shape.points);
      if (shape.kind === MESH) return ColliderDesc.trimesh(shape.positions, shape.indices);
      return ColliderDesc.cylinder(shape.half, shape.radius);
    };
    const bodies: Foreign[] = [];
    const colliders: Foreign[] = [];
    /**
     * By handle of a collider: its serial number. Removed colliders are kept, as an end of a contact may still name
     * them.
     */
    const serialOf = new Map<number, number>();
    const bodyOf: number[] = [];
    const place = { x: 0, y: 0, z: 0 };
    const turn = { x: 0, y: 0, z: 0, w: 1 };
    const put = (i: number): void => {
      place.x = position[3 * i];
      place.y = position[3 * i + 1];
      place.z = position[3 * i + 2];
      turn.x = rotation[4 * i];
      turn.y = rotation[4 * i + 1];
      turn.z = rotation[4 * i + 2];
      turn.w = rotation[4 * i + 3];
      bodies[i].setTranslation(place, false);
      bodies[i].setRotation(turn, false);
    };
    const add = (i: number): void => {
      const desc = descOf(shapes[i])
        .setActiveCollisionTypes(api.ActiveCollisionTypes.ALL)
        .setActiveEvents(api.ActiveEvents.COLLISION_EVENTS);
      if (scene.meetStillOnly) desc.setCollisionGroups(i < stillCount ? STILL_GROUP : MOVING_GROUP);
      const { RigidBodyDesc } = api;
      bodies[i] = world.createRigidBody(
        i < stillCount ? RigidBodyDesc.fixed() : RigidBodyDesc.kinematicPositionBased(),
      );
      if (i < stillCount) put(i);
      colliders[i] = world.createCollider(desc, bodies[i]);
      serialOf.set(colliders[i].handle, bodyOf.push(i) - 1);
    };
    for (let i = 0; i < count; i++) add(i);
    const events = new api.EventQueue(true);
    const touching = new Map<number, [number, number]>();
    const target = { x: 0, y: 0, z: 0 };
    const ray = new api.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 1 });
    const ball = new api.Ball(castRadius);
    const controller = world.createCharacterController(WALK.padding);
    controller.enableAutostep(WALK.step, walkers.radius, false);
    controller.enableSnapToGround(WALK.snap);
    controller.setMaxSlopeClimbAngle(WALK.slope);
    controller.setMinSlopeSlideAngle(WALK.slope);
    const capsules = Array.from({ length: walkers.count }, () =>
      world.createCollider(api.ColliderDesc.capsule(walkers.half, walkers.radius).setCollisionGroups(MOVING_GROUP)),
    );
    const places = walkers.starts.slice();
    const falls = new Float64Array(walkers.count);
    const stands = new Uint8Array(walkers.count);
    const putWalker = (i: number): void => {
      place.x = places[3 * i];
      place.y = places[3 * i + 1];
      place.z = places[3 * i + 2];
      capsules[i].setTranslation(place);
    };
    for (let i = 0; i < walkers.count; i++) putWalker(i);
    const moved = { x: 0, y: 0, z: 0 };
    let tallyNow: Tally;
    let touches = false;
    const readManifold = (manifold: Foreign): void => {
      const points = manifold.numContacts();
      if (points === 0) return;
      const normal = manifold.normal(target);
      let sum = normal.x + normal.y + normal.z;
      for (let i = 0; i < points; i++) {
        const point = manifold.localContactPoint1(i, target);
        const distance = manifold.contactDist(i);
        // Rapier keeps the points of pairs that have just parted, with a distance above 0.
        if (distance <= 0) touches = true;
        sum += point.x + point.y + point.z + distance;
      }
      tallyNow.contacts++;
      tallyNow.checksum += sum;
    };
    return {
      replace(i) {
        world.removeRigidBody(bodies[i]);
        add(i);
      },
      update(tally) {
        for (let i = stillCount; i < count; i++) put(i);
        world.step(events);
        events.drainCollisionEvents((first: number, second: number, started: boolean) => {
          const a = serialOf.get(first)!;
          const b = serialOf.get(second)!;
          if (started) tally.began++;
          else tally.ended++;
          const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
          if (started) touching.set(key, [bodyOf[a], bodyOf[b]]);
          else touching.delete(key);
        });
      },
      read(tally) {
        tallyNow = tally;
        for (const [a, b] of touching.values()) {
          touches = false;
          world.contactPair(colliders[a], colliders[b], readManifold);
          if (touches) tally.pairs++;
        }
      },
      castRays(distances) {
        for (let i = 0; i < distances.length; i++) {
          const at = RAY_STRIDE * i;
          const { origin, dir } = ray;
          origin.x = rays[at];
          origin.y = rays[at + 1];
          origin.z = rays[at + 2];
          dir.x = rays[at + 3];
          dir.y = rays[at + 4];
          dir.z = rays[at + 5];
          distances[i] = world.castRayAndGetNormal(ray, rayLength, true)?.timeOfImpact ?? Infinity;
        }
      },
      castSpheres(distances) {
        for (let i = 0; i < distances.length; i++) {
          const at = RAY_STRIDE * i;
          place.x = rays[at];
          place.y = rays[at + 1];
          place.z = rays[at + 2];
          target.x = rays[at + 3];
          target.y = rays[at + 4];
          target.z = rays[at + 5];
          // False: a sphere that begins in a body and leaves it goes on.
          const hit = world.castShape(place, UNTURNED, target, ball, 0, rayLength, false);
          distances[i] = hit === null ? Infinity : (hit.time_of_impact ?? hit.timeOfImpact);
        }
      },
      findClosest(distances) {
        for (let i = 0; i < distances.length; i++) {
          place.x = points[3 * i];
          place.y = points[3 * i + 1];
          place.z = points[3 * i + 2];
          const { point } = colliders[0].projectPoint(place, false);
          distances[i] = Math.hypot(point.x - place.x, point.y - place.y, point.z - place.z);
        }
      },
      walk() {
        const { wishes, starts, restarted } = walkers;
        let standing = 0;
        for (const i of restarted) {
          for (let axis = 0; axis < 3; axis++) places[3 * i + axis] = starts[3 * i + axis];
          falls[i] = 0;
          putWalker(i);
        }
        for (let i = 0; i < walkers.count; i++) {
          falls[i] = (stands[i] === 1 ? 0 : falls[i]) + WALK.gravity * WALK.tick;
          target.x = wishes[2 * i] * WALK.tick;
          target.y = -falls[i] * WALK.tick;
          target.z = wishes[2 * i + 1] * WALK.tick;
          controller.computeColliderMovement(capsules[i], target, undefined, MOVING_GROUP);
          const { x, y, z } = controller.computedMovement(moved);
          places[3 * i] += x;
          places[3 * i + 1] += y;
          places[3 * i + 2] += z;
          putWalker(i);
          stands[i] = controller.computedGrounded() ? 1 : 0;
          standing += stands[i];
        }
        return standing;
      },
      list(keys) {
        tallyNow = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
        for (const [a, b] of touching.values()) {
          touches = false;
          world.contactPair(colliders[a], colliders[b], readManifold);
          if (touches) keys.push(pairKey(a, b, count));
        }
      },
    };
  };
}
