import { describe, expect, it } from 'vitest';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_SPHERE } from '../../../src/3d/shapes/shape-kind.ts';
import { collidePair, type PlacedCollider } from '../../support/collider-pair-3d.ts';

const UPRIGHT = [0, 0, 0, 1];
/** A quarter turn about x: what stands along y lies along z, its upper end ahead. */
const LYING = [1, 0, 0, 1];
/** A quarter turn about z: what stands along y lies along x, its upper end at −x. */
const ACROSS = [0, 0, 1, 1];

function capsule(position: number[], quaternion = UPRIGHT, radius = 0.5): PlacedCollider {
  return { kind: SHAPE_CAPSULE, half: [0, 2, 0], radius, position, quaternion };
}

function box(position: number[], half = [1, 1, 1], radius = 0): PlacedCollider {
  return { kind: SHAPE_BOX, half, radius, position, quaternion: UPRIGHT };
}

function close(found: readonly number[], expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  for (const [i, value] of expected.entries()) expect(found[i]).toBeCloseTo(value, 10);
}

describe('two capsules', () => {
  it('have the two ends of the stretch that they share where they lie alongside each other', () => {
    const { normal, points } = collidePair([capsule([0, 0, 0]), capsule([0.75, 1, 0])]);
    close(normal, [1, 0, 0]);
    expect(points.length).toBe(2);
    close(points[0], [0.375, -1, 0, -0.25]);
    close(points[1], [0.375, 2, 0, -0.25]);
  });

  it('keep their two points and names when one of them turns by what is next to nothing', () => {
    const straight = collidePair([capsule([0, 0, 0]), capsule([0.75, 1, 0])]);
    const turned = collidePair([capsule([0, 0, 0]), capsule([0.75, 1, 0], [1e-8, 0, 2e-8, 1])]);
    expect(turned.features).toEqual(straight.features);
    for (const [i, point] of turned.points.entries()) {
      for (const [k, value] of point.entries()) expect(value).toBeCloseTo(straight.points[i][k], 6);
    }
  });

  it('have one point where they cross, on the line between their nearest points', () => {
    const { normal, points } = collidePair([capsule([0, 0, 0]), capsule([1, 0.5, 0.75], LYING)]);
    close(normal, [1, 0, 0]);
    expect(points.length).toBe(1);
    close(points[0], [0.5, 0.5, 0, 0]);
  });

  it('are parted across both where their segments cross', () => {
    const { normal, points } = collidePair([capsule([0, 0, 0]), capsule([0, 1, 0], LYING, 0.25)]);
    expect(Math.abs(normal[0])).toBe(1);
    close(normal.slice(1), [0, 0]);
    close(points[0].slice(1), [1, 0, -0.75]);
  });

  it('are parted across their line where they lie on one line and overlap', () => {
    const { normal, points } = collidePair([capsule([0, 0, 0]), capsule([0, 3, 0])]);
    expect(normal[1]).toBe(0);
    expect(Math.hypot(normal[0], normal[2])).toBeCloseTo(1, 14);
    for (const [, , , separation] of points) expect(separation).toBeCloseTo(-1, 14);
  });

  it('touch at the caps, one above the other', () => {
    const { normal, points } = collidePair([capsule([0, 0, 0]), capsule([0, 5, 0])]);
    close(normal, [0, 1, 0]);
    expect(points.length).toBe(1);
    close(points[0], [0, 2.5, 0, 0]);
    expect(collidePair([capsule([0, 0, 0]), capsule([0, 5.001, 0])]).count).toBe(0);
  });
});

