import { addComponent, removeEntity } from 'bitecs';
import { expect, it } from 'vitest';
import { collisionSystem } from '../../entry/2d.ts';
import { createGame, type Game, listen, take } from '../support/game-2d.ts';

type Change = (game: Game, eid: number) => void;

/** What may come between two that touch, each with the cause it has alone, the weightiest first. */
const CHANGES: readonly (readonly [string, string, Change])[] = [
  ['removed', 'removed', ({ world }, eid) => removeEntity(world, eid)],
  ['disabled', 'disabled', ({ world, collision }, eid) => addComponent(world, eid, collision.Disabled)],
  [
    'refused by mask',
    'filtered',
    ({ collision }, eid) => {
      collision.Collider.maskBits[eid] = 0;
    },
  ],
  [
    'moved away',
    'separated',
    ({ collision }, eid) => {
      collision.Transform.x[eid] += 100 * eid;
    },
  ],
  [
    'without shape',
    'separated',
    ({ collision }, eid) => {
      collision.Collider.kind[eid] = 0;
    },
  ],
];

for (const [nameA, , changeA] of CHANGES) {
  for (const [nameB, , changeB] of CHANGES) {
    for (const onSame of [false, true]) {
      // What is removed cannot be changed any more, and what is disabled has left by the time it is removed.
      const isOver = onSame && (nameA === 'removed' || nameB === 'removed');
      if (isOver) continue;
      for (const others of [0, 1]) {
        it(`${nameA} and ${nameB}, ${onSame ? 'the same' : 'each'} of the two, seen from ${others}`, () => {
          const game = createGame();
          const pair = [game.spawn(0), game.spawn(1)];
          const log = listen(game.collision);
          collisionSystem(game.world);
          expect(take(log)).toEqual(['begin 1 2']);
          changeA(game, pair[others]);
          changeB(game, pair[onSame ? others : 1 - others]);
          collisionSystem(game.world);
          const weightiest = CHANGES.find(([name]) => name === nameA || name === nameB);
          expect(take(log)).toEqual([`end 1 2 ${weightiest?.[1]}`]);
          collisionSystem(game.world);
          expect(take(log)).toEqual([]);
        });
      }
    }
  }
}

it('disabled and then removed was disabled; removed first, it is removed', () => {
  const game = createGame();
  game.spawn(0);
  const b = game.spawn(1);
  const log = listen(game.collision);
  collisionSystem(game.world);
  addComponent(game.world, b, game.collision.Disabled);
  removeEntity(game.world, b);
  collisionSystem(game.world);
  expect(take(log)).toEqual(['begin 1 2', 'end 1 2 disabled']);
});
