import {
  addComponent,
  addEntity,
  createRelation,
  hasComponent,
  Pair,
  query,
  removeComponent,
  removeEntity,
} from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  type CollisionSnapshot,
  type Contact,
  collisionSystem,
  createSnapshot,
  explainDivergence,
  restoreCollision,
  savedEntities,
} from '../../../../entry/2d.ts';
import { GAMES, type Game, listen, refusal, take } from '../../../support/game-2d.ts';
import { planeKit } from '../../../support/game-kits.ts';
import { validateOutlines } from '../../../support/outlines-2d.ts';
import { createRng } from '../../../support/rng.ts';

type ContactOfBoth = Contact & { readonly normalZ?: number; pointZ?(i: number): number };

/** All that can be read of all contacts. */
function read({ collision }: Game): number[][] {
  const rows: number[][] = [];
  for (const contact of collision.contacts()) {
    const { a, b, childA, childB, normalX, normalY, normalZ = 0, separation, id, age } = contact as ContactOfBoth;
    const row = [a, b, childA, childB, normalX, normalY, normalZ, separation, id, age];
    for (let i = 0; i < contact.pointCount; i++) {
      row.push(contact.pointX(i), contact.pointY(i), (contact as ContactOfBoth).pointZ?.(i) ?? 0);
      row.push(contact.pointSeparation(i), contact.pointFeature(i));
    }
    rows.push(row);
  }
  return rows;
}

