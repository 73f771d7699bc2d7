import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Fifty thousand bodies, all of them moving, bounce off each other and flare up where they meet.',
  hint: 'Press to push them away. Zoom with the wheel or two fingers.',
};

export const COUNT = 50_000;
export const EXTENT = { minX: -240, minY: -150, maxX: 240, maxY: 150 };

const SPEED = 9;
const PUSH = 900;
const REACH = 45;
/** How much of its glow a body keeps from tick to tick. */
const FADE = 0.88;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { capacity: COUNT + 1, timings: true });
  const { Transform, Collider } = collision;
  const input = createSceneInput();
  // By entity, of which the first has the id 1.
  const velocityX = new Float64Array(COUNT + 1);
  const velocityY = new Float64Array(COUNT + 1);
  const glow = new Float64Array(COUNT + 1);

  for (let i = 0; i < COUNT; i++) {
    const eid = addEntity(world);
    const x = EXTENT.minX + (EXTENT.maxX - EXTENT.minX) * random();
    const y = EXTENT.minY + (EXTENT.maxY - EXTENT.minY) * random();
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, circle(i % 250 === 0 ? 3 : 0.25 + 0.45 * random())));
    velocityX[eid] = SPEED * (2 * random() - 1);
    velocityY[eid] = SPEED * (2 * random() - 1);
  }

  function move(): void {
    const { x, y } = Transform;
    for (let eid = 1; eid <= COUNT; eid++) {
      glow[eid] *= FADE;
      x[eid] += velocityX[eid] * TICK;
      y[eid] += velocityY[eid] * TICK;
      if (x[eid] < EXTENT.minX) velocityX[eid] = Math.abs(velocityX[eid]);
      else if (x[eid] > EXTENT.maxX) velocityX[eid] = -Math.abs(velocityX[eid]);
      if (y[eid] < EXTENT.minY) velocityY[eid] = Math.abs(velocityY[eid]);
      else if (y[eid] > EXTENT.maxY) velocityY[eid] = -Math.abs(velocityY[eid]);
    }
  }

  function push(): void {
    const { x, y } = Transform;
    for (let eid = 1; eid <= COUNT; eid++) {
      const awayX = x[eid] - input.pointerX;
      const awayY = y[eid] - input.pointerY;
      const squared = awayX * awayX + awayY * awayY;
      if (squared > REACH * REACH) continue;
      const gain = (PUSH * TICK) / (20 + squared);
      velocityX[eid] += awayX * gain;
      velocityY[eid] += awayY * gain;
    }
  }

  /** Two discs that approach each other bounce, the heavier one less: the elastic collision along the normal. */
  function bounce(): void {
    const { radius } = Collider;
    for (const { a, b, normalX, normalY } of collision.contacts()) {
      const approach = (velocityX[a] - velocityX[b]) * normalX + (velocityY[a] - velocityY[b]) * normalY;
      if (approach <= 0) continue;
      const massA = radius[a] * radius[a];
      const massB = radius[b] * radius[b];
      const impulse = (2 * approach) / (massA + massB);
      changeVelocity(a, -impulse * massB, normalX, normalY);
      changeVelocity(b, impulse * massA, normalX, normalY);
    }
  }

  /** A body glows the more, the harder it was hit. */
  function changeVelocity(eid: number, by: number, normalX: number, normalY: number): void {
    velocityX[eid] += by * normalX;
    velocityY[eid] += by * normalY;
    glow[eid] = Math.min(1, glow[eid] + Math.abs(by) / SPEED);
  }

  return {
    world,
    collision,
    input,
    stages: collision.timings!,
    glow,
    step() {
      if (input.pointerDown) push();
      move();
      collisionSystem(world);
      bounce();
    },
    hash: () => hashNumbers(Transform.y, COUNT + 1, hashNumbers(Transform.x, COUNT + 1)),
  } satisfies Sim & Record<string, unknown>;
}
