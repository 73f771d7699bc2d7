import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  castRay,
  chain,
  circle,
  collisionSystem,
  cosSin,
  createCollision,
  createMoveResult,
  moveAndSlide,
  polygon,
} from 'bitecs-collision/2d';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

export const about: SceneAbout = {
  summary: 'A lamp sends 720 rays a tick; what they reach first is the edge of the light.',
  hint: 'Drag the lamp, or move it with the arrow keys.',
  touchHint: 'Drag the lamp.',
};

export const EXTENT = { minX: -8, minY: -5, maxX: 8, maxY: 5 };
export const RAYS = 720;
/** The length of a ray: longer than the room. */
const REACH = 30;
const SPEED = 4;
const lampShape = circle(0.22);

/** Bit 1 is what light meets; the lamp itself has bit 2. */
const OPAQUE = 1;
const LAMP = 2;

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const world = createWorld();
  const collision = createCollision(world, { timings: true });
  const { Transform, Collider, Static } = collision;
  const input = createSceneInput();
  const counts = { rays: RAYS };
  const stages: Record<string, number> = { ...collision.timings, rays: 0 };
  /** The end of each ray: x, y. */
  const light = new Float64Array(2 * RAYS);
  const moved = createMoveResult();
  const direction = new Float64Array(2);
  const hit = { entity: 0, child: 0, fraction: 0, x: 0, y: 0, normalX: 0, normalY: 0 };

  const { minX, minY, maxX, maxY } = EXTENT;
  const room = addEntity(world);
  addComponent(world, room, Transform);
  addComponent(world, room, set(Collider, chain([minX, minY, maxX, minY, maxX, maxY, minX, maxY], { closed: true })));
  addComponent(world, room, Static);

  const pillars: number[] = [];
  const spin: number[] = []; // by entity
  const shapes = [
    circle(0.5),
    box(0.7, 0.35),
    polygon([0.7, 0, 0.1, 0.6, -0.5, 0.3, -0.4, -0.5, 0.3, -0.5]),
    box(0.15, 1.1),
  ];
  for (let i = 0; i < 14; i++) {
    const eid = addEntity(world);
    const x = -6 + 4 * (i % 4) + 1.6 * (random() - 0.5);
    const y = -3.6 + 2.3 * Math.floor(i / 4) + 0.9 * (random() - 0.5);
    addComponent(world, eid, set(Transform, { x, y, rotation: 6 * random() }));
    addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
    spin[eid] = random() - 0.5;
    pillars.push(eid);
  }

  const lamp = addEntity(world);
  addComponent(world, lamp, set(Transform, { x: 0.2, y: -0.2 }));
  addComponent(world, lamp, set(Collider, { ...lampShape, categoryBits: LAMP }));
  let tick = 0;
  let alone = true;
  remember(
    () => ({ moved, spin, tick, alone }),
    (was) => void ({ tick, alone } = was),
  );

  function moveLamp(): void {
    if (input.pointerDown || input.moveX !== 0 || input.moveY !== 0) alone = false;
    // Left alone, it swings to and fro.
    const phase = tick++ % 600;
    const swing = alone ? (phase < 150 || phase >= 450 ? 0.4 : -0.4) : 0;
    const x = input.pointerDown ? input.pointerX - Transform.x[lamp] : (input.moveX + swing) * SPEED * TICK;
    const y = input.pointerDown ? input.pointerY - Transform.y[lamp] : input.moveY * SPEED * TICK;
    // The mover keeps the lamp out of the pillars and in the room; a pillar that turns pushes it away.
    moveAndSlide(world, lamp, { x, y }, {}, moved);
    Transform.x[lamp] = moved.x;
    Transform.y[lamp] = moved.y;
  }

  /** Casts a ray in every direction. The room is closed, so every ray hits something. */
  function shine(): void {
    const x = Transform.x[lamp];
    const y = Transform.y[lamp];
    for (let i = 0; i < RAYS; i++) {
      cosSin(direction, 0, (i * 2 * Math.PI) / RAYS); // the same on every engine, unlike Math.cos and Math.sin
      const found = castRay(
        world,
        { x, y },
        { x: REACH * direction[0], y: REACH * direction[1] },
        { maskBits: OPAQUE },
        hit,
      );
      light[2 * i] = found ? hit.x : x;
      light[2 * i + 1] = found ? hit.y : y;
    }
  }

  shine(); // lit before the first tick, too

  return {
    world,
    collision,
    input,
    counts,
    stages,
    light,
    lamp,
    pillars,
    step() {
      moveLamp();
      for (const eid of pillars) Transform.rotation[eid] += spin[eid] * TICK;
      collisionSystem(world);
      const start = performance.now();
      shine();
      Object.assign(stages, collision.timings, { rays: performance.now() - start });
    },
    hash: () => hashNumbers(light),
  } satisfies Sim & Record<string, unknown>;
}
