import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type Collision, type CollisionOptions, collisionSystem, createCollision } from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import {
  addBody,
  type Body,
  buildWorld,
  type ContactRow,
  colliderValues,
  randomRecipe,
  readContacts,
  tick,
} from '../support/random-worlds-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

const SIZES = [1e-3, 1, 1e4];

/** A world whose entities get their components by `give`, one at a time in any order. */
function worldOf(bodies: readonly Body[], options: CollisionOptions, order: readonly number[], give: GiveBody) {
  const world = createWorld();
  const collision = createCollision(world, options as { margin: number });
  const log: string[] = [];
  collision.onBegin((a, b, contact) => log.push(`begin ${a} ${b} ${contact.separation} ${contact.normalX}`));
  collision.onStay((a, b, contact) => log.push(`stay ${a} ${b} ${contact.separation} ${contact.normalX}`));
  collision.onEnd((a, b, end) => log.push(`end ${a} ${b} ${end.cause}`));
  const entities = bodies.map(() => addEntity(world));
  for (const i of order) give(world, collision, entities[i], bodies[i]);
  return { world, collision, entities, log };
}

type GiveBody = (world: object, collision: Collision, entity: number, body: Body) => void;

function shuffled(rng: Rng, count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const k = rng.integer(0, i);
    [order[i], order[k]] = [order[k], order[i]];
  }
  return order;
}

/** Gives the components in another order, with detours: put on, taken off, disabled, set twice. */
function giveWithHistory(rng: Rng): GiveBody {
  return (world, collision, entity, body) => {
    const { Transform, Collider, Static, Sensor, Disabled } = collision;
    const { x, y, rotation, scale } = body.placement;
    if (body.isSensor) addComponent(world, entity, Sensor);
    if (rng.next() < 0.5) addComponent(world, entity, Disabled);
    addComponent(world, entity, set(Collider, colliderValues(body)));
    if (rng.next() < 0.5) {
      removeComponent(world, entity, Collider);
      addComponent(world, entity, Collider);
      addComponent(world, entity, set(Collider, colliderValues(body)));
    }
    addComponent(world, entity, set(Transform, { x: 7 }));
    addComponent(world, entity, set(Transform, { x, y, rotation, scale }));
    if (body.isStatic || rng.next() < 0.5) addComponent(world, entity, Static);
    if (!body.isStatic) removeComponent(world, entity, Static);
    if (body.isDisabled) addComponent(world, entity, Disabled);
    else removeComponent(world, entity, Disabled);
  };
}

/** Moves everything that moves to a new place, the same in every world of a seed. */
function shake(
  rng: Rng,
  bodies: readonly Body[],
  worlds: readonly { collision: Collision; entities: number[] }[],
  size: number,
): void {
  for (let i = 0; i < bodies.length; i++) {
    const dx = rng.range(-0.4, 0.4) * size;
    const dy = rng.range(-0.4, 0.4) * size;
    if (bodies[i].isStatic) continue;
    for (const { collision, entities } of worlds) {
      const { Transform } = collision;
      const entity = entities[i];
      Transform.x[entity] = bodies[i].placement.x + dx;
      Transform.y[entity] = bodies[i].placement.y + dy;
    }
  }
}