describe.each(GAMES)('saveCollision and restoreCollision, in $name', (kit) => {
  const { createGame, at, round, slab, triangle, castRay, saveCollision } = kit;

  function snapshotOf({ world, collision: { Transform, Collider } }: Game, entities = true): CollisionSnapshot {
    const snapshot = createSnapshot({ stores: { Transform, Collider }, ...(entities && { entities: savedEntities }) });
    saveCollision(world, snapshot);
    return snapshot;
  }

  it('bring back a pile in dense contact, and 240 ticks after it', () => {
    const run = (takesBack: boolean): string[] => {
      const game = createGame();
      const rng = createRng(9);
      for (let i = 0; i < 80; i++) game.spawn(rng.range(-5, 5), rng.range(-5, 5), round(rng.range(0.5, 1.2)));
      const { x, y } = game.collision.Transform;
      const lines: string[] = [];
      const tick = (t: number): void => {
        for (let i = 1; i <= 80; i++) {
          x[i] += 0.05 * ((i * 7 + t * 3) % 5) - 0.1;
          y[i] += 0.05 * ((i * 11 + t) % 5) - 0.1;
        }
        collisionSystem(game.world);
        let line = '';
        for (const c of game.collision.contacts())
          line += `${c.a} ${c.b} ${c.id} ${c.age} ${c.normalX} ${c.separation};`;
        lines[t] = line;
      };
      for (let t = 0; t < 40; t++) tick(t);
      const snapshot = snapshotOf(game);
      expect(game.collision.counts.contacts).toBeGreaterThan(150);
      if (takesBack) {
        for (let t = 0; t < 30; t++) tick(1000 + 7 * t);
        restoreCollision(game.world, snapshot);
        lines.length = 40;
      }
      for (let t = 40; t < 280; t++) tick(t);
      return lines;
    };
    expect(run(true)).toEqual(run(false));
  });

  it('take few bytes a body that touches four others, with what can be read between ticks', () => {
    const game = createGame();
    for (let i = 0; i < 900; i++)
      game.spawn(1.9 * (i % 30), 1.9 * Math.floor(i / 30), i % 2 === 0 ? round(1) : slab(1, 1));
    for (let t = 0; t < 300; t++) collisionSystem(game.world);
    const { Transform } = game.collision;
    const snapshot = createSnapshot({ stores: { Transform } });
    saveCollision(game.world, snapshot);
    expect(game.collision.counts.contacts).toBeGreaterThan(1600);
    // Of these the Transform takes 32 in the plane and 64 in space.
    expect(snapshot.byteLength / 900).toBeLessThan(kit.kit === planeKit ? 72 : 104);
    const contacts = read(game);
    restoreCollision(game.world, snapshot);
    expect(read(game)).toEqual(contacts);
  });

  it('bring back who came after the tick as queries saw it, until the next tick reads it anew', () => {
    for (const isKept of [false, true]) {
      const game = createGame();
      const { world, collision } = game;
      const old = game.spawn(9, 0, slab(1, 1), { radius: 1 });
      collisionSystem(world);
      const young = game.spawn(0);
      const seen = (): boolean => castRay(world, at(-5, 0), at(5, 0))?.entity === young;
      expect(seen()).toBe(true);
      // Not read by queries before the next tick.
      collision.Transform.y[young] = 3;
      // A body of another kind by now: the places of all are saved.
      if (isKept) collision.Collider.kind[old] = round(1).kind;
      const snapshot = snapshotOf(game);
      restoreCollision(world, snapshot);
      expect([isKept, seen()]).toEqual([isKept, true]);
      collision.Transform.y[young] = 2;
      expect(seen()).toBe(true);
      collisionSystem(world);
      expect(seen()).toBe(false);
      restoreCollision(world, snapshot);
      expect(seen()).toBe(true);
    }
  });

  it('bring back who came after the tick and has moved since', () => {
    const game = createGame();
    const { world, collision } = game;
    collisionSystem(world);
    const young = game.spawn(0);
    const seen = (): boolean => castRay(world, at(-5, 0), at(5, 0))?.entity === young;
    expect(seen()).toBe(true);
    const snapshot = snapshotOf(game);
    collision.Transform.y[young] = 3;
    collisionSystem(world);
    expect(seen()).toBe(false);
    restoreCollision(world, snapshot);
    expect(seen()).toBe(true);
  });

  it('bring back ends that are still to be told, and whom selectors named', () => {
    const game = createGame();
    const Player = {};
    const a = game.spawn(0);
    const b = game.spawn(1);
    addComponent(game.world, b, Player);
    collisionSystem(game.world);
    const log: string[] = [];
    game.collision.onEnd([Player], (first, _, end) => log.push(`${first} ${end.cause}`));
    game.collision.onEnd(b, (first) => log.push(`named ${first}`));
    const before = snapshotOf(game);
    removeEntity(game.world, b);
    const pending = snapshotOf(game);
    collisionSystem(game.world);
    expect(take(log)).toEqual([`${b} removed`, `named ${b}`]);
    restoreCollision(game.world, pending);
    collisionSystem(game.world);
    expect(take(log)).toEqual([`${b} removed`]);
    restoreCollision(game.world, before);
    collisionSystem(game.world);
    expect(log).toEqual([]);
    expect([...game.collision.contactsOf(a)].map((contact) => [contact.b, contact.age])).toEqual([[b, 1]]);
  });

  it('bring back that a subscription ends with the entity it names, whose id another one may get', () => {
    const game = createGame();
    game.spawn(0);
    const b = game.spawn(1);
    collisionSystem(game.world);
    const log: number[] = [];
    game.collision.onEnd(b, (first) => log.push(first));
    removeEntity(game.world, b);
    restoreCollision(game.world, snapshotOf(game));
    collisionSystem(game.world);
    expect(log).toEqual([b]);
    expect(game.spawn(1)).toBe(b);
    collisionSystem(game.world);
    removeEntity(game.world, b);
    collisionSystem(game.world);
    expect(log).toEqual([b]);
  });

  it('keep a subscription that names an entity whose end was not told before it came back', () => {
    const game = createGame();
    game.spawn(0);
    const b = game.spawn(1);
    collisionSystem(game.world);
    const log: number[] = [];
    game.collision.onEnd(b, (first) => log.push(first));
    const before = snapshotOf(game);
    removeEntity(game.world, b);
    restoreCollision(game.world, before);
    collisionSystem(game.world);
    removeEntity(game.world, b);
    collisionSystem(game.world);
    expect(log).toEqual([b]);
  });

  it('count as changed what the world has otherwise, where entities are not saved', () => {
    const game = createGame();
    const log = listen(game.collision);
    const a = game.spawn(0);
    const b = game.spawn(1);
    const c = game.spawn(8);
    collisionSystem(game.world);
    take(log);
    const snapshot = snapshotOf(game, false);
    removeEntity(game.world, b);
    collisionSystem(game.world);
    const d = game.spawn(8.5);
    expect(d).toBe(b);
    addComponent(game.world, c, game.collision.Sensor);
    collisionSystem(game.world);
    take(log);
    restoreCollision(game.world, snapshot);
    // The id is another entity's by now, but at the place that the snapshot's stores give it.
    collisionSystem(game.world);
    expect(take(log)).toEqual([]);
    expect([...game.collision.contacts()].map((contact) => [contact.a, contact.b])).toEqual([[a, b]]);
    game.collision.Transform.x[c] = 2.5;
    collisionSystem(game.world);
    expect([...game.collision.contactsOf(c)].map((contact) => contact.sensor)).toEqual([true]);
    take(log);
    removeEntity(game.world, a);
    restoreCollision(game.world, snapshot);
    collisionSystem(game.world);
    expect(take(log)).toEqual([`end ${a} ${b} removed`]);
  });

  it('bring back entities with their ids, components, relations, and the order of queries', () => {
    const game = createGame();
    const { world } = game;
    const Likes = createRelation();
    const Tag = {};
    const ids = [0, 3, 6, 9].map((x) => game.spawn(x));
    for (const eid of [ids[2], ids[0], ids[3]]) addComponent(world, eid, Tag);
    addComponent(world, ids[1], Pair(Likes, ids[3]));
    removeEntity(world, ids[2]);
    const tagged = [...query(world, [Tag])];
    const snapshot = snapshotOf(game);
    const made = [addEntity(world), addEntity(world)];
    removeEntity(world, ids[3]);
    removeComponent(world, ids[0], Tag);
    addComponent(world, ids[1], Tag);
    const Late = {};
    addComponent(world, ids[1], Late);
    query(world, [Late]);
    restoreCollision(world, snapshot);
    expect([...query(world, [Tag])]).toEqual(tagged);
    expect([...query(world, [Late])]).toEqual([]);
    expect(hasComponent(world, ids[1], Pair(Likes, ids[3]))).toBe(true);
    expect([...query(world, [Pair(Likes, '*')])]).toEqual([ids[1]]);
    expect([addEntity(world), addEntity(world)]).toEqual(made);
  });

  it('bring back shapes that were freed since, at their handles', () => {
    const game = createGame();
    const eid = game.spawn(0, 0, triangle(2));
    game.spawn(1, 0.2);
    collisionSystem(game.world);
    const snapshot = snapshotOf(game);
    const handle = game.collision.Collider.shape[eid];
    removeEntity(game.world, eid);
    for (let i = 0; i < 200; i++) {
      const other = game.spawn(50 + i, 0, triangle(1 + i));
      collisionSystem(game.world);
      removeEntity(game.world, other);
    }
    restoreCollision(game.world, snapshot);
    expect(game.collision.Collider.shape[eid]).toBe(handle);
    if (kit.kit === planeKit) validateOutlines(game.collision.state.set.registry);
    expect(castRay(game.world, at(-1, 0.5), at(5, 0))?.entity).toBe(eid);
    collisionSystem(game.world);
    expect([...game.collision.contactsOf(eid)].map((contact) => contact.age)).toEqual([1]);
  });

  it('refuse what cannot be done, and change nothing', () => {
    const game = createGame();
    const { world, collision } = game;
    game.spawn(0);
    game.spawn(1);
    const empty = createSnapshot();
    expect(refusal(() => restoreCollision(world, empty))).toContain('the snapshot is empty');
    const inside: string[] = [];
    collision.onBegin(() => inside.push(refusal(() => saveCollision(world, empty))));
    collisionSystem(world);
    expect(inside).toEqual([expect.stringContaining('between ticks')]);
    const other = createGame();
    expect(refusal(() => restoreCollision(other.world, snapshotOf(game)))).toContain('the world it was saved from');
    const replaced = snapshotOf(other);
    for (const [name, column] of snapshotOf(game).columns) replaced.columns.set(name, column);
    expect(refusal(() => restoreCollision(other.world, replaced))).toContain('with the columns saved there');
    expect(refusal(() => createSnapshot({ stores: { Health: 3 as never } }))).toContain('stores.Health');
    expect(refusal(() => createSnapshot({ store: {} } as never))).toContain('store');
  });

  it('can be restored in another world that has the same entities', () => {
    const [a, b] = [createGame(), createGame()];
    for (const game of [a, b]) for (const x of [0, 1, 5]) game.spawn(x);
    collisionSystem(a.world);
    collisionSystem(a.world);
    restoreCollision(b.world, snapshotOf(a, false));
    for (const { world, collision } of [a, b]) {
      collisionSystem(world);
      expect([...collision.contacts()].map(({ a, b, id, age }) => [a, b, id, age])).toEqual([[1, 2, 1, 2]]);
    }
  });
});

