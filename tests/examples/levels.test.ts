import { buildMeshTree, createPairList, findMeshTreePairs } from 'bitecs-collision/geometry3d';
import { describe, expect, test } from 'vitest';
import * as rain from '../../examples/scenes/space/dragon-rain/sim.ts';
import * as room from '../../examples/scenes/space/living-room/sim.ts';
import * as dragons from '../../examples/scenes/space/two-dragons/sim.ts';
import * as volcano from '../../examples/scenes/space/volcano/sim.ts';
import { HALF } from '../../examples/scenes/space/volcano/terrain.ts';
import { packMesh, unpackMesh } from '../../examples/shared/packed-mesh.ts';
import { effort } from '../support/effort.ts';
import { loadDragon } from '../support/meshes.ts';

test('a packed mesh has the triangles of the scan, each corner within half a step', () => {
  const { positions, index } = loadDragon(4);
  const packed = packMesh(positions, index);
  const again = unpackMesh(packed);
  expect(again.index.length).toBe(index.length);
  let most = 0;
  index.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++)
      most = Math.max(most, Math.abs(positions[3 * vertex + axis] - again.positions[3 * again.index[i] + axis]));
  });
  expect(most).toBeGreaterThan(0);
  // Coordinates are rounded to single precision as well.
  expect(most).toBeLessThan(0.501 * packed.step);
});

describe('dragon rain', () => {
  test('falls on the dragon, is held by it, and begins again below it', () => {
    const sim = rain.createSim({ seed: 3 });
    const { y } = sim.collision.Transform;
    const started = new Set<number>();
    let deepest = 0;
    let before = sim.bodies.map(({ eid }) => y[eid]);
    for (let tick = 0; tick < effort(1500, 80); tick++) {
      sim.step();
      for (const { indexA, penetration } of sim.collision.contacts())
        if (indexA === sim.dragon) deepest = Math.max(deepest, penetration);
      sim.bodies.forEach(({ eid }, i) => {
        if (y[eid] > before[i] + 5) started.add(eid);
      });
      before = sim.bodies.map(({ eid }) => y[eid]);
    }
    expect(sim.counts.triangles).toBe(47_794);
    expect(sim.counts.points).toBeGreaterThan(sim.counts.contacts);
    expect(sim.counts.contacts).toBeGreaterThan(effort(100, 10));
    // The first bodies fall from a height of 60: up to 0.58 a tick.
    expect(deepest).toBeLessThan(0.6);
    expect(started.size).toBeGreaterThan(effort(100, -1));
  });
});

describe('volcano', () => {
  test('lets bodies through its hole alone, and its chunks agree along their sides', () => {
    const sim = volcano.createSim({ seed: 2 });
    const { x, y, z } = sim.collision.Transform;
    const lost: string[] = [];
    let rolling = 0;
    let through = 0;
    /** Where each body was last above the ground. */
    const above = new Map<number, { x: number; z: number } | undefined>();
    for (let tick = 0; tick < effort(1200, 110); tick++) {
      sim.step();
      for (const { eid } of sim.bodies) {
        if (Math.abs(x[eid]) > HALF.x - 1 || Math.abs(z[eid]) > HALF.z - 1) {
          above.delete(eid);
          continue;
        }
        const height = y[eid] - sim.terrain.heightAt(x[eid], z[eid]);
        if (height < 1) rolling++;
        // On steep ground the nearest point of the grid may be higher than a body that rolls there.
        if (height > -0.8) above.set(eid, { x: x[eid], z: z[eid] });
        const left = above.get(eid);
        if (height > -2.5 || left === undefined) continue;
        above.delete(eid);
        through++;
        if ((left.x - volcano.CRATER.x) ** 2 + (left.z - volcano.CRATER.z) ** 2 > (volcano.CRATER.radius + 1.5) ** 2)
          lost.push(`tick ${tick}: ${eid} at ${left.x}, ${left.z}`);
      }
    }
    expect(lost).toEqual([]);
    expect(rolling).toBeGreaterThan(500);
    expect(through).toBeGreaterThan(effort(20, -1));
    const heights = new Map<string, number>();
    let shared = 0;
    for (const chunk of sim.terrain.chunks) {
      chunk.heights.forEach((height, i) => {
        const place = `${chunk.firstColumn + (i % chunk.columns)} ${chunk.firstRow + Math.floor(i / chunk.columns)}`;
        const known = heights.get(place);
        if (known !== undefined) {
          expect(height).toBe(known);
          shared++;
        }
        heights.set(place, height);
      });
    }
    expect(shared).toBeGreaterThan(300);
  });

  test('is changed where the visitor presses, by the tool', () => {
    const sim = volcano.createSim({ seed: 2 });
    const height = () => sim.terrain.heightAt(10, 5);
    const ground = () => sim.groundAt({ x: 10, y: 60, z: 5 }, { x: 0, y: -100, z: 0 });
    const first = height();
    sim.acts.press(10, 5);
    for (let tick = 0; tick < 20; tick++) sim.step();
    expect(height()).toBeCloseTo(first + 20 * 0.1, 9);
    expect(ground()?.y).toBeCloseTo(height(), 9);
    sim.input.tool = 2;
    sim.step();
    expect(ground()).toBeUndefined();
    sim.input.tool = 3;
    sim.step();
    expect(ground()?.y).toBeCloseTo(height(), 9);
    sim.acts.release();
    const { changes } = sim.counts;
    sim.step();
    expect(sim.counts.changes).toBe(changes);
  });
});

