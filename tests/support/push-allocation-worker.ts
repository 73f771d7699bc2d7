/**
 * Runs in a child process with a large young generation and `--expose-gc`: pushes a crowd apart between walls of all
 * kinds, tick after tick, and prints how many bytes a tick allocated, and the same for a control that must allocate.
 */
import { addComponent } from 'bitecs';
import { box, capsule, chain, circle, collisionSystem, polygon, pushApart, tiles } from '../../entry/2d.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { createGame } from './game-2d.ts';
import { createRng } from './rng.ts';

const BODIES = 200;
/**
 * How much is measured. Many windows are needed, because V8 still allocates a little when it compiles code that only
 * some ticks run.
 */
const MEASURED = { rounds: 256, windows: 100, enough: 64 };

const rng = createRng(23);
const { world, collision, spawn } = createGame();
const { Transform, Static } = collision;
const walls = [
  spawn(-12, 0, box(0.3, 14)),
  spawn(12, 0, chain([0, -14, 0, 0, 1, 14])),
  spawn(-15, -16, tiles({ columns: 30, rows: 4, size: 1, cells: new Array(120).fill(1) })),
];
for (const eid of walls) addComponent(world, eid, Static);
const door = spawn(0, 8, box(4, 0.2));
const shapes = [circle(0.7), box(0.6, 0.5), capsule(0.3, 0.5), polygon([-0.7, -0.5, 0.7, -0.4, 0.2, 0.8])];
const first = door + 1;
const startX: number[] = [];
const startY: number[] = [];
for (let i = 0; i < BODIES; i++) {
  startX.push(rng.range(-11, 11));
  startY.push(rng.range(-11, 11));
  spawn(startX[i], startY[i], shapes[i % shapes.length]);
}
const options = { rounds: 4, weight: (eid: number) => (eid === door ? Infinity : 1 + (eid % 3)) };

let step = 0;
function tick(): void {
  step++;
  // A motion that repeats every 64 ticks: no buffer meets a new peak. A few walk far at once.
  const phase = step & 63;
  const along = (phase < 32 ? phase : 64 - phase) / 32;
  for (let i = 0; i < BODIES; i++) {
    Transform.x[first + i] = startX[i] + along * ((i % 5) - 2) * 2 + (i % 9 === 0 && phase === 20 ? 3 : 0);
    Transform.y[first + i] = startY[i] + along * ((i % 3) - 1) * 2;
  }
  collisionSystem(world);
  pushApart(world, options);
}

let kept: unknown;
const steady = bytesPerRound(tick, MEASURED);
const control = bytesPerRound(
  () => {
    tick();
    kept = { step };
  },
  { ...MEASURED, windows: 2 },
);
if (kept === undefined) throw new Error('the control did nothing');
console.log(JSON.stringify({ steady, control, contacts: collision.state.contacts.count }));