describe.each(GAMES)('stores that are plain arrays, in $name', ({ createGame, saveCollision }) => {
  it('refuses anything but numbers, and the snapshot stays as it was', () => {
    const { world, spawn } = createGame();
    const ball = spawn(0);
    const Health: unknown[] = [];
    const Name: { text: unknown[] } = { text: [] };
    const snapshot = createSnapshot({ stores: { Health, Name } });
    Health[ball] = 3;
    saveCollision(world, snapshot);
    collisionSystem(world);
    for (const value of [{ points: 3 }, 'many', true, null, 3n]) {
      Health[ball] = value;
      expect(refusal(() => saveCollision(world, snapshot))).toMatch(`invalid-number: stores.Health[${ball}]`);
    }
    Health[ball] = 7;
    Name.text[ball] = 'hero';
    expect(refusal(() => saveCollision(world, snapshot))).toContain(`stores.Name.text[${ball}]`);
    Name.text.length = 0;
    expect(snapshot.tick).toBe(0);
    restoreCollision(world, snapshot);
    expect(Health[ball]).toBe(3);
  });

  it('leaves holes where entities have no value', () => {
    const { world, spawn } = createGame();
    const [a, b] = [spawn(0), spawn(10)];
    const Health: number[] = [];
    Health[b] = 5;
    const snapshot = createSnapshot({ stores: { Health } });
    saveCollision(world, snapshot);
    Health[b] = 1;
    restoreCollision(world, snapshot);
    expect([Health[b], a in Health]).toEqual([5, false]);
  });
});

it.each(GAMES)('takes only what createSnapshot has made, in $name', ({ createGame, saveCollision }) => {
  const { world } = createGame();
  for (const wrong of [undefined, null, {}, { columns: new Map() }] as never[]) {
    expect(refusal(() => saveCollision(world, wrong))).toMatch(/^invalid-state: /);
    expect(refusal(() => restoreCollision(world, wrong))).toMatch(/^invalid-state: /);
    expect(refusal(() => explainDivergence(wrong, wrong))).toMatch(/^invalid-state: /);
  }
  expect(refusal(() => createSnapshot({ entities: true as never }))).toMatch(/^invalid-state: /);
});
