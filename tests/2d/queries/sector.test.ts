import { describe, expect, it } from 'vitest';
import { box, chain, circle, collisionSystem, compound, ellipse, type ShapeSpec, segment } from '../../../entry/2d.ts';
import { createSector, finishSector, overlapsSector } from '../../../src/2d/queries/sector.ts';
import { plane } from '../../../systems/2d/dimension.ts';
import { scopeOf } from '../../../systems/core/queries/query-scope.ts';
import { AT_ORIGIN, ELSEWHERE, type Frame } from '../../support/frames-2d.ts';
import { createGame } from '../../support/game-2d.ts';

type Point = readonly [x: number, y: number];
type Placed = readonly [shape: ShapeSpec, x: number, y: number];

const HALF = Math.SQRT1_2;
/** The sides lead along (1, 1) and (1, −1). */
const QUARTER: Point = [HALF, HALF];
const WHOLE: Point = [-Infinity, 0];

/** Returns the point of a shape nearest to the apex of a sector of radius 5 at the origin that faces along x. */
function nearestIn([shape, x, y]: Placed, [cosine, sine]: Point, { at, turned, angle, scale }: Frame, radius = 5) {
  const { world, collision, spawn } = createGame();
  const eid = spawn(...at(x, y), shape);
  collision.Transform.rotation[eid] = angle;
  collision.Transform.scale[eid] = scale;
  collisionSystem(world);
  const sector = createSector();
  sector.apex.set(at(0, 0));
  sector.facing.set(turned(1, 0));
  finishSector(sector, scale * radius, cosine, sine);
  const nearest = new Float64Array(2);
  return overlapsSector(nearest, sector, scopeOf(world, plane).set, 0) ? [...nearest] : undefined;
}

/** Where the side of the sector enters a circle of radius 2.5 at (0, 3). */
const ENTRY = (3 * HALF - Math.sqrt(1.75)) * HALF;

describe.each([AT_ORIGIN, ELSEWHERE])('a sector, $name', (frame) => {
  it.each<readonly [string, Placed, Point, nearest: Point]>([
    ['a circle before it', [circle(1), 3, 0], QUARTER, [2, 0]],
    ['a circle at its arc', [circle(1), 5.9, 0], QUARTER, [4.9, 0]],
    ['a circle that only its upper side meets', [circle(2.5), 0, 3], QUARTER, [ENTRY, ENTRY]],
    ['a circle that only its lower side meets', [circle(2.5), 0, -3], QUARTER, [ENTRY, -ENTRY]],
    ['a box before it', [box(1, 1), 4, 0.5], QUARTER, [3, 0]],
    ['a box around its apex', [box(1, 1), 0.5, 0], QUARTER, [0, 0]],
    ['an ellipse before it', [ellipse(2, 1), 4, 0], QUARTER, [2, 0]],
    ['a segment across it', [segment(2, -9, 2, 9), 0, 0], QUARTER, [2, 0]],
    ['a segment that ends in it', [segment(3, -9, 3, -2), 0, 0], QUARTER, [3, -2]],
    ['a segment that comes in through its side', [segment(-1, -2, 5, -2), 0, 0], QUARTER, [2, -2]],
    ['the nearer part of a compound', [compound([{ ...circle(1), offsetX: 4 }, circle(0.5)]), 2, 0], QUARTER, [1.5, 0]],
    ['the first part of a compound', [compound([circle(0.5), { ...circle(1), offsetX: 2 }]), 2, 0], QUARTER, [1.5, 0]],
    [
      'a part that its side meets',
      [compound([circle(2.5), { ...circle(1), offsetX: -9 }]), 0, 3],
      QUARTER,
      [ENTRY, ENTRY],
    ],
    ['the second segment of a chain', [chain([9, 9, 9, 0, 2, 0]), 0, 0], QUARTER, [2, 0]],
    ['what is behind the apex of a whole disc', [circle(1), -3, 0], WHOLE, [-2, 0]],
    ['what is around the apex of a whole disc', [circle(1), 0.5, 0], WHOLE, [0, 0]],
  ])('meets %s', (_, placed, angle, nearest) => {
    const near = frame.at(...nearest).map((value): unknown => expect.closeTo(value, 9));
    expect(nearestIn(placed, angle, frame)).toEqual(near);
  });

  it.each<readonly [string, Placed, Point]>([
    ['what is behind it', [circle(1), -3, 0], QUARTER],
    ['what is beyond its arc', [circle(1), 6.1, 0], QUARTER],
    ['what is beside it', [circle(1), 0, 3], QUARTER],
    ['what its side would meet beyond the arc', [circle(1), 5, 5], QUARTER],
    ['a compound behind it', [compound([circle(1), { ...circle(1), offsetY: 1 }]), -3, 0], QUARTER],
    ['a compound beyond its arc', [compound([circle(1), { ...circle(1), offsetX: 1 }]), 6.1, 0], QUARTER],
    ['what is beyond a whole disc', [circle(1), -6.1, 0], WHOLE],
  ])('does not meet %s', (_, placed, angle) => {
    expect(nearestIn(placed, angle, frame)).toBeUndefined();
  });

  it('of radius 0 is a point', () => {
    expect(nearestIn([circle(1), 0.5, 0], QUARTER, frame, 0)).toEqual([...frame.at(0, 0)]);
    expect(nearestIn([circle(1), 1.1, 0], QUARTER, frame, 0)).toBeUndefined();
  });
});
