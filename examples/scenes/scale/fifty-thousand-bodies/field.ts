import { addComponent, addEntity, createWorld, removeComponent, set } from 'bitecs';
import { box, circle, collisionSystem, createCollision } from 'bitecs-collision/2d';
import { readWorldSettings, worldOptions } from '../../../shared/world-settings.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type Sim, type SimOptions, TICK } from '../../../shell/scene.ts';

/** The most there can be, and as many as there are at first. */
export const COUNT = 50_000;
export const EXTENT = { minX: -240, minY: -150, maxX: 240, maxY: 150 };

/** What bodies are: a mixture has as many boxes as circles. */
export const SHAPES = ['circles', 'boxes', 'mixed'];
/** How near bodies may be asked to come for a contact without touching. */
export const MARGINS = [0, 0.25, 0.5, 1];

const SPEED = 9;
const PUSH = 900;
const REACH = 45;
/** How much of its glow a body keeps from tick to tick. */
const FADE = 0.88;

export type FieldSim = ReturnType<typeof createField>;

export function createField(options: SimOptions) {
  const { seed } = options;
  const random = createRandom(seed);
  const world = createWorld();
  const worldSettings = readWorldSettings(options, MARGINS);
  const collision = createCollision(world, { capacity: COUNT + 1, timings: true, ...worldOptions(worldSettings) });
  const { Transform, Collider, Disabled } = collision;
  const input = createSceneInput();
  /** May be changed at any time: how many take part, what they are, how fast and large against how they began. */
  const settings = { count: COUNT, shapes: 'circles', speed: 1, size: 1 };
  const now = { ...settings };
  // By entity, of which the first has the id 1.
  const velocityX = new Float64Array(COUNT + 1);
  const velocityY = new Float64Array(COUNT + 1);
  const glow = new Float64Array(COUNT + 1);
  remember(() => ({ now, velocityX, velocityY }));
  const firstRadius = new Float64Array(COUNT + 1);

  for (let i = 0; i < COUNT; i++) {
    const eid = addEntity(world);
    const x = EXTENT.minX + (EXTENT.maxX - EXTENT.minX) * random();
    const y = EXTENT.minY + (EXTENT.maxY - EXTENT.minY) * random();
    addComponent(world, eid, set(Transform, { x, y }));
    firstRadius[eid] = i % 250 === 0 ? 3 : 0.25 + 0.45 * random();
    addComponent(world, eid, set(Collider, circle(firstRadius[eid])));
    velocityX[eid] = SPEED * (2 * random() - 1);
    velocityY[eid] = SPEED * (2 * random() - 1);
  }

  function follow(): void {
    const { count, shapes, size } = settings;
    // Bodies beyond the chosen number are disabled and keep their places.
    for (let eid = now.count + 1; eid <= count; eid++) removeComponent(world, eid, Disabled);
    for (let eid = count + 1; eid <= now.count; eid++) addComponent(world, eid, Disabled);
    const isOther = size !== now.size || shapes !== now.shapes;
    Object.assign(now, settings);
    if (isOther) for (let eid = 1; eid <= COUNT; eid++) giveShape(eid, size * firstRadius[eid]);
  }

  function giveShape(eid: number, radius: number): void {
    addComponent(world, eid, set(Collider, isBox(eid) ? box(radius, radius) : circle(radius)));
  }

  function isBox(eid: number): boolean {
    return now.shapes === 'boxes' || (now.shapes === 'mixed' && eid % 2 === 0);
  }

  function radiusOf(eid: number): number {
    return now.size * firstRadius[eid];
  }

  function move(): void {
    const { x, y } = Transform;
    const seconds = TICK * now.speed;
    for (let eid = 1; eid <= now.count; eid++) {
      glow[eid] *= FADE;
      x[eid] += velocityX[eid] * seconds;
      y[eid] += velocityY[eid] * seconds;
      if (x[eid] < EXTENT.minX) velocityX[eid] = Math.abs(velocityX[eid]);
      else if (x[eid] > EXTENT.maxX) velocityX[eid] = -Math.abs(velocityX[eid]);
      if (y[eid] < EXTENT.minY) velocityY[eid] = Math.abs(velocityY[eid]);
      else if (y[eid] > EXTENT.maxY) velocityY[eid] = -Math.abs(velocityY[eid]);
    }
  }

  function push(): void {
    const { x, y } = Transform;
    for (let eid = 1; eid <= now.count; eid++) {
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
    for (const { a, b, normalX, normalY, separation } of collision.contacts()) {
      if (separation > 0) continue;
      const approach = (velocityX[a] - velocityX[b]) * normalX + (velocityY[a] - velocityY[b]) * normalY;
      if (approach <= 0) continue;
      const massA = radiusOf(a) * radiusOf(a);
      const massB = radiusOf(b) * radiusOf(b);
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
    settings,
    worldSettings,
    isBox,
    radiusOf,
    step() {
      const { count, shapes, speed, size } = settings;
      if (count !== now.count || shapes !== now.shapes || speed !== now.speed || size !== now.size) follow();
      if (input.pointerDown) push();
      move();
      collisionSystem(world);
      bounce();
    },
    hash: () => hashNumbers(Transform.y, COUNT + 1, hashNumbers(Transform.x, COUNT + 1)),
  } satisfies Sim & Record<string, unknown>;
}
