import { type ClosestHit, closestEntities } from '../../entry/2d.ts';
import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from '../geometry/contest.ts';
import { HALF, RADIUS } from './even.ts';
import { evenCircles } from './flatbush.ts';

const ASKED = 1000;

/**
 * The nearest of 10,000 circles to a point. Flatbush measures to boxes: it is given the centres, or the circles'
 * bounds.
 */
export function nearest(count: number, by: 'surface' | 'centre'): Contest {
  const rng = createRng(12);
  const { world, index } = evenCircles(rng, by === 'centre' ? 0 : RADIUS);
  const at = Array.from({ length: ASKED }, () => ({ x: rng.range(-HALF, HALF), y: rng.range(-HALF, HALF) }));
  const out: ClosestHit[] = [];
  const options = { by };
  /**
   * By centre, both sides must find the same entities (ids begin at 1, items of the rival at 0). By surface, they may
   * differ: the rival measures boxes, whose corners reach farther than circles.
   */
  const ours = (): number => {
    let sum = 0;
    for (const point of at) {
      const found = closestEntities(world, point, count, out, options);
      if (by === 'centre') for (let k = 0; k < found; k++) sum += out[k].entity - 1;
      else sum += found;
    }
    return sum;
  };
  const theirs = (): number => {
    let sum = 0;
    for (const { x, y } of at) {
      const found = index.neighbors(x, y, count);
      if (by === 'centre') for (let k = 0; k < found.length; k++) sum += found[k];
      else sum += found.length;
    }
    return sum;
  };
  const name = `the nearest ${count} of 10,000 circles, by ${by}`;
  return { family: 'nearest', name, rival: 'flatbush', operations: ASKED, ours, theirs, tolerance: 0 };
}
