import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  castRays,
  closestPoint,
  collisionSystem,
  compound,
  cone,
  createCollision,
  createMoveResult,
  createRayHits,
  cylinder,
  halfSpace,
  hashCollision,
  heightfield,
  hull,
  mesh,
  moveAndSlide,
  RAY_STRIDE,
  refreshCollider,
  type ShapeSpec,
  sphere,
  sweptColliders,
} from 'bitecs-collision/3d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { TICK } from '../../../shell/scene.ts';

const COUNT = 60;
/** Entities up to here are no bodies. */
const FIRST = 20;
const SPEED = 5;
/** Half the length of the room along each axis. */
const ROOM = 3.6;
const RAYS = 16;
/** Points of the terrain along each side, so far apart. */
const POINTS = 9;
const SPACING = 0.9;

const PEBBLE = [0.6, 0.1, 0.2, -0.5, -0.1, 0.3, 0.1, 0.5, -0.1, -0.2, -0.4, 0.1, 0.1, 0.2, 0.6, -0.1, -0.2, -0.6];
const ROOF = [-1.2, 0, -0.8, 1.2, 0, -0.8, 1.2, 0, 0.8, -1.2, 0, 0.8, 0, 1, 0];
const ROOF_TRIANGLES = [0, 4, 1, 1, 4, 2, 2, 4, 3, 3, 4, 0];

/**
 * A world in space that is hashed but not drawn: bodies of every kind in a room over a terrain, with meshes, swept
 * bodies, rays and a walker.
 */
