import type { Contest } from '../geometry/contest.ts';
import type { Session, Tally } from '../peer.ts';
import { PEERS } from '../peers.ts';
import { circles } from '../scene.ts';

/** A tick of each of many worlds. */
export function rooms(count: number): Promise<Contest> {
  return contestOf(count, 1000, `a tick of one of 1,000 worlds of ${count}`);
}

/** A tick of one world, which stays in the caches. */
export function oneRoom(count: number): Promise<Contest> {
  return contestOf(count, 1, `a tick of one world of ${count}`);
}

/** A pass are 1,000 ticks, whether of one world or of as many. */
async function contestOf(count: number, worlds: number, name: string): Promise<Contest> {
  const ticks = 1000;
  const passOf = async (peer: string): Promise<() => number> => {
    const scenes = Array.from({ length: worlds }, () => circles(count, 0.886 * Math.sqrt(count)));
    const sessions: Session[] = [];
    for (const scene of scenes) sessions.push(await PEERS[peer](scene));
    const tally: Tally = { pairs: 0, contacts: 0, began: 0, ended: 0, checksum: 0 };
    return () => {
      tally.pairs = 0;
      for (let tick = 0; tick < ticks; tick++) {
        const i = tick % worlds;
        scenes[i].step();
        sessions[i].update(tally);
        sessions[i].read(tally);
      }
      return tally.pairs;
    };
  };
  const [ours, theirs] = [await passOf('ours'), await passOf('rapier')];
  // Rapier sees pairs a tick late.
  return { family: 'rooms', name, rival: 'rapier', operations: ticks, ours, theirs, tolerance: 0.2 };
}