describe('the past of a world', () => {
  it('does not show in contacts, events or their order', () => {
    let events = 0;
    for (let seed = 1; seed <= effort(250, 50); seed++) {
      const size = SIZES[seed % 3];
      const recipe = randomRecipe(createRng(seed), size);
      const { bodies, margin } = recipe;
      const rng = createRng(seed + 10_000);
      const inOrder = bodies.map((_, i) => i);
      const plain = worldOf(bodies, { margin }, inOrder, addBody);
      const crooked = worldOf(bodies, { margin, capacity: 2 }, shuffled(rng, bodies.length), giveWithHistory(rng));
      const worlds = [plain, crooked];
      for (let round = 0; round < 4; round++) {
        for (const { world } of worlds) collisionSystem(world);
        expect(readContacts(crooked.collision), `seed ${seed}, round ${round}`).toStrictEqual(
          readContacts(plain.collision),
        );
        expect(crooked.log, `seed ${seed}, round ${round}`).toStrictEqual(plain.log);
        events += plain.log.length;
        for (const { log } of worlds) log.length = 0;
        shake(rng, bodies, worlds, size);
      }
    }
    expect(events).toBeGreaterThan(effort(10_000, 1500));
  });

  it('does not show after others have come and gone', () => {
    for (let seed = 1; seed <= effort(150, 30); seed++) {
      const size = SIZES[seed % 3];
      const recipe = randomRecipe(createRng(seed + 500), size);
      const fresh = buildWorld(recipe);
      const used = worldOf([], { margin: recipe.margin }, [], addBody);
      // Entities of a world before this one, removed from the last to the first, so that their ids come back in order.
      const rng = createRng(seed);
      const before = randomRecipe(rng, size).bodies.slice(0, recipe.bodies.length);
      const old = recipe.bodies.map((_, i) => {
        const entity = addEntity(used.world);
        addBody(used.world, used.collision, entity, before[i % before.length]);
        return entity;
      });
      for (let round = 0; round < 3; round++) collisionSystem(used.world);
      for (const entity of old.slice().reverse()) removeEntity(used.world, entity);
      if (seed % 2 === 0) collisionSystem(used.world);
      const again = recipe.bodies.map(() => addEntity(used.world));
      expect([...again].sort((a, b) => a - b)).toEqual(fresh.entities);
      for (const entity of again) {
        addBody(used.world, used.collision, entity, recipe.bodies[fresh.entities.indexOf(entity)]);
      }
      const wanted = tick(fresh);
      collisionSystem(used.world);
      expect(readContacts(used.collision), `seed ${seed}`).toStrictEqual(wanted);
    }
  });

  it('does not show in a second tick of the same world', () => {
    for (let seed = 1; seed <= effort(150, 30); seed++) {
      const built = buildWorld(randomRecipe(createRng(seed + 900), SIZES[seed % 3]));
      const first = tick(built);
      expect(tick(built), `seed ${seed}`).toStrictEqual(first);
      collisionSystem(built.world);
      expect(Array.from(built.collision.contacts(), (contact) => contact.age).every((age) => age === 2)).toBe(true);
    }
  });
});

describe('the other order of A and B', () => {
  it('gives the same pairs, separations and opposite normals', () => {
    let compared = 0;
    for (let seed = 1; seed <= effort(600, 120); seed++) {
      const size = SIZES[seed % 3];
      const recipe = randomRecipe(createRng(seed + 2000), size);
      const count = recipe.bodies.length;
      const forward = tick(buildWorld(recipe));
      const turned = tick(buildWorld({ ...recipe, bodies: [...recipe.bodies].reverse() }));
      const band = 1e-12 * (size * 4 + Math.abs(recipe.originX) + Math.abs(recipe.originY));
      const mirrored = turned.map((row) => ({
        ...row,
        a: count + 1 - row.b,
        b: count + 1 - row.a,
        childA: row.childB,
        childB: row.childA,
      }));
      const order = (p: ContactRow, q: ContactRow): number =>
        p.a - q.a || p.b - q.b || p.childA - q.childA || p.childB - q.childB;
      mirrored.sort(order);
      const key = ({ a, b, childA, childB, touching }: ContactRow): string =>
        `${a} ${b} ${childA} ${childB} ${touching}`;
      expect(mirrored.map(key), `seed ${seed}`).toEqual(forward.map(key));
      forward.forEach((row, i) => {
        const other = mirrored[i];
        if (row.sensor) return;
        compared++;
        const gap = Math.abs(row.separation - other.separation);
        if (gap > band)
          throw new Error(`seed ${seed}, ${key(row)}: separation ${row.separation} and ${other.separation}`);
        // Where two ways out are equally short, either may be taken: both are right.
        const turn = Math.hypot(row.normalX + other.normalX, row.normalY + other.normalY);
        if (turn > 1e-6 && row.separation > 0) throw new Error(`seed ${seed}, ${key(row)}: normals differ by ${turn}`);
      });
    }
    expect(compared).toBeGreaterThan(effort(5000, 1000));
  });
});
