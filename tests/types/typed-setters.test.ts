import { addComponent, addEntity } from 'bitecs';
import { expect, it } from 'vitest';
import { box, type CollisionWithOwnTransform, circle, withCollider, withTransform } from '../../entry/2d.ts';
import { createGame } from '../support/game-2d.ts';

it('components are set by what has the types of their fields', () => {
  const { world, collision } = createGame();
  const ball = addEntity(world, withTransform(collision, { x: 3 }));
  addComponent(world, ball, withCollider(collision, { ...circle(2), maskBits: 4 }));
  addComponent(world, ball, withCollider(collision, box(1, 0.5)));
  const { Transform, Collider } = collision;
  expect([Transform.x[ball], Transform.scale[ball], Collider.halfWidth[ball], Collider.maskBits[ball]]).toEqual([
    3, 1, 1, 4,
  ]);
  // @ts-expect-error a typo
  withTransform(collision, { roation: 1 });
  // @ts-expect-error no number
  withTransform(collision, { x: '1' });
  // @ts-expect-error a field of the other component
  withCollider(collision, { x: 1 });
  // @ts-expect-error there is no Transform to be set
  void ((own: CollisionWithOwnTransform) => withTransform(own, { x: 1 }));
});
