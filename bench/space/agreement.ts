import { buildConvexHull } from '../../src/3d/geometry/convex/build-convex-hull.ts';
import type { ConvexHull } from '../../src/3d/geometry/convex/convex-hull.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_HULL, SHAPE_SPHERE } from '../../src/3d/shapes/shape-kind.ts';
import { exactSeparation, type PlacedCollider, separationFromTriangle } from '../../tests/support/collider-pair-3d.ts';
import { type Agreement, difference } from '../agreement.ts';
import type { Answers } from '../answers.ts';
import { SPACE_PEERS } from './peer.ts';
import {
  type Ask,
  BOX,
  CAPSULE,
  HULL,
  MESH,
  type MeshShape,
  makeSpaceScene,
  type Scene,
  type Shape,
  SPACE_SCENARIOS,
  SPHERE,
} from './scene.ts';

/** Compares what a peer found with what ours did. `firstTick` ticks have run before those that are compared. */
export function compareSpace(
  peer: string,
  scenario: string,
  mine: Answers,
  theirs: Answers,
  firstTick: number,
): Agreement {
  if (theirs.length === 0) return { differing: 0, unexplained: 0, text: 'too slow to be compared' };
  const { asks = 'pairs' } = SPACE_SCENARIOS[scenario];
  if (asks === 'triangles') return compareTriangles(peer, mine, theirs);
  return asks === 'pairs'
    ? comparePairs(peer, scenario, mine, theirs, firstTick)
    : compareNumbers(peer, asks, mine, theirs);
}

/** The largest share of pairs of triangles that may differ: those that only touch, within a peer's tolerance. */
const MOST_TOUCHING = 1e-3;

/** Compares which triangles of two meshes meet. */
function compareTriangles(peer: string, mine: Answers, theirs: Answers): Agreement {
  let missing = 0;
  let surplus = 0;
  let total = 0;
  for (const [tick, keys] of mine.entries()) {
    const differing = difference(keys, theirs[tick]);
    total += keys.length;
    missing += differing.missing.length;
    surplus += differing.extra.length;
  }
  const differing = missing + surplus;
  if (differing === 0) return { differing, unexplained: 0, text: '' };
  const text = `of ${total} pairs of triangles ${missing} only ours, ${surplus} only its own (${SPACE_PEERS[peer].why})`;
  return { differing, unexplained: differing > MOST_TOUCHING * total ? differing : 0, text };
}

/**
 * The fractions of two rays may differ by RAY_SLACK; the share of rays that may differ by more is MOST_GRAZING: those
 * that graze rounded edges.
 */
const RAY_SLACK = 1e-3;
const MOST_GRAZING = 0.02;
/**
 * The share of cast spheres that may differ by more: half of the spheres begin in a body, and some barely overlap it.
 */
const MOST_CASTS = 0.05;
const ROUNDED_SLACK = 2;

/** Compares how far rays get, or how many bodies are seen, which has to be the same. */
function compareNumbers(peer: string, asks: Ask, mine: Answers, theirs: Answers): Agreement {
  const areRays = asks !== 'frustum';
  const share = asks === 'casts' ? MOST_CASTS : areRays ? MOST_GRAZING : 0;
  const { slack } = SPACE_PEERS[peer];
  const most = areRays ? Math.max(RAY_SLACK, ROUNDED_SLACK * slack) : 0;
  let differing = 0;
  let total = 0;
  for (const [tick, numbers] of mine.entries()) {
    total += numbers.length;
    // Infinity less itself is no number, and no difference.
    for (const [i, number] of numbers.entries()) if (Math.abs(number - theirs[tick][i]) > most) differing++;
  }
  if (differing === 0) return { differing, unexplained: 0, text: '' };
  const unexplained = differing > share * total ? differing : 0;
  const what = areRays ? `rays ${differing} hit another thing, or farther than ${most} from where ours do` : '';
  return { differing, unexplained, text: `of ${total} ${what || `counts ${differing} differ`}` };
}

/**
 * Compares a peer's pairs with ours, tick by tick and pair by pair. A pair that only one has must be as close to
 * touching as the peer rounds; the separation is computed here by GJK and EPA to the last digits.
 */
