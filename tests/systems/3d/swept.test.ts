import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type Contact,
  capsule,
  collisionSystem,
  compound,
  cone,
  copyContact,
  createCollision,
  cylinder,
  halfSpace,
  heightfield,
  hull,
  mesh,
  type ShapeSpec,
  sphere,
  sweptColliders,
} from '../../../entry/3d.ts';
import { pointsOnSphere } from '../../support/random-space.ts';
import { createRng } from '../../support/rng.ts';

type Place = readonly [number, number, number];

function makeStage() {
  const world = createWorld();
  const collision = createCollision(world, { swept: sweptColliders });
  const { Transform, Collider } = collision;
  const told: string[] = [];
  collision.onBegin((a, b) => told.push(`begin ${a} ${b}`));
  collision.onEnd((a, b) => told.push(`end ${a} ${b}`));
  /** Turned by an angle about z. */
  const move = (entity: number, [x, y, z]: Place, angle = 0): void => {
    Transform.x[entity] = x;
    Transform.y[entity] = y;
    Transform.z[entity] = z;
    Transform.qz[entity] = Math.sin(angle / 2);
    Transform.qw[entity] = Math.cos(angle / 2);
  };
  return {
    world,
    collision,
    move,
    add(place: Place, shape: ShapeSpec, ...tags: object[]): number {
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, {}));
      move(entity, place);
      addComponent(world, entity, set(Collider, shape));
      for (const tag of tags) addComponent(world, entity, tag);
      return entity;
    },
    tick(): string[] {
      told.length = 0;
      collisionSystem(world);
      return told.slice();
    },
    contacts: () => Array.from(collision.contacts(), (contact) => copyContact(contact)),
  };
}

it('a bar that turns hits what is beside it, and a quaternion of the other sign is no turn', () => {
  const { collision, add, move, tick, contacts } = makeStage();
  const bar = add([0, 0, 0], box(4, 0.1, 0.5), collision.Swept);
  const ball = add([0, 3, 0], sphere(0.1));
  tick();
  move(bar, [0, 0, 0], 0.9 * Math.PI);
  expect(tick()).toEqual([`begin ${bar} ${ball}`]);
  // It reaches the ball when its upper side is tangent to it. The quaternion goes straight from start to end.
  const angle = Math.asin(1) - Math.asin((0.1 + 0.1) / 3);
  const half = 0.45 * Math.PI;
  const fraction = Math.sin(angle / 2) / (Math.sin(angle / 2) + Math.sin(half - angle / 2));
  expect(contacts()[0].fraction).toBeCloseTo(fraction, 10);
  expect(contacts()[0]).toMatchObject({ normalX: expect.closeTo(-Math.sin(angle), 9), normalZ: expect.closeTo(0, 9) });
  tick();
  const { Transform } = collision;
  for (const name of ['qx', 'qy', 'qz', 'qw'] as const) Transform[name][bar] *= -3;
  expect(tick()).toEqual([]);
  expect(contacts()).toEqual([]);
});

const rng = createRng(4);
const CONVEX: Record<string, ShapeSpec> = {
  sphere: sphere(0.5),
  capsule: capsule(0.3, 0.2),
  box: box(0.5, 0.5, 0.5),
  'rounded box': box(0.4, 0.4, 0.4, { radius: 0.1 }),
  cylinder: cylinder(0.5, 0.5),
  cone: cone(0.5, 0.5),
  hull: hull([...pointsOnSphere(rng, 12, 0.4), 0.5, 0, 0, -0.5, 0, 0, 0, -0.5, 0]),
};

/** Floors at height 0 with a wall at x = 8, from the ground up to y = 4. */
const wall = [8, 0, -9, 8, 4, -9, 8, 4, 9, 8, 0, 9];
const floor = [-20, 0, -20, -20, 0, 20, 20, 0, 20, 20, 0, -20];
const ROOMS: Record<string, ShapeSpec> = {
  'a mesh': mesh(Float64Array.from([...floor, ...wall]), Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7)),
  'a compound': compound([
    { ...box(20, 0.5, 20), offsetY: -0.5 },
    { ...box(0.25, 2, 9), offsetX: 8.25, offsetY: 2 },
  ]),
};

