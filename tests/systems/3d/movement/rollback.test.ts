import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  capsule,
  collisionSystem,
  cosSin,
  createCollision,
  createMoveResult,
  createSnapshot,
  moveAndSlide,
  refreshCollider,
  restoreCollision,
  saveCollision,
} from 'bitecs-collision/3d';
import { expect, test } from 'vitest';

/** A player rides a platform that sways and turns, and a piston comes by. */
function createRide() {
  const world = createWorld();
  const { Transform, Collider } = createCollision(world);
  const add = (x: number, y: number, z: number, shape: object): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, z }));
    addComponent(world, eid, set(Collider, shape));
    return eid;
  };
  const platform = add(0, 0, 0, box(2, 0.1, 2));
  const piston = add(-3, 1, 0.2, box(0.4, 0.4, 0.4));
  const player = add(0.7, 0.8, 0.4, capsule(0.3, 0.3));
  const snapshot = createSnapshot({ stores: { Transform, Collider } });
  const walk = { up: { x: 0, y: 1, z: 0 }, snapDistance: 0.2, carry: true };
  const turn = new Float64Array(2);
  const wave = new Float64Array(2);
  const moved = createMoveResult();

  function tick(n: number): void {
    cosSin(turn, 0, 0.02 * n);
    cosSin(wave, 0, 0.05 * n);
    Transform.x[platform] = wave[1];
    Transform.qy[platform] = turn[1];
    Transform.qw[platform] = turn[0];
    Transform.x[piston] = -3 + 0.06 * (n % 60);
    for (const eid of [platform, piston]) refreshCollider(world, eid);
    moveAndSlide(world, player, { x: 0.003, y: -0.1, z: 0 }, walk, moved);
    Transform.x[player] = moved.x;
    Transform.y[player] = moved.y;
    Transform.z[player] = moved.z;
    collisionSystem(world);
  }
  const place = (): number[] => [Transform.x[player], Transform.y[player], Transform.z[player]];
  return { world, snapshot, moved, tick, place };
}

test('a ride goes on to the bit when what the mover remembers is copied beside the snapshot', () => {
  const { world, snapshot, moved, tick, place } = createRide();
  for (let n = 0; n < 40; n++) tick(n);
  saveCollision(world, snapshot);
  const remembered = structuredClone(moved);
  const places: number[][] = [];
  for (let n = 40; n < 100; n++) {
    tick(n);
    places.push(place());
  }
  expect(new Set(places.map(String)).size, 'it is carried').toBe(places.length);
  // The moves after the first restore write to what was put back, which must not be the copy that is kept.
  for (let time = 1; time <= 2; time++) {
    restoreCollision(world, snapshot);
    Object.assign(moved, structuredClone(remembered));
    for (let n = 40; n < 100; n++) {
      tick(n);
      expect(place(), `tick ${n}, restored ${time} times`).toEqual(places[n - 40]);
    }
  }
});
