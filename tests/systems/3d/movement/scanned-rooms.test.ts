import { describe, expect, it } from 'vitest';
import { effort } from '../../../support/effort.ts';
import { compareRates, openRoom, ROOM_SKIN, ROOMS, walkRoom } from '../../../support/room-walks.ts';

const RATES = [30, 60, 120, 240];

/** Walks in each room; `ROOM_WALKS=10000` asks for another number, of a thousand ticks each. */
const WALKS = Number(process.env.ROOM_WALKS ?? effort(200, 2));
const TICKS = process.env.ROOM_WALKS === undefined ? effort(1000, 60) : 1000;

describe.each(ROOMS)('%s, scanned, some ten thousand triangles of one side', (name) => {
  const room = openRoom(name);

  it('is walked at any rate, never into a triangle, through a wall, or held where a step is free', () => {
    let way = 0;
    let left = 0;
    for (let walk = 0; walk < WALKS; walk++) {
      const walked = walkRoom(room, 1000 + walk, RATES[walk % RATES.length], TICKS);
      expect(walked.faults).toEqual([]);
      way += walked.way;
      if (walked.hasLeft) left++;
    }
    expect(way).toBeGreaterThan(0.1 * WALKS);
    expect(left).toBeLessThanOrEqual(0.02 * WALKS);
  });

  it('is walked at one height, at 60 ticks a second and at 240', () => {
    let compared = 0;
    for (let walk = 0; walk < Math.max(1, WALKS / 4); walk++) {
      const rates = compareRates(room, 5000 + walk, effort(4, 1));
      compared += rates.compared;
      expect(rates.difference, `walk ${walk}`).toBeLessThan(ROOM_SKIN);
    }
    expect(compared).toBeGreaterThan(WALKS);
  });
});
