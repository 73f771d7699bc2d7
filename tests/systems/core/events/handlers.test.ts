import { addComponent, addEntity, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  chain,
  collisionSystem,
  contactTrackingSystem,
  narrowPhaseSystem,
  refreshCollision,
} from '../../../../entry/2d.ts';
import { createGame, GAMES, listen, refusal, take } from '../../../support/game-2d.ts';

describe.each(GAMES)('in $name', ({ createGame, at, round, castRay, queryPoint }) => {
  describe('order of events', () => {
    it('is ends, begins, stays, each ascending by (a, b), whatever the order of creation', () => {
      const { world, collision, spawn } = createGame();
      // Entities in a row that all touch; then every third one leaves the row and others join.
      const eids = Array.from({ length: 9 }, (_, i) => spawn(i % 2 === 0 ? 100 + i : 1.5 * i));
      const log = listen(collision, true);
      collisionSystem(world);
      take(log);
      for (const [i, eid] of eids.entries()) {
        collision.Transform.x[eid] = i % 3 === 0 ? 1000 + 10 * i : 1.5 * i;
      }
      collisionSystem(world);
      take(log);
      for (const [i, eid] of eids.entries()) collision.Transform.x[eid] = i % 3 === 1 ? -1000 - 10 * i : 1.5 * i;
      collisionSystem(world);
      const events = take(log);
      const kinds = events.map((event) => event.split(' ')[0]);
      expect(kinds).toEqual([...kinds].sort((a, b) => order(a) - order(b)));
      for (const kind of ['end', 'begin']) {
        const pairs = events
          .filter((event) => event.startsWith(kind))
          .map((event) => event.split(' ').slice(1, 3).map(Number));
        expect(pairs.length).toBeGreaterThan(1);
        const sorted = [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        expect(pairs).toEqual(sorted);
        for (const [a, b] of pairs) expect(a).toBeLessThan(b);
      }
      collisionSystem(world);
      expect(take(log).every((event) => event.startsWith('stay'))).toBe(true);
    });

    it('is that of subscription among handlers, for one event after the other', () => {
      const { world, collision, spawn } = createGame();
      for (let i = 0; i < 3; i++) spawn(1.5 * i);
      const log: string[] = [];
      collision.onBegin((a, b) => log.push(`first ${a}${b}`));
      collision.onBegin((a, b) => log.push(`second ${a}${b}`));
      collisionSystem(world);
      expect(log).toEqual(['first 12', 'second 12', 'first 23', 'second 23']);
    });
  });

  function order(kind: string): number {
    return ['end', 'begin', 'stay'].indexOf(kind);
  }

  describe('the world may be changed from handlers', () => {
    it('removing the other one suppresses all later events of it, now and in the next tick', () => {
      const { world, collision, spawn } = createGame();
      const [a, b, c, d] = [spawn(0), spawn(0.1), spawn(0.2), spawn(0.3)];
      collision.onBegin((first, second) => {
        if (first === a && second === b) removeEntity(world, b);
      });
      const log = listen(collision, true);
      collisionSystem(world);
      const pair = `${a} ${b}`;
      expect(take(log)).toEqual([`begin ${pair}`, `begin ${a} ${c}`, `begin ${a} ${d}`, `begin ${c} ${d}`]);
      collisionSystem(world);
      expect(take(log)).toEqual([`end ${pair} removed`, `stay ${a} ${c}`, `stay ${a} ${d}`, `stay ${c} ${d}`]);
      collisionSystem(world);
      expect(take(log)).toEqual([`stay ${a} ${c}`, `stay ${a} ${d}`, `stay ${c} ${d}`]);
    });

    it('removing itself: the same', () => {
      const { world, collision, spawn } = createGame();
      const [a, b, c] = [spawn(0), spawn(0.1), spawn(0.2)];
      const log = listen(collision, true);
      collision.onBegin((first) => removeEntity(world, first));
      collisionSystem(world);
      // (a, c) is suppressed; (b, c) is heard, and then b is gone too.
      expect(take(log)).toEqual([`begin ${a} ${b}`, `begin ${b} ${c}`]);
      collisionSystem(world);
      expect(take(log)).toEqual([`end ${a} ${b} removed`, `end ${b} ${c} removed`]);
      collisionSystem(world);
      expect(take(log)).toEqual([]);
    });

    it('Disabled and taken back inside one handler: a new life, which begins in the next tick', () => {
      const { world, collision, spawn } = createGame();
      const [a, b, c] = [spawn(0), spawn(0.1), spawn(0.2)];
      let done = false;
      collision.onBegin(() => {
        if (done) return;
        done = true;
        addComponent(world, b, collision.Disabled);
        removeComponent(world, b, collision.Disabled);
      });
      const log = listen(collision);
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${a} ${b}`, `begin ${a} ${c}`]);
      collisionSystem(world);
      expect(take(log)).toEqual([`end ${a} ${b} disabled`, `begin ${a} ${b}`, `begin ${b} ${c}`]);
    });

    it('what is added, moved and re-shaped takes part in the next tick, and queries see additions at once', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      const far = spawn(50);
      let added = 0;
      collision.onBegin((first, second) => {
        if (first !== a || second !== b) return;
        added = spawn(0.5);
        expect(queryPoint(world, at(0.5, 0), [])).toBe(3);
        collision.Transform.x[far] = 1.5;
        addComponent(world, b, set(collision.Collider, round(0.1)));
      });
      const log = listen(collision);
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${a} ${b}`]);
      collisionSystem(world);
      expect(take(log)).toEqual([
        `begin ${a} ${far}`,
        `begin ${a} ${added}`,
        `begin ${b} ${far}`,
        `begin ${b} ${added}`,
        `begin ${far} ${added}`,
      ]);
    });

    it('subscriptions made in a handler hear from the next event on, those stopped hear nothing more', () => {
      const { world, collision, spawn } = createGame();
      for (let i = 0; i < 4; i++) spawn(1.5 * i);
      const log: string[] = [];
      let late = false;
      const stopSecond = { now: (): void => {} };
      collision.onBegin((a, b) => {
        log.push(`first ${a}${b}`);
        if (!late) collision.onBegin((c, d) => log.push(`late ${c}${d}`));
        late = true;
        if (a === 2) stopSecond.now();
      });
      stopSecond.now = collision.onBegin((a, b) => log.push(`second ${a}${b}`));
      collisionSystem(world);
      expect(log).toEqual(['first 12', 'second 12', 'first 23', 'late 23', 'first 34', 'late 34']);
      stopSecond.now();
      stopSecond.now();
      log.length = 0;
      collision.onEnd((a, b) => {
        log.push(`end ${a}${b}`);
        if (log.length === 1) collision.onEnd((c, d) => log.push(`late end ${c}${d}`));
      });
      for (let eid = 1; eid <= 4; eid++) collision.Transform.x[eid] = 100 * eid;
      collisionSystem(world);
      expect(log).toEqual(['end 12', 'end 23', 'late end 23', 'end 34', 'late end 34']);
    });

    it('a handler that stops itself is called once', () => {
      const { world, collision, spawn } = createGame();
      for (let i = 0; i < 4; i++) spawn(1.5 * i);
      let calls = 0;
      const stop = collision.onBegin(() => {
        calls++;
        stop();
      });
      collisionSystem(world);
      expect(calls).toBe(1);
    });

    it('removing every entity in an end handler: their ends are still told, once', () => {
      const { world, collision, spawn } = createGame();
      const eids = Array.from({ length: 5 }, (_, i) => spawn(1.5 * i));
      collisionSystem(world);
      const log = listen(collision, true);
      collision.onEnd(() => {
        for (const eid of eids) removeEntity(world, eid);
      });
      collision.Transform.x[eids[0]] = 100;
      collisionSystem(world);
      expect(take(log)).toEqual(['end 1 2 separated']);
      collisionSystem(world);
      expect(take(log)).toEqual(['end 2 3 removed', 'end 3 4 removed', 'end 4 5 removed']);
      collisionSystem(world);
      expect(take(log)).toEqual([]);
      expect(collision.state.set.slots.orderCount).toBe(0);
    });

    it('refreshCollision inside a handler: queries see the moves, and the events in delivery stay what they are', () => {
      const { world, collision, spawn } = createGame();
      const eids = Array.from({ length: 6 }, (_, i) => spawn(1.5 * i));
      collisionSystem(world);
      const log: string[] = [];
      collision.onEnd((a, b, end) => {
        log.push(`${a} ${b} ${end.cause}`);
        collision.Transform.x[eids[5]] = 500;
        refreshCollision(world);
        expect(castRay(world, at(500, -10), at(0, 1))?.entity).toBe(eids[5]);
        // These would take the slots of the dead, if those were free already.
        for (let i = 0; i < 4; i++) spawn(1000 + 10 * log.length + i);
      });
      for (const eid of eids.slice(0, 3)) removeEntity(world, eid);
      collisionSystem(world);
      expect(log).toEqual(['1 2 removed', '2 3 removed', '3 4 removed']);
      log.length = 0;
      collisionSystem(world);
      expect(log[0]).toBe('5 6 separated');
    });

    it('a tick inside a handler is refused, and the one in progress goes on', () => {
      const { world, collision, spawn } = createGame();
      for (let i = 0; i < 3; i++) spawn(1.5 * i);
      const log: string[] = [];
      collision.onBegin((a, b) => {
        const message = 'invalid-state: a tick cannot run inside a contact handler: run it afterwards';
        expect(refusal(() => collisionSystem(world))).toBe(message);
        expect(refusal(() => narrowPhaseSystem(world))).toBe(message);
        expect(refusal(() => contactTrackingSystem(world))).toBe(message);
        log.push(`${a} ${b}`);
      });
      collisionSystem(world);
      expect(log).toEqual(['1 2', '2 3']);
      collisionSystem(world);
      expect(log.length).toBe(2);
    });
  });

  describe('handlers that throw', () => {
    it('one: everybody else hears everything, the error itself comes out, and the next tick is intact', () => {
      const { world, collision, spawn } = createGame();
      for (let i = 0; i < 3; i++) spawn(1.5 * i);
      const broken = new RangeError('broken');
      let thrown = 0;
      collision.onBegin(() => {
        if (thrown++ === 0) throw broken;
      });
      const log = listen(collision, true);
      expect(() => collisionSystem(world)).toThrow(broken);
      expect(take(log)).toEqual(['begin 1 2', 'begin 2 3']);
      collisionSystem(world);
      expect(take(log)).toEqual(['stay 1 2', 'stay 2 3']);
      removeEntity(world, 2);
      collisionSystem(world);
      expect(take(log)).toEqual(['end 1 2 removed', 'end 2 3 removed']);
    });

    it('several: an AggregateError of all, in order, from ends, begins and stays', () => {
      const { world, collision, spawn } = createGame();
      const eids = Array.from({ length: 4 }, (_, i) => spawn(1.5 * i));
      collisionSystem(world);
      const fail = (kind: string) => (a: number, b: number) => {
        throw new Error(`${kind} ${a} ${b}`);
      };
      collision.onEnd(fail('onEnd'));
      collision.onBegin(fail('onBegin'));
      collision.onStay(fail('onStay'));
      const log = listen(collision, true);
      collision.Transform.x[eids[0]] = 100;
      collision.Transform.x[eids[3]] = 1.6;
      let caught: unknown;
      try {
        collisionSystem(world);
      } catch (error) {
        caught = error;
      }
      expect(caught).toBeInstanceOf(AggregateError);
      const { errors, message } = caught as AggregateError;
      expect((errors as Error[]).map((error) => error.message)).toEqual([
        'onEnd 1 2',
        'onBegin 2 4',
        'onStay 2 3',
        'onStay 3 4',
      ]);
      expect(message).toBe('4 contact handlers threw, first: "onEnd 1 2"');
      expect(take(log)).toEqual(['end 1 2 separated', 'begin 2 4', 'stay 2 3', 'stay 3 4']);
    });

    it('throwing undefined is throwing', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      spawn(1);
      collision.onBegin(() => {
        throw undefined;
      });
      let caught = false;
      try {
        collisionSystem(world);
      } catch (error) {
        caught = error === undefined;
      }
      expect(caught).toBe(true);
    });
  });

  describe('many worlds', () => {
    it('a handler may tick another world', () => {
      const one = createGame();
      const two = createGame();
      for (const { spawn } of [one, two]) {
        spawn(0);
        spawn(1);
      }
      two.spawn(0.5);
      const log = listen(two.collision);
      const own: string[] = [];
      one.collision.onBegin((a, b, contact) => {
        collisionSystem(two.world);
        own.push(`${a} ${b} ${contact.separation}`);
      });
      collisionSystem(one.world);
      expect(take(log)).toEqual(['begin 1 2', 'begin 1 3', 'begin 2 3']);
      expect(own).toEqual(['1 2 -1']);
    });

    it('entities without any component of ours make no difference', () => {
      const { world, collision, spawn } = createGame();
      for (let i = 0; i < 100; i++) addEntity(world);
      const a = spawn(0);
      const b = spawn(1);
      const log = listen(collision);
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${a} ${b}`]);
    });
  });
});

describe('in the plane', () => {
  it('a begin suppressed for a pair of many contacts leaves no end for any of them', () => {
    const { world, collision, spawn } = createGame();
    const first = spawn(0, 0.5);
    const ball = spawn(0, 0.6);
    const coast = spawn(0, 0, chain([-3, 0, -0.5, 0.1, 0, 0, 0.5, 0.1, 3, 0]));
    let once = true;
    collision.onBegin(() => {
      if (once) addComponent(world, ball, collision.Disabled);
      once = false;
    });
    const log = listen(collision, true);
    collisionSystem(world);
    expect(collision.state.contacts.count).toBeGreaterThan(4);
    expect(take(log)).toEqual([`begin ${first} ${ball}`, `begin ${first} ${coast}`]);
    collisionSystem(world);
    expect(take(log)).toEqual([`end ${first} ${ball} disabled`, `stay ${first} ${coast}`]);
  });
});
