import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  box,
  type CastHit,
  type ClosestHit,
  capsule,
  castRay,
  circle,
  closestPoint,
  collisionSystem,
  createCollision,
  polygon,
  queryAabb,
  type ShapeSpec,
} from '../../entry/2d.ts';
import { bodyStores, bytesOf, contactStores } from '../memory.ts';
import { type Peer, pairKey, type Tally } from '../peer.ts';
import { BOX, CAPSULE, CIRCLE, type Questions, RAY_LENGTH, type Scene } from '../scene.ts';

/**
 * Ours as the README shows it: Transform written directly, one system, handlers for begin and end, the contact loop.
 */
export const ours: Peer = (scene) => openWorld(scene).session;

/** Indices of what is read of the contacts: how many rows there are, and the sum of all their numbers. */
const READ_ROWS = 0;
const READ_SUM = 1;

/** The world as well, for the profile. */
export function openWorld(scene: Scene) {
  const { count, movers, moving, x, y, rotation } = scene;
  const world = createWorld();
  const collision = createCollision(world, { capacity: count + 1 });
  const { Transform, Collider, Static } = collision;
  const ids: number[] = [];
  const add = (i: number): void => {
    const eid = addEntity(world);
    ids[i] = eid;
    addComponent(world, eid, set(Transform, { x: x[i], y: y[i], rotation: rotation[i] }));
    addComponent(world, eid, set(Collider, shapeOf(scene, i)));
    if (i >= movers) addComponent(world, eid, Static);
  };
  for (let i = 0; i < count; i++) add(i);
  let began = 0;
  let ended = 0;
  collision.onBegin(() => {
    began++;
  });
  collision.onEnd(() => {
    ended++;
  });
  const handOver = (): void => {
    for (let i = 0; i < moving; i++) {
      const eid = ids[i];
      Transform.x[eid] = x[i];
      Transform.y[eid] = y[i];
      if (scene.turns) Transform.rotation[eid] = rotation[i];
    }
  };
  const read = new Float64Array(2);
  /**
   * Reads all contacts. A function of its own whose last statement is the loop: V8 compiles a long loop while it runs,
   * and leaves the compiled code at whatever follows the loop, in every tick.
   */
  const readContacts = (): void => {
    for (const contact of collision.contacts()) {
      let sum = contact.normalX + contact.normalY + contact.penetration;
      for (let k = 0; k < contact.pointCount; k++) sum += contact.pointX(k) + contact.pointY(k);
      read[READ_ROWS] = read[READ_ROWS] + 1;
      read[READ_SUM] = read[READ_SUM] + sum;
    }
  };
  const session = {
    replace(body: number): void {
      removeEntity(world, ids[body]);
      add(body);
    },
    update(tally: Tally): void {
      began = 0;
      ended = 0;
      handOver();
      collisionSystem(world);
      tally.began = began;
      tally.ended = ended;
    },
    read(tally: Tally): void {
      read.fill(0);
      readContacts();
      tally.pairs += read[READ_ROWS];
      tally.contacts += read[READ_ROWS];
      tally.checksum += read[READ_SUM];
    },
    list(keys: number[]): void {
      for (const contact of collision.contacts())
        if (contact.touching) keys.push(pairKey(contact.a - ids[0], contact.b - ids[0], count));
    },
    memory(): { body: number; contact: number } {
      const { state } = collision;
      return {
        body: bytesOf(bodyStores(state)) / count,
        contact: bytesOf(contactStores(state)) / Math.max(1, state.contacts.count),
      };
    },
    rays(q: Questions, answers: Float64Array): void {
      const options = { maxFraction: RAY_LENGTH };
      const hit: CastHit = { entity: 0, child: 0, fraction: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
      for (let i = 0; i < q.count; i++) {
        const found = castRay(world, at(from, q.x[i], q.y[i]), at(to, q.dx[i], q.dy[i]), options, hit);
        answers[i] = found === undefined ? Infinity : hit.fraction;
      }
    },
    boxes(q: Questions, answers: Float64Array): void {
      const out: number[] = [];
      for (let i = 0; i < q.count; i++) {
        const size = q.size[i];
        answers[i] = queryAabb(
          world,
          at(from, q.x[i] - size, q.y[i] - size),
          at(to, q.x[i] + size, q.y[i] + size),
          out,
        );
      }
    },
    closest(q: Questions, answers: Float64Array): void {
      const hit: ClosestHit = { entity: 0, child: 0, distance: 0, x: 0, y: 0, normalX: 0, normalY: 0 };
      for (let i = 0; i < q.count; i++) {
        const found = closestPoint(world, at(from, q.x[i], q.y[i]), undefined, hit);
        answers[i] = found === undefined ? Infinity : Math.max(0, hit.distance);
      }
    },
  };
  return { world, collision, handOver, session };
}

/** The records that queries are given, used again for each. */
const from = { x: 0, y: 0 };
const to = { x: 0, y: 0 };

function at(record: { x: number; y: number }, x: number, y: number): { x: number; y: number } {
  record.x = x;
  record.y = y;
  return record;
}

function shapeOf(scene: Scene, i: number): ShapeSpec {
  const kind = scene.kind[i];
  if (kind === CIRCLE) return circle(scene.radius[i]);
  if (kind === CAPSULE) return capsule(scene.halfHeight[i], scene.radius[i]);
  if (kind === BOX) return box(scene.halfWidth[i], scene.halfHeight[i]);
  return polygon(scene.corners[i]);
}
