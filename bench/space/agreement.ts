import { buildConvexHull } from '../../src/3d/geometry/convex/build-convex-hull.ts';
import type { ConvexHull } from '../../src/3d/geometry/convex/convex-hull.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_HULL, SHAPE_SPHERE } from '../../src/3d/shapes/shape-kind.ts';
import { exactSeparation, type PlacedCollider } from '../../tests/support/collider-pair-3d.ts';
import { type Agreement, difference } from '../agreement.ts';
import type { Answers } from '../answers.ts';
import { SPACE_PEERS } from './peer.ts';
import { BOX, CAPSULE, HULL, makeSpaceScene, type Scene, SPHERE } from './scene.ts';

/**
 * Compares a peer's pairs with ours, tick by tick and pair by pair. A pair that only one has must be as close to
 * touching as the peer rounds; the separation is computed here by GJK and EPA to the last digits.
 */
export function compareSpacePairs(
  peer: string,
  scenario: string,
  mine: Answers,
  theirs: Answers,
  firstTick: number,
): Agreement {
  if (theirs.length === 0) return { differing: 0, unexplained: 0, text: 'too slow to be compared' };
  const { slack, why, isLate, isBehind, share = 0 } = SPACE_PEERS[peer];
  const scene = makeSpaceScene(scenario);
  // The scene a tick later: what is added then is there at once, also with a peer that is behind.
  const next = makeSpaceScene(scenario);
  next.step();
  for (let tick = 0; tick < firstTick; tick++) {
    scene.step();
    next.step();
  }
  let missing = 0;
  let extra = 0;
  let late = 0;
  let beyond = 0;
  let farthest = 0;
  let total = 0;
  let example = '';
  for (const [tick, keys] of mine.entries()) {
    scene.step();
    next.step();
    total += keys.length;
    // Whether a pair is new can only be told from the tick before.
    if (isLate && tick === 0) continue;
    const answer = theirs[isBehind ? tick + 1 : tick];
    if (answer === undefined) continue;
    const differing = difference(keys, answer);
    missing += differing.missing.length;
    extra += differing.extra.length;
    const before = new Set(tick > 0 ? mine[tick - 1] : []);
    for (const key of [...differing.missing, ...differing.extra]) {
      const pair = [Math.floor(key / scene.count), key % scene.count];
      const separation = exactSeparation(pair.map((body) => placed(scene, body)));
      if (isBehind && pair.some((body) => next.replaced.includes(body))) continue;
      // A pair that has just begun, or that has just ended.
      const isRecent = differing.missing.includes(key) !== before.has(key);
      if (Math.abs(separation) > slack && isLate && isRecent) {
        late++;
        continue;
      }
      farthest = Math.max(farthest, Math.abs(separation));
      if (Math.abs(separation) <= slack) continue;
      beyond++;
      example ||= `; ${pair.join('–')} in tick ${tick}, separation ${separation.toExponential(2)}`;
    }
  }
  if (missing + extra === 0) return { differing: 0, unexplained: 0, text: '' };
  const unexplained = beyond > share * total ? beyond : 0;
  const lateness = isLate ? `, ${late} of them in the tick in which they begin or end` : '';
  const text = `of ${total} pairs ${missing} only ours, ${extra} only its own${lateness}, none of the others further than ${farthest.toExponential(1)} from touching (${why})${unexplained > 0 ? example : ''}`;
  return { differing: missing + extra, unexplained, text };
}

const hulls = new Map<Float32Array, ConvexHull>();

function hullOf(points: Float32Array): ConvexHull {
  const known = hulls.get(points) ?? buildConvexHull(points);
  hulls.set(points, known);
  return known;
}

function placed({ shapes, position, rotation }: Scene, body: number): PlacedCollider {
  const shape = shapes[body];
  const at = {
    position: [...position.subarray(3 * body, 3 * body + 3)],
    quaternion: [...rotation.subarray(4 * body, 4 * body + 4)],
  };
  if (shape.kind === SPHERE) return { ...at, kind: SHAPE_SPHERE, half: [0, 0, 0], radius: shape.radius };
  if (shape.kind === BOX) return { ...at, kind: SHAPE_BOX, half: shape.half, radius: 0 };
  if (shape.kind === HULL) return { ...at, kind: SHAPE_HULL, half: [1, 0, 0], radius: 0, hull: hullOf(shape.points) };
  if (shape.kind === CAPSULE) {
    return { ...at, kind: SHAPE_CAPSULE, half: [0, shape.half, 0], radius: shape.radius };
  }
  return { ...at, kind: SHAPE_CYLINDER, half: [shape.radius, shape.half, shape.radius], radius: 0 };
}
