import { addComponent, addEntity, observe, onAdd, query, removeComponent, removeEntity } from 'bitecs';
import { expect, test } from 'vitest';
import { createSnapshot, restoreCollision, saveCollision, savedEntities } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/**
 * bitECS lists the entities of a query in an order that depends on when it was first asked for. A world that went back
 * before that time had the query already, and listed entities in another order than one that never did.
 */
test('a query first made after a snapshot is made again at its time', () => {
  const run = (takesBack: boolean): unknown[] => {
    const { world } = createGame();
    const Tag = {};
    const ids = [1, 2, 3, 4].map(() => addEntity(world));
    for (const eid of ids) addComponent(world, eid, Tag);
    const snapshot = createSnapshot({ stores: {}, entities: savedEntities });
    const later = createSnapshot({ stores: {}, entities: savedEntities });
    saveCollision(world, snapshot);
    const change = (): void => {
      addComponent(world, addEntity(world), Tag);
      removeComponent(world, ids[0], Tag);
      saveCollision(world, later);
    };
    const lists: unknown[] = [];
    const list = (): unknown => lists.push(Array.from(query(world, [Tag])));
    const heard: number[] = [];
    if (takesBack) {
      observe(world, onAdd(Tag), (eid) => heard.push(eid));
      for (let time = 0; time < 2; time++) {
        query(world, [Tag]);
        change();
        removeEntity(world, ids[1]);
        restoreCollision(world, snapshot);
      }
      expect(heard.length).toBeGreaterThan(3);
    }
    change();
    // A snapshot of before the first time has it made again, too.
    if (takesBack) {
      query(world, [Tag]);
      restoreCollision(world, later);
    }
    list();
    removeEntity(world, ids[2]);
    list();
    saveCollision(world, later);
    removeEntity(world, ids[3]);
    restoreCollision(world, later);
    list();
    return lists;
  };
  const straight = run(false);
  expect(run(true)).toEqual(straight);
  expect(straight[0]).not.toEqual(straight[1]);
});
