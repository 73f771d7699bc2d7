import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, capsule, circle, collisionSystem, compound, createCollision, segment, tiles } from '../../entry/2d.ts';

/*
 * A circle whose centre, or a capsule or segment whose core, was exactly on a seam between tiles had no contact where
 * all tiles that it reached were buried: it overlaps none of them with its core. A hair beside the seam it had one.
 */
const SIZE = 6;
const BURIED = [
  [2, 2.3],
  [2, 2.5],
  [2, 2],
  [3, 3],
  [1, 3.5],
] as const;

it.each([
  ['tiles', tiles({ columns: SIZE, rows: SIZE, size: 1, cells: new Array(SIZE * SIZE).fill(1) })],
  [
    'a smooth compound',
    compound(
      Array.from({ length: SIZE * SIZE }, (_, i) => ({
        ...box(0.5, 0.5),
        offsetX: (i % SIZE) + 0.5,
        offsetY: Math.floor(i / SIZE) + 0.5,
      })),
      { smooth: true },
    ),
  ],
])('what is centred on a seam deep inside of %s touches it', (_, map) => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const ground = addEntity(world);
  addComponent(world, ground, set(Transform, { x: 0 }));
  addComponent(world, ground, set(Collider, map));

  for (const shape of [circle(0.3), circle(0.9), capsule(0.4, 0.4), segment(0, -0.2, 0, 0.2)]) {
    const body = addEntity(world);
    addComponent(world, body, set(Transform, { x: 0 }));
    addComponent(world, body, set(Collider, { ...shape, categoryBits: 2, maskBits: 1 }));
    for (const [x, y] of BURIED) {
      Transform.x[body] = x;
      Transform.y[body] = y;
      collisionSystem(world);
      expect([...collision.contactsOf(body)], `at ${x}, ${y}`).not.toEqual([]);
    }
  }
});

it('out of a map it is told the way, as beside the seam', () => {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const ground = addEntity(world);
  addComponent(world, ground, set(Transform, { x: 0 }));
  addComponent(world, ground, set(Collider, tiles({ columns: 6, rows: 6, size: 1, cells: new Array(36).fill(1) })));
  const ball = addEntity(world);
  addComponent(world, ball, set(Transform, { x: 2, y: 3.5 }));
  addComponent(world, ball, set(Collider, circle(0.3)));
  collisionSystem(world);
  const [contact] = collision.contactsOf(ball);
  expect([contact.normalX, contact.normalY, contact.pointCount]).toEqual([1, 0, 1]);
  expect(contact.separation).toBeCloseTo(-2.3, 12);
});
