import { describe, expect, it } from 'vitest';
import {
  beginServing,
  createRebuildPlan,
  forgetPairs,
  isNextDue,
  isWorn,
  mostPairs,
  STEP_JOIN,
  STEP_PREDICT,
  stopMaking,
  stopServing,
} from '../../../src/core/broad-phase/rebuild-plan.ts';

describe('when pairs are made anew', () => {
  it('goes by how many have escaped, and how many pairs there are', () => {
    expect([isWorn(25, 100), isWorn(26, 100)]).toEqual([false, true]);
    expect([isNextDue(6, 96), isNextDue(7, 96)]).toEqual([false, true]);
    expect([mostPairs(10, 0), mostPairs(10, 4)]).toEqual([50, 62]);
  });

  it('begins with a first tick, and with nothing of the next pairs', () => {
    const plan = createRebuildPlan();
    plan.step = STEP_JOIN;
    beginServing(plan);
    expect(plan).toMatchObject({ isServing: true, age: 1, step: STEP_PREDICT });
    plan.step = STEP_JOIN;
    forgetPairs(plan);
    expect(plan).toMatchObject({ isServing: false, step: STEP_PREDICT, failures: 0, pause: 0 });
  });

  it('pauses for longer and longer after pairs that were useless at once', () => {
    const plan = createRebuildPlan();
    const pauses = Array.from({ length: 8 }, () => {
      beginServing(plan);
      plan.age = 3;
      stopServing(plan);
      return plan.pause;
    });
    // Three failures in a row are put up with, and no pause is longer than 64 ticks.
    expect(pauses).toEqual([0, 0, 0, 16, 32, 64, 64, 64]);
  });

  it('does not count pairs that have served a while, or do not serve, as failures', () => {
    const plan = createRebuildPlan();
    beginServing(plan);
    plan.age = 4;
    stopServing(plan);
    expect([plan.failures, plan.isServing]).toEqual([0, false]);
    plan.age = 1;
    stopServing(plan);
    expect(plan.failures).toBe(0);
  });

  it('pauses at once where there are too many pairs', () => {
    const plan = createRebuildPlan();
    beginServing(plan);
    stopMaking(plan);
    expect(plan).toMatchObject({ failures: 4, pause: 16, isServing: false });
    stopMaking(plan);
    expect(plan).toMatchObject({ failures: 5, pause: 32 });
  });
});
