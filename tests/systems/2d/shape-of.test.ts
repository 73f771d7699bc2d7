import { addComponent, addEntity, createWorld } from 'bitecs';
import { expect, it } from 'vitest';
import {
  box,
  circle,
  collisionSystem,
  createCollision,
  polygon,
  SHAPE_FORMATS,
  shapeFromJson,
  shapeOf,
  shapeToJson,
} from '../../../entry/2d.ts';
import * as space from '../../../entry/3d.ts';
import { createGame, refusal } from '../../support/game-2d.ts';

it('reads what the stores say now, and what is shared as one', () => {
  const game = createGame();
  const { Collider, Disabled } = game.collision;
  const ship = polygon([0, 0, 2, 0, 0, 1], { radius: 0.5 });
  const [ball, one, other] = [game.spawn(0), game.spawn(5, 0, ship), game.spawn(9, 0, ship, { offsetX: 3 })];
  expect(shapeOf(game.world, ball)).toEqual(circle(1));
  Collider.radius[ball] = 3;
  expect(shapeOf(game.world, ball)).toEqual(circle(3));
  expect(shapeOf(game.world, one)).toEqual(ship);
  expect(shapeOf(game.world, one)!.shape).toBe(shapeOf(game.world, other)!.shape);
  addComponent(game.world, other, Disabled);
  expect(shapeOf(game.world, other)).toEqual(ship);
  Collider.kind[one] = 0;
  expect(shapeOf(game.world, one)).toBeUndefined();
  const copy = shapeFromJson(shapeToJson(shapeOf(game.world, other)!, SHAPE_FORMATS), SHAPE_FORMATS);
  game.spawn(9, 0, copy, { offsetX: 3 });
  game.spawn(12.5, 0.4, box(0.1, 0.1));
  collisionSystem(game.world);
  expect([...game.collision.contacts()].length).toBe(1);
});

it('says what it cannot read', () => {
  const game = createGame();
  const { Collider } = game.collision;
  const bare = addEntity(game.world);
  const ball = game.spawn(0);
  expect(refusal(() => shapeOf(game.world, bare))).toContain('invalid-state: the entity must be one with a Collider');
  expect(refusal(() => shapeOf(game.world, 77))).toContain('invalid-state: the entity must be one with a Collider');
  expect(refusal(() => shapeOf(game.world, 'a' as never))).toContain('out-of-range: an entity must be an id');
  expect(refusal(() => shapeOf(createWorld(), ball))).toContain('invalid-state: this world has no collision');
  Collider.kind[ball] = 4;
  expect(refusal(() => shapeOf(game.world, ball))).toBe(
    'unknown-shape: Collider.shape must be the handle of a shape of kind 4, got 0',
  );
  expect(refusal(() => space.shapeOf(game.world, ball))).toContain(
    'the collision of this world is of bitecs-collision/2d, this function of /3d',
  );
});

it('reads shapes of space', () => {
  const world = createWorld();
  const collision = space.createCollision(world);
  const rock = space.hull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], { radius: 0.25 });
  for (const shape of [rock, space.cone(1, 2, { radius: 0.5 }), space.halfSpace()]) {
    const eid = addEntity(world);
    addComponent(world, eid, space.withCollider(collision, shape));
    expect(space.shapeOf(world, eid)).toEqual(shape);
  }
  expect(createCollision).not.toBe(space.createCollision);
});
