import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  type Collision,
  type CollisionOptions,
  type CompoundChild,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  copyContact,
  createCollision,
  createSnapshot,
  ellipse,
  polygon,
  refreshCollision,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  segment,
  sweptColliders,
  tiles,
} from '../../../entry/2d.ts';
import { createRng } from '../../support/rng.ts';

interface Stage {
  world: object;
  collision: Collision;
  /** "begin a b" and "end a b" of the last tick, in their order. */
  told: string[];
  add(x: number, y: number, shape: ShapeSpec & { maskBits?: number; categoryBits?: number }, ...tags: object[]): number;
  move(entity: number, x: number, y: number, rotation?: number): void;
  tick(): string[];
}

function makeStage(options: CollisionOptions = {}): Stage {
  const world = createWorld();
  const collision = createCollision(world, { swept: sweptColliders, ...options } as { swept: typeof sweptColliders });
  const { Transform, Collider } = collision;
  const told: string[] = [];
  collision.onBegin((a, b) => told.push(`begin ${a} ${b}`));
  collision.onEnd((a, b) => told.push(`end ${a} ${b}`));
  return {
    world,
    collision,
    told,
    add(x, y, shape, ...tags) {
      const entity = addEntity(world);
      addComponent(world, entity, set(Transform, { x, y }));
      addComponent(world, entity, set(Collider, shape));
      for (const tag of tags) addComponent(world, entity, tag);
      return entity;
    },
    move(entity, x, y, rotation = Transform.rotation[entity]) {
      Transform.x[entity] = x;
      Transform.y[entity] = y;
      Transform.rotation[entity] = rotation;
    },
    tick() {
      told.length = 0;
      collisionSystem(world);
      return told.slice();
    },
  };
}

const only = (collision: Collision) => [...collision.contacts()].length;
const first = (collision: Collision) => {
  for (const contact of collision.contacts()) return copyContact(contact);
  throw new Error('no contact');
};

it('a bullet meets the wall that it passes through: in this tick, and it ends in the next', () => {
  const { collision, add, move, tick } = makeStage();
  const bullet = add(0, 0, circle(0.5), collision.Swept);
  const wall = add(30, 0, box(0.25, 10), collision.Static);
  expect(tick()).toEqual([]);
  move(bullet, 60, 0);
  expect(tick()).toEqual([`begin ${bullet} ${wall}`]);
  const contact = first(collision);
  expect(contact).toMatchObject({ a: bullet, b: wall, normalX: 1, normalY: 0, separation: 0, touching: true, age: 0 });
  expect(contact.fraction).toBeCloseTo(29.25 / 60, 14);
  expect(contact.exitFraction).toBeCloseTo(30.75 / 60, 14);
  expect(contact.points).toEqual([{ x: 29.75, y: 0, separation: 0, feature: 0 }]);
  expect(tick()).toEqual([`end ${bullet} ${wall}`]);
  expect(tick()).toEqual([]);
});

it('without the tag it flies through, and without the option there is no tag', () => {
  const { collision, add, move, tick } = makeStage();
  const bullet = add(0, 0, circle(0.5));
  add(30, 0, box(0.25, 10), collision.Static);
  tick();
  move(bullet, 60, 0);
  expect(tick()).toEqual([]);
  const plain = makeStage({ swept: undefined as never });
  const entity = plain.add(0, 0, circle(1));
  expect(() => addComponent(plain.world, entity, plain.collision.Swept)).toThrow(/swept: sweptColliders/);
  expect(plain.tick()).toEqual([]);
  expect(() => createCollision(createWorld(), { swept: {} as never })).toThrow(/swept must be sweptColliders/);
});

