import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type Collision,
  type Contact,
  collisionSystem,
  createCollision,
  hashCollision,
  type ShapeSpec,
} from '../../entry/3d.ts';
import { effort } from '../support/effort.ts';
import { spaceKit } from '../support/game-kits.ts';
import { randomQuaternion } from '../support/random-space.ts';
import { createRng, type Rng } from '../support/rng.ts';

const SIZES = [1e-3, 1, 1e4];

interface Body {
  readonly shape: ShapeSpec;
  readonly transform: Record<'x' | 'y' | 'z' | 'qx' | 'qy' | 'qz' | 'qw' | 'scale', number>;
  readonly isStatic: boolean;
  readonly isSensor: boolean;
}

/** Bodies of all kinds, a few of them surfaces, so close together that many touch. */
function randomBodies(rng: Rng, size: number): Body[] {
  return Array.from({ length: rng.integer(8, 14) }, () => {
    const at = () => rng.range(-1.3, 1.3) * size;
    const [qx, qy, qz, qw] = randomQuaternion(rng, rng.integer(0, 1));
    const own = rng.range(0.4, 1.1);
    return {
      shape: (rng.next() < 0.15 ? spaceKit.surface(rng, own) : spaceKit.shape(rng, own)) as unknown as ShapeSpec,
      transform: { x: at(), y: at(), z: at(), qx, qy, qz, qw, scale: size * rng.range(0.7, 1.3) },
      isStatic: rng.next() < 0.25,
      isSensor: rng.next() < 0.1,
    };
  });
}

type GiveBody = (world: object, collision: Collision, entity: number, body: Body) => void;

const giveBody: GiveBody = (world, { Transform, Collider, Static, Sensor }, entity, body) => {
  if (body.isStatic) addComponent(world, entity, Static);
  addComponent(world, entity, set(Transform, body.transform));
  addComponent(world, entity, set(Collider, body.shape));
  if (body.isSensor) addComponent(world, entity, Sensor);
};

/** Gives the components in another order, with detours: put on, taken off, disabled, set twice. */
function giveWithHistory(rng: Rng): GiveBody {
  return (world, collision, entity, body) => {
    const { Transform, Collider, Static, Sensor, Disabled } = collision;
    if (rng.next() < 0.5) addComponent(world, entity, Disabled);
    addComponent(world, entity, set(Collider, body.shape));
    if (rng.next() < 0.5) {
      removeComponent(world, entity, Collider);
      addComponent(world, entity, set(Collider, body.shape));
    }
    addComponent(world, entity, set(Transform, { x: 7, qz: 1 }));
    addComponent(world, entity, set(Transform, body.transform));
    if (body.isSensor) addComponent(world, entity, Sensor);
    if (body.isStatic || rng.next() < 0.5) addComponent(world, entity, Static);
    if (!body.isStatic) removeComponent(world, entity, Static);
    removeComponent(world, entity, Disabled);
  };
}

/** A world whose entities get their components in some order; `log` tells what its handlers hear. */
function worldOf(bodies: readonly Body[], options: object, order: readonly number[], give: GiveBody) {
  const world = createWorld();
  const collision = createCollision(world, options as { margin: number });
  const log: string[] = [];
  collision.onBegin((a, b, { separation, normalZ }) => log.push(`begin ${a} ${b} ${separation} ${normalZ}`));
  collision.onStay((a, b, { separation, normalZ }) => log.push(`stay ${a} ${b} ${separation} ${normalZ}`));
  collision.onEnd((a, b, { cause }) => log.push(`end ${a} ${b} ${cause}`));
  const entities = bodies.map(() => addEntity(world));
  for (const i of order) give(world, collision, entities[i], bodies[i]);
  return { world, collision, entities, log };
}

