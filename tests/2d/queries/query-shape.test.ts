import { describe, expect, it } from 'vitest';
import {
  box,
  capsule,
  circle,
  compound,
  ellipse,
  polygon,
  type ShapeSpec,
  sector,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { type CastPose, createQueryShape, placePoint, placeShape } from '../../../src/2d/queries/query-shape.ts';
import { refusal } from '../../support/game-2d.ts';

const AT: CastPose = { x: 3, y: 4 };
const TURNED: CastPose = { x: 3, y: 4, rotation: Math.PI / 2 };
const near = (value: number): unknown => expect.closeTo(value, 12);

function placed(shape: ShapeSpec, pose: CastPose) {
  const out = createQueryShape();
  placeShape(out, shape, pose);
  return out;
}

describe('placeShape', () => {
  it.each<readonly [string, ShapeSpec, CastPose, box: readonly [number, number, number, number], pieces: number]>([
    ['a circle', circle(2), AT, [1, 2, 5, 6], 1],
    ['a box', box(2, 1), AT, [1, 3, 5, 5], 1],
    ['a box that is turned', box(2, 1), TURNED, [2, 2, 4, 6], 1],
    ['a capsule', capsule(1, 0.5), AT, [2.5, 2.5, 3.5, 5.5], 1],
    ['a capsule that lies', capsule(1, 0.5), TURNED, [1.5, 3.5, 4.5, 4.5], 1],
    ['a segment', segment(-1, 0, 2, 1), AT, [2, 4, 5, 5], 1],
    ['a triangle', polygon([0, 0, 4, 0, 0, 2]), AT, [3, 4, 7, 6], 1],
    ['a rounded triangle', polygon([0, 0, 4, 0, 0, 2], { radius: 0.5 }), AT, [2.5, 3.5, 7.5, 6.5], 1],
    ['two circles', compound([circle(1), { ...circle(2), offsetX: 4, offsetY: -1 }]), AT, [2, 1, 9, 5], 2],
    ['two circles in the other order', compound([{ ...circle(2), offsetX: 4 }, circle(1)]), AT, [2, 2, 9, 6], 2],
    ['the tiles of a map', tiles({ columns: 3, rows: 2, size: 1, cells: [0, 0, 0, 1, 0, 1] }), AT, [3, 5, 6, 6], 2],
  ])('%s has bounds and pieces', (_, shape, pose, bounds, pieces) => {
    const { x, y, box: found, count, isPoint } = placed(shape, pose);
    expect([...found]).toEqual(bounds.map(near));
    expect({ x, y, count, isPoint }).toEqual({ x: 3, y: 4, count: pieces, isPoint: false });
  });

  it.each([
    ['an ellipse', ellipse(2, 1), [1, 2, 5, 6]],
    ['a sector', sector(2, Math.PI / 4), [1, 2, 5, 6]],
  ])('the bounds of %s hold all that its curve may reach', (_, shape, [minX, minY, maxX, maxY]) => {
    const { box: found } = placed(shape, AT);
    expect(found[0]).toBeGreaterThanOrEqual(minX - 1e-9);
    expect(found[1]).toBeGreaterThanOrEqual(minY - 1e-9);
    expect(found[2]).toBeLessThanOrEqual(maxX + 1e-9);
    expect(found[3]).toBeLessThanOrEqual(maxY + 1e-9);
    expect(found[2]).toBeGreaterThanOrEqual(5 - 1e-9);
  });

  it.each<readonly [string, () => unknown]>([
    ['query x must be a finite number, got NaN', () => placed(circle(1), { x: NaN, y: 0 })],
    ['query y must be a finite number, got Infinity', () => placed(circle(1), { x: 0, y: Infinity })],
    ['query x must be a finite number, got undefined', () => placed(circle(1), null as never)],
    ['query x must be a finite number, got undefined', () => placed(circle(1), 7 as never)],
    ['query rotation must be a finite number, got NaN', () => placed(circle(1), { ...AT, rotation: NaN })],
    ['query shape radius must be finite and at least 0, got -1', () => placed({ ...circle(1), radius: -1 }, AT)],
    ['query shape radius must be finite and at least 0, got NaN', () => placed({ ...circle(1), radius: NaN }, AT)],
    ['query shape halfWidth must be finite and at least 0, got -1', () => placed({ ...box(1, 1), halfWidth: -1 }, AT)],
    [
      'query shape halfWidth must be finite and at least 0, got Infinity',
      () => placed({ ...box(1, 1), halfWidth: Infinity }, AT),
    ],
    [
      'query shape halfHeight must be finite and at least 0, got -1',
      () => placed({ ...box(1, 1), halfHeight: -1 }, AT),
    ],
    [
      'query shape halfHeight must be finite and at least 0, got NaN',
      () => placed({ ...box(1, 1), halfHeight: NaN }, AT),
    ],
  ])('refuses: %s', (message, work) => {
    expect(refusal(work)).toContain(message);
  });
});

it('placePoint makes a point of whatever the shape was before', () => {
  const out = createQueryShape();
  placeShape(out, ellipse(2, 1, { radius: 0.5 }), TURNED);
  placePoint(out, { x: -7, y: 8 });
  const [piece] = out.pieces;
  expect([...out.box]).toEqual([-7, 8, -7, 8]);
  expect([out.x, out.y, out.count, out.isPoint]).toEqual([-7, 8, 1, true]);
  expect([piece.count, piece.radius, piece.curve, piece.vertices[0], piece.vertices[1]]).toEqual([
    ...[1, 0, undefined, 0, 0],
  ]);
});