it('a new collider, set() and teleport have no path; direct writes have', () => {
  const { world, collision, add, move, tick } = makeStage();
  const { Transform, Swept, Static, Disabled } = collision;
  add(30, 0, box(0.25, 10), Static);
  const bullet = add(0, 0, circle(0.5), Swept);
  move(bullet, 60, 0);
  expect(tick()).toEqual([]);
  addComponent(world, bullet, set(Transform, { x: 0 }));
  expect(tick()).toEqual([]);
  move(bullet, 60, 0);
  collision.teleport(bullet);
  expect(tick()).toEqual([]);
  removeComponent(world, bullet, Swept);
  addComponent(world, bullet, Disabled);
  tick();
  removeComponent(world, bullet, Disabled);
  addComponent(world, bullet, Swept);
  move(bullet, 0, 0);
  expect(tick()).toEqual([]);
  // In between, where it stands has no part in the path.
  move(bullet, 10, 0);
  refreshCollision(world);
  move(bullet, 60, 0);
  expect(tick()).toHaveLength(1);
  expect(first(collision).fraction).toBeCloseTo(29.25 / 60, 14);
});

it('what is put elsewhere by a hook has no path to there in the next tick either', () => {
  for (const hook of ['shouldCollide', 'acceptContact'] as const) {
    for (const how of ['set', 'teleport', 'direct']) {
      let isArmed = false;
      const { world, collision, add, move, tick } = makeStage({
        [hook]: () => {
          if (!isArmed) return true;
          isArmed = false;
          if (how === 'set') addComponent(world, bullet, set(collision.Transform, { x: 20 }));
          else move(bullet, 20, 0);
          if (how === 'teleport') collision.teleport(bullet);
          return true;
        },
      });
      const bullet = add(0, 0, circle(0.5), collision.Swept);
      const wall = add(10, 0, box(0.25, 10), collision.Static);
      const [, other] = [add(50, 0, circle(1)), add(60, 0, circle(1))];
      tick();
      move(other, 51, 0);
      isArmed = true;
      tick();
      expect(isArmed).toBe(false);
      expect(tick()).toEqual(how === 'direct' ? [`begin ${bullet} ${wall}`] : []);
    }
  }
});

it('a tick that a hook has broken off is run again from where it began', () => {
  for (const hook of ['shouldCollide', 'acceptContact'] as const) {
    let fails = false;
    const { collision, add, move, tick } = makeStage({
      [hook]: () => {
        if (!fails) return true;
        fails = false;
        throw new Error('a game');
      },
    });
    const bullet = add(0, 0, circle(0.5), collision.Swept);
    const wall = add(10, 0, box(0.25, 10), collision.Static);
    tick();
    move(bullet, 20, 0);
    fails = true;
    expect(() => tick()).toThrow('a game');
    expect(tick()).toEqual([`begin ${bullet} ${wall}`]);
    expect(first(collision).fraction).toBeCloseTo((9.75 - 0.5) / 20, 12);
    expect(tick()).toEqual([`end ${bullet} ${wall}`]);
  }
});

it('a world that is brought back knows no places of the ticks that were taken back', () => {
  const { world, collision, add, move, tick } = makeStage();
  const bullet = add(0, 0, circle(0.5), collision.Swept);
  add(10, 0, box(0.25, 10), collision.Static);
  tick();
  const snapshot = createSnapshot({ stores: { Transform: collision.Transform } });
  saveCollision(world, snapshot);
  for (let i = 1; i < 5; i++) {
    move(bullet, i, 0);
    tick();
  }
  restoreCollision(world, snapshot);
  // What is static has no path, and where it stood begins none.
  for (let i = 0; i < 4; i++) {
    addComponent(world, bullet, collision.Static);
    tick();
    removeComponent(world, bullet, collision.Static);
    move(bullet, 20 * (i % 2), 0);
    expect(tick()).toEqual([]);
  }
});

