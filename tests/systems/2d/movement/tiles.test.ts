import { expect, it } from 'vitest';
import { box, capsule, circle, compound, setTile, type TileName, tiles } from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, Walker } from '../../../support/movement-2d.ts';
import { randomTileMap } from '../../../support/random-tiles-2d.ts';
import { createRng } from '../../../support/rng.ts';

const UP = { x: 0, y: 1 };

/** Makes a map from lines of letters, the lowest last, with y upwards. */
function draw(lines: readonly string[]) {
  const shapes: Record<number, TileName> = {
    1: 'full',
    2: 'slope-right',
    3: 'slope-left',
    4: 'gentle-low-right',
    5: 'gentle-high-right',
    6: 'one-way',
    7: 'half-bottom',
  };
  const letters = ' #/\\12-_';
  const columns = lines[0].length;
  const cells = [...lines].reverse().flatMap((line) => [...line].map((letter) => letters.indexOf(letter)));
  return tiles({ columns, rows: lines.length, size: 1, cells, shapes, yUp: true });
}

const BODIES = [box(0.3, 0.5), box(0.25, 0.45, { radius: 0.05 }), circle(0.5), capsule(0.2, 0.3)];

it('runs over flat tiles at the same height to 1e-9', () => {
  for (const body of BODIES) {
    const { world, add, tick } = createMoverWorld();
    add(draw(['#'.repeat(200)]));
    tick();
    const walker = new Walker(world, body, 2, 2.5, { up: UP, snapDistance: 0.1 });
    walker.moves(30, 0, -0.1);
    const { y } = walker.pose;
    for (let i = 0; i < 900; i++) {
      const { grounded } = walker.move(0.2173, -0.05);
      expect(grounded).toBe(true);
      expect(Math.abs(walker.pose.y - y)).toBeLessThan(1e-9);
    }
    expect(walker.pose.x).toBeCloseTo(2 + 900 * 0.2173, 6);
  }
});

it('walks up slopes onto what they lead to, and stops at walls', () => {
  for (const body of BODIES) {
    const { world, add, tick } = createMoverWorld();
    add(draw(['             ', '        #    ', '   12#  #    ', '##############'.slice(1)]));
    tick();
    const walker = new Walker(world, body, 1, 1.6, { up: UP, snapDistance: 0.3 });
    walker.moves(10, 0, -0.1);
    const { y } = walker.pose;
    for (let i = 0; i < 180; i++) {
      walker.move(0.05, -0.02);
      expect(walker.depth()).toBeLessThan(1e-9);
      if (Math.abs(walker.pose.x - 5.5) < 0.025) expect(walker.pose.y).toBeCloseTo(y + 1, 9);
    }
    // Down at the wall.
    expect(walker.pose.y).toBeCloseTo(y, 9);
    expect(walker.pose.x).toBeGreaterThan(7.4);
  }
});

it('jumps through one-way tiles from below, stands on them, and passes their ends', () => {
  for (const body of BODIES) {
    const { world, add, tick } = createMoverWorld();
    add(draw(['          ', '   ---    ', '          ', '##########']));
    tick();
    const walker = new Walker(world, body, 4.5, 1.6, { up: UP });
    walker.moves(10, 0, -0.1);
    // Up to where its feet are in the platform, and down again.
    let { y } = walker.pose;
    walker.moves(23, 0, 0.1);
    expect(walker.pose.y).toBeCloseTo(y + 2.3, 9);
    y = walker.pose.y;
    if (body !== BODIES[0]) continue;
    // Its feet are above the top by now: it lands there.
    walker.moves(30, 0, -0.1);
    expect(walker.result.grounded).toBe(true);
    expect(walker.pose.y).toBeCloseTo(3.5, 1);
    // Sideways out, down beside it, and in again from its end: nothing is in the way.
    walker.moves(30, 0.1, 0);
    walker.moves(4, 0, -0.1);
    const { x } = walker.pose;
    walker.moves(20, -0.1, 0);
    expect(walker.pose.x).toBeCloseTo(x - 2, 9);
    // And down through it, as its feet are in it.
    walker.moves(40, 0, -0.1);
    expect(walker.pose.y).toBeCloseTo(1.5, 1);
  }
});

