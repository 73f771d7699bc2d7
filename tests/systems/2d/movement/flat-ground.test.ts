import { addComponent } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  compound,
  ellipse,
  polygon,
  type ShapeSpec,
  seamless,
  segment,
  type TileName,
  tiles,
} from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { createMoverWorld, type MoverWorld, Walker } from '../../../support/movement-2d.ts';

/** Pieces of the ground to either side of its middle, each of length 1. */
const HALF = effort(1200, 150);

/** Adds a piece of ground, with its place in lengths of a piece. */
type Add = (shape: ShapeSpec, x?: number, y?: number) => number;
type Ground = (add: Add, scale: number, game: MoverWorld) => void;

/** Ground of pieces that are added one by one, each with the middle of its top where it is put. */
function inPieces(make: (scale: number, i: number) => ShapeSpec, y: number, isSeamless = false): Ground {
  return (add, scale, { world }) => {
    for (let i = 0; i < 2 * HALF; i++) {
      const eid = add(make(scale, i), i + 0.5 - HALF, y);
      if (isSeamless) addComponent(world, eid, seamless(world));
    }
  };
}

function ofTiles(names: readonly TileName[], top = 1): Ground {
  return (add, scale) => {
    const cells = Array.from({ length: 2 * HALF }, (_, i) => 1 + (i % names.length));
    const shapes = { ...['empty' as const, ...names] };
    add(tiles({ columns: 2 * HALF, rows: 1, size: scale, cells, shapes, yUp: true }), -HALF, -top);
  };
}

const block = (scale: number): ShapeSpec => box(scale / 2, scale / 2);
const slantedBlock = (k: number): ShapeSpec => polygon([-0.8 * k, -k, 0.2 * k, -k, 0.5 * k, 0, -0.5 * k, 0]);
const children = (scale: number) =>
  Array.from({ length: 2 * HALF }, (_, i) => ({
    ...block(scale),
    offsetX: (i + 0.5 - HALF) * scale,
    offsetY: -scale / 2,
  }));
const joints = (scale: number, direction: 1 | -1) =>
  Array.from({ length: 2 * HALF + 1 }, (_, i) => ({ x: direction * (i - HALF) * scale, y: 0 }));

/** Ground whose top is at 0, of anything that can be put side by side. */
const GROUNDS: Record<string, Ground> = {
  'boxes side by side': inPieces(block, -0.5),
  'seamless boxes': inPieces(block, -0.5, true),
  'slanted polygons': inPieces(slantedBlock, 0),
  'seamless polygons': inPieces(slantedBlock, 0, true),
  'segments end to end': inPieces((k) => segment(-0.5 * k, 0, 0.5 * k, 0), 0),
  'boxes, polygons, segments and tiles in turn': inPieces(
    (k, i) =>
      [
        polygon([-0.5 * k, -k, 0.5 * k, -k, 0.5 * k, 0, -0.5 * k, 0]),
        segment(-0.5 * k, 0, 0.5 * k, 0),
        { ...block(k), offsetY: -0.5 * k },
        { ...tiles({ columns: 1, rows: 1, size: k, cells: [1] }), offsetX: -0.5 * k, offsetY: -k },
      ][i % 4],
    0,
  ),
  'a compound': (add, scale) => add(compound(children(scale))),
  'a smooth compound': (add, scale) => add(compound(children(scale), { smooth: true })),
  'a chain': (add, scale) => add(chain(joints(scale, 1))),
  'a one-sided chain': (add, scale) => add(chain(joints(scale, -1), { oneSided: true })),
  tiles: ofTiles(['full']),
  'half tiles': ofTiles(['half-bottom'], 0.5),
  'one-way tiles': ofTiles(['one-way']),
  'one-way tiles and full ones': ofTiles(['one-way', 'full']),
  'thin boxes of all widths': (add, scale) => {
    for (let x = -HALF, i = 0; x < HALF; i++) {
      const width = [0.3, 1.7, 0.011, 2][i % 4];
      add(box((width / 2) * scale, 0.001 * scale), x + width / 2, -0.001);
      x += width;
    }
  },
};

const MOVERS: ((scale: number) => ShapeSpec)[] = [
  (k) => circle(0.35 * k),
  (k) => capsule(0.4 * k, 0.3 * k),
  (k) => box(0.3 * k, 0.5 * k),
  (k) => box(0.25 * k, 0.4 * k, { radius: 0.1 * k }),
  (k) => polygon([-0.3, -0.5, 0.3, -0.5, 0.3, 0.5, -0.3, 0.5].map((at) => at * k)),
  (k) => ellipse(0.4 * k, 0.6 * k),
];

/** Units, places and turns of the world: metres, pixels, hundredths; near and 1e5 away. */
const PLACES = [
  { scale: 1, x: 0, y: 0, turn: 0 },
  { scale: 32, x: 0.1, y: 0.7, turn: 0 },
  { scale: 0.01, x: 0, y: 0, turn: 0.3 },
  { scale: 1, x: 99_999.3, y: -1e5, turn: 0 },
  { scale: 32, x: 1e5, y: 77_777.1, turn: 0.01 },
];

it.each(Object.keys(GROUNDS))('whoever runs over flat ground made of %s keeps its height and loses no way', (kind) => {
  let ran = 0;
  for (const { scale, x, y, turn } of PLACES) {
    const game = createMoverWorld({ capacity: 2 * HALF + 100 });
    const c = Math.cos(turn);
    const s = Math.sin(turn);
    const place = (u: number, v: number) => [x + scale * (c * u - s * v), y + scale * (s * u + c * v)] as const;
    const add: Add = (shape, u = 0, v = 0) => game.add(shape, ...place(u, v), turn);
    GROUNDS[kind](add, scale, game);
    game.tick();
    for (const [index, make] of MOVERS.entries()) {
      const options = { up: { x: -s, y: c }, ...(index % 2 === 0 ? {} : { snapDistance: 0.3 * scale }) };
      const steps = ran % 2 === 0 ? { stepHeight: 0.4 * scale } : { skin: 0.006 * scale };
      const walker = new Walker(game.world, make(scale), ...place(0, 2), { ...options, ...steps }, turn);
      const along = () => (c * (walker.pose.x - x) + s * (walker.pose.y - y)) / scale;
      const height = () => (c * (walker.pose.y - y) - s * (walker.pose.x - x)) / scale;
      const move = (u: number, v: number) => walker.move(scale * (c * u - s * v), scale * (s * u + c * v));
      for (let i = 0; i < 20; i++) move(0, -0.5);
      const standing = height();
      for (const speed of effort([0.013, 0.19, 1, 7.3, 100, 1000], [0.19, 7.3, 100])) {
        for (let i = 0, direction = 1; i < (speed < 50 ? 60 : 8); i++) {
          const from = along();
          if (Math.abs(from + direction * speed) > HALF - 2) direction = -direction;
          const way = direction * speed * (1 + (speed < 50 ? i % 7 : 0) / 100);
          move(way, -0.05 * (i % 5) ** 3);
          ran++;
          const isRight =
            Math.abs(height() - standing) < 1e-9 && Math.abs(along() - from - way) < 1e-9 && walker.result.grounded;
          if (isRight) continue;
          const where = `mover ${index}, scale ${scale}, at ${x}, turn ${turn}, speed ${speed}, move ${i}`;
          const found = `height ${height() - standing}, way ${along() - from - way}, grounded ${walker.result.grounded}`;
          expect.fail(`${where}: ${found}`);
        }
      }
    }
  }
  expect(ran).toBeGreaterThan(effort(7000, 3000));
});
