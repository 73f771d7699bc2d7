import { describe, expect, it } from 'vitest';
import {
  box,
  type CompoundChild,
  capsule,
  chain,
  circle,
  compound,
  polygon,
  type ShapeSpec,
  segment,
} from '../../../entry/2d.ts';
import type { RegisteredShape } from '../../../src/2d/shapes/registered-shape.ts';
import { effort } from '../../support/effort.ts';
import { refusal } from '../../support/game-2d.ts';
import { verticesOf } from '../../support/outlines-2d.ts';
import { createRng } from '../../support/rng.ts';

function registered(spec: ShapeSpec): RegisteredShape {
  return spec.shape as RegisteredShape;
}

const bad = (name: string, limit: string, value: number): string =>
  `invalid-number: ${name} must be finite and ${limit} 0, got ${value}`;

describe('simple shapes', () => {
  it('live in place', () => {
    expect(circle(2)).toEqual({ kind: 1, radius: 2, halfWidth: 0, halfHeight: 0, shape: 0 });
    expect(capsule(3, 2)).toEqual({ kind: 2, radius: 2, halfWidth: 0, halfHeight: 3, shape: 0 });
    expect(box(3, 2)).toEqual({ kind: 3, radius: 0, halfWidth: 3, halfHeight: 2, shape: 0 });
    expect(box(3, 2, { radius: 0.5 }).radius).toBe(0.5);
  });

  it('refuse sizes that are zero, negative, NaN or infinite, by name', () => {
    for (const value of [0, -1, NaN, Infinity, -Infinity]) {
      expect(refusal(() => circle(value))).toBe(bad('circle radius', 'greater than', value));
      expect(refusal(() => capsule(value, 1))).toBe(bad('capsule halfHeight', 'greater than', value));
      expect(refusal(() => capsule(1, value))).toBe(bad('capsule radius', 'greater than', value));
      expect(refusal(() => box(value, 1))).toBe(bad('box halfWidth', 'greater than', value));
      expect(refusal(() => box(1, value))).toBe(bad('box halfHeight', 'greater than', value));
      if (value === 0) continue;
      expect(refusal(() => box(1, 1, { radius: value }))).toBe(bad('box radius', 'at least', value));
      expect(refusal(() => polygon([0, 0, 1, 0, 0, 1], { radius: value }))).toBe(
        bad('polygon radius', 'at least', value),
      );
    }
    expect(refusal(() => circle('2' as never))).toContain('got "2"');
    expect(refusal(() => circle(undefined as never))).toContain('got undefined');
  });
});

