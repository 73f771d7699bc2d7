import { addComponent, set } from 'bitecs';
import { describe, expect, it } from 'vitest';
import {
  box,
  boxHierarchy,
  type CastHit,
  capsule,
  castRay,
  castRayAll,
  castRayAny,
  castShape,
  castShapeAll,
  chain,
  circle,
  closestPoint,
  closestPoints,
  collisionSystem,
  compound,
  overlapShape,
  polygon,
  queryAabb,
  queryPoint,
  refreshCollision,
  type ShapeSpec,
  sphereHierarchy,
} from '../../entry/2d.ts';
import { createGame, type Game } from '../support/game-2d.ts';
import { createRng, type Rng } from '../support/rng.ts';

it('after set(Collider, circle(8)), castRay and castRayAll name the same first hit, that of the last tick', () => {
  const { world, collision, spawn } = createGame();
  const near = spawn(5);
  const far = spawn(20);
  collisionSystem(world);
  addComponent(world, far, set(collision.Collider, circle(8)));
  addComponent(world, far, set(collision.Transform, { x: 10 }));
  collision.Collider.radius[near] = 3;
  const hits: CastHit[] = [];
  const told = (): unknown[] => [
    castRay(world, { x: 0, y: 0 }, { x: 1, y: 0 })?.fraction,
    castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits),
    ...hits.map(({ entity, fraction }) => [entity, fraction]),
    closestPoint(world, { x: 0, y: 0 })?.distance,
    closestPoints(world, near, far)?.separation,
  ];
  expect(told()).toEqual([4, 2, [near, 4], [far, 19], 4, 13]);
  refreshCollision(world);
  expect(told()).toEqual([2, 2, [near, 2], [far, 2], 2, -6]);
});

const SHAPES: readonly ShapeSpec[] = [
  circle(1),
  circle(3),
  box(2, 0.5),
  box(0.5, 3, { radius: 0.25 }),
  capsule(2, 0.5),
  polygon([0, 2, -2, -1, 2, -1]),
  polygon([0, 1, -1, -1, 1, -1], { radius: 0.5 }),
  chain([-3, 0, 0, 1, 3, 0, 4, -2]),
  compound([
    { ...circle(1), offsetX: 2 },
    { ...box(0.5, 0.5), offsetX: -2 },
  ]),
];

/** All that queries tell of a world, from a few places. */
function survey(world: object, eids: readonly number[]): unknown[] {
  const out: number[] = [];
  const hits: CastHit[] = [];
  const told: unknown[] = [];
  for (let i = 0; i < 24; i++) {
    const x = (i % 6) * 6 - 15;
    const y = Math.floor(i / 6) * 6 - 9;
    const dx = ((i * 7) % 5) - 2;
    const dy = ((i * 3) % 7) - 3.5;
    const first = castRay(world, { x, y }, { x: dx, y: dy });
    castRayAll(world, { x, y }, { x: dx, y: dy }, hits);
    // Queries of one world agree with one another, whatever has been written.
    expect(hits[0]?.entity).toBe(first?.entity);
    expect(hits[0]?.fraction).toBe(first?.fraction);
    expect(castRayAny(world, { x, y }, { x: dx, y: dy })).toBe(first !== undefined);
    told.push(hits.map((hit) => ({ ...hit })));
    const met = castShape(world, circle(0.5), { x, y }, { x: 4 * dx, y: 4 * dy });
    castShapeAll(world, circle(0.5), { x, y }, { x: 4 * dx, y: 4 * dy }, hits);
    expect(hits[0]?.entity).toBe(met?.entity);
    told.push(hits.map((hit) => ({ ...hit })));
    queryPoint(world, { x, y }, out);
    const inside = [...out];
    const nearest = closestPoint(world, { x, y });
    if (inside.length > 0) expect([nearest?.distance, nearest?.entity]).toEqual([0, inside[0]]);
    told.push(inside, nearest && { ...nearest });
    overlapShape(world, box(2, 1), { x, y, rotation: 0.5 }, out);
    told.push([...out]);
    queryAabb(world, { x: x - 2, y: y - 2 }, { x: x + 2, y: y + 2 }, out);
    told.push([...out]);
  }
  for (let i = 1; i < eids.length; i++) told.push(closestPoints(world, eids[i - 1], eids[i]));
  return told;
}

