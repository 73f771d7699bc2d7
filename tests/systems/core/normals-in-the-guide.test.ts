import { readFileSync } from 'node:fs';
import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem } from '../../../entry/2d.ts';
import { GAMES } from '../../support/game-2d.ts';

/*
 * The guide's table of normals, row by row. The scene is a wall at the origin, 2 wide, and something on its right:
 * where a row says "out of the collider" or "from the collider", the normal is (1, 0).
 */

type Kit = (typeof GAMES)[number];

interface Normal {
  readonly normalX: number;
  readonly normalY: number;
}

/** The rows of the table: what has a normal, and where it points. */
function rowsOfGuide(): [of: string, points: string][] {
  const page = readFileSync(new URL('../../../docs/guide/contacts-and-events.md', import.meta.url), 'utf8');
  const section = page.split('## Which way a normal points')[1].split('\n## ')[0];
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map(
    (line) =>
      line
        .split('|')
        .slice(1, 3)
        .map((cell) => cell.trim()) as [string, string],
  );
}

/** The wall, and a body that stands at x on its right or overlaps it. */
function sceneOf(kit: Kit, x: number) {
  const game = kit.createGame();
  const wall = game.spawn(0, 0, kit.slab(1, 1));
  addComponent(game.world, wall, game.collision.Static);
  const body = game.spawn(x, 0, kit.slab(1, 1));
  collisionSystem(game.world);
  return { ...game, wall, body };
}

const RIGHT = [1, 0] as const;
const LEFT = [-1, 0] as const;
const UP = [0, 1] as const;

/** By result that the table names: normals that a call gives, each with the direction that the row promises. */
type Check = (kit: Kit) => [Normal | undefined, readonly [number, number]][];

const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'from a, or the first, to b, or the second': {
    'a contact of a tick': (kit) => {
      const { collision, wall } = sceneOf(kit, 1.9);
      return Array.from(collision.contacts(), ({ a, normalX, normalY }) => [
        { normalX, normalY },
        a === wall ? RIGHT : LEFT,
      ]);
    },
    closestPoints: (kit) => {
      const { world, wall, body } = sceneOf(kit, 5);
      return [
        [kit.closestPoints(world, wall, body), RIGHT],
        [kit.closestPoints(world, body, wall), LEFT],
      ];
    },
  },
  'out of the collider that was hit': {
    castRay: (kit) => [[kit.castRay(sceneOf(kit, 9).world, kit.at(5, 0), kit.at(-10, 0)), RIGHT]],
    castShape: (kit) => [
      [kit.castShape(sceneOf(kit, 9).world, kit.round(1), kit.pose(kit.at(5, 0), 0), kit.at(-10, 0)), RIGHT],
    ],
    castCollider: (kit) => {
      const { world, body } = sceneOf(kit, 9);
      return [[kit.castCollider(world, body, kit.at(-10, 0)), RIGHT]];
    },
  },
  'from the collider to the point': {
    closestPoint: (kit) => [[kit.closestPoint(sceneOf(kit, 9).world, kit.at(3, 0)), RIGHT]],
  },
  'from the collider to the shape that you asked about': {
    collideShape: (kit) => {
      const out: Parameters<Kit['collideShape']>[3] = [];
      const count = kit.collideShape(sceneOf(kit, 9).world, kit.round(1), kit.pose(kit.at(1.9, 0), 0), out);
      return out.slice(0, count).map((contact) => [contact, RIGHT]);
    },
  },
  'out of the collider that is left, along with the ray': {
    castRayExit: (kit) => [[kit.castRayExit(sceneOf(kit, 9).world, kit.at(0, 0), kit.at(10, 0)), RIGHT]],
  },
  'from the collider to the mover': {
    'moveAndSlide: hits': (kit) => {
      const { world, body } = sceneOf(kit, 5);
      const { hits, hitCount } = kit.moveAndSlide(world, body, kit.at(-10, 0));
      return hits.slice(0, hitCount).map((hit) => [hit, RIGHT]);
    },
    ground: (kit) => {
      const { world, spawn } = sceneOf(kit, 9);
      const mover = spawn(0, 3, kit.slab(0.5, 0.5));
      const { ground } = kit.moveAndSlide(world, mover, kit.at(0, -5), {
        up: kit.axes.includes('z') ? kit.at(0, 1) : { x: 0, y: 1 },
      });
      return [[ground, UP]];
    },
    crushers: (kit) => {
      const { world, wall, body, spawn } = sceneOf(kit, 1.95);
      spawn(3.85, 0, kit.slab(1, 1));
      collisionSystem(world);
      const { crushers, crusherCount } = kit.moveAndSlide(world, body, kit.at(0, 0));
      return crushers.slice(0, crusherCount).map((crusher) => [crusher, crusher.entity === wall ? RIGHT : LEFT]);
    },
    'moveAndBounce: hits': (kit) => {
      const { world, body } = sceneOf(kit, 5);
      const { hits, hitCount } = kit.moveAndBounce(world, body, kit.at(-5, 0));
      return hits.slice(0, hitCount).map((hit) => [hit, RIGHT]);
    },
  },
  'to the side that is solid': {
    oneWay: (kit) =>
      [RIGHT, LEFT].flatMap((solid) => {
        const { world, wall } = sceneOf(kit, 9);
        const [normalX, normalY] = solid;
        addComponent(world, wall, set(kit.oneWay(world), { normalX, normalY }));
        // A shape that is cast meets the wall from its solid side alone.
        const hits = [RIGHT, LEFT].map(([x]) =>
          kit.castShape(world, kit.round(0.5), kit.pose(kit.at(5 * x, 0), 0), kit.at(-4 * x, 0)),
        );
        return hits.flatMap((hit) => (hit === undefined ? [] : [[hit, solid] as [Normal, readonly [number, number]]]));
      }),
  },
};

/** The names in a cell of the table, without their quotes; what comes behind a colon is said of a function's result. */
function namesIn(cell: string): string[] {
  return cell.replaceAll('`', '').split(/[,;] /);
}

it('has no row but those that are tried here', () => {
  const tried = Object.entries(CHECKS).map(([points, checks]) => [Object.keys(checks), points]);
  expect(rowsOfGuide().map(([of, points]) => [namesIn(of), points])).toEqual(tried);
});

describe.each(GAMES)('in $name', (kit) => {
  const results = rowsOfGuide().flatMap(([of, points]) => namesIn(of).map((name) => ({ name, points })));
  it.each(results)('the normal of $name points $points', ({ name, points }) => {
    const found = CHECKS[points][name](kit);
    expect(found.length).toBeGreaterThan(0);
    for (const [normal, [x, y]] of found) {
      expect([normal?.normalX, normal?.normalY]).toEqual([expect.closeTo(x, 9), expect.closeTo(y, 9)]);
    }
  });

  it('is zero for a ray that starts inside', () => {
    const { world } = sceneOf(kit, 9);
    expect(kit.castRay(world, kit.at(0, 0), kit.at(5, 0))).toMatchObject({ fraction: 0, normalX: 0, normalY: 0 });
  });
});
