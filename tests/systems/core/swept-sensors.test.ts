import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import { collisionSystem } from '../../../entry/2d.ts';
import { type GameKit, planeKit, spaceKit } from '../../support/game-kits.ts';

/*
 * A sensor of radius 0.5 that is swept flies from x = -10 to 10 in one tick, which makes 0.05 of the tick for each unit
 * of length, through a wall, other sensors and a body that flies towards it. None of the others is swept.
 */

interface Told {
  readonly kind: 'begin' | 'stay' | 'end';
  readonly other: string;
  readonly fraction: number;
  readonly exit: number;
}

function flight(kit: GameKit) {
  const world = createWorld();
  const collision = kit.createCollision(world, { swept: kit.sweptColliders });
  const { Transform, Collider, Swept, Sensor, Static } = collision;
  const names = new Map<number, string>();
  const add = (name: string, x: number, shape: ReturnType<GameKit['round']>, ...tags: object[]): number => {
    const entity = addEntity(world);
    addComponent(world, entity, set(Transform, { x }));
    addComponent(world, entity, set(Collider, shape));
    for (const tag of tags) addComponent(world, entity, tag);
    names.set(entity, name);
    return entity;
  };
  add('zone', 10, kit.round(2), Static);
  add('ring', -5, kit.round(0.25), Static, Sensor);
  const sensor = add('sensor', -10, kit.round(0.5), Swept, Sensor);
  add('wall', 0, kit.slab(0.1, 3), Static);
  add('surface', 3, kit.surfaceOf(0.5, 3), Static);
  const mover = add('mover', 8, kit.round(0.5));
  const aside = add('aside', 6, kit.round(1));
  Transform.y[aside] = 1.75;
  const told: Told[] = [];
  const tell = (kind: Told['kind'], a: number, b: number, fraction: number, exit: number): void => {
    // What the others tell of each other is of no interest here.
    if (a === sensor || b === sensor) told.push({ kind, other: names.get(a === sensor ? b : a)!, fraction, exit });
  };
  collision.onBegin((a, b, contact) => {
    if (a === sensor || b === sensor) {
      expect([contact.sensor, contact.pointCount, contact.normalX, contact.penetration]).toEqual([true, 0, 0, 0]);
    }
    tell('begin', a, b, contact.fraction, contact.exitFraction);
  });
  collision.onStay((a, b, { fraction, exitFraction }) => tell('stay', a, b, fraction, exitFraction));
  collision.onEnd((a, b, { fraction, cause }) => {
    expect(cause).toBe('separated');
    tell('end', a, b, fraction, 1);
  });
  return {
    fly(sensorX: number, moverX: number): Told[] {
      Transform.x[sensor] = sensorX;
      Transform.x[mover] = moverX;
      told.length = 0;
      collisionSystem(world);
      return told.splice(0);
    },
  };
}

function expectTold(told: readonly Told[], expected: readonly Told[]): void {
  expect(told.map(({ kind, other }) => `${kind} ${other}`)).toEqual(expected.map((one) => `${one.kind} ${one.other}`));
  for (const [i, { fraction, exit }] of expected.entries()) {
    expect(told[i].fraction).toBeCloseTo(fraction, 9);
    expect(told[i].exit).toBeCloseTo(exit, 9);
  }
}

const begin = (other: string, fraction: number, exit: number): Told => ({ kind: 'begin', other, fraction, exit });
const stay = (other: string): Told => ({ kind: 'stay', other, fraction: 1, exit: 1 });
const end = (other: string, fraction: number): Told => ({ kind: 'end', other, fraction, exit: 1 });

describe.each([planeKit, spaceKit])('a sensor that is swept, in $name', (kit) => {
  it('tells of all that it flies through, earliest first, with both fractions', () => {
    const { fly } = flight(kit);
    expect(fly(-10, 8)).toEqual([]);
    // The sensor and the mover, which comes towards it, start 18 apart and near each other by 36.
    const met = [
      begin('ring', (5 - 0.75) / 20, (5 + 0.75) / 20),
      begin('wall', (10 - 0.6) / 20, (10 + 0.6) / 20),
      begin('mover', (18 - 1) / 36, (18 + 1) / 36),
      begin('surface', (13 - 1) / 20, (13 + 1) / 20),
      begin('zone', (20 - 2.5) / 20, 1),
    ];
    expectTold(fly(10, -8), met);
    // What was flown through ends in the next tick, at its start, by the order of entities.
    const ends = ['ring', 'wall', 'surface', 'mover'].map((other) => end(other, 0));
    expectTold(fly(10, -8), [...ends, stay('zone')]);
    expectTold(fly(10, -8), [stay('zone')]);
  });

  it('tells when it leaves what it was in, and meets the others on the way back', () => {
    const { fly } = flight(kit);
    fly(-10, 8);
    fly(10, -8);
    fly(10, -8);
    const met = [
      begin('surface', (7 - 1) / 20, (7 + 1) / 20),
      begin('wall', (10 - 0.6) / 20, (10 + 0.6) / 20),
      begin('mover', (18 - 1) / 36, (18 + 1) / 36),
      begin('ring', (15 - 0.75) / 20, (15 + 0.75) / 20),
    ];
    expectTold(fly(-10, 8), [end('zone', 2.5 / 20), ...met]);
  });
});
