import {
  addComponent,
  addEntity,
  createEntityIndex,
  createWorld,
  deleteWorld,
  removeComponent,
  removeEntity,
  resetWorld,
  set,
  withVersioning,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type Collision, type CollisionOptions, collisionSystem } from '../../../entry/2d.ts';
import { type EventLog, GAMES, listen, refusal, take } from '../../support/game-2d.ts';

interface Side {
  world: object;
  collision: Collision;
  log: EventLog;
}

function tick(side: Side): EventLog {
  collisionSystem(side.world);
  return take(side.log);
}

describe.each(GAMES)('in $name', ({ kit, at }) => {
  function open(options: Omit<CollisionOptions, 'transform'> = {}, world: object = createWorld()): Side {
    const collision = kit.createCollision(world, options);
    return { world, collision, log: listen(collision) };
  }

  function put({ world, collision }: Side, x: number, shape = kit.round(1)): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x }));
    addComponent(world, eid, set(collision.Collider, shape));
    return eid;
  }

  describe('several worlds', () => {
    it('hear of tags that a game first asks for while they run, and between a reset and reinstalling', () => {
      const side = open();
      const { world, collision } = side;
      const first = put(side, 0);
      put(side, 1);
      collisionSystem(world);
      expect(collision.counts).toMatchObject({ moving: 2, static: 0 });
      addComponent(world, first, collision.Static);
      collisionSystem(world);
      expect(collision.counts).toMatchObject({ moving: 1, static: 1 });
      resetWorld(world);
      const { Sensor } = collision;
      collision.reinstall();
      const again = put(side, 0);
      put(side, 1);
      collisionSystem(world);
      expect([...collision.contacts()].map(({ sensor }) => sensor)).toEqual([false]);
      addComponent(world, again, Sensor);
      addComponent(world, again, collision.Static);
      collisionSystem(world);
      expect([...collision.contacts()].map(({ sensor }) => sensor)).toEqual([true]);
      expect(collision.counts).toMatchObject({ moving: 1, static: 1 });
    });

    it('of different options tick in turn, each by its own', () => {
      const plain = open();
      const wide = open({ margin: 0.5, capacity: 2, hierarchy: kit.sphereHierarchy });
      const choosy = open({ shouldCollide: (a, b) => (a + b) % 2 === 0, shared: true });
      const versioned = open({ maxEntityIndex: 40 }, createWorld(createEntityIndex(withVersioning(8))));
      const all = [plain, wide, choosy, versioned];
      for (const side of all) for (let i = 0; i < 6; i++) put(side, i * 2.25);
      expect(all.map(tick)).toEqual([[], [], [], []]);
      expect(all.map((side) => [...side.collision.contacts()].length)).toEqual([0, 5, 0, 0]);
      for (const side of all) for (let i = 1; i <= 6; i++) side.collision.Transform.x[i] = i * 1.5;
      const begins = ['begin 1 2', 'begin 2 3', 'begin 3 4', 'begin 4 5', 'begin 5 6'];
      expect(all.map(tick)).toEqual([begins, begins, [], begins]);
      for (const side of all) for (let i = 1; i <= 6; i++) side.collision.Transform.x[i] = i * 0.9;
      const next = ['begin 1 3', 'begin 2 4', 'begin 3 5', 'begin 4 6'];
      expect(all.map(tick)).toEqual([next, next, next, next]);
      removeEntity(wide.world, 3);
      expect(all.map((side) => tick(side).length)).toEqual([0, 4, 0, 0]);
    });

    it('have tags, stores and shapes of their own: those of one mean nothing in another', () => {
      const one = open();
      const two = open();
      const shape = kit.triangle(2);
      const a = put(one, 0, shape);
      const b = put(one, 1);
      put(two, 5, kit.triangle(1));
      const c = put(two, 0, shape);
      const d = put(two, 1);
      expect(one.collision.Collider.shape[a]).not.toBe(two.collision.Collider.shape[c]);
      addComponent(two.world, d, one.collision.Disabled);
      addComponent(two.world, d, one.collision.Sensor);
      expect(tick(one)).toEqual([`begin ${a} ${b}`]);
      expect(tick(two)).toEqual([`begin ${c} ${d}`]);
      expect([...two.collision.contacts()].map((contact) => contact.sensor)).toEqual([false]);
      addComponent(two.world, d, two.collision.Disabled);
      expect(tick(two)).toEqual([`end ${c} ${d} disabled`]);
      expect(tick(one)).toEqual([]);
    });

    it('an entity is moved from one to the other: it ends here, begins there, and comes back', () => {
      const here = open();
      const there = open({ margin: 0.2 });
      const [a, b] = [put(here, 0), put(here, 1)];
      const [c, d] = [put(there, 0), put(there, 9)];
      expect([tick(here), tick(there)]).toEqual([[`begin ${a} ${b}`], []]);
      for (let round = 0; round < 3; round++) {
        const { x } = here.collision.Transform;
        const moved = x[b];
        removeEntity(here.world, b);
        const guest = put(there, moved);
        expect([tick(here), tick(there)]).toEqual([[`end ${a} ${b} removed`], [`begin ${c} ${guest}`]]);
        removeEntity(there.world, guest);
        expect(put(here, moved)).toBe(b);
        expect([tick(here), tick(there)]).toEqual([[`begin ${a} ${b}`], [`end ${c} ${guest} removed`]]);
      }
      expect(there.collision.contactsOf(d).next().done).toBe(true);
    });
  });

  describe('disabled and enabled', () => {
    it('any number of times between ticks: what counts is how it ends', () => {
      const side = open();
      const { world, collision } = side;
      const [a, b] = [put(side, 0), put(side, 1)];
      tick(side);
      for (let times = 1; times <= 6; times++) {
        for (let i = 0; i < times; i++) {
          if (i % 2 === 0) addComponent(world, b, collision.Disabled);
          else removeComponent(world, b, collision.Disabled);
        }
        const isOff = times % 2 === 1;
        const events = tick(side);
        expect(events, `${times} times`).toEqual(
          isOff ? [`end ${a} ${b} disabled`] : [`end ${a} ${b} disabled`, `begin ${a} ${b}`],
        );
        if (isOff) removeComponent(world, b, collision.Disabled);
        tick(side);
        expect([...collision.contacts()].length).toBe(1);
      }
    });

    it('what changed meanwhile is seen on the way back: place, shape, filter, tags', () => {
      const side = open();
      const { world, collision } = side;
      const [a, b] = [put(side, 0), put(side, 1)];
      tick(side);
      addComponent(world, b, collision.Disabled);
      expect(tick(side)).toEqual([`end ${a} ${b} disabled`]);
      collision.Transform.x[b] = 3;
      addComponent(world, b, set(collision.Collider, { ...kit.round(2.5), categoryBits: 8 }));
      addComponent(world, b, collision.Sensor);
      addComponent(world, b, collision.Static);
      expect(tick(side)).toEqual([]);
      removeComponent(world, b, collision.Disabled);
      expect(tick(side)).toEqual([`begin ${a} ${b}`]);
      expect([...collision.contacts()].map((contact) => contact.sensor)).toEqual([true]);
      expect(kit.castRay(world, at(10, 0), at(-1, 0), { sensors: true })?.fraction).toBeCloseTo(4.5, 12);
      addComponent(world, a, collision.Static);
      expect(tick(side)).toEqual([`end ${a} ${b} filtered`]);
    });
  });

  describe('resetWorld', () => {
    it('and reinstall(): subscriptions, shapes pinned and options stay; entities do not', () => {
      const side = open({ margin: 0.5 });
      const { world, collision } = side;
      const pinned = collision.registerShape(kit.triangle(1));
      for (let round = 0; round < 5; round++) {
        const eids = [0, 1, 2, 3].map((i) => put(side, i * 1.5));
        expect(eids).toEqual([1, 2, 3, 4]);
        const begins = ['begin 1 2', 'begin 2 3', 'begin 3 4'];
        const ends = ['end 1 2 removed', 'end 2 3 removed', 'end 3 4 removed'];
        expect(tick(side)).toEqual(round === 0 ? begins : [...ends, ...begins]);
        resetWorld(world);
        expect(refusal(() => collisionSystem(world))).toContain('invalid-state: the world was reset');
        collision.reinstall();
        if (round === 3) expect(tick(side)).toEqual(ends);
        if (round === 3) expect(tick(side)).toEqual([]);
        if (round === 3) {
          put(side, 0);
          put(side, 1.5);
          put(side, 3);
          put(side, 4.5);
          expect(tick(side)).toEqual(begins);
          resetWorld(world);
          collision.reinstall();
        }
      }
      addComponent(world, put(side, 0), set(collision.Collider, { kind: kit.triangle(1).kind, shape: pinned }));
      expect(take(side.log).length + tick(side).length).toBeGreaterThan(0);
    });

    it('ends of before have no components, whatever entities of the same ids have got since', () => {
      const side = open();
      const { world, collision, log } = side;
      const [Enemy, Coin] = [{}, {}];
      for (const x of [0, 1]) addComponent(world, put(side, x), Coin);
      collision.onEnd([Enemy], () => log.push('end of an enemy'));
      collision.onEnd([Coin], () => log.push('end of a coin'));
      tick(side);
      resetWorld(world);
      for (let i = 0; i < 2; i++) addComponent(world, addEntity(world), Enemy);
      collision.reinstall();
      expect(tick(side)).toEqual(['end 1 2 removed']);
    });

    it('and createCollision anew, once the old one is disposed', () => {
      const world = createWorld();
      let old = open({}, world);
      for (let round = 0; round < 3; round++) {
        put(old, 0);
        put(old, 1);
        expect(tick(old)).toEqual(['begin 1 2']);
        resetWorld(world);
        expect(refusal(() => kit.createCollision(world))).toContain('already has collision');
        old.collision.dispose();
        const fresh = open({ margin: round }, world);
        expect(fresh.collision.Transform).not.toBe(old.collision.Transform);
        const stale = old.log;
        put(fresh, 0);
        expect(tick(fresh)).toEqual([]);
        expect(take(stale)).toEqual([]);
        fresh.collision.dispose();
        resetWorld(world);
        old = open({}, world);
      }
    });

    it('without it, dispose() and createCollision take over nothing: the new components are others', () => {
      const world = createWorld();
      const old = open({}, world);
      const a = put(old, 0);
      const b = put(old, 1);
      tick(old);
      old.collision.dispose();
      const fresh = open({}, world);
      expect(tick(fresh)).toEqual([]);
      for (const eid of [a, b]) {
        addComponent(world, eid, set(fresh.collision.Transform, { x: eid }));
        addComponent(world, eid, set(fresh.collision.Collider, kit.round(1)));
      }
      expect(tick(fresh)).toEqual([`begin ${a} ${b}`]);
      expect(take(old.log)).toEqual([]);
      deleteWorld(world);
      expect(refusal(() => collisionSystem(world))).toContain('invalid-state');
    });

    it('in a handler or hook, dispose() ends the tick quietly, and nobody is called any more', () => {
      for (const where of ['shouldCollide', 'acceptContact', 'begin', 'end', 'stay']) {
        for (const isMadeAnew of [false, true]) {
          const calls: string[] = [];
          let isArmed = false;
          const note = (name: string): boolean => {
            if (!isArmed) return true;
            calls.push(name);
            if (name !== where) return true;
            collision.dispose();
            if (isMadeAnew) kit.createCollision(world);
            return true;
          };
          const side = open({ shouldCollide: () => note('shouldCollide'), acceptContact: () => note('acceptContact') });
          const { world, collision } = side;
          // A feature that is asked about contacts as well.
          kit.oneWay(world);
          for (let i = 0; i < 2; i++) {
            collision.onEnd(() => note('end'));
            collision.onBegin(() => note('begin'));
            collision.onStay(() => note('stay'));
          }
          const moved = [put(side, 0), put(side, 1), put(side, 20), put(side, 21), put(side, 40), put(side, 41)];
          tick(side);
          // Two pairs end, two begin, two stay.
          collision.Transform.x[moved[0]] = 22.5;
          collision.Transform.x[moved[4]] = 2.5;
          put(side, 20.5);
          isArmed = true;
          tick(side);
          expect(calls.filter((name) => name === where)).toHaveLength(1);
          expect(calls.at(-1)).toBe(where);
        }
      }
    });
  });
});
