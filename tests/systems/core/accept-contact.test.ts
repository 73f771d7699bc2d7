import { describe, expect, it } from 'vitest';
import { collisionSystem, reconsider, touching } from '../../../entry/2d.ts';
import { GAMES, listen, refusal, take } from '../../support/game-2d.ts';

describe.each(GAMES)('in $name', ({ createGame, explainPair }) => {
  describe('reconsider', () => {
    it('asks shouldCollide again about the pairs of one entity, once', () => {
      let isGhost = false;
      const asked: string[] = [];
      const { world, collision, spawn } = createGame({
        shouldCollide: (a, b) => {
          asked.push(`${a} ${b}`);
          return !isGhost;
        },
      });
      const log = listen(collision);
      const [a, b, c] = [spawn(0), spawn(1), spawn(2)];
      collisionSystem(world);
      expect(asked.splice(0)).toEqual([`${a} ${b}`, `${a} ${c}`, `${b} ${c}`]);
      take(log);
      isGhost = true;
      collisionSystem(world);
      expect(asked).toEqual([]);
      reconsider(world, c);
      reconsider(world, c);
      collisionSystem(world);
      expect(asked.splice(0)).toEqual([`${a} ${c}`, `${b} ${c}`]);
      expect(take(log)).toEqual([`end ${a} ${c} separated`, `end ${b} ${c} separated`]);
      collisionSystem(world);
      expect(asked).toEqual([]);
      isGhost = false;
      reconsider(world, b);
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${b} ${c}`]);
      expect(refusal(() => reconsider({}, a))).toContain('invalid-state');
    });

    it('asks in the next tick when it is called by a hook, also about who is asked about in this one', () => {
      for (const hook of ['shouldCollide', 'acceptContact'] as const) {
        let isArmed = false;
        let asked = 0;
        const reconsiderOnce = (): void => {
          if (isArmed) reconsider(world, a);
          isArmed = false;
        };
        const { world, spawn } = createGame({
          shouldCollide: () => {
            asked++;
            if (hook === 'shouldCollide') reconsiderOnce();
            return true;
          },
          acceptContact: () => {
            if (hook === 'acceptContact') reconsiderOnce();
            return true;
          },
        });
        const a = spawn(0);
        spawn(1);
        collisionSystem(world);
        const askedIn = (isCalled: boolean): number => {
          isArmed = isCalled;
          asked = 0;
          collisionSystem(world);
          return asked;
        };
        reconsider(world, a);
        expect([askedIn(true), askedIn(false), askedIn(false)]).toEqual([1, 1, 0]);
      }
    });
  });

  describe('acceptContact', () => {
    it('is asked in every tick, and hides what it refuses from everybody', () => {
      let isOpen = false;
      const asked: string[] = [];
      const { world, collision, spawn } = createGame({
        margin: 0.5,
        acceptContact: (a, b, contact) => {
          asked.push(`${a} ${b} ${contact.normalX} ${contact.separation} ${contact.age}`);
          return isOpen;
        },
      });
      const log = listen(collision, true);
      const [a, b] = [spawn(0), spawn(1.75)];
      const hear = (): [string[], string[], number[]] => {
        collisionSystem(world);
        return [asked.splice(0), take(log), Array.from(collision.contacts(), (contact) => contact.age)];
      };
      expect(hear()).toEqual([[`${a} ${b} 1 -0.25 0`], [], []]);
      expect(hear()).toEqual([[`${a} ${b} 1 -0.25 1`], [], []]);
      expect(collision.counts.contacts).toBe(0);
      expect([...collision.contactsOf(a)]).toEqual([]);
      expect(touching(world, a, b)).toBe(false);
      expect(explainPair(world, a, b)).toMatchObject({ touching: false, reason: 'refused-by-hook' });
      isOpen = true;
      // Seen for the first time, it is new to all who see it.
      expect(hear()).toEqual([[`${a} ${b} 1 -0.25 2`], [`begin ${a} ${b}`], [0]]);
      expect(hear()).toEqual([[`${a} ${b} 1 -0.25 1`], [`stay ${a} ${b}`], [1]]);
      expect(touching(world, a, b)).toBe(true);
      isOpen = false;
      expect(hear()).toEqual([[`${a} ${b} 1 -0.25 2`], [`end ${a} ${b} separated`], []]);
      collision.Transform.x[b] = 2.25;
      isOpen = true;
      expect(hear()).toEqual([[`${a} ${b} 1 0.25 3`], [], [0]]);
    });

    it('may throw, and the next tick goes on from the one before', () => {
      let fails = false;
      const { world, collision, spawn } = createGame({
        acceptContact: () => {
          if (fails) throw new Error('not now');
          return true;
        },
      });
      const log = listen(collision, true);
      const [a, b] = [spawn(0), spawn(1)];
      collisionSystem(world);
      const [{ id }] = Array.from(collision.contacts(), (contact) => ({ id: contact.id }));
      fails = true;
      expect(() => collisionSystem(world)).toThrow('not now');
      expect([...collision.contacts()]).toEqual([]);
      fails = false;
      collisionSystem(world);
      expect(take(log)).toEqual([`begin ${a} ${b}`, `stay ${a} ${b}`]);
      expect(Array.from(collision.contacts(), (contact) => [contact.id, contact.age])).toEqual([[id, 1]]);
    });

    it('cannot run a tick', () => {
      const { world, spawn } = createGame({ acceptContact: () => collisionSystem(world) === world });
      spawn(0);
      spawn(1);
      expect(refusal(() => collisionSystem(world))).toContain('cannot run inside');
      expect(refusal(() => createGame({ acceptContact: 3 as never }))).toContain('acceptContact must be a function');
    });
  });
});