describe.each(Object.keys(ROOMS))('in %s', (room) => {
  it.each(Object.keys(CONVEX))('%s meets floor and wall on its way, with the normals that these have', (name) => {
    for (const angle of [0, 0.4]) {
      const { collision, add, move, tick, contacts } = makeStage();
      const level = add([0, 0, 0], ROOMS[room], collision.Static);
      const body = add([0, 3, 0], CONVEX[name], collision.Swept);
      tick();
      move(body, [0.3, -3, 0.1], angle);
      expect(tick()).toEqual([`begin ${level} ${body}`]);
      expect(contacts()).toHaveLength(1);
      expect(contacts()[0]).toMatchObject({ normalY: expect.closeTo(1, 9) });
      if (angle === 0) expect(contacts()[0].fraction).toBeCloseTo(2.5 / 6, 9);
      move(body, [0, 1, 0]);
      collision.teleport(body);
      tick();
      move(body, [16, 1.2, 0.1], angle);
      expect(tick()).toEqual([`begin ${level} ${body}`]);
      expect(contacts()[0]).toMatchObject({ normalX: expect.closeTo(-1, 9), childA: room === 'a mesh' ? 3 : 1 });
      expect(contacts()[0].exitFraction).toBeLessThan(0.6);
    }
  });

  it('what rests on the floor does not fly through the wall, and seams are not met', () => {
    for (const [shape, foot] of [
      [sphere(0.4), 0.4],
      [box(0.4, 0.4, 0.3), 0.4],
      [capsule(0.2, 0.2), 0.4],
      [cylinder(0.3, 0.4), 0.4],
    ] as const) {
      for (const deep of [-1e-12, 0, 1e-15, 0.01]) {
        const { collision, add, move, tick, contacts } = makeStage();
        add([0, 0, 0], ROOMS[room], collision.Static);
        const body = add([3.5, foot - deep, 0.7], shape, collision.Swept);
        tick();
        // Over the floor alone, it meets nothing on the way.
        move(body, [6.5, foot - deep, -2]);
        tick();
        for (const { fraction, normalY } of contacts()) expect([fraction, normalY]).toEqual([1, expect.closeTo(1, 9)]);
        move(body, [13.5, foot - deep, -2]);
        tick();
        expect(contacts()).toHaveLength(1);
        expect(contacts()[0].fraction, `deep ${deep}`).toBeGreaterThan(0.15);
        expect(contacts()[0].fraction, `deep ${deep}`).toBeLessThan(0.3);
        expect(contacts()[0].normalX).toBeCloseTo(-1, 9);
      }
    }
  });
});

it('half-spaces are met by all that flies and turns, and meet what they fall on', () => {
  for (const shape of Object.values(CONVEX)) {
    for (const angle of [0, 0.5]) {
      const { collision, add, move, tick, contacts } = makeStage();
      const ground = add([0, 0, 0], halfSpace(), collision.Static);
      const body = add([0, 5, 0], shape, collision.Swept);
      tick();
      move(body, [3, -5, 0], angle);
      tick();
      // What is below the ground at the end still touches it.
      const [contact] = contacts();
      expect(contact).toMatchObject({ a: ground, b: body, exitFraction: 1, normalY: expect.closeTo(1, 9) });
      expect(contact.points[0].y).toBeCloseTo(0, 9);
      if (angle === 0) expect(contact.fraction).toBeCloseTo(0.45, 9);
    }
  }
  // A half-space that falls by its own turning: its surface sweeps a quarter of the world.
  const { collision, add, move, tick, contacts } = makeStage();
  const door = add([0, 0, 0], halfSpace(), collision.Swept);
  add([-5, 5, 0], sphere(1));
  tick();
  move(door, [0, 0, 0], -0.5 * Math.PI);
  tick();
  const meets = Math.atan2(5, 5) - Math.asin(1 / Math.hypot(5, 5));
  const [contact] = contacts();
  const reached = Math.sin(meets / 2) / (Math.sin(meets / 2) + Math.sin(Math.PI / 4 - meets / 2));
  expect(contact.fraction).toBeCloseTo(reached, 9);
});

it('a surface that is solid from one side is passed from behind only', () => {
  const plate = [-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9];
  const floors = [
    mesh(Float64Array.from(plate), Uint32Array.of(0, 1, 2, 0, 2, 3), { oneSided: true }),
    heightfield(new Float64Array(4), 2, 2, 9, { oneSided: true }),
  ];
  for (const floor of floors) {
    for (const shape of Object.values(CONVEX)) {
      for (const angle of [0, 0.3]) {
        const { collision, add, move, tick, contacts } = makeStage();
        const ground = add([0, 0, 0], floor, collision.Static);
        const body = add([4, -5, 4], shape, collision.Swept);
        tick();
        move(body, [4, 5, 4], angle);
        expect(tick()).toEqual([]);
        move(body, [4, -5, 4]);
        expect(tick()).toEqual([`begin ${ground} ${body}`]);
        expect(contacts()[0].normalY).toBeCloseTo(1, 9);
      }
    }
  }
});

it('the order in which colliders were added changes nothing', () => {
  const random = createRng(5);
  const some = (side: number): Place => [0, 1, 2].map(() => random.range(-side, side)) as unknown as Place;
  const shapes = [...Object.values(CONVEX), compound([sphere(0.2), { ...sphere(0.3), offsetX: 1 }]), ROOMS['a mesh']];
  const places = Array.from({ length: 45 }, (_, i) => ({
    from: some(5),
    to: some(5),
    angle: random.range(-2, 2),
    shape: shapes[i % shapes.length],
  }));
  const run = (order: readonly number[]): string[] => {
    const { world, collision, move, tick, contacts } = makeStage();
    const entities = places.map(() => addEntity(world));
    for (const i of order) {
      addComponent(world, entities[i], set(collision.Transform, {}));
      move(entities[i], places[i].from);
      addComponent(world, entities[i], set(collision.Collider, places[i].shape));
      if (i % 3 > 0) addComponent(world, entities[i], collision.Swept);
    }
    tick();
    for (const [i, { to, angle }] of places.entries()) move(entities[i], to, angle);
    return [...tick(), ...contacts().map((contact: Contact | object) => JSON.stringify({ ...contact, id: 0 }))];
  };
  const all = places.map((_, i) => i);
  const told = run(all);
  expect(told.length).toBeGreaterThan(100);
  expect(run(all.slice().sort((a, b) => ((a * 37) % 45) - ((b * 37) % 45)))).toEqual(told);
});