describe('polygon', () => {
  it('is the hull, counter-clockwise: duplicates, inner and collinear points are dropped, winding does not matter', () => {
    const square = [0, 0, 2, 0, 2, 2, 0, 2];
    const messy = [1, 1, 0, 2, 0, 2, 0, 1, 2, 2, 1, 2, 2, 0, 0, 0, 1, 0, 0, 0, 0.5, 1.5, 2, 1];
    const clockwise = [0, 2, 2, 2, 2, 0, 0, 0];
    for (const points of [square, messy, clockwise]) {
      const shape = registered(polygon(points));
      const vertices = verticesOf(shape);
      const { normals, first, pieces } = shape;
      expect(vertices.length).toBe(8);
      expect(twiceArea(vertices)).toBe(8);
      const corners = [0, 1, 2, 3].map((i) => `${vertices[2 * i]} ${vertices[2 * i + 1]}`);
      expect(corners.sort()).toEqual(['0 0', '0 2', '2 0', '2 2']);
      expect(pieces).toBe(1);
      for (let i = 0; i < 4; i++) {
        const k = (i + 1) % 4;
        const [nx, ny] = [normals[2 * (first + i)], normals[2 * (first + i) + 1]];
        expect(Math.hypot(nx, ny)).toBe(1);
        expect(nx * (vertices[2 * k] - vertices[2 * i]) + ny * (vertices[2 * k + 1] - vertices[2 * i + 1]) + 0).toBe(0);
        expect(nx * (1 - vertices[2 * i]) + ny * (1 - vertices[2 * i + 1])).toBe(-1);
      }
    }
  });

  it('takes flat arrays, typed arrays, pairs and { x, y } alike, and copies them', () => {
    const flat = [0, 0, 3, 0, 0, 4];
    const pairs = [
      [0, 0],
      [3, 0],
      [0, 4],
    ];
    const objects = pairs.map(([x, y]) => ({ x: x, y: y }));
    const expected = verticesOf(registered(polygon(flat)));
    expect(verticesOf(registered(polygon(Float32Array.from(flat))))).toEqual(expected);
    expect(verticesOf(registered(polygon(pairs)))).toEqual(expected);
    expect(verticesOf(registered(polygon(pairs.map((pair) => Float64Array.from(pair)))))).toEqual(expected);
    expect(verticesOf(registered(polygon(objects)))).toEqual(expected);
    const shape = registered(polygon(flat));
    flat.fill(9);
    expect(verticesOf(shape)).toEqual(expected);
  });

  it('lies beside others in a page, with its normals, however many there are and of however many corners (seed 17)', () => {
    const rng = createRng(17);
    const made: { shape: RegisteredShape; corners: number[] }[] = [];
    for (let i = 0; i < 600; i++) {
      const count = rng.integer(3, i % 9 === 0 ? 40 : 9);
      const corners: number[] = [];
      for (let k = 0; k < count; k++) {
        const angle = ((k + rng.range(0.1, 0.9)) * 2 * Math.PI) / count;
        corners.push((1 + i) * Math.cos(angle), (1 + i) * Math.sin(angle));
      }
      made.push({ shape: registered(polygon(corners)), corners });
    }
    for (const { shape, corners } of made) {
      const found = verticesOf(shape);
      const start = corners.indexOf(found[0]);
      expect(found).toEqual([...corners.slice(start), ...corners.slice(0, start)]);
      for (let i = 0; i < shape.count; i++) {
        const next = 2 * ((i + 1) % shape.count);
        const x = found[next + 1] - found[2 * i + 1];
        const y = found[2 * i] - found[next];
        const length = Math.sqrt(x * x + y * y);
        expect(shape.normals[2 * (shape.first + i)]).toBe(x / length);
        expect(shape.normals[2 * (shape.first + i) + 1]).toBe(y / length);
      }
    }
    const pages = new Set(made.map(({ shape }) => shape.vertices));
    expect(pages.size).toBeGreaterThan(3);
    expect(pages.size).toBeLessThan(100);
  });

  it('every point of 400 random sets lies in the hull, which uses only given points (seed 3)', () => {
    const rng = createRng(3);
    for (let i = 0; i < effort(400, 100); i++) {
      const scale = 10 ** rng.integer(-3, 4);
      const count = rng.integer(3, 60);
      const grid = rng.next() < 0.5 ? 4 : 1e9;
      const points = Array.from({ length: 2 * count }, () => (Math.round(rng.range(-1, 1) * grid) / grid) * scale);
      if (isOnLine(points)) continue;
      const vertices = verticesOf(registered(polygon(points)));
      const given = new Set(points.map((x, k) => (k % 2 === 0 ? `${x} ${points[k + 1]}` : '')));
      for (let k = 0; k < vertices.length; k += 2) {
        expect(given.has(`${vertices[k]} ${vertices[k + 1]}`), `seed 3, set ${i}`).toBe(true);
        const m = (k + 2) % vertices.length;
        const [ex, ey] = [vertices[m] - vertices[k], vertices[m + 1] - vertices[k + 1]];
        for (let p = 0; p < points.length; p += 2) {
          const side = ex * (points[p + 1] - vertices[k + 1]) - ey * (points[p] - vertices[k]);
          expect(side, `seed 3, set ${i}`).toBeGreaterThan(-1e-12 * scale * scale);
        }
      }
    }
  });

  it('refuses too few points and points on a line, and says how many there were', () => {
    const text = (points: number[]): string => refusal(() => polygon(points));
    expect(text([])).toBe(
      'invalid-shape: polygon: needs 3 points that are not on one line, got 0 points with a hull of 0',
    );
    expect(text([1, 2])).toContain('got 1 points with a hull of 1');
    expect(text([1, 2, 3, 4])).toContain('got 2 points with a hull of 2');
    expect(text([1, 1, 1, 1, 1, 1])).toContain('got 3 points with a hull of 1');
    expect(text([0, 0, 1, 1, 2, 2, 7, 7])).toContain('got 4 points with a hull of 2');
    expect(text([0, 0, 0.1, 0.1, 0.3, 0.3])).toContain('hull of 2');
    expect(text([0, 0, 1])).toBe('invalid-shape: polygon: a flat point array must have an even length, got 3');
    expect(text([0, 0, 1, NaN, 2, 0])).toBe('invalid-number: polygon: y of point 1 must be a finite number, got NaN');
    expect(text([0, 0, 1, 0, Infinity, 0])).toContain('x of point 2 must be a finite number, got Infinity');
    expect(refusal(() => polygon([{ x: 0, y: 0 }, { x: 1 }, { x: 0, y: 1 }] as never))).toContain('y of point 1');
    expect(refusal(() => polygon([[0, 0], [1], [0, 1]]))).toContain(
      'polygon: point 1 must be [x, y] or { x, y }, got "1 numbers"',
    );
    expect(refusal(() => polygon([{ x: 0, y: 0 }, undefined] as never))).toContain('point 1 must be');
    expect(refusal(() => polygon(undefined as never))).toContain('polygon: the points must be an array, got undefined');
  });
});

