import { addComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { chain, circle, collisionSystem, narrowPhaseSystem, polygon } from '../../../entry/2d.ts';
import { createGame, GAMES, refusal } from '../../support/game-2d.ts';
import { createRng } from '../../support/rng.ts';

/** Writes the half extents of a box of either dimension. */
function writeHalves(collider: object, entity: number, x: number, y: number): void {
  const { halfWidth, halfHeight, halfX, halfY, halfZ } = collider as Record<string, Float64Array | undefined>;
  (halfWidth ?? halfX)![entity] = x;
  (halfHeight ?? halfY)![entity] = y;
  if (halfZ !== undefined) halfZ[entity] = 1;
}

describe.each(GAMES)('in $name', ({ createGame, round, createContactColumns, readContacts }) => {
  const Player = {};
  const Ground = {};

  /** Six circles in a row, each touching the next two. */
  function row() {
    const game = createGame();
    const eids = Array.from({ length: 6 }, (_, i) => game.spawn(0.9 * i));
    collisionSystem(game.world);
    return { ...game, eids };
  }

  const ALL_PAIRS = ['1 2', '1 3', '2 3', '2 4', '3 4', '3 5', '4 5', '4 6', '5 6'];

  function pairs(contacts: Iterable<{ a: number; b: number }>): string[] {
    const found: string[] = [];
    for (const { a, b } of contacts) found.push(`${a} ${b}`);
    return found;
  }

  describe('loops over contacts', () => {
    it('go by ascending (a, b), and those of one entity by ascending other', () => {
      const { collision } = row();
      expect(pairs(collision.contacts())).toEqual(ALL_PAIRS);
      expect(pairs(collision.contactsOf(3))).toEqual(['3 1', '3 2', '3 4', '3 5']);
      expect(pairs(collision.contacts(3))).toEqual(['3 1', '3 2', '3 4', '3 5']);
      expect(pairs(collision.contacts([], 3))).toEqual(['1 3', '2 3', '4 3', '5 3']);
      expect(pairs(collision.contacts(3, 4))).toEqual(['3 4']);
      expect(pairs(collision.contacts(4, 3))).toEqual(['4 3']);
      expect(pairs(collision.contactsOf(1, 6))).toEqual([]);
    });

    it('nest: every loop has a view of its own', () => {
      const { collision } = row();
      const found: string[] = [];
      for (const outer of collision.contacts()) {
        for (const inner of collision.contactsOf(outer.a)) {
          for (const third of collision.contacts(inner.b)) {
            expect(third.a).toBe(inner.b);
            break;
          }
          expect(inner.a).toBe(outer.a);
        }
        found.push(`${outer.a} ${outer.b}`);
      }
      expect(found).toEqual(ALL_PAIRS);
    });

    it('may be left by break, return and throw, and are whole the next time', () => {
      const { collision } = row();
      const first = (): number => {
        for (const contact of collision.contacts()) return contact.b;
        return 0;
      };
      for (let i = 0; i < 3; i++) {
        expect(first()).toBe(2);
        expect(() => {
          for (const _contact of collision.contacts()) throw new Error('out');
        }).toThrow('out');
        const [one, two] = collision.contacts();
        expect([one === two, two?.b]).toEqual([true, 3]);
        expect(pairs(collision.contacts())).toEqual(ALL_PAIRS);
      }
    });

    it('a loop that is over stays over', () => {
      const { collision } = row();
      const contacts = collision.contacts();
      for (const _contact of contacts) break;
      expect(contacts.next().done).toBe(true);
      const whole = collision.contacts();
      expect(pairs(whole).length).toBe(9);
      expect(whole.next().done).toBe(true);
    });

    it('skip what is removed during them, and what was removed since the tick', () => {
      const { world, collision } = row();
      const found: string[] = [];
      for (const { a, b } of collision.contacts()) {
        found.push(`${a} ${b}`);
        if (a === 1) removeEntity(world, 3);
        if (a === 2) removeEntity(world, 6);
      }
      expect(found).toEqual(['1 2', '2 4', '4 5']);
      expect(pairs(collision.contacts())).toEqual(['1 2', '2 4', '4 5']);
      expect(pairs(collision.contactsOf(3))).toEqual([]);
      expect(pairs(collision.contactsOf(2))).toEqual(['2 1', '2 4']);
    });

    it('an entity that is not there, has no collider or only just got one has no contacts', () => {
      const { world, collision, spawn } = row();
      expect(pairs(collision.contactsOf(999))).toEqual([]);
      expect(pairs(collision.contactsOf(-1))).toEqual([]);
      expect(pairs(collision.contacts(0))).toEqual([]);
      for (let round = 0; round < 20; round++) {
        const fresh = spawn(1);
        expect(pairs(collision.contactsOf(fresh))).toEqual([]);
        removeEntity(world, fresh);
        removeEntity(world, 1 + (round % 3));
        expect(pairs(collision.contactsOf(spawn(round)))).toEqual([]);
        if (round % 4 === 0) collisionSystem(world);
      }
    });

    it('with components, as either side and in either order', () => {
      const { world, collision } = row();
      for (const eid of [2, 5]) addComponent(world, eid, Player);
      for (const eid of [1, 3, 5]) addComponent(world, eid, Ground);
      expect(pairs(collision.contacts([Player], [Ground]))).toEqual(['2 1', '2 3', '5 3']);
      expect(pairs(collision.contacts([Ground], [Player]))).toEqual(['1 2', '3 2', '3 5']);
      expect(pairs(collision.contacts([Player, Ground]))).toEqual(['5 3', '5 4', '5 6']);
      expect(pairs(collision.contactsOf(3, [Player]))).toEqual(['3 2', '3 5']);
      expect(pairs(collision.contactsOf(3, [{}]))).toEqual([]);
      expect(pairs(collision.begins([Ground], [Player]))).toEqual(['1 2', '3 2', '3 5']);
      expect(pairs(collision.begins(5))).toEqual(['5 3', '5 4', '5 6']);
      expect(pairs(collision.stays())).toEqual([]);
      collisionSystem(world);
      expect(pairs(collision.begins())).toEqual([]);
      expect(pairs(collision.stays(2, [Ground]))).toEqual(['2 1', '2 3']);
    });

    it('a tick and then another loop inside a loop leave that loop its error', () => {
      const { world, collision } = row();
      let seen = 0;
      const loop = (): void => {
        for (const _contact of collision.contacts()) {
          seen++;
          collisionSystem(world);
          expect(pairs(collision.contacts())).toEqual(ALL_PAIRS);
        }
      };
      expect(refusal(loop)).toBe('invalid-state: the contacts were rewritten during a loop over them: a tick has run');
      expect(seen).toBe(1);
    });

    it('a tick inside a loop ends it with an error, not with wrong contacts', () => {
      const { world, collision } = row();
      let seen = 0;
      const loop = (): void => {
        for (const _contact of collision.contacts()) {
          seen++;
          collisionSystem(world);
        }
      };
      expect(refusal(loop)).toBe('invalid-state: the contacts were rewritten during a loop over them: a tick has run');
      expect(seen).toBe(1);
      for (const _contact of collision.contacts()) {
        collisionSystem(world);
        break;
      }
      expect(pairs(collision.contacts())).toEqual(ALL_PAIRS);
    });

    it('loops begun and forgotten are their own until the end, those that ended are used again', () => {
      const { world, collision } = row();
      const forgotten = collision.contacts();
      expect(forgotten.next().value?.a).toBe(1);
      collisionSystem(world);
      const made = new Set<unknown>();
      for (let tick = 0; tick < 100; tick++) {
        const contacts = collision.contacts();
        made.add(contacts);
        expect(pairs(contacts)).toEqual(ALL_PAIRS);
        collisionSystem(world);
      }
      expect(made.size).toBe(1);
      expect(made.has(forgotten)).toBe(false);
      expect(refusal(() => forgotten.next())).toContain('the contacts were rewritten during a loop over them');
    });

    it('contacts that are read inside acceptContact have no id and no age yet, nor those of a tick that it breaks off', () => {
      const seen: string[] = [];
      let hook = (): void => {};
      const { world, collision, spawn } = createGame({
        acceptContact: () => {
          hook();
          return true;
        },
      });
      const columns = createContactColumns();
      const read = (): void => {
        for (const { a, b, id, age } of collision.contacts()) seen.push(`${a} ${b} #${id} ${age}`);
        for (const { a, b, id, age } of collision.contactsOf(3)) seen.push(`${a} ${b} #${id} ${age}`);
        for (let i = 0; i < readContacts(world, columns); i++) {
          seen.push(`${columns.a[i]} ${columns.b[i]} #${columns.id[i]} ${columns.age[i]}`);
        }
      };
      const a = spawn(0);
      spawn(10);
      spawn(11);
      collisionSystem(world);
      collisionSystem(world);
      collision.Transform.x[a] = 9;
      hook = () => {
        if (seen.length === 0) read();
      };
      collisionSystem(world);
      expect(seen.splice(0)).toEqual([
        ...['1 2 #0 0', '1 3 #0 0', '2 3 #0 0'],
        ...['3 1 #0 0', '3 2 #0 0'],
        ...['1 2 #0 0', '1 3 #0 0', '2 3 #0 0'],
      ]);
      read();
      expect(seen.splice(0).slice(0, 3)).toEqual(['1 2 #2 0', '1 3 #3 0', '2 3 #1 2']);
      hook = () => {
        read();
        throw new Error('a game');
      };
      expect(() => collisionSystem(world)).toThrow('a game');
      expect(seen.splice(0)).toHaveLength(8);
      read();
      expect(seen).toEqual([]);
    });

    it('contacts between narrow phase and tracking can be read, without a stale view', () => {
      const { world, collision, eids } = row();
      removeEntity(world, eids[0]);
      narrowPhaseSystem(world);
      expect(pairs(collision.contacts())).toEqual(ALL_PAIRS.slice(2));
    });
  });

  describe('sensors, statics and kinds', () => {
    it('sensors meet sensors, statics and moving ones; their contacts have no points', () => {
      const { world, collision, spawn } = createGame();
      const eids = [spawn(0), spawn(0.5), spawn(1), spawn(1.5)];
      addComponent(world, eids[0], collision.Sensor);
      addComponent(world, eids[1], collision.Sensor);
      addComponent(world, eids[2], collision.Static);
      addComponent(world, eids[3], collision.Static);
      addComponent(world, eids[0], collision.Static);
      collisionSystem(world);
      const found: string[] = [];
      for (const c of collision.contacts()) found.push(`${c.a} ${c.b} ${c.sensor} ${c.pointCount} ${c.touching}`);
      expect(found).toEqual(['1 2 true 0 true', '2 3 true 0 true', '2 4 true 0 true']);
    });

    it('a sensor within the margin is no contact until it touches', () => {
      const { world, collision, spawn } = createGame({ margin: 1 });
      spawn(0);
      const other = spawn(2.5);
      collisionSystem(world);
      expect([...collision.contacts()].map((c) => [c.touching, c.separation, c.penetration])).toEqual([
        [false, 0.5, 0],
      ]);
      expect(pairs(collision.begins())).toEqual([]);
      addComponent(world, other, collision.Sensor);
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual([]);
    });

    it('a static moved by direct write is seen when touched or set(), not when another static changes', () => {
      const { world, collision, spawn } = createGame();
      const ball = spawn(0);
      const wall = spawn(10);
      const other = spawn(500);
      addComponent(world, wall, collision.Static);
      addComponent(world, other, collision.Static);
      const touches = (): boolean => {
        collisionSystem(world);
        return pairs(collision.contacts()).length > 0;
      };
      expect(touches()).toBe(false);
      collision.Transform.x[wall] = 1;
      expect(touches()).toBe(false);
      collision.touch(wall);
      expect(touches()).toBe(true);
      collision.Transform.x[wall] = 10;
      expect(touches()).toBe(true);
      addComponent(world, wall, set(collision.Transform, { x: 10 }));
      expect(touches()).toBe(false);
      addComponent(world, wall, set(collision.Collider, round(9.5)));
      expect(touches()).toBe(true);
      collision.Transform.x[wall] = 100;
      expect(touches()).toBe(true);
      removeEntity(world, other);
      expect(touches()).toBe(true);
      collision.touch(wall);
      expect(touches()).toBe(false);
      collision.Transform.x[ball] = 99;
      expect(touches()).toBe(true);
      collision.touch(999);
      expect(touches()).toBe(true);
    });

    it('a static whose kind is written to 0 is gone, and what it becomes is seen when touched', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const wall = spawn(1);
      addComponent(world, wall, collision.Static);
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual(['1 2']);
      collision.Collider.kind[wall] = 0;
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual([]);
      collision.Collider.kind[wall] = 3;
      writeHalves(collision.Collider, wall, 1, 1);
      collision.touch(wall);
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual(['1 2']);
    });

    it('kind, radius and size by direct write on what moves are seen at the next tick', () => {
      const { world, collision, spawn } = createGame();
      const { Collider } = collision;
      const a = spawn(0);
      spawn(3);
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual([]);
      Collider.radius[a] = 2;
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual(['1 2']);
      Collider.kind[a] = 3;
      Collider.radius[a] = 0;
      writeHalves(Collider, a, 1.5, 0.5);
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual([]);
      writeHalves(Collider, a, 2, 0.5);
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual(['1 2']);
      Collider.kind[a] = 0;
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual([]);
    });

    it('an entity that has Collider without a shape is not there', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      addComponent(world, a, set(collision.Collider, { kind: 0 }));
      spawn(0);
      collisionSystem(world);
      expect(pairs(collision.contacts())).toEqual([]);
    });
  });
});

