import { addComponent, addEntity, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import {
  attachedTo,
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  createMoveResult,
  createSnapshot,
  moveAndSlide,
  oneWay,
  ownerOf,
  restoreCollision,
  type ShapeSpec,
  saveCollision,
  sweptColliders,
  tiles,
} from '../../../entry/2d.ts';
import { createGame } from '../../support/game-2d.ts';
import { randomGrown, randomStar } from '../../support/random-polygons-2d.ts';
import { createRng } from '../../support/rng.ts';
import { trianglesOf, wayToFree } from '../../support/solid-2d.ts';

/**
 * A landscape that is solid down to y = −5: flat from 0 to 10, a pit 4 deep from 10 to 12, a step of 1 at 20, a slope.
 */
const LAND = [-5, -5, 40, -5, 40, 4, 30, 1, 20, 1, 20, 0, 12, 0, 12, -4, 10, -4, 10, 0, -5, 0];

type Game = ReturnType<typeof createGame>;

function contactsOf({ collision }: Game) {
  return Array.from(collision.contacts(), (contact) => ({
    a: contact.a,
    b: contact.b,
    normal: [contact.normalX, contact.normalY],
    separation: contact.separation,
  }));
}

test('what slides over it meets its sides alone, wherever it is cut', () => {
  const bodies: ShapeSpec[] = [circle(0.5), box(0.4, 0.5), capsule(0.2, 0.3), box(0.3, 0.4, { radius: 0.1 })];
  const game = createGame();
  game.spawn(0, 0, concave(LAND));
  const eids = bodies.map((body) => game.spawn(0, 0, body));
  const { Transform } = game.collision;
  for (let x = -4; x < 9; x += 0.0625) {
    for (const eid of eids) {
      Transform.x[eid] = x;
      Transform.y[eid] = 0.4375;
    }
    collisionSystem(game.world);
    for (const contact of contactsOf(game)) {
      if (contact.a !== 1) continue;
      expect(contact.normal, `at ${x}`).toEqual([0, 1]);
      expect(contact.separation).toBeCloseTo(-0.0625, 12);
    }
    expect(contactsOf(game).filter((contact) => contact.a === 1).length).toBe(bodies.length);
  }
});

/** A mover keeps a skin's width from what it meets. */
function expectWithin(value: number, low: number, high: number): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}

test('a mover walks over it, climbs its step, and stands in its pit', () => {
  const game = createGame();
  game.spawn(0, 0, concave(LAND));
  const walker = game.spawn(1, 0.5, box(0.4, 0.5));
  const { Transform } = game.collision;
  collisionSystem(game.world);
  const result = createMoveResult();
  const move = (dx: number, dy: number) => {
    moveAndSlide(game.world, walker, { x: dx, y: dy }, {}, result);
    Transform.x[walker] = result.x;
    Transform.y[walker] = result.y;
  };
  for (let i = 0; i < 80; i++) move(0.1, -0.01);
  expect(Transform.x[walker]).toBeCloseTo(9, 2);
  expectWithin(Transform.y[walker], 0.5, 0.52);
  for (let i = 0; i < 30; i++) move(0.07, -0.5);
  expectWithin(Transform.x[walker], 11, 11.2);
  expectWithin(Transform.y[walker], -3.5, -3.48);
  // Put within the solid, it leaves it over the outline: nearest is the wall of the pit.
  Transform.x[walker] = 12.3;
  Transform.y[walker] = -2;
  collisionSystem(game.world);
  move(0, 0);
  expectWithin(Transform.x[walker], 11.57, 11.6);
});

test('a bullet stops at the outline of a thin wall', () => {
  const game = createGame({ swept: sweptColliders } as never);
  const hook = concave([0, 0, 0.05, 0, 0.05, 4, 3, 4, 3, 4.05, 0, 4.05]);
  game.spawn(10, 0, hook);
  const { collision } = game as unknown as { collision: Game['collision'] & { Swept: object } };
  const bullet = game.spawn(0, 2, circle(0.02));
  addComponent(game.world, bullet, collision.Swept);
  collisionSystem(game.world);
  collision.Transform.x[bullet] = 20;
  collisionSystem(game.world);
  const [contact] = Array.from(collision.contacts(), ({ fraction, normalX, normalY }) => ({
    fraction,
    normalX,
    normalY,
  }));
  expect(contact.fraction).toBeCloseTo((10 - 0.02) / 20, 4);
  expect([contact.normalX, contact.normalY].map(Math.abs)).toEqual([1, 0]);
});

test('snapshots hold it: what comes after a restore is what came before', () => {
  const game = createGame();
  const { Transform } = game.collision;
  const rng = createRng(17);
  const solid = game.spawn(0, 0, concave(LAND));
  addComponent(game.world, solid, game.collision.Static);
  const bodies = Array.from({ length: 40 }, () => game.spawn(rng.range(-5, 40), rng.range(-5, 3), circle(0.4)));
  const play = () => {
    const log: unknown[] = [];
    for (let tick = 0; tick < 20; tick++) {
      for (const eid of bodies) Transform.y[eid] -= 0.03 * ((eid % 5) - 1.5);
      collisionSystem(game.world);
      log.push(contactsOf(game));
    }
    return log;
  };
  collisionSystem(game.world);
  const snapshot = createSnapshot({ stores: { Transform, Collider: game.collision.Collider } });
  saveCollision(game.world, snapshot);
  const first = play();
  restoreCollision(game.world, snapshot);
  expect(play()).toEqual(first);
  expect((first[0] as unknown[]).length).toBeGreaterThan(10);
});

