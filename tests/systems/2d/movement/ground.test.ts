import { describe, expect, it } from 'vitest';
import { box, capsule, chain, circle, polygon, type ShapeSpec } from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, type MoverWorld, Walker } from '../../../support/movement-2d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1 };
const MOVERS: [string, ShapeSpec][] = [
  ['a circle', circle(0.35)],
  ['a capsule', capsule(0.4, 0.3)],
  ['a box', box(0.3, 0.5)],
  ['a rounded box', box(0.25, 0.4, { radius: 0.1 })],
  ['a polygon', polygon([-0.3, -0.5, 0.3, -0.5, 0.3, 0.5, -0.3, 0.5])],
];

/** How far a mover reaches below its position. */
function footOf(shape: ShapeSpec): number {
  return shape.shape === 0 ? shape.halfHeight + shape.radius : 0.5;
}

describe.each(MOVERS)('%s on flat ground', (_, shape) => {
  it('stands still at 30 ticks a second under heavy gravity', () => {
    const game = createMoverWorld();
    game.add(box(50, 1), 0, -1);
    game.tick();
    const walker = new Walker(game.world, shape, 0, footOf(shape) + 0.1, { up: UP, skin: 0.01 });
    walker.moves(10, 0, -30 / 900);
    for (let i = 0; i < 200; i++) {
      walker.move(0, -30 / 900);
      expect(Math.abs(walker.pose.y - footOf(shape) - 0.01)).toBeLessThan(1e-12);
      expect(walker.pose.x).toBe(0);
      expect(walker.result.grounded).toBe(true);
    }
  });
});

describe('slopes', () => {
  const slope = (degrees: number): MoverWorld => {
    const angle = (degrees * Math.PI) / 180;
    const game = createMoverWorld();
    game.add(chain([-50, 0, 0, 0, 50 * Math.cos(angle), 50 * Math.sin(angle)]));
    game.tick();
    return game;
  };

  it.each(MOVERS)('%s goes as far as on flat ground, up and down, to the limit and no farther', (_, shape) => {
    for (let degrees = 5; degrees <= 75; degrees += 10) {
      const angle = (degrees * Math.PI) / 180;
      for (const off of [-1e-4, 0, 1e-4]) {
        const game = slope(degrees);
        const options = { up: UP, slopeLimit: angle + off, snapDistance: 0.5 };
        const walker = new Walker(game.world, shape, -2, 1, options);
        walker.moves(100, 0.1, -0.1);
        const { x, y } = walker.pose;
        if (off < 0) {
          expect(x).toBeLessThan(0.1);
          expect(walker.result.onWall).toBe(true);
          expect(walker.result.grounded).toBe(true);
          continue;
        }
        expect(x).toBeGreaterThan(2 * Math.cos(angle));
        walker.moves(10, 0.1, -0.1);
        expect(walker.pose.x - x).toBeCloseTo(Math.cos(angle), 9);
        expect(walker.pose.y - y).toBeCloseTo(Math.sin(angle), 9);
        expect(walker.result.grounded).toBe(true);
        expect(walker.result.ground.normalX).toBeCloseTo(-Math.sin(angle), 9);
        walker.moves(10, -0.1, -0.1);
        expect(walker.pose.x).toBeCloseTo(x, 9);
        expect(walker.pose.y).toBeCloseTo(y, 9);
        walker.moves(50, 0, -0.1);
        expect(walker.pose.x).toBeCloseTo(x, 9);
      }
    }
  });

  it('that are too steep are slid down, not climbed, not even by jumps into them', () => {
    const game = createMoverWorld();
    game.add(polygon([-3, 0, 10, 0, 10, 13 * Math.tan(1.1)]));
    game.tick();
    for (const [, shape] of MOVERS) {
      const walker = new Walker(game.world, shape, 2, 15, { up: UP });
      walker.moves(60, 0, -0.2);
      const high = walker.pose.y;
      walker.moves(10, 0, -0.2);
      expect(walker.pose.y).toBeLessThan(high - 0.5);
      expect(walker.result.grounded).toBe(false);
      expect(walker.result.onWall).toBe(true);
      const { x, y } = walker.pose;
      walker.moves(10, 0.2, 0);
      expect(walker.pose.y).toBeLessThan(y + 1e-9);
      expect(walker.pose.x).toBeLessThan(x + 0.05);
    }
  });

  it('down at 45°: it stays on the ground at speed with snapping, and leaves it without', () => {
    const game = createMoverWorld();
    game.add(chain([-20, 0, 0, 0, 30, -30, 60, -30]));
    game.tick();
    for (const [, shape] of MOVERS) {
      for (const snapDistance of [0, 1]) {
        const walker = new Walker(game.world, shape, -3, 1, { up: UP, snapDistance });
        walker.moves(10, 0, -0.2);
        let flights = 0;
        for (let i = 0; i < 60; i++) {
          walker.move(0.4, 0);
          if (!walker.result.grounded) flights++;
        }
        if (snapDistance > 0) expect(flights).toBe(0);
        else expect(flights).toBeGreaterThan(20);
      }
    }
  });

  it('that face each other at 75° hold it without a tremor, and let it go', () => {
    const angle = (75 * Math.PI) / 180;
    const game = createMoverWorld();
    game.add(chain([-20 * Math.cos(angle), 20 * Math.sin(angle), 0, 0, 20 * Math.cos(angle), 20 * Math.sin(angle)]));
    game.tick();
    for (const [, shape] of MOVERS) {
      // It begins in both of them.
      const walker = new Walker(game.world, shape, 0.05, 1, { up: UP });
      walker.move(0, -0.1);
      expect(walker.depth()).toBe(-Infinity);
      walker.moves(60, 0, -0.1);
      const { x, y } = walker.pose;
      walker.moves(10, 0, -0.1);
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y)).toBeLessThan(1e-9);
      // Neither is ground, but there is no way down.
      expect(walker.result.grounded).toBe(true);
      walker.moves(60, 0.05, 0.3);
      expect(walker.pose.y).toBeGreaterThan(y + 10);
    }
  });
});