describe('in the plane', () => {
  it('the contact of an entity is seen from it: normal, children and features turn round', () => {
    const { world, collision, spawn } = createGame();
    const coast = spawn(0, 0, chain([-5, 0, 0, 0, 5, 0]));
    const crate = spawn(2, 0.75, polygon([-0.5, 1, 0.1, -1, 0.5, 1]));
    collisionSystem(world);
    const seen = [coast, crate].map((eid) =>
      [...collision.contactsOf(eid)].map((c) => [c.a, c.b, c.childA, c.childB, c.normalX, c.normalY]),
    );
    expect(seen).toEqual([[[coast, crate, 1, 0, 0, 1]], [[crate, coast, 0, 1, 0, -1]]]);
    const features = [coast, crate].map((eid) => [...collision.contactsOf(eid)].flatMap((c) => [c.pointFeature(0)]));
    const swapped = features[1].map((feature) => ((feature >>> 16) | (feature << 16)) >>> 0);
    expect(features[0]).toEqual(swapped);
    expect(features[0]).not.toEqual(features[1]);
  });

  it('an id stays with its contact, its age counts ticks, and live ids are unique, over 400 random ticks (seed 71)', () => {
    const rng = createRng(71);
    const { world, collision, spawn } = createGame();
    spawn(0, -1, chain(Array.from({ length: 41 }, (_, i) => [i - 20, Math.abs((i % 4) - 2) * 0.3]).flat()));
    const eids = Array.from({ length: 25 }, () => spawn(rng.range(-10, 10), rng.range(-2, 3), circle(0.7)));
    let before = new Map<string, { id: number; age: number }>();
    let carried = 0;
    let fresh = 0;
    for (let tick = 0; tick < 400; tick++) {
      const movers = rng.integer(0, 6);
      for (let i = 0; i < movers; i++) {
        const eid = eids[rng.integer(0, 24)];
        collision.Transform.x[eid] = collision.Transform.x[eid] + rng.range(-0.4, 0.4);
      }
      if (rng.next() < 0.1) {
        const k = rng.integer(0, 24);
        removeEntity(world, eids[k]);
        const recycled = spawn(rng.range(-10, 10), rng.range(-2, 3), circle(0.7));
        for (const key of before.keys()) if (key.split(' ').slice(0, 2).includes(String(recycled))) before.delete(key);
        eids[k] = recycled;
      }
      collisionSystem(world);
      const now = new Map<string, { id: number; age: number }>();
      const ids = new Set<number>();
      for (const { a, b, childA, childB, id, age } of collision.contacts()) {
        const key = `${a} ${b} ${childA} ${childB}`;
        now.set(key, { id, age });
        expect(id, `seed 71, tick ${tick}`).toBeGreaterThan(0);
        expect(ids.has(id), `seed 71, tick ${tick}: id ${id} twice`).toBe(false);
        ids.add(id);
        const old = before.get(key);
        expect({ id, age }, `seed 71, tick ${tick}, ${key}`).toEqual(
          old ? { id: old.id, age: old.age + 1 } : { id, age: 0 },
        );
        if (old) carried++;
        else fresh++;
      }
      before = now;
    }
    expect(carried).toBeGreaterThan(5000);
    expect(fresh).toBeGreaterThan(250);
    expect(collision.state.tracking.nextId).toBeLessThan(200);
  });
});