test('attached to another entity it follows, turned and scaled', () => {
  const game = createGame();
  const AttachedTo = attachedTo(game.world);
  const ship = game.spawn(0, 0, circle(0.1));
  const claw = addEntity(game.world);
  addComponent(game.world, claw, set(game.collision.Transform, {}));
  addComponent(game.world, claw, set(game.collision.Collider, concave([0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3])));
  addComponent(game.world, claw, set(AttachedTo, { parent: ship, x: 1, rotation: Math.PI / 2 }));
  const prey = game.spawn(10, 12, circle(0.25));
  const { Transform } = game.collision;
  Transform.x[ship] = 10;
  Transform.y[ship] = 10;
  // In the frame of the claw the prey is at (x, y) = (2, 1): it touches the arm from above.
  collisionSystem(game.world);
  const [contact] = contactsOf(game);
  expect([contact.a, contact.b]).toEqual([claw, prey]);
  expect(contact.normal[0]).toBeCloseTo(-1, 12);
  expect(contact.separation).toBeCloseTo(-0.25, 12);
  expect(ownerOf(game.world, claw)).toBe(ship);
});

test('as a one-way platform it is solid from above, in the bay of its top as well', () => {
  const game = createGame();
  const OneWay = oneWay(game.world);
  const trough = game.spawn(0, 0, concave([-2, -1, 2, -1, 2, 1, 1, 1, 1, 0, -1, 0, -1, 1, -2, 1]));
  addComponent(game.world, trough, set(OneWay, { normalY: 1 }));
  const { Transform } = game.collision;
  const faller = game.spawn(0, 0.6, circle(0.5));
  collisionSystem(game.world);
  Transform.y[faller] = 0.4;
  collisionSystem(game.world);
  expect(contactsOf(game).map(({ normal }) => normal)).toEqual([[0, 1]]);
  const riser = game.spawn(0, -1.6, circle(0.5));
  Transform.x[faller] = 50;
  collisionSystem(game.world);
  for (let y = -1.5; y < -0.2; y += 0.1) {
    Transform.y[riser] = y;
    collisionSystem(game.world);
    expect(contactsOf(game)).toEqual([]);
  }
});

describe('two of them, and others with many pieces', () => {
  test('touch when they overlap, whichever was added first', () => {
    const rng = createRng(29);
    let overlapping = 0;
    let alone = 0;
    for (let i = 0; i < 120; i++) {
      const make = () => (rng.next() < 0.5 ? randomStar(rng, rng.integer(5, 12), 5) : randomGrown(rng, 10, 6));
      const [first, second] = [make(), make()];
      const [x, y] = [rng.range(-8, 8), rng.range(-8, 8)];
      const moved = trianglesOf({ vertices: second.map((value, k) => value + (k % 2 === 0 ? x : y)), holeStarts: [] });
      const fixed = trianglesOf({ vertices: first, holeStarts: [] });
      const overlap = Math.max(...moved.map((triangle) => wayToFree(triangle, [1, 0], fixed, 1e-9)));
      if (overlap > 0 && overlap < 1e-3) continue;
      const results = [false, true].map((swapped) => {
        const game = createGame();
        if (swapped) game.spawn(x, y, concave(second));
        game.spawn(0, 0, concave(first));
        if (!swapped) game.spawn(x, y, concave(second));
        collisionSystem(game.world);
        const isTouching = contactsOf(game).some(({ separation }) => separation < 0);
        return isTouching;
      });
      expect(results, `pair ${i}`).toEqual([overlap > 0, overlap > 0]);
      if (overlap > 0) overlapping++;
      else alone++;
    }
    expect(overlapping).toBeGreaterThan(30);
    expect(alone).toBeGreaterThan(20);
  });

  test('chains, maps of tiles and compounds meet its outline', () => {
    const others: [string, ShapeSpec][] = [
      ['a chain', chain([-1, 0, 1, 0])],
      ['a map of tiles', tiles({ columns: 2, rows: 1, size: 1, cells: [1, 1], shapes: { 1: 'full' } })],
      ['a compound', compound([box(0.5, 0.5), { ...box(0.5, 0.5), offsetX: 1 }])],
      ['a smooth compound', compound([box(0.5, 0.5), { ...box(0.5, 0.5), offsetX: 1 }], { smooth: true })],
      ['another one', concave([0, 0, 2, 0, 2, 1, 1.5, 1, 1.5, 0.5, 0.5, 0.5, 0.5, 1, 0, 1])],
    ];
    for (const [name, shape] of others) {
      const game = createGame();
      game.spawn(0, 0, concave(LAND));
      const low = name.includes('compound') ? 0.5 : 0;
      game.spawn(5, low - 0.0625, shape);
      collisionSystem(game.world);
      const found = contactsOf(game);
      expect(found.length, name).toBeGreaterThan(0);
      for (const { normal, separation } of found) {
        expect(normal.map(Math.abs), name).toEqual([0, 1]);
        expect(separation, name).toBeCloseTo(-0.0625, 12);
      }
    }
  });
});