it('handlers hear of the earliest first, and a bullet that is gone meets nothing more', () => {
  const { world, collision, add, move, tick } = makeStage();
  const walls = [40, 10, 30, 20].map((x) => add(x, 0, box(0.25, 10), collision.Static));
  const bullet = add(0, 0, circle(0.1), collision.Swept);
  const slow = add(0, 50, circle(1));
  const near = add(0, 53, circle(1));
  tick();
  move(bullet, 60, 0);
  move(slow, 0, 51.5);
  const order = [walls[1], walls[3], walls[2], walls[0]];
  expect(tick()).toEqual([...order.map((wall) => `begin ${wall} ${bullet}`), `begin ${slow} ${near}`]);
  expect([...collision.begins(bullet)].map(() => 0)).toHaveLength(4);
  const fractions = [];
  for (const contact of collision.begins([], [])) fractions.push(contact.fraction);
  expect(fractions).toEqual(fractions.slice().sort((a, b) => a - b));
  expect(fractions[4]).toBe(1);
  tick();
  const hits: number[] = [];
  collision.onBegin(bullet, (_bullet, wall) => {
    hits.push(wall);
    removeEntity(world, bullet);
  });
  move(bullet, 0, 0);
  tick();
  expect(hits).toEqual([walls[0]]);
});

it('handlers of ends are told when the two parted, whatever those before them have moved or removed', () => {
  const partings = (interfere: (stage: Stage, bullets: readonly number[]) => void): number[] => {
    const stage = makeStage();
    const { collision, add, move, tick } = stage;
    const bullets = [0, 10, 20].map((y) => add(0, y, circle(0.1), collision.Swept));
    for (const y of [0, 10, 20]) add(0, y, box(1, 1), collision.Static);
    const fractions: number[] = [];
    collision.onEnd((_a, _b, { fraction }) => {
      if (fractions.push(fraction) === 1) interfere(stage, bullets);
    });
    tick();
    for (const bullet of bullets) move(bullet, 10, collision.Transform.y[bullet]);
    tick();
    return fractions;
  };
  const plain = partings(() => {});
  expect(plain).toEqual([0.11, 0.11, 0.11].map((fraction) => expect.closeTo(fraction, 12)));
  expect(partings(({ world }) => refreshCollision(world))).toEqual(plain);
  expect(partings(({ world }, bullets) => removeEntity(world, bullets[1]))).toEqual(plain);
});

it('bullets that come towards each other meet, and so does what comes towards something swept', () => {
  const { collision, add, move, tick } = makeStage();
  const left = add(0, 0, circle(0.1), collision.Swept);
  const right = add(60, 0.1, circle(0.1), collision.Swept);
  const enemy = add(30, 40, capsule(0.5, 0.5));
  tick();
  move(left, 60, 0);
  move(right, 0, 0.1);
  // Its way crosses theirs, but it comes there when they are gone.
  move(enemy, 30, -10);
  expect(tick()).toEqual([`begin ${left} ${right}`]);
  expect(first(collision).fraction).toBeCloseTo((60 - Math.sqrt(0.03)) / 120, 12);
  move(left, 0, 0);
  move(enemy, 30, 10);
  expect(tick()).toEqual([`begin ${left} ${enemy}`]);
});

it('a stick that spins hits what is beside it, however often it turns; an angle brought back does not', () => {
  const { collision, add, move, tick } = makeStage();
  const stick = add(0, 0, box(4, 0.1), collision.Swept);
  const ball = add(0, 3, circle(0.1));
  tick();
  move(stick, 0, 0, 6 * Math.PI);
  expect(tick()).toEqual([`begin ${stick} ${ball}`]);
  // It reaches the ball when its upper side is tangent to it: at an angle whose sine is near 1 less both halves.
  const angle = Math.asin(1) - Math.asin((0.1 + 0.1) / 3);
  expect(first(collision).fraction).toBeCloseTo(angle / (6 * Math.PI), 12);
  tick();
  move(stick, 0, 0, 3.1);
  collision.teleport(stick);
  tick();
  move(stick, 0, 0, -3.1);
  expect(tick()).toEqual([]);
});

