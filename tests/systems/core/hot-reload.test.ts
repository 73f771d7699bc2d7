import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import {
  attachedTo,
  box,
  type Collision,
  circle,
  collisionOf,
  collisionSystem,
  createCollision,
  oneWay,
  polygon,
  seamless,
  sweptColliders,
} from '../../../entry/2d.ts';

/** What the bundler keeps for a module that it evaluates again. */
interface Hot {
  world?: object;
  stop?: () => void;
}

/** A game's module: evaluated first when the game starts, and again after each change of it. */
function evaluate(hot: Hot, say: (text: string) => void): Collision {
  hot.stop?.();
  const isFirst = hot.world === undefined;
  hot.world ??= createWorld();
  const collision = isFirst ? createCollision(hot.world, { swept: sweptColliders }) : collisionOf(hot.world);
  const stops = [
    collision.onBegin((a, b) => say(`begin ${a} ${b}`)),
    collision.onStay((a, b) => say(`stay ${a} ${b}`)),
    collision.onEnd((a, b, { cause }) => say(`end ${a} ${b} ${cause}`)),
  ];
  hot.stop = () => {
    for (const stop of stops) stop();
  };
  return collision;
}

it('a module that is evaluated again goes on with the stores, shapes and contacts of its world', () => {
  const hot: Hot = {};
  const told: string[] = [];
  const first = evaluate(hot, (text) => told.push(`old: ${text}`));
  const world = hot.world!;
  const add = (x: number, shape: object, { Transform, Collider }: Collision) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const ball = add(0, circle(1), first);
  const house = add(1.5, polygon([-1, -1, 1, -1, 0, 2]), first);
  const tags = [seamless(world), oneWay(world), attachedTo(world), first.Swept];
  collisionSystem(world);
  collisionSystem(world);
  expect(told.splice(0)).toEqual([`old: begin ${ball} ${house}`, `old: stay ${ball} ${house}`]);
  const [before] = Array.from(first.contacts(), ({ id, age }) => ({ id, age }));

  const second = evaluate(hot, (text) => told.push(`new: ${text}`));
  expect(second.Transform.x).toBe(first.Transform.x);
  expect(second.Collider.shape[house]).toBeGreaterThan(0);
  expect([seamless(world), oneWay(world), attachedTo(world), second.Swept]).toEqual(tags);
  expect(Array.from(second.contacts(), ({ id, age }) => ({ id, age }))).toEqual([before]);
  // Shapes that were made before are shared, and what is new meets what was there.
  const twin = add(-50, polygon([-1, -1, 1, -1, 0, 2]), second);
  const wall = add(-1.5, box(1, 1), second);
  collisionSystem(world);
  expect(told.splice(0).sort()).toEqual([`new: begin ${ball} ${wall}`, `new: stay ${ball} ${house}`]);
  const [after] = Array.from(second.contactsOf(ball, house), ({ id, age }) => ({ id, age }));
  expect(after).toEqual({ id: before.id, age: before.age + 1 });
  expect(twin).toBeGreaterThan(0);
  second.Transform.x[house] = 90;
  collisionSystem(world);
  expect(told).toEqual([`new: end ${ball} ${house} separated`, `new: stay ${ball} ${wall}`]);
  expect(() => createCollision(world)).toThrow(/already has collision/);
});