function rowsOf(collision: Collision): string[] {
  return Array.from(collision.contacts(), (contact: Contact) => {
    const { a, b, childA, childB, touching, sensor, normalX, normalY, normalZ, separation, id, age } = contact;
    const points = Array.from({ length: contact.pointCount }, (_, i) =>
      [contact.pointX(i), contact.pointY(i), contact.pointZ(i), contact.pointFeature(i)].join(),
    );
    const numbers = [normalX, normalY, normalZ, separation, id, age];
    return [a, b, childA, childB, touching, sensor, ...numbers, ...points].join(' ');
  });
}

function shuffled(rng: Rng, count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const k = rng.integer(0, i);
    [order[i], order[k]] = [order[k], order[i]];
  }
  return order;
}

describe('the past of a world in space', () => {
  it('does not show in contacts, events, their order, or hashes', () => {
    let events = 0;
    for (let seed = 1; seed <= effort(250, 8); seed++) {
      const size = SIZES[seed % 3];
      const bodies = randomBodies(createRng(seed), size);
      const rng = createRng(seed + 10_000);
      const margin = seed % 2 === 0 ? 0 : 0.1 * size;
      const inOrder = bodies.map((_, i) => i);
      const plain = worldOf(bodies, { margin }, inOrder, giveBody);
      const order = shuffled(rng, bodies.length);
      const crooked = worldOf(bodies, { margin, capacity: 2 }, order, giveWithHistory(rng));
      for (let round = 0; round < 3; round++) {
        for (const { world } of [plain, crooked]) collisionSystem(world);
        const label = `seed ${seed}, round ${round}`;
        expect(rowsOf(crooked.collision), label).toStrictEqual(rowsOf(plain.collision));
        expect(crooked.log, label).toStrictEqual(plain.log);
        expect(hashCollision(crooked.world), label).toBe(hashCollision(plain.world));
        events += plain.log.length;
        for (const { log } of [plain, crooked]) log.length = 0;
        for (const [i, { isStatic, transform }] of bodies.entries()) {
          const [dx, dz, qy] = [rng.range(-0.4, 0.4) * size, rng.range(-0.4, 0.4) * size, rng.range(-1, 1)];
          if (isStatic) continue;
          for (const { collision, entities } of [plain, crooked]) {
            const { Transform } = collision;
            Transform.x[entities[i]] = transform.x + dx;
            Transform.z[entities[i]] = transform.z + dz;
            Transform.qy[entities[i]] = qy;
          }
        }
      }
    }
    expect(events).toBeGreaterThan(effort(5000, 150));
  });

  it('does not show after others have come and gone', () => {
    let contacts = 0;
    for (let seed = 1; seed <= effort(150, 6); seed++) {
      const size = SIZES[seed % 3];
      const bodies = randomBodies(createRng(seed + 500), size);
      const inOrder = bodies.map((_, i) => i);
      const fresh = worldOf(bodies, { margin: 0 }, inOrder, giveBody);
      const before = randomBodies(createRng(seed), size);
      const used = worldOf(
        bodies.map((_, i) => before[i % before.length]),
        { margin: 0 },
        inOrder,
        giveBody,
      );
      for (let round = 0; round < 3; round++) collisionSystem(used.world);
      // From the last to the first, so that their ids come back in order.
      for (const entity of used.entities.slice().reverse()) removeEntity(used.world, entity);
      if (seed % 2 === 0) collisionSystem(used.world);
      const again = bodies.map(() => addEntity(used.world)).sort((a, b) => a - b);
      expect(again).toEqual(fresh.entities);
      for (const [i, entity] of again.entries()) giveBody(used.world, used.collision, entity, bodies[i]);
      for (const { world } of [fresh, used]) collisionSystem(world);
      // Ids count on; all else is as in a new world.
      const rows = [fresh, used].map(({ collision }) => Array.from(collision.contacts(), bare));
      expect(rows[1], `seed ${seed}`).toStrictEqual(rows[0]);
      contacts += rows[0].length;
    }
    expect(contacts).toBeGreaterThan(effort(1500, 50));
  });
});

function bare({ a, b, childA, childB, normalX, normalY, normalZ, separation, pointCount }: Contact): number[] {
  return [a, b, childA, childB, normalX, normalY, normalZ, separation, pointCount];
}
