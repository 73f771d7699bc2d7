import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { box, circle, collisionSystem, createCollision, sweptColliders } from '../entry/2d.ts';
import { createRng } from '../tests/support/rng.ts';

const BULLETS = 20_000;
const ENEMIES = 2000;
const WALLS = 60;
/** Units a tick. */
const SPEED = 60;
/** The side of the field: so large that about one in ten bullets hits something in a tick. */
const SIDE = 1435;
/** Ticks of each world in a round, and such as come before the first. */
const TICKS = 8;
const WARM_UP = 60;
const BULLET_BIT = 1;
const TARGET_BIT = 2;

/**
 * 20,000 bullets of 60 units a tick among 2,000 enemies and walls half a unit thick: how long a tick takes where they
 * are swept, beside one of the same bullets that are not and find one in fifty of the hits. Both in turn, processor
 * time of ticks alone, medians of the rounds.
 */
export function reportBullets(rounds: number): string {
  const worlds = [openField(true), openField(false)];
  for (const field of worlds) for (let tick = 0; tick < WARM_UP; tick++) field.tick();
  const times = worlds.map(() => [] as number[]);
  const hits = [0, 0];
  for (let round = 0; round < rounds; round++) {
    for (const [i, field] of worlds.entries()) {
      let time = 0;
      for (let tick = 0; tick < TICKS; tick++) {
        time += field.tick();
        hits[i] += field.hits;
      }
      times[i].push(time / TICKS);
    }
  }
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1];
  const found = hits.map((count) => Math.round(count / (rounds * TICKS)));
  const ratios = times[0].map((time, round) => time / times[1][round]);
  const ratio = median(ratios).toFixed(2);
  const ms = times.map((of) => (median(of) / 1000).toFixed(2));
  return `bullets, 20,000 of them: swept ${ms[0]} ms for ${found[0]} hits, unswept ${ms[1]} ms for ${found[1]}: ${ratio}× the time`;
}

interface Field {
  /** What began in the last tick. */
  hits: number;
  /** Moves all and runs a tick; returns its processor time in microseconds. */
  tick(): number;
}

function openField(isSwept: boolean): Field {
  const rng = createRng(3);
  const world = createWorld();
  const capacity = BULLETS + ENEMIES + WALLS + 1;
  const collision = createCollision(world, { capacity, swept: sweptColliders });
  const { Transform, Collider, Static, Swept } = collision;
  const add = (shape: object, rotation: number): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: rng.range(0, SIDE), y: rng.range(0, SIDE), rotation }));
    addComponent(world, eid, set(Collider, shape as ReturnType<typeof circle>));
    return eid;
  };
  const bullet = { ...circle(0.1), categoryBits: BULLET_BIT, maskBits: TARGET_BIT };
  const enemy = { ...circle(0.7), categoryBits: TARGET_BIT, maskBits: BULLET_BIT };
  const wall = { ...box(0.25, 10), categoryBits: TARGET_BIT, maskBits: BULLET_BIT };
  const ids: number[] = [];
  for (let i = 0; i < BULLETS; i++) ids.push(add(bullet, 0));
  if (isSwept) for (const eid of ids) addComponent(world, eid, Swept);
  for (let i = 0; i < ENEMIES; i++) ids.push(add(enemy, 0));
  for (let i = 0; i < WALLS; i++) addComponent(world, add(wall, rng.range(0, Math.PI)), Static);
  const ways = ids.map((_, i) => {
    const angle = rng.range(0, 2 * Math.PI);
    const speed = i < BULLETS ? SPEED : 0.1;
    return { x: speed * Math.cos(angle), y: speed * Math.sin(angle) };
  });
  const field: Field = {
    hits: 0,
    tick() {
      field.hits = 0;
      for (const [i, eid] of ids.entries()) {
        const way = ways[i];
        Transform.x[eid] += way.x;
        Transform.y[eid] += way.y;
        // Back from the sides of the field.
        if (Transform.x[eid] < 0 ? way.x < 0 : Transform.x[eid] > SIDE && way.x > 0) way.x = -way.x;
        if (Transform.y[eid] < 0 ? way.y < 0 : Transform.y[eid] > SIDE && way.y > 0) way.y = -way.y;
      }
      const start = process.cpuUsage();
      collisionSystem(world);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    },
  };
  collision.onBegin(() => {
    field.hits++;
  });
  return field;
}
