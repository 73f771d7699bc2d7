import { loadPackage, type Peer, pairKey, type Session, type Tally } from '../peer.ts';
import { BOX, CAPSULE, CIRCLE, type Questions, RAY_LENGTH, type Scene } from '../scene.ts';

type Vec = { x: number; y: number };
type Id = { index1: number };
interface Manifold {
  normal: Vec;
  pointCount: number;
  GetPoint(i: number): { point: Vec; separation: number; delete(): void };
  delete(): void;
}
interface ContactData {
  shapeIdA: Id;
  shapeIdB: Id;
  manifold: Manifold;
  delete(): void;
}
type TouchEvent = { shapeIdA: Id; shapeIdB: Id; delete?(): void };
interface Events {
  beginCount: number;
  endCount: number;
  GetBeginEvent(i: number): TouchEvent;
  GetEndEvent(i: number): TouchEvent;
  delete(): void;
}
interface Box2D {
  b2Vec2: new (x: number, y: number) => Vec;
  b2Rot: new () => { c: number; s: number };
  b2AABB: new () => { lowerBound: Vec; upperBound: Vec };
  b2Circle: new () => { center: Vec; radius: number };
  b2Capsule: new () => { center1: Vec; center2: Vec; radius: number };
  b2BodyType: { b2_staticBody: object; b2_dynamicBody: object };
  b2DefaultWorldDef(): { gravity: Vec; enableSleep: boolean };
  b2CreateWorld(def: object): Id;
  b2DefaultBodyDef(): { type: object; position: Vec; rotation: object };
  b2CreateBody(world: Id, def: object): Id;
  b2DestroyBody(body: Id): void;
  b2DefaultShapeDef(): { density: number; enableContactEvents: boolean };
  b2CreateCircleShape(body: Id, def: object, shape: object): Id;
  b2CreateCapsuleShape(body: Id, def: object, shape: object): Id;
  b2CreatePolygonShape(body: Id, def: object, shape: object): Id;
  b2MakeBox(hx: number, hy: number): object;
  b2ComputeHull(points: Vec[]): object;
  b2MakePolygon(hull: object, radius: number): object;
  b2Body_SetTransform(body: Id, at: Vec, rotation: object): void;
  b2World_Step(world: Id, dt: number, substeps: number): void;
  b2World_GetContactEvents(world: Id): Events;
  b2Shape_GetContactCapacity(shape: Id): number;
  b2Shape_GetContactData(shape: Id, capacity: number): ContactData[];
  b2DefaultQueryFilter(): object;
  b2World_CastRayClosest(
    world: Id,
    from: Vec,
    by: Vec,
    filter: object,
  ): { hit: boolean; fraction: number; delete(): void };
  b2World_OverlapAABB(world: Id, box: object, filter: object, visit: () => boolean): object;
}

/**
 * Box2D 3: bodies without density placed directly, a step of −1, which updates pairs and contacts and solves nothing.
 * Node gets the threaded SIMD build, which is more than twice as fast as the other one on a single core too.
 */
export const box2d: Peer = async (scene) => {
  const make = await loadPackage<() => Promise<Box2D>>('box2d3-wasm');
  return open(await make(), scene);
};

