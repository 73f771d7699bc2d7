import { addComponent, addEntity, Not, query, removeEntity, set, type World } from 'bitecs';
import { type Collision, polygon } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY } from '../../../shared/directions.ts';
import { remember } from '../../../shell/remember.ts';
import { TICK } from '../../../shell/scene.ts';
import type { Flight } from './flight.ts';
import { createGhosts, Ghost } from './ghosts.ts';

/** From small to large: the scale of a rock, what hitting it scores, and how fast it flies at first. */
export const ROCKS = [
  { scale: 0.6, score: 100, speed: 6 },
  { scale: 1.1, score: 50, speed: 4.4 },
  { scale: 1.9, score: 20, speed: 3 },
];

/** Rocks, and their ghosts. */
export const Rock = {};

/** The rocks: a few outlines, registered once and shared, scaled by Transform. */
export function createRocks(world: World, collision: Collision, flight: Flight, roll: () => number) {
  const { Transform, Collider } = collision;
  const outlines = Array.from({ length: 5 }, () => randomOutline(roll));
  const shapes = outlines.map((points) => polygon(points));
  const ghosts = createGhosts(world, collision);
  // By entity: the index of a rock's outline, and its size.
  const outlineOf: number[] = [];
  const sizeOf: number[] = [];
  remember(() => ({ outlineOf, sizeOf }));

  return {
    outlines,
    sizeOf,
    /** Returns all rocks without their ghosts. */
    all: (): number[] => [...query(world, [Rock, Not(Ghost)])],
    ghosts: ghosts.all,
    /** The rock that has been met, itself or as a ghost. */
    owner: ghosts.owner,
    outlineOf: (eid: number): number => outlineOf[ghosts.owner(eid)],

    /** Adds a rock that flies anywhere; rocks of later waves are faster. */
    add(size: number, x: number, y: number, wave: number): void {
      const way = Math.floor(DIRECTIONS * roll());
      const speed = ROCKS[size].speed * (0.4 + 0.6 * roll()) * (1 + 0.165 * wave);
      const outline = Math.floor(outlines.length * roll());
      const rock = addEntity(world);
      addComponent(world, rock, set(Transform, { x, y, scale: ROCKS[size].scale }));
      addComponent(world, rock, set(Collider, shapes[outline]));
      addComponent(world, rock, Rock);
      flight.launch(rock, directionX[way] * speed, directionY[way] * speed);
      outlineOf[rock] = outline;
      sizeOf[rock] = size;
      ghosts.follow(rock, shapes[outline], 0, [Rock]);
    },

    fly(rock: number): void {
      flight.fly(rock);
      Transform.rotation[rock] += 0.2 * flight.velocityX[rock] * TICK;
      ghosts.follow(rock, shapes[outlineOf[rock]], ROCKS[sizeOf[rock]].scale, [Rock]);
    },

    remove(rock: number): void {
      ghosts.dismiss(rock);
      removeEntity(world, rock);
    },
  };
}

function randomOutline(roll: () => number): number[] {
  const points: number[] = [];
  for (let at = 0; at < DIRECTIONS; at += 6 + Math.floor(8 * roll())) {
    const radius = 0.8 + 0.25 * roll();
    points.push(radius * directionX[at], radius * directionY[at]);
  }
  return points;
}