it('sensors say when something went in and out, within a tick and over several', () => {
  const { collision, add, move, tick } = makeStage();
  const bullet = add(0, 0, circle(1), collision.Swept);
  const zone = add(50, 0, box(10, 10), collision.Sensor, collision.Static);
  const fractions: number[] = [];
  collision.onEnd((_a, _b, end) => fractions.push(end.fraction));
  tick();
  move(bullet, 100, 0);
  expect(tick()).toEqual([`begin ${bullet} ${zone}`]);
  expect(first(collision)).toMatchObject({ sensor: true, points: [], fraction: 0.39, exitFraction: 0.61 });
  move(bullet, 100, 1);
  tick();
  move(bullet, 50, 0);
  tick();
  expect(first(collision)).toMatchObject({ fraction: 39 / 50, exitFraction: 1 });
  tick();
  expect(first(collision)).toMatchObject({ fraction: 1, exitFraction: 1, age: 1 });
  move(bullet, 10, 0);
  expect(tick()).toEqual([`end ${bullet} ${zone}`]);
  expect(fractions).toEqual([0, expect.closeTo(11 / 40, 12)]);
});

it('what touched from the start and parts on the way ends in that tick, unless it meets the other again', () => {
  const meetsAgain = (isThere: boolean) => {
    const { collision, add, move, tick } = makeStage();
    const bullet = add(0, 0, circle(0.5), collision.Swept);
    const near = { ...box(0.25, 2), offsetX: 0.7 };
    add(0, 0, compound(isThere ? [near, { ...circle(1), offsetX: -10 }] : [near]), collision.Static);
    const partings: number[] = [];
    collision.onEnd((_a, _b, end) => partings.push(end.fraction));
    tick();
    move(bullet, -20, 0);
    tick();
    return { collision, tick, partings };
  };
  // The bullet reaches to 0.5 and the box begins at 0.45.
  expect(meetsAgain(false).partings).toEqual([expect.closeTo(0.05 / 20, 12)]);
  const { collision, tick, partings } = meetsAgain(true);
  expect(partings).toEqual([]);
  expect([...collision.stays()].length).toBe(1);
  expect(first(collision)).toMatchObject({ touching: true });
  expect(first(collision).fraction).toBeCloseTo((10 - 1.5) / 20, 12);
  expect(first(collision).exitFraction).toBeCloseTo((10 + 1.5) / 20, 12);
  tick();
  expect(partings).toEqual([0]);
});

it('where two meet several times in a tick, fraction is of the first meeting and exitFraction of the last parting', () => {
  const { collision, add, move, tick } = makeStage();
  const bullet = add(0, 0, circle(0.5), collision.Swept);
  const posts = [20, 60].map((offsetX) => ({ ...circle(1), offsetX }));
  add(0, 0, compound(posts), collision.Static);
  tick();
  move(bullet, 100, 0);
  tick();
  expect([...collision.contacts()].length).toBe(1);
  expect(first(collision).fraction).toBeCloseTo((20 - 1.5) / 100, 12);
  expect(first(collision).exitFraction).toBeCloseTo((60 + 1.5) / 100, 12);
});

it("walls that come later, or are moved, are met where they are; with the game's own stores, too", () => {
  const { world, collision, add, move, tick } = makeStage();
  for (let i = 0; i < 100; i++) add(i, 500, circle(0.1), collision.Static);
  const bullet = add(0, 0, circle(0.5), collision.Swept);
  tick();
  const late = add(30, 0, box(0.25, 10), collision.Static);
  move(bullet, 60, 0);
  expect(tick()).toEqual([`begin ${bullet} ${late}`]);
  addComponent(world, late, set(collision.Transform, { x: 20 }));
  move(bullet, 0, 0);
  tick();
  expect(first(collision).fraction).toBeCloseTo(39.25 / 60, 12);
  const Place = { x: [] as number[], y: [] as number[] };
  const other = createWorld();
  const own = createCollision(other, { swept: sweptColliders, transform: { component: Place, ...Place } });
  const place = (x: number, ...tags: object[]) => {
    const entity = addEntity(other);
    Place.x[entity] = x;
    Place.y[entity] = 0;
    addComponent(other, entity, Place);
    addComponent(other, entity, set(own.Collider, circle(1)));
    for (const tag of tags) addComponent(other, entity, tag);
    return entity;
  };
  const flier = place(0, own.Swept);
  place(50);
  collisionSystem(other);
  Place.x[flier] = 100;
  collisionSystem(other);
  expect(Array.from(own.begins(), (contact) => contact.fraction)).toEqual([0.48]);
});

