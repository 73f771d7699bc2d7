import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { circle, createCollision } from 'bitecs-collision/2d';
import { createStageTimes, timedTick } from '../../../shared/timed-tick.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Circles drift through a box and light up while they touch.',
  hint: 'Press and drag to push them away.',
};

/** The box the circles live in, in metres. */
export const EXTENT = { minX: -8, minY: -5, maxX: 8, maxY: 5 };
export const COUNT = 60;

const MAX_SPEED = 3;
const PUSH = 30;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();

  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  const stages = createStageTimes();
  const counts = { touching: 0 };

  const velocityX = new Float64Array(COUNT);
  const velocityY = new Float64Array(COUNT);
  const touches = new Uint8Array(COUNT);
  const bodies: number[] = [];
  /** Which body an entity is. */
  const bodyOf = new Map<number, number>();

  for (let body = 0; body < COUNT; body++) {
    const eid = addEntity(world);
    const x = between(EXTENT.minX + 1, EXTENT.maxX - 1);
    const y = between(EXTENT.minY + 1, EXTENT.maxY - 1);
    addComponent(world, eid, set(Transform, { x, y, rotation: 0 }));
    addComponent(world, eid, set(Collider, circle(between(0.15, 0.45))));
    velocityX[body] = between(-MAX_SPEED, MAX_SPEED);
    velocityY[body] = between(-MAX_SPEED, MAX_SPEED);
    bodies.push(eid);
    bodyOf.set(eid, body);
  }

  collision.onBegin((a, b) => {
    counts.touching++;
    touches[bodyOf.get(a)!]++;
    touches[bodyOf.get(b)!]++;
  });
  collision.onEnd((a, b) => {
    counts.touching--;
    touches[bodyOf.get(a)!]--;
    touches[bodyOf.get(b)!]--;
  });

  function move(): void {
    for (let body = 0; body < COUNT; body++) {
      const eid = bodies[body];
      const x = Transform.x[eid];
      const y = Transform.y[eid];
      if (input.pointerDown) {
        const awayX = x - input.pointerX;
        const awayY = y - input.pointerY;
        const push = (PUSH * TICK) / (1 + awayX * awayX + awayY * awayY);
        velocityX[body] += awayX * push;
        velocityY[body] += awayY * push;
      }
      if ((x < EXTENT.minX && velocityX[body] < 0) || (x > EXTENT.maxX && velocityX[body] > 0)) velocityX[body] *= -1;
      if ((y < EXTENT.minY && velocityY[body] < 0) || (y > EXTENT.maxY && velocityY[body] > 0)) velocityY[body] *= -1;
      Transform.x[eid] = x + velocityX[body] * TICK;
      Transform.y[eid] = y + velocityY[body] * TICK;
    }
  }

  return {
    world,
    collision,
    input,
    stages,
    counts,
    bodies,
    touches,
    step() {
      move();
      timedTick(world, stages); // collisionSystem(world), with a clock beside it
    },
    hash() {
      const size = bodies.at(-1)! + 1;
      return hashNumbers(touches, COUNT, hashNumbers(Transform.y, size, hashNumbers(Transform.x, size)));
    },
  } satisfies Sim & Record<string, unknown>;
}
