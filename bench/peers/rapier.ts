import { loadPackage, type Peer, pairKey, type Session, type Tally } from '../peer.ts';
import { BOX, CAPSULE, CIRCLE, type Questions, RAY_LENGTH, type Scene } from '../scene.ts';

type Vec = { x: number; y: number };
interface Shape {
  setActiveEvents(events: number): Shape;
  setActiveCollisionTypes(types: number): Shape;
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
  /** Since 0.21 into a target. */
  normal(target?: Vec): Vec;
  numContacts(): number;
  contactDist(i: number): number;
  localContactPoint1(i: number, target?: Vec): Vec | null;
}
type VisitManifold = (manifold: Manifold) => void;
interface World {
  createRigidBody(desc: BodyDesc): Body;
  createCollider(shape: Shape, body: Body): { handle: number };
  step(events: Queue): void;
  bodies: object;
  numSolverIterations: number;
  lengthUnit: number;
  /** Since 0.21 with the bodies before the visitor. */
  narrowPhase: { contactPair(a: number, b: number, ...rest: [VisitManifold] | [object, VisitManifold]): void };
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

interface Settings {
  /**
   * Scales Rapier's distances of prediction. Since 0.21 also how far two bodies may move before their contact is
   * computed anew.
   */
  readonly lengthUnit?: number;
}

/** Rapier: kinematic bodies placed directly, so nothing is solved; pairs kept from its collision events. */
export function rapier(packageName: string, settings: Settings = {}): Peer {
  return async (scene) => {
    const api = await loadPackage<Rapier>(packageName);
    await api.init();
    return open(api, scene, settings);
  };
}

function open(api: Rapier, scene: Scene, settings: Settings): Session {
  const world = new api.World({ x: 0, y: 0 });
  const queue = new api.EventQueue(true);
  // Contacts are found and not solved.
  world.numSolverIterations = 1;
  if (settings.lengthUnit !== undefined) world.lengthUnit = settings.lengthUnit;
  const bodies: Body[] = [];
  const handles: number[] = [];
  for (let i = 0; i < scene.count; i++) {
    const { RigidBodyDesc: desc } = api;
    const body = i < scene.movers ? desc.kinematicPositionBased() : desc.fixed();
    const handle = world.createRigidBody(body.setTranslation(scene.x[i], scene.y[i]).setRotation(scene.rotation[i]));
    const shape = shapeOf(api, scene, i).setActiveCollisionTypes(api.ActiveCollisionTypes.ALL);
    // Rapier reports a pair when one of its two colliders has the flag, so colliders at rest need none.
    if (i < scene.movers) shape.setActiveEvents(api.ActiveEvents.COLLISION_EVENTS);
    handles.push(world.createCollider(shape, handle).handle);
    bodies.push(handle);
  }
  // A collider's handle is a number whose lower 32 bits are its index: here the body's, as they are made in order.
  const bits = new Float64Array(1);
  const words = new Uint32Array(bits.buffer);
  const indexOf = (handle: number): number => {
    bits[0] = handle;
    return words[0];
  };
  const touching = new Set<number>();
  const at = { x: 0, y: 0 };
  const normal = { x: 0, y: 0 };
  const local = { x: 0, y: 0 };
  let now: Tally;
  const note = (a: number, b: number, started: boolean): void => {
    const key = pairKey(indexOf(a), indexOf(b), scene.count);
    if (started) {
      now.began++;
      touching.add(key);
    } else {
      now.ended++;
      touching.delete(key);
    }
  };
  /** The least distance of the manifold last read: a contact is also reported a little before bodies touch. */
  let least = Infinity;
  const readManifold = (manifold: Manifold): void => {
    const points = manifold.numContacts();
    const { x, y } = manifold.normal(normal);
    least = Infinity;
    for (let k = 0; k < points; k++) {
      const distance = manifold.contactDist(k);
      const point = manifold.localContactPoint1(k, local)!;
      if (distance < least) least = distance;
      now.checksum += point.x + point.y;
    }
    if (least <= 0) now.pairs++;
    now.contacts++;
    now.checksum += x + y + least;
  };
  const { narrowPhase } = world;
  const withBodies = narrowPhase.contactPair.length > 3;
  const readPair = (key: number): void => {
    const a = handles[Math.floor(key / scene.count)];
    const b = handles[key % scene.count];
    if (withBodies) narrowPhase.contactPair(a, b, world.bodies, readManifold);
    else narrowPhase.contactPair(a, b, readManifold);
  };
  return {
    update(tally) {
      now = tally;
      for (let i = 0; i < scene.moving; i++) {
        at.x = scene.x[i];
        at.y = scene.y[i];
        bodies[i].setTranslation(at, false);
        if (scene.turns) bodies[i].setRotation(scene.rotation[i], false);
      }
      world.step(queue);
      queue.drainCollisionEvents(note);
    },
    read(tally) {
      now = tally;
      for (const key of touching) readPair(key);
    },
    list(keys) {
      now = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
      for (const key of touching) {
        least = Infinity;
        readPair(key);
        if (least <= 0) keys.push(key);
      }
    },
    rays(q: Questions, answers) {
      const ray = new api.Ray({ x: 0, y: 0 }, { x: 0, y: 0 });
      for (let i = 0; i < q.count; i++) {
        ray.origin.x = q.x[i];
        ray.origin.y = q.y[i];
        ray.dir.x = q.dx[i];
        ray.dir.y = q.dy[i];
        const hit = world.castRayAndGetNormal(ray, RAY_LENGTH, true);
        answers[i] = hit === null ? Infinity : hit.timeOfImpact;
      }
    },
    boxes(q: Questions, answers) {
      const half = { x: 0, y: 0 };
      let found = 0;
      const visit = (): boolean => {
        found++;
        return true;
      };
      for (let i = 0; i < q.count; i++) {
        at.x = q.x[i];
        at.y = q.y[i];
        half.x = half.y = q.size[i];
        found = 0;
        world.collidersWithAabbIntersectingAabb(at, half, visit);
        answers[i] = found;
      }
    },
    closest(q: Questions, answers) {
      for (let i = 0; i < q.count; i++) {
        at.x = q.x[i];
        at.y = q.y[i];
        const hit = world.projectPoint(at, true);
        answers[i] = hit === null ? Infinity : Math.sqrt((hit.point.x - at.x) ** 2 + (hit.point.y - at.y) ** 2);
      }
    },
  };
}

function shapeOf(api: Rapier, scene: Scene, i: number): Shape {
  const { ColliderDesc: desc } = api;
  const kind = scene.kind[i];
  if (kind === CIRCLE) return desc.ball(scene.radius[i]);
  if (kind === CAPSULE) return desc.capsule(scene.halfHeight[i], scene.radius[i]);
  if (kind === BOX) return desc.cuboid(scene.halfWidth[i], scene.halfHeight[i]);
  return desc.convexHull(new Float32Array(scene.corners[i]))!;
}
