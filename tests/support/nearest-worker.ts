/**
 * Runs in a child process: asks for the nearest few colliders of 10,000, as often as a game does in a few seconds, and
 * prints how many were found. The process is traced for functions that fall out of their compiled code.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { type ClosestHit, circle, closestEntities, collisionSystem, createCollision } from '../../entry/2d.ts';
import { createRng } from './rng.ts';

const random = createRng(3).next;
const world = createWorld();
const { Transform, Collider } = createCollision(world, { capacity: 10_000 });
for (let i = 0; i < 10_000; i++) {
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, { x: 300 * random(), y: 300 * random() }));
  addComponent(world, eid, set(Collider, circle(0.5)));
}
collisionSystem(world);
const nearest: ClosestHit[] = [];
const from = { x: 0, y: 0 };
let found = 0;
for (let i = 0; i < 20_000; i++) {
  from.x = 300 * random();
  from.y = 300 * random();
  found += closestEntities(world, from, 10, nearest);
}
console.log(JSON.stringify({ found }));
