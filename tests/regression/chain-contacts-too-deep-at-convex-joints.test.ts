import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, chain, collisionSystem, createCollision, explainPair, type ShapeSpec } from '../../entry/2d.ts';

function contactsOf(ground: ShapeSpec, rider: ShapeSpec, x: number, y: number, rotation: number, chainFirst: boolean) {
  const world = createWorld();
  const collision = createCollision(world);
  const ids = [addEntity(world), addEntity(world)];
  const [floor, body] = chainFirst ? ids : [ids[1], ids[0]];
  addComponent(world, floor, set(collision.Transform, {}));
  addComponent(world, floor, set(collision.Collider, ground));
  addComponent(world, body, set(collision.Transform, { x, y, rotation }));
  addComponent(world, body, set(collision.Collider, rider));
  const told: number[] = [];
  collision.onBegin((_a, _b, contact) => {
    told.push(contact.separation);
  });
  collisionSystem(world);
  const sign = chainFirst ? 1 : -1;
  const rows = Array.from(collision.contacts(), ({ childA, childB, normalX, normalY, separation }) => ({
    child: chainFirst ? childA : childB,
    normalX: sign * normalX,
    normalY: sign * normalY,
    separation,
  }));
  return { rows, told, explained: explainPair(world, floor, body).separation };
}

describe.each([true, false])('with the chain as A: %s', (chainFirst) => {
  it.each([false, true])('a box over the top of a roof is lifted by what it is deep, one-sided: %s', (oneSided) => {
    // The box reaches 0.001 past the top, and 0.002 below it. The left slope's own line is 0.7 from its far corner.
    const points = oneSided ? [1, -1, 0, 0, -1, -1] : [-1, -1, 0, 0, 1, -1];
    const { rows, told, explained } = contactsOf(
      chain(points, { oneSided }),
      box(0.5, 0.5),
      0.499,
      0.498,
      0,
      chainFirst,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].child).toBe(oneSided ? 0 : 1);
    expect(rows[0].normalX).toBeCloseTo(0, 12);
    expect(rows[0].separation).toBeCloseTo(-0.002, 12);
    expect(told).toEqual([rows[0].separation]);
    expect(explained).toBe(rows[0].separation);
  });

  it('a box at rest on a ledge is not thrown off', () => {
    const ledge = chain([-5, 0, 0, 0, 0.5, -1, 5, -1]);
    const { rows, told } = contactsOf(ledge, box(0.5, 0.5), 0.1, 0.49999, 1e-5, chainFirst);
    expect(rows.map((row) => row.child)).toEqual([0]);
    expect(Math.abs(rows[0].normalX)).toBeLessThan(1e-4);
    // 0.00001 by its place, and half of 1e-5 by its tilt.
    expect(told[0]).toBeCloseTo(-0.000015, 8);
  });
});