it('a lift that is flush with one-way tiles is one floor with them, and passes them with its rider', () => {
  for (const [body, foot] of [
    [box(0.3, 0.5), 0.5],
    [circle(0.4), 0.4],
    [capsule(0.3, 0.3), 0.6],
  ] as const) {
    const { world, add, tick, place } = createMoverWorld();
    add(draw(['            ', '----   -----', '            ', '            ']));
    const lift = add(box(1.5, 0.5), 5.5, 2.5);
    tick();
    const options = { up: UP, carry: true, snapDistance: 0.1 };
    const runner = new Walker(world, body, 1, 3.2 + foot, options);
    runner.moves(10, 0, -0.1);
    const { y } = runner.pose;
    for (let i = 0; i < 100; i++) {
      const { x } = runner.pose;
      expect(runner.move(0.1, -0.05).grounded).toBe(true);
      expect(Math.abs(runner.pose.y - y)).toBeLessThan(1e-9);
      expect(Math.abs(runner.pose.x - x - 0.1)).toBeLessThan(1e-9);
    }
    // Sideways, below the tiles, it leaves whom they hold at their height.
    const waiting = new Walker(world, body, 3.9, 3.2 + foot, options);
    waiting.moves(10, 0, -0.1);
    for (let i = 0; i < 100; i++) {
      place(lift, 5.5 + 2 * Math.sin(i / 8), 2.5);
      expect(waiting.move(0, -0.05).grounded).toBe(true);
      expect(Math.abs(waiting.pose.y - y)).toBeLessThan(1e-9);
    }
    // Up through the gap, with somebody whose side is in the tiles beside it meanwhile.
    place(lift, 5.5, 0.5);
    const rider = new Walker(world, body, 4.1, 1.2 + foot, options);
    rider.moves(10, 0, -0.1);
    const above = rider.pose.y - 1;
    for (let i = 0; i <= 150; i++) {
      place(lift, 5.5, 0.5 + i / 50);
      expect(rider.move(0, -0.01).grounded).toBe(true);
      expect(Math.abs(rider.pose.y - above - 1 - i / 50)).toBeLessThan(1e-9);
    }
  }
});

it('never ends in a tile, whatever the map and the way', () => {
  let grounded = 0;
  for (let seed = 1; seed <= effort(400, 40); seed++) {
    const rng = createRng(seed);
    const map = randomTileMap(rng, 12, 8, 0.4);
    const { world, add, tick } = createMoverWorld();
    add(map.spec);
    tick();
    const walker = new Walker(world, BODIES[seed % 4], rng.range(0, 12), 9.5, { up: UP, snapDistance: 0.2 });
    for (let i = 0; i < 60; i++) {
      const far = rng.next() < 0.1 ? 8 : 0.4;
      walker.move(rng.range(-far, far), rng.range(-far, 0.7 * far));
      if (walker.result.grounded) grounded++;
      expect(walker.depth(), `seed ${seed}, move ${i}`).toBeLessThan(1e-9);
    }
  }
  expect(grounded).toBeGreaterThan(effort(1500, 150));
});

// What sweeps keep clear of the ground is half the skin: exactly there, a cast begins where it just touches.
it('stands at the skin wherever near it begins, also where sweeps just touch', () => {
  const skin = 0.01;
  const offsets = [-1e-9, -1e-12, -1e-15, 0, 1e-17, 1e-15, 1e-12, 1e-10, 1e-9];
  for (const height of [0, 100, 1e4]) {
    for (const ground of ['#', '-', 'box'] as const) {
      const { world, add, tick } = createMoverWorld();
      if (ground === 'box') add(box(1.5, 0.5), 1.5, height - 0.5);
      else add(draw([ground.repeat(3)]), 0, height - 1);
      tick();
      for (const [body, half] of [
        [BODIES[0], 0.5],
        [BODIES[1], 0.5],
        [BODIES[3], 0.5],
      ] as const) {
        for (const offset of offsets) {
          const y = height + half + skin / 2 + offset * Math.max(1, height);
          const result = new Walker(world, body, 1.5, y, { up: UP, skin }).move(0, -0.05);
          expect(result.grounded, `${ground} at ${height}, ${offset}`).toBe(true);
          expect(result.y - half - height).toBeCloseTo(skin, 7);
        }
      }
    }
  }
});

