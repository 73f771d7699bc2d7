import { addComponent, removeEntity, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CollisionSnapshot,
  type Contact,
  collisionSystem,
  createSnapshot,
  ownMargin,
  restoreCollision,
} from '../../../../entry/2d.ts';
import { GAMES, type Game, listen, take } from '../../../support/game-2d.ts';

/*
 * What a world shows between a restore and the next tick, and what that tick then does, where stores, shapes, features
 * and hooks of the world are not those of the snapshot.
 */

/** The pairs that touch, with all points that their contacts have. */
function touching({ collision }: Game): unknown[] {
  return Array.from(collision.contacts(), (contact: Contact) => [
    ...[contact.a, contact.b, contact.id, contact.age, contact.normalX, contact.normalY],
    Array.from({ length: contact.pointCount }, (_, i) => [
      ...[contact.pointX(i), contact.pointY(i), contact.pointSeparation(i), contact.pointFeature(i)],
    ]),
  ]);
}

describe.each(GAMES)('a restored world in $name', (kit) => {
  const { createGame, at, round, slab, triangle, castRay, saveCollision } = kit;

  const saved = ({ world, collision: { Transform, Collider } }: Game): CollisionSnapshot => {
    const snapshot = createSnapshot({ stores: { Transform, Collider } });
    saveCollision(world, snapshot);
    return snapshot;
  };
  /** Which entity a ray straight down at x meets first. */
  const below = ({ world }: Game, x: number): number | undefined => castRay(world, at(x, 50), at(0, -100))?.entity;

  it('shows queries what moves and what stands where it was, before a tick and after it', () => {
    const game = createGame();
    const { world, collision } = game;
    const body = game.spawn(0, 0, round(1));
    const wall = game.spawn(10, 0, slab(1, 1));
    addComponent(world, wall, collision.Static);
    collisionSystem(world);
    const snapshot = saved(game);
    const places = (): unknown[] => [0, 10, 20, 30].map((x) => below(game, x));
    const before = [body, wall, undefined, undefined];
    for (let round = 0; round < 2; round++) {
      addComponent(world, wall, set(collision.Transform, { x: 20 }));
      collision.Transform.x[body] = 30;
      collisionSystem(world);
      expect(places()).toEqual([undefined, undefined, wall, body]);
      restoreCollision(world, snapshot);
      expect(places()).toEqual(before);
      collisionSystem(world);
      expect(places()).toEqual(before);
    }
  });

  it('has contacts of all their points again, of whatever has moved since', () => {
    const game = createGame();
    const { world, collision } = game;
    const pile = [0, 1.9, 3.8, 5.7].map((y, i) => game.spawn(0.3 * i, y, slab(1, 1)));
    for (const y of [0, 1.8]) game.spawn(20, y, round(1));
    game.spawn(40, 0, triangle(2));
    game.spawn(40.5, -0.9, slab(1, 1));
    collisionSystem(world);
    collisionSystem(world);
    const contacts = touching(game);
    expect(contacts.length).toBe(5);
    const whole = saved(game);
    // What has moved since the tick is saved as the tick had it, too.
    collision.Transform.x[pile[3]] += 0.4;
    kit.refreshCollider(world, pile[3]);
    const moved = saved(game);
    for (const snapshot of [whole, moved]) {
      for (const eid of pile) collision.Transform.x[eid] += 7 * (eid + 1);
      collisionSystem(world);
      expect(touching(game)).not.toEqual(contacts);
      restoreCollision(world, snapshot);
      expect(touching(game)).toEqual(contacts);
      restoreCollision(world, whole);
      expect(touching(game)).toEqual(contacts);
    }
  });

  it('keeps shapes of entities that came later, where entities and shapes of theirs are not saved', () => {
    const game = createGame();
    const { world } = game;
    game.spawn(0, 0, slab(1, 1));
    collisionSystem(world);
    const snapshot = createSnapshot();
    saveCollision(world, snapshot);
    const late = game.spawn(0.5, 1, triangle(2));
    const gone = game.spawn(50, 0, triangle(3));
    collisionSystem(world);
    const contacts = touching(game).length;
    removeEntity(world, gone);
    restoreCollision(world, snapshot);
    collisionSystem(world);
    expect([below(game, 0.6), touching(game).length, contacts]).toEqual([late, 1, 1]);
  });

  it('asks its filter about all pairs where the saved world had none, and not again where it had', () => {
    const asked: string[] = [];
    const shouldCollide = (a: number, b: number): boolean => {
      asked.push(`${a} ${b}`);
      return true;
    };
    const build = (options?: object): Game => {
      const game = createGame(options);
      for (const x of [0, 1.5, 9, 10.5]) game.spawn(x, 0, round(1));
      collisionSystem(game.world);
      return game;
    };
    const open = saved(build());
    const game = build({ shouldCollide });
    const own = saved(game);
    expect(take(asked).sort()).toEqual(['1 2', '3 4']);
    const log = listen(game.collision);
    restoreCollision(game.world, open);
    collisionSystem(game.world);
    expect(take(asked).sort()).toEqual(['1 2', '3 4']);
    restoreCollision(game.world, own);
    collisionSystem(game.world);
    expect([take(asked), take(log)]).toEqual([[], []]);
  });

  it('has margins of its own as they were, and as they are told from then on', () => {
    const game = createGame();
    const { world, collision } = game;
    const OwnMargin = ownMargin(world);
    const [near, far] = [game.spawn(0, 0, round(1)), game.spawn(2.5, 0, round(1))];
    const still = game.spawn(-2.5, 0, round(1));
    addComponent(world, still, collision.Static);
    addComponent(world, far, set(OwnMargin, { distance: 1 }));
    addComponent(world, still, set(OwnMargin, { distance: 1 }));
    const { Transform, Collider } = collision;
    const pairs = (): string[] => Array.from(collision.contacts(), ({ a, b }) => `${a} ${b}`).sort();
    const both = [`${near} ${far}`, `${near} ${still}`];
    collisionSystem(world);
    expect(pairs()).toEqual(both);
    const whole = createSnapshot({ stores: { Transform, Collider, OwnMargin } });
    saveCollision(world, whole);
    // Changed since the tick: it is saved with what the tick had, and with what comes.
    OwnMargin.distance[far] = 0;
    const changed = createSnapshot({ stores: { Transform, Collider, OwnMargin } });
    saveCollision(world, changed);
    for (const [snapshot, after] of [
      [whole, both],
      [changed, [`${near} ${still}`]],
      [whole, both],
    ] as const) {
      OwnMargin.distance[far] = 0;
      addComponent(world, still, set(OwnMargin, { distance: 0 }));
      collisionSystem(world);
      expect(pairs()).toEqual([]);
      restoreCollision(world, snapshot);
      expect(pairs()).toEqual(both);
      collisionSystem(world);
      expect(pairs()).toEqual(after);
    }
  });

  it('gives a feature that it gets later what the saved world had of it, also from a snapshot of its own', () => {
    /** Two bodies of which the first has a margin, in a world that has been told of margins or not yet. */
    const build = (isTold: boolean): Game => {
      const game = createGame();
      if (isTold) ownMargin(game.world);
      const [a] = [game.spawn(0, 0, round(1)), game.spawn(2.5, 0, round(1))];
      if (isTold) addComponent(game.world, a, set(ownMargin(game.world), { distance: 1 }));
      collisionSystem(game.world);
      return game;
    };
    const told = build(true);
    const snapshot = saved(told);
    const contacts = touching(told);
    expect(contacts.length).toBe(1);
    const game = build(false);
    restoreCollision(game.world, snapshot);
    const again = saved(game);
    for (let tick = 0; tick < 3; tick++) collisionSystem(game.world);
    restoreCollision(game.world, again);
    const OwnMargin = ownMargin(game.world);
    addComponent(game.world, 1, set(OwnMargin, { distance: 1 }));
    collisionSystem(game.world);
    collisionSystem(told.world);
    expect(touching(game)).toEqual(touching(told));
  });
});
