import { describe, expect, it } from 'vitest';
import { box, capsule, collideShape, collisionSystem, polygon, type ShapeContact } from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { createGame } from '../support/game-2d.ts';
import { createRng } from '../support/rng.ts';

const SEED = 20_917;

/**
 * `collideShape` grew the shape by the margin and took that off again. A grown shape has round corners, which reach
 * farther than its sharp ones along an edge that rises: a second point was said to be nearer the larger the margin was,
 * and with one of 1 to overlap where it is 0.098 away.
 */
describe('contacts of a placed shape within a margin', () => {
  it.each([0.1, 0.15, 0.3, 1])('have the points that the tick has, with a margin of %d', (margin) => {
    const { world, collision, spawn } = createGame({ margin });
    const floor = spawn(1.905, 1.1547, box(0.6428, 0.4853));
    collision.Transform.rotation[floor] = 2.9853;
    const shape = box(0.8797, 0.1815);
    const pose = { x: 1.9178, y: 2.398, rotation: -1.1635 };
    const placed: ShapeContact[] = [];
    collideShape(world, shape, pose, placed, { margin });

    const body = spawn(pose.x, pose.y, shape);
    collision.Transform.rotation[body] = pose.rotation;
    collisionSystem(world);
    const [contact] = collision.contactsOf(floor);
    expect(placed[0].pointCount).toBe(2);
    for (let i = 0; i < 2; i++) expect(placed[0].points[i].separation).toBeCloseTo(contact.pointSeparation(i), 12);
    expect(Math.max(...placed[0].points.map(({ separation }) => separation))).toBeCloseTo(0.098, 3);
  });

  it('are those of the tick, whatever the shapes', () => {
    const rng = createRng(SEED);
    let seconds = 0;
    for (let round = 0; round < effort(4000, 400); round++) {
      const margin = rng.range(0, 1);
      const { world, collision, spawn } = createGame({ margin });
      const make = () => {
        const kind = rng.integer(0, 2);
        if (kind === 0) return box(rng.range(0.1, 1), rng.range(0.1, 1), { radius: rng.integer(0, 1) * 0.2 });
        if (kind === 1) return capsule(rng.range(0.1, 1), rng.range(0.1, 0.5));
        return polygon([
          [-1, rng.range(-1, 0)],
          [1, rng.range(-1, 0)],
          [0, rng.range(0.2, 1)],
        ]);
      };
      const [floor, shape] = [spawn(0, 0, make()), make()];
      collision.Transform.rotation[floor] = rng.range(-3, 3);
      const pose = { x: rng.range(-1, 1), y: rng.range(1, 2), rotation: rng.range(-3, 3) };
      const placed: ShapeContact[] = [];
      collideShape(world, shape, pose, placed, { margin });
      const body = spawn(pose.x, pose.y, shape);
      collision.Transform.rotation[body] = pose.rotation;
      collisionSystem(world);
      const contacts = [...collision.contactsOf(floor)];
      expect(placed.length, `seed ${SEED}, round ${round}`).toBe(contacts.length);
      // A loop shows one contact at a time.
      for (const contact of collision.contactsOf(floor)) {
        const points = placed[0].points.slice(0, placed[0].pointCount).map(({ separation }) => separation);
        const own = Array.from({ length: contact.pointCount }, (_, i) => contact.pointSeparation(i));
        expect(points.length, `seed ${SEED}, round ${round}`).toBe(own.length);
        points.sort((a, b) => a - b);
        own.sort((a, b) => a - b);
        for (let i = 0; i < own.length; i++) expect(points[i], `seed ${SEED}, round ${round}`).toBeCloseTo(own[i], 9);
        if (own.length === 2) seconds++;
      }
    }
    expect(seconds).toBeGreaterThan(50);
  });
});