describe.each(MOVERS)('%s', (_, shape) => {
  it('runs to and fro over rough ground, never off it, never farther than it was to', () => {
    for (let round = 0; round < effort(60, 9); round++) {
      const rng = createRng(800 + round);
      const points: number[] = [];
      for (let x = -30, y = 0; x <= 30; ) {
        points.push(x, y);
        const along = rng.range(0.2, 1.5);
        x += along;
        y += Math.max(-0.8 * along, Math.min(0.8 * along, rng.range(-0.5, 0.5)));
      }
      const game = createMoverWorld();
      game.add(chain(points));
      game.tick();
      const walker = new Walker(game.world, shape, 0, 9, { up: UP, snapDistance: 0.4 });
      walker.moves(250, 0, -0.1);
      const step = [0.01, 0.08, 0.3][round % 3];
      for (let i = 0; i < 240; i++) {
        const dx = i % 80 < 40 ? step : -step;
        const { x } = walker.pose;
        walker.move(dx, -0.02 * (i % 3));
        const way = (walker.pose.x - x) * Math.sign(dx);
        expect(walker.result.grounded, `seed ${rng.seed}, move ${i}`).toBe(true);
        expect(way).toBeGreaterThan(-1e-9);
        expect(way).toBeLessThan(step + 1e-9);
      }
    }
  });

  it('put into a funnel of steep slopes comes out of them, rests, and gets away within a second', () => {
    const rng = createRng(1876);
    let began = 0;
    for (let i = 0; i < 40; i++) {
      const game = createMoverWorld();
      const tangent = Math.tan((rng.range(60, 80) * Math.PI) / 180);
      const gap = rng.range(0, 0.5);
      game.add(polygon([gap, 0, 8, 0, 8, (8 - gap) * tangent]));
      game.add(polygon([-gap, 0, -8, (8 - gap) * tangent, -8, 0]));
      game.add(box(10, 1), 0, -1);
      game.tick();
      const walker = new Walker(game.world, shape, rng.range(-0.5, 0.5), rng.range(0.3, 4), { up: UP });
      if (walker.depth() > 0) began++;
      walker.moves(60, 0, -0.1);
      expect(walker.result.penetration).toBe(0);
      expect(walker.depth()).toBe(-Infinity);
      expect(walker.result.grounded).toBe(true);
      const { y } = walker.pose;
      walker.moves(5, 0, -0.1);
      expect(Math.abs(walker.pose.y - y)).toBeLessThan(1e-9);
      walker.moves(60, 0, 0.2);
      expect(walker.pose.y).toBeCloseTo(y + 12, 6);
    }
    expect(began).toBeGreaterThan(5);
  });
});

