import { addComponent, addEntity, query, removeEntity, set, type World } from 'bitecs';
import { type Collision, circle } from 'bitecs-collision/2d';
import { remember } from '../../../shell/remember.ts';
import { FIELD } from './field.ts';

/** Units a tick. A brick is 0.42 high: at one look a tick, nearly all would be flown through unseen. */
const LASER_WAY = 1.25;
const COMET_WAY = 2.5;
const COMET_TICKS = 110;

export const laserShape = circle(0.07);
export const cometShape = circle(0.24);

export const Laser = {};
export const Comet = {};

/**
 * What is too fast for any test of places: shots of the paddle's laser, and comets, which fly through all bricks. They
 * are tagged Swept, so whatever lies on their way between two ticks is met, the nearest first.
 */
export function createBolts(world: World, { Transform, Collider, Sensor, Swept }: Collision) {
  // By entity: the direction of a comet, a unit vector, and the ticks that it has left.
  const wayX: number[] = [];
  const wayY: number[] = [];
  const ticksLeft: number[] = [];
  remember(() => ({ wayX, wayY, ticksLeft }));
  const all = (kind: object): number[] => [...query(world, [kind])];

  function add(kind: object, shape: typeof laserShape, x: number, y: number): number {
    const eid = addEntity(world);
    for (const part of [set(Transform, { x, y }), set(Collider, shape), Sensor, Swept, kind])
      addComponent(world, eid, part);
    return eid;
  }

  /** Flies on, or to the wall that is nearer, and turns back there. */
  function flyComet(comet: number): void {
    const { radius } = cometShape;
    const x = Transform.x[comet] + wayX[comet] * COMET_WAY;
    const y = Transform.y[comet] + wayY[comet] * COMET_WAY;
    Transform.x[comet] = Math.max(FIELD.minX + radius, Math.min(FIELD.maxX - radius, x));
    Transform.y[comet] = Math.max(FIELD.minY + radius, y);
    if (Transform.x[comet] !== x) wayX[comet] = -wayX[comet];
    if (Transform.y[comet] !== y) wayY[comet] = -wayY[comet];
    if (y > FIELD.maxY || --ticksLeft[comet] <= 0) removeEntity(world, comet);
  }

  return {
    all,

    fireLaser(x: number, y: number): void {
      add(Laser, laserShape, x, y);
    },

    /** Lets a comet fly up from a place, a little aslant. */
    launchComet(x: number, y: number, aslant: number): void {
      const comet = add(Comet, cometShape, x, y);
      wayX[comet] = aslant;
      wayY[comet] = -Math.sqrt(1 - aslant * aslant);
      ticksLeft[comet] = COMET_TICKS;
    },

    fly(): void {
      for (const laser of all(Laser)) {
        Transform.y[laser] -= LASER_WAY;
        if (Transform.y[laser] < FIELD.minY - LASER_WAY) removeEntity(world, laser);
      }
      for (const comet of all(Comet)) flyComet(comet);
    },

    clear(): void {
      for (const eid of [...all(Laser), ...all(Comet)]) removeEntity(world, eid);
    },
  };
}
