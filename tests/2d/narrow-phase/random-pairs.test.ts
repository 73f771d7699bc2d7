import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { type Contact, collisionSystem, createCollision } from '../../../entry/2d.ts';
import { effort } from '../../support/effort.ts';
import { minkowskiSeparation, type RoundedPoints } from '../../support/minkowski-2d.ts';
import { type Case, judge, KINDS, makeCase, moved, spanOf } from '../../support/pair-cases-2d.ts';
import { createRng } from '../../support/rng.ts';

/**
 * Every pair of shape kinds through the whole engine against Minkowski differences. Nothing here is shared with the
 * other property tests: shapes are made, placed, judged and compared anew.
 */

interface Row {
  readonly childA: number;
  readonly childB: number;
  readonly normal: readonly [number, number];
  readonly separation: number;
  readonly penetration: number;
  readonly touching: boolean;
  readonly points: readonly { x: number; y: number; separation: number }[];
}

function copyRow(contact: Contact): Row {
  const points = [];
  for (let i = 0; i < contact.pointCount; i++) {
    points.push({ x: contact.pointX(i), y: contact.pointY(i), separation: contact.pointSeparation(i) });
  }
  const { childA, childB, normalX, normalY, separation, penetration, touching } = contact;
  return { childA, childB, normal: [normalX, normalY], separation, penetration, touching, points };
}

/** The engine's rows for two colliders alone in a world of their own. */
function contactsOf(made: Case, margin: number): Row[] {
  const world = createWorld();
  const collision = createCollision(world, { margin, capacity: 4 });
  const { Transform, Collider } = collision;
  for (const [model, pose] of [
    [made.a, made.poseA],
    [made.b, made.poseB],
  ] as const) {
    const { x, y, rotation, scale, offsetX, offsetY, offsetRotation } = pose;
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation, scale }));
    addComponent(world, eid, set(Collider, { ...model.spec, offsetX, offsetY, offsetRotation }));
  }
  collisionSystem(world);
  return Array.from(collision.contacts(), copyRow);
}

interface Tally {
  touching: number;
  cases: number;
  twoPoints: number;
  deep: number;
  near: number;
  worst: number;
}

/** Relative to the extent of both shapes; in truth the two agree to about 1e-15. */
const BAND = 1e-11;
/** What a position far from the origin has lost, relative to it, here and in the engine. */
const COARSE = 2e-15;

function check(made: Case, margin: number, tally: Tally): string | undefined {
  const { a, b, rows: truth, least, core } = judge(made);
  const rows = contactsOf(made, margin);
  const size = spanOf(...a, ...b);
  const band = BAND * size + COARSE * (Math.abs(made.poseA.x) + Math.abs(made.poseA.y));
  const touching = rows.some((row) => row.touching);
  tally.cases++;
  if (touching) tally.touching++;
  if (Math.abs(least.separation) < 2e-6 * size) tally.near++;
  if (core < -0.01 * size) tally.deep++;
  if (Math.abs(least.separation) > band && touching !== least.separation < 0) {
    return `touching is ${touching} at ${least.separation}`;
  }
  const isChainPair = (made.a.kind === 'chain') !== (made.b.kind === 'chain');
  // A chain's contacts are those of its smooth surface: segment by segment they may be fewer, or along the segment's
  // normal.
  const isSmoothed = isChainPair && core <= band;
  const found = Math.min(...rows.map((row) => row.separation));
  if (isSmoothed) {
    const radius = Math.min(...a.map((piece) => piece.radius)) + Math.min(...b.map((piece) => piece.radius));
    if (core < -band && !(found <= -radius + band)) return `cores overlap, but the least separation is ${found}`;
    if (!(found >= -1.5 * size)) return `separation ${found} is more than all there is`;
  } else {
    if (least.separation < margin - band) {
      const error = Math.abs(found - least.separation);
      tally.worst = Math.max(tally.worst, error / size);
      if (!(error <= band)) return `least separation ${found}, not ${least.separation}`;
    } else if (least.separation > margin + band && rows.length > 0) return `a contact at ${least.separation}`;
  }
  for (const row of rows) {
    const exact = !isChainPair || (!isSmoothed && row.separation <= least.separation + band);
    const fault = checkRow(row, a[row.childA], b[row.childB], exact, band, tally);
    if (fault !== undefined) return `children ${row.childA}, ${row.childB}: ${fault}`;
  }
  if (isChainPair) return undefined;
  for (const [i, line] of truth.entries()) {
    for (const [k, { separation }] of line.entries()) {
      if (Math.abs(separation - margin) <= band) continue;
      const found = rows.filter((row) => row.childA === i && row.childB === k).length;
      const wanted = separation < margin ? 1 : 0;
      if (found !== wanted) return `children ${i}, ${k} at ${separation}: ${found} rows, not ${wanted}`;
    }
  }
  return undefined;
}

