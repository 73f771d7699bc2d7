import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  type CastHit,
  type Collision,
  capsule,
  castRay,
  castShape,
  circle,
  closestPoint,
  collisionSystem,
  createCollision,
  ellipse,
  polygon,
  queryPoint,
  SHAPE_KIND_NAMES,
  type ShapeSpec,
  tileOutlines,
} from '../../entry/2d.ts';
import { effort } from '../support/effort.ts';
import { HitRate } from '../support/hit-rate.ts';
import { DRAWN_TILES, makeTileMap, randomTileBody, randomTileMap, type TileMap } from '../support/random-tiles-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

const COLUMNS = 10;
const ROWS = 8;

interface MapWorld {
  readonly world: object;
  readonly collision: Collision;
  /** Where the corner of the map is, and how it is turned. */
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  /** Adds an entity at a place in the frame of the map. */
  add(shape: ShapeSpec, x: number, y: number, rotation?: number): number;
}

function createMapWorld(x: number, y: number, turn: number, margin = 0): MapWorld {
  const world = createWorld();
  const collision = createCollision(world, { margin });
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  return {
    world,
    collision,
    x,
    y,
    turn,
    add(shape, localX, localY, rotation = 0) {
      const eid = addEntity(world);
      const place = { x: x + c * localX - s * localY, y: y + s * localX + c * localY, rotation: turn + rotation };
      addComponent(world, eid, set(collision.Transform, place));
      addComponent(world, eid, set(collision.Collider, shape));
      return eid;
    },
  };
}

interface Row {
  readonly child: number;
  readonly nx: number;
  readonly ny: number;
  readonly separation: number;
  /** Places on the surface of the map: the middle of the contact and its deepest point. */
  readonly places: readonly (readonly [number, number])[];
}

/** The contacts of an entity with maps or outlines, in the frame of the map. */
function rowsOf({ collision, x, y, turn }: MapWorld, body: number, maps: readonly number[]): Row[] {
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  const rows: Row[] = [];
  for (const contact of collision.contacts()) {
    const isA = maps.includes(contact.a);
    if ((isA ? contact.b : contact.a) !== body || !(isA || maps.includes(contact.b))) continue;
    const sign = isA ? 1 : -1;
    const points = Array.from({ length: contact.pointCount }, (_, i) => {
      const half = contact.pointSeparation(i) / 2;
      const px = contact.pointX(i) - sign * contact.normalX * half - x;
      const py = contact.pointY(i) - sign * contact.normalY * half - y;
      return [c * px + s * py, c * py - s * px] as const;
    });
    const deepest = points[contact.pointSeparation(points.length - 1) < contact.pointSeparation(0) ? 1 : 0];
    const last = points.at(-1)!;
    rows.push({
      child: isA ? contact.childA : contact.childB,
      nx: sign * (c * contact.normalX + s * contact.normalY),
      ny: sign * (c * contact.normalY - s * contact.normalX),
      separation: contact.separation,
      places: [deepest, [(points[0][0] + last[0]) / 2, (points[0][1] + last[1]) / 2]],
    });
  }
  return rows;
}

/** Whether the map is open right above a place along a normal: exactly there it may be the corner of the next tile. */
function isOpenAbove(map: TileMap, { nx, ny, places }: Row): boolean {
  return places.some(([x, y]) =>
    [-1e-5, 1e-5].some((aside) => !map.isSolid(x + 1e-7 * nx - aside * ny, y + 1e-7 * ny + aside * nx)),
  );
}

/** Seeds of maps: full tiles and slopes, upright and turned, with and without a margin. */
const SEEDS = Array.from({ length: effort(1500, 130) }, (_, i) => i + 1);

/** Fills cells until no two tiles meet in a corner alone, which outlines pass as if they were apart. */
function joined({ columns, rows, cells, names }: TileMap): TileMap {
  const at = (cell: number) => cells[cell] === 1;
  for (let found = true; found; ) {
    found = false;
    for (let row = 0; row + 1 < rows; row++) {
      for (let column = 0; column + 1 < columns; column++) {
        const cell = row * columns + column;
        const above = cell + columns;
        if (at(cell) === at(cell + 1) || at(cell) === at(above) || at(cell) !== at(above + 1)) continue;
        cells[cell] = cells[cell + 1] = 1;
        found = true;
      }
    }
  }
  return makeTileMap(columns, rows, cells, names);
}

function randomPlaced(rng: Rng, seed: number): [TileMap, MapWorld] {
  const map = seed % 2 === 0 ? randomTileMap(rng, COLUMNS, ROWS, 0.6) : joined(randomTileMap(rng, COLUMNS, ROWS, 0));
  const turn = seed % 4 < 2 ? 0 : rng.range(-3, 3);
  return [map, createMapWorld(rng.range(-5, 5), rng.range(-5, 5), turn, seed % 3 === 0 ? 0.1 : 0)];
}

