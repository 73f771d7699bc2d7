import { addComponent, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CollisionSnapshot,
  circle,
  collisionSystem,
  copyContact,
  createSnapshot,
  oneWay,
  restoreCollision,
  saveCollision,
  savedEntities,
  setTile,
  tileAt,
  tiles,
} from '../../../../entry/2d.ts';
import { createGame, type Game, refusal } from '../../../support/game-2d.ts';

function snapshotOf({ world, collision: { Transform, Collider } }: Game): CollisionSnapshot {
  const snapshot = createSnapshot({ stores: { Transform, Collider }, entities: savedEntities });
  saveCollision(world, snapshot);
  return snapshot;
}

/** All that can be read of all contacts. */
const read = ({ collision }: Game) => Array.from(collision.contacts(), (contact) => copyContact(contact));

describe('saveCollision and restoreCollision in the plane', () => {
  it('bring back the tiles of maps, also those of a timeline that was left, and of what is registered only', () => {
    const game = createGame();
    const { world, collision } = game;
    const map = tiles({ columns: 2, rows: 1, size: 1, cells: [1, 1] });
    const unused = tiles({ columns: 1, rows: 1, size: 1, cells: [1] });
    const level = game.spawn(0, 0, map);
    collision.registerShape(unused);
    game.spawn(1.5, 0.5, circle(0.2));
    const touches = (): boolean => {
      collisionSystem(world);
      return collision.counts.contacts > 0;
    };
    expect(touches()).toBe(true);
    const full = snapshotOf(game);
    setTile(map, 1, 0, 0);
    setTile(unused, 0, 0, 0);
    const dug = snapshotOf(game);
    removeEntity(world, level);
    const gone = snapshotOf(game);
    restoreCollision(world, full);
    expect([tileAt(map, 0, 0), tileAt(map, 1, 0), tileAt(unused, 0, 0)]).toEqual([1, 1, 1]);
    expect(touches()).toBe(true);
    setTile(map, 0, 0, 0);
    restoreCollision(world, dug);
    expect([tileAt(map, 0, 0), tileAt(map, 1, 0), tileAt(unused, 0, 0)]).toEqual([1, 0, 0]);
    expect(touches()).toBe(false);
    restoreCollision(world, gone);
    restoreCollision(world, full);
    expect(touches()).toBe(true);
  });

  it('bring back contacts as they were read, whatever has become of tiles, one-way sides and refused ticks', () => {
    const game = createGame();
    const { world, collision } = game;
    const { Transform } = collision;
    const level = tiles({ columns: 4, rows: 2, size: 1, cells: [1, 1, 1, 1, 0, 0, 0, 0] });
    const map = game.spawn(-10, 0, level);
    game.spawn(-8.3, 1.3, box(0.5, 0.5));
    const OneWay = oneWay(world);
    const platform = game.spawn(5, 0, box(2, 0.5));
    addComponent(world, platform, set(OneWay, { normalX: 0, normalY: 1 }));
    const rider = game.spawn(6.9, 1.4);
    const [a, b] = [game.spawn(20, 0, box(1, 1)), game.spawn(21.5, 0.3, box(1, 1))];
    collisionSystem(world);
    // So deep at its end that the shortest way out is to the side.
    Transform.y[rider] = 0.2;
    collisionSystem(world);
    const [turned] = [...collision.contactsOf(platform)].map(({ normalX, normalY }) => [normalX, normalY]);
    expect(turned).toEqual([0, 1]);
    const contacts = read(game);
    expect(new Set(contacts.map(({ a }) => a))).toEqual(new Set([map, platform, a]));
    setTile(level, 1, 0, 0);
    setTile(level, 2, 0, 0);
    removeComponent(world, platform, OneWay);
    const late = createSnapshot({ stores: { Transform } });
    saveCollision(world, late);
    for (let i = 0; i < 3; i++) {
      Transform.x[b] += 0.2;
      collisionSystem(world);
    }
    restoreCollision(world, late);
    // Neither a tick that is refused nor another snapshot comes between.
    Transform.x[a] = Number.NaN;
    expect(refusal(() => collisionSystem(world))).toContain('Transform.x');
    Transform.x[a] = 20;
    saveCollision(world, createSnapshot());
    expect(read(game)).toEqual(contacts);
    restoreCollision(world, late);
    const again = createSnapshot({ stores: { Transform } });
    saveCollision(world, again);
    collisionSystem(world);
    restoreCollision(world, again);
    expect(read(game)).toEqual(contacts);
  });
});
