/**
 * Runs in a child process: ticks 10,000 circles, capsules, boxes and polygons that move as in the benchmark, and prints
 * how many pairs began in the last tick. With so many, what runs once a tick runs so long that it is compiled in its
 * first run.
 */
import { openWorld } from '../../bench/peers/ours.ts';
import { makeScene } from '../../bench/scene.ts';

const TICKS = 250;

const scene = makeScene('S3');
const { session } = openWorld(scene);
const tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
for (let i = 0; i < TICKS; i++) {
  scene.step();
  session.update(tally);
}
console.log(JSON.stringify({ began: tally.began }));