function comparePairs(peer: string, scenario: string, mine: Answers, theirs: Answers, firstTick: number): Agreement {
  const { slack, why, lateTicks = 0, isBehind, shares } = SPACE_PEERS[peer];
  const share = shares?.[scenario] ?? SPACE_PEERS[peer].share ?? 0;
  const scene = makeSpaceScene(scenario);
  // The scene one tick later: bodies that are added in that tick are compared at once, also with a peer that reports a
  // tick late.
  const next = makeSpaceScene(scenario);
  next.step();
  /** The places of the bodies in earlier ticks, the last tick first. */
  const before: Places[] = [];
  for (let tick = 0; tick < firstTick; tick++) {
    if (tick >= firstTick - lateTicks) keep(before, scene, lateTicks);
    scene.step();
    next.step();
  }
  let missing = 0;
  let surplus = 0;
  let late = 0;
  let beyond = 0;
  let farthest = 0;
  let total = 0;
  let example = '';
  for (const [tick, keys] of mine.entries()) {
    keep(before, scene, lateTicks);
    scene.step();
    next.step();
    total += keys.length;
    const answer = theirs[isBehind ? tick + 1 : tick];
    if (answer === undefined) continue;
    const differing = difference(keys, answer);
    missing += differing.missing.length;
    surplus += differing.extra.length;
    const extra = new Set(differing.extra);
    for (const key of [...differing.missing, ...differing.extra]) {
      const pair = [Math.floor(key / scene.count), key % scene.count];
      const separation = separationOf(scene, scene, pair);
      if (isBehind && pair.some((body) => next.replaced.includes(body))) continue;
      // Whether the pair that a peer tells touched in one of the earlier ticks.
      const held = (places: Places) => separationOf(scene, places, pair) * (extra.has(key) ? 1 : -1) <= slack;
      if (Math.abs(separation) > slack && before.some(held)) {
        late++;
        continue;
      }
      farthest = Math.max(farthest, Math.abs(separation));
      if (Math.abs(separation) <= slack) continue;
      beyond++;
      example ||= `; ${pair.join('–')} in tick ${tick}, separation ${separation.toExponential(2)}`;
    }
  }
  if (missing + surplus === 0) return { differing: 0, unexplained: 0, text: '' };
  const unexplained = (beyond > share * total ? beyond : 0) + (late > MOST_LATE * total ? late : 0);
  const lateness = lateTicks > 0 ? `, ${late} of them as in a tick before` : '';
  const text = `of ${total} pairs ${missing} only ours, ${surplus} only its own${lateness}, none of the others further than ${farthest.toExponential(1)} from touching (${why})${unexplained > 0 ? example : ''}`;
  return { differing: missing + surplus, unexplained, text };
}

/** The largest share of pairs that may be late, of a peer that may be: few pairs begin or end in a tick. */
const MOST_LATE = 0.005;

/** No body of a scene reaches farther from its place. */
const MOST_REACH = 1.5;

type Places = Pick<Scene, 'position' | 'rotation'>;

/** Puts where the bodies of a scene are in front of a list of so many. */
function keep(list: Places[], { position, rotation }: Scene, most: number): void {
  if (most === 0) return;
  list.unshift({ position: position.slice(), rotation: rotation.slice() });
  if (list.length > most) list.pop();
}

/**
 * Returns how far apart two bodies of a scene are at the given places; of two meshes 0, as whether they meet is
 * compared by their triangles.
 */
function separationOf(scene: Scene, places: Places, pair: readonly number[]): number {
  const [mesh, ...others] = pair.filter((body) => scene.shapes[body].kind === MESH);
  if (others.length > 0) return 0;
  if (mesh !== undefined) return separationFromMesh(scene, places, mesh, pair[0] === mesh ? pair[1] : pair[0]);
  return exactSeparation(pair.map((body) => placed(scene, places, body)));
}

/**
 * Returns the separation of a mesh that stands at the origin, unturned, and a convex body: the least over its
 * triangles.
 */
function separationFromMesh(scene: Scene, places: Places, mesh: number, body: number): number {
  const { positions, indices } = scene.shapes[mesh] as MeshShape;
  const corners = new Float64Array(9);
  const own = placed(scene, places, body);
  let least = Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    let isNear = true;
    for (let axis = 0; axis < 3; axis++) {
      const values = [0, 1, 2].map((corner) => positions[3 * indices[i + corner] + axis]);
      values.forEach((value, corner) => {
        corners[3 * corner + axis] = value;
      });
      const at = own.position[axis];
      if (Math.min(...values) > at + MOST_REACH || Math.max(...values) < at - MOST_REACH) isNear = false;
    }
    if (isNear) least = Math.min(least, separationFromTriangle(own, corners));
  }
  return least;
}

const hulls = new Map<Float32Array, ConvexHull>();

function hullOf(points: Float32Array): ConvexHull {
  const known = hulls.get(points) ?? buildConvexHull(points);
  hulls.set(points, known);
  return known;
}

function placed({ shapes }: Scene, { position, rotation }: Places, body: number): PlacedCollider {
  const shape = shapes[body] as Exclude<Shape, MeshShape>;
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
