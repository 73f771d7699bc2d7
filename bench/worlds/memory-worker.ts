import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { openWorld } from '../peers/ours.ts';
import { makeScene } from '../scene.ts';
import { bareStores } from './bare-stores.ts';

// node --expose-gc memory-worker.mjs <ours|bitecs>: prints the bytes a body of 500,000 circles, after some ticks.

declare const gc: () => void;

const TICKS = 26;
const scene = makeScene('N4');

function bytes(): number {
  gc();
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Makes the world that is measured and returns the objects that keep it alive meanwhile. */
function ours(): object {
  const { session, ...rest } = openWorld(scene);
  const tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  for (let tick = 0; tick < TICKS; tick++) {
    scene.step();
    session.update(tally);
    session.read(tally);
  }
  return { session, ...rest };
}

function bitecs(): object {
  const world = createWorld();
  const stores = bareStores(world, scene.count + 1);
  const ids: number[] = [];
  for (let i = 0; i < scene.count; i++) {
    const eid = addEntity(world);
    ids[i] = eid;
    addComponent(world, eid, set(stores.Transform, { x: scene.x[i], y: scene.y[i] }));
    addComponent(world, eid, set(stores.Collider, { radius: scene.radius[i] }));
  }
  return { world, stores, ids };
}

const before = bytes();
const kept = process.argv[2] === 'ours' ? ours() : bitecs();
console.log((bytes() - before) / scene.count);
if (kept === undefined) throw new Error('nothing was measured');
process.exit(0);