function checkRow(
  row: Row,
  a: RoundedPoints,
  b: RoundedPoints,
  exact: boolean,
  band: number,
  tally: Tally,
): string | undefined {
  const [nx, ny] = row.normal;
  if (Math.abs(Math.hypot(nx, ny) - 1) > 1e-12) return `the normal is ${Math.hypot(nx, ny)} long`;
  if (row.penetration !== Math.max(0, -row.separation)) return `penetration ${row.penetration} at ${row.separation}`;
  if (row.separation !== Math.min(...row.points.map((point) => point.separation))) return 'separation is not the least';
  if (row.points.length === 2) tally.twoPoints++;
  if (!exact) return undefined;
  // The promise that counts for a game: going the depth along the normal parts the two.
  const rest = minkowskiSeparation(a, moved(b, -row.separation * nx, -row.separation * ny)).separation;
  if (!(rest >= -band)) return `moved by ${-row.separation} along (${nx}, ${ny}), it is still ${rest}`;
  const truth = minkowskiSeparation(a, b).separation;
  if (!(Math.abs(truth - row.separation) <= band)) return `separation ${row.separation}, not ${truth}`;
  if (!(rest <= band)) return `moved by ${-row.separation} along (${nx}, ${ny}), it is ${rest} away`;
  return checkPoints(row, a, b, band);
}

/**
 * Points lie midway between the two surfaces: half the separation towards either side is on the one and on the other.
 */
function checkPoints(row: Row, a: RoundedPoints, b: RoundedPoints, band: number): string | undefined {
  const [nx, ny] = row.normal;
  for (const point of row.points) {
    const isDeepest = point.separation === row.separation;
    // Beside the deepest point, a rounded edge that leans bulges beyond the line of its core.
    if (!isDeepest && a.radius + b.radius > 0) continue;
    const half = point.separation / 2;
    const onA = offSurface(a, point.x - half * nx, point.y - half * ny);
    const onB = offSurface(b, point.x + half * nx, point.y + half * ny);
    if (!(Math.abs(onA) <= band)) return `a point at ${point.separation} is ${onA} off A`;
    if (!(Math.abs(onB) <= band)) return `a point at ${point.separation} is ${onB} off B`;
  }
  return undefined;
}

function offSurface(piece: RoundedPoints, x: number, y: number): number {
  return minkowskiSeparation({ points: [x, y], radius: 0 }, piece).separation;
}

const SIZES = [1e-3, 1, 100, 1e4];
const CASES = Number(process.env.PAIR_CASES ?? effort(100, 25));
const FIRST_SEED = Number(process.env.PAIR_SEED ?? 1);

const pairsOfKinds = KINDS.flatMap((first, i) => KINDS.slice(i).map((second) => [first, second] as const));

describe.each(pairsOfKinds)('%s and %s', (first, second) => {
  it(`are ${CASES * SIZES.length} times what the Minkowski difference says`, () => {
    const tally: Tally = { touching: 0, cases: 0, twoPoints: 0, deep: 0, near: 0, worst: 0 };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      for (const size of SIZES) {
        const rng = createRng(seed * 1009 + SIZES.indexOf(size));
        const isTurned = rng.next() < 0.5;
        const made = makeCase(rng, isTurned ? second : first, isTurned ? first : second, size);
        const margin = rng.next() < 0.5 ? 0 : size * rng.range(0.1, 1);
        const fault = check(made, margin, tally);
        if (fault !== undefined) {
          throw new Error(
            `seed ${seed}, size ${size}, ${made.a.kind} and ${made.b.kind}, ${made.situation}, margin ${margin}: ${fault}`,
          );
        }
      }
    }
    if (process.env.PAIR_REPORT) console.log(first, second, JSON.stringify(tally));
    // Of fewer cases the share scatters: two standard deviations are at most this.
    const scatter = effort(0, 1 / Math.sqrt(tally.cases));
    expect(tally.touching / tally.cases).toBeGreaterThan(0.3 - scatter);
    expect(tally.touching / tally.cases).toBeLessThan(0.8 + scatter);
    expect(tally.near / tally.cases).toBeGreaterThan(0.1);
  });
});
