import { addComponent, addEntity, query, set, type World } from 'bitecs';
import { type Collision, polygon } from 'bitecs-collision/2d';
import { DIRECTIONS, directionX, directionY } from '../../../shared/directions.ts';
import type { Flight } from './flight.ts';

/** From small to large: the scale of a rock, what hitting it scores, and how fast it flies at first. */
export const ROCKS = [
  { scale: 0.6, score: 100, speed: 6 },
  { scale: 1.1, score: 50, speed: 4.4 },
  { scale: 1.9, score: 20, speed: 3 },
];

export const Rock = {};

/** The rocks: a few outlines, registered once and shared, scaled by Transform. */
export function createRocks(world: World, { Transform, Collider }: Collision, flight: Flight, random: () => number) {
  const outlines = Array.from({ length: 5 }, () => randomOutline(random));
  const shapes = outlines.map((points) => polygon(points));
  // By entity.
  const outlineOf: number[] = [];
  const sizeOf: number[] = [];

  return {
    outlines,
    outlineOf,
    sizeOf,
    all: (): number[] => [...query(world, [Rock])],

    /** Adds a rock that flies anywhere; rocks of later waves are faster. */
    add(size: number, x: number, y: number, wave: number): void {
      const way = Math.floor(DIRECTIONS * random());
      const speed = ROCKS[size].speed * (0.4 + 0.6 * random()) * (1 + 0.07 * wave);
      const outline = Math.floor(outlines.length * random());
      const rock = addEntity(world);
      addComponent(world, rock, set(Transform, { x, y, scale: ROCKS[size].scale }));
      addComponent(world, rock, set(Collider, shapes[outline]));
      addComponent(world, rock, Rock);
      flight.launch(rock, directionX[way] * speed, directionY[way] * speed);
      outlineOf[rock] = outline;
      sizeOf[rock] = size;
    },
  };
}

function randomOutline(random: () => number): number[] {
  const points: number[] = [];
  for (let at = 0; at < DIRECTIONS; at += 6 + Math.floor(8 * random())) {
    const radius = 0.8 + 0.25 * random();
    points.push(radius * directionX[at], radius * directionY[at]);
  }
  return points;
}
