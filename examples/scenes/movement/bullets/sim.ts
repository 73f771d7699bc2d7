import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import { box, type Collision, circle, collisionSystem, createCollision, sweptColliders } from 'bitecs-collision/2d';
import { Flashes } from '../../../shared/flashes.ts';
import { hashNumbers } from '../../../shell/hash.ts';
import { createRandom } from '../../../shell/random.ts';
import { remember } from '../../../shell/remember.ts';
import { createSceneInput, type SceneAbout, type Sim, type SimOptions } from '../../../shell/scene.ts';
import { firstTouch, type Target } from './first-touch.ts';

export const about: SceneAbout = {
  summary:
    'The same bullets above and below. Those above are tagged Swept; the others are where they are in each tick.',
  hint: 'Make them faster or slower in the panel; up and down do it too.',
};

export const FIELD = { width: 32, height: 10 };
export const BULLET_RADIUS = 0.08;
export const LEAST_SPEED = 0.05;
export const MOST_SPEED = 12;

const BULLETS = 40;
/** Ticks between two bullets. */
const PERIOD = 3;

/** The counts of one of the two fields. */
export interface Range {
  readonly isSwept: boolean;
  readonly world: object;
  readonly collision: Collision;
  /** Hits that have been told of, and those that the formulas expect by now. */
  found: number;
  expected: number;
  readonly flashes: Flashes;
  /** Entities, each by the number of its bullet. */
  readonly bullets: Map<number, number>;
}

interface Bullet {
  readonly number: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  age: number;
  /** When it touches targets, in ticks, the next one last. */
  readonly touches: number[];
}

export type SceneSim = ReturnType<typeof createSim>;

export function createSim({ seed }: SimOptions) {
  const random = createRandom(seed);
  const input = createSceneInput();
  const settings = { speed: 3 };
  const targets = placeTargets(random);
  const counts = { expected: 0, swept: 0, discrete: 0 };
  const Bullet = {};
  const Target = {};
  const ranges = [true, false].map((isSwept) => createRange(isSwept, targets, Bullet, Target));
  let bullets: Bullet[] = [];
  let ticks = 0;
  remember(
    () => ({ bullets, ticks }),
    (was) => void ({ bullets, ticks } = was),
  );

  function shoot(): void {
    const y = (0.1 + 0.8 * random()) * FIELD.height;
    const dx = settings.speed * (0.8 + 0.4 * random());
    // Towards a place at the other end, so that it stays in the field.
    const dy = (dx * ((0.1 + 0.8 * random()) * FIELD.height - y)) / FIELD.width;
    const touches = targets
      .map((target) => firstTouch(target, 0, y, dx, dy, BULLET_RADIUS))
      .filter((time) => time * dx < FIELD.width)
      .sort((a, b) => b - a);
    const bullet = { number: ticks, y, dx, dy, age: 0, touches };
    bullets.push(bullet);
    for (const range of ranges) {
      const { world, collision } = range;
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x: 0, y }));
      addComponent(world, eid, set(collision.Collider, { ...circle(BULLET_RADIUS), categoryBits: 2, maskBits: 1 }));
      addComponent(world, eid, Bullet);
      if (range.isSwept) addComponent(world, eid, collision.Swept);
      range.bullets.set(bullet.number, eid);
    }
  }

  function fly(bullet: Bullet): void {
    bullet.age++;
    for (const { collision, bullets: eids } of ranges) {
      const eid = eids.get(bullet.number)!;
      collision.Transform.x[eid] = bullet.age * bullet.dx;
      collision.Transform.y[eid] = bullet.y + bullet.age * bullet.dy;
    }
    const { touches } = bullet;
    while (touches.length > 0 && touches[touches.length - 1] <= bullet.age) {
      touches.pop();
      for (const range of ranges) range.expected++;
    }
  }

  function retire(bullet: Bullet): void {
    for (const { world, bullets: eids } of ranges) {
      removeEntity(world, eids.get(bullet.number)!);
      eids.delete(bullet.number);
    }
  }

  return {
    world: ranges[0].world,
    collision: ranges[0].collision,
    input,
    settings,
    counts,
    ranges,
    targets,
    step() {
      if (input.moveY !== 0) {
        settings.speed = Math.min(MOST_SPEED, Math.max(LEAST_SPEED, settings.speed * (input.moveY < 0 ? 1.02 : 0.98)));
      }
      for (const { flashes } of ranges) flashes.tick();
      for (const bullet of bullets) fly(bullet);
      // A tick after it has gone out of the field, so that all it has met has been told.
      for (const bullet of bullets) if ((bullet.age - 1) * bullet.dx > FIELD.width) retire(bullet);
      bullets = bullets.filter(({ age, dx }) => (age - 1) * dx <= FIELD.width);
      if (ticks++ % PERIOD === 0 && bullets.length < BULLETS) shoot();
      for (const { world } of ranges) collisionSystem(world);
      counts.expected = ranges[0].expected;
      counts.swept = ranges[0].found;
      counts.discrete = ranges[1].found;
    },
    /** Forgets all hits. */
    clear() {
      for (const range of ranges) {
        range.found = 0;
        range.expected = 0;
      }
    },
    hash() {
      return hashNumbers([counts.expected, counts.swept, counts.discrete, bullets.length, ticks]);
    },
  } satisfies Sim & Record<string, unknown>;
}

function createRange(isSwept: boolean, targets: readonly Target[], Bullet: object, Target: object): Range {
  const world = createWorld();
  const collision = createCollision(world, isSwept ? { swept: sweptColliders } : {});
  const { Transform, Collider, Static } = collision;
  const range: Range = {
    isSwept,
    world,
    collision,
    found: 0,
    expected: 0,
    flashes: new Flashes(),
    bullets: new Map(),
  };
  for (const { x, y, radius, halfWidth, halfHeight } of targets) {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y }));
    addComponent(world, eid, set(Collider, { ...(radius > 0 ? circle(radius) : box(halfWidth, halfHeight)) }));
    addComponent(world, eid, Static);
    addComponent(world, eid, Target);
  }
  collision.onBegin([Bullet], [Target], (_, __, contact) => {
    range.found++;
    range.flashes.add(contact.pointX(0), contact.pointY(0), 0.5);
  });
  return range;
}

/** Thin walls and small circles, beside each other. */
function placeTargets(random: () => number): Target[] {
  const targets: Target[] = [];
  for (let x = 3; x < FIELD.width - 1; x += 1.5) {
    for (let y = 0.8; y < FIELD.height - 1; y += 1.8) {
      if (random() < 0.35) continue;
      const place = { x: x + 0.4 * random(), y: y + 0.4 * random() };
      if (random() < 0.5) targets.push({ ...place, radius: 0.15 + 0.3 * random(), halfWidth: 0, halfHeight: 0 });
      else targets.push({ ...place, radius: 0, halfWidth: 0.05, halfHeight: 0.3 + 0.4 * random() });
    }
  }
  return targets;
}
