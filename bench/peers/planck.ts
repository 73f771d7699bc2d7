import { loadPackage, type Peer, pairKey, type Tally } from '../peer.ts';
import { BOX, CIRCLE, POLYGON, type Questions, RAY_LENGTH, type Scene } from '../scene.ts';
import { capsuleOutline } from './outline.ts';

type Vec = { x: number; y: number };
interface Fixture {
  getBody(): Body;
  getAABB(child: number): { lowerBound: Vec; upperBound: Vec };
}
interface Body {
  setTransform(at: Vec, angle: number): void;
  createFixture(shape: object, options: object): Fixture;
  getUserData(): number;
}
interface Contact {
  getNext(): Contact | null;
  isTouching(): boolean;
  getWorldManifold(out: WorldManifold): WorldManifold | undefined;
  getFixtureA(): Fixture;
  getFixtureB(): Fixture;
}
interface WorldManifold {
  normal: Vec;
  points: Vec[];
  separations: number[];
  pointCount: number;
}
interface World {
  createBody(options: object): Body;
  step(dt: number): void;
  findNewContacts(): void;
  getContactList(): Contact | null;
  on(event: string, listener: () => void): void;
  rayCast(from: Vec, to: Vec, visit: (fixture: Fixture, point: Vec, normal: Vec, fraction: number) => number): void;
  queryAABB(box: object, visit: (fixture: Fixture) => boolean): void;
}
interface Planck {
  World: new (options: object) => World;
  WorldManifold: new () => WorldManifold;
  Circle: new (radius: number) => object;
  Box: new (halfWidth: number, halfHeight: number) => object;
  Polygon: new (points: Vec[]) => object;
  AABB: new (low: Vec, high: Vec) => object;
  Settings: { linearSlop: number; maxPolygonVertices: number };
}

/** Planck: dynamic bodies placed directly, new pairs and a step of 0, which updates contacts and solves nothing. */
export const planck: Peer = async (scene) => {
  const api = await loadPackage<Planck>('planck');
  // Polygons get a skin of twice the slop, which would make pairs of what does not touch.
  api.Settings.linearSlop = 1e-7;
  api.Settings.maxPolygonVertices = 32;
  const world = new api.World({ gravity: { x: 0, y: 0 }, allowSleep: false });
  const bodies: Body[] = [];
  for (let i = 0; i < scene.count; i++) {
    const position = { x: scene.x[i], y: scene.y[i] };
    const type = i < scene.movers ? 'dynamic' : 'static';
    const body = world.createBody({ type, position, angle: scene.rotation[i], userData: i });
    body.createFixture(shapeOf(api, scene, i), { density: 0 });
    bodies.push(body);
  }
  let began = 0;
  let ended = 0;
  world.on('begin-contact', () => began++);
  world.on('end-contact', () => ended++);
  const at = { x: 0, y: 0 };
  const manifold = new api.WorldManifold();
  const readAll = (tally: Tally, keys?: number[]): void => {
    for (let contact = world.getContactList(); contact !== null; contact = contact.getNext()) {
      if (!contact.isTouching()) continue;
      contact.getWorldManifold(manifold);
      const { normal, points, separations, pointCount } = manifold;
      tally.pairs++;
      tally.contacts++;
      tally.checksum += normal.x + normal.y;
      for (let k = 0; k < pointCount; k++) tally.checksum += points[k].x + points[k].y + separations[k];
      const a = contact.getFixtureA();
      const b = contact.getFixtureB();
      keys?.push(pairKey(a.getBody().getUserData(), b.getBody().getUserData(), scene.count));
    }
  };
  return {
    update(tally) {
      began = ended = 0;
      for (let i = 0; i < scene.moving; i++) {
        at.x = scene.x[i];
        at.y = scene.y[i];
        bodies[i].setTransform(at, scene.rotation[i]);
      }
      world.findNewContacts();
      world.step(0);
      tally.began = began;
      tally.ended = ended;
    },
    read: (tally) => readAll(tally),
    list: (keys) => readAll({ pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 }, keys),
    rays(q: Questions, answers) {
      const to = { x: 0, y: 0 };
      let closest = Infinity;
      const visit = (_fixture: Fixture, _point: Vec, _normal: Vec, fraction: number): number => {
        closest = fraction;
        return fraction;
      };
      for (let i = 0; i < q.count; i++) {
        at.x = q.x[i];
        at.y = q.y[i];
        to.x = at.x + RAY_LENGTH * q.dx[i];
        to.y = at.y + RAY_LENGTH * q.dy[i];
        closest = Infinity;
        world.rayCast(at, to, visit);
        answers[i] = closest * RAY_LENGTH;
      }
    },
    boxes(q: Questions, answers) {
      let found = 0;
      const visit = (): boolean => {
        found++;
        return true;
      };
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i];
        const low = { x: q.x[i] - size, y: q.y[i] - size };
        const high = { x: q.x[i] + size, y: q.y[i] + size };
        found = 0;
        world.queryAABB(new api.AABB(low, high), visit);
        answers[i] = found;
      }
    },
  };
};

function shapeOf(api: Planck, scene: Scene, i: number): object {
  const kind = scene.kind[i];
  if (kind === CIRCLE) return new api.Circle(scene.radius[i]);
  if (kind === BOX) return new api.Box(scene.halfWidth[i], scene.halfHeight[i]);
  const flat = kind === POLYGON ? scene.corners[i] : capsuleOutline(scene.radius[i], scene.halfHeight[i]);
  const points: Vec[] = [];
  for (let k = 0; k < flat.length; k += 2) points.push({ x: flat[k], y: flat[k + 1] });
  return new api.Polygon(points);
}