export function createSpaceWorld(seed: number) {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const world = createWorld();
  const collision = createCollision(world, { swept: sweptColliders });
  const { Transform, Collider, Static, Swept } = collision;
  const Body = {};
  const Fixed = {};
  /** By entity, three numbers each. */
  const velocity = new Float64Array(3 * (COUNT + FIRST));
  const spin = new Float64Array(3 * (COUNT + FIRST));
  const shapes: readonly (() => ShapeSpec)[] = [
    () => sphere(between(0.2, 0.5)),
    () => box(between(0.2, 0.5), between(0.2, 0.5), between(0.2, 0.5)),
    () => box(0.3, 0.2, 0.3, { radius: 0.1 }),
    () => capsule(between(0.15, 0.3), between(0.2, 0.5)),
    () => cylinder(between(0.2, 0.4), between(0.2, 0.4)),
    () => cone(between(0.3, 0.5), between(0.3, 0.5)),
    () => hull(PEBBLE),
    () => hull(PEBBLE, { radius: 0.1 }),
    () => compound([sphere(0.3), { ...box(0.2, 0.4, 0.2), offsetX: 0.5, offsetQz: 0.3 }]),
  ];
  for (let axis = 0; axis < 3; axis++) {
    addFixed(halfSpace(), axis, -ROOM);
    addFixed(halfSpace(), axis, ROOM);
  }
  const heights = Float64Array.from({ length: POINTS * POINTS }, () => between(0, 0.8));
  const ground = addFixed(heightfield(heights, POINTS, POINTS, SPACING), 1, -ROOM);
  Transform.x[ground] = -ROOM;
  Transform.z[ground] = -ROOM;
  addFixed(mesh(ROOF, ROOF_TRIANGLES), 1, -1);
  const walker = addEntity(world);
  addComponent(world, walker, set(Transform, { x: 2, y: 2, z: 2 }));
  addComponent(world, walker, set(Collider, capsule(0.3, 0.5)));
  const bodies = Array.from({ length: COUNT }, (_, i) => addBody(i));
  const rays = Float64Array.from({ length: RAYS * RAY_STRIDE }, () => between(-9, 9));
  const hits = createRayHits(RAYS);
  const moved = createMoveResult();
  const nearest = new Float64Array(COUNT);
  /** Where the walker goes. */
  const game = { walkX: 3, walkY: -1, walkZ: 2 };
  remember(() => ({ velocity, spin, hits, moved, nearest, game }));

  /** Something that stands still: so far along an axis, and for a half-space with its inside towards the outside. */
  function addFixed(shape: ShapeSpec, axis: number, along: number): number {
    const eid = addEntity(world);
    const [x, y, z] = [0, 1, 2].map((k) => (k === axis ? along : 0));
    // Turns y to where the middle of the room is.
    const turn = axis === 1 ? (along > 0 ? { qx: 1, qw: 0 } : {}) : axis === 0 ? { qz: along } : { qx: -along };
    const qw = axis === 1 ? {} : { qw: ROOM };
    addComponent(world, eid, set(Transform, { x, y, z, ...qw, ...turn }));
    addComponent(world, eid, set(Collider, shape));
    addComponent(world, eid, Static);
    addComponent(world, eid, Fixed);
    return eid;
  }

  function addBody(i: number): number {
    const eid = addEntity(world);
    const [x, y, z] = [between(-3, 3), between(-2, 3), between(-3, 3)];
    const turn = { qx: between(-1, 1), qy: between(-1, 1), qz: between(-1, 1), qw: 1 };
    addComponent(world, eid, set(Transform, { x, y, z, ...turn }));
    addComponent(world, eid, set(Collider, shapes[i % shapes.length]()));
    addComponent(world, eid, Body);
    if (i % 7 === 0) addComponent(world, eid, Swept);
    for (let axis = 0; axis < 3; axis++) {
      velocity[3 * eid + axis] = between(-SPEED, SPEED);
      spin[3 * eid + axis] = between(-2, 2);
    }
    return eid;
  }

  function move(eid: number): void {
    const [x, y, z] = spin.subarray(3 * eid);
    Transform.x[eid] += velocity[3 * eid] * TICK;
    Transform.y[eid] += velocity[3 * eid + 1] * TICK;
    Transform.z[eid] += velocity[3 * eid + 2] * TICK;
    const [qx, qy, qz, qw] = [Transform.qx[eid], Transform.qy[eid], Transform.qz[eid], Transform.qw[eid]];
    const turned = [
      qx + (TICK / 2) * (x * qw + y * qz - z * qy),
      qy + (TICK / 2) * (y * qw + z * qx - x * qz),
      qz + (TICK / 2) * (z * qw + x * qy - y * qx),
      qw - (TICK / 2) * (x * qx + y * qy + z * qz),
    ];
    const length = Math.sqrt(turned.reduce((sum, part) => sum + part * part, 0));
    [Transform.qx[eid], Transform.qy[eid], Transform.qz[eid], Transform.qw[eid]] = turned.map((part) => part / length);
  }

  /** Moves a body along a normal, and adds to its speed along that. */
  function push(eid: number, normal: readonly number[], way: number, speed: number): void {
    Transform.x[eid] += way * normal[0];
    Transform.y[eid] += way * normal[1];
    Transform.z[eid] += way * normal[2];
    for (let axis = 0; axis < 3; axis++) velocity[3 * eid + axis] += speed * normal[axis];
  }

  function speedAlong(eid: number, normal: readonly number[]): number {
    return normal.reduce((sum, part, axis) => sum + part * velocity[3 * eid + axis], 0);
  }

  /** Moves what overlaps apart along the normal, and swaps what the two have of their speed along it. */
  function bounce(): void {
    for (const { a, b, normalX, normalY, normalZ, penetration } of collision.contacts([Body], [Body])) {
      const normal = [normalX, normalY, normalZ];
      const approach = Math.max(0, speedAlong(a, normal) - speedAlong(b, normal));
      push(a, normal, -penetration / 2, -approach);
      push(b, normal, penetration / 2, approach);
    }
    for (const { a, normalX, normalY, normalZ, penetration } of collision.contacts([Body], [Fixed])) {
      const normal = [normalX, normalY, normalZ];
      push(a, normal, -penetration, -2 * Math.max(0, speedAlong(a, normal)));
    }
  }

  /** The walker slides along whatever is in its way, and turns round where that stops it. */
  function walk(): void {
    const way = { x: game.walkX * TICK, y: game.walkY * TICK, z: game.walkZ * TICK };
    moveAndSlide(world, walker, way, { up: { x: 0, y: 1, z: 0 } }, moved);
    Transform.x[walker] = moved.x;
    Transform.y[walker] = moved.y;
    Transform.z[walker] = moved.z;
    refreshCollider(world, walker);
    if (moved.hitCount === 0) return;
    const { normalX, normalY, normalZ } = moved.hits[0];
    const into = game.walkX * normalX + game.walkY * normalY + game.walkZ * normalZ;
    if (into >= 0) return;
    game.walkX -= 2 * into * normalX;
    game.walkY -= 2 * into * normalY;
    game.walkZ -= 2 * into * normalZ;
  }

  function look(): void {
    castRays(world, rays, hits);
    bodies.forEach((eid, i) => {
      const place = { x: Transform.x[eid], y: Transform.y[eid], z: Transform.z[eid] };
      nearest[i] = closestPoint(world, place, { ignore: eid })?.distance ?? Infinity;
    });
  }

  return {
    collision,
    world,
    step() {
      for (const eid of bodies) move(eid);
      walk();
      collisionSystem(world);
      bounce();
      look();
    },
    hash(): number {
      const columns = [velocity, hits.fraction, nearest, Object.values(game)];
      const own = columns.reduce((before, column) => hashNumbers(column, column.length, before), 0);
      return hashNumbers([hashCollision(world), own]);
    },
  };
}
