import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { expect, it } from 'vitest';
import { collisionSystem, createCollision, mesh, seamless, sweptColliders } from '../../entry/3d.ts';

const FLOOR = mesh([-4, 0, -4, -4, 0, 4, 4, 0, 4, 4, 0, -4], [0, 1, 2, 0, 2, 3]);
const SHARD = mesh([-0.5, 0, -0.4, -0.4, 0.2, 0.6, 0.7, -0.1, 0], [0, 1, 2]);

/** Two floors side by side that turn about x, a shard that flies through them, and two shards that cross far away. */
function run({ flies }: { flies: boolean }): string[] {
  const world = createWorld();
  const collision = createCollision(world, { swept: sweptColliders });
  const { Transform, Swept } = collision;
  const Seamless = seamless(world);
  const spawn = (shape: typeof FLOOR, x: number, y: number, qz = 0): number => {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x, y, qz }));
    addComponent(world, eid, set(collision.Collider, shape));
    return eid;
  };
  const floors = [spawn(FLOOR, -4, 0), spawn(FLOOR, 4, 0)];
  const shard = spawn(SHARD, 0.3, 3);
  const crossed = [spawn(SHARD, 90, 0), spawn(SHARD, 90.1, 0.05, 1)];
  for (const floor of floors) addComponent(world, floor, Seamless);
  addComponent(world, shard, Swept);
  collisionSystem(world);
  for (const floor of floors) Transform.qx[floor] = 0.3;
  Transform.qy[shard] = 0.4;
  if (flies) Transform.y[shard] = -3;
  collisionSystem(world);
  const rows: string[] = [];
  let hits = 0;
  for (const contact of collision.contacts()) {
    if (contact.b === shard) hits++;
    if (contact.a !== crossed[0]) continue;
    rows.push(`${contact.normalX} ${contact.normalY} ${contact.normalZ} ${contact.separation} ${contact.pointCount}`);
  }
  expect(hits > 0).toBe(flies);
  return rows;
}

it('leaves the contacts of other triangles alone', () => {
  const alone = run({ flies: false });
  expect(alone).toHaveLength(1);
  expect(run({ flies: true })).toEqual(alone);
});
