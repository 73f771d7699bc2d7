import { expect, it } from 'vitest';
import { box, circle } from '../../../../entry/2d.ts';
import { createMoverWorld, Walker } from '../../../support/movement-2d.ts';
import { createRng } from '../../../support/rng.ts';

// Of two colliders that a squeezed mover is in at once, the one with the lower number was its ground.
it('a squeezed mover stands on the same ground, whichever of two balls was there first', () => {
  const rng = createRng(1);
  for (let i = 0; i < 100; i++) {
    const balls = [-0.85, 0.8].map((x) => [x + rng.range(-0.05, 0.05), rng.range(-0.5, -0.2)] as const);
    const [forwards, backwards] = [balls, [...balls].reverse()].map((order) => {
      const game = createMoverWorld();
      const entities = order.map(([x, y]) => game.add(circle(0.5), x, y));
      game.add(box(3, 1), 0, 1.45);
      game.tick();
      const walker = new Walker(game.world, circle(0.5), 0, 0, { up: { x: 0, y: 1 } });
      const { x, y, grounded, ground, penetration } = walker.move(0.01, -0.1);
      expect(penetration, `number ${i}`).toBeGreaterThan(0.05);
      return { x, y, grounded, penetration, ball: order[entities.indexOf(ground.entity)] };
    });
    expect(backwards, `number ${i}`).toEqual(forwards);
    expect(balls, `number ${i}`).toContain(forwards.ball);
  }
});
