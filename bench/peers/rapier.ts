import { loadPackage, type Peer, type Session, type Tally } from '../peer.ts';
import { BOX, CAPSULE, CIRCLE, type Questions, RAY_LENGTH, type Scene } from '../scene.ts';

type Vec = { x: number; y: number };
interface Shape {
  setActiveEvents(events: number): Shape;
  setActiveCollisionTypes(types: number): Shape;
  setCapsuleAxis?: never;
}
interface Body {
  setTranslation(at: Vec, wake: boolean): void;
  setRotation(angle: number, wake: boolean): void;
}
interface BodyDesc {
  setTranslation(x: number, y: number): BodyDesc;
  setRotation(angle: number): BodyDesc;
}
interface Manifold {
  normal(): Vec;
  numContacts(): number;
  contactDist(i: number): number;
  localContactPoint1(i: number): Vec | null;
}
interface World {
  createRigidBody(desc: BodyDesc): Body;
  createCollider(shape: Shape, body: Body): { handle: number };
  step(events: Queue): void;
  narrowPhase: { contactPair(a: number, b: number, visit: (manifold: Manifold) => void): void };
  castRayAndGetNormal(ray: object, length: number, solid: boolean): { timeOfImpact: number } | null;
  collidersWithAabbIntersectingAabb(centre: Vec, half: Vec, visit: () => boolean): void;
  projectPoint(point: Vec, solid: boolean): { point: Vec } | null;
}
interface Queue {
  drainCollisionEvents(visit: (a: number, b: number, started: boolean) => void): void;
}
interface Rapier {
  init(): Promise<void>;
  World: new (gravity: Vec) => World;
  EventQueue: new (autoDrain: boolean) => Queue;
  RigidBodyDesc: { kinematicPositionBased(): BodyDesc; fixed(): BodyDesc };
  ColliderDesc: {
    ball(radius: number): Shape;
    capsule(halfHeight: number, radius: number): Shape;
    cuboid(hx: number, hy: number): Shape;
    convexHull(points: Float32Array): Shape | null;
  };
  ActiveEvents: { COLLISION_EVENTS: number };
  ActiveCollisionTypes: { ALL: number };
  Ray: new (origin: Vec, direction: Vec) => { origin: Vec; dir: Vec };
}

/** Rapier: kinematic bodies placed directly, so nothing is solved and nothing lags; pairs kept from its collision events. */
export function rapier(packageName: string): Peer {
  return async (scene) => {
    const api = await loadPackage<Rapier>(packageName);
    await api.init();
    return open(api, scene);
  };
}

function open(api: Rapier, scene: Scene): Session {
  const world = new api.World({ x: 0, y: 0 });
  const queue = new api.EventQueue(true);
  const bodies: Body[] = [];
  for (let i = 0; i < scene.count; i++) {
    const { RigidBodyDesc: desc } = api;
    const body = i < scene.movers ? desc.kinematicPositionBased() : desc.fixed();
    const handle = world.createRigidBody(body.setTranslation(scene.x[i]!, scene.y[i]!).setRotation(scene.rotation[i]!));
    const shape = shapeOf(api, scene, i).setActiveCollisionTypes(api.ActiveCollisionTypes.ALL);
    // One side's flag suffices.
    if (i < scene.movers) shape.setActiveEvents(api.ActiveEvents.COLLISION_EVENTS);
    world.createCollider(shape, handle);
    bodies.push(handle);
  }
  const touching = new Map<string, [number, number]>();
  const at = { x: 0, y: 0 };
  let now: Tally;
  const note = (a: number, b: number, started: boolean): void => {
    const key = a < b ? `${a},${b}` : `${b},${a}`;
    if (started) {
      now.began++;
      touching.set(key, [a, b]);
    } else {
      now.ended++;
      touching.delete(key);
    }
  };
  const readManifold = (manifold: Manifold): void => {
    const points = manifold.numContacts();
    const normal = manifold.normal();
    let deepest = Infinity;
    for (let k = 0; k < points; k++) {
      const distance = manifold.contactDist(k);
      const point = manifold.localContactPoint1(k)!;
      if (distance < deepest) deepest = distance;
      now.checksum += point.x + point.y;
    }
    if (deepest <= 0) now.pairs++;
    now.contacts++;
    now.checksum += normal.x + normal.y + deepest;
  };
  return {
    update(tally) {
      now = tally;
      for (let i = 0; i < scene.movers; i++) {
        at.x = scene.x[i]!;
        at.y = scene.y[i]!;
        bodies[i]!.setTranslation(at, false);
        if (scene.turns) bodies[i]!.setRotation(scene.rotation[i]!, false);
      }
      world.step(queue);
      queue.drainCollisionEvents(note);
    },
    read(tally) {
      now = tally;
      for (const [a, b] of touching.values()) world.narrowPhase.contactPair(a, b, readManifold);
    },
    rays(q: Questions, tally) {
      const ray = new api.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
      for (let i = 0; i < q.count; i++) {
        ray.origin = { x: q.x[i]!, y: q.y[i]! };
        ray.dir = { x: q.dx[i]!, y: q.dy[i]! };
        const hit = world.castRayAndGetNormal(ray, RAY_LENGTH, true);
        if (hit === null) continue;
        tally.pairs++;
        tally.checksum += hit.timeOfImpact;
      }
    },
    boxes(q: Questions, tally) {
      const half = { x: 0, y: 0 };
      const visit = (): boolean => {
        tally.pairs++;
        return true;
      };
      for (let i = 0; i < q.count; i++) {
        at.x = q.x[i]!;
        at.y = q.y[i]!;
        half.x = half.y = q.size[i]!;
        world.collidersWithAabbIntersectingAabb(at, half, visit);
      }
    },
    closest(q: Questions, tally) {
      for (let i = 0; i < q.count; i++) {
        at.x = q.x[i]!;
        at.y = q.y[i]!;
        const hit = world.projectPoint(at, true);
        if (hit === null) continue;
        tally.pairs++;
        tally.checksum += Math.sqrt((hit.point.x - at.x) ** 2 + (hit.point.y - at.y) ** 2);
      }
    },
  };
}

function shapeOf(api: Rapier, scene: Scene, i: number): Shape {
  const { ColliderDesc: desc } = api;
  const kind = scene.kind[i]!;
  if (kind === CIRCLE) return desc.ball(scene.radius[i]!);
  if (kind === CAPSULE) return desc.capsule(scene.halfHeight[i]!, scene.radius[i]!);
  if (kind === BOX) return desc.cuboid(scene.halfWidth[i]!, scene.halfHeight[i]!);
  return desc.convexHull(new Float32Array(scene.corners[i]!))!;
}
