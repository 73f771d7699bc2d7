import { describe, expect, it } from 'vitest';
import {
  box,
  chain,
  circle,
  collideShape,
  compound,
  type ShapeContact,
  type ShapeSpec,
  tiles,
} from '../../../entry/2d.ts';
import { refusal } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createMoverWorld } from '../../support/movement-2d.ts';
import { ALL_KINDS, randomShape, specOf } from '../../support/random-shapes-2d.ts';
import { createRng } from '../../support/rng.ts';

const found: ShapeContact[] = [];

describe('collideShape', () => {
  it('finds the contacts that a tick makes of the same shape', () => {
    const rng = createRng(41);
    const rate = new HitRate();
    let points = 0;
    for (let round = 0; round < 300; round++) {
      const margin = round % 2 === 0 ? 0 : 0.05;
      const game = createMoverWorld({ margin });
      for (let i = 0; i < 4; i++) {
        const shape = specOf(randomShape(rng, ALL_KINDS[rng.integer(0, ALL_KINDS.length - 1)], 3));
        game.add(shape, rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
      }
      const kind = ALL_KINDS[rng.integer(0, 4)];
      const shape: ShapeSpec = specOf(randomShape(rng, kind, 2));
      const pose = { x: rng.range(-2, 2), y: rng.range(-2, 2), rotation: rng.range(-3, 3) };
      const eid = game.add(shape, pose.x, pose.y, pose.rotation);
      game.tick();
      const expected = Array.from(game.collision.contactsOf(eid), (contact) => ({
        entity: contact.b,
        child: contact.childB,
        normalX: -contact.normalX,
        normalY: -contact.normalY,
        depths: Array.from({ length: contact.pointCount }, (_, i) => -contact.pointSeparation(i)).sort((a, b) => a - b),
        x: contact.pointX(0) + contact.pointX(contact.pointCount - 1),
        y: contact.pointY(0) + contact.pointY(contact.pointCount - 1),
      })).filter((contact) => Math.max(...contact.depths) > 1e-9);
      const count = collideShape(game.world, shape, pose, found, { ignore: eid, margin });
      const actual = found.slice(0, count).filter((contact) => contact.penetration > 1e-9);
      rate.count(expected.length > 1);
      expect(actual.map(({ entity, child }) => [entity, child])).toEqual(
        expected.map(({ entity, child }) => [entity, child]),
      );
      actual.forEach((contact, i) => {
        const { normalX, normalY, depths } = expected[i];
        expect(
          Math.abs(contact.normalX - normalX) + Math.abs(contact.normalY - normalY),
          `${kind} ${game.collision.Collider.kind[contact.entity]} ${JSON.stringify([contact, expected[i]])}`,
        ).toBeLessThan(1e-9);
        // With a margin, a chain's contacts share out the points at its joints otherwise.
        if (margin > 0 && game.collision.Collider.kind[contact.entity] === chain([0, 0, 1, 0]).kind) return;
        expect(Math.abs(contact.penetration - Math.max(...depths))).toBeLessThan(1e-9);
        points += contact.pointCount;
      });
    }
    expect(points).toBeGreaterThan(300);
    rate.expectBalanced();
  });

  it('known answers: depths, points, margin, children, order', () => {
    const game = createMoverWorld();
    const floor = game.add(box(5, 1), 0, -1);
    const pair = game.add(compound([circle(1), { ...circle(1), offsetX: 4 }]), 0, 2.5);
    game.tick();
    const { world } = game;
    expect(collideShape(world, box(1, 0.5), { x: 0, y: 0.4 }, found)).toBe(1);
    expect(found[0]).toMatchObject({ entity: floor, child: 0, normalX: 0, normalY: 1, pointCount: 2 });
    expect(found[0].penetration).toBeCloseTo(0.1, 12);
    expect(found[0].separation).toBe(-found[0].penetration);
    expect(
      found[0].points
        .map(({ x, y, separation }) => [x, y, separation].map((value) => Math.round(1e9 * value) / 1e9))
        .sort(),
    ).toEqual(
      [
        [-1, -0.05, -0.1],
        [1, -0.05, -0.1],
      ].sort(),
    );
    expect(collideShape(world, circle(0.5), { x: 4, y: 1.2 }, found, { margin: 1 })).toBe(2);
    expect(found.map(({ entity, child }) => [entity, child])).toEqual([
      [floor, 0],
      [pair, 1],
    ]);
    expect(found[0].separation).toBeCloseTo(0.7, 12);
    expect(found[0].penetration).toBe(0);
    expect(found[0].points[0]).toMatchObject({ x: expect.closeTo(4, 12), y: expect.closeTo(0.35, 12) });
    expect(found[1].penetration).toBeCloseTo(0.2, 12);
    expect(found[1]).toMatchObject({ normalX: expect.closeTo(0, 12), normalY: expect.closeTo(-1, 12) });
    expect(collideShape(world, circle(0.5), { x: 40, y: 0 }, found)).toBe(0);
    expect(found).toEqual([]);
  });

  it('makes none of the joints of a chain, and none behind a one-sided one', () => {
    const game = createMoverWorld();
    game.add(chain([0, 0, 1, 0, 2, 0, 3, 0]));
    game.add(chain([10, 0, 20, 0], { oneSided: true }));
    game.tick();
    const count = collideShape(game.world, box(0.8, 0.5), { x: 1.5, y: 0.4 }, found);
    expect(count).toBeGreaterThan(0);
    for (const contact of found) expect([contact.normalX, contact.normalY]).toEqual([expect.closeTo(0, 12), 1]);
    expect(collideShape(game.world, circle(0.5), { x: 15, y: 0.4 }, found)).toBe(0);
    expect(collideShape(game.world, circle(0.5), { x: 15, y: -0.4 }, found)).toBe(1);
  });

  it('lists the pieces of a surface in their order, whatever the order of the pieces of the shape', () => {
    const feet = compound([
      { ...box(0.25, 0.5), offsetX: 1 },
      { ...box(0.25, 0.5), offsetX: -1 },
    ]);
    for (const floor of [chain([0, 0, 1, 0, 2, 0, 3, 0]), tiles({ columns: 3, rows: 1, size: 1, cells: [1, 1, 1] })]) {
      const game = createMoverWorld();
      // The map's top is at y = 1, the chain at y = 0.
      game.add(floor, 0, floor.kind === chain([0, 0, 1, 0]).kind ? 0 : -1);
      game.tick();
      expect(collideShape(game.world, feet, { x: 1.5, y: 0.4 }, found)).toBe(2);
      expect(found.map(({ child, points }) => [child, points.map(({ x }) => x).sort()])).toEqual([
        [0, [0.25, 0.75]],
        [2, [2.25, 2.75]],
      ]);
    }
  });

  it('names what cannot be used', () => {
    const { world } = createMoverWorld();
    const attempt = (...args: unknown[]): string =>
      refusal(() => (collideShape as (...all: unknown[]) => void)(...args));
    expect(attempt({}, circle(1), { x: 0, y: 0 }, found)).toContain('has no collision');
    expect(attempt(world, 3, { x: 0, y: 0 }, found)).toContain('query shape must be what a shape maker returned');
    expect(attempt(world, circle(1), { x: NaN, y: 0 }, found)).toContain('query x must be a finite number');
    expect(attempt(world, circle(1), undefined, found)).toContain('query x must be a finite number');
    expect(attempt(world, circle(1), { x: 0, y: 0 }, {})).toContain('out must be an array');
    expect(attempt(world, circle(1), { x: 0, y: 0 }, found, { margin: -1 })).toContain(
      'margin must be finite and at least 0',
    );
    expect(attempt(world, circle(1), { x: 0, y: 0 }, found, { maxFraction: 1 })).toContain('each key of query options');
  });
});
