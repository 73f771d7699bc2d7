import { createRng } from '../../tests/support/rng.ts';
import type { Contest } from '../geometry/contest.ts';
import type { Session, Tally } from '../peer.ts';
import { PEERS } from '../peers.ts';
import { amongStatics, type Scene } from '../scene.ts';

const STATICS = 100_000;
const MOVERS = 2_000;
const HALF = 285;

/** A world of 2,000 circles among 100,000 still boxes, of which the oldest go a tick, and as many come elsewhere. */
async function sideOf(peer: string, changes: number): Promise<() => number> {
  const scene: Scene = amongStatics(STATICS, MOVERS, HALF);
  const session: Session = await PEERS[peer](scene);
  const rng = createRng(17);
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  let next = 0;
  return () => {
    for (let i = 0; i < changes; i++) {
      const body = MOVERS + (next++ % STATICS);
      scene.x[body] = rng.range(-HALF, HALF);
      scene.y[body] = rng.range(-HALF, HALF);
      session.replace?.(body);
    }
    scene.step();
    tally.pairs = 0;
    tally.began = 0;
    tally.ended = 0;
    session.update(tally);
    session.read(tally);
    return tally.pairs;
  };
}

/** Statics that are streamed in and out. Box2D decides what touches in 32 bits. */
export async function streamedStatics(): Promise<Contest> {
  const changes = 1_000;
  const [ours, theirs] = [await sideOf('ours', changes), await sideOf('box2d', changes)];
  const name = '2,000 circles among 100,000 statics, 1,000 of these in and out a tick';
  return { family: 'statics', name, rival: 'box2d3-wasm', operations: 1, ours, theirs, tolerance: 0.02 };
}

/** Times a world in which one static changes beside the same world in which none does. */
export async function oneStatic(): Promise<Contest> {
  const [ours, theirs] = [await sideOf('ours', 1), await sideOf('ours', 0)];
  const name = '2,000 circles among 100,000 statics, one of these in and out a tick';
  return { family: 'statics', name, rival: 'the same with none', operations: 1, ours, theirs, tolerance: 0.2 };
}