describe('stairs', () => {
  const stairs = (rise: number, tread: number, count: number): MoverWorld => {
    const game = createMoverWorld();
    game.add(box(20, 1), -20, -1);
    for (let i = 0; i < count; i++) {
      const top = (i + 1) * rise;
      game.add(box(tread / 2, top / 2 + 1), (i + 0.5) * tread, top / 2 - 1);
    }
    game.add(box(20, (count * rise) / 2 + 1), count * tread + 20, (count * rise) / 2 - 1);
    game.tick();
    return game;
  };

  it.each(MOVERS)(
    '%s walks up steps up to its height, at any rate of ticks, and down, never off the floor',
    (_, shape) => {
      for (const rise of effort([0.02, 0.1, 0.2, 0.3], [0.02, 0.3])) {
        for (const rate of effort([60, 120, 240, 360], [60, 240])) {
          const game = stairs(rise, 0.5, 10);
          const options = { up: UP, stepHeight: 0.3, snapDistance: 0.35, skin: 0.01 };
          const walker = new Walker(game.world, shape, -1, footOf(shape) + 0.02, options);
          const step = 3 / rate;
          walker.moves(3, 0, -0.05);
          for (let i = 0; i < 4 * rate; i++) {
            walker.move(step, -10 / rate / rate);
            expect(walker.result.grounded, `rise ${rise}, rate ${rate}, at ${walker.pose.x}`).toBe(true);
          }
          expect(walker.pose.y, `rise ${rise}, rate ${rate}`).toBeCloseTo(10 * rise + footOf(shape) + 0.01, 6);
          expect(walker.pose.x).toBeGreaterThan(6);
          const { x } = walker.pose;
          for (let i = 0; i < 4 * rate; i++) {
            walker.move(-step, -10 / rate / rate);
            expect(
              walker.result.grounded,
              `rise ${rise}, rate ${rate}, back at ${walker.pose.x}, ${walker.pose.y}`,
            ).toBe(true);
            expect(walker.depth()).toBe(-Infinity);
          }
          expect(walker.pose.y).toBeCloseTo(footOf(shape) + 0.01, 6);
          expect(walker.pose.x).toBeLessThan(x - 6);
        }
      }
    },
  );

  it.each(MOVERS)('%s walks up steep ones of 0.3 on treads of 0.05', (_, shape) => {
    const game = stairs(0.3, 0.05, 10);
    const walker = new Walker(game.world, shape, -1, footOf(shape) + 0.02, {
      up: UP,
      stepHeight: 0.3,
      snapDistance: 0.3,
    });
    walker.moves(400, 0.05, -0.01);
    expect(walker.pose.y).toBeGreaterThan(3);
  });

  it.each(MOVERS.filter(([name]) => name !== 'a circle'))('%s stops before a higher one', (_, shape) => {
    const game = stairs(0.45, 1, 1);
    for (const stepHeight of [0, 0.2, 0.43]) {
      const walker = new Walker(game.world, shape, -2, footOf(shape) + 0.02, { up: UP, stepHeight });
      walker.moves(200, 0.05, -0.01);
      expect(walker.pose.x).toBeLessThan(0);
      expect(walker.result.onWall).toBe(true);
    }
    const able = new Walker(game.world, shape, -2, footOf(shape) + 0.02, { up: UP, stepHeight: 0.45 });
    able.moves(200, 0.05, -0.01);
    expect(able.pose.y).toBeGreaterThan(0.45);
    expect(able.pose.x).toBeGreaterThan(5);
  });

  it.each(MOVERS)('%s pressed against a wall beside stairs goes no faster, and is not thrown', (_, shape) => {
    // Up to a wall behind the last step; in a shaft, where each step begins right beside the wall.
    for (const isShaft of [false, true]) {
      const game = stairs(0.2, 0.5, 6);
      game.add(box(0.5, 10), isShaft ? 3.5 : 4, isShaft ? 11.2 : 6);
      game.tick();
      const walker = new Walker(game.world, shape, -1, footOf(shape) + 0.02, {
        up: UP,
        stepHeight: 0.3,
        snapDistance: 0.35,
        skin: 0.01,
      });
      walker.moves(3, 0, -0.05);
      let pressed = 0;
      let climbed = 0;
      let start = walker.pose.x;
      let asked = 0;
      for (let i = 0; i < 300; i++) {
        // To the wall, and away from it again, while it falls, stands, or jumps.
        const dx = i % 150 < 100 ? 0.08 : -0.08;
        const dy = i % 40 < 5 ? 0.1 : -0.02;
        const { x, y } = walker.pose;
        walker.move(dx, dy);
        const goneX = walker.pose.x - x;
        const goneY = walker.pose.y - y;
        const context = `shaft ${isShaft}, move ${i}, from ${x}, ${y}: ${goneX}, ${goneY} of ${dx}, ${dy}`;
        // Never farther than asked but for what puts it at its skin, which does not add up; up by no more than a step.
        if (i % 150 === 0 || i % 150 === 100) [start, asked] = [x, 0];
        asked += dx;
        expect(Math.sign(dx) * goneX, context).toBeLessThan(0.09);
        expect(Math.sign(dx) * goneX, context).toBeGreaterThan(-0.011);
        expect(Math.sign(dx) * (walker.pose.x - start - asked), context).toBeLessThan(0.011);
        expect(goneY, context).toBeLessThan(Math.max(dy, 0) + 0.3 + 1e-9);
        expect(goneY, context).toBeGreaterThan(Math.min(dy, 0) - 0.35 - 1e-9);
        expect(walker.depth(), context).toBe(-Infinity);
        if (walker.result.onWall) pressed++;
        if (goneY > Math.max(dy, 0) + 0.05) climbed++;
        // When it stands, it stands on a step: nothing has lifted it from there.
        if (walker.result.grounded && dy < 0) expect(walker.depth(0.02), context).toBeGreaterThan(-0.02);
      }
      expect(pressed).toBeGreaterThan(20);
      expect(climbed).toBeGreaterThan(0);
    }
  });

  it('a wall on top of a step is not walked up, nor anything under a low ceiling', () => {
    const game = stairs(0.2, 1, 1);
    game.add(box(1, 2), 4, 2.2);
    game.tick();
    const walker = new Walker(game.world, box(0.3, 0.5), -2, 0.52, { up: UP, stepHeight: 0.3 });
    walker.moves(200, 0.05, -0.01);
    expect(walker.pose.x).toBeCloseTo(2.7 - 0.006, 9);
    const low = stairs(0.2, 1, 1);
    low.add(box(5, 1), 0, 2.1);
    low.tick();
    const under = new Walker(low.world, box(0.3, 0.5), -2, 0.52, { up: UP, stepHeight: 0.3 });
    under.moves(200, 0.05, -0.01);
    expect(under.pose.x).toBeCloseTo(-0.3 - 0.006, 9);
    expect(under.pose.y).toBeCloseTo(0.506, 9);
  });
});