describe('a capsule and a box', () => {
  it('have two points where the capsule lies on a face, at the sides of the face', () => {
    const { normal, points } = collidePair([box([0, 0, 0]), capsule([0.5, 1.25, 0.25], ACROSS)]);
    close(normal, [0, 1, 0]);
    expect(points.length).toBe(2);
    const sorted = [...points].sort((p, q) => p[0] - q[0]);
    close(sorted[0], [-1, 0.875, 0.25, -0.25]);
    close(sorted[1], [1, 0.875, 0.25, -0.25]);
  });

  it('give the same the other way round, with the normal reversed', () => {
    const pair = [box([0.1, 0, 0]), capsule([0.5, 1.2, 0.25], [0.1, 0.2, 1, 1.1])] as const;
    const first = collidePair(pair);
    const second = collidePair([pair[1], pair[0]]);
    close(
      second.normal,
      first.normal.map((value) => -value),
    );
    expect(second.points).toEqual(first.points);
    expect(second.features).toEqual(first.features.map((id) => ((id << 16) | (id >>> 16)) >>> 0));
  });

  it('have the end of a capsule that stands on a face as their deepest point', () => {
    const { normal, points } = collidePair([capsule([0.25, 3.25, 0]), box([0, 0, 0])]);
    close(normal, [0, -1, 0]);
    expect(points.length).toBe(1);
    close(points[0], [0.25, 0.875, 0, -0.25]);
  });

  it('meet at an edge that the capsule passes, along the way between both', () => {
    const half = Math.SQRT1_2;
    // Across the edge at x = y = 1, over its middle, turned half-way from one face to the other.
    const leaning = capsule([1 + 0.4 * half, 1 + 0.4 * half, 0], [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)]);
    const { normal, points } = collidePair([box([0, 0, 0]), leaning]);
    close(normal, [half, half, 0]);
    close(points[0], [1 - 0.05 * half, 1 - 0.05 * half, 0, -0.1]);
  });

  it('meet at a corner, and at an edge alongside the capsule in two points', () => {
    const offset = 0.3;
    const cornered = collidePair([box([0, 0, 0]), capsule([1 + offset, 3, 1 + 0.4])]);
    const distance = Math.hypot(0.3, 0.4);
    expect(cornered.points.length).toBe(1);
    expect(cornered.points[0][3]).toBeCloseTo(distance - 0.5, 14);
    close(cornered.normal, [0.6, 0, 0.8]);
    const along = collidePair([box([0, 0, 0]), capsule([1 + offset, 2, 1 + 0.3])]);
    expect(along.points.length).toBe(2);
    for (const [, , , separation] of along.points) expect(separation).toBeCloseTo(Math.hypot(0.3, 0.3) - 0.5, 14);
  });

  it('part by the nearest face where the segment lies deep inside', () => {
    const { normal, points } = collidePair([box([0, 0, 0], [3, 4, 5]), capsule([2, 0.5, 0])]);
    close(normal, [1, 0, 0]);
    for (const [, , , separation] of points) expect(separation).toBeCloseTo(-1.5, 14);
  });
});

describe('a sphere and a capsule', () => {
  it('meet on the side, at a cap, and across the axis where the centre is on it', () => {
    const sphere = (position: number[]): PlacedCollider => ({
      kind: SHAPE_SPHERE,
      half: [0, 0, 0],
      radius: 1,
      position,
      quaternion: UPRIGHT,
    });
    const side = collidePair([sphere([1.25, 1, 0]), capsule([0, 0, 0])]);
    close(side.normal, [-1, 0, 0]);
    close(side.points[0], [0.375, 1, 0, -0.25]);
    const cap = collidePair([capsule([0, 0, 0]), sphere([0, 3.25, 0])]);
    close(cap.normal, [0, 1, 0]);
    close(cap.points[0], [0, 2.375, 0, -0.25]);
    const inside = collidePair([capsule([0, 0, 0]), sphere([0, 1, 0])]);
    expect(inside.normal[1]).toBe(0);
    expect(inside.points[0][3]).toBe(-1.5);
  });
});

describe('two rounded boxes', () => {
  it('meet along edges that lie alongside each other in two points, across these', () => {
    const turned = {
      ...box([3.25, 0, 0.5], [1, 1, 1], 0.25),
      quaternion: [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
    };
    const flat = { ...box([0, 0, 0], [1, 1, 1], 0.25), quaternion: turned.quaternion };
    const { normal, points } = collidePair([flat, turned]);
    expect(points.length).toBe(2);
    close(normal, [1, 0, 0]);
    const gap = 3.25 - 2 * Math.SQRT2 - 0.5;
    for (const [x, y, , separation] of points) close([x, y, separation], [3.25 / 2, 0, gap]);
    close(
      [points[0][2], points[1][2]].sort((p, q) => p - q),
      [-0.5, 1],
    );
  });
});
