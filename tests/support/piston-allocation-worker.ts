/**
 * Runs in a child process with a large young generation and `--expose-gc`: pistons push movers along, crush them
 * against walls and let them go, again and again. Prints how many bytes a move allocated, the same for a control that
 * must allocate, and how often movers were hit and crushed. Argument: `plane` or `space`.
 */
import { addComponent } from 'bitecs';
import { collisionSystem } from '../../entry/2d.ts';
import { bytesPerRound } from './bytes-per-round.ts';
import { createGame } from './game-2d.ts';
import { planeKit, spaceKit } from './game-kits.ts';

const isSpace = process.argv[2] === 'space';
const kit = isSpace ? spaceKit : planeKit;
const { moveAndSlide, createMoveResult, refreshCollider, slab, round } = kit;
const LANES = 6;
const STEPS = 64;
const MEASURED = { rounds: 8, windows: 40, enough: 4 * LANES };

const { world, collision, spawn } = createGame({}, kit);
const { Transform, Static } = collision;
const movers: number[] = [];
const pistons: number[] = [];
/** So deep in space that nothing is pushed out to the side. */
const deep = isSpace ? { halfZ: 4 } : {};
/** Each lane is 8 high: a floor, walls at x = −5 and 4, a ceiling over half of the lanes, a piston on the left. */
for (let lane = 0; lane < LANES; lane++) {
  const y = 8 * lane;
  addComponent(world, spawn(0, y - 1, slab(8, 0.5), deep), Static);
  for (const x of [-6, 5]) addComponent(world, spawn(x, y + 1, slab(1, 2), deep), Static);
  if (lane % 2 === 0) addComponent(world, spawn(0, y + 2.5, slab(8, 0.5), deep), Static);
  pistons.push(spawn(-4, y + 0.5, slab(0.5, 1), deep));
  movers.push(spawn(-1, y + 0.1, lane % 3 === 2 ? slab(0.4, 0.5) : round(0.5)));
}
const results = movers.map(() => createMoveResult());
const up = { x: 0, y: 1, ...(isSpace && { z: 0 }) };
const options = { up, skin: 0.0125, snapDistance: 0.25, stepHeight: 0.25, carry: true };
const way = { x: 0.5, y: 0.5, z: 0.5 };
const counts = new Float64Array(3);
collisionSystem(world);

/** The pistons go to the wall and back, some so far that nothing has room, some in leaps past the whole mover. */
function presses(): void {
  for (let step = 0; step < STEPS; step++) {
    const phase = step < STEPS / 2 ? step : STEPS - step;
    for (let lane = 0; lane < LANES; lane++) {
      const piston = pistons[lane];
      const mover = movers[lane];
      const out = results[lane];
      Transform.x[piston] = lane % 3 === 1 ? (phase > 12 ? 2.75 : -4) : -4 + phase / 4;
      refreshCollider(world, piston);
      way.x = phase < 16 ? -0.125 : 0.125;
      way.y = -0.125;
      way.z = 0;
      moveAndSlide(world, mover, way, options, out);
      Transform.x[mover] = out.x;
      Transform.y[mover] = out.y;
      refreshCollider(world, mover);
      counts[0]++;
      counts[1] += out.hitCount;
      if (out.crusherCount > 0) counts[2]++;
    }
  }
}

let kept: unknown;
const moves = STEPS * LANES;
const steady = bytesPerRound(presses, MEASURED) / moves;
const control =
  bytesPerRound(
    () => {
      presses();
      kept = Array.from({ length: 8 * moves }, (_, i) => i / 3);
    },
    { ...MEASURED, windows: 2 },
  ) / moves;
if (kept === undefined) throw new Error('the control did nothing');
console.log(JSON.stringify({ steady, control, hits: counts[1] / counts[0], crushed: counts[2] / counts[0] }));
