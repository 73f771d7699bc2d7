import type { Tally } from '../peer.ts';
import { PEERS } from '../peers.ts';
import type { Scene } from '../scene.ts';
import type { Timed } from './compare.ts';

/** How a contest of ticks is put. */
export interface TickWorld {
  readonly name: string;
  readonly make: () => Scene;
  readonly rival: string;
  /** How far apart the two numbers of pairs may be, relative to the larger. */
  readonly tolerance?: number;
}

/** A tick of one scene, ours beside another peer, reading included; each side has the scene to itself. */
export async function ticks({ name, make, rival, tolerance = 0 }: TickWorld): Promise<Timed> {
  const [ours, theirs] = [await sideOf(make(), 'ours'), await sideOf(make(), rival)];
  const before = { ours: ours.step, theirs: theirs.step };
  return { family: 'ticks', name, rival, operations: 1, ours: ours.tick, theirs: theirs.tick, tolerance, before };
}

/** The first tick of a world in a process that has run others before: each pass opens a world of its own. */
export function firstTicks({ name, make, rival, tolerance = 0 }: TickWorld): Timed {
  const scene = make();
  let next: TickSide;
  const open = async (peer: string): Promise<void> => {
    next = await sideOf(scene, peer);
  };
  const before = { ours: () => open('ours'), theirs: () => open(rival) };
  const tick = (): number => next.tick();
  return { family: 'first ticks', name, rival, operations: 1, ours: tick, theirs: tick, tolerance, before };
}

interface TickSide {
  readonly step: () => void;
  readonly tick: () => number;
}

async function sideOf(scene: Scene, peer: string): Promise<TickSide> {
  const session = await PEERS[peer](scene);
  const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
  const tick = (): number => {
    tally.pairs = 0;
    session.update(tally);
    session.read(tally);
    return tally.pairs;
  };
  return { step: scene.step, tick };
}
