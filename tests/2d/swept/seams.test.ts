import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CompoundChild,
  capsule,
  circle,
  collisionSystem,
  compound,
  type ShapeSpec,
  seamless,
  segment,
  sweptColliders,
  tiles,
} from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame, type Game } from '../../support/game-2d.ts';
import { HitRate } from '../../support/hit-rate.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/** Floors are columns of width 1 from x = 0 on, by their heights; 0 for a gap, which leads down to where nothing is. */
type Floor = readonly number[];

const DEPTH = 3;

/** A point of a contact, with the normal from the floor to the body, as seen from the floor. */
interface Met {
  readonly fraction: number;
  readonly x: number;
  readonly y: number;
  readonly nx: number;
  readonly ny: number;
}

interface Flight {
  readonly spec: ShapeSpec;
  readonly from: readonly [x: number, y: number, rotation: number];
  readonly to: readonly [x: number, y: number, rotation: number];
  /** How far the floor moves meanwhile. */
  readonly lift: readonly [x: number, y: number];
}

function randomFloor(rng: Rng): Floor {
  let height = rng.integer(1, DEPTH);
  return Array.from({ length: 12 }, () => {
    if (rng.next() < 0.3) height = rng.integer(1, DEPTH);
    return rng.next() < 0.1 ? 0 : height;
  });
}

function isSolid(floor: Floor, column: number, row: number): boolean {
  return row >= 0 && row < (floor[column] ?? 0);
}

/** The cells of a floor that are solid, column by column. */
function cellsOf(floor: Floor): (readonly [column: number, row: number])[] {
  return floor.flatMap((height, column) => Array.from({ length: height }, (_, row) => [column, row] as const));
}

/** The outline of all that is solid, edge by edge: two points each, with the outside on the right. */
function outlineOf(floor: Floor): number[][] {
  const edges: number[][] = [];
  for (const [x, y] of cellsOf(floor)) {
    if (!isSolid(floor, x, y - 1)) edges.push([x, y, x + 1, y]);
    if (!isSolid(floor, x + 1, y)) edges.push([x + 1, y, x + 1, y + 1]);
    if (!isSolid(floor, x, y + 1)) edges.push([x + 1, y + 1, x, y + 1]);
    if (!isSolid(floor, x - 1, y)) edges.push([x, y + 1, x, y]);
  }
  return edges;
}

/** How a floor is made, and whether its pieces are to be one surface. */
const GROUNDS: Record<string, (game: Game, floor: Floor, join: object) => number[]> = {
  'boxes of one cell': (game, floor, join) =>
    cellsOf(floor).map(([x, y]) => spawn(game, x + 0.5, y + 0.5, box(0.5, 0.5), join)),
  'boxes as high as columns': (game, floor, join) =>
    floor.flatMap((height, x) => (height > 0 ? [spawn(game, x + 0.5, height / 2, box(0.5, height / 2), join)] : [])),
  'tiles beside boxes': (game, floor, join) => [
    spawn(game, 0, 0, tilesOf(floor, 6), join),
    ...cellsOf(floor).flatMap(([x, y]) => (x < 6 ? [] : [spawn(game, x + 0.5, y + 0.5, box(0.5, 0.5), join)])),
  ],
  'a smooth compound': (game, floor) => [spawn(game, 0, 0, compound(cellsOf(floor).map(cellBox), { smooth: true }))],
  tiles: (game, floor) => [spawn(game, 0, 0, tilesOf(floor, floor.length))],
};

function cellBox([x, y]: readonly [number, number]): CompoundChild {
  return { ...box(0.5, 0.5), offsetX: x + 0.5, offsetY: y + 0.5 };
}

function tilesOf(floor: Floor, columns: number): ShapeSpec {
  const cells = Array.from({ length: columns * DEPTH }, (_, i) =>
    isSolid(floor, i % columns, Math.floor(i / columns)) ? 1 : 0,
  );
  return tiles({ columns, rows: DEPTH, size: 1, cells, shapes: { 1: 'full' }, yUp: true });
}

function spawn(game: Game, x: number, y: number, spec: ShapeSpec, ...tags: object[]): number {
  const eid = game.spawn(x, y, spec, { categoryBits: 1, maskBits: 2 });
  for (const tag of tags) addComponent(game.world, eid, tag);
  return eid;
}

