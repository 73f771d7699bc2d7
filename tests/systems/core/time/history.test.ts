import { describe, expect, it } from 'vitest';
import { type CastHit, hashCollision, refreshCollision, type ShapeContact } from '../../../../entry/2d.ts';
import { effort } from '../../../support/effort.ts';
import { type GameKit, planeKit, spaceKit } from '../../../support/game-kits.ts';
import { createRng, type Rng } from '../../../support/rng.ts';
import { RollbackGame, type RollbackGameOptions } from '../../../support/rollback-game.ts';

/** Asks a world one question of each kind; returns what it answered, and how many found something. */
function ask(
  { kit, size }: { readonly kit: GameKit; readonly size: number },
  world: object,
  entities: readonly number[],
  rng: Rng,
  found: { count: number; asked: number },
): string[] {
  const { castRay, castRayAny, castRayAll, castShape, castShapeAll, castCollider, overlapShape } = kit;
  const { queryAabb, queryPoint, closestPoint, closestPoints, collideShape } = kit;
  const somewhere = (): { x: number; y: number; z?: number } => {
    const [x, y, z] = kit.axes.map(() => rng.range(-size, size));
    return { x, y, z };
  };
  const sensors = { sensors: true };
  const pick = (): number => entities[rng.integer(0, entities.length - 1)];
  const from = somewhere();
  const way = somewhere();
  const pose = kit.pose(from, rng.range(-3, 3));
  const shape = kit.probe(rng);
  const [min, max] = [-3, 3].map((side) => ({ x: from.x + side, y: from.y + side, z: (from.z ?? 0) + side }));
  const listed: number[] = [];
  const list = (count: number): string => `${count} ${listed.join()}`;
  const all = <T>(query: (out: T[]) => number): T[] | undefined => {
    const out: T[] = [];
    return query(out) > 0 ? out : undefined;
  };
  const attempt = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return (error as Error).message;
    }
  };
  const answers = [
    castRay(world, from, way, sensors),
    castRayAny(world, from, way),
    all((out: CastHit[]) => castRayAll(world, from, way, out, sensors)),
    castShape(world, shape, pose, way),
    all((out: CastHit[]) => castShapeAll(world, shape, pose, way, out)),
    attempt(() => castCollider(world, pick(), way)),
    list(overlapShape(world, shape, pose, listed, sensors)),
    list(queryAabb(world, min, max, listed, { categoryBits: 2 })),
    list(queryPoint(world, from, listed)),
    closestPoint(world, from),
    closestPoints(world, pick(), pick()),
    all((out: ShapeContact[]) => collideShape(world, shape, pose, out)),
  ];
  found.count += answers.filter((answer) => answer !== undefined && answer !== false && answer !== '0 ').length;
  found.asked += answers.length;
  return answers.map((answer) => JSON.stringify(answer) ?? 'nothing');
}

describe('a history', () => {
  for (const [name, options] of [
    ['boxes', {}],
    ['circles as hierarchy, versions', { spheres: true, isVersioned: true }],
    ['stores of its own', { ownStores: true }],
    ['one-way colliders', { oneWay: true }],
    ['tiles that change', { changing: true, surfaces: true }],
    ['in space', { kit: spaceKit, size: 5 }],
    ['in space, spheres as hierarchy, versions', { kit: spaceKit, size: 5, spheres: true, isVersioned: true }],
    ['in space, meshes and heightfields', { kit: spaceKit, size: 5, surfaces: true }],
    ['in space, stores of its own', { kit: spaceKit, size: 5, ownStores: true }],
  ] as const satisfies [string, Partial<RollbackGameOptions>][]) {
    it(`answers as the world did at that time: ${name}`, () => {
      const { kit = planeKit, size = 12 }: Partial<RollbackGameOptions> = options;
      const of = { kit, size };
      const found = { count: 0, asked: 0 };
      for (let seed = 1; seed <= effort(100, 2); seed++) {
        const game = new RollbackGame({ seed, ...options });
        const history = kit.createCollisionHistory(game.world, { ticks: 20 });
        const expected: string[][] = [];
        const entities = Array.from({ length: 40 }, (_, i) => i + 1);
        while (game.tick < 60) {
          game.step();
          refreshCollision(game.world);
          history.record();
          const rng = createRng(seed * 1000 + game.tick);
          expected[game.tick] = Array.from({ length: effort(20, 4) }, () =>
            ask(of, game.world, entities, rng, found),
          ).flat();
          if (game.tick % 10 !== 0) continue;
          const before = hashCollision(game.world);
          for (let tick = Math.max(1, game.tick - 19); tick <= game.tick; tick++) {
            const again = createRng(seed * 1000 + tick);
            const past = history.at(tick);
            const answers = Array.from({ length: effort(20, 4) }, () => ask(of, past, entities, again, found)).flat();
            expect(answers, `seed ${seed} tick ${tick}`).toEqual(expected[tick]);
          }
          expect(hashCollision(game.world)).toBe(before);
        }
      }
      expect(found.count / found.asked).toBeGreaterThan(0.3);
      expect(found.count / found.asked).toBeLessThan(0.7);
    });
  }
});
