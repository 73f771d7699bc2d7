import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  capsule,
  chain,
  collideShape,
  collisionSystem,
  polygon,
  type ShapeContact,
  type ShapeSpec,
  seamless,
} from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

/*
 * The tick took what each of several seamless chains had by itself, and left out or replaced some of it, but added
 * nothing: a contact that only the line has was missing. Where the line had none of what the chains had, all stayed as
 * it was, with normals that the line has not.
 */
interface Case {
  readonly lines: readonly number[][];
  readonly body: ShapeSpec;
  readonly at: { x: number; y: number; rotation: number };
}

const CASES: Record<string, Case> = {
  'a wall on a level floor': {
    lines: [
      [3.245, 0, 2.291, 0, 1.16, 0, 0.222, 0],
      [2.291, 0, 2.666, 0.466],
    ],
    body: polygon([0.2906, -0.0463, 0.2968, 0.0375, -0.0003, 0.1387, -0.2874, 0.0501, -0.1395, -0.1237]),
    at: { x: 2.3861, y: 0.1116, rotation: 0 },
  },
  'a spur at a bend': {
    lines: [
      [-2.871, 0.519, -1.391, -2.725, 0.072, -2.523],
      [-1.391, -2.725, -1.968, -3.055],
    ],
    body: capsule(0.217, 0.0124),
    at: { x: -1.3084, y: -2.7675, rotation: 0.8947 },
  },
};

describe('chains that meet', () => {
  it.each(Object.entries(CASES))('have the same contacts in a tick as in a query: %s', (_name, { lines, body, at }) => {
    const { world, collision, spawn } = createGame();
    const Seamless = seamless(world);
    const { Transform } = collision;
    const chains = lines.map((line) => spawn(0, 0, chain(line), { categoryBits: 1, maskBits: 2 }));
    for (const eid of chains) addComponent(world, eid, Seamless);
    const rider = spawn(at.x, at.y, body, { categoryBits: 2, maskBits: 1 });
    Transform.rotation[rider] = at.rotation;
    collisionSystem(world);
    const placed: ShapeContact[] = [];
    const count = collideShape(world, body, at, placed, { maskBits: 1 });
    const ticked = Array.from(collision.contacts(), ({ a, childA, normalX, normalY, penetration }) => {
      return { entity: a, child: childA, numbers: [normalX, normalY, penetration] };
    });
    expect(count).toBeGreaterThan(0);
    expect(ticked.length).toBe(count);
    for (const [i, { entity, child, numbers }] of ticked.entries()) {
      const contact = placed[i];
      expect([entity, child]).toEqual([contact.entity, contact.child]);
      const expected = [contact.normalX, contact.normalY, contact.penetration];
      for (const [k, value] of numbers.entries()) expect(value).toBeCloseTo(expected[k], 9);
    }
  });
});
