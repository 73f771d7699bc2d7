import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { box, capsule, collisionSystem, compound, polygon, type ShapeSpec, seamless, tiles } from '../../entry/2d.ts';
import { createGame, type Game } from '../support/game-2d.ts';

/*
 * Each tile chose a way out by itself for a shape whose middle was in the solid: of two tiles of a row, one led up and
 * the other one down, and of a block, tiles led to all four sides.
 */

type Place = (game: Game, columns: number, rows: number) => number[];

const SOLIDS: Readonly<Record<string, Place>> = {
  tiles: (game, columns, rows) => [
    game.spawn(0, 0, tiles({ columns, rows, size: 1, cells: new Array(columns * rows).fill(1) })),
  ],
  'a smooth compound': (game, columns, rows) => [
    game.spawn(
      0,
      0,
      compound(
        corners(columns, rows).map(([x, y]) => ({ ...box(0.5, 0.5), offsetX: x + 0.5, offsetY: y + 0.5 })),
        { smooth: true },
      ),
    ),
  ],
  'seamless boxes': (game, columns, rows) =>
    corners(columns, rows).map(([x, y]) => {
      const eid = game.spawn(x + 0.5, y + 0.5, box(0.5, 0.5));
      addComponent(game.world, eid, seamless(game.world));
      return eid;
    }),
};

function corners(columns: number, rows: number): [number, number][] {
  return Array.from({ length: columns * rows }, (_, i) => [i % columns, Math.floor(i / columns)]);
}

/** The normals and depths of a shape in a solid, by tile: normals lead from the solid to the shape. */
function waysOut(place: Place, columns: number, rows: number, shape: ShapeSpec, x: number, y: number): number[][] {
  const game = createGame();
  const solid = place(game, columns, rows);
  const body = game.spawn(x, y, shape);
  collisionSystem(game.world);
  return Array.from(game.collision.contactsOf(body), (contact) => {
    const tile = solid.length > 1 ? solid.indexOf(contact.b) : contact.childB;
    return [tile, 0 - contact.normalX, 0 - contact.normalY, -contact.separation];
  });
}

describe.each(Object.entries(SOLIDS))('of %s', (_name, place) => {
  const near = (rows: number[][]): unknown => rows.map((row) => row.map((value) => expect.closeTo(value, 12)));

  it('a triangle over two tiles of a row is led up by both', () => {
    const triangle = polygon([-0.5, -0.5, 0.5, -0.5, 0, 0.5]);
    const rows = waysOut(place, 3, 1, triangle, 1.2, 0.6);
    expect(rows).toEqual(
      near([
        [0, 0, 1, 0.9],
        [1, 0, 1, 0.9],
      ]),
    );
  });

  it('a box that is larger than a tile is led out of a block to one side', () => {
    const rows = waysOut(place, 3, 3, box(1.25, 1.25), 1.4, 1.5);
    expect(rows).toEqual(near([0, 3, 6].map((tile) => [tile, -1, 0, 2.65])));
  });

  it('an upright capsule is as deep as its lower end', () => {
    const rows = waysOut(place, 4, 1, capsule(0.5878, 0.2351), 1.03, 0.7354);
    expect(rows).toEqual(near([[1, 0, 1, 1 - (0.7354 - 0.5878) + 0.2351]]));
  });
});
