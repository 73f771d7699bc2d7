import { queryAabb } from '../../entry/2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from '../geometry/contest.ts';
import { COUNT, HALF, RADIUS } from './even.ts';
import { evenCircles } from './flatbush.ts';

/** Boxes among 10,000 circles, for about so many hits each. */
export function boxQueries(hits: number, sorted: boolean): Contest {
  const rng = createRng(11);
  const { world, index } = evenCircles(rng, RADIUS);
  const size = Math.max(0, HALF * Math.sqrt(hits / COUNT) - RADIUS);
  // Never the same few: a processor would learn their branches.
  const asked = Math.min(10_000, Math.max(1000, 40_000 / hits));
  const at = Array.from({ length: asked }, () => [rng.range(-60, 60), rng.range(-60, 60)]);
  const out: number[] = [];
  const options = { sorted };
  const sum = (count: (x: number, y: number) => number): number => at.reduce((all, [x, y]) => all + count(x, y), 0);
  const min = { x: 0, y: 0 };
  const max = { x: 0, y: 0 };
  return {
    family: 'box queries',
    name: `a box query with ${hits} hits${sorted ? '' : ', `sorted: false`'}`,
    rival: 'flatbush',
    operations: at.length,
    ours: () =>
      sum((x, y) => {
        min.x = x - size;
        min.y = y - size;
        max.x = x + size;
        max.y = y + size;
        return queryAabb(world, min, max, out, options);
      }),
    theirs: () => sum((x, y) => index.search(x - size, y - size, x + size, y + size).length),
    tolerance: 0,
  };
}
