/**
 * Runs in a child process with a large young generation and `--expose-gc`: saves, ticks and records a world whose pairs
 * begin and end all the time, and prints how many bytes a round of these allocated, and the same for a control that
 * must allocate.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import {
  box,
  circle,
  collisionSystem,
  createCollision,
  createCollisionHistory,
  createEventLog,
  createSnapshot,
  hashCollision,
  polygon,
  saveCollision,
  savedEntities,
} from '../../entry/2d.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { effort } from './effort.ts';
import { createRng } from './rng.ts';

const MEASURED = { rounds: 700, windows: 60, enough: effort(4, 8) };
const BODIES = 300;
const KEPT = 8;

const random = createRng(7).next;
const world = createWorld();
const collision = createCollision(world, { shouldCollide: (a, b) => (a + b) % 17 !== 0 });
const { Transform, Collider } = collision;
const shapes = [circle(0.4), box(0.4, 0.3), polygon([0, 0, 1, 0, 0.5, 0.8])];
const centre = new Float64Array(BODIES + 1);
for (let i = 0; i < BODIES; i++) {
  const eid = addEntity(world);
  centre[eid] = 20 * random() - 10;
  addComponent(world, eid, set(Transform, { x: centre[eid], y: 8 * random(), rotation: random() }));
  addComponent(world, eid, set(Collider, shapes[i % shapes.length]));
  if (i % 5 === 0) addComponent(world, eid, collision.Static);
}
const stores = { Transform, Collider };
const snapshots = Array.from({ length: KEPT }, () => createSnapshot({ stores, entities: savedEntities }));
const history = createCollisionHistory(world, { ticks: KEPT });
const log = createEventLog(world, { ticks: 2 * KEPT });
const heard = new Float64Array(1);
log.onBegin([], [Collider], { predicted: (_a, _b, event) => void (heard[0] += event.id) });
log.onEnd([], [Collider], { confirmed: (_a, _b, event) => void (heard[0] += event.tick) });

let step = 0;
function tick(): void {
  step++;
  // A motion that repeats every 64 ticks: no buffer meets a new peak.
  const phase = step & 63;
  const along = (phase < 32 ? phase : 64 - phase) / 32;
  for (let eid = 1; eid <= BODIES; eid++) {
    if (eid % 5 !== 1) Transform.x[eid] = centre[eid] + along * ((eid % 5) - 2) * 0.5;
  }
  collisionSystem(world);
}

function round(): void {
  tick();
  saveCollision(world, snapshots[step % KEPT]);
  history.record();
  heard[0] += hashCollision(world) & 1;
  log.confirm(step > KEPT ? step - KEPT : 0);
  log.deliver();
}

const kept: object[] = [];
for (let i = 0; i < 200; i++) round();
const steady = bytesPerRound(round, MEASURED);
const control = bytesPerRound(
  () => {
    round();
    kept[0] = { step };
  },
  { ...MEASURED, windows: 1 },
);

console.log(JSON.stringify({ steady, control, contacts: collision.counts.contacts }));
