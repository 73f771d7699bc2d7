import { addComponent, addEntity, createWorld, pipe, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  boundsSystem,
  broadPhaseSystem,
  collisionSystem,
  contactTrackingSystem,
  eventSystem,
  narrowPhaseSystem,
  syncSystem,
} from '../../../../entry/2d.ts';
import { GAMES, listen, refusal, take } from '../../../support/game-2d.ts';

describe.each(GAMES)('in $name', ({ createGame, createCollision, round, slab }) => {
  /** Two circles that touch, after their begin has been heard. */
  function touching() {
    const game = createGame();
    const a = game.spawn(0);
    const b = game.spawn(1);
    const log = listen(game.collision);
    collisionSystem(game.world);
    expect(take(log)).toEqual([`begin ${a} ${b}`]);
    const next = (): string[] => {
      collisionSystem(game.world);
      return take(log);
    };
    return { ...game, a, b, log, next };
  }

  describe('causes of an end', () => {
    it('separated: moved apart, shrunk, shape taken away', () => {
      const { collision, world, a, b, next } = touching();
      const { Transform, Collider } = collision;
      Transform.x[b] = 10;
      expect(next()).toEqual([`end ${a} ${b} separated`]);
      Transform.x[b] = 1;
      expect(next()).toEqual([`begin ${a} ${b}`]);
      Collider.radius[a] = 0.25;
      Transform.scale[b] = 0.5;
      expect(next()).toEqual([`end ${a} ${b} separated`]);
      Transform.scale[b] = 1;
      expect(next()).toEqual([`begin ${a} ${b}`]);
      Collider.kind[b] = 0;
      expect(next()).toEqual([`end ${a} ${b} separated`]);
      addComponent(world, b, set(Collider, slab(1, 1)));
      expect(next()).toEqual([`begin ${a} ${b}`]);
      expect(next()).toEqual([]);
    });

    it('removed: the entity, its Collider, its Transform', () => {
      for (const how of ['entity', 'Collider', 'Transform'] as const) {
        const { world, collision, a, b, next } = touching();
        if (how === 'entity') removeEntity(world, a);
        else removeComponent(world, a, collision[how]);
        expect(next()).toEqual([`end ${a} ${b} removed`]);
        expect(next()).toEqual([]);
        if (how === 'entity') continue;
        addComponent(world, a, how === 'Collider' ? set(collision.Collider, round(1)) : collision.Transform);
        expect(next()).toEqual([`begin ${a} ${b}`]);
      }
    });

    it('disabled, also for the lower of the two, and back by removing the tag', () => {
      const { world, collision, a, b, next } = touching();
      addComponent(world, a, collision.Disabled);
      expect(next()).toEqual([`end ${a} ${b} disabled`]);
      addComponent(world, b, collision.Disabled);
      removeComponent(world, a, collision.Disabled);
      expect(next()).toEqual([]);
      removeComponent(world, b, collision.Disabled);
      expect(next()).toEqual([`begin ${a} ${b}`]);
      addComponent(world, a, collision.Disabled);
      removeEntity(world, a);
      expect(next()).toEqual([`end ${a} ${b} disabled`]);
    });

    it('filtered: bits and groups changed by direct write, and both made static', () => {
      const { world, collision, a, b, next } = touching();
      const { Collider } = collision;
      Collider.maskBits[a] = 2;
      expect(next()).toEqual([`end ${a} ${b} filtered`]);
      Collider.categoryBits[b] = 2;
      expect(next()).toEqual([`begin ${a} ${b}`]);
      Collider.groupIndex[a] = -3;
      expect(next()).toEqual([]);
      Collider.groupIndex[b] = -3;
      expect(next()).toEqual([`end ${a} ${b} filtered`]);
      Collider.groupIndex[b] = -4;
      expect(next()).toEqual([`begin ${a} ${b}`]);
      Collider.categoryBits[b] = 1;
      expect(next()).toEqual([`end ${a} ${b} filtered`]);
      Collider.groupIndex[a] = 7;
      Collider.groupIndex[b] = 7;
      expect(next()).toEqual([`begin ${a} ${b}`]);
      addComponent(world, a, collision.Static);
      expect(next()).toEqual([]);
      addComponent(world, b, collision.Static);
      expect(next()).toEqual([`end ${a} ${b} filtered`]);
      removeComponent(world, a, collision.Static);
      expect(next()).toEqual([`begin ${a} ${b}`]);
    });

    it('moved apart and filtered in one tick is filtered; removed wins over both', () => {
      const { world, collision, a, b, next } = touching();
      collision.Transform.x[b] = 100;
      collision.Collider.maskBits[a] = 0;
      expect(next()).toEqual([`end ${a} ${b} filtered`]);
      collision.Transform.x[b] = 1;
      collision.Collider.maskBits[a] = 1;
      expect(next()).toEqual([`begin ${a} ${b}`]);
      collision.Collider.maskBits[a] = 0;
      removeEntity(world, b);
      expect(next()).toEqual([`end ${a} ${b} removed`]);
    });

    it('a sensor toggled does not end the pair: only its contact changes', () => {
      const { world, collision, a, next } = touching();
      const ids = new Set<number>();
      for (const on of [true, false, true]) {
        if (on) addComponent(world, a, collision.Sensor);
        else removeComponent(world, a, collision.Sensor);
        expect(next()).toEqual([]);
        for (const contact of collision.contacts()) {
          ids.add(contact.id);
          expect([contact.sensor, contact.touching, contact.pointCount]).toEqual([on, true, on ? 0 : 1]);
          expect(contact.separation).toBe(on ? -Infinity : -1);
          expect([contact.penetration, contact.normalX]).toEqual(on ? [0, 0] : [1, 1]);
          expect(refusal(() => contact.pointX(on ? 0 : 1))).toBe(
            `out-of-range: contact point ${on ? 0 : 1} does not exist: the contact has ${on ? 0 : 1}`,
          );
        }
      }
      expect(ids.size).toBe(1);
    });

    it('Static toggled on one does not end the pair', () => {
      const { world, collision, b, next } = touching();
      addComponent(world, b, collision.Static);
      expect(next()).toEqual([]);
      removeComponent(world, b, collision.Static);
      expect(next()).toEqual([]);
      expect([...collision.stays()].length).toBe(1);
    });

    it('removed and put back between two ticks ends and begins, whatever the way', () => {
      const { world, collision, a, b, next } = touching();
      const { Collider, Transform, Disabled } = collision;
      removeComponent(world, b, Collider);
      addComponent(world, b, set(Collider, round(1)));
      expect(next()).toEqual([`end ${a} ${b} removed`, `begin ${a} ${b}`]);
      removeComponent(world, b, Transform);
      addComponent(world, b, set(Transform, { x: 1 }));
      expect(next()).toEqual([`end ${a} ${b} removed`, `begin ${a} ${b}`]);
      addComponent(world, b, Disabled);
      removeComponent(world, b, Disabled);
      expect(next()).toEqual([`end ${a} ${b} disabled`, `begin ${a} ${b}`]);
    });

    it('added and removed between two ticks is never heard of', () => {
      const { world, spawn, next } = touching();
      removeEntity(world, spawn(0.5));
      expect(next()).toEqual([]);
    });

    it('the id of an end is that of the contact that began', () => {
      const { world, collision } = createGame();
      const spawn = (x: number): number => {
        const eid = addEntity(world);
        addComponent(world, eid, set(collision.Transform, { x }));
        addComponent(world, eid, set(collision.Collider, round(1)));
        return eid;
      };
      for (let i = 0; i < 5; i++) spawn(1.5 * i);
      const ids = new Map<string, number>();
      let ended = 0;
      collision.onBegin((a, b, contact) => ids.set(`${a} ${b}`, contact.id));
      collision.onEnd((a, b, end) => {
        expect(end.id).toBe(ids.get(`${a} ${b}`));
        ended++;
      });
      collisionSystem(world);
      collision.Transform.x[3] = 100;
      collisionSystem(world);
      removeEntity(world, 1);
      collisionSystem(world);
      expect(ended).toBe(3);
    });
  });

  describe('stages on their own', () => {
    const stages = [
      syncSystem,
      boundsSystem,
      broadPhaseSystem,
      narrowPhaseSystem,
      contactTrackingSystem,
      eventSystem,
    ] as const;

    it('one after the other they are collisionSystem, and each returns the world', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      spawn(1);
      const log = listen(collision, true);
      for (const stage of stages) expect(stage(world)).toBe(world);
      expect(take(log)).toEqual(['begin 1 2']);
      for (const stage of stages) stage(world);
      expect(take(log)).toEqual(['stay 1 2']);
    });

    it('pipe() of bitecs runs them, whole or in pieces', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      spawn(1);
      const log = listen(collision, true);
      let moved = 0;
      const move = (w: object): object => {
        moved++;
        return w;
      };
      const tick = pipe(move, collisionSystem, move);
      expect(tick(world)).toBe(world);
      expect(take(log)).toEqual(['begin 1 2']);
      const pieces = pipe(...stages, move);
      expect(pieces(world)).toBe(world);
      expect(take(log)).toEqual(['stay 1 2']);
      expect(moved).toBe(3);
    });

    it('each stage repeated up to tracking: the same events as once', () => {
      for (let repeated = 0; repeated < 4; repeated++) {
        const { world, collision, spawn } = createGame();
        const eids = [spawn(0), spawn(1), spawn(2)];
        const log = listen(collision, true);
        const tick = (): string[] => {
          stages.forEach((stage, i) => {
            stage(world);
            if (i === repeated) stage(world);
          });
          return take(log);
        };
        expect(tick()).toEqual(['begin 1 2', 'begin 1 3', 'begin 2 3']);
        expect([...collision.contacts()].length).toBe(3);
        collision.Transform.x[eids[0]] = 50;
        expect(tick()).toEqual(['end 1 2 separated', 'end 1 3 separated', 'stay 2 3']);
        removeEntity(world, eids[1]);
        expect(tick()).toEqual(['end 2 3 removed']);
        expect(tick()).toEqual([]);
      }
    });

    it('events dispatched twice are heard once', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const b = spawn(1);
      const log = listen(collision, true);
      for (let i = 0; i < 2; i++) {
        collisionSystem(world);
        eventSystem(world);
        expect(take(log)).toEqual([i === 0 ? 'begin 1 2' : 'stay 1 2']);
      }
      removeEntity(world, b);
      collisionSystem(world);
      eventSystem(world);
      expect(take(log)).toEqual(['end 1 2 removed']);
    });

    it('tracking without the narrow phase: every touching pair stays, and removed ones end when the narrow phase has run', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const b = spawn(1);
      const log = listen(collision, true);
      collisionSystem(world);
      take(log);
      contactTrackingSystem(world);
      eventSystem(world);
      expect(take(log)).toEqual(['stay 1 2']);
      removeEntity(world, b);
      expect(spawn(30)).toBe(b);
      syncSystem(world);
      contactTrackingSystem(world);
      eventSystem(world);
      expect(take(log)).toEqual([]);
      collisionSystem(world);
      expect(take(log)).toEqual(['end 1 2 removed']);
      collisionSystem(world);
      expect(take(log)).toEqual([]);
    });

    it('bounds and broad phase skipped: contacts are those of the places last seen', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const b = spawn(1);
      const log = listen(collision, true);
      collisionSystem(world);
      take(log);
      collision.Transform.x[b] = 50;
      for (const stage of [narrowPhaseSystem, contactTrackingSystem, eventSystem]) stage(world);
      expect(take(log)).toEqual(['stay 1 2']);
      collisionSystem(world);
      expect(take(log)).toEqual(['end 1 2 separated']);
    });

    it('a removal before narrow phase alone ends the pair at once', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const b = spawn(1);
      const log = listen(collision, true);
      collisionSystem(world);
      take(log);
      removeEntity(world, b);
      for (const stage of [narrowPhaseSystem, contactTrackingSystem, eventSystem]) stage(world);
      expect(take(log)).toEqual(['end 1 2 removed']);
      collisionSystem(world);
      collisionSystem(world);
      expect(take(log)).toEqual([]);
    });

    it('events left out for a tick are not told later; the batches of that tick have them', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const b = spawn(1);
      const log = listen(collision, true);
      for (const stage of stages.slice(0, 5)) stage(world);
      expect([...collision.begins()].map((contact) => contact.b)).toEqual([b]);
      collisionSystem(world);
      expect(take(log)).toEqual(['stay 1 2']);
      removeEntity(world, b);
      for (const stage of stages.slice(0, 5)) stage(world);
      collisionSystem(world);
      expect(take(log)).toEqual([]);
      for (let i = 0; i < 50; i++) {
        removeEntity(world, spawn(1));
        for (const stage of stages.slice(0, 5)) stage(world);
      }
      expect(collision.state.set.slots.end).toBeLessThan(6);
    });

    it('events between narrow phase and tracking are refused; begins() and stays() are empty then', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      spawn(1);
      collisionSystem(world);
      narrowPhaseSystem(world);
      expect([...collision.begins()].length + [...collision.stays()].length).toBe(0);
      eventSystem(world);
      contactTrackingSystem(world);
      narrowPhaseSystem(world);
      expect(refusal(() => eventSystem(world))).toBe(
        'invalid-state: the narrow phase has run since contacts were tracked: run contactTrackingSystem between the two',
      );
    });

    it('every stage alone, on an empty world and before anything else ran', () => {
      for (const stage of stages) {
        const { world, collision, spawn } = createGame();
        stage(world);
        spawn(0);
        spawn(1);
        const log = listen(collision);
        stage(world);
        expect(take(log)).toEqual([]);
        collisionSystem(world);
        expect(take(log)).toEqual(['begin 1 2']);
      }
    });

    it('a world without collision is refused by each, and by name', () => {
      const world = createWorld();
      const message = 'invalid-state: this world has no collision';
      for (const stage of [...stages, collisionSystem]) expect(refusal(() => stage(world))).toContain(message);
      createCollision(world);
      expect(collisionSystem(world)).toBe(world);
    });
  });
});
