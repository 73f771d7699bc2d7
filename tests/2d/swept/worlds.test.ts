import { addComponent, addEntity, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  type CompoundChild,
  capsule,
  chain,
  circle,
  compound,
  copyContact,
  ellipse,
  polygon,
  type ShapeSpec,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { createRng } from '../../support/rng.ts';

import { contactCount, firstContact, makeStage } from '../../support/swept-stage.ts';

it('a stick that spins hits what is beside it, however often it turns; an angle brought back does not', () => {
  const { collision, add, move, tick } = makeStage();
  const stick = add(0, 0, box(4, 0.1), collision.Swept);
  const ball = add(0, 3, circle(0.1));
  tick();
  move(stick, 0, 0, 6 * Math.PI);
  expect(tick()).toEqual([`begin ${stick} ${ball}`]);
  // It reaches the ball when its upper side is tangent to it: at an angle whose sine is near 1 less both halves.
  const angle = Math.asin(1) - Math.asin((0.1 + 0.1) / 3);
  expect(firstContact(collision).fraction).toBeCloseTo(angle / (6 * Math.PI), 12);
  tick();
  move(stick, 0, 0, 3.1);
  collision.teleport(stick);
  tick();
  move(stick, 0, 0, -3.1);
  expect(tick()).toEqual([]);
});

it('of chains and compounds, the first piece that is met is named', () => {
  const { collision, add, move, tick } = makeStage();
  const points = Array.from({ length: 101 }, (_, i) => ({ x: i - 50, y: 0 }));
  const ground = add(0, -5, chain(points), collision.Static);
  const pair = compound([circle(0.5), { ...box(0.5, 0.5), offsetX: 3 }] satisfies CompoundChild[]);
  const falling = add(20.25, 100, pair, collision.Swept);
  tick();
  move(falling, 20.25, -100);
  expect(tick()).toEqual([`begin ${ground} ${falling}`]);
  expect(contactCount(collision)).toBe(1);
  expect(firstContact(collision)).toMatchObject({
    childA: 70,
    childB: 0,
    normalX: 0,
    normalY: 1,
    fraction: 104.5 / 200,
  });
});

it('a one-sided chain is passed from behind only', () => {
  const { collision, add, move, tick } = makeStage();
  const floor = add(0, 0, chain([10, 0, -10, 0], { oneSided: true }), collision.Static);
  const bullet = add(0, -5, capsule(0.2, 0.1), collision.Swept);
  tick();
  move(bullet, 0, 5);
  expect(tick()).toEqual([]);
  move(bullet, 0, -5);
  expect(tick()).toEqual([`begin ${floor} ${bullet}`]);
});

it('what touched, and has been put elsewhere, is met there by what comes along', () => {
  for (const turn of [0, 0.3, 1, -2]) {
    const { collision, add, move, tick } = makeStage();
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const plate = add(0, 0, segment(0, 0, 10, 10), collision.Swept);
    const ball = add(5 * c - 5.3 * s, 5 * s + 5.3 * c, circle(0.5));
    move(plate, 0, 0, turn);
    expect(tick()).toEqual([`begin ${plate} ${ball}`]);
    // The ball starts within the plate's new bounds, and flies through it.
    move(plate, 3 * s, -3 * c);
    collision.teleport(plate);
    move(ball, 5 * c + 8 * s, 5 * s - 8 * c);
    expect(tick()).toEqual([]);
    expect(firstContact(collision).fraction).toBeCloseTo((3.3 - Math.SQRT1_2) / 13.3, 9);
    expect(tick()).toEqual([`end ${plate} ${ball}`]);
  }
});

/** A floor at height 1 with a wall in the middle, as one collider. */

const ROOMS: [string, ShapeSpec][] = [
  ['tiles', tilesOf((column, row) => row === 0 || column === 8)],
  ['a chain', chain([0, 1, 8, 1, 8, 4, 8.5, 4, 8.5, 1, 20, 1])],
  ['a compound', compound([floorOf(0.5), { ...box(0.5, 2), offsetX: 8.5, offsetY: 2 }])],
  ['a smooth compound', compound([floorOf(0.5), { ...box(0.5, 2), offsetX: 8.5, offsetY: 2 }], { smooth: true })],
];

function tilesOf(isSolid: (column: number, row: number) => boolean): ShapeSpec {
  const cells = Array.from({ length: 80 }, (_, i) => Number(isSolid(i % 20, Math.floor(i / 20))));
  return tiles({ columns: 20, rows: 4, size: 1, cells, yUp: true });
}

function floorOf(halfHeight: number): CompoundChild {
  return { ...box(10, halfHeight), offsetX: 10, offsetY: halfHeight };
}

it.each(ROOMS)('what rests on the floor of %s does not fly through its walls', (_, room) => {
  for (const [shape, foot] of [
    [circle(0.4), 0.4],
    [box(0.4, 0.4), 0.4],
    [capsule(0.2, 0.2), 0.4],
  ] as const) {
    for (const deep of [-1e-12, 0, 1e-15, 0.01]) {
      // What turns a hair above the floor meets that.
      for (const turn of deep < 0 ? [0] : [0, 2 * Math.PI]) {
        const { collision, add, move, tick } = makeStage();
        add(0, 0, room, collision.Static);
        const body = add(3.5, 1 + foot - deep, shape, collision.Swept);
        tick();
        // Over the floor alone, it meets nothing on the way.
        move(body, 5.5, 1 + foot - deep);
        tick();
        for (const contact of collision.contacts()) expect(contact.fraction).toBe(1);
        move(body, 13.5, 1 + foot - deep, turn);
        tick();
        expect(contactCount(collision)).toBe(1);
        const contact = firstContact(collision);
        expect(contact.fraction, `deep ${deep}, turn ${turn}`).toBeLessThan(0.3);
        expect(contact.fraction, `deep ${deep}, turn ${turn}`).toBeGreaterThan(turn === 0 ? 0.2 : 0);
        if (turn === 0) expect(contact.normalX).toBeCloseTo(-1, 12);
      }
    }
  }
});

it('the seams of a floor are not met by what slides along it, however far in a tick', () => {
  const rng = createRng(12);
  const children = Array.from({ length: 20 }, (_, i) => ({ ...box(0.5, 0.5), offsetX: i + 0.5, offsetY: 0.5 }));
  const points = Array.from({ length: 21 }, (_, i) => ({ x: i, y: 1 }));
  for (const floor of [tilesOf((_, row) => row === 0), compound(children), chain(points)]) {
    for (const shape of [circle(0.4), box(0.4, 0.4), capsule(0.2, 0.2), ellipse(0.5, 0.4)]) {
      const { collision, add, move, tick } = makeStage();
      add(0, 0, floor, collision.Static);
      const body = add(1, 1.4, shape, collision.Swept);
      tick();
      for (let i = 0; i < 100; i++) {
        move(body, rng.range(1, 19), 1.4 - rng.range(0, 0.02));
        tick();
        expect(contactCount(collision)).toBeGreaterThan(0);
        for (const { fraction } of collision.contacts()) expect(fraction).toBe(1);
      }
    }
  }
});

it('one-way tiles are met from above alone', () => {
  const cells = [0, 0, 0, 1, 1, 1, 0, 0, 0];
  const map = tiles({ columns: 3, rows: 3, size: 1, cells, shapes: { 1: 'one-way' }, yUp: true });
  for (const shape of [circle(0.3), box(0.3, 0.3), capsule(0.1, 0.2)]) {
    for (const turn of [0, 2 * Math.PI]) {
      for (const isMapFirst of [true, false]) {
        const { collision, add, move, tick } = makeStage();
        if (isMapFirst) add(0, 0, map);
        const body = add(1.5, -3, shape, collision.Swept);
        if (!isMapFirst) add(0, 0, map);
        tick();
        move(body, 1.5, 5, turn);
        expect(tick()).toEqual([]);
        move(body, 1.5, -3, 0);
        expect(tick()).toHaveLength(1);
        expect(Math.abs(firstContact(collision).normalY)).toBeCloseTo(1, 9);
        expect(tick()).toHaveLength(1);
        // In it, on its way up: not held, nor met at the start.
        move(body, 1.5, 1.8);
        tick();
        move(body, 1.5, 6);
        expect(tick()).toEqual([]);
      }
    }
  }
});

it('the order in which colliders were added changes nothing', () => {
  const rng = createRng(5);
  const shapes = [circle(0.3), box(0.5, 0.2), capsule(0.3, 0.1), polygon([0, 0, 1, 0, 0, 1]), segment(-1, 0, 1, 0.5)];
  shapes.push(ellipse(0.8, 0.3), compound([circle(0.2), { ...circle(0.3), offsetX: 1 }]));
  const places = Array.from({ length: 42 }, (_, i) => ({
    from: [rng.range(-10, 10), rng.range(-10, 10), rng.range(-1, 1)] as const,
    to: [rng.range(-10, 10), rng.range(-10, 10), rng.range(-1, 4)] as const,
    shape: shapes[i % shapes.length],
  }));
  const run = (order: readonly number[]) => {
    const { world, collision, move, tick } = makeStage();
    const entities = places.map(() => addEntity(world));
    for (const i of order) {
      const [x, y, rotation] = places[i].from;
      addComponent(world, entities[i], set(collision.Transform, { x, y, rotation }));
      addComponent(world, entities[i], set(collision.Collider, places[i].shape));
      if (i % 3 > 0) addComponent(world, entities[i], collision.Swept);
    }
    tick();
    places.forEach(({ to }, i) => {
      move(entities[i], ...to);
    });
    return [
      ...tick(),
      ...Array.from(collision.contacts(), (contact) => JSON.stringify({ ...copyContact(contact), id: 0 })),
    ];
  };
  const all = places.map((_, i) => i);
  const told = run(all);
  expect(told.length).toBeGreaterThan(150);
  expect(run(all.slice().sort((a, b) => ((a * 37) % 42) - ((b * 37) % 42)))).toEqual(told);
});

it('an ellipse that flies and turns meets a wall where its outline does', () => {
  const { collision, add, move, tick } = makeStage();
  const [rx, ry] = [2, 0.5];
  const blade = add(0, 0, ellipse(rx, ry), collision.Swept);
  const wall = add(20, 0, box(0.05, 30), collision.Static);
  tick();
  move(blade, 40, 0, Math.PI / 2);
  expect(tick()).toEqual([`begin ${blade} ${wall}`]);
  const { fraction, points, normalX } = firstContact(collision);
  const angle = (fraction * Math.PI) / 2;
  const reach = Math.hypot(rx * Math.cos(angle), ry * Math.sin(angle));
  expect(40 * fraction + reach).toBeCloseTo(19.95, 9);
  expect(points[0].x).toBeCloseTo(19.95, 9);
  expect(normalX).toBeCloseTo(1, 12);
});

it('a floor of pieces that moves and turns meets what one box of its size meets', () => {
  const whole = box(1.5, 0.5);
  const pieces = compound(
    [-1, 0, 1].map((offsetX) => ({ ...box(0.5, 0.5), offsetX })),
    { smooth: true },
  );
  let met = 0;
  for (const body of [circle(0.5), box(0.5, 0.3), capsule(0.3, 0.2), polygon([0, 0, 1, 0.2, 0.3, 0.8])]) {
    for (const [x, y, turn] of [
      [0, 6, 0],
      [1, 6, 0],
      [0, 6, 0.4],
      [-0.7, 6, -0.9],
      [0.3, 5, 2],
      [0, 0, 3],
    ]) {
      for (const aside of [-1.2, -0.4, 0, 0.9]) {
        const [expected, found] = [whole, pieces].map((floor) => {
          const { collision, add, move, tick } = makeStage();
          const moving = add(0, -3, floor, collision.Swept);
          add(aside, 0.6, body, collision.Static);
          tick();
          move(moving, x, y - 3, turn);
          tick();
          return Array.from(collision.contacts(), ({ fraction, normalX, normalY }) => ({ fraction, normalX, normalY }));
        });
        if (expected.length !== 1 || expected[0].fraction === 1) continue;
        met++;
        const { fraction, normalX, normalY } = expected[0];
        expect(found).toContainEqual({
          fraction: expect.closeTo(fraction, 9),
          normalX: expect.closeTo(normalX, 9),
          normalY: expect.closeTo(normalY, 9),
        });
      }
    }
  }
  expect(met).toBeGreaterThan(60);
});
