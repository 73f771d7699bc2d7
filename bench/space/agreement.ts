import { type Agreement, difference } from '../agreement.ts';
import type { Answers } from '../answers.ts';
import { SPACE_PEERS } from './peer.ts';
import {
  distanceAlong,
  distanceToMesh,
  gapOfTriangles,
  isBehindMesh,
  type Middle,
  type Places,
  separationOf,
} from './reference.ts';
import { type Ask, isOneSided, makeSpaceScene, type Scene, SPACE_SCENARIOS, TRIANGLE_KEY } from './scene.ts';

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
  if (asks === 'walks') return compareWalks(mine, theirs);
  if (asks === 'pairs') return comparePairs(peer, scenario, mine, theirs, firstTick);
  const scene = makeSpaceScene(scenario);
  for (let tick = 0; tick < firstTick; tick++) scene.step();
  return asks === 'triangles'
    ? compareTriangles(peer, scene, mine, theirs)
    : compareNumbers(peer, scene, asks, mine, theirs);
}

/** The largest share of walkers that may stand with one and fall with the other. */
const MOST_STANDING = 0.15;

/**
 * Compares how many walkers stand on the ground, not which: once two peers let a walker pass an edge differently, the
 * walker goes different ways from there on.
 */
function compareWalks(mine: Answers, theirs: Answers): Agreement {
  let [own, other] = [0, 0];
  for (const [tick, [standing]] of mine.entries()) {
    own += standing / mine.length;
    other += theirs[tick][0] / mine.length;
  }
  const differing = Math.round(Math.abs(own - other));
  const text = `${Math.round(own)} walkers stand in a tick, of its own ${Math.round(other)}`;
  return { differing, unexplained: differing > MOST_STANDING * own ? differing : 0, text };
}

/**
 * The rounding of places: triangles that one peer lets meet may be this far apart, and triangles that it lets miss
 * each other may overlap by this much.
 */
const TOUCHING = 1e-6;
/**
 * The largest share of answers that a peer may have of its own, all of which ours has right: where more differ, the
 * peer was not asked the same question. Measured: 2.2 % of Jolt's casts of spheres, and less of all others.
 */
const MOST_OWN = 0.03;

/**
 * Compares which pairs of triangles of two meshes meet. Of a pair that only one of the two peers has, exact arithmetic
 * decides which of them is right.
 */
function compareTriangles(peer: string, scene: Scene, mine: Answers, theirs: Answers): Agreement {
  let missing = 0;
  let surplus = 0;
  let wrong = 0;
  let total = 0;
  let farthest = 0;
  for (const [tick, keys] of mine.entries()) {
    scene.step();
    const differing = difference(keys, theirs[tick]);
    const gapOf = (key: number) => gapOfTriangles(scene, Math.floor(key / TRIANGLE_KEY), key % TRIANGLE_KEY);
    total += keys.length;
    missing += differing.missing.length;
    surplus += differing.extra.length;
    for (const key of differing.missing) if (gapOf(key) > TOUCHING) wrong++;
    for (const key of differing.extra) {
      const gap = gapOf(key);
      if (gap === 0) wrong++;
      farthest = Math.max(farthest, gap);
    }
  }
  const differing = missing + surplus;
  if (differing === 0) return { differing, unexplained: 0, text: '' };
  const ours = wrong > 0 ? `, ${wrong} of them as exact arithmetic has not` : '';
  const text = `of ${total} pairs of triangles ${missing} only ours, ${surplus} only its own, up to ${farthest.toExponential(1)} apart${ours} (${SPACE_PEERS[peer].why})`;
  return { differing, unexplained: wrong + (differing > MOST_OWN * total ? differing : 0), text };
}

/** How much the ways of two rays may differ. */
const RAY_SLACK = 1e-3;
const ROUNDED_SLACK = 2;
/** How much our answer may differ from that of asking every body and triangle. */
const OWN_SLACK = 1e-5;

/**
 * Compares how far rays get, how near points are, or how many bodies are seen, which has to be the same. Where two
 * ways differ, all bodies are asked one by one, and ours has to be theirs.
 */