function change({ world, collision: { Transform, Collider } }: Game, rng: Rng, eid: number): void {
  const spec = SHAPES[rng.integer(0, SHAPES.length - 1)];
  switch (rng.integer(0, 5)) {
    case 0:
      addComponent(world, eid, set(Collider, spec));
      break;
    case 1:
      addComponent(world, eid, set(Transform, { x: rng.range(-20, 20), rotation: rng.range(-3, 3) }));
      break;
    case 2:
      Collider.radius[eid] += rng.range(0.1, 4);
      break;
    case 3:
      Collider.halfWidth[eid] = rng.range(0.1, 9);
      Collider.halfHeight[eid] = rng.range(0.1, 9);
      break;
    case 4:
      Collider.kind[eid] = rng.integer(1, 3);
      break;
    default:
      Transform.scale[eid] = rng.range(0.2, 5);
      Transform.y[eid] = rng.range(-20, 20);
      Collider.offsetX[eid] = rng.range(-3, 3);
  }
}

describe.each([boxHierarchy, sphereHierarchy])('random changes between ticks, with %o', (hierarchy) => {
  it('are seen by no query before the tick, and by all of them after it', () => {
    const rng = createRng(617);
    for (let round = 0; round < 12; round++) {
      const game = createGame({ hierarchy, margin: round % 3 === 0 ? 0.5 : 0 });
      const { world, collision } = game;
      const eids = Array.from({ length: 12 }, (_, i) => {
        const eid = game.spawn(rng.range(-20, 20), rng.range(-20, 20), SHAPES[i % SHAPES.length]);
        if (i % 4 === 0) addComponent(world, eid, collision.Static);
        return eid;
      });
      collisionSystem(world);
      const before = survey(world, eids);
      for (let i = 0; i < 6; i++) {
        change(game, rng, eids[rng.integer(0, eids.length - 1)]);
        expect(survey(world, eids), `round ${round}, change ${i}`).toEqual(before);
      }
      // A world made anew of what the stores hold is the model of what is seen after a refresh.
      for (const eid of eids) {
        if (collision.Collider.kind[eid] < 4)
          collision.Collider.radius[eid] = Math.max(collision.Collider.radius[eid], 0.1);
        if (collision.Collider.kind[eid] < 4) collision.Collider.halfWidth[eid] ||= 0.5;
        if (collision.Collider.kind[eid] < 4) collision.Collider.halfHeight[eid] ||= 0.5;
      }
      refreshCollision(world);
      const after = survey(world, eids);
      const model = createGame({ hierarchy, margin: round % 3 === 0 ? 0.5 : 0 });
      for (const spec of SHAPES) if (spec.shape !== 0) model.collision.registerShape(spec);
      for (const eid of eids) {
        const { registry } = collision.state.set;
        const registered = registry.shapes[collision.Collider.shape[eid]];
        model.spawn(0);
        for (const name of ['x', 'y', 'rotation', 'scale'] as const) {
          model.collision.Transform[name][eid] = collision.Transform[name][eid];
        }
        const fields = Object.keys(collision.Collider) as (keyof typeof collision.Collider)[];
        for (const name of fields) model.collision.Collider[name][eid] = collision.Collider[name][eid];
        if (registered !== undefined)
          addComponent(model.world, eid, set(model.collision.Collider, { shape: registered }));
      }
      collisionSystem(model.world);
      expect(after, `round ${round}`).toEqual(survey(model.world, eids));
      expect(after).not.toEqual(before);
    }
  });
});
