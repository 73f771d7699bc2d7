import { addComponent, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { circle, collisionSystem } from '../../entry/2d.ts';
import { createGame, type Game } from '../support/game-2d.ts';

function listenTo(game: Game, entity: number): string[] {
  const log: string[] = [];
  game.collision.onBegin(entity, (a, b) => log.push(`begin ${a} ${b}`));
  game.collision.onEnd(entity, (a, b, end) => log.push(`end ${a} ${b} ${end.cause}`));
  return log;
}

// A collider that was disabled had left already when its entity was removed: the subscription passed to the next owner
// of the id.
describe('a subscription that names an entity ends with its Collider, also when that is disabled', () => {
  for (const ticksDisabled of [0, 1]) {
    it(`the entity is removed ${ticksDisabled} ticks after, and its id given out again`, () => {
      const game = createGame();
      const { world, collision, spawn } = game;
      const other = spawn(0);
      const named = spawn(1);
      const log = listenTo(game, named);
      collisionSystem(world);
      addComponent(world, named, collision.Disabled);
      for (let i = 0; i < ticksDisabled; i++) collisionSystem(world);
      removeEntity(world, named);
      expect(spawn(1)).toBe(named);
      collisionSystem(world);
      collisionSystem(world);
      expect(log).toEqual([`begin ${named} ${other}`, `end ${named} ${other} disabled`]);
    });

    it(`Collider is removed ${ticksDisabled} ticks after, and added again`, () => {
      const game = createGame();
      const { world, collision, spawn } = game;
      const other = spawn(0);
      const named = spawn(1);
      const log = listenTo(game, named);
      collisionSystem(world);
      addComponent(world, named, collision.Disabled);
      for (let i = 0; i < ticksDisabled; i++) collisionSystem(world);
      removeComponent(world, named, collision.Collider);
      addComponent(world, named, set(collision.Collider, circle(1)));
      removeComponent(world, named, collision.Disabled);
      collisionSystem(world);
      expect(log).toEqual([`begin ${named} ${other}`, `end ${named} ${other} disabled`]);
    });
  }

  it('a handler of its last end that removes it hides that end from nobody', () => {
    const game = createGame();
    const { world, collision, spawn } = game;
    const other = spawn(0);
    const named = spawn(1);
    collisionSystem(world);
    collision.onEnd(() => removeEntity(world, named));
    const log = listenTo(game, named);
    addComponent(world, named, collision.Disabled);
    collisionSystem(world);
    expect(log).toEqual([`end ${named} ${other} disabled`]);
    expect(spawn(1)).toBe(named);
    collisionSystem(world);
    expect(log).toHaveLength(1);
  });
});

// The one that stayed was taken for another owner of its id.
it('a subscription that names two entities hears of the end when one or both of them leave', () => {
  for (const both of [false, true]) {
    const { world, collision, spawn } = createGame();
    const a = spawn(0);
    const b = spawn(1);
    const told: string[] = [];
    collision.onBegin(b, a, (...pair) => told.push(`begin ${pair[0]} ${pair[1]}`));
    collision.onEnd(b, a, (first, second, end) => told.push(`end ${first} ${second} ${end.cause}`));
    collisionSystem(world);
    removeEntity(world, a);
    if (both) removeEntity(world, b);
    collisionSystem(world);
    expect(told).toEqual([`begin ${b} ${a}`, `end ${b} ${a} removed`]);
    expect([spawn(0), ...(both ? [spawn(1)] : [])]).toContain(a);
    collisionSystem(world);
    expect(told.length).toBe(2);
  }
});
