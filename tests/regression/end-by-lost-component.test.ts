import { removeComponent, removeEntity } from 'bitecs';
import { expect, it } from 'vitest';
import { collisionSystem } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

// Entity 2 was asked for its components when the one it lost was gone: the end went unheard, or came as (2, 1) after a
// begin of (1, 2).
it.each(['Collider', 'Transform', 'entity'] as const)(
  'a pair that ends because %s is removed has an end for selectors with that component',
  (what) => {
    const { world, collision, spawn } = createGame();
    const { Collider, Transform } = collision;
    spawn(0);
    const second = spawn(1);
    const log: string[] = [];
    for (const selectors of [
      [[Collider], [Transform]],
      [[Transform], [Transform]],
      [[Collider], [Collider, Transform]],
    ] as const) {
      collision.onBegin(selectors[0], selectors[1], (a, b) => log.push(`begin ${a} ${b}`));
      collision.onEnd(selectors[0], selectors[1], (a, b, end) => log.push(`end ${a} ${b} ${end.cause}`));
    }
    collisionSystem(world);
    expect(log.splice(0)).toEqual(['begin 1 2', 'begin 1 2', 'begin 1 2']);
    if (what === 'entity') removeEntity(world, second);
    else removeComponent(world, second, collision[what]);
    collisionSystem(world);
    expect(log).toEqual(['end 1 2 removed', 'end 1 2 removed', 'end 1 2 removed']);
  },
);
