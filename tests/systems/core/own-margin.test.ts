import { addComponent, removeComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type Collision,
  collisionSystem,
  createSnapshot,
  ownMargin,
  refreshCollider,
  restoreCollision,
} from '../../../entry/2d.ts';
import { GAMES, listen, refusal, take } from '../../support/game-2d.ts';

function readContacts(collision: Collision) {
  return Array.from(collision.contacts(), ({ a, b, touching, separation, id }) => ({ a, b, touching, separation, id }));
}

describe.each(GAMES)('a margin of its own in $name', ({ createGame, at, queryAabb, closestPoints, saveCollision }) => {
  it('says nothing to events, sensors and queries', () => {
    const { world, collision, spawn } = createGame();
    const OwnMargin = ownMargin(world);
    const log = listen(collision);
    const ball = spawn(0);
    const wall = spawn(3);
    const zone = spawn(-3);
    addComponent(world, zone, collision.Sensor);
    addComponent(world, ball, set(OwnMargin, { distance: 5 }));
    collisionSystem(world);
    expect(readContacts(collision)).toMatchObject([{ a: ball, b: wall, touching: false, separation: 1 }]);
    expect(take(log)).toEqual([]);
    const found: number[] = [];
    queryAabb(world, at(1.1, -1), at(1.9, 1), found);
    expect(found).toEqual([]);
    expect(closestPoints(world, ball, wall)).toMatchObject({ separation: 1 });
    removeComponent(world, ball, OwnMargin);
    collisionSystem(world);
    expect(readContacts(collision)).toEqual([]);
  });

  it('of a static is read when that is set or touched', () => {
    const { world, collision, spawn } = createGame();
    const OwnMargin = ownMargin(world);
    const wall = spawn(3);
    addComponent(world, wall, collision.Static);
    spawn(0);
    const seen = (): number => {
      collisionSystem(world);
      return readContacts(collision).length;
    };
    expect(seen()).toBe(0);
    addComponent(world, wall, set(OwnMargin, { distance: 2 }));
    expect(seen()).toBe(1);
    OwnMargin.distance[wall] = 0.5;
    expect(seen()).toBe(1);
    collision.touch(wall);
    expect(seen()).toBe(0);
  });

  it('that is of no use is refused with its entity named, and the others are placed', () => {
    const { world, spawn } = createGame();
    const OwnMargin = ownMargin(world);
    expect(ownMargin(world)).toBe(OwnMargin);
    expect(refusal(() => ownMargin({}))).toContain('invalid-state');
    const ball = spawn(0);
    addComponent(world, ball, OwnMargin);
    for (const distance of [-1, NaN, Infinity]) {
      OwnMargin.distance[ball] = distance;
      expect(refusal(() => collisionSystem(world))).toBe(
        `invalid-number: OwnMargin.distance of entity ${ball} must be finite and at least 0, got ${distance}`,
      );
    }
    expect(refusal(() => addComponent(world, ball, set(OwnMargin, { distance: NaN })))).toContain('invalid-number');
    OwnMargin.distance[ball] = 1e308;
    expect(refusal(() => collisionSystem(world))).toContain('must be from 0 to 1e+30, got 1e+308');
    OwnMargin.distance[ball] = 1;
    collisionSystem(world);
    expect(queryAabb(world, at(-1, -1), at(1, 1), [])).toBe(1);
  });

  it('comes back with a snapshot that has it, and contacts can be read at once', () => {
    const { world, collision, spawn } = createGame();
    const { Transform, Collider } = collision;
    const OwnMargin = ownMargin(world);
    const ball = spawn(0);
    spawn(3);
    addComponent(world, ball, set(OwnMargin, { distance: 2 }));
    collisionSystem(world);
    const before = readContacts(collision);
    expect(before).toHaveLength(1);
    const snapshot = createSnapshot({ stores: { Transform, Collider, OwnMargin } });
    saveCollision(world, snapshot);
    OwnMargin.distance[ball] = 0;
    collisionSystem(world);
    expect(readContacts(collision)).toEqual([]);
    restoreCollision(world, snapshot);
    expect(OwnMargin.distance[ball]).toBe(2);
    // Contacts are made again when they are read: of what was then, whatever has been read anew since.
    OwnMargin.distance[ball] = 0;
    refreshCollider(world, ball);
    expect(readContacts(collision)).toEqual(before);
    OwnMargin.distance[ball] = 2;
    collisionSystem(world);
    expect(readContacts(collision)).toEqual(before);
  });
});
