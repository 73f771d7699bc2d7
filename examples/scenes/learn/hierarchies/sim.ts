import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  boxHierarchy,
  circle,
  collisionSystem,
  createCollision,
  type HierarchyKind,
  hierarchiesOf,
  queryAabb,
  sphereHierarchy,
} from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';
import { type QueryBox, visitsOf } from './visits.ts';

export const about: SceneAbout = {
  summary: 'The same bodies under two hierarchies of bounding volumes, boxes and circles: both find the same contacts.',
  hint: 'Drag the query: each volume it must look at is drawn in the colour of its level, and filled where it looks inside.',
};

export const SIZE = 10;
export const COUNT = 240;
/** How far apart the two halves lie in the picture, side by side or one above the other. */
export const ASIDE = SIZE + 0.8;
export const BELOW = SIZE + 1.7;
const FLOCKS = 6;
const SPEED = 1.2;
/** Half the side of the query. */
const QUERY = 0.7;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const boxes = createHalf(boxHierarchy);
  const circles = createHalf(sphereHierarchy);
  const stages = { boxes: 0, circles: 0 };
  const counts = { bodies: COUNT, contacts: 0, found: 0, 'boxes visited': 0, 'circles visited': 0 };
  const input = createSceneInput();
  /** The middle of the query, and its motion until the visitor drags it. */
  const query = { x: SIZE / 2, y: SIZE / 2, speedX: 1.7, speedY: 1.1, alone: true };
  const found: number[] = [];
  const velocityX = new Float64Array(COUNT + 1);
  const velocityY = new Float64Array(COUNT + 1);
  remember(() => ({ query, velocityX, velocityY }));

  /** A world of its own for each kind; entities have the same ids in both. */
  function createHalf(hierarchy: HierarchyKind) {
    const world = createWorld();
    return { world, collision: createCollision(world, { hierarchy }) };
  }

  const centres = Array.from({ length: FLOCKS }, () => [SIZE * random(), SIZE * random()] as const);
  for (let i = 0; i < COUNT; i++) {
    const [centreX, centreY] = centres[i % FLOCKS];
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
      x[eid] += velocityX[eid] * TICK;
      y[eid] += velocityY[eid] * TICK;
      if (x[eid] !== inside(x[eid])) velocityX[eid] *= -1;
      if (y[eid] !== inside(y[eid])) velocityY[eid] *= -1;
      circles.collision.Transform.x[eid] = x[eid] = inside(x[eid]);
      circles.collision.Transform.y[eid] = y[eid] = inside(y[eid]);
    }
  }

  function moveQuery(): void {
    if (input.pointerDown) {
      query.alone = false;
      query.x = input.pointerX > SIZE ? input.pointerX - ASIDE : input.pointerX;
      query.y = input.pointerY > SIZE ? input.pointerY - BELOW : input.pointerY;
    }
    if (query.alone) {
      query.x += query.speedX * TICK;
      query.y += query.speedY * TICK;
      if (query.x !== inside(query.x)) query.speedX *= -1;
      if (query.y !== inside(query.y)) query.speedY *= -1;
    }
    query.x = inside(query.x);
    query.y = inside(query.y);
  }

  function queryBox(): QueryBox {
    return [query.x - QUERY, query.y - QUERY, query.x + QUERY, query.y + QUERY];
  }

  const visits = {
    boxes: () => visitsOf(hierarchiesOf(boxes.world).moving, queryBox()),
    circles: () => visitsOf(hierarchiesOf(circles.world).moving, queryBox()),
  };

  function timed(world: object): number {
    const start = performance.now();
    collisionSystem(world);
    return performance.now() - start;
  }

  return {
    world: boxes.world,
    collision: boxes.collision,
    input,
    found,
    visits,
    queryBox,
    boxes,
    circles,
    stages,
    counts,
    step() {
      move();
      stages.boxes = timed(boxes.world);
      stages.circles = timed(circles.world);
      counts.contacts = [...boxes.collision.contacts()].length;
      moveQuery();
      // Both worlds are queried although their answers are equal: the first query after a tick builds a world's
      // hierarchy, which is drawn.
      const [minX, minY, maxX, maxY] = queryBox();
      const min = { x: minX, y: minY };
      const max = { x: maxX, y: maxY };
      counts.found = queryAabb(circles.world, min, max, found);
      counts.found = queryAabb(boxes.world, min, max, found);
      counts['boxes visited'] = visits.boxes().length;
      counts['circles visited'] = visits.circles().length;
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
