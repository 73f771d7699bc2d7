import type { Tally } from '../peer.ts';
import { PEERS } from '../peers.ts';
import { FIRST_TICKS } from './scenes.ts';

// node first-tick-worker.mjs <peer> <world>: prints the milliseconds of the first tick of this process.

const [peer, name] = process.argv.slice(2);
const scene = FIRST_TICKS[name].make();
const session = await PEERS[peer](scene);
const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
const start = performance.now();
session.update(tally);
session.read(tally);
console.log(performance.now() - start);
process.exit(0);
