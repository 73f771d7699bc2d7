import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem, compound, polygon, SHAPE_KIND_NAMES, seamless } from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { createGame } from '../../support/game-2d.ts';
import {
  DRAWN_TILES,
  makeTileMap,
  randomTileBody,
  randomTileMap,
  type TileMap,
} from '../../support/random-tiles-2d.ts';
import { createRng, type Rng } from '../../support/rng.ts';

/*
 * Ways out of a solid that is made of tiles, against the union of the tiles as the test draws it: two contacts of one
 * shape never lead in opposite directions out of tiles that lie between them, and each leads to where no tile is.
 */

const FULL = ['empty', 'full'] as const;

const MAPS: Readonly<Record<string, (rng: Rng) => TileMap>> = {
  'a row': (rng) => filled(rng.integer(2, 5), 1),
  'a column': (rng) => filled(1, rng.integer(2, 5)),
  'a block': (rng) => filled(rng.integer(2, 4), rng.integer(2, 4)),
  'a map of full tiles': (rng) => randomTileMap(rng, 6, 5, 0),
  'a map with slopes': (rng) => randomTileMap(rng, 6, 5, 0.6),
};

function filled(columns: number, rows: number): TileMap {
  return makeTileMap(columns, rows, new Array(columns * rows).fill(1), FULL);
}

/** The tiles of a map as polygons where they stand. */
function polygonsOf({ cells, names, columns }: TileMap): ReturnType<typeof polygon>[] {
  return cells.flatMap((tile, cell) => {
    const corners = DRAWN_TILES[names[tile]];
    if (corners === undefined) return [];
    const at = [cell % columns, Math.floor(cell / columns)];
    return [polygon(corners.map((value, i) => value + at[i % 2]))];
  });
}

interface Way {
  readonly x: number;
  readonly y: number;
  readonly normalX: number;
  readonly normalY: number;
}

/** Whether a way begins inside of a tile and has tiles on all sides: it does not lead out. */
function isCovered(map: TileMap, { x, y, normalX, normalY }: Way): boolean {
  return [-1e-5, 0, 1e-5].every((aside) =>
    map.isSolid(x + 1e-6 * normalX - aside * normalY, y + 1e-6 * normalY + aside * normalX),
  );
}

/** Whether two ways lead in opposite directions out of what lies between the places where they begin. */
function areOpposite(a: Way, b: Way): boolean {
  if (a.normalX * b.normalX + a.normalY * b.normalY > -0.99) return false;
  return (a.x - b.x) * a.normalX + (a.y - b.y) * a.normalY > 1e-6;
}

describe.each(Object.entries(MAPS))('%s', (_name, makeMap) => {
  it.each(['tiles', 'smooth', 'seamless'])('made of %s has one way out for a shape', (form) => {
    let deep = 0;
    for (let seed = 1; seed <= effort(400, 16); seed++) {
      const rng = createRng(seed);
      const map = makeMap(rng);
      const polygons = polygonsOf(map);
      if (polygons.length < 2) continue;
      const game = createGame();
      const specs =
        form === 'tiles' ? [map.spec] : form === 'smooth' ? [compound(polygons, { smooth: true })] : polygons;
      const solid = new Set(specs.map((spec) => game.spawn(0, 0, spec)));
      if (form === 'seamless') for (const eid of solid) addComponent(game.world, eid, seamless(game.world));
      const bodies = new Map<number, Way[]>();
      for (let i = 0; i < 12; i++) {
        const shape = randomTileBody(rng);
        const x = rng.range(-0.4, map.columns + 0.4);
        const y = rng.range(-0.4, map.rows + 0.4);
        const rotation = rng.next() < 0.4 ? 0 : rng.range(-3, 3);
        const scale = rng.next() < 0.8 ? 1 : 2;
        if (SHAPE_KIND_NAMES[shape.kind] === 'compound') continue;
        const body = game.spawn(x, y, shape, { categoryBits: 2, maskBits: 1 });
        game.collision.Transform.rotation[body] = rotation;
        game.collision.Transform.scale[body] = scale;
        bodies.set(body, []);
        if (map.isSolid(x, y)) deep++;
      }
      collisionSystem(game.world);
      for (const contact of game.collision.contacts()) {
        const sign = solid.has(contact.a) ? 1 : -1;
        let at = 0;
        for (let i = 1; i < contact.pointCount; i++) {
          if (contact.pointSeparation(i) < contact.pointSeparation(at)) at = i;
        }
        if (contact.pointSeparation(at) > -1e-6) continue;
        const normalX = sign * contact.normalX;
        const normalY = sign * contact.normalY;
        const half = contact.pointSeparation(at) / 2;
        const x = contact.pointX(at) - normalX * half;
        const y = contact.pointY(at) - normalY * half;
        bodies.get(sign > 0 ? contact.b : contact.a)!.push({ x, y, normalX, normalY });
      }
      for (const [body, ways] of bodies) {
        const where = `seed ${seed}, entity ${body}: ${JSON.stringify(ways)}`;
        expect(
          ways.some((a) => ways.some((b) => areOpposite(a, b))),
          where,
        ).toBe(false);
        // Of the shapes that lie so deep that they meet no side of the solid, `tiles` alone tells the way.
        if (form !== 'tiles' && ways.length === 1) continue;
        expect(
          ways.every((way) => !isCovered(map, way)),
          where,
        ).toBe(true);
      }
    }
    expect(deep).toBeGreaterThan(effort(1000, 40));
  });
});
