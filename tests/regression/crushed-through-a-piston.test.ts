import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  createMoveResult,
  ellipse,
  moveAndSlide,
  polygon,
  refreshCollider,
  type ShapeSpec,
} from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';
import { createRng } from '../support/rng.ts';

/*
 * The shortest way out of a piston is the one on its far side as soon as the mover is deeper in it than to its middle:
 * it left through the piston, whose other side it had never been on.
 */
describe('a mover between a piston and a wall', () => {
  const movers: [string, ShapeSpec][] = [
    ['circle', circle(1)],
    ['box', box(1, 1)],
    ['capsule', capsule(0.5, 1)],
    ['ellipse', ellipse(1, 0.7)],
    ['polygon', polygon([-1, -0.8, 1, -0.9, 0.3, 1])],
  ];
  const pistons: [string, ShapeSpec][] = [
    ['box', box(0.5, 6)],
    ['chain', chain([0, -6, 0, 6])],
    ['compound', compound([box(0.4, 6), { ...box(0.2, 0.2), offsetX: -0.5 }])],
    ['capsule', capsule(6, 0.4)],
  ];

  it.each(movers)('stays on its side, and says what crushes it: %s', (_name, shape) => {
    for (const [name, piston] of pistons) {
      for (const gravity of [0, 0.05]) {
        const rng = createRng(7);
        const { world, collision, spawn } = createGame();
        const { Transform, Static } = collision;
        const wall = spawn(3, 0, box(1, 20));
        addComponent(world, wall, Static);
        if (gravity > 0) addComponent(world, spawn(0, -3, box(20, 1)), Static);
        const press = spawn(-3, 0, piston);
        const mover = spawn(0.4, -0.5, shape);
        const options = gravity > 0 ? { up: { x: 0, y: 1 } } : {};
        const out = createMoveResult();
        let deepest = 0;
        collisionSystem(world);
        for (let tick = 0; tick < 40; tick++) {
          const last = out.penetration;
          // In, a little beyond the wall's face, and out again.
          const speed = tick < 24 ? rng.range(0.1, 0.3) : -0.4;
          if (Transform.x[press] + speed < 2.2) Transform.x[press] += speed;
          refreshCollider(world, press);
          moveAndSlide(world, mover, { x: rng.range(-0.02, 0.02), y: -gravity }, options, out);
          Transform.x[mover] = out.x;
          Transform.y[mover] = out.y;
          refreshCollider(world, mover);
          if (tick % 3 === 0) collisionSystem(world);
          const where = `${name}, tick ${tick}, piston ${Transform.x[press]}, overlap ${last} → ${out.penetration}`;
          expect(out.x, where).toBeGreaterThan(0.3);
          expect(out.x, where).toBeLessThan(2);
          deepest = Math.max(deepest, out.penetration);
          expect(out.crusherCount > 0, where).toBe(out.penetration > 0);
          if (!(out.penetration > 0)) continue;
          const crushers = out.crushers.slice(0, out.crusherCount);
          expect(
            crushers.map(({ entity }) => entity),
            where,
          ).toContain(press);
          const { normalX, penetration } = crushers.find(({ entity }) => entity === press)!;
          expect(normalX, where).toBeGreaterThan(0.5);
          expect(Math.abs(penetration - out.penetration), where).toBeLessThan(0.02);
        }
        // It was pressed beyond the middle, and is free again.
        expect(deepest, name).toBeGreaterThan(1);
        expect(out.penetration, name).toBe(0);
      }
    }
  });
});
