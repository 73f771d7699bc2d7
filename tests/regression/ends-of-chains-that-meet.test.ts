import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  chain,
  circle,
  collideShape,
  collisionSystem,
  createCollision,
  moveAndSlide,
  type ShapeContact,
  type ShapeSpec,
  seamless,
} from '../../entry/2d.ts';
import { readTiled } from '../../entry/maps.ts';

interface Found {
  line: number;
  normalX: number;
  normalY: number;
  depth: number;
}

/** The contacts of a body with lines, from the lines to the body, by a tick and by `collideShape`. */
function contactsOf(lines: readonly ShapeSpec[], body: ShapeSpec, x: number, y: number, joined = true): Found[] {
  const world = createWorld();
  const collision = createCollision(world);
  const entities = lines.map((line) => {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, {}));
    addComponent(world, entity, set(collision.Collider, line));
    if (joined) addComponent(world, entity, seamless(world));
    return entity;
  });
  const rider = addEntity(world);
  addComponent(world, rider, set(collision.Transform, { x, y }));
  addComponent(world, rider, set(collision.Collider, body));
  collisionSystem(world);
  const ticked = Array.from(collision.contactsOf(rider), ({ b, normalX, normalY, penetration }) => ({
    line: entities.indexOf(b),
    normalX: 0 - normalX,
    normalY: 0 - normalY,
    depth: Math.round(penetration * 1e9) / 1e9,
  }));
  const hits: ShapeContact[] = [];
  const count = collideShape(world, body, { x, y }, hits, { ignore: rider });
  const placed = hits.slice(0, count).map(({ entity, normalX, normalY, penetration }) => ({
    line: entities.indexOf(entity),
    normalX: 0 + normalX,
    normalY: 0 + normalY,
    depth: Math.round(penetration * 1e9) / 1e9,
  }));
  expect(placed).toEqual(ticked);
  return ticked;
}

const straightUp = { normalX: 0, normalY: 1, depth: 0.1 };
const RING = [50, 0, 0, 0, 0, -60, 100, -60, 100, 0, 50, 0];

describe('a chain that is drawn back to its first point', () => {
  it('is one floor where its ends meet', () => {
    // The second segment begins 0.05 before the end of the box, and made a wall there.
    const found = contactsOf([chain(RING)], box(4, 4), 46.05, 3.9, false);
    expect(found).toEqual(contactsOf([chain(RING.slice(0, -2), { closed: true })], box(4, 4), 46.05, 3.9, false));
    for (const contact of found) expect(contact).toMatchObject(straightUp);
  });

  it('is so too when it comes from a map', () => {
    const points = Array.from({ length: 6 }, (_, i) => ({ x: RING[2 * i], y: RING[2 * i + 1] }));
    const { objects } = readTiled({
      orientation: 'orthogonal',
      width: 10,
      height: 10,
      tilewidth: 10,
      tileheight: 10,
      tilesets: [],
      layers: [
        {
          type: 'objectgroup',
          name: 'ground',
          objects: [{ id: 1, name: '', type: '', x: 0, y: 0, width: 0, height: 0, rotation: 0, polyline: points }],
        },
      ],
    });
    const found = contactsOf([objects[0].shape!], box(4, 4), 46.05, 3.9, false);
    expect(found.length).toBeGreaterThan(0);
    for (const contact of found) expect(contact).toMatchObject(straightUp);
  });
});

describe('an end of a chain on a line', () => {
  // Floors with a wall or a post that ends on them, and the same as one chain that comes back to itself.
  const floor = chain([-5, 0, 5, 0]);
  const post = chain([1, -3, 1, 0]);
  const wall = chain([1, 3, 1, 0]);

  it.each([
    ['as chains of their own', [floor, post]],
    ['as chains of their own, the other way round', [chain([1, 0, 1, -3]), chain([5, 0, -5, 0])]],
    ['as one', [chain([-5, 0, 5, 0, 5, -3, 1, -3, 1, 0])]],
    ['at a joint', [chain([-5, 0, 1, 0, 5, 0]), post]],
    ['where two chains meet', [chain([-5, 0, 1, 0]), chain([5, 0, 1, 0]), post]],
  ])('from below makes no bump in a floor: %s', (_, lines) => {
    for (const x of [0.55, 0.95, 1.05, 1.45]) {
      const found = contactsOf(lines, box(0.5, 0.5), x, 0.4);
      expect(found.length).toBeGreaterThan(0);
      for (const contact of found) expect(contact).toMatchObject(straightUp);
    }
  });

  it.each([
    ['as chains of their own', [floor, wall]],
    ['as one', [chain([-5, 0, 5, 0, 5, 3, 1, 3, 1, 0])]],
  ])('from above is a wall from both sides: %s', (_, lines) => {
    for (const side of [-1, 1]) {
      const found = contactsOf(lines, box(0.5, 0.5), 1 + 0.45 * side, 0.4);
      const normals = found.map(({ normalX, normalY, depth }) => [normalX, normalY, depth]);
      expect(normals).toContainEqual([0, 1, 0.1]);
      expect(normals).toContainEqual([side, 0, 0.05]);
      expect(found).toHaveLength(2);
    }
  });

  it('on a slope, and pieces of the same slope that overlap', () => {
    const slope = chain([0, 0, 8, 4]);
    const lines = [slope, chain([2, 1, 6, 3]), chain([4, 2, 4, -2])];
    const found = contactsOf(lines, circle(0.5), 4 - 0.2, 2 - 0.1 + 0.5);
    expect(found.length).toBeGreaterThan(0);
    for (const { normalX, normalY } of found) {
      expect(normalX).toBeCloseTo(-1 / Math.sqrt(5), 9);
      expect(normalY).toBeCloseTo(2 / Math.sqrt(5), 9);
    }
  });

  it('of another entity is by itself without the tag', () => {
    const found = contactsOf([chain([-5, 0, 0, 0]), chain([0, 0, 5, 0])], box(4, 4), -3.95, 3.9, false);
    expect(found.map(({ line, normalX, normalY }) => [line, normalX, normalY])).toEqual([
      [0, 0, 1],
      [1, -1, 0],
    ]);
  });
});

it('a mover slides over the ends of seamless chains without a stop', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const Seamless = seamless(world);
  for (const points of [
    [-5, 0, 0, 0],
    [3, 0, 0, 0],
    [3, 0, 9, 0],
    [1, -2, 1, 0],
  ]) {
    const entity = addEntity(world);
    addComponent(world, entity, set(collision.Transform, {}));
    addComponent(world, entity, set(collision.Collider, chain(points)));
    addComponent(world, entity, Seamless);
  }
  const mover = addEntity(world);
  addComponent(world, mover, set(collision.Transform, { x: -4, y: 0.45 }));
  addComponent(world, mover, set(collision.Collider, box(0.5, 0.5)));
  collisionSystem(world);
  for (let step = 0; step < 100; step++) {
    const { x, y } = moveAndSlide(world, mover, { x: 0.1, y: -0.05 });
    collision.Transform.x[mover] = x;
    collision.Transform.y[mover] = y;
    collisionSystem(world);
    expect(x).toBeCloseTo(-4 + 0.1 * (step + 1), 6);
    expect(y).toBeGreaterThan(0.49);
    expect(y).toBeLessThan(0.53);
  }
});