describe('segment', () => {
  it('refuses equal points and bad numbers', () => {
    expect(refusal(() => segment(1, 2, 1, 2))).toBe('invalid-shape: segment: its two points are equal, (1, 2)');
    expect(refusal(() => segment(NaN, 0, 1, 0))).toBe('invalid-number: segment ax must be a finite number, got NaN');
    expect(refusal(() => segment(0, NaN, 1, 0))).toContain('segment ay');
    expect(refusal(() => segment(0, 0, -Infinity, 0))).toContain('segment bx must be a finite number, got -Infinity');
    expect(refusal(() => segment(0, 0, 1, NaN))).toContain('segment by');
    expect(verticesOf(registered(segment(1, 2, 3, 4)))).toEqual([1, 2, 3, 4]);
  });
});

describe('chain', () => {
  it('drops points equal to their predecessor and keeps collinear ones', () => {
    const { vertices, pieces, closed } = registered(chain([0, 0, 0, 0, 1, 0, 2, 0, 2, 0, 2, 0, 3, 1]));
    expect([...vertices]).toEqual([0, 0, 1, 0, 2, 0, 3, 1]);
    expect([pieces, closed]).toEqual([3, false]);
  });

  it('closed, ends where it began, whether or not the first point was given again', () => {
    const ring = [0, 0, 2, 0, 2, 2, 0, 2];
    for (const points of [ring, [...ring, 0, 0], [...ring, 0, 0, 0, 0], [0, 0, ...ring]]) {
      const shape = registered(chain(points, { closed: true }));
      expect([...shape.vertices]).toEqual([...ring, 0, 0]);
      expect([shape.pieces, shape.closed]).toEqual([4, true]);
    }
  });

  it('refuses too few different points', () => {
    expect(refusal(() => chain([]))).toBe('invalid-shape: chain: needs 2 different points, got 0');
    expect(refusal(() => chain([1, 1]))).toContain('needs 2 different points, got 1');
    expect(refusal(() => chain([1, 1, 1, 1]))).toContain('needs 2 different points, got 1');
    expect(refusal(() => chain([0, 0, 1, 1], { closed: true }))).toContain(
      'needs 3 different points when closed, got 2',
    );
    expect(refusal(() => chain([0, 0, 1, 1, 0, 0], { closed: true }))).toContain('when closed, got 2');
    expect(refusal(() => chain([], { closed: true }))).toContain('when closed, got 0');
    expect(refusal(() => chain([1, 1], { closed: true }))).toContain('when closed, got 1');
    expect(refusal(() => chain([0, 0, 1, 0, NaN, 0]))).toContain('chain: x of point 2 must be a finite number');
  });

  it('closed and crossing itself is refused with both segments, the lowest crossing first, unless allowed', () => {
    const bow = [0, 0, 2, 2, 2, 0, 0, 2];
    const message = 'invalid-shape: chain: a closed chain must not cross itself, but segments 0 and 2 cross';
    expect(refusal(() => chain(bow, { closed: true }))).toBe(message);
    expect(registered(chain(bow, { closed: true, allowCrossings: true })).pieces).toBe(4);
    expect(registered(chain(bow)).pieces).toBe(3);
    // A comb of teeth, one of which reaches through the back.
    const comb = [0, 10, 0, 0];
    for (let i = 0; i < 50; i++) comb.push(i + 1, 5, i + 1.5, i === 30 ? 11 : 0.5 + (i % 3));
    comb.push(60, 0, 60, 10);
    const text = refusal(() => chain(comb, { closed: true }));
    const [first, second] = text
      .match(/segments (\d+) and (\d+) cross/)!
      .slice(1)
      .map(Number);
    expect([first, second]).toEqual([62, 103]);
  });

  it('closed and only touching itself is accepted', () => {
    const pinched = [0, 0, 4, 0, 2, 2, 4, 4, 0, 4, 2, 2];
    expect(registered(chain(pinched, { closed: true })).pieces).toBe(6);
  });
});

