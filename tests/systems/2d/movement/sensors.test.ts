import { addComponent } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  type CastHit,
  capsule,
  castCollider,
  castRay,
  castRayAll,
  castShape,
  castShapeAll,
  circle,
  createMoveResult,
  moveAndSlide,
  queryAabb,
  type ShapeSpec,
} from '../../../../entry/2d.ts';
import { listen, take } from '../../../support/game-2d.ts';
import { createMoverWorld } from '../../../support/movement-2d.ts';

const MOVERS: [string, ShapeSpec][] = [
  ['a circle', circle(0.4)],
  ['a capsule', capsule(0.4, 0.3)],
  ['a box', box(0.3, 0.5)],
];

/** A wall from x = 4 to 5, with a sensor before it, one in it and one behind. */
function createRoom() {
  const game = createMoverWorld();
  const { world, collision, add } = game;
  const wall = add(box(0.5, 10), 4.5);
  const [before, within, behind] = [2, 4.5, 6.5].map((x) => {
    const sensor = add(circle(0.4), x);
    addComponent(world, sensor, collision.Sensor);
    return sensor;
  });
  return { ...game, wall, before, within, behind };
}

describe('sensors and what is stopped by a wall', () => {
  it.each(MOVERS)('%s that moves passes through sensors, and tells of none', (_, shape) => {
    const { world, collision, add, tick, wall, before } = createRoom();
    const log = listen(collision);
    const player = add(shape, 0);
    tick();
    take(log);
    const moved = createMoveResult();
    // In one move, past the first sensor, and in small ones.
    for (const steps of [1, 50]) {
      collision.Transform.x[player] = 0;
      tick();
      take(log);
      for (let i = 0; i < steps; i++) {
        moveAndSlide(world, player, { x: 10 / steps, y: 0 }, {}, moved);
        for (let k = 0; k < moved.hitCount; k++) expect(moved.hits[k].entity).toBe(wall);
        collision.Transform.x[player] = moved.x;
        tick();
      }
      expect(moved.hitCount).toBeGreaterThan(0);
      expect(moved.x).toBeLessThan(4);
      // By contacts it is the sensor before the wall that is told of, in the ticks that it is in: none beyond the wall.
      const met = take(log);
      expect(met.every((line) => line.includes(`${before} ${player}`))).toBe(true);
      expect(met.length).toBe(steps === 1 ? 0 : 2);
    }
  });

  it('rays and casts see none unless asked, and then none that is beyond the wall', () => {
    const { world, add, tick, wall, before } = createRoom();
    const player = add(circle(0.5), 0);
    tick();
    const casts = {
      ray: (options: object) => castRay(world, { x: 0.6, y: 0 }, { x: 10, y: 0 }, { ignore: player, ...options }),
      shape: (options: object) =>
        castShape(world, circle(0.5), { x: 0, y: 0 }, { x: 10, y: 0 }, { ignore: player, ...options }),
      collider: (options: object) => castCollider(world, player, { x: 10, y: 0 }, options),
    };
    for (const [name, cast] of Object.entries(casts)) {
      expect(cast({})?.entity, name).toBe(wall);
      expect(cast({ sensors: true })?.entity, name).toBe(before);
      expect(cast({ sensors: true, ignore: [before, player] })?.entity, name).toBe(wall);
    }
  });

  it('casts for all that is in the way go on behind the wall: what comes first is first', () => {
    const { world, tick, wall, before, within, behind } = createRoom();
    tick();
    const hits: CastHit[] = [];
    const order = (count: number) => hits.slice(0, count).map(({ entity }) => entity);
    expect(order(castRayAll(world, { x: 0, y: 0 }, { x: 10, y: 0 }, hits))).toEqual([wall]);
    expect(order(castRayAll(world, { x: 0, y: 0 }, { x: 10, y: 0 }, hits, { sensors: true }))).toEqual([
      before,
      wall,
      within,
      behind,
    ]);
    const count = castShapeAll(world, circle(0.2), { x: 0, y: 0 }, { x: 10, y: 0 }, hits, { sensors: true });
    expect(order(count)).toEqual([before, wall, within, behind]);
    const seen: number[] = [];
    queryAabb(world, { x: 0, y: -1 }, { x: 10, y: 1 }, seen);
    expect(seen).toEqual([wall]);
  });
});
