import {
  And,
  addComponent,
  addEntity,
  createRelation,
  Hierarchy,
  Not,
  Or,
  onAdd,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, chain, collisionSystem } from '../../../../entry/2d.ts';
import { createGame, GAMES, listen, refusal, take } from '../../../support/game-2d.ts';

const Bullet = {};
const Enemy = {};

describe.each(GAMES)('in $name', ({ createGame, at, round, queryPoint }) => {
  describe('selectors put the first first', () => {
    it('both match both: the lower index is first, and one pair is one call', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      for (const eid of [a, b]) addComponent(world, eid, Bullet);
      const calls: number[][] = [];
      collision.onBegin([Bullet], [Bullet], (first, second) => calls.push([first, second]));
      collision.onBegin([Bullet], (first, second) => calls.push([first, second]));
      collisionSystem(world);
      expect(calls).toEqual([
        [a, b],
        [a, b],
      ]);
    });

    it('all listed components are needed, and they are read when the event is delivered', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      const calls: string[] = [];
      collision.onBegin([Bullet, Enemy], (first) => calls.push(`begin ${first}`));
      collision.onStay([Bullet, Enemy], (first) => calls.push(`stay ${first}`));
      addComponent(world, b, Bullet);
      collisionSystem(world);
      expect(calls).toEqual([]);
      addComponent(world, b, Enemy);
      collisionSystem(world);
      expect(calls).toEqual([`stay ${b}`]);
      addComponent(world, a, Enemy);
      removeComponent(world, b, Bullet);
      collisionSystem(world);
      expect(calls).toEqual([`stay ${b}`]);
    });

    it('selectors of one event are all read before its first handler changes the world', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      addComponent(world, a, Bullet);
      const calls: string[] = [];
      collision.onBegin([Bullet], (first) => {
        calls.push(`one ${first}`);
        removeComponent(world, a, Bullet);
        addComponent(world, b, Enemy);
      });
      collision.onBegin([Bullet], (first) => calls.push(`two ${first}`));
      collision.onBegin([Enemy], (first) => calls.push(`three ${first}`));
      collisionSystem(world);
      expect(calls).toEqual([`one ${a}`, `two ${a}`]);
    });

    it('an entity id as first or second selector, as either side', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      const c = spawn(2);
      addComponent(world, a, Enemy);
      const calls: string[] = [];
      collision.onBegin(b, (first, second) => calls.push(`b ${first} ${second}`));
      collision.onBegin(b, [Enemy], (first, second) => calls.push(`b enemy ${first} ${second}`));
      collision.onBegin([], b, (first, second) => calls.push(`any b ${first} ${second}`));
      collision.onBegin(c, a, (first, second) => calls.push(`c a ${first} ${second}`));
      collision.onBegin(b, b, () => calls.push('never'));
      collisionSystem(world);
      expect(calls).toEqual([
        `b ${b} ${a}`,
        `b enemy ${b} ${a}`,
        `any b ${a} ${b}`,
        `c a ${c} ${a}`,
        `b ${b} ${c}`,
        `any b ${c} ${b}`,
      ]);
    });

    it('a subscription to an entity ends with its collider, its last end included, and does not pass to a recycled id', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      const calls: string[] = [];
      collision.onBegin(b, (first, second) => calls.push(`begin ${first} ${second}`));
      collision.onStay(b, (first, second) => calls.push(`stay ${first} ${second}`));
      collision.onEnd(b, (first, second, end) => calls.push(`end ${first} ${second} ${end.cause}`));
      collisionSystem(world);
      removeEntity(world, b);
      expect(spawn(1)).toBe(b);
      collision.onBegin(b, (first) => calls.push(`new begin ${first}`));
      for (let i = 0; i < 3; i++) collisionSystem(world);
      expect(calls).toEqual([`begin ${b} ${a}`, `end ${b} ${a} removed`, `new begin ${b}`]);
      const { begin, stay, end } = collision.state.dispatch;
      expect([begin.all.length, stay.all.length, end.all.length]).toEqual([1, 0, 0]);
      removeComponent(world, b, collision.Collider);
      collisionSystem(world);
      collisionSystem(world);
      expect(begin.all.length).toBe(0);
    });

    it('Disabled does not end a subscription to an entity', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const b = spawn(1);
      const calls: string[] = [];
      collision.onBegin(b, () => calls.push('begin'));
      collision.onEnd(b, (_first, _second, end) => calls.push(end.cause));
      collisionSystem(world);
      addComponent(world, b, collision.Disabled);
      collisionSystem(world);
      removeComponent(world, b, collision.Disabled);
      collisionSystem(world);
      expect(calls).toEqual(['begin', 'disabled', 'begin']);
    });

    it('a subscription to an entity may come before its collider', () => {
      const { world, collision, spawn } = createGame();
      spawn(0);
      const later = addEntity(world);
      const calls: string[] = [];
      collision.onBegin(later, (first) => calls.push(`begin ${first}`));
      collisionSystem(world);
      collisionSystem(world);
      addComponent(world, later, collision.Transform);
      addComponent(world, later, set(collision.Collider, round(1)));
      collisionSystem(world);
      expect(calls).toEqual([`begin ${later}`]);
    });
  });

  describe('ends know the components of what has left', () => {
    it('removed entities are matched by what they had, also when the id is in use again by something else', () => {
      const { world, collision, spawn } = createGame();
      const enemy = spawn(0);
      const bullet = spawn(1);
      addComponent(world, bullet, Bullet);
      addComponent(world, enemy, Enemy);
      const calls: string[] = [];
      collision.onEnd([Bullet], [Enemy], (b, e, end) => calls.push(`bullet ${b} enemy ${e} ${end.cause}`));
      collision.onEnd([Enemy], (e, b) => calls.push(`enemy ${e} ${b}`));
      collisionSystem(world);
      removeEntity(world, bullet);
      const other = spawn(20);
      expect(other).toBe(bullet);
      addComponent(world, other, Enemy);
      collisionSystem(world);
      expect(calls).toEqual([`bullet ${bullet} enemy ${enemy} removed`, `enemy ${enemy} ${bullet}`]);
    });

    it('both sides gone in one tick', () => {
      const { world, collision, spawn } = createGame();
      const enemy = spawn(0);
      const bullet = spawn(1);
      addComponent(world, bullet, Bullet);
      addComponent(world, enemy, Enemy);
      const calls: string[] = [];
      collision.onEnd([Bullet], [Enemy], (b, e, end) => calls.push(`${b} ${e} ${end.cause}`));
      collision.onEnd([Enemy], [Bullet], (e, b, end) => calls.push(`${e} ${b} ${end.cause}`));
      collisionSystem(world);
      removeEntity(world, enemy);
      removeEntity(world, bullet);
      collisionSystem(world);
      collisionSystem(world);
      expect(calls).toEqual([`${bullet} ${enemy} removed`, `${enemy} ${bullet} removed`]);
    });

    it('who listens to all ends hears of colliders that left before it subscribed', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      collisionSystem(world);
      removeEntity(world, b);
      const log = listen(collision);
      collisionSystem(world);
      expect(take(log)).toEqual([`end ${a} ${b} removed`]);
    });

    it('components lost in the same tick before the collider left do not count, later ones of the same id neither', () => {
      const { world, collision, spawn } = createGame();
      const a = spawn(0);
      const b = spawn(1);
      addComponent(world, b, Bullet);
      const calls: string[] = [];
      collision.onEnd([Bullet], (first) => calls.push(`bullet ${first}`));
      collision.onEnd([Enemy], (first) => calls.push(`enemy ${first}`));
      collisionSystem(world);
      removeComponent(world, b, Bullet);
      removeComponent(world, b, collision.Collider);
      addComponent(world, b, Enemy);
      collisionSystem(world);
      expect(calls).toEqual([]);
      expect(a).toBeLessThan(b);
    });
  });

  describe('bad selectors and handlers are refused', () => {
    it('names what it got, in every place that takes one', () => {
      const { world, collision } = createGame();
      const bad = { x: [] } as never;
      const handler = (): void => {};
      const message = 'invalid-state: the first selector must be an entity id or a list of components, got an object';
      const second = message.replace('first', 'second');
      expect(refusal(() => collision.onBegin(bad, handler))).toBe(message);
      expect(refusal(() => collision.onStay([], bad, handler))).toBe(second);
      expect(refusal(() => collision.onEnd(bad, [], handler))).toBe(message);
      expect(refusal(() => collision.contacts(bad))).toBe(message);
      expect(refusal(() => collision.contacts([], bad))).toBe(second);
      expect(refusal(() => collision.contactsOf(1, bad))).toBe(second);
      expect(refusal(() => collision.begins(bad))).toBe(message);
      expect(refusal(() => collision.stays([], bad))).toBe(second);
      expect(refusal(() => collision.onBegin(1.5, handler))).toContain('got 1.5');
      expect(refusal(() => collision.onBegin([null as never], handler))).toContain('component 0 of the first selector');
      // A component of its own to `hasComponent`, which nobody has: handlers would never be called.
      for (const term of [Not({}), Or({}, {}), And({}), Hierarchy(createRelation()), onAdd({})]) {
        expect(refusal(() => collision.onBegin([{}, term], handler))).toContain('component 1 of the first selector');
        expect(refusal(() => queryPoint(world, at(0, 0), [], { with: [term] }))).toContain('component 0 of with');
        expect(refusal(() => queryPoint(world, at(0, 0), [], { without: [term] }))).toContain('component 0 of without');
      }
      expect(refusal(() => collision.onBegin([], undefined as never))).toBe(
        'invalid-state: a handler must be a function, got undefined',
      );
      expect(collision.state.dispatch.begin.all.length).toBe(0);
    });
  });
});