// Feet that are not yet above the top of a one-way tile do not stand on it, however near.
it('rises through a one-way tile without being lifted out of it', () => {
  const { world, add, tick } = createMoverWorld();
  add(draw(['---']), 0, -1);
  tick();
  for (const depth of [1e-6, 1e-4, 0.002, 0.004, 0.006, 0.1]) {
    const result = new Walker(world, BODIES[0], 1.5, 0.5 - depth, { up: UP, skin: 0.01 }).move(0, 0.09);
    expect(result.y).toBeCloseTo(0.59 - depth, 12);
  }
});

// The slope made the one-way tile beside it solid: the mover was pushed out of it, and through the floor of the map.
it('stands on a slope beside a one-way tile that it is rising through, below a ceiling, and stays there', () => {
  const { world, add, tick } = createMoverWorld();
  add(draw([' #', '  ', '\\-', '  ', '##']));
  tick();
  const walker = new Walker(world, box(0.4, 0.6), 0.66, 3.392, { up: UP, stepHeight: 0.3, snapDistance: 0.3 });
  const landed = walker.move(-0.12, -1e-15);
  expect([landed.grounded, landed.ground.normalX > 0.5]).toEqual([true, true]);
  const { y } = walker.pose;
  const { x } = walker.move(-0.1, -0.02);
  expect(x).toBeLessThan(0.65);
  expect(Math.abs(walker.pose.y - y)).toBeLessThan(0.05);
});

it('falls when the tile below goes', () => {
  const map = draw([' ', ' ', '#']);
  const { world, add, tick } = createMoverWorld();
  add(map);
  tick();
  const walker = new Walker(world, box(0.3, 0.5), 0.5, 2, { up: UP });
  walker.moves(10, 0, -0.2);
  expect(walker.result.grounded).toBe(true);
  setTile(map, 0, 0, 0);
  walker.moves(10, 0, -0.2);
  expect(walker.result.grounded).toBe(false);
});

it.each(['tiles', 'a compound', 'boxes'])('held between an edge and a wall of %s, it stands, and walks out', (kind) => {
  const game = createMoverWorld();
  const cell = box(0.5, 0.5);
  if (kind === 'tiles') {
    game.add(tiles({ columns: 3, rows: 1, size: 1, cells: [1, 0, 1], shapes: { 1: 'full' }, yUp: true }), 6, 4);
  } else if (kind === 'a compound') {
    game.add(compound([cell, { ...cell, offsetX: 2 }]), 6.5, 4.5);
  } else {
    game.add(cell, 6.5, 4.5);
    game.add(cell, 8.5, 4.5);
  }
  game.tick();
  // Leaning, it touches the edge of the right one with a long side, and the left one with a corner.
  const shape = box(0.3198523393845084, 0.49921516736063815, { radius: 0.09999952097847564 });
  const options = { up: UP, skin: 0.01, slopeLimit: 0.9 };
  const walker = new Walker(game.world, shape, 7.688634838087162, 5.34286696120874, options, -0.4520171075128019);
  walker.move(-0.05, -0.7);
  for (let i = 0; i < 5; i++) {
    const { x, y } = walker.pose;
    walker.move(-0.05, -0.7);
    expect(walker.result.grounded).toBe(true);
    expect([walker.pose.x, walker.pose.y]).toEqual([expect.closeTo(x, 12), expect.closeTo(y, 12)]);
  }
  const { x } = walker.pose;
  walker.move(0.3, -0.7);
  expect(walker.pose.x).toBeGreaterThan(x + 0.1);
});
