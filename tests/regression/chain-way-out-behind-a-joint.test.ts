import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { chain, collideShape, collisionSystem, createCollision, type ShapeContact, segment } from '../../entry/2d.ts';

/*
 * A stick that pokes through one segment of a zigzag, near the joint from which the line turns away from the stick: it
 * is out sooner along the normal that the line has behind the joint, though the stick does not touch what is there.
 */
interface Case {
  line: number[];
  stick: [x1: number, y1: number, x2: number, y2: number];
  depth: number;
  normal: [x: number, y: number];
}

const CASES: Case[] = [
  {
    line: [-2, -0.326, -1.478, 0.266, -0.899, -0.255, 0.086, -0.299, 1.104, -0.114],
    stick: [-0.692, 0.398, 0.149, -1.332],
    // Along the normal of the segment that is touched it was 0.6624.
    depth: 0.6239,
    normal: [-0.669, -0.743],
  },
  {
    line: [-2, 0.372, -1.543, -0.426, -0.908, -0.343, 0.566, -0.244, 1.687, 0.486, 2.281, 0.432],
    stick: [-1.356, 0.301, -0.708, -1.536],
    // 0.6963 before.
    depth: 0.5235,
    normal: [-0.868, -0.497],
  },
];

describe('the way out of a zigzag', () => {
  it.each(CASES)('leads over a joint where that is shorter: $depth', ({ line, stick, depth, normal }) => {
    const world = createWorld();
    const collision = createCollision(world);
    const [ground, body] = [addEntity(world), addEntity(world)];
    addComponent(world, ground, set(collision.Transform, {}));
    addComponent(world, ground, set(collision.Collider, chain(line)));
    addComponent(world, body, set(collision.Transform, {}));
    addComponent(world, body, set(collision.Collider, segment(...stick)));
    collisionSystem(world);
    const found = [...collision.contacts()].map((contact) => [
      contact.penetration,
      contact.normalX,
      contact.normalY,
      contact.pointCount,
    ]);
    expect(found).toEqual([[expect.closeTo(depth, 3), expect.closeTo(normal[0], 3), expect.closeTo(normal[1], 3), 1]]);
    const contacts: ShapeContact[] = [];
    expect(collideShape(world, segment(...stick), { x: 0, y: 0 }, contacts, { ignore: body })).toBe(1);
    const [asked] = contacts;
    expect(asked.penetration).toBe(found[0][0]);
    expect([asked.normalX, asked.normalY]).toEqual(found[0].slice(1, 3));
  });
});
