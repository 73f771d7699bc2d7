import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'Circles bounce off walls and each other, and light up while they touch.',
  hint: 'Press and drag to push them away.',
};

/** The box the circles live in, in metres. */
export const EXTENT = { minX: -8, minY: -5, maxX: 8, maxY: 5 };
export const COUNT = 60;

/** How thick the walls around it are: circles that go through them would have to do so within a tick. */
const WALL = 1;
/** Metres a second. */
const SPEED = 3;
const MAX_SPEED = 12;
const PUSH = 30;

/** Marks what it says; it has no data. */
const Ball = {};
const Wall = {};

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();

  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider, Static } = collision;
  const input = createSceneInput();
  const counts = { touching: 0 };

  const { minX, minY, maxX, maxY } = EXTENT;
  const [halfWidth, halfHeight] = [(maxX - minX) / 2 + 2 * WALL, (maxY - minY) / 2];
  addWall(0, minY - WALL, halfWidth, WALL);
  addWall(0, maxY + WALL, halfWidth, WALL);
  addWall(minX - WALL, 0, WALL, halfHeight);
  addWall(maxX + WALL, 0, WALL, halfHeight);

  // By entity: the velocity in metres a second, and how many others the circle touches.
  const velocityX: number[] = [];
  const velocityY: number[] = [];
  const touches: number[] = [];
  remember(() => ({ velocityX, velocityY }));
  const bodies = Array.from({ length: COUNT }, () => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: between(minX + 1, maxX - 1), y: between(minY + 1, maxY - 1) }));
    addComponent(world, eid, set(Collider, circle(between(0.15, 0.45))));
    addComponent(world, eid, Ball);
    velocityX[eid] = between(-SPEED, SPEED);
    velocityY[eid] = between(-SPEED, SPEED);
    touches[eid] = 0;
    return eid;
  });

  function addWall(x: number, y: number, halfWidth: number, halfHeight: number): void {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, box(halfWidth, halfHeight)));
    addComponent(world, eid, Static);
    addComponent(world, eid, Wall);
  }

  collision.onBegin([Ball], [Ball], (a, b) => {
    counts.touching++;
    touches[a]++;
    touches[b]++;
  });
  collision.onEnd([Ball], [Ball], (a, b) => {
    counts.touching--;
    touches[a]--;
    touches[b]--;
  });

  function move(): void {
    for (const eid of bodies) {
      if (input.pointerDown) {
        const awayX = Transform.x[eid] - input.pointerX;
        const awayY = Transform.y[eid] - input.pointerY;
        const push = (PUSH * TICK) / (1 + awayX * awayX + awayY * awayY);
        velocityX[eid] += awayX * push;
        velocityY[eid] += awayY * push;
      }
      const speed = Math.sqrt(velocityX[eid] * velocityX[eid] + velocityY[eid] * velocityY[eid]);
      const share = speed > MAX_SPEED ? MAX_SPEED / speed : 1;
      velocityX[eid] *= share;
      velocityY[eid] *= share;
      Transform.x[eid] += velocityX[eid] * TICK;
      Transform.y[eid] += velocityY[eid] * TICK;
    }
  }

  /** Moves what overlaps apart along the normal, which points from a to b, and turns round how it comes closer. */
  function bounce(): void {
    for (const { a, b, normalX, normalY, penetration } of collision.contacts([Ball], [Ball])) {
      shift(a, -normalX * (penetration / 2), -normalY * (penetration / 2));
      shift(b, normalX * (penetration / 2), normalY * (penetration / 2));
      const approach = (velocityX[a] - velocityX[b]) * normalX + (velocityY[a] - velocityY[b]) * normalY;
      if (approach <= 0) continue;
      velocityX[a] -= approach * normalX;
      velocityY[a] -= approach * normalY;
      velocityX[b] += approach * normalX;
      velocityY[b] += approach * normalY;
    }
    for (const { a, normalX, normalY, penetration } of collision.contacts([Ball], [Wall])) {
      shift(a, -normalX * penetration, -normalY * penetration);
      const approach = velocityX[a] * normalX + velocityY[a] * normalY;
      if (approach <= 0) continue;
      velocityX[a] -= 2 * approach * normalX;
      velocityY[a] -= 2 * approach * normalY;
    }
  }

  function shift(eid: number, x: number, y: number): void {
    Transform.x[eid] += x;
    Transform.y[eid] += y;
  }

  return {
    world,
    collision,
    input,
    counts,
    bodies,
    touches,
    step() {
      move();
      collisionSystem(world); // finds what touches: contacts for bounce(), events for the handlers above
      bounce();
    },
    hash() {
      const size = bodies.at(-1)! + 1;
      return hashNumbers(
        touches.slice(bodies[0]),
        COUNT,
        hashNumbers(Transform.y, size, hashNumbers(Transform.x, size)),
      );
    },
  } satisfies Sim & Record<string, unknown>;
}
