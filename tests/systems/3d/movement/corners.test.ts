import { describe, expect, it } from 'vitest';
import { box, castRay, halfSpace, heightfield, type Quaternion, sphere } from '../../../../entry/3d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, type MoverWorld, randomTurn, rotate, turned, Walker } from '../../../support/movement-3d.ts';
import { gridMesh, MOVERS } from '../../../support/movers-3d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1, z: 0 };

/** The rotation of a half-space through the y axis whose surface leads away from x by an angle, to a side of it. */
function openTo(side: number, half: number): Quaternion {
  return turned(-side * Math.cos(half), 0, -Math.sin(half), Math.PI / 2);
}

/** A world of half-spaces through the origin, by the axis and the angle that each is turned by. */
function slopes(...turns: Parameters<typeof turned>[]): MoverWorld {
  const game = createMoverWorld();
  for (const turn of turns) game.add(halfSpace(), 0, 0, 0, turned(...turn));
  game.tick();
  return game;
}

describe.each(MOVERS)('%s', (_, shape, foot) => {
  it('is held without a tremor by two floors of 75° that it begins in, walks along their crease, and gets out', () => {
    const steep = (75 * Math.PI) / 180;
    const game = slopes([0, 0, 1, steep], [0, 0, 1, -steep]);
    const walker = new Walker(game.world, shape, 0.02, 0.8 * foot, 0, { up: UP });
    walker.move(0, 0, 0);
    expect(walker.depth()).toBe(-Infinity);
    walker.moves(10, 0, -0.1, 0);
    const { x, y } = walker.pose;
    walker.moves(10, 0, -0.1, 0.1);
    expect(walker.pose.x).toBeCloseTo(x, 9);
    expect(walker.pose.y).toBeCloseTo(y, 9);
    expect(walker.pose.z).toBeCloseTo(1, 9);
    // Neither is ground, but there is no way down.
    expect(walker.result.grounded).toBe(true);
    walker.moves(20, 0.02, 0.3, 0);
    expect(walker.pose.y).toBeGreaterThan(y + 3);
  });

  it('put into a pit of four steep slopes comes out of them, rests at the bottom, and gets away', () => {
    const steep = (65 * Math.PI) / 180;
    const game = slopes([1, 0, 0, steep], [-1, 0, 0, steep], [0, 0, 1, steep], [0, 0, -1, steep]);
    const walker = new Walker(game.world, shape, 0.1, 0.5, -0.2, { up: UP });
    walker.move(0, -0.1, 0);
    expect(walker.depth()).toBe(-Infinity);
    walker.moves(40, 0, -0.1, 0);
    const { x, y, z } = walker.pose;
    walker.moves(5, 0, -0.1, 0);
    expect(Math.hypot(walker.pose.x - x, walker.pose.y - y, walker.pose.z - z)).toBeLessThan(1e-9);
    expect(walker.result.grounded).toBe(true);
    walker.moves(20, 0, 0.1, 0.02);
    expect(walker.pose.y).toBeGreaterThan(y + 1.9);
  });

  it('stays in an inner corner of three walls at any angles, whichever way it pushes', () => {
    const rng = createRng(5);
    for (let round = 0; round < 12; round++) {
      const [left, right, back] = [rng.range(0.4, 1.1), rng.range(0.4, 1.1), rng.range(0.4, 1.1)];
      const game = slopes([0, 0, 1, left], [0, 0, 1, -right], [1, 0, 0, back]);
      const walker = new Walker(game.world, shape, 0, 4, 1);
      for (let i = 0; i < 60; i++) {
        walker.move(rng.range(-0.2, 0.2), -0.15, rng.range(-0.25, 0.1));
        expect(walker.depth()).toBe(-Infinity);
      }
      // In the corner, a push into it moves nothing.
      const into = [
        0.1 * (Math.sin(left) - Math.sin(right)),
        -0.1 * (Math.cos(left) + Math.cos(right) + Math.cos(back)),
        -0.1 * Math.sin(back),
      ] as const;
      walker.moves(40, ...into);
      const { x, y, z } = walker.pose;
      walker.moves(3, ...into);
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y, walker.pose.z - z)).toBeLessThan(1e-6);
    }
  });

  it('goes along a wall that it meets at any shallow angle without losing more than the part into it', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    game.add(box(20, 3, 0.5), 0, 3, 3);
    game.tick();
    for (let degrees = 1; degrees <= 25; degrees += 2) {
      const angle = (degrees * Math.PI) / 180;
      // Near the wall, so that each of the angles meets it.
      const walker = new Walker(game.world, shape, -5, foot + 0.02, 2, { up: UP, skin: 0.01 });
      walker.moves(5, 0, -0.01, 0);
      walker.moves(50, 0.1 * Math.cos(angle), -0.01, 0.1 * Math.sin(angle));
      expect(walker.pose.x, `${degrees}°`).toBeCloseTo(-5 + 5 * Math.cos(angle), 9);
      expect(walker.result.onWall, `${degrees}°`).toBe(degrees > 1);
      expect(walker.pose.y).toBeCloseTo(foot + 0.01, 9);
    }
  });

  it('comes to rest in the corner of a room, as near as the skin to all three of its sides', () => {
    const game = createMoverWorld();
    game.add(box(10, 1, 10), 0, -1);
    game.add(box(1, 10, 10), 6);
    game.add(box(10, 10, 1), 0, 0, 6);
    game.tick();
    const walker = new Walker(game.world, shape, 0, 4, 1, { skin: 0.01 });
    const half = foot === 0.35 ? 0.35 : 0.3;
    for (let i = 0; i < 50; i++) {
      walker.move(0.3, -0.4, 0.25);
      if (i < 40) continue;
      expect(walker.pose.x).toBeCloseTo(5 - half - 0.01, 9);
      expect(walker.pose.z).toBeCloseTo(5 - half - 0.01, 9);
      expect(walker.pose.y).toBeCloseTo(foot + 0.01, 9);
      expect(walker.result.remainingX).toBeCloseTo(0.3, 9);
      expect(walker.result.remainingY).toBeCloseTo(-0.4, 9);
      expect(walker.result.remainingZ).toBeCloseTo(0.25, 9);
    }
  });

  it('goes a way into corners of 5° to 85°, rests where it gets to, and leaves again', () => {
    const rng = createRng(21);
    let wedged = 0;
    for (let degrees = 5; degrees <= 85; degrees += 10) {
      const half = (degrees * Math.PI) / 360;
      const game = createMoverWorld();
      // Both planes hold the y axis; the corner opens towards x.
      for (const side of [-1, 1]) game.add(halfSpace(), 0, 0, 0, openTo(side, half));
      game.tick();
      const walker = new Walker(game.world, shape, 1.5 / Math.sin(half), 0, 0);
      for (let push = 0; push < 8; push++) {
        const angle = rng.range(-1, 1) * half;
        const [dx, dz] = [-100 * Math.cos(angle), 100 * Math.sin(angle)];
        walker.moves(4, dx, 0, dz);
        const { x, z } = walker.pose;
        walker.moves(3, dx, 0, dz);
        if (walker.result.hitCount > 1) wedged++;
        expect(Math.hypot(walker.pose.x - x, walker.pose.z - z), `${degrees}°`).toBeLessThan(1e-9);
        expect(walker.depth()).toBe(-Infinity);
      }
      const { x } = walker.pose;
      walker.move(2, 0, 0);
      expect(walker.pose.x - x, `${degrees}°`).toBeCloseTo(2, 9);
    }
    expect(wedged).toBeGreaterThan(20);
  });

  it('put into rings of steep slopes as meshes comes out of them, rests, and gets away within a second', () => {
    const rng = createRng(1876);
    let began = 0;
    for (let round = 0; round < effort(24, 8); round++) {
      const game = createMoverWorld();
      const steep = Math.tan((rng.range(55, 78) * Math.PI) / 180);
      const gap = rng.range(0, 0.5);
      game.add(gridMesh(16, (x, z) => Math.max(0, Math.hypot(x, z) - gap) * steep));
      game.tick();
      // Its middle is above the mesh, which has two sides; its corners may be below.
      const [startX, startZ] = [rng.range(-1, 1), rng.range(-1, 1)];
      const down = castRay(game.world, { x: startX, y: 50, z: startZ }, { x: 0, y: -50, z: 0 });
      const startY = 50 * (1 - down!.fraction) + rng.range(0.1, 1.5);
      const turn = turned(0, 1, 0, rng.range(-3, 3));
      const walker = new Walker(game.world, shape, startX, startY, startZ, { up: UP }, turn);
      if (walker.depth() > 0) began++;
      walker.moves(90, 0, -0.1, 0);
      expect(walker.depth(), `round ${round}`).toBe(-Infinity);
      expect(walker.result.penetration).toBe(0);
      const { x, y, z } = walker.pose;
      walker.moves(5, 0, -0.1, 0);
      expect(Math.hypot(walker.pose.x - x, walker.pose.y - y, walker.pose.z - z), `round ${round}`).toBeLessThan(1e-4);
      expect(walker.result.grounded, `round ${round}`).toBe(true);
      walker.moves(60, 0, 0.2, 0);
      expect(walker.pose.y).toBeCloseTo(y + 12, 3);
    }
    expect(began).toBeGreaterThan(0);
  });

  it('stays out of more contacts than any buffer has, and leaves when it is put elsewhere', () => {
    // A bowl of 800 triangles, 3,200 in the long form, all spikes, into which the mover fits.
    const game = createMoverWorld();
    const spikes = createRng(4);
    const half = effort(20, 10);
    const side = 2 * half + 1;
    const heights = Float64Array.from({ length: side * side }, (_unused, i) => {
      const [x, z] = [(i % side) / half - 1, Math.floor(i / side) / half - 1];
      return x * x + z * z + spikes.range(0, 0.05);
    });
    game.add(heightfield(heights, side, side, 1 / half), -1, 0, -1);
    game.add(halfSpace(), 0, -1, 0);
    game.tick();
    const walker = new Walker(game.world, shape, 0, foot + 0.3, 0, { up: UP });
    walker.moves(5, 0.01, -0.1, 0.02);
    expect(walker.depth()).toBe(-Infinity);
    // Put among the spikes, it comes out above them.
    walker.pose.y = foot + 0.02;
    walker.move(0, 0, 0);
    expect(walker.result.penetration).toBeLessThan(0.01);
    expect(walker.depth()).toBeLessThan(0.01);
    walker.pose.x = 20;
    walker.pose.y = 5;
    walker.moves(60, 0, -0.1, 0);
    expect(walker.pose.y).toBeGreaterThan(-1 + foot);
    expect(walker.pose.y).toBeLessThan(-1 + foot + 0.01);
    expect(walker.result.grounded).toBe(true);
  });

  it('stops between walls that meet at 60°, and does not swing to and fro', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    game.add(halfSpace(), 3, 0, 0, turned(Math.SQRT1_2, 0, Math.SQRT1_2, Math.PI / 2));
    game.add(halfSpace(), 3, 0, 0, turned(-Math.SQRT1_2, 0, Math.SQRT1_2, Math.PI / 2));
    game.tick();
    const walker = new Walker(game.world, shape, -2, foot + 0.02, 0.3, { up: UP });
    walker.moves(100, 0.1, -0.01, 0.02);
    const { x, z } = walker.pose;
    for (let i = 0; i < 5; i++) {
      walker.move(0.1, -0.01, 0);
      expect(Math.hypot(walker.pose.x - x, walker.pose.z - z)).toBeLessThan(0.01);
    }
    expect(walker.depth()).toBe(-Infinity);
  });

  it('fits through a corridor of exactly its width, along and across the axes', () => {
    const width = shape.shape === 0 ? Math.max(shape.halfX, 0) + shape.radius : 0.3;
    for (const angle of [0, 0.3]) {
      const game = createMoverWorld();
      game.add(halfSpace());
      const rotation = turned(0, 1, 0, angle);
      const off = width + 0.5;
      for (const side of [-1, 1]) {
        game.add(box(5, 2, 0.5), side * off * Math.sin(angle), 2, side * off * Math.cos(angle), rotation);
      }
      game.tick();
      const walker = new Walker(game.world, shape, 0, foot + 0.02, 0, { up: UP }, rotation);
      walker.moves(5, 0, -0.01, 0);
      walker.moves(20, 0.1 * Math.cos(angle), -0.01, -0.1 * Math.sin(angle));
      expect(Math.hypot(walker.pose.x, walker.pose.z)).toBeCloseTo(2, 6);
      expect(walker.depth()).toBeLessThan(1e-9);
    }
  });

  it.each([0.25, 0.5, 1, 3])('falls through a shaft that is wider by %f skins, at any angle', (skins) => {
    const rng = createRng(7);
    const half = (foot === 0.35 ? 0.35 : 0.3) + (skins * 0.01) / 2;
    for (let round = 0; round < effort(12, 3); round++) {
      // The shaft leads down the frame's own y.
      const turn = round === 0 ? turned(0, 1, 0, 0) : randomTurn(rng);
      const game = createMoverWorld();
      for (const [nx, nz] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ]) {
        for (let k = 0; k < 4; k++) {
          game.add(box(0.5, 0.5, 0.5), ...rotate(turn, [nx * (half + 0.5), -k, nz * (half + 0.5)]), turn);
        }
      }
      game.tick();
      const [upX, upY, upZ] = rotate(turn, [0, 1, 0]);
      const options = { skin: 0.01, up: { x: upX, y: upY, z: upZ } };
      const walker = new Walker(game.world, shape, ...rotate(turn, [0, 0.4, 0]), options, turn);
      for (let i = 0; i < 40; i++) {
        walker.move(...rotate(turn, [rng.range(-0.05, 0.05), -0.1, rng.range(-0.05, 0.05)]));
        expect(walker.depth()).toBeLessThanOrEqual(1e-9);
      }
      const { x, y, z } = walker.pose;
      // As far as it was to, but for what leads into the walls.
      expect(upX * x + upY * y + upZ * z).toBeLessThan(0.4 - 4 + 0.6);
    }
  });

  it('slides along a ceiling of tiles when it jumps, and stops where floor and ceiling meet', () => {
    const game = createMoverWorld();
    game.add(halfSpace());
    for (let i = -5; i <= 5; i++) game.add(box(0.5, 0.5, 3), i, 2.5, 0);
    // A ceiling that comes down to the floor at 30°, its crease at x = 8.
    game.add(halfSpace(), 8, 0, 0, turned(0, 0, 1, Math.PI - Math.PI / 6));
    game.tick();
    const walker = new Walker(game.world, shape, -4, foot + 0.3, 0.2, { up: UP });
    for (let i = 0; i < 30; i++) {
      walker.move(0.1, 0.05, 0.01);
      if (i > 20) expect(walker.result.onCeiling).toBe(true);
    }
    expect(walker.pose.x).toBeCloseTo(-1, 9);
    expect(walker.pose.z).toBeCloseTo(0.5, 9);
    walker.moves(40, 0, -0.1, 0);
    walker.moves(120, 0.1, -0.01, 0.01);
    const { x } = walker.pose;
    walker.moves(5, 0.1, -0.01, 0);
    expect(walker.pose.x).toBeCloseTo(x, 6);
    expect(walker.depth()).toBe(-Infinity);
  });
});

