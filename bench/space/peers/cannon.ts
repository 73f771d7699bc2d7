import { buildConvexHull } from '../../../src/3d/geometry/convex/build-convex-hull.ts';
import { PairDiff } from '../../pair-diff.ts';
import { loadPackage, pairKey } from '../../peer.ts';
import type { SpaceSession } from '../peer.ts';
import { BOX, CAPSULE, HULL, MESH, type Scene, type Shape, SPHERE } from '../scene.ts';

/* The part of cannon-es that is used here: its types are not installed with ours. */

interface Vec3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  set(x: number, y: number, z: number): void;
}

interface Body {
  readonly id: number;
  readonly position: Vec3;
  readonly quaternion: { set(x: number, y: number, z: number, w: number): void };
  collisionResponse: boolean;
  aabbNeedsUpdate: boolean;
  addShape(shape: object, offset?: Vec3): void;
}

interface Contact {
  readonly bi: Body;
  readonly bj: Body;
  readonly ni: Vec3;
  readonly ri: Vec3;
  readonly rj: Vec3;
}

interface BroadPhase {
  dirty: boolean;
  collisionPairs(world: World, first: Body[], second: Body[]): void;
}

interface World {
  broadphase: BroadPhase;
  readonly defaultContactMaterial: { friction: number };
  readonly narrowphase: {
    getContacts(
      first: Body[],
      second: Body[],
      world: World,
      out: Contact[],
      reused: Contact[],
      friction: object[],
      reusedFriction: object[],
    ): void;
  };
  addBody(body: Body): void;
  removeBody(body: Body): void;
}

interface Cannon {
  readonly World: new () => World;
  readonly SAPBroadphase: new (world: World) => BroadPhase;
  readonly Vec3: new (x: number, y: number, z: number) => Vec3;
  readonly Body: new (options: { mass: number }) => Body;
  readonly Sphere: new (radius: number) => object;
  readonly Box: new (half: Vec3) => object;
  readonly Cylinder: new (top: number, bottom: number, height: number, sides: number) => object;
  readonly ConvexPolyhedron: new (parts: { vertices: Vec3[]; faces: number[][] }) => object;
}

/** Sides of the prisms that stand for cylinders, and for the middle of capsules. */
const CYLINDER_SIDES = 12;
const CAPSULE_SIDES = 8;

/**
 * cannon-es, as cheap as it goes: its broad and narrow phase without its step, whose list of overlaps costs more than
 * the hash table that says here what began and ended. Bodies are dynamic, as kinematic pairs get no contacts.
 */
export async function cannon({ count, shapes, position, rotation }: Scene): Promise<SpaceSession> {
  const api = await loadPackage<Cannon>('cannon-es');
  const world = new api.World();
  world.broadphase = new api.SAPBroadphase(world);
  world.defaultContactMaterial.friction = 0;
  const hullOf = (points: Float32Array): object => {
    const { vertices, faceStarts, halfEdgeVertices, faceCount } = buildConvexHull(points);
    const corners: Vec3[] = [];
    for (let i = 0; i < vertices.length; i += 3) {
      corners.push(new api.Vec3(vertices[i], vertices[i + 1], vertices[i + 2]));
    }
    const faces = Array.from({ length: faceCount }, (_, f) => [
      ...halfEdgeVertices.subarray(faceStarts[f], faceStarts[f + 1]),
    ]);
    return new api.ConvexPolyhedron({ vertices: corners, faces });
  };
  const addShape = (body: Body, shape: Shape): void => {
    if (shape.kind === SPHERE) body.addShape(new api.Sphere(shape.radius));
    else if (shape.kind === BOX) body.addShape(new api.Box(new api.Vec3(...shape.half)));
    else if (shape.kind === HULL) body.addShape(hullOf(shape.points));
    else if (shape.kind !== MESH) {
      const isCapsule = shape.kind === CAPSULE;
      const sides = isCapsule ? CAPSULE_SIDES : CYLINDER_SIDES;
      if (isCapsule) {
        body.addShape(new api.Sphere(shape.radius), new api.Vec3(0, shape.half, 0));
        body.addShape(new api.Sphere(shape.radius), new api.Vec3(0, -shape.half, 0));
      }
      body.addShape(new api.Cylinder(shape.radius, shape.radius, 2 * shape.half, sides));
    }
  };
  const bodies: Body[] = [];
  const indexOf = new Map<number, number>();
  const add = (i: number): void => {
    const body = new api.Body({ mass: 1 });
    body.collisionResponse = false;
    addShape(body, shapes[i]);
    world.addBody(body);
    bodies[i] = body;
    indexOf.set(body.id, i);
  };
  for (let i = 0; i < count; i++) add(i);
  const first: Body[] = [];
  const second: Body[] = [];
  let contacts: Contact[] = [];
  let spare: Contact[] = [];
  const diff = new PairDiff();
  const keys = new Set<number>();
  return {
    replace(i) {
      indexOf.delete(bodies[i].id);
      world.removeBody(bodies[i]);
      add(i);
    },
    update(tally) {
      for (let i = 0; i < count; i++) {
        const body = bodies[i];
        body.position.set(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
        body.quaternion.set(rotation[4 * i], rotation[4 * i + 1], rotation[4 * i + 2], rotation[4 * i + 3]);
        body.aabbNeedsUpdate = true;
      }
      world.broadphase.dirty = true;
      first.length = 0;
      second.length = 0;
      world.broadphase.collisionPairs(world, first, second);
      const old = contacts;
      contacts = spare;
      contacts.length = 0;
      world.narrowphase.getContacts(first, second, world, contacts, old, [], []);
      spare = old;
      keys.clear();
      for (const { bi, bj } of contacts) {
        const a = indexOf.get(bi.id)!;
        const b = indexOf.get(bj.id)!;
        const key = pairKey(a, b, count);
        if (keys.has(key)) continue;
        keys.add(key);
        diff.add(a, b);
      }
      diff.finish(tally);
    },
    read(tally) {
      tally.pairs = keys.size;
      for (const { ni, ri, rj } of contacts) {
        tally.contacts++;
        tally.checksum += ni.x + ni.y + ni.z + ri.x + ri.y + ri.z + rj.x + rj.y + rj.z;
      }
    },
    list(out) {
      for (const key of keys) out.push(key);
    },
  };
}