it('filters and shouldCollide hold on the way', () => {
  const asked: number[][] = [];
  const shouldCollide = (a: number, b: number): boolean => {
    asked.push([a, b]);
    return false;
  };
  const { collision, add, move, tick } = makeStage({ shouldCollide });
  const bullet = add(0, 0, { ...circle(0.1), categoryBits: 2, maskBits: 1 }, collision.Swept);
  const other = add(1, 0, { ...circle(0.1), categoryBits: 2, maskBits: 1 }, collision.Swept);
  const enemy = add(20, 0, circle(1));
  tick();
  move(bullet, 60, 0);
  move(other, 60, 5);
  expect(tick()).toEqual([]);
  expect(asked).toEqual([[bullet, enemy]]);
});

it('of chains and compounds, the first piece that is met is named', () => {
  const { collision, add, move, tick } = makeStage();
  const points = Array.from({ length: 101 }, (_, i) => ({ x: i - 50, y: 0 }));
  const ground = add(0, -5, chain(points), collision.Static);
  const pair = compound([circle(0.5), { ...box(0.5, 0.5), offsetX: 3 }] satisfies CompoundChild[]);
  const falling = add(20.25, 100, pair, collision.Swept);
  tick();
  move(falling, 20.25, -100);
  expect(tick()).toEqual([`begin ${ground} ${falling}`]);
  expect(only(collision)).toBe(1);
  expect(first(collision)).toMatchObject({ childA: 70, childB: 0, normalX: 0, normalY: 1, fraction: 104.5 / 200 });
});

it('a one-sided chain is passed from behind only', () => {
  const { collision, add, move, tick } = makeStage();
  const floor = add(0, 0, chain([10, 0, -10, 0], { oneSided: true }), collision.Static);
  const bullet = add(0, -5, capsule(0.2, 0.1), collision.Swept);
  tick();
  move(bullet, 0, 5);
  expect(tick()).toEqual([]);
  move(bullet, 0, -5);
  expect(tick()).toEqual([`begin ${floor} ${bullet}`]);
});

it('what touched when the tick began does not begin again, and leaves by its end', () => {
  const { collision, add, move, tick } = makeStage();
  const ball = add(0, 0, circle(1), collision.Swept);
  const wall = add(1.5, 0, box(1, 10));
  const far = add(30, 0, box(0.1, 10));
  expect(tick()).toEqual([`begin ${ball} ${wall}`]);
  move(ball, 60, 0);
  expect(tick()).toEqual([`end ${ball} ${wall}`, `begin ${ball} ${far}`]);
  // Back and forth through the same wall, tick after tick: it meets it in each.
  move(ball, 20, 0);
  expect(tick()).toEqual([]);
  move(ball, 60, 0);
  expect(tick()).toEqual([]);
  expect(first(collision)).toMatchObject({ a: ball, b: far, age: 2 });
  expect(tick()).toEqual([`end ${ball} ${far}`]);
});

it('what touched, and has been put elsewhere, is met there by what comes along', () => {
  for (const turn of [0, 0.3, 1, -2]) {
    const { collision, add, move, tick } = makeStage();
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const plate = add(0, 0, segment(0, 0, 10, 10), collision.Swept);
    const ball = add(5 * c - 5.3 * s, 5 * s + 5.3 * c, circle(0.5));
    move(plate, 0, 0, turn);
    expect(tick()).toEqual([`begin ${plate} ${ball}`]);
    // The ball starts within the plate's new bounds, and flies through it.
    move(plate, 3 * s, -3 * c);
    collision.teleport(plate);
    move(ball, 5 * c + 8 * s, 5 * s - 8 * c);
    expect(tick()).toEqual([]);
    expect(first(collision).fraction).toBeCloseTo((3.3 - Math.SQRT1_2) / 13.3, 9);
    expect(tick()).toEqual([`end ${plate} ${ball}`]);
  }
});