function open(api: Box2D, scene: Scene): Session {
  const worldDef = api.b2DefaultWorldDef();
  worldDef.gravity = new api.b2Vec2(0, 0);
  worldDef.enableSleep = false;
  const world = api.b2CreateWorld(worldDef);
  const bodies: Id[] = [];
  const shapes = new Map<number, Id>();
  const bodyOf = new Map<number, number>();
  const add = (i: number): void => {
    const def = api.b2DefaultBodyDef();
    def.type = i < scene.movers ? api.b2BodyType.b2_dynamicBody : api.b2BodyType.b2_staticBody;
    def.position = new api.b2Vec2(scene.x[i], scene.y[i]);
    // b2MakeRot is not used: its sine is an approximation.
    const turned = new api.b2Rot();
    turned.c = Math.cos(scene.rotation[i]);
    turned.s = Math.sin(scene.rotation[i]);
    def.rotation = turned;
    const body = api.b2CreateBody(world, def);
    const shape = addShape(api, body, scene, i);
    shapes.set(shape.index1, shape);
    bodyOf.set(shape.index1, i);
    bodies[i] = body;
  };
  for (let i = 0; i < scene.count; i++) add(i);
  const at = new api.b2Vec2(0, 0);
  const turn = new api.b2Rot();
  turn.c = 1;
  turn.s = 0;
  /** How many touching pairs a shape is first in. */
  const firsts = new Map<number, number>();
  const count = (event: TouchEvent, by: number): void => {
    const index = event.shapeIdA.index1;
    const sum = (firsts.get(index) ?? 0) + by;
    if (sum === 0) firsts.delete(index);
    else firsts.set(index, sum);
    event.delete?.();
  };
  const readAll = (tally: Tally, keys?: number[]): void => {
    for (const index of firsts.keys()) {
      const shape = shapes.get(index)!;
      for (const contact of api.b2Shape_GetContactData(shape, api.b2Shape_GetContactCapacity(shape))) {
        if (contact.shapeIdA.index1 === index) {
          const { manifold } = contact;
          const { normal } = manifold;
          let least = Infinity;
          for (let k = 0; k < manifold.pointCount; k++) {
            const point = manifold.GetPoint(k);
            least = Math.min(least, point.separation);
            tally.checksum += point.point.x + point.point.y;
          }
          // Box2D also reports contacts up to 0.02 apart.
          if (least <= 0) tally.pairs++;
          if (least <= 0 && keys !== undefined)
            keys.push(pairKey(bodyOf.get(index)!, bodyOf.get(contact.shapeIdB.index1)!, scene.count));
          tally.contacts++;
          tally.checksum += normal.x + normal.y + least;
        }
        contact.delete?.();
      }
    }
  };
  return {
    replace(body) {
      api.b2DestroyBody(bodies[body]);
      add(body);
    },
    update(tally) {
      for (let i = 0; i < scene.moving; i++) {
        at.x = scene.x[i];
        at.y = scene.y[i];
        if (scene.turns) {
          turn.c = Math.cos(scene.rotation[i]);
          turn.s = Math.sin(scene.rotation[i]);
        }
        api.b2Body_SetTransform(bodies[i], at, turn);
      }
      api.b2World_Step(world, -1, 1);
      const events = api.b2World_GetContactEvents(world);
      tally.began += events.beginCount;
      tally.ended += events.endCount;
      for (let k = 0; k < tally.began; k++) count(events.GetBeginEvent(k), 1);
      for (let k = 0; k < tally.ended; k++) count(events.GetEndEvent(k), -1);
      events.delete();
    },
    read(tally) {
      readAll(tally);
    },
    list(keys) {
      readAll({ pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 }, keys);
    },
    rays(q: Questions, answers) {
      const filter = api.b2DefaultQueryFilter();
      const by = new api.b2Vec2(0, 0);
      for (let i = 0; i < q.count; i++) {
        at.x = q.x[i];
        at.y = q.y[i];
        by.x = q.dx[i] * RAY_LENGTH;
        by.y = q.dy[i] * RAY_LENGTH;
        const hit = api.b2World_CastRayClosest(world, at, by, filter);
        answers[i] = hit.hit ? hit.fraction * RAY_LENGTH : Infinity;
        hit.delete();
      }
    },
    boxes(q: Questions, answers) {
      const filter = api.b2DefaultQueryFilter();
      const box = new api.b2AABB();
      const low = new api.b2Vec2(0, 0);
      const high = new api.b2Vec2(0, 0);
      let found = 0;
      const visit = (): boolean => {
        found++;
        return true;
      };
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i];
        low.x = q.x[i] - size;
        low.y = q.y[i] - size;
        high.x = q.x[i] + size;
        high.y = q.y[i] + size;
        box.lowerBound = low;
        box.upperBound = high;
        found = 0;
        api.b2World_OverlapAABB(world, box, filter, visit);
        answers[i] = found;
      }
    },
  };
}

function addShape(api: Box2D, body: Id, scene: Scene, i: number): Id {
  const def = api.b2DefaultShapeDef();
  def.density = 0;
  def.enableContactEvents = true;
  const kind = scene.kind[i];
  if (kind === CIRCLE) {
    const circle = new api.b2Circle();
    circle.center = new api.b2Vec2(0, 0);
    circle.radius = scene.radius[i];
    return api.b2CreateCircleShape(body, def, circle);
  }
  if (kind === CAPSULE) {
    const capsule = new api.b2Capsule();
    capsule.center1 = new api.b2Vec2(0, -scene.halfHeight[i]);
    capsule.center2 = new api.b2Vec2(0, scene.halfHeight[i]);
    capsule.radius = scene.radius[i];
    return api.b2CreateCapsuleShape(body, def, capsule);
  }
  if (kind === BOX) return api.b2CreatePolygonShape(body, def, api.b2MakeBox(scene.halfWidth[i], scene.halfHeight[i]));
  const corners = scene.corners[i];
  const points: Vec[] = [];
  for (let k = 0; k < corners.length; k += 2) points.push(new api.b2Vec2(corners[k], corners[k + 1]));
  return api.b2CreatePolygonShape(body, def, api.b2MakePolygon(api.b2ComputeHull(points), 0));
}
