import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import * as plane from '../../../entry/2d.ts';
import {
  type CollisionOptions,
  collisionSystem,
  createSnapshot,
  refreshCollision,
  restoreCollision,
  type ShapeSpec,
} from '../../../entry/2d.ts';
import * as space from '../../../entry/3d.ts';
import { planeKit, spaceKit } from '../../support/game-kits.ts';
import { firstContact, makeStage, type Stage } from '../../support/swept-stage.ts';

/*
 * What swept colliders do in both dimensions. Along x and y all is the same: discs are balls, boxes are as deep as they
 * are long, and nothing turns.
 */

const DIMENSIONS = [
  { kit: planeKit, slab: plane.box, compound: plane.compound },
  {
    kit: spaceKit,
    slab: (x: number, y: number) => space.box(x, y, Math.max(x, y)) as unknown as ShapeSpec,
    compound: space.compound as unknown as typeof plane.compound,
  },
];

describe.each(DIMENSIONS)('in $kit.name', ({ kit, slab, compound }) => {
  const ball = kit.round;
  const stageOf = (options: CollisionOptions = {}): Stage => makeStage(options, kit);

  it('a bullet meets the wall that it passes through: in this tick, and it ends in the next', () => {
    const { collision, add, move, tick } = stageOf();
    const bullet = add(0, 0, ball(0.5), collision.Swept);
    const wall = add(30, 0, slab(0.25, 10), collision.Static);
    expect(tick()).toEqual([]);
    move(bullet, 60, 0);
    expect(tick()).toEqual([`begin ${bullet} ${wall}`]);
    const contact = firstContact(collision);
    expect(contact).toMatchObject({
      a: bullet,
      b: wall,
      normalX: 1,
      normalY: 0,
      separation: 0,
      touching: true,
      age: 0,
    });
    expect(contact.fraction).toBeCloseTo(29.25 / 60, 14);
    expect(contact.exitFraction).toBeCloseTo(30.75 / 60, 14);
    expect(contact.points).toEqual([{ x: 29.75, y: 0, separation: 0, feature: 0 }]);
    expect(tick()).toEqual([`end ${bullet} ${wall}`]);
    expect(tick()).toEqual([]);
  });

  it('without the tag it flies through, and without the option there is no tag', () => {
    const { collision, add, move, tick } = stageOf();
    const bullet = add(0, 0, ball(0.5));
    add(30, 0, slab(0.25, 10), collision.Static);
    tick();
    move(bullet, 60, 0);
    expect(tick()).toEqual([]);
    const plain = stageOf({ swept: undefined as never });
    const entity = plain.add(0, 0, ball(1));
    expect(() => addComponent(plain.world, entity, plain.collision.Swept)).toThrow(/swept: sweptColliders/);
    expect(plain.tick()).toEqual([]);
    expect(() => kit.createCollision(createWorld(), { swept: {} as never })).toThrow(/swept must be sweptColliders/);
  });

  it('a new collider, set() and teleport have no path; direct writes have', () => {
    const { world, collision, add, move, tick } = stageOf();
    const { Transform, Swept, Static, Disabled } = collision;
    add(30, 0, slab(0.25, 10), Static);
    const bullet = add(0, 0, ball(0.5), Swept);
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
    expect(firstContact(collision).fraction).toBeCloseTo(29.25 / 60, 14);
  });

  it('what is put elsewhere by a hook has no path to there in the next tick either', () => {
    for (const hook of ['shouldCollide', 'acceptContact'] as const) {
      for (const how of ['set', 'teleport', 'direct']) {
        let isArmed = false;
        const { world, collision, add, move, tick } = stageOf({
          [hook]: () => {
            if (!isArmed) return true;
            isArmed = false;
            if (how === 'set') addComponent(world, bullet, set(collision.Transform, { x: 20 }));
            else move(bullet, 20, 0);
            if (how === 'teleport') collision.teleport(bullet);
            return true;
          },
        });
        const bullet = add(0, 0, ball(0.5), collision.Swept);
        const wall = add(10, 0, slab(0.25, 10), collision.Static);
        const [, other] = [add(50, 0, ball(1)), add(60, 0, ball(1))];
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
      const { collision, add, move, tick } = stageOf({
        [hook]: () => {
          if (!fails) return true;
          fails = false;
          throw new Error('a game');
        },
      });
      const bullet = add(0, 0, ball(0.5), collision.Swept);
      const wall = add(10, 0, slab(0.25, 10), collision.Static);
      tick();
      move(bullet, 20, 0);
      fails = true;
      expect(() => tick()).toThrow('a game');
      expect(tick()).toEqual([`begin ${bullet} ${wall}`]);
      expect(firstContact(collision).fraction).toBeCloseTo((9.75 - 0.5) / 20, 12);
      expect(tick()).toEqual([`end ${bullet} ${wall}`]);
    }
  });

  it('a world that is brought back knows no places of the ticks that were taken back', () => {
    const { world, collision, add, move, tick } = stageOf();
    const bullet = add(0, 0, ball(0.5), collision.Swept);
    add(10, 0, slab(0.25, 10), collision.Static);
    tick();
    const snapshot = createSnapshot({ stores: { Transform: collision.Transform } });
    kit.saveCollision(world, snapshot);
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
    const { world, collision, add, move, tick } = stageOf();
    const walls = [40, 10, 30, 20].map((x) => add(x, 0, slab(0.25, 10), collision.Static));
    const bullet = add(0, 0, ball(0.1), collision.Swept);
    const slow = add(0, 50, ball(1));
    const near = add(0, 53, ball(1));
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
      const stage = stageOf();
      const { collision, add, move, tick } = stage;
      const bullets = [0, 10, 20].map((y) => add(0, y, ball(0.1), collision.Swept));
      for (const y of [0, 10, 20]) add(0, y, slab(1, 1), collision.Static);
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
    const { collision, add, move, tick } = stageOf();
    const left = add(0, 0, ball(0.1), collision.Swept);
    const right = add(60, 0.1, ball(0.1), collision.Swept);
    const enemy = add(30, 40, slab(0.5, 0.5));
    tick();
    move(left, 60, 0);
    move(right, 0, 0.1);
    // Its way crosses theirs, but it comes there when they are gone.
    move(enemy, 30, -10);
    expect(tick()).toEqual([`begin ${left} ${right}`]);
    expect(firstContact(collision).fraction).toBeCloseTo((60 - Math.sqrt(0.03)) / 120, 12);
    move(left, 0, 0);
    move(enemy, 30, 10);
    expect(tick()).toEqual([`begin ${left} ${enemy}`]);
  });

  it('sensors say when something went in and out, within a tick and over several', () => {
    const { collision, add, move, tick } = stageOf();
    const bullet = add(0, 0, ball(1), collision.Swept);
    const zone = add(50, 0, slab(10, 10), collision.Sensor, collision.Static);
    const fractions: number[] = [];
    collision.onEnd((_a, _b, end) => fractions.push(end.fraction));
    tick();
    move(bullet, 100, 0);
    expect(tick()).toEqual([`begin ${bullet} ${zone}`]);
    expect(firstContact(collision)).toMatchObject({ sensor: true, points: [], fraction: 0.39, exitFraction: 0.61 });
    move(bullet, 100, 1);
    tick();
    move(bullet, 50, 0);
    tick();
    expect(firstContact(collision)).toMatchObject({ fraction: 39 / 50, exitFraction: 1 });
    tick();
    expect(firstContact(collision)).toMatchObject({ fraction: 1, exitFraction: 1, age: 1 });
    move(bullet, 10, 0);
    expect(tick()).toEqual([`end ${bullet} ${zone}`]);
    expect(fractions).toEqual([0, expect.closeTo(11 / 40, 12)]);
  });

  it('what touched from the start and parts on the way ends in that tick, unless it meets the other again', () => {
    const meetsAgain = (isThere: boolean) => {
      const { collision, add, move, tick } = stageOf();
      const bullet = add(0, 0, ball(0.5), collision.Swept);
      const near = { ...slab(0.25, 2), offsetX: 0.7 };
      add(0, 0, compound(isThere ? [near, { ...ball(1), offsetX: -10 }] : [near]), collision.Static);
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
    expect(firstContact(collision)).toMatchObject({ touching: true });
    expect(firstContact(collision).fraction).toBeCloseTo((10 - 1.5) / 20, 12);
    expect(firstContact(collision).exitFraction).toBeCloseTo((10 + 1.5) / 20, 12);
    tick();
    expect(partings).toEqual([0]);
  });

  it('where two meet several times in a tick, fraction is of the first meeting and exitFraction of the last parting', () => {
    const { collision, add, move, tick } = stageOf();
    const bullet = add(0, 0, ball(0.5), collision.Swept);
    const posts = [20, 60].map((offsetX) => ({ ...ball(1), offsetX }));
    add(0, 0, compound(posts), collision.Static);
    tick();
    move(bullet, 100, 0);
    tick();
    expect([...collision.contacts()].length).toBe(1);
    expect(firstContact(collision).fraction).toBeCloseTo((20 - 1.5) / 100, 12);
    expect(firstContact(collision).exitFraction).toBeCloseTo((60 + 1.5) / 100, 12);
  });

  it("walls that come later, or are moved, are met where they are; with the game's own stores, too", () => {
    const { world, collision, add, move, tick } = stageOf();
    for (let i = 0; i < 100; i++) add(i, 500, ball(0.1), collision.Static);
    const bullet = add(0, 0, ball(0.5), collision.Swept);
    tick();
    const late = add(30, 0, slab(0.25, 10), collision.Static);
    move(bullet, 60, 0);
    expect(tick()).toEqual([`begin ${bullet} ${late}`]);
    addComponent(world, late, set(collision.Transform, { x: 20 }));
    move(bullet, 0, 0);
    tick();
    expect(firstContact(collision).fraction).toBeCloseTo(39.25 / 60, 12);
    const Place = { x: [] as number[], y: [] as number[], z: [] as number[] };
    const other = createWorld();
    const own = kit.createCollision(other, {
      swept: kit.sweptColliders,
      transform: { component: Place, ...Object.fromEntries(kit.axes.map((axis) => [axis, Place[axis]])) } as never,
    });
    const place = (x: number, ...tags: object[]) => {
      const entity = addEntity(other);
      Place.x[entity] = x;
      Place.y[entity] = 0;
      Place.z[entity] = 0;
      addComponent(other, entity, Place);
      addComponent(other, entity, set(own.Collider, ball(1)));
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
    const { collision, add, move, tick } = stageOf({ shouldCollide });
    const bullet = add(0, 0, { ...ball(0.1), categoryBits: 2, maskBits: 1 }, collision.Swept);
    const other = add(1, 0, { ...ball(0.1), categoryBits: 2, maskBits: 1 }, collision.Swept);
    const enemy = add(20, 0, ball(1));
    tick();
    move(bullet, 60, 0);
    move(other, 60, 5);
    expect(tick()).toEqual([]);
    expect(asked).toEqual([[bullet, enemy]]);
  });

  it('what touched when the tick began does not begin again, and leaves by its end', () => {
    const { collision, add, move, tick } = stageOf();
    const body = add(0, 0, ball(1), collision.Swept);
    const wall = add(1.5, 0, slab(1, 10));
    const far = add(30, 0, slab(0.1, 10));
    expect(tick()).toEqual([`begin ${body} ${wall}`]);
    move(body, 60, 0);
    expect(tick()).toEqual([`end ${body} ${wall}`, `begin ${body} ${far}`]);
    // Back and forth through the same wall, tick after tick: it meets it in each.
    move(body, 20, 0);
    expect(tick()).toEqual([]);
    move(body, 60, 0);
    expect(tick()).toEqual([]);
    expect(firstContact(collision)).toMatchObject({ a: body, b: far, age: 2 });
    expect(tick()).toEqual([`end ${body} ${far}`]);
  });

  it('what rests against a thin wall, touching or by a hair not, does not get through it', () => {
    for (const gap of [0, 1e-16, 1e-12, -1e-12]) {
      const { collision, add, move, tick } = stageOf();
      const bullet = add(0, 0, ball(1), collision.Swept);
      const wall = add(1.25 + gap, 0, slab(0.25, 10), collision.Static);
      const before = tick();
      move(bullet, 60, 0);
      expect([...before, ...tick()], `gap ${gap}`).toContain(`begin ${bullet} ${wall}`);
    }
  });
});
