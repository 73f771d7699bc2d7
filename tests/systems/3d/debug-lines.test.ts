import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import {
  box,
  boxHierarchy,
  capsule,
  closestPoint,
  collisionSystem,
  compound,
  cone,
  createCollision,
  cylinder,
  halfSpace,
  hull,
  mesh,
  sphere,
  sphereHierarchy,
} from '../../../entry/3d.ts';
import { updateDebugLines } from '../../../systems/3d/debug/debug-lines.ts';
import { DEBUG_COLOURS } from '../../../systems/core/debug/debug-colours.ts';
import { createDebugLines, type DebugDrawSettings } from '../../../systems/core/debug/debug-lines.ts';
import { type LineList, lineStride, packColour } from '../../../systems/core/debug/line-list.ts';
import { createRng } from '../../support/rng.ts';

const NOTHING: DebugDrawSettings = {
  shapes: false,
  bounds: false,
  hierarchy: false,
  contacts: false,
  ids: false,
  colours: DEBUG_COLOURS,
};

type Point = [number, number, number];

function read(list: LineList): { from: Point; to: Point; colour: number }[] {
  const stride = lineStride(3);
  return Array.from({ length: list.count }, (_, i) => {
    const ends = Array.from(list.floats.subarray(i * stride, i * stride + 6));
    return { from: ends.slice(0, 3) as Point, to: ends.slice(3) as Point, colour: list.words[i * stride + 6] };
  });
}

function setUp(hierarchy = boxHierarchy) {
  const world = createWorld();
  const collision = createCollision(world, { hierarchy });
  const lines = createDebugLines(world);
  function add(values: object, at: object, ...tags: object[]): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, at));
    addComponent(world, eid, set(collision.Collider, values));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  }
  function draw(settings: Partial<DebugDrawSettings>, pixel = 0.01) {
    Object.assign(lines.show, NOTHING, settings);
    updateDebugLines(lines, pixel);
    return read(lines.moving);
  }
  return { world, collision, lines, add, draw };
}

const shapes: [string, object][] = [
  ['sphere', sphere(1.5)],
  ['box', box(1, 2, 0.5)],
  ['rounded box', box(1, 2, 0.5, { radius: 0.25 })],
  ['capsule', capsule(0.5, 1)],
  ['cylinder', cylinder(1, 0.75)],
  ['rounded cylinder', cylinder(1, 0.75, { radius: 0.25 })],
  ['cone', cone(1, 1.5)],
  ['rounded cone', cone(1, 1.5, { radius: 0.25 })],
  ['hull', hull([0, 1, 0, -1, -1, -1, 1, -1, -1, 0, -1, 1])],
  ['rounded hull', hull([0, 1, 0, -1, -1, -1, 1, -1, -1, 0, -1, 1], { radius: 0.25 })],
];

describe('shapes', () => {
  test.each(shapes)('the lines of a %s lie on its surface, however it is placed', (_, shape) => {
    const rng = createRng(9);
    for (let i = 0; i < 20; i++) {
      const { world, add, draw } = setUp();
      const [x, y, z] = [rng.range(-5, 5), rng.range(-5, 5), rng.range(-5, 5)];
      const turn = { qx: rng.range(-1, 1), qy: rng.range(-1, 1), qz: rng.range(-1, 1), qw: rng.range(0.1, 1) };
      add({ ...shape, offsetX: 1, offsetQz: 0.5 }, { x, y, z, ...turn, scale: 2 });
      collisionSystem(world);
      const lines = draw({ shapes: true });
      expect(lines.length).toBeGreaterThan(5);
      // A copy a little larger holds all corners, a copy a little smaller none.
      for (const [scale, holds] of [
        [2.001, true],
        [1.999, false],
      ] as const) {
        const other = setUp();
        other.add({ ...shape, offsetX: 2 / scale, offsetQz: 0.5 }, { x, y, z, ...turn, scale });
        collisionSystem(other.world);
        for (const [px, py, pz] of lines.flatMap(({ from, to }) => [from, to])) {
          const distance = closestPoint(other.world, { x: px, y: py, z: pz })!.distance;
          expect(distance, `${i}`).toBeLessThan(0.01);
          expect(distance === 0, `${i}`).toBe(holds);
        }
      }
    }
  });

  test('a compound is drawn as its children are', () => {
    const tip = hull([0, 1, 0, -1, -1, -1, 1, -1, -1, 0, -1, 1], { radius: 0.25 });
    const children = [
      { ...box(1, 0.5, 0.5), offsetX: 2 },
      { ...cone(1, 0.75), offsetX: -2, offsetQz: 1, offsetQw: 0.5 },
      { ...tip, offsetZ: 1 },
    ];
    const place = { x: 1, y: 2, z: 3, qy: 0.5, qw: 1, scale: 2 };
    const [whole, apart] = [setUp(), setUp()];
    whole.add(compound(children), place);
    for (const child of children) apart.add(child, place);
    collisionSystem(whole.world);
    collisionSystem(apart.world);
    const lines = whole.draw({ shapes: true });
    const expected = apart.draw({ shapes: true });
    expect(lines).toHaveLength(expected.length);
    for (const [i, { from, to }] of lines.entries()) {
      for (let k = 0; k < 3; k++) {
        expect(from[k]).toBeCloseTo(expected[i].from[k], 5);
        expect(to[k]).toBeCloseTo(expected[i].to[k], 5);
      }
    }
  });

  test('a half-space is drawn as squares on its plane', () => {
    const { world, add, draw } = setUp();
    add(halfSpace(), { y: 3, qz: 1, qw: 1 });
    collisionSystem(world);
    const lines = draw({ shapes: true }, 0.01);
    expect(lines).toHaveLength(16);
    for (const { from } of lines) expect(from[0]).toBeCloseTo(0, 6);
    expect(Math.max(...lines.map(({ from }) => from[1]))).toBeCloseTo(8, 6);
  });

  test('colours tell moving, static, sensor and disabled ones apart', () => {
    const { world, collision, lines, add, draw } = setUp();
    add(sphere(1), {}, collision.Static);
    add(sphere(1), { x: 5 });
    add(sphere(1), { x: 10 }, collision.Sensor);
    add(sphere(1), { x: 15, qx: 1 }, collision.Disabled);
    collisionSystem(world);
    const drawn = draw({ shapes: true });
    const near = (x: number) => drawn.filter(({ from }) => Math.abs(from[0] - x) < 2).map(({ colour }) => colour);
    expect(new Set(near(5))).toEqual(new Set([packColour(DEBUG_COLOURS.moving)]));
    expect(new Set(near(10))).toEqual(new Set([packColour(DEBUG_COLOURS.sensor)]));
    expect(new Set(near(15))).toEqual(new Set([packColour(DEBUG_COLOURS.disabled, 0.6)]));
    expect(read(lines.statics)).toHaveLength(96);
    const version = lines.staticsVersion;
    draw({ shapes: true });
    expect(lines.staticsVersion).toBe(version);
  });
});

