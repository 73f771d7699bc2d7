import { expect, it } from 'vitest';
import { box, capsule, circle, collisionSystem, compound, polygon, type ShapeSpec, tiles } from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { DRAWN_TILES, randomTileBody, randomTileMap } from '../../support/random-tiles-2d.ts';
import { createRng } from '../../support/rng.ts';

/** Where a body at a place meets a ground: normals from the ground, and the least separation. */
function contactsAt(ground: ShapeSpec, body: ShapeSpec, x: number, y: number, rotation: number) {
  const game = createGame();
  game.spawn(0, 0, ground);
  const eid = game.spawn(x, y, body);
  game.collision.Transform.rotation[eid] = rotation;
  collisionSystem(game.world);
  return Array.from(game.collision.contacts(), (contact) => ({
    child: contact.childA,
    nx: contact.normalX,
    ny: contact.normalY,
    separation: contact.separation,
  }));
}

it('a smooth compound of tiles has the contacts that the map of these tiles has', () => {
  const rate = new HitRate();
  for (let seed = 1; seed <= effort(600, 60); seed++) {
    const rng = createRng(seed);
    const map = randomTileMap(rng, 8, 6, seed % 2 === 0 ? 0.5 : 0);
    const children = map.cells.flatMap((tile, cell) => {
      const corners = DRAWN_TILES[map.names[tile]];
      if (corners === undefined) return [];
      return [{ ...polygon(corners), offsetX: cell % 8, offsetY: Math.floor(cell / 8) }];
    });
    if (children.length === 0) continue;
    const ground = compound(children, { smooth: true });
    for (let i = 0; i < 12; i++) {
      const x = rng.range(-0.5, 8.5);
      const y = rng.range(-0.5, 6.5);
      if (map.isSolid(x, y)) continue;
      const body = randomTileBody(rng);
      const rotation = rng.range(-3, 3);
      const expected = contactsAt(map.spec, body, x, y, rotation);
      const found = contactsAt(ground, body, x, y, rotation);
      rate.count(expected.length > 0);
      // What is buried is led out in ways of its own.
      if ([...expected, ...found].some(({ separation }) => separation < -0.3)) continue;
      expect(found.length, `seed ${seed}, body ${i}`).toBe(expected.length);
      found.forEach((contact, k) => {
        expect(contact.nx).toBeCloseTo(expected[k].nx, 6);
        expect(contact.ny).toBeCloseTo(expected[k].ny, 6);
        expect(contact.separation).toBeCloseTo(expected[k].separation, 6);
      });
    }
  }
  rate.expectBalanced();
});

it('nothing that moves over boxes side by side meets an edge between them', () => {
  const rng = createRng(3);
  const children = [];
  for (let x = 0; x < 30; ) {
    const width = rng.range(0.3, 2);
    const depth = rng.range(1, 2);
    children.push({ ...box(width / 2, depth / 2), offsetX: x + width / 2, offsetY: -depth / 2 });
    // Some overlap the next one.
    x += width - (rng.next() < 0.3 ? 0.1 : 0);
  }
  const bodies = [box(0.4, 0.3), box(0.3, 0.3, { radius: 0.1 }), circle(0.4), capsule(0.2, 0.3)];
  for (const smooth of [true, false]) {
    let met = 0;
    let caught = 0;
    const game = createGame();
    const ground = game.spawn(0, 0, compound(children, { smooth }));
    const { Transform } = game.collision;
    for (const body of bodies) game.spawn(0, 0, body);
    for (let tick = 0; tick < effort(4000, 600); tick++) {
      for (let eid = ground + 1; eid <= ground + bodies.length; eid++) {
        Transform.x[eid] = rng.range(1, 29);
        Transform.y[eid] = rng.range(0, 0.6);
        Transform.rotation[eid] = rng.range(-0.3, 0.3);
      }
      collisionSystem(game.world);
      for (const { a, normalX, normalY } of game.collision.contacts()) {
        if (a !== ground) continue;
        met++;
        if (Math.abs(normalX) > 1e-9 || normalY < 0) caught++;
      }
    }
    expect(met).toBeGreaterThan(1000);
    if (smooth) expect(caught).toBe(0);
    else expect(caught).toBeGreaterThan(met / 10);
  }
});

it('real corners, steps and gaps stay, and rounded children are left as they are', () => {
  const step = compound([box(1, 1), { ...box(1, 1), offsetX: 2, offsetY: 0.5 }], { smooth: true });
  expect(contactsAt(step, box(0.2, 0.2), 0.85, 1.3, 0)).toMatchObject([{ nx: -1 }]);
  const gap = compound([box(1, 1), { ...box(1, 1), offsetX: 2.1 }], { smooth: true });
  expect(contactsAt(gap, circle(0.3), 1.05, 1.2, 0).every(({ nx }) => nx !== 0)).toBe(true);
  const rounded = compound([box(1, 1, { radius: 0.1 }), { ...box(1, 1, { radius: 0.1 }), offsetX: 2.2 }], {
    smooth: true,
  });
  expect(contactsAt(rounded, circle(0.2), 1.1, 1.22, 0).length).toBe(2);
});

it('what stands exactly on a seam is pushed out as it is beside it', () => {
  const cells = Array.from({ length: 8 }, () => 1);
  const map = tiles({ columns: 4, rows: 2, size: 1, shapes: { 1: 'full' }, cells, yUp: true });
  const boxes = [0, 1, 2, 3].map((i) => ({ ...box(0.5, 1), offsetX: i + 0.5, offsetY: 1 }));
  for (const ground of [map, compound(boxes, { smooth: true })]) {
    for (const body of [capsule(0.2, 0.3), circle(0.3)]) {
      for (const y of [1.8, 1.9, 2, 2.1, 2.25]) {
        const beside = contactsAt(ground, body, 2.01, y, 0);
        const found = contactsAt(ground, body, 2, y, 0);
        expect(found.length).toBeGreaterThan(0);
        for (const { nx, ny, separation } of found) {
          expect([nx, ny]).toEqual([0, 1]);
          expect(separation).toBeCloseTo(beside[0].separation, 9);
        }
      }
    }
  }
});
