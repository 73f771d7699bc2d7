import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import {
  atan2,
  box,
  type ColliderValues,
  capsule,
  circle,
  collisionSystem,
  createCollision,
  overlapShape,
} from 'bitecs-collision/2d';
import { turnTowards } from '../../../shared/heading.ts';
import { readWorldSettings, worldOptions } from '../../../shared/world-settings.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { layOut, PARKS } from './houses.ts';
import { EXTENT, STREETS } from './plots.ts';
import { waters } from './river.ts';

export const CARS = 2000;
export const carShape = capsule(0.55, 0.3);
const LENGTH = carShape.halfHeight + carShape.radius;
const shapes = { capsules: carShape, boxes: box(carShape.radius, LENGTH), circles: circle(carShape.radius) };
export type CarShape = keyof typeof shapes;
export const SHAPES = Object.keys(shapes) as CarShape[];
/** How near things may be asked to come for a contact without touching. */
export const MARGINS = [0, 0.25, 0.5, 1];

const SPEED = 14;
/**
 * How much of the angle to its course a car turns by in a tick, and how much of the angle to the caller while it is
 * called.
 */
const TURN = 0.2;
const CALL = 0.06;
const REACH = 60;
const QUARTER_TURN = Math.PI / 2;
/** How much of its light a house keeps from tick to tick. */
const FADE = 0.985;

const Car = {};

export type CitySim = ReturnType<typeof createCity>;

export function createCity(options: SimOptions) {
  const { seed } = options;
  const random = createRandom(seed);
  const world = createWorld();
  // Frozen, as nothing about them changes: moments need not look at each.
  const houses = Object.freeze(layOut(random));
  // By entity: houses are the first, cars the last.
  const firstCar = houses.length + PARKS.length + waters.length + 1;
  const size = firstCar + CARS;
  const worldSettings = readWorldSettings(options, MARGINS);
  const collision = createCollision(world, { capacity: size, timings: true, ...worldOptions(worldSettings) });
  const { Transform, Collider, Static, Disabled } = collision;
  const input = createSceneInput();
  /** May be changed at any time: how many cars there are, what they are, and how fast. */
  const settings = { cars: CARS, shapes: 'capsules' as CarShape, speed: 1 };
  const now = { ...settings };
  const counts = { houses: houses.length, cars: CARS };
  const light = new Float64Array(houses.length + 1);
  const velocityX = new Float64Array(size);
  const velocityY = new Float64Array(size);
  remember(() => ({ now, velocityX, velocityY }));

  function addStatic(shape: ColliderValues, x = 0, y = 0, rotation = 0): void {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, rotation }));
    addComponent(world, eid, set(Collider, shape));
    addComponent(world, eid, Static);
  }
  for (const { x, y, rotation, halfWidth, halfHeight } of houses) addStatic(box(halfWidth, halfHeight), x, y, rotation);
  for (const { x, y, radius } of PARKS) addStatic(circle(radius), x, y);
  for (const shape of waters) addStatic(shape);
  collisionSystem(world); // so that the cars can ask where a street is free
  const inTheWay: number[] = [];
  for (let i = 0; i < CARS; i++) {
    const isAcross = i % 2 === 0;
    let x: number;
    let y: number;
    do {
      x = isAcross ? EXTENT.minX + (EXTENT.maxX - EXTENT.minX) * random() : oneOf(STREETS.along);
      y = isAcross ? oneOf(STREETS.across) : EXTENT.minY + (EXTENT.maxY - EXTENT.minY) * random();
    } while (overlapShape(world, carShape, { x, y }, inTheWay) > 0);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, carShape));
    addComponent(world, eid, Car);
    const side = random() < 0.5 ? -SPEED : SPEED;
    const aside = SPEED * 0.3 * (random() - 0.5);
    velocityX[eid] = isAcross ? side : aside;
    velocityY[eid] = isAcross ? aside : side;
  }

  function oneOf(streets: readonly number[]): number {
    return streets[Math.floor(streets.length * random())];
  }

  function follow(): void {
    // Cars beyond the chosen number are disabled and keep their places.
    for (let car = firstCar + now.cars; car < firstCar + settings.cars; car++) removeComponent(world, car, Disabled);
    for (let car = firstCar + settings.cars; car < firstCar + now.cars; car++) addComponent(world, car, Disabled);
    if (settings.shapes !== now.shapes)
      for (let car = firstCar; car < size; car++) addComponent(world, car, set(Collider, shapes[settings.shapes]));
    Object.assign(now, settings);
    counts.cars = now.cars;
  }

  /** Takes the part of a car's velocity that points along (x, y) and turns it round. */
  function turnBack(car: number, x: number, y: number): void {
    const approach = velocityX[car] * x + velocityY[car] * y;
    if (approach <= 0) return;
    velocityX[car] -= 2 * approach * x;
    velocityY[car] -= 2 * approach * y;
  }

  function drive(): void {
    const { x, y, rotation } = Transform;
    const seconds = TICK * now.speed;
    for (let car = firstCar; car < firstCar + now.cars; car++) {
      if (input.pointerDown) call(car);
      if (x[car] < EXTENT.minX) turnBack(car, -1, 0);
      else if (x[car] > EXTENT.maxX) turnBack(car, 1, 0);
      if (y[car] < EXTENT.minY) turnBack(car, 0, -1);
      else if (y[car] > EXTENT.maxY) turnBack(car, 0, 1);
      x[car] += velocityX[car] * seconds;
      y[car] += velocityY[car] * seconds;
      const course = atan2(velocityY[car], velocityX[car]) - QUARTER_TURN;
      rotation[car] = turnTowards(rotation[car], course, TURN);
    }
  }

  /** Bends the way of a car towards the pointer; it goes on as fast as before. */
  function call(car: number): void {
    const toX = input.pointerX - Transform.x[car];
    const toY = input.pointerY - Transform.y[car];
    const distance = Math.sqrt(toX * toX + toY * toY) + 1e-9;
    if (distance > REACH) return;
    const x = velocityX[car] + (CALL * SPEED * toX) / distance;
    const y = velocityY[car] + (CALL * SPEED * toY) / distance;
    const speed = Math.sqrt(x * x + y * y) + 1e-9;
    velocityX[car] = (x / speed) * SPEED;
    velocityY[car] = (y / speed) * SPEED;
  }

  function steer(): void {
    for (const { a: car, b: other, normalX, normalY, penetration, separation } of collision.contacts([Car], [Static])) {
      if (separation > 0) continue;
      if (other < light.length) light[other] = 1; // a house
      turnBack(car, normalX, normalY);
      Transform.x[car] -= normalX * penetration;
      Transform.y[car] -= normalY * penetration;
    }
    for (const { a, b, normalX, normalY, separation } of collision.contacts([Car], [Car])) {
      if (separation > 0) continue;
      turnBack(a, normalX, normalY);
      turnBack(b, -normalX, -normalY);
    }
  }

  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    counts,
    settings,
    worldSettings,
    houses,
    light,
    firstCar,
    step() {
      const { cars, shapes, speed } = settings;
      if (cars !== now.cars || shapes !== now.shapes || speed !== now.speed) follow();
      drive();
      collisionSystem(world);
      for (let house = 1; house < light.length; house++) light[house] *= FADE;
      steer();
    },
    hash: () => hashNumbers(Transform.y, size, hashNumbers(Transform.x, size, hashNumbers(light))),
  } satisfies Sim & Record<string, unknown>;
}
