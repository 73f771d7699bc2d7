import { loadPackage, type Peer, pairKey, type Session, type Tally } from '../peer.ts';
import { BOX, CAPSULE, CIRCLE, type Questions, type Scene } from '../scene.ts';

type Vec = { x: number; y: number };
type Rot = { c: number; s: number };
type ShapeId = { index1: number };
interface Manifold {
  normalX: number;
  normalY: number;
  pointCount: number;
  points: { pointX: number; pointY: number; separation: number }[];
}
interface ContactData {
  shapeIdA: ShapeId;
  shapeIdB: ShapeId;
  manifold: Manifold;
}
interface TouchEvent {
  shapeIdA: ShapeId;
}
interface Box2D {
  b2Vec2: new (x: number, y: number) => Vec;
  b2Rot: new (c: number, s: number) => Rot;
  b2AABB: new (lowX: number, lowY: number, highX: number, highY: number) => object;
  b2Circle: new () => { center: Vec; radius: number };
  b2Capsule: new () => { center1: Vec; center2: Vec; radius: number };
  b2ContactData: new () => ContactData;
  b2BodyType: { b2_staticBody: number; b2_dynamicBody: number };
  b2DefaultWorldDef(): { gravity: Vec; enableSleep: boolean };
  b2CreateWorldArray(): void;
  b2CreateWorld(def: object): object;
  b2DefaultBodyDef(): { type: number; position: Vec; rotation: Rot };
  b2CreateBody(world: object, def: object): object;
  b2DefaultShapeDef(): { density: number; enableContactEvents: boolean };
  b2CreateCircleShape(body: object, def: object, shape: object): ShapeId;
  b2CreateCapsuleShape(body: object, def: object, shape: object): ShapeId;
  b2CreatePolygonShape(body: object, def: object, shape: object): ShapeId;
  b2MakeBox(halfWidth: number, halfHeight: number): object;
  b2ComputeHull(points: Vec[], count: number): object;
  b2MakePolygon(hull: object, radius: number): object;
  b2Body_SetTransform(body: object, at: Vec, rotation: Rot): void;
  b2World_Step(world: object, dt: number, substeps: number): void;
  b2World_GetContactEvents(world: object): {
    beginEvents: TouchEvent[];
    endEvents: TouchEvent[];
    beginCount: number;
    endCount: number;
  };
  b2Shape_GetContactCapacity(shape: ShapeId): number;
  b2Shape_GetContactData(shape: ShapeId, out: ContactData[], capacity: number): number;
  b2DefaultQueryFilter(): object;
  b2World_OverlapAABB(world: object, box: object, filter: object, visit: () => boolean, context: unknown): void;
}

/** Phaser's port of Box2D 3 to JavaScript, used as box2d3-wasm is: bodies placed directly, a step of −1. */
export const phaserBox2D: Peer = async (scene) =>
  // The package names an entry that it does not contain; this is the file that its documentation imports.
  open(await loadPackage<Box2D>('phaser-box2d/dist/PhaserBox2D.js'), scene);

function open(api: Box2D, scene: Scene): Session {
  api.b2CreateWorldArray();
  const worldDef = api.b2DefaultWorldDef();
  worldDef.gravity = new api.b2Vec2(0, 0);
  worldDef.enableSleep = false;
  const world = api.b2CreateWorld(worldDef);
  const bodies: object[] = [];
  const shapes = new Map<number, ShapeId>();
  const bodyOf = new Map<number, number>();
  const places: Vec[] = [];
  const turns: Rot[] = [];
  for (let i = 0; i < scene.count; i++) {
    const def = api.b2DefaultBodyDef();
    def.type = i < scene.movers ? api.b2BodyType.b2_dynamicBody : api.b2BodyType.b2_staticBody;
    def.position = new api.b2Vec2(scene.x[i], scene.y[i]);
    def.rotation = new api.b2Rot(Math.cos(scene.rotation[i]), Math.sin(scene.rotation[i]));
    const body = api.b2CreateBody(world, def);
    const shape = addShape(api, body, scene, i);
    shapes.set(shape.index1, shape);
    bodyOf.set(shape.index1, i);
    bodies.push(body);
    // A body keeps the objects it is given.
    places.push(new api.b2Vec2(scene.x[i], scene.y[i]));
    turns.push(new api.b2Rot(Math.cos(scene.rotation[i]), Math.sin(scene.rotation[i])));
  }
  /** How many touching pairs a shape is first in. */
  const firsts = new Map<number, number>();
  const count = ({ shapeIdA: { index1 } }: TouchEvent, by: number): void => {
    const sum = (firsts.get(index1) ?? 0) + by;
    if (sum === 0) firsts.delete(index1);
    else firsts.set(index1, sum);
  };
  const data: ContactData[] = [];
  const readAll = (tally: Tally, keys?: number[]): void => {
    for (const index of firsts.keys()) {
      const shape = shapes.get(index)!;
      const capacity = api.b2Shape_GetContactCapacity(shape);
      while (data.length < capacity) data.push(new api.b2ContactData());
      const found = api.b2Shape_GetContactData(shape, data, capacity);
      for (let k = 0; k < found; k++) {
        const { shapeIdA, shapeIdB, manifold } = data[k];
        if (shapeIdA.index1 !== index) continue;
        let least = Infinity;
        for (let p = 0; p < manifold.pointCount; p++) {
          const point = manifold.points[p];
          least = Math.min(least, point.separation);
          tally.checksum += point.pointX + point.pointY;
        }
        // Box2D also reports contacts up to 0.02 apart.
        if (least <= 0) tally.pairs++;
        if (least <= 0) keys?.push(pairKey(bodyOf.get(index)!, bodyOf.get(shapeIdB.index1)!, scene.count));
        tally.contacts++;
        tally.checksum += manifold.normalX + manifold.normalY + least;
      }
    }
  };
  return {
    update(tally) {
      for (let i = 0; i < scene.moving; i++) {
        const place = places[i];
        const turn = turns[i];
        place.x = scene.x[i];
        place.y = scene.y[i];
        if (scene.turns) {
          turn.c = Math.cos(scene.rotation[i]);
          turn.s = Math.sin(scene.rotation[i]);
        }
        api.b2Body_SetTransform(bodies[i], place, turn);
      }
      api.b2World_Step(world, -1, 1);
      const events = api.b2World_GetContactEvents(world);
      for (const event of events.beginEvents) count(event, 1);
      for (const event of events.endEvents) count(event, -1);
      tally.began += events.beginEvents.length;
      tally.ended += events.endEvents.length;
    },
    read: (tally) => readAll(tally),
    list: (keys) => readAll({ pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 }, keys),
    boxes(q: Questions, answers) {
      const filter = api.b2DefaultQueryFilter();
      let found = 0;
      const visit = (): boolean => {
        found++;
        return true;
      };
      for (let i = 0; i < q.count; i++) {
        const [x, y, size] = [q.x[i], q.y[i], q.size[i]];
        found = 0;
        api.b2World_OverlapAABB(world, new api.b2AABB(x - size, y - size, x + size, y + size), filter, visit, null);
        answers[i] = found;
      }
    },
  };
}

function addShape(api: Box2D, body: object, scene: Scene, i: number): ShapeId {
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
  return api.b2CreatePolygonShape(body, def, api.b2MakePolygon(api.b2ComputeHull(points, points.length), 0));
}
