import { type CastHit, castRayAll } from '../../entry/2d.ts';
import { createGame } from './game-2d.ts';

/** A game with circles of radius 1 along the x axis, 10 apart, the first at 10. */
export function circleRow(count: number) {
  const game = createGame();
  const eids = Array.from({ length: count }, (_, i) => game.spawn(10 * (i + 1)));
  return { ...game, eids };
}

/** The entities that a ray along the x axis meets, from the origin on. */
export function entitiesAlongX(world: object, options = {}): number[] {
  const hits: CastHit[] = [];
  castRayAll(world, { x: 0, y: 0 }, { x: 1, y: 0 }, hits, options);
  return hits.map((hit) => hit.entity);
}