/** What a body meets before the end of a tick on its way over a floor, the first first. */
function fly(make: (game: Game) => number[], flights: readonly Flight[]): Met[][] {
  return flights.map(({ spec, from, to, lift }) => {
    const game = createGame({ swept: sweptColliders } as never);
    const { Transform, Swept, Static } = game.collision;
    const ground = make(game);
    if (lift[0] === 0 && lift[1] === 0) for (const eid of ground) addComponent(game.world, eid, Static);
    const body = game.spawn(0, 0, spec, { categoryBits: 2, maskBits: 1 });
    addComponent(game.world, body, set(Transform, { x: from[0], y: from[1], rotation: from[2] }));
    addComponent(game.world, body, Swept);
    collisionSystem(game.world);
    [Transform.x[body], Transform.y[body], Transform.rotation[body]] = to as [number, number, number];
    for (const eid of ground) {
      Transform.x[eid] += lift[0];
      Transform.y[eid] += lift[1];
    }
    collisionSystem(game.world);
    return Array.from(game.collision.contactsOf(body), (contact) => {
      const { fraction } = contact;
      const sign = contact.a === body ? -1 : 1;
      const x = contact.pointX(0) - fraction * lift[0];
      const y = contact.pointY(0) - fraction * lift[1];
      return { fraction, x, y, nx: sign * contact.normalX, ny: sign * contact.normalY };
    })
      .filter(({ fraction }) => fraction < 1)
      .sort((p, q) => p.fraction - q.fraction);
  });
}

/** Whether the surface of a floor has a normal at a place: that of an edge there, or one between those of a corner. */
function hasNormal(floor: Floor, { x, y, nx, ny }: Met): boolean {
  const near = outlineOf(floor).filter(([ax, ay, bx, by]) => {
    const along = (x - ax) * (bx - ax) + (y - ay) * (by - ay);
    const off = (x - ax) * (by - ay) - (y - ay) * (bx - ax);
    return Math.abs(off) < 1e-6 && along > -1e-6 && along < 1 + 1e-6;
  });
  const facing = near.map(([ax, ay, bx, by]) => nx * (by - ay) - ny * (bx - ax));
  if (facing.some((cosine) => cosine > 1 - 1e-9)) return true;
  const column = Math.round(x);
  const row = Math.round(y);
  const around = [-1, 0].flatMap((i) => [-1, 0].map((k) => isSolid(floor, column + i, row + k)));
  const isCorner = near.length === 2 && around.filter((solid) => solid).length === 1;
  return isCorner && facing.every((cosine) => cosine > -1e-9);
}

function randomBody(rng: Rng): ShapeSpec {
  const size = rng.range(0.1, 0.4);
  const kinds = [
    () => box(size, 0.3),
    () => box(0.25, size, { radius: 0.1 }),
    () => circle(size),
    () => capsule(size, 0.2),
    () => compound([circle(0.2), { ...box(0.1, size), offsetX: 0.3 }]),
  ];
  return kinds[rng.integer(0, kinds.length - 1)]();
}

/** Flights that begin in the open, of bodies that turn or do not, over a floor that moves or does not. */
function randomFlight(rng: Rng): Flight {
  const turns = rng.next() < 0.4;
  const rotation = rng.range(-3, 3);
  const moves = rng.next() < 0.3;
  return {
    spec: randomBody(rng),
    from: [rng.range(0, 12), DEPTH + rng.range(0.8, 2), rotation],
    to: [rng.range(0, 12), rng.range(-1, DEPTH + 2), turns ? rotation + rng.range(-3, 3) : rotation],
    lift: moves ? [rng.range(-2, 2), rng.range(-0.5, 1)] : [0, 0],
  };
}

/** Slides that begin on the ground or a little in it, as one that a solver has left there. */
function randomSlide(rng: Rng, floor: Floor): Flight {
  const column = rng.integer(0, floor.length - 1);
  const turned = rng.integer(0, 3) * (Math.PI / 2);
  const [spec, half] = [
    [box(0.4, 0.4), 0.4] as const,
    [box(0.3, 0.3, { radius: 0.1 }), 0.4] as const,
    [circle(0.4), 0.4] as const,
    [capsule(0.2, 0.2), turned % Math.PI === 0 ? 0.4 : 0.2] as const,
  ][rng.integer(0, 3)];
  const y = (floor[column] ?? 0) + half - (rng.next() < 0.5 ? 0 : rng.range(0, 0.02));
  const x = rng.range(column, column + 1);
  const to = rng.range(-2, 14);
  const sinks = rng.next() < 0.5 ? 0 : rng.range(0, 0.02);
  return { spec, from: [x, y, turned], to: [to, y - sinks, turned], lift: [0, 0] };
}

