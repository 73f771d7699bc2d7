import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { box, chain, circle, collisionSystem, createCollision, type ShapeSpec } from '../../entry/2d.ts';

function createFloor(rider: ShapeSpec, turn: number) {
  const world = createWorld();
  const collision = createCollision(world, { margin: 0.01 });
  const floor = addEntity(world);
  addComponent(world, floor, set(collision.Transform, { rotation: turn }));
  addComponent(world, floor, set(collision.Collider, chain([-3, 0, -2, 0, -1, 0, 0, 0, 1, 0, 2, 0, 3, 0])));
  const body = addEntity(world);
  addComponent(world, body, set(collision.Transform, {}));
  addComponent(world, body, set(collision.Collider, rider));
  return (x: number, y: number) => {
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    collision.Transform.x[body] = c * x - s * y;
    collision.Transform.y[body] = s * x + c * y;
    collision.Transform.rotation[body] = turn;
    collisionSystem(world);
    return Array.from(collision.contacts(), (contact) =>
      Array.from({ length: contact.pointCount }, (_, i) => ({
        child: contact.childA,
        id: contact.id,
        feature: contact.pointFeature(i),
        along: c * contact.pointX(i) + s * contact.pointY(i),
      })),
    ).flat();
  };
}

it.each([0, 0.3])('a box over four flat segments rests on its two corners, floor turned by %f', (turn) => {
  const tick = createFloor(box(1.6, 0.5), turn);
  for (const depth of [0.001, 0, -0.001]) {
    const points = tick(0.05, 0.5 - depth);
    expect(points.map(({ along }) => Math.round(along * 1e6) / 1e6)).toEqual([-1.55, 1.65]);
  }
});

it('its points keep their names while it slides', () => {
  const tick = createFloor(box(1.6, 0.5), 0.3);
  const names = () => tick(0, 0.5).map(({ child, id, feature }) => [child, id, feature]);
  const first = names();
  expect(first).toHaveLength(2);
  for (let step = 1; step <= 200; step++) {
    const x = 0.3 * Math.sin(step);
    const points = tick(x, 0.499 + 1e-6 * Math.cos(3 * step));
    expect(points.map(({ child, id, feature }) => [child, id, feature])).toEqual(first);
  }
});

it('a box that ends 5 µm past a joint has no two points there', () => {
  const tick = createFloor(box(0.5, 0.5), 0);
  const points = tick(0.5 - 5e-6, 0.4999);
  expect(points).toHaveLength(2);
  expect(points[1].along - points[0].along).toBeCloseTo(1, 9);
});

it('a circle over a joint has one point', () => {
  expect(createFloor(circle(0.5), 0)(1, 0.499)).toHaveLength(1);
});