describe('living room', () => {
  test('keeps what is thrown into it', () => {
    const sim = room.createSim({ seed: 4 });
    const { x, y, z } = sim.collision.Transform;
    for (let tick = 0; tick < effort(1500, 90); tick++) sim.step();
    expect(sim.counts.triangles).toBe(62_102);
    expect(sim.counts.thrown).toBeGreaterThan(10);
    const thrown = sim.bodies.slice(0, sim.counts.thrown);
    const outside = thrown.filter(
      ({ eid }) => y[eid] < -0.1 || y[eid] > 4 || Math.abs(x[eid]) > 3.4 || Math.abs(z[eid]) > 2.8,
    );
    expect(outside.map(({ eid }) => [x[eid], y[eid], z[eid]])).toEqual([]);
    expect(thrown.filter(({ eid }) => y[eid] < 0.3).length).toBeGreaterThan(effort(20, 2));
  });

  test('is thrown at from wherever the visitor looks into it', () => {
    const sim = room.createSim({ seed: 4 });
    sim.acts.aimAt(6, 5, 7, -60, -50, -70);
    sim.step();
    const [{ eid, motion }] = sim.bodies;
    const { x, y, z } = sim.collision.Transform;
    // Well inside, and on the way to what is looked at.
    expect(Math.abs(x[eid]) < 3 && y[eid] > 0.2 && y[eid] < 3 && Math.abs(z[eid]) < 2.5).toBe(true);
    expect(motion.velocityX).toBeLessThan(-2);
    sim.acts.release();
    for (let tick = 0; tick < 10; tick++) sim.step();
    expect(sim.counts.thrown).toBe(1);
  });
});

test('two dragons touch where their triangles cut each other', () => {
  const sim = dragons.createSim({ seed: 6 });
  const [a, b] = sim.bodies;
  const { x, y, z, qx, qy, qz, qw } = sim.collision.Transform;
  sim.settings.automatic = false;
  // A is not turned, so its frame is the world's but for its place.
  [qx[a.eid], qy[a.eid], qz[a.eid], qw[a.eid]] = [0, 0, 0, 1];
  const tree = buildMeshTree(sim.scan.positions, sim.scan.index);
  const pairs = createPairList();
  const touching: boolean[] = [];
  for (let step = 0; step < 8; step++) {
    sim.moveTo(b, { x: x[a.eid] + 3.1 - 0.25 * step, y: y[a.eid] + 0.1, z: z[a.eid] });
    sim.turn(b, 0.1, 0.05, 0);
    sim.step();
    const pose = [x[b.eid] - x[a.eid], y[b.eid] - y[a.eid], z[b.eid] - z[a.eid]];
    const found = findMeshTreePairs(pairs, tree, tree, [...pose, qx[b.eid], qy[b.eid], qz[b.eid], qw[b.eid]]);
    expect(sim.counts.contacts > 0, `step ${step}: ${found} pairs`).toBe(found > 0);
    touching.push(found > 0);
  }
  expect(touching[0]).toBe(false);
  expect(touching[7]).toBe(true);
});