describe('compound', () => {
  it('places its children, and bounds them', () => {
    const shape = registered(
      compound([
        { ...circle(1), offsetX: 5 },
        { ...box(2, 1, { radius: 0.5 }), offsetY: 3, offsetRotation: Math.PI / 2 },
        { ...polygon([0, 0, 1, 0, 0, 1]), offsetX: -4 },
        capsule(1, 0.25),
        segment(0, -9, 1, -9),
      ]),
    );
    expect(shape.pieces).toBe(5);
    expect([...shape.pieceCount]).toEqual([1, 4, 3, 2, 2]);
    expect([...shape.pieceRadius]).toEqual([1, 0.5, 0, 0.25, 0]);
    const expected = [4, -1, 6, 1, -1.5, 0.5, 1.5, 5.5, -4, 0, -3, 1, -0.25, -1.25, 0.25, 1.25, 0, -9, 1, -9];
    for (const [i, bound] of expected.entries()) expect(Math.abs(shape.pieceBounds[i] - bound)).toBeLessThan(1e-14);
    expect([...shape.bounds]).toEqual([-4, -9, 6, 5.5]);
  });

  it('refuses an empty list, chains and compounds inside, and bad numbers, naming the child', () => {
    const text = (children: CompoundChild[]): string => refusal(() => compound(children));
    const fine = circle(1);
    expect(text([])).toBe('invalid-shape: compound: needs at least 1 child, got 0');
    expect(text([fine, chain([0, 0, 1, 1])])).toBe(
      'invalid-shape: compound: child 1 must be a circle, capsule, box, polygon or segment, got "chain"',
    );
    expect(text([compound([fine])])).toContain(
      'child 0 must be a circle, capsule, box, polygon or segment, got "compound"',
    );
    expect(text([{ ...fine, kind: 0 }])).toContain('got "none"');
    expect(text([{ ...fine, kind: 12 }])).toContain('got 12');
    expect(text([fine, fine, { ...fine, offsetX: NaN }])).toBe(
      'invalid-number: compound child 2 offsetX must be a finite number, got NaN',
    );
    expect(text([{ ...fine, offsetY: Infinity }])).toContain('compound child 0 offsetY');
    expect(text([{ ...fine, offsetRotation: NaN }])).toContain('compound child 0 offsetRotation');
    expect(text([fine, { ...fine, radius: NaN }])).toBe(
      'invalid-number: compound child 1 radius must be finite and at least 0, got NaN',
    );
    expect(text([{ ...fine, radius: -1 }])).toContain('compound child 0 radius must be finite and at least 0, got -1');
    expect(text([{ ...box(1, 1), halfWidth: Infinity }])).toContain('compound child 0 halfWidth');
    expect(text([{ ...capsule(1, 1), halfHeight: -2 }])).toContain('compound child 0 halfHeight');
  });
});

function twiceArea(vertices: ArrayLike<number>): number {
  let area = 0;
  for (let i = 0; i < vertices.length; i += 2) {
    const k = (i + 2) % vertices.length;
    area += vertices[i] * vertices[k + 1] - vertices[k] * vertices[i + 1];
  }
  return area;
}

function isOnLine(points: number[]): boolean {
  const [x, y] = points as [number, number];
  for (let i = 2; i < points.length; i += 2) {
    for (let k = 2; k < i; k += 2) {
      if ((points[i] - x) * (points[k + 1] - y) !== (points[i + 1] - y) * (points[k] - x)) return false;
    }
  }
  return true;
}