it('has contacts whose normals are those of the outline, as deep as those of its chains', () => {
  const rate = new HitRate();
  let compared = 0;
  for (const seed of SEEDS) {
    const rng = createRng(seed);
    const [map, game] = randomPlaced(rng, seed);
    const chained = createMapWorld(game.x, game.y, game.turn, seed % 3 === 0 ? 0.1 : 0);
    const maps = [game.add(map.spec, 0, 0)];
    const outlines =
      seed % 2 === 0
        ? []
        : tileOutlines(
            map.cells.map((tile) => tile === 1),
            COLUMNS,
            ROWS,
          ).map((outline) => chained.add(outline, 0, 0));
    const bodies: [number, number, ShapeSpec][] = [];
    for (let i = 0; i < 30; i++) {
      const shape = randomTileBody(rng);
      const x = rng.range(-0.5, COLUMNS + 0.5);
      const y = rng.range(-0.5, ROWS + 0.5);
      const rotation = rng.next() < 0.3 ? 0 : rng.range(-3, 3);
      if (map.isSolid(x, y)) continue;
      bodies.push([game.add(shape, x, y, rotation), chained.add(shape, x, y, rotation), shape]);
    }
    collisionSystem(game.world);
    collisionSystem(chained.world);
    for (const [body, twin, shape] of bodies) {
      const rows = rowsOf(game, body, maps);
      rate.count(rows.length > 0);
      for (const row of rows)
        expect(isOpenAbove(map, row), `seed ${seed}, entity ${body}, tile ${row.child}`).toBe(true);
      if (outlines.length === 0 || SHAPE_KIND_NAMES[shape.kind] === 'compound') continue;
      const least = Math.min(...rows.map((row) => row.separation));
      const expected = Math.min(...rowsOf(chained, twin, outlines).map((row) => row.separation));
      // What is deeper in a corner has ways out that are as good as each other.
      if (Math.min(least, expected) < -0.05 || least === expected) continue;
      compared++;
      expect(Math.abs(least - expected), `seed ${seed}, entity ${body}: ${least}, ${expected}`).toBeLessThan(1e-9);
    }
  }
  rate.expectBalanced();
  expect(compared).toBeGreaterThan(SEEDS.length / 7);
});

it('answers rays, casts and points as separate tiles would', () => {
  const rays = new HitRate();
  const casts = new HitRate();
  for (const seed of SEEDS) {
    const rng = createRng(1e6 + seed);
    const [map, game] = randomPlaced(rng, seed);
    const apart = createMapWorld(game.x, game.y, game.turn);
    game.add(map.spec, 0, 0);
    map.cells.forEach((tile, cell) => {
      const corners = DRAWN_TILES[map.names[tile]];
      if (corners === undefined) return;
      apart.add(polygon(corners), cell % COLUMNS, Math.floor(cell / COLUMNS));
    });
    collisionSystem(game.world);
    collisionSystem(apart.world);
    for (let i = 0; i < 12; i++) {
      const where = `seed ${seed}, query ${i}`;
      const x = game.x + rng.range(-8, 13);
      const y = game.y + rng.range(-8, 13);
      const dx = rng.next() < 0.2 ? 0 : rng.range(-12, 12);
      const dy = rng.range(-12, 12);
      const pairs: [CastHit | undefined, CastHit | undefined][] = [];
      const hit = castRay(game.world, { x, y }, { x: dx, y: dy });
      rays.count(hit !== undefined);
      pairs.push([hit, castRay(apart.world, { x, y }, { x: dx, y: dy })]);
      const shape = i % 3 === 0 ? circle(0.4) : i % 3 === 1 ? box(0.5, 0.3) : ellipse(0.5, 0.2);
      const pose = { x, y, rotation: rng.range(-3, 3) };
      const swept = castShape(game.world, shape, pose, { x: dx, y: dy });
      casts.count(swept !== undefined);
      pairs.push([swept, castShape(apart.world, shape, pose, { x: dx, y: dy })]);
      for (const [found, expected] of pairs) {
        expect(found === undefined, where).toBe(expected === undefined);
        if (found === undefined || expected === undefined) continue;
        expect(Math.abs(found.fraction - expected.fraction), where).toBeLessThan(1e-9);
        if (found.fraction === 0) continue;
        const c = Math.cos(game.turn);
        const s = Math.sin(game.turn);
        const px = found.x - game.x;
        const py = found.y - game.y;
        const row = {
          child: found.child,
          nx: c * found.normalX + s * found.normalY,
          ny: c * found.normalY - s * found.normalX,
          separation: 0,
          places: [[c * px + s * py, c * py - s * px]] as const,
        };
        expect(isOpenAbove(map, row), where).toBe(true);
        expect(dx * found.normalX + dy * found.normalY, where).toBeLessThan(1e-9);
      }
      const nearest = closestPoint(game.world, { x, y });
      const other = closestPoint(apart.world, { x, y });
      expect(Math.abs((nearest?.distance ?? -1) - (other?.distance ?? -1)), where).toBeLessThan(1e-9);
      expect(queryPoint(game.world, { x, y }, []) > 0, where).toBe(queryPoint(apart.world, { x, y }, []) > 0);
    }
  }
  rays.expectBalanced();
  casts.expectBalanced();
});

it('has one flat floor: whatever moves along it meets no edge between tiles', () => {
  const rng = createRng(5);
  const map = makeTileMap(40, 2, new Array(80).fill(1), ['empty', 'full']);
  const shapes = [box(0.4, 0.3), box(0.4, 0.3, { radius: 0.1 }), circle(0.4), capsule(0.2, 0.3), ellipse(0.6, 0.3)];
  for (const shape of shapes) {
    const game = createMapWorld(0, 0, 0);
    const floor = game.add(map.spec, 0, 0);
    const body = game.add(shape, 0, 0);
    const { Transform } = game.collision;
    let met = 0;
    for (let tick = 0; tick < effort(4000, 800); tick++) {
      Transform.x[body] = rng.range(1, 39);
      Transform.y[body] = 2 + rng.range(0, 0.6);
      Transform.rotation[body] = rng.next() < 0.5 ? 0 : rng.range(-0.3, 0.3);
      collisionSystem(game.world);
      for (const { nx, ny } of rowsOf(game, body, [floor])) {
        met++;
        expect(Math.abs(nx), `x ${Transform.x[body]}`).toBeLessThan(1e-9);
        expect(ny).toBeGreaterThan(0);
      }
    }
    expect(met).toBeGreaterThan(100);
  }
});
