import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  boxHierarchy,
  circle,
  collisionSystem,
  createCollision,
  type HierarchyKind,
  sphereHierarchy,
} from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import type { SceneAbout, Sim, SimOptions } from '../../../shell/scene.ts';
import { TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'The same bodies under two hierarchies of bounding volumes, boxes and circles: both find the same contacts.',
  hint: 'Choose a level: 0 is the root, every level below halves what is above it.',
};

export const SIZE = 10;
export const COUNT = 240;
const FLOCKS = 6;
const SPEED = 1.2;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const boxes = createHalf(boxHierarchy);
  const circles = createHalf(sphereHierarchy);
  const stages = { boxes: 0, circles: 0 };
  const counts = { bodies: COUNT, contacts: 0 };
  const velocityX = new Float64Array(COUNT + 1);
  const velocityY = new Float64Array(COUNT + 1);

  /** A world of its own for each kind; entities have the same ids in both. */
  function createHalf(hierarchy: HierarchyKind) {
    const world = createWorld();
    return { world, collision: createCollision(world, { hierarchy }) };
  }

  const centres = Array.from({ length: FLOCKS }, () => [SIZE * random(), SIZE * random()] as const);
  for (let i = 0; i < COUNT; i++) {
    const [centreX, centreY] = centres[i % FLOCKS]!;
    const x = inside(centreX + 1.6 * (random() + random() - 1));
    const y = inside(centreY + 1.6 * (random() + random() - 1));
    const rotation = 6 * random();
    const shape = random() < 0.5 ? circle(0.05 + 0.1 * random()) : box(0.05 + 0.15 * random(), 0.07);
    let eid = 0;
    for (const { world, collision } of [boxes, circles]) {
      eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x, y, rotation }));
      addComponent(world, eid, set(collision.Collider, shape));
    }
    velocityX[eid] = SPEED * (random() - 0.5);
    velocityY[eid] = SPEED * (random() - 0.5);
  }

  function move(): void {
    const { x, y } = boxes.collision.Transform;
    for (let eid = 1; eid <= COUNT; eid++) {
      x[eid]! += velocityX[eid]! * TICK;
      y[eid]! += velocityY[eid]! * TICK;
      if (x[eid] !== inside(x[eid]!)) velocityX[eid]! *= -1;
      if (y[eid] !== inside(y[eid]!)) velocityY[eid]! *= -1;
      circles.collision.Transform.x[eid] = x[eid] = inside(x[eid]!);
      circles.collision.Transform.y[eid] = y[eid] = inside(y[eid]!);
    }
  }

  function timed(world: object): number {
    const start = performance.now();
    collisionSystem(world);
    return performance.now() - start;
  }

  return {
    world: boxes.world,
    collision: boxes.collision,
    boxes,
    circles,
    stages,
    counts,
    step() {
      move();
      stages.boxes = timed(boxes.world);
      stages.circles = timed(circles.world);
      counts.contacts = [...boxes.collision.contacts()].length;
    },
    hash() {
      const { x, y } = boxes.collision.Transform;
      const found = [boxes, circles].map(({ collision }) => [...collision.contacts()].length);
      return hashNumbers(found, 2, hashNumbers(y, COUNT + 1, hashNumbers(x, COUNT + 1)));
    },
  } satisfies Sim & Record<string, unknown>;
}

function inside(value: number): number {
  return Math.max(0.2, Math.min(SIZE - 0.2, value));
}
