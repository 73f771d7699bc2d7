import { describe, expect, test } from 'vitest';
import { CARS, type CarShape, createCity, SHAPES } from '../../examples/scenes/scale/fifty-thousand-bodies/city.ts';
import { PARKS } from '../../examples/scenes/scale/fifty-thousand-bodies/houses.ts';
import { AVENUES, EXTENT } from '../../examples/scenes/scale/fifty-thousand-bodies/plots.ts';
import { riverAt, WATER } from '../../examples/scenes/scale/fifty-thousand-bodies/river.ts';
import { effort } from '../support/effort.ts';

function isOnBridge(x: number): boolean {
  return AVENUES.some(({ left, right }) => x > left && x < right);
}

/** Where the middle of no car should be. */
function isOffTheStreets(x: number, y: number): boolean {
  const isInCity = x > EXTENT.minX && x < EXTENT.maxX;
  const inWater = isInCity && Math.abs(y - riverAt(x)) < WATER - 0.1 && !isOnBridge(x);
  return inWater || PARKS.some((park) => Math.hypot(x - park.x, y - park.y) < park.radius);
}

describe.each(SHAPES)('%s as cars', (shape: CarShape) => {
  test('stay out of water and parks, and cross the river on bridges', () => {
    const sim = createCity({ seed: 3 });
    sim.settings.shapes = shape;
    const { x, y } = sim.collision.Transform;
    const side = (car: number) => Math.sign(y[car] - riverAt(x[car]));
    const cars = Array.from({ length: CARS }, (_, i) => sim.firstCar + i);
    const sides = cars.map(side);
    for (let tick = 0; tick < effort(3600, 300); tick++) {
      // Half of the time somebody calls the cars into the water.
      const pointerX = 60 * Math.sin(tick / 100);
      Object.assign(sim.input, { pointerDown: tick % 200 < 100, pointerX, pointerY: riverAt(pointerX) });
      sim.step();
      const lost = cars.filter((car) => isOffTheStreets(x[car], y[car]));
      expect(lost, `tick ${tick}`).toEqual([]);
    }
    const crossed = cars.filter((car, i) => side(car) !== sides[i]);
    expect(crossed.length).toBeGreaterThan(0);
    // Houses are still run into.
    expect(sim.light.some((light) => light > 0.9)).toBe(true);
  });
});