it('a fast mover meets thin walls, from any side and however far it goes', () => {
  const rng = createRng(9);
  const game = createMoverWorld();
  for (const side of [-1, 1]) {
    game.add(box(0.001, 3, 3), 3 * side, 0, 0);
    game.add(box(3, 0.001, 3), 0, 3 * side, 0);
    game.add(box(3, 3, 0.001), 0, 0, 3 * side);
  }
  game.tick();
  for (const [, shape] of MOVERS) {
    const walker = new Walker(game.world, shape, 0, 0, 0);
    for (let i = 0; i < 60; i++) {
      const speed = 10 ** rng.range(0, 4);
      walker.move(rng.range(-1, 1) * speed, rng.range(-1, 1) * speed, rng.range(-1, 1) * speed);
      const { x, y, z } = walker.pose;
      expect(Math.max(Math.abs(x), Math.abs(y), Math.abs(z))).toBeLessThan(2.71);
      expect(walker.depth()).toBe(-Infinity);
    }
  }
});

it('movers that stand against each other go their ways', () => {
  const game = createMoverWorld();
  game.add(halfSpace());
  const other = game.add(sphere(0.5), 1.01, 0.52, 0);
  game.tick();
  const walker = new Walker(game.world, sphere(0.5), 0, 0.52, 0, { up: UP });
  walker.moves(3, 0, -0.01, 0);
  game.place(other, 1.005, 0.51, 0);
  const { x } = walker.pose;
  walker.moves(5, 0, -0.01, 0);
  expect(Math.abs(walker.pose.x - x)).toBeLessThan(0.01);
  walker.moves(10, -0.05, -0.01, 0);
  expect(walker.pose.x).toBeLessThan(x - 0.49);
});