describe('in the plane', () => {
  for (const bulletIsLower of [true, false]) {
    it(`(bullet, enemy), the contact seen from the bullet, when the bullet's index is ${bulletIsLower ? 'lower' : 'higher'}`, () => {
      const { world, collision, spawn } = createGame();
      const coast = chain([-5, 0, 0, 0, 5, 0]);
      let bullet: number;
      let enemy: number;
      if (bulletIsLower) {
        bullet = spawn(2, 0.9, box(0.5, 1));
        enemy = spawn(0, 0, coast);
      } else {
        enemy = spawn(0, 0, coast);
        bullet = spawn(2, 0.9, box(0.5, 1));
      }
      addComponent(world, bullet, Bullet);
      addComponent(world, enemy, Enemy);
      const seen: unknown[] = [];
      collision.onBegin([Bullet], [Enemy], (first, second, contact) => {
        seen.push([first, second, contact.a, contact.b, contact.normalX, contact.normalY]);
        seen.push([contact.childA, contact.childB, contact.pointCount]);
        seen.push([contact.pointFeature(0), contact.pointFeature(1)]);
      });
      const mirrored: unknown[] = [];
      collision.onBegin([Enemy], [Bullet], (first, second, contact) => {
        mirrored.push([first, second, contact.a, contact.b, contact.normalX, contact.normalY]);
        mirrored.push([contact.childA, contact.childB, contact.pointCount]);
        const swap = (feature: number): number => ((feature >>> 16) | (feature << 16)) >>> 0;
        mirrored.push([swap(contact.pointFeature(0)), swap(contact.pointFeature(1))]);
      });
      collisionSystem(world);
      expect(seen.slice(0, 2)).toEqual([
        [bullet, enemy, bullet, enemy, 0, -1],
        [0, 1, 2],
      ]);
      expect(mirrored.slice(0, 2)).toEqual([
        [enemy, bullet, enemy, bullet, 0, 1],
        [1, 0, 2],
      ]);
      expect(mirrored[2]).toEqual(seen[2]);
      expect(new Set(seen[2] as number[]).size).toBe(2);
    });
  }
});
