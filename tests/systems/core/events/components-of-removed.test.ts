import {
  addComponent,
  addEntity,
  createWorld,
  observe,
  onRemove,
  removeComponent,
  removeEntity,
  resetWorld,
  set,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem, createSnapshot, restoreCollision } from '../../../../entry/2d.ts';
import { GAMES, take } from '../../../support/game-2d.ts';

const Enemy = {};
const Bullet = {};

describe.each(GAMES)('in $name', ({ kit, createGame }) => {
  /** A world where 1 is an enemy and touches 2, a bullet; ends of enemies are noted. */
  function duel(components: number) {
    const game = createGame();
    const { world, collision, spawn } = game;
    const [enemy, bullet] = [spawn(0), spawn(1)];
    // bitECS keeps who has a component in masks of 31 bits each.
    for (let i = 0; i < components; i++) addComponent(world, enemy, {});
    addComponent(world, enemy, Enemy);
    addComponent(world, bullet, Bullet);
    const log: string[] = [];
    collision.onEnd([Enemy], [Bullet], (a, b, end) => log.push(`end ${a} ${b} ${end.cause}`));
    collision.onEnd([Bullet], [Enemy], (a, b, end) => log.push(`end ${a} ${b} ${end.cause}`));
    collision.onEnd([Enemy], [Enemy], () => log.push('wrong'));
    collision.onEnd([Enemy, {}], [], () => log.push('wrong'));
    collisionSystem(world);
    return { ...game, enemy, bullet, log };
  }

  for (const components of [0, 26, 60]) {
    it(`an entity that is removed answers by the components it had, of ${components + 8} there are`, () => {
      const { world, enemy, bullet, log } = duel(components);
      removeEntity(world, bullet);
      removeEntity(world, enemy);
      collisionSystem(world);
      expect(take(log)).toEqual(['end 1 2 removed', 'end 2 1 removed']);
      collisionSystem(world);
      expect(take(log)).toEqual([]);
    });
  }

  it('one that loses its Collider while another component is taken off it still has that', () => {
    const { world, collision, enemy, log } = duel(0);
    observe(world, onRemove(Enemy), (eid) => removeComponent(world, eid, collision.Collider));
    removeComponent(world, enemy, Enemy);
    collisionSystem(world);
    expect(take(log)).toEqual(['end 1 2 removed', 'end 2 1 removed']);
  });

  it('a slot that is used again answers by those of its last collider', () => {
    const { world, collision, spawn, bullet, enemy, log } = duel(0);
    removeEntity(world, enemy);
    collisionSystem(world);
    take(log);
    const { slots } = collision.state.set;
    for (let i = 0; i < 4; i++) {
      const other = spawn(0);
      if (i % 2 === 1) addComponent(world, other, Enemy);
      collisionSystem(world);
      expect(slots.end).toBeLessThan(4);
      if (i < 2) removeEntity(world, other);
      else removeComponent(world, other, collision.Transform);
      collisionSystem(world);
      const ends = [`end ${other} ${bullet} removed`, `end ${bullet} ${other} removed`];
      expect(take(log)).toEqual(i % 2 === 1 ? ends : []);
      if (i >= 2) removeEntity(world, other);
    }
  });

  it('what was removed before a reset answers by components of then, whoever is removed in the tick after it', () => {
    const world = createWorld();
    const log: string[] = [];
    let fragile = 0;
    const collision = kit.createCollision(world, {
      acceptContact: (a) => {
        if (a === fragile) removeEntity(world, a);
        return true;
      },
    });
    const spawn = (x: number, component: object): number => {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x }));
      addComponent(world, eid, set(collision.Collider, kit.round(1)));
      addComponent(world, eid, component);
      return eid;
    };
    const enemy = spawn(0, Enemy);
    spawn(1, Bullet);
    collision.onEnd([Enemy], [], (a, b, end) => log.push(`enemy ${a} ${b} ${end.cause}`));
    collision.onEnd([Bullet], [], (a, b, end) => log.push(`bullet ${a} ${b} ${end.cause}`));
    collisionSystem(world);
    removeEntity(world, enemy);
    resetWorld(world);
    collision.reinstall();
    // Now they are known to bitECS in the other order.
    fragile = spawn(10, Bullet);
    spawn(11, Enemy);
    collisionSystem(world);
    expect(take(log)).toEqual(['enemy 1 2 removed']);
    collisionSystem(world);
    expect(take(log)).toEqual([]);
  });

  it('a snapshot keeps what was removed since the last tick answers by, and another one restored knows nothing', () => {
    const { world, enemy, bullet, log } = duel(40);
    const snapshot = createSnapshot();
    removeEntity(world, enemy);
    kit.saveCollision(world, snapshot);
    const ends = [`end ${enemy} ${bullet} removed`, `end ${bullet} ${enemy} removed`];
    for (let i = 0; i < 3; i++) {
      collisionSystem(world);
      expect(take(log)).toEqual(ends);
      collisionSystem(world);
      restoreCollision(world, snapshot);
    }
  });
});