/** Whether a body that slides begins in nothing but the ground below it. */
function beginsOnGround(floor: Floor, { from: [x, y] }: Flight): boolean {
  const columns = [Math.floor(x - 0.41), Math.floor(x), Math.floor(x + 0.41)];
  return y < DEPTH + 0.5 && columns.every((column) => (floor[column] ?? 0) <= (floor[Math.floor(x)] ?? 0));
}

/** Where the first column stands that is higher than the one it starts on, on the way of what slides; if any does. */
function wallAhead(floor: Floor, { from: [x], to: [toX] }: Flight): number | undefined {
  const start = Math.floor(x);
  const step = toX > x ? 1 : -1;
  for (let column = start + step; column >= 0 && column < floor.length; column += step) {
    if (floor[column] <= (floor[start] ?? 0)) continue;
    const wall = step > 0 ? column : column + 1;
    return step * (toX - wall) > 0 ? wall : undefined;
  }
  return undefined;
}

describe.each(Object.entries(GROUNDS))('a floor of %s', (name, make) => {
  it('is met where its outline is, with normals that this has, by what flies', () => {
    const rate = new HitRate();
    for (let seed = 1; seed <= effort(150, 12); seed++) {
      const rng = createRng(seed);
      const floor = randomFloor(rng);
      const flights = Array.from({ length: 12 }, () => randomFlight(rng));
      const outline = fly(
        (game) => outlineOf(floor).map(([ax, ay, bx, by]) => spawn(game, 0, 0, segment(ax, ay, bx, by))),
        flights,
      );
      const found = fly((game) => make(game, floor, seamless(game.world)), flights);
      found.forEach((met, i) => {
        const what = `seed ${seed}, floor ${floor}, ${JSON.stringify(flights[i])}: ${JSON.stringify(met)}`;
        rate.count(met.length > 0);
        expect(met[0]?.fraction ?? 1, what).toBeCloseTo(outline[i][0]?.fraction ?? 1, 6);
        expect(
          met.every((one) => hasNormal(floor, one)),
          what,
        ).toBe(true);
      });
    }
    rate.expectBalanced();
  });

  it('has no edges inside for what slides over it, only real steps and gaps', () => {
    let steps = 0;
    for (let seed = 1; seed <= effort(150, 12); seed++) {
      const rng = createRng(seed);
      const floor = randomFloor(rng);
      const slides = Array.from({ length: 16 }, () => randomSlide(rng, floor)).filter((one) =>
        beginsOnGround(floor, one),
      );
      fly((game) => make(game, floor, seamless(game.world)), slides).forEach((met, i) => {
        const what = `seed ${seed}, floor ${floor}, ${JSON.stringify(slides[i])}: ${JSON.stringify(met)}`;
        expect(
          met.every((one) => hasNormal(floor, one)),
          what,
        ).toBe(true);
        const wall = wallAhead(floor, slides[i]);
        if (wall === undefined) return;
        steps++;
        // Of one collider that is touched all the time, contacts at the end tell of the wall.
        if (!name.startsWith('boxes')) return;
        expect(
          met.some(({ x, nx }) => Math.abs(nx) > 0.9 && Math.abs(x - wall) < 1e-6),
          what,
        ).toBe(true);
      });
    }
    expect(steps).toBeGreaterThan(10);
  });
});

it('without the tag, edges inside are met, as of any boxes', () => {
  const rng = createRng(1);
  const floor = Array.from({ length: 12 }, () => 1);
  const slides = Array.from({ length: 40 }, () => randomSlide(rng, floor));
  const met = fly((game) => GROUNDS['boxes of one cell'](game, floor, {}), slides).flat();
  expect(met.filter((one) => !hasNormal(floor, one)).length).toBeGreaterThan(20);
});
