import { describe, expect, it } from 'vitest';
import { AskedAgain, askAgain, isAskedAgain } from '../../../src/core/broad-phase/asked-again.ts';

const listed = ({ slots }: AskedAgain): number[] => Array.from(slots.items.subarray(0, slots.count));

describe('slots whose pairs are asked about again', () => {
  it('are listed once, and mean all pairs with either slot', () => {
    const again = new AskedAgain();
    expect(again.has(2, 5)).toBe(false);
    again.add(5);
    again.add(2);
    again.add(5);
    expect(listed(again)).toEqual([5, 2]);
    expect([again.has(5, 0), again.has(0, 5), again.has(2, 5), again.has(0, 1)]).toEqual([true, true, true, false]);
  });

  it('are asked about for one tick', () => {
    const again = new AskedAgain();
    again.add(3);
    again.begin();
    expect(again.has(3, 0)).toBe(true);
    again.end();
    expect([again.has(3, 0), listed(again)]).toEqual([false, []]);
    // Nothing is left of an earlier tick where a tick ends that has asked about none.
    again.end();
    again.add(3);
    again.end();
    expect([again.has(3, 0), listed(again)]).toEqual([true, [3]]);
  });

  it('wait for the next tick where a tick has added them', () => {
    const again = new AskedAgain();
    again.add(3);
    again.add(4);
    again.begin();
    again.add(7);
    again.add(4);
    again.end();
    expect([again.has(3, 0), again.has(4, 0), again.has(7, 0)]).toEqual([false, true, true]);
    expect(listed(again)).toEqual([7, 4]);
    again.begin();
    again.end();
    expect([again.has(4, 0), again.has(7, 0), listed(again)]).toEqual([false, false, []]);
  });

  it('are forgotten, whether they wait or are asked about', () => {
    const again = new AskedAgain();
    again.add(3);
    again.begin();
    again.add(4);
    again.clear();
    expect([again.has(3, 0), again.has(4, 0), listed(again)]).toEqual([false, false, []]);
  });

  it('are kept by candidates from the first one on', () => {
    const candidates: { again: AskedAgain | undefined } = { again: undefined };
    expect(isAskedAgain(candidates, 1, 2)).toBe(false);
    askAgain(candidates, 2);
    const { again } = candidates;
    askAgain(candidates, 1);
    expect(candidates.again).toBe(again);
    expect([isAskedAgain(candidates, 1, 0), isAskedAgain(candidates, 0, 3)]).toEqual([true, false]);
  });
});