test('a mesh is the three edges of each triangle, where it stands; of a large one so many', () => {
  const { world, add, draw } = setUp();
  add(mesh([0, 0, 0, 1, 0, 0, 0, 1, 0]), { x: 5, scale: 2 });
  collisionSystem(world);
  const lines = draw({ shapes: true });
  expect(lines.map(({ from }) => from.map((value) => Math.round(value)).join())).toEqual(['5,0,0', '7,0,0', '5,2,0']);
  const other = setUp();
  const positions = new Float32Array(9 * 50_000).map((_, i) => Math.fround(i * 0.618_034) % 1);
  other.add(mesh(positions), {});
  collisionSystem(other.world);
  expect(other.draw({ shapes: true })).toHaveLength(3 * 16_667);
});

describe('what a tick saw', () => {
  test('bounds are the twelve edges of a box', () => {
    const { world, add, draw } = setUp();
    add(sphere(1), { x: 5, y: 6, z: 7 });
    collisionSystem(world);
    const lines = draw({ bounds: true });
    expect(lines).toHaveLength(12);
    const corners = new Set(lines.flatMap(({ from, to }) => [from.join(), to.join()]));
    expect(corners.size).toBe(8);
    expect(corners).toContain('4,5,6');
    expect(corners).toContain('6,7,8');
  });

  test('every contact point has a cross of three lines and its normal', () => {
    const { world, add, draw } = setUp();
    add(box(1, 1, 1), {});
    add(box(0.5, 0.5, 0.5), { y: 1.4 });
    collisionSystem(world);
    const lines = draw({ contacts: true });
    expect(lines).toHaveLength(16);
    const normals = lines.filter(({ from, to }) => Math.hypot(...from.map((value, k) => to[k] - value)) > 0.1);
    expect(normals).toHaveLength(4);
    for (const { from, to } of normals) {
      expect(from[1]).toBeCloseTo(0.95, 6);
      expect(to[1] - from[1]).toBeCloseTo(0.14, 6);
      expect(to[0]).toBeCloseTo(from[0], 6);
    }
  });

  test.each([boxHierarchy, sphereHierarchy])('a level of a hierarchy holds all bodies', (hierarchy) => {
    const { world, add, draw } = setUp(hierarchy);
    for (let i = 0; i < 50; i++) add(sphere(0.5), { x: i, y: i % 5, z: i % 3 });
    collisionSystem(world);
    const root = draw({ hierarchy: 0 });
    expect(root).toHaveLength(hierarchy === boxHierarchy ? 12 : 96);
    const xs = root.flatMap(({ from, to }) => [from[0], to[0]]);
    expect(Math.min(...xs)).toBeLessThanOrEqual(-0.5);
    expect(Math.max(...xs)).toBeGreaterThanOrEqual(49.5);
    expect(draw({ hierarchy: true }).length).toBeGreaterThan(root.length);
  });

  test('ids stand at the places of bodies', () => {
    const { world, add, draw } = setUp();
    const eid = add(sphere(1), { x: 5, y: 6, z: 7 });
    collisionSystem(world);
    const lines = draw({ ids: true });
    expect(eid).toBe(1);
    expect(lines).toHaveLength(2);
    for (const { from } of lines) {
      expect(from[2]).toBe(7);
      expect(Math.hypot(from[0] - 5, from[1] - 6)).toBeLessThan(0.1);
    }
  });
});