it('what rests against a thin wall, touching or by a hair not, does not get through it', () => {
  for (const gap of [0, 1e-16, 1e-12, -1e-12]) {
    const { collision, add, move, tick } = makeStage();
    const bullet = add(0, 0, circle(1), collision.Swept);
    const wall = add(1.25 + gap, 0, box(0.25, 10), collision.Static);
    const before = tick();
    move(bullet, 60, 0);
    expect([...before, ...tick()], `gap ${gap}`).toContain(`begin ${bullet} ${wall}`);
  }
});

/** A floor at height 1 with a wall in the middle, as one collider. */
const ROOMS: [string, ShapeSpec][] = [
  ['tiles', tilesOf((column, row) => row === 0 || column === 8)],
  ['a chain', chain([0, 1, 8, 1, 8, 4, 8.5, 4, 8.5, 1, 20, 1])],
  ['a compound', compound([floorOf(0.5), { ...box(0.5, 2), offsetX: 8.5, offsetY: 2 }])],
  ['a smooth compound', compound([floorOf(0.5), { ...box(0.5, 2), offsetX: 8.5, offsetY: 2 }], { smooth: true })],
];

function tilesOf(isSolid: (column: number, row: number) => boolean): ShapeSpec {
  const cells = Array.from({ length: 80 }, (_, i) => Number(isSolid(i % 20, Math.floor(i / 20))));
  return tiles({ columns: 20, rows: 4, size: 1, cells, yUp: true });
}

function floorOf(halfHeight: number): CompoundChild {
  return { ...box(10, halfHeight), offsetX: 10, offsetY: halfHeight };
}

it.each(ROOMS)('what rests on the floor of %s does not fly through its walls', (_, room) => {
  for (const [shape, foot] of [
    [circle(0.4), 0.4],
    [box(0.4, 0.4), 0.4],
    [capsule(0.2, 0.2), 0.4],
  ] as const) {
    for (const deep of [-1e-12, 0, 1e-15, 0.01]) {
      // What turns a hair above the floor meets that.
      for (const turn of deep < 0 ? [0] : [0, 2 * Math.PI]) {
        const { collision, add, move, tick } = makeStage();
        add(0, 0, room, collision.Static);
        const body = add(3.5, 1 + foot - deep, shape, collision.Swept);
        tick();
        // Over the floor alone, it meets nothing on the way.
        move(body, 5.5, 1 + foot - deep);
        tick();
        for (const contact of collision.contacts()) expect(contact.fraction).toBe(1);
        move(body, 13.5, 1 + foot - deep, turn);
        tick();
        expect(only(collision)).toBe(1);
        const contact = first(collision);
        expect(contact.fraction, `deep ${deep}, turn ${turn}`).toBeLessThan(0.3);
        expect(contact.fraction, `deep ${deep}, turn ${turn}`).toBeGreaterThan(turn === 0 ? 0.2 : 0);
        if (turn === 0) expect(contact.normalX).toBeCloseTo(-1, 12);
      }
    }
  }
});

it('the seams of a floor are not met by what slides along it, however far in a tick', () => {
  const rng = createRng(12);
  const children = Array.from({ length: 20 }, (_, i) => ({ ...box(0.5, 0.5), offsetX: i + 0.5, offsetY: 0.5 }));
  const points = Array.from({ length: 21 }, (_, i) => ({ x: i, y: 1 }));
  for (const floor of [tilesOf((_, row) => row === 0), compound(children), chain(points)]) {
    for (const shape of [circle(0.4), box(0.4, 0.4), capsule(0.2, 0.2), ellipse(0.5, 0.4)]) {
      const { collision, add, move, tick } = makeStage();
      add(0, 0, floor, collision.Static);
      const body = add(1, 1.4, shape, collision.Swept);
      tick();
      for (let i = 0; i < 100; i++) {
        move(body, rng.range(1, 19), 1.4 - rng.range(0, 0.02));
        tick();
        expect(only(collision)).toBeGreaterThan(0);
        for (const { fraction } of collision.contacts()) expect(fraction).toBe(1);
      }
    }
  }
});

