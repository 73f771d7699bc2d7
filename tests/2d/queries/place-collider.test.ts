import { describe, expect, it } from 'vitest';
import { box, capsule, castCollider, circle, collisionSystem, polygon, type ShapeSpec } from '../../../entry/2d.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

type Field = 'kind' | 'radius' | 'halfWidth' | 'halfHeight' | 'shape' | 'scale' | 'rotation' | 'x';
type Change = Readonly<Partial<Record<Field, number>>>;

/** A collider at the origin whose stores are written after a tick, and a ball of radius 1 at (10, 0). */
function changed(shape: ShapeSpec, change: Change, kindOf?: ShapeSpec) {
  const game = createGame();
  const { Transform, Collider } = game.collision;
  const eid = game.spawn(0, 0, shape);
  game.spawn(10, 0);
  collisionSystem(game.world);
  for (const [field, value] of Object.entries(change)) {
    const store = field in Transform ? Transform : Collider;
    (store as unknown as Record<string, number[]>)[field][eid] = value;
  }
  if (kindOf !== undefined) Collider.kind[eid] = kindOf.kind;
  return { ...game, eid };
}

const TRIANGLE = polygon([0, 0, 4, 0, 0, 2]);
const RIGHT = { x: 16, y: 0 };

describe('a cast collider', () => {
  it.each<readonly [string, ShapeSpec, Change, fraction: number]>([
    ['a circle', circle(1), {}, 8 / 16],
    ['a circle that has grown', circle(1), { radius: 2 }, 7 / 16],
    ['a circle that is scaled', circle(1), { scale: 3 }, 6 / 16],
    ['a circle elsewhere', circle(1), { x: 4 }, 4 / 16],
    ['a box that has become wider', box(1, 1), { halfWidth: 3 }, 6 / 16],
    ['a box that has become higher and lies on its side', box(1, 1), { halfHeight: 2, rotation: Math.PI / 2 }, 7 / 16],
    ['a box that is scaled', box(1, 2), { scale: 2 }, 7 / 16],
    ['a rounded box', box(1, 1), { radius: 0.5 }, 7.5 / 16],
    ['a capsule that has grown and lies', capsule(1, 1), { halfHeight: 3, rotation: Math.PI / 2 }, 5 / 16],
    ['a triangle that is scaled', TRIANGLE, { scale: 2 }, 1 / 16],
  ])('is as its stores say now: %s', (_, shape, change, fraction) => {
    const { world, eid } = changed(shape, change);
    expect(castCollider(world, eid, RIGHT)?.fraction).toBeCloseTo(fraction, 12);
  });

  it.each<readonly [string, ShapeSpec, Change]>([
    ['Collider.radius of entity 1 must be finite and greater than 0, got 0', circle(1), { radius: 0 }],
    ['Collider.radius of entity 1 must be finite and greater than 0, got -1', circle(1), { radius: -1 }],
    ['Collider.radius of entity 1 must be finite and greater than 0, got 0', capsule(1, 1), { radius: 0 }],
    ['Collider.halfHeight of entity 1 must be finite and greater than 0, got 0', capsule(1, 1), { halfHeight: 0 }],
    ['Collider.halfWidth of entity 1 must be finite and greater than 0, got 0', box(1, 1), { halfWidth: 0 }],
    ['Collider.halfHeight of entity 1 must be finite and greater than 0, got -2', box(1, 1), { halfHeight: -2 }],
    ['Collider.radius of entity 1 must be finite and at least 0, got -1', box(1, 1), { radius: -1 }],
    ['Collider.radius of entity 1 must be finite and at least 0, got -1', TRIANGLE, { radius: -1 }],
    ['Transform.scale of entity 1 must be finite and greater than 0, got 0', circle(1), { scale: 0 }],
    ['Transform.scale of entity 1 must be finite and greater than 0, got NaN', box(1, 1), { scale: NaN }],
    ['Transform.x of entity 1 must be a finite number, got Infinity', box(1, 1), { x: Infinity }],
    [
      'Collider.halfHeight of entity 1 must be finite and greater than 0, got Infinity',
      box(1, 1),
      { halfHeight: Infinity },
    ],
  ])('is refused: %s', (message, shape, change) => {
    const { world, eid } = changed(shape, change);
    expect(refusal(() => castCollider(world, eid, RIGHT))).toContain(message);
  });

  it('is refused when its kind is not that of its shape, and when it has none', () => {
    const other = changed(TRIANGLE, {}, box(1, 1));
    expect(refusal(() => castCollider(other.world, other.eid, RIGHT))).toContain('Collider.halfWidth of entity 1');
    const without = changed(box(1, 1), {}, TRIANGLE);
    expect(refusal(() => castCollider(without.world, without.eid, RIGHT))).toContain('Collider.shape of entity 1');
    const none = changed(circle(1), { kind: 0 });
    expect(refusal(() => castCollider(none.world, none.eid, RIGHT))).toContain('has a shape, got 1');
  });
});
