import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { broadPhaseSystem, circle, collisionSystem, createCollision, queryAabb, syncSystem } from '../../entry/2d.ts';

/*
 * Where stages were run one by one and bounds were left out between sync and broad phase, statics that had changed were
 * in no hierarchy any more, in later ticks either.
 */
function createPair() {
  const world = createWorld();
  const collision = createCollision(world);
  const spawn = (x: number) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, { x }));
    addComponent(world, eid, set(collision.Collider, circle(1)));
    return eid;
  };
  const ball = spawn(0);
  const wall = spawn(0.5);
  addComponent(world, wall, collision.Static);
  collisionSystem(world);
  return { world, collision, spawn, ball, wall };
}

it.each(['touched', 'tagged', 'added'])('a static that was %s is met after a tick without bounds', (change) => {
  const { world, collision, spawn, ball, wall } = createPair();
  if (change === 'touched') collision.touch(wall);
  else addComponent(world, change === 'tagged' ? ball : spawn(-0.5), collision.Static);
  syncSystem(world);
  broadPhaseSystem(world);
  const mover = spawn(0.2);
  collisionSystem(world);

  const others = change === 'added' ? [ball, wall, ball + 2] : [ball, wall];
  expect(Array.from(collision.contactsOf(mover), ({ b }) => b)).toEqual(others);
  expect(queryAabb(world, { x: -2, y: -2 }, { x: 2, y: 2 }, [])).toBe(others.length + 1);
});
