import { describe, expect, it } from 'vitest';
import { castShape, heightfield, mesh, type ShapeSpec } from '../../../../entry/3d.ts';
import { spaceMover } from '../../../../src/3d/movement/space-mover.ts';
import { placeShape } from '../../../../src/3d/queries/query-shape.ts';
import { MoverSpace } from '../../../../src/core/movement/mover-space.ts';
import { space } from '../../../../systems/3d/dimension.ts';
import { ColliderFilter } from '../../../../systems/core/queries/collider-filter.ts';
import { KNOWN_KEYS } from '../../../../systems/core/queries/query-options.ts';
import { scopeOf } from '../../../../systems/core/queries/query-scope.ts';
import { effort } from '../../../support/effort.ts';
import { HitRate } from '../../../support/hit-rate.ts';
import { createMoverWorld, NO_TURN, turned } from '../../../support/movement-3d.ts';
import { MOVERS } from '../../../support/movers-3d.ts';
import { createRng } from '../../../support/rng.ts';
import { makeTerrain, makeTriangleSoup } from '../../../support/surface-meshes.ts';

const CELLS = 12;

/** Surfaces about the origin, of triangles half as large as a mover and of others. */
function surfaces(seed: number): Record<string, ShapeSpec> {
  const rng = createRng(seed);
  const terrain = makeTerrain(CELLS, CELLS, () => rng.range(-0.4, 0.4));
  const positions = terrain.positions.map((value, i) => (i % 3 === 1 ? value : 0.5 * value - 3));
  const soup = makeTriangleSoup(rng, 120, 3);
  const heights = Float32Array.from({ length: (CELLS + 1) ** 2 }, () => rng.range(-0.4, 0.4));
  return {
    'a terrain': mesh(positions, terrain.index),
    'a terrain of one side': mesh(positions, terrain.index, { oneSided: true }),
    'a terrain that is rounded': mesh(positions, terrain.index, { radius: 0.05 }),
    'triangles without order': mesh(soup.positions, soup.index),
    'a field of heights': heightfield(heights, CELLS + 1, CELLS + 1, 0.5),
  };
}

describe.each(Object.keys(surfaces(1)))('the triangles of %s, gathered once for a move', (name) => {
  it.each(MOVERS)('are met by %s as casts meet the surface', (_, shape) => {
    const rate = new HitRate();
    const mover = new MoverSpace(spaceMover);
    /** One that is told, rightly or wrongly, which triangle it will meet. */
    const guided = new MoverSpace(spaceMover);
    const filter = new ColliderFilter();
    const position = new Float64Array(3);
    const motion = new Float64Array(3);
    const clearance = Float64Array.of(0);
    for (let seed = 1; seed <= effort(40, 4); seed++) {
      const rng = createRng(100 + seed);
      const game = createMoverWorld();
      const turn = turned(0.6, 0, 0.8, rng.range(-0.5, 0.5));
      game.add(surfaces(seed)[name], rng.range(-0.2, 0.2), 0, 0, turn);
      game.tick();
      const scope = scopeOf(game.world, space);
      for (let move = 0; move < 6; move++) {
        const pose = { x: rng.range(-1, 1), y: rng.range(0.4, 1.4), z: rng.range(-1, 1), rotation: NO_TURN };
        for (const each of [mover, guided]) {
          placeShape(each.shape, shape, pose);
          each.reach[0] = 0.4;
          each.ahead.fill(0.2);
          each.begin(scope, filter.setFor(scope.state, -1, undefined, KNOWN_KEYS));
        }
        position.set([pose.x, pose.y, pose.z]);
        for (let sweep = 0; sweep < 6; sweep++) {
          for (let axis = 0; axis < 3; axis++) motion[axis] = rng.range(-0.5, 0.5) - (axis === 1 ? 0.3 : 0);
          const [x, y, z] = position;
          const way = { x: motion[0], y: motion[1], z: motion[2] };
          const expected = castShape(game.world, shape, { ...pose, x, y, z }, way, {
            initialOverlap: 'ignore-separating',
          });
          const isMet = mover.sweep(position, motion, clearance, 'ignore-separating');
          const about = `seed ${seed}, move ${move}, sweep ${sweep}`;
          rate.count(isMet);
          const named = isMet && rng.next() < 0.5 ? mover.hit.child : rng.integer(0, 100);
          guided.standOn(0, named);
          expect(guided.sweep(position, motion, clearance, 'ignore-separating'), about).toBe(isMet);
          if (isMet) expect(guided.hit, about).toEqual(mover.hit);
          expect(isMet, about).toBe(expected !== undefined);
          const { hit } = mover;
          const part = isMet ? hit.fraction : 1;
          if (expected !== undefined) {
            expect(hit.fraction, about).toBeCloseTo(expected.fraction, 9);
            const normal = [expected.normalX, expected.normalY, expected.normalZ];
            // Both casts have an origin of their own: the normal at a rim turns by the root of what rounding moves.
            for (let axis = 0; axis < 3; axis++) expect(hit.normal[axis], about).toBeCloseTo(normal[axis], 5);
          }
          for (let axis = 0; axis < 3; axis++) position[axis] += 0.9 * part * motion[axis];
        }
        mover.end();
        guided.end();
      }
    }
    expect(rate.hits / rate.total).toBeGreaterThan(0.2);
    expect(rate.hits / rate.total).toBeLessThan(0.85);
  });
});