function compareNumbers(peer: string, scene: Scene, asks: Ask, mine: Answers, theirs: Answers): Agreement {
  const { slack } = SPACE_PEERS[peer];
  const isExact = asks === 'frustum';
  const most = isExact ? 0 : Math.max(RAY_SLACK, ROUNDED_SLACK * slack);
  let differing = 0;
  let wrong = 0;
  let total = 0;
  let example = '';
  for (const [tick, numbers] of mine.entries()) {
    scene.step();
    total += numbers.length;
    for (const [i, own] of numbers.entries()) {
      // Infinity less itself is no number, and no difference.
      if (!(Math.abs(own - theirs[tick][i]) > most)) continue;
      differing++;
      if (isExact) continue;
      const radius = asks === 'casts' ? scene.castRadius : 0;
      const found = asks === 'closest' ? distanceToMesh(scene, i) : distanceAlong(scene, i, radius);
      if (!(Math.abs(own - found) > OWN_SLACK)) continue;
      wrong++;
      example ||= `; number ${i} in tick ${tick}: ours ${own}, its own ${theirs[tick][i]}, one by one ${found}`;
    }
  }
  if (differing === 0) return { differing, unexplained: 0, text: '' };
  const unexplained = isExact || differing > MOST_OWN * total ? differing : wrong;
  const text = isExact
    ? `of ${total} counts ${differing} differ`
    : `of ${total} answers ${differing} more than ${most} from ours, which all bodies and triangles asked one by one give ${differing - wrong} times${example}`;
  return { differing, unexplained, text };
}

/**
 * Compares a peer's pairs with ours, tick by tick and pair by pair. A pair that only one has must be as close to
 * touching as the peer rounds; the separation is computed here by GJK and EPA to the last digits.
 */
function comparePairs(peer: string, scenario: string, mine: Answers, theirs: Answers, firstTick: number): Agreement {
  const { slack, why, lateTicks = 0, isBehind, share = 0 } = SPACE_PEERS[peer];
  const scene = makeSpaceScene(scenario);
  const ownFront = frontOf('ours', scene);
  const front = frontOf(peer, scene);
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
  /**
   * The number of pairs that only one of the two peers has because they decide differently what is behind a triangle.
   */
  let sided = 0;
  /**
   * The number of pairs that ours lacks because the body is behind the mesh, where no normal of the surface leads to
   * it.
   */
  let behind = 0;
  let beyond = 0;
  let wrong = 0;
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
      const separation = separationOf(scene, scene, pair, ownFront);
      if (isBehind && pair.some((body) => next.replaced.includes(body))) continue;
      // Whichever of the two it is that is right, ours has no rounding to hide behind.
      if (extra.has(key) ? separation < -OWN_ROUNDING : separation > OWN_ROUNDING) {
        if (ownFront !== undefined && extra.has(key) && isBehindMesh(scene, pair, ownFront)) {
          behind++;
          continue;
        }
        wrong++;
        example ||= `; ours is wrong about ${pair.join('–')} in tick ${tick}, separation ${separation.toExponential(2)}`;
      }
      // Whether the pair that a peer tells touched in one of the earlier ticks.
      const held = (places: Places) => separationOf(scene, places, pair, front) * (extra.has(key) ? 1 : -1) <= slack;
      if (front !== ownFront && Math.abs(separation) > slack && held(scene)) {
        sided++;
        continue;
      }
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
  const unexplained = (beyond > share * total ? beyond : 0) + (late > MOST_LATE * total ? late : 0) + wrong;
  const lateness = lateTicks > 0 ? `, ${late} of them as in a tick before` : '';
  const backs = sided > 0 ? `, ${sided} of them as it passes other triangles for having their back to the body` : '';
  const inside = behind > 0 ? `, ${behind} of them with the body behind the mesh` : '';
  const text = `of ${total} pairs ${missing} only ours, ${surplus} only its own${lateness}${backs}${inside}, none of the others further than ${farthest.toExponential(1)} from touching (${why})${unexplained > 0 ? example : ''}`;
  return { differing: missing + surplus, unexplained, text };
}

/** How far from touching a pair may be about which ours is wrong: what GJK and EPA make of curved shapes. */
const OWN_ROUNDING = 1e-6;

/** The largest share of pairs that may be late, of a peer that may be: few pairs begin or end in a tick. */
const MOST_LATE = 0.005;

/** Returns the middle of a body that has to be in front of a triangle for a peer to meet it; nothing for both sides. */
function frontOf(peer: string, scene: Scene): Middle | undefined {
  const { sides, middle = 'mass' } = SPACE_PEERS[peer];
  return sides === 'front' || (sides === undefined && isOneSided(scene)) ? middle : undefined;
}

/** Puts where the bodies of a scene are in front of a list of so many. */
function keep(list: Places[], { position, rotation }: Scene, most: number): void {
  if (most === 0) return;
  list.unshift({ position: position.slice(), rotation: rotation.slice() });
  if (list.length > most) list.pop();
}