describe('ledges', () => {
  it('are walked off, and stood on up to their end', () => {
    const game = createMoverWorld();
    game.add(box(5, 1), -5, -1);
    game.tick();
    for (const [name, shape] of MOVERS) {
      const walker = new Walker(game.world, shape, -2, 0.72, { up: UP, stepHeight: 0.2, snapDistance: 0.2 });
      let lastGround = -Infinity;
      let speed = 0;
      for (let i = 0; i < 200; i++) {
        speed -= 0.01;
        walker.move(0.03, speed);
        if (walker.result.grounded) {
          speed = 0;
          lastGround = walker.pose.x;
        }
        expect(walker.depth()).toBe(-Infinity);
      }
      expect(walker.pose.y, name).toBeLessThan(-5);
      expect(lastGround, name).toBeGreaterThan(-0.05);
      expect(lastGround, name).toBeLessThan(0.5);
      expect(walker.pose.x, name).toBeGreaterThan(3);
    }
  });

  it('a jump up a ramp and off its end is over no ground', () => {
    const game = createMoverWorld();
    game.add(polygon([-3, -1, 1, -1, 1, 0.5, 0, 0, -3, 0]));
    game.tick();
    for (const [name, shape] of MOVERS) {
      const walker = new Walker(game.world, shape, -1, footOf(shape) + 0.02, { up: UP, snapDistance: 0.3 });
      walker.moves(3, 0, -0.05);
      walker.move(4, 0.3);
      expect(walker.result.hits[0].surface, name).toBe('floor');
      expect(walker.pose.x, name).toBeGreaterThan(2);
      expect(walker.result.grounded, name).toBe(false);
    }
  });

  it('a jump leaves the ground at once, however slow', () => {
    const game = createMoverWorld();
    game.add(box(5, 1), 0, -1);
    game.tick();
    const walker = new Walker(game.world, box(0.3, 0.5), 0, 0.6, { up: UP, snapDistance: 0.5 });
    walker.moves(5, 0, -0.1);
    const { y } = walker.pose;
    for (let i = 1; i < 10; i++) {
      expect(walker.move(0.1, 1e-4).grounded).toBe(false);
      expect(walker.pose.y).toBeCloseTo(y + i * 1e-4, 12);
    }
  });
});
