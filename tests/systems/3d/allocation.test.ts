import { describe, expect, it } from 'vitest';
import { effort } from '../../support/effort.ts';
import { measureAllocation } from '../../support/measure-allocation.ts';

/** V8 allocates a little when it compiles something late. One number each tick would show as 12 bytes or more. */
const NOTHING = 8;

describe('a steady tick in space', () => {
  const all = [
    'sphere,box,capsule',
    'hull',
    'sphere',
    'box',
    'capsule',
    'halfSpace,box,capsule',
    'cylinder',
    'cone',
    'oneWay,hull,cylinder,cone',
    'oneWay,box,capsule',
  ];
  it.each(effort(all, [all[0], all.at(-1)!]))('allocates nothing (%s)', async (kinds) => {
    const { steady, control, contacts } = await measureAllocation('space-allocation-worker.ts', kinds);
    expect(contacts).toBeGreaterThan(20);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per tick').toBeLessThan(NOTHING);
  });

  const swept = [
    ['sphere,box,capsule', 'straight'],
    ['sphere,box,capsule', 'turning'],
    ['hull', 'straight'],
    ['hull', 'turning'],
  ];
  it.each(effort(swept, swept.slice(0, 1)))('allocates nothing (%s, half of them swept, %s)', async (kinds, how) => {
    const { steady, control, contacts } = await measureAllocation('space-allocation-worker.ts', kinds, how);
    // The contacts of the last tick, whose number depends on how long V8 had to settle.
    expect(contacts).toBeGreaterThan(5);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per tick').toBeLessThan(NOTHING);
  });

  const onSurfaces = [
    // Seamless colliders: meshes and heightfields, or boxes and hulls.
    'onChunks,capsule,cone',
    'onChunks,sphere,box',
    'onChunks,hull,cylinder',
    'onBoxes,sphere,box',
    'onBoxes,hull,cylinder',
    'onBoxes,capsule,cone,largeHull',
    'onMesh,sphere,box',
    'onField,sphere,box',
    'onMesh,capsule,cone',
    'onMesh,hull,cylinder',
    'onField,capsule,hull',
    'onMesh,mesh',
  ];
  it.each(effort(onSurfaces, onSurfaces.slice(0, 1)))('allocates nothing on terrain (%s)', async (kinds) => {
    const { steady, control, contacts } = await measureAllocation('space-allocation-worker.ts', kinds);
    expect(contacts).toBeGreaterThan(10);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    expect(steady, 'bytes per tick').toBeLessThan(NOTHING);
  });
});

describe('a steady mover in space', () => {
  const all = [
    ['mesh', 'capsule', 'shape'],
    ['mesh', 'box', 'entity'],
    ['mesh', 'cylinder', 'shape'],
    ['mesh', 'hull', 'shape'],
    ['boxes', 'box', 'entity'],
    ['boxes', 'capsule', 'bouncing'],
    ['mesh', 'capsule', 'bouncing'],
  ];
  it.each(effort(all, all.slice(0, 1)))('allocates nothing (on %s, a %s that is a %s)', async (...words) => {
    const { steady, control, hits } = await measureAllocation('mover-allocation-worker.ts', ...words);
    expect(hits).toBeGreaterThan(0.01);
    expect(control - steady, 'the control must be seen to allocate').toBeGreaterThan(NOTHING);
    // Rays at single colliders, which look behind edges once in a while, put a number on the heap.
    expect(steady, 'bytes a move').toBeLessThan(words[0] === 'boxes' ? 2 * NOTHING : NOTHING);
  });
});