it('one-way tiles are met from above alone', () => {
  const cells = [0, 0, 0, 1, 1, 1, 0, 0, 0];
  const map = tiles({ columns: 3, rows: 3, size: 1, cells, shapes: { 1: 'one-way' }, yUp: true });
  for (const shape of [circle(0.3), box(0.3, 0.3), capsule(0.1, 0.2)]) {
    for (const turn of [0, 2 * Math.PI]) {
      for (const isMapFirst of [true, false]) {
        const { collision, add, move, tick } = makeStage();
        if (isMapFirst) add(0, 0, map);
        const body = add(1.5, -3, shape, collision.Swept);
        if (!isMapFirst) add(0, 0, map);
        tick();
        move(body, 1.5, 5, turn);
        expect(tick()).toEqual([]);
        move(body, 1.5, -3, 0);
        expect(tick()).toHaveLength(1);
        expect(Math.abs(first(collision).normalY)).toBeCloseTo(1, 9);
        expect(tick()).toHaveLength(1);
        // In it, on its way up: not held, nor met at the start.
        move(body, 1.5, 1.8);
        tick();
        move(body, 1.5, 6);
        expect(tick()).toEqual([]);
      }
    }
  }
});

it('the order in which colliders were added changes nothing', () => {
  const rng = createRng(5);
  const shapes = [circle(0.3), box(0.5, 0.2), capsule(0.3, 0.1), polygon([0, 0, 1, 0, 0, 1]), segment(-1, 0, 1, 0.5)];
  shapes.push(ellipse(0.8, 0.3), compound([circle(0.2), { ...circle(0.3), offsetX: 1 }]));
  const places = Array.from({ length: 42 }, (_, i) => ({
    from: [rng.range(-10, 10), rng.range(-10, 10), rng.range(-1, 1)] as const,
    to: [rng.range(-10, 10), rng.range(-10, 10), rng.range(-1, 4)] as const,
    shape: shapes[i % shapes.length],
  }));
  const run = (order: readonly number[]) => {
    const { world, collision, move, tick } = makeStage();
    const entities = places.map(() => addEntity(world));
    for (const i of order) {
      const [x, y, rotation] = places[i].from;
      addComponent(world, entities[i], set(collision.Transform, { x, y, rotation }));
      addComponent(world, entities[i], set(collision.Collider, places[i].shape));
      if (i % 3 > 0) addComponent(world, entities[i], collision.Swept);
    }
    tick();
    places.forEach(({ to }, i) => {
      move(entities[i], ...to);
    });
    return [
      ...tick(),
      ...Array.from(collision.contacts(), (contact) => JSON.stringify({ ...copyContact(contact), id: 0 })),
    ];
  };
  const all = places.map((_, i) => i);
  const told = run(all);
  expect(told.length).toBeGreaterThan(150);
  expect(run(all.slice().sort((a, b) => ((a * 37) % 42) - ((b * 37) % 42)))).toEqual(told);
});

it('an ellipse that flies and turns meets a wall where its outline does', () => {
  const { collision, add, move, tick } = makeStage();
  const [rx, ry] = [2, 0.5];
  const blade = add(0, 0, ellipse(rx, ry), collision.Swept);
  const wall = add(20, 0, box(0.05, 30), collision.Static);
  tick();
  move(blade, 40, 0, Math.PI / 2);
  expect(tick()).toEqual([`begin ${blade} ${wall}`]);
  const { fraction, points, normalX } = first(collision);
  const angle = (fraction * Math.PI) / 2;
  const reach = Math.hypot(rx * Math.cos(angle), ry * Math.sin(angle));
  expect(40 * fraction + reach).toBeCloseTo(19.95, 9);
  expect(points[0].x).toBeCloseTo(19.95, 9);
  expect(normalX).toBeCloseTo(1, 12);
});
