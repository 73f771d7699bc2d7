import { addComponent, addEntity, createWorld, removeComponent, removeEntity, set } from 'bitecs';
import { describe, expect, test } from 'vitest';
import {
  box,
  boxHierarchy,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  concave,
  createCollision,
  polygon,
  segment,
  sphereHierarchy,
} from '../../../entry/2d.ts';
import { BOUNDS_STRIDE } from '../../../src/2d/collider-set.ts';
import { updateDebugLines } from '../../../systems/2d/debug/debug-lines.ts';
import { LINE_STRIDE } from '../../../systems/2d/debug/line-layout.ts';
import { DEBUG_COLOURS } from '../../../systems/core/debug/debug-colours.ts';
import { createDebugLines, type DebugDrawSettings } from '../../../systems/core/debug/debug-lines.ts';
import { type LineList, packColour } from '../../../systems/core/debug/line-list.ts';
import { createRng } from '../../support/rng.ts';
import { nearestOn } from '../../support/solid-2d.ts';

const NOTHING: DebugDrawSettings = {
  shapes: false,
  bounds: false,
  hierarchy: false,
  contacts: false,
  ids: false,
  colours: DEBUG_COLOURS,
};
const { moving, sensor, disabled, normal, sensorContact, levels } = DEBUG_COLOURS;
const packed = {
  moving: packColour(moving),
  static: packColour(DEBUG_COLOURS.static),
  sensor: packColour(sensor),
  disabled: packColour(disabled, 0.6),
  normal: packColour(normal),
  sensorContact: packColour(sensorContact),
  levels: levels.map((colour) => packColour(colour, 0.6)),
};

interface Line {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  colour: number;
}

function read(list: LineList): Line[] {
  return Array.from({ length: list.count }, (_, i) => {
    const [x0, y0, x1, y1] = list.floats.subarray(i * LINE_STRIDE, i * LINE_STRIDE + 4) as unknown as number[];
    return { x0: x0, y0: y0, x1: x1, y1: y1, colour: list.words[i * LINE_STRIDE + 4] };
  });
}

function setUp() {
  const world = createWorld();
  const collision = createCollision(world);
  const lines = createDebugLines(world);
  const add = (values: object, at: { x: number; y: number; rotation?: number; scale?: number }, ...tags: object[]) => {
    const eid = addEntity(world);
    addComponent(world, eid, set(collision.Transform, at));
    addComponent(world, eid, set(collision.Collider, values));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  };
  const draw = (settings: Partial<DebugDrawSettings>, pixel = 0.01) => {
    Object.assign(lines.show, NOTHING, settings);
    updateDebugLines(lines, pixel);
    return read(lines.moving);
  };
  return { world, collision, lines, add, draw };
}

/** Distance of a point from a segment, by projection. */
function fromSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
  const clamped = Math.min(1, Math.max(0, t));
  return Math.hypot(x - ax - clamped * (bx - ax), y - ay - clamped * (by - ay));
}

describe('shapes', () => {
  test('a circle is a closed ring at its scaled radius, and a spoke', () => {
    const { world, add, draw } = setUp();
    add({ ...circle(2), offsetX: 1 }, { x: 10, y: 20, rotation: Math.PI / 2, scale: 3 });
    collisionSystem(world);
    const lines = draw({ shapes: true });
    const ring = lines.slice(0, -1);
    for (const line of ring) expect(Math.hypot(line.x0 - 10, line.y0 - 23)).toBeCloseTo(6, 5);
    expect(ring.at(-1)).toMatchObject({ x1: ring[0].x0, y1: ring[0].y0 });
    expect(lines.at(-1)!.x1).toBeCloseTo(10, 5);
    expect(lines.at(-1)!.y1).toBeCloseTo(29, 5);
  });

  test('circles are as fine as the pixels ask for', () => {
    const { world, add, draw } = setUp();
    add(circle(1), { x: 0, y: 0 });
    collisionSystem(world);
    expect([0.4, 0.1, 0.03, 0.001].map((pixel) => draw({ shapes: true }, pixel).length)).toEqual([9, 17, 33, 65]);
  });

  test('a capsule stays at its radius from the core', () => {
    const { world, add, draw } = setUp();
    add(capsule(2, 0.5), { x: 3, y: 4 });
    collisionSystem(world);
    const lines = draw({ shapes: true });
    expect(lines.length).toBeGreaterThan(30);
    for (const { x0, y0 } of lines) expect(fromSegment(x0, y0, 3, 2, 3, 6)).toBeCloseTo(0.5, 5);
    expect(Math.max(...lines.map((line) => line.y0))).toBeCloseTo(6.5, 2);
    expect(Math.min(...lines.map((line) => line.y0))).toBeCloseTo(1.5, 2);
  });

  test('a box has four lines, a rounded one arcs at the corners', () => {
    const { world, collision, add, draw } = setUp();
    const eid = add(box(1, 2), { x: 0, y: 0, scale: 2 });
    collisionSystem(world);
    expect(draw({ shapes: true }).map(({ x0, y0 }) => [x0, y0])).toEqual([
      [-2, -4],
      [2, -4],
      [2, 4],
      [-2, 4],
    ]);
    addComponent(world, eid, set(collision.Collider, box(1, 2, { radius: 0.25 })));
    collisionSystem(world);
    const lines = draw({ shapes: true });
    for (const { x0, y0 } of lines) {
      const outsideX = Math.max(0, Math.abs(x0) - 2);
      const outsideY = Math.max(0, Math.abs(y0) - 4);
      expect(Math.hypot(outsideX, outsideY)).toBeCloseTo(0.5, 5);
    }
    for (const line of lines) expect(Math.hypot(line.x1 - line.x0, line.y1 - line.y0)).toBeLessThan(8.0001);
  });

  test('polygons, segments, chains and compounds are drawn piece by piece', () => {
    const { world, add, draw } = setUp();
    add(polygon([0, 0, 2, 0, 0, 2]), { x: 0, y: 0 });
    collisionSystem(world);
    expect(draw({ shapes: true })).toHaveLength(3);
    add(segment(0, 0, 1, 0), { x: 0, y: 10 });
    collisionSystem(world);
    expect(draw({ shapes: true })).toHaveLength(4);
    add(chain([0, 0, 1, 0, 1, 1], { closed: true }), { x: 20, y: 0, rotation: Math.PI, scale: 2 });
    collisionSystem(world);
    const withChain = draw({ shapes: true });
    expect(withChain).toHaveLength(7);
    expect(withChain[4].x1).toBeCloseTo(18, 5);
    expect(withChain[5].y1).toBeCloseTo(-2, 5);
    add(compound([box(1, 1), { ...box(1, 1), offsetX: 5 }]), { x: 0, y: 30 });
    collisionSystem(world);
    expect(draw({ shapes: true })).toHaveLength(15);
  });

  test('a concave solid is drawn by its outlines, not by the pieces that it is cut into', () => {
    const outline = [0, 0, 6, 0, 6, 6, 4, 6, 4, 2, 2, 2, 2, 6, 0, 6];
    const hole = [2.5, 0.5, 3.5, 0.5, 3.5, 1.5, 2.5, 1.5];
    const edgesOf = (ring: number[]) =>
      Array.from({ length: ring.length / 2 }, (_, i) => [
        [ring[2 * i], ring[2 * i + 1]],
        [ring[(2 * i + 2) % ring.length], ring[(2 * i + 3) % ring.length]],
      ]);
    const keyOf = (ends: number[][]) => JSON.stringify(ends.map((end) => end.map((value) => value + 0)).sort());
    const scene = setUp();
    scene.add(concave(outline, { holes: [hole] }), { x: 0, y: 0 });
    collisionSystem(scene.world);
    const drawn = scene.draw({ ...NOTHING, shapes: true });
    const found = drawn.map(({ x0, y0, x1, y1 }) =>
      keyOf([
        [x0, y0],
        [x1, y1],
      ]),
    );
    expect(found.sort()).toEqual([...edgesOf(outline), ...edgesOf(hole)].map(keyOf).sort());
  });

  test('a rounded concave solid is drawn at its radius from the sides, round at corners that stand out', () => {
    const outline = [0, 0, 6, 0, 6, 6, 4, 6, 4, 2, 2, 2, 2, 6, 0, 6];
    const scene = setUp();
    scene.add(concave(outline, { radius: 0.5 }), { x: 10, y: 5, scale: 2, rotation: Math.PI / 2 });
    collisionSystem(scene.world);
    const drawn = scene.draw({ ...NOTHING, shapes: true });
    expect(drawn.length).toBeGreaterThan(30);
    const seen = { round: 0, inner: 0 };
    for (const { x0, y0 } of drawn) {
      // Back into the frame of the shape.
      const [x, y] = [(y0 - 5) / 2, -(x0 - 10) / 2];
      const { distance } = nearestOn([outline], x, y);
      expect(distance).toBeCloseTo(0.5, 5);
      if (x < 0 && y < 0) seen.round++;
      if (Math.abs(x - 3.5) < 1e-5 && Math.abs(y - 2.5) < 1e-5) seen.inner++;
    }
    expect(seen.round).toBeGreaterThan(2);
    expect(seen.inner).toBe(1);
  });

  test('colours tell moving, static, sensor and disabled apart', () => {
    const { world, collision, lines, add, draw } = setUp();
    const { Sensor, Static, Disabled } = collision;
    add(box(1, 1), { x: 0, y: 0 });
    add(box(1, 1), { x: 10, y: 0 }, Sensor);
    const off = add(box(1, 1), { x: 20, y: 0, scale: 2 }, Disabled);
    add(box(1, 1), { x: 30, y: 0 }, Static);
    add(box(1, 1), { x: 40, y: 0 }, Static, Sensor);
    collisionSystem(world);
    const colourAt = (list: Line[], x: number) => list.find((line) => line.x0 === x)?.colour;
    const moving = draw({ shapes: true });
    expect([-1, 9, 18].map((x) => colourAt(moving, x))).toEqual([packed.moving, packed.sensor, packed.disabled]);
    expect([29, 39].map((x) => colourAt(read(lines.statics), x))).toEqual([packed.static, packed.sensor]);
    removeComponent(world, off, Disabled);
    collisionSystem(world);
    expect(colourAt(draw({ shapes: true }), 18)).toBe(packed.moving);
    removeEntity(world, off);
    expect(colourAt(draw({ shapes: true }), 18)).toBeUndefined();
  });

  test('static lines are drawn once, and anew when a static changes or the zoom does', () => {
    const { world, collision, lines, add, draw } = setUp();
    const wall = add(chain([0, 0, 5, 0, 5, 5]), { x: 0, y: 0 }, collision.Static);
    const ball = add(circle(1), { x: 20, y: 0 });
    collisionSystem(world);
    draw({ shapes: true });
    const version = lines.staticsVersion;
    expect(lines.statics.count).toBe(2);
    for (let i = 0; i < 3; i++) {
      collision.Transform.x[ball] += 1;
      collisionSystem(world);
      expect(draw({ shapes: true })[0].x0).toBeCloseTo(22 + i, 5);
    }
    expect(lines.staticsVersion).toBe(version);

    collision.Transform.x[wall] = 7;
    collision.touch(wall);
    collisionSystem(world);
    draw({ shapes: true });
    expect(lines.staticsVersion).toBe(version + 1);
    expect(read(lines.statics)[0]).toMatchObject({ x0: 7, x1: 12 });
    draw({ shapes: true }, 0.004);
    expect(lines.staticsVersion).toBe(version + 2);
    draw({ shapes: false }, 0.004);
    expect(lines.statics.count).toBe(0);
    draw({ shapes: true }, 0.004);
    expect(lines.statics.count).toBe(2);
    removeEntity(world, wall);
    draw({ shapes: true }, 0.004);
    expect(lines.statics.count).toBe(0);
  });
});

test('a contact is a cross at the point and its normal from A to B', () => {
  const { world, add, draw } = setUp();
  add(circle(1), { x: 0, y: 0 });
  add(circle(1), { x: 1.5, y: 0 });
  collisionSystem(world);
  const [normal, ...cross] = draw({ contacts: true }, 0.1);
  expect(normal).toMatchObject({ x0: 0.75, y0: 0, y1: 0, colour: packed.normal });
  expect(normal.x1).toBeCloseTo(0.75 + 1.4, 5);
  expect(cross).toHaveLength(2);
  for (const line of cross) expect((line.x0 + line.x1) / 2).toBeCloseTo(0.75, 5);
});

test('a sensor draws a line to what it sees', () => {
  const { world, collision, add, draw } = setUp();
  add(circle(1), { x: 0, y: 0 }, collision.Sensor);
  add(circle(1), { x: 1.5, y: 1 });
  collisionSystem(world);
  expect(draw({ contacts: true })).toEqual([{ x0: 0, y0: 0, x1: 1.5, y1: 1, colour: packed.sensorContact }]);
});

describe.each([boxHierarchy, sphereHierarchy])('the $name hierarchy', (hierarchy) => {
  test('every level covers all bounds, and all levels are the sum of them', () => {
    const rng = createRng(5).next;
    const world = createWorld();
    const collision = createCollision(world, { hierarchy });
    const lines = createDebugLines(world);
    for (let i = 0; i < 300; i++) {
      const eid = addEntity(world);
      addComponent(world, eid, set(collision.Transform, { x: 100 * rng(), y: 50 * rng() }));
      addComponent(world, eid, set(collision.Collider, circle(0.1 + rng())));
    }
    collisionSystem(world);
    const { set: colliders, moving } = collision.state;
    let sum = 0;
    for (let level = 0; ; level++) {
      Object.assign(lines.show, NOTHING, { hierarchy: level });
      updateDebugLines(lines, 0.05);
      const drawn = read(lines.moving);
      if (drawn.length === 0) break;
      sum += drawn.length;
      if (level < 3) {
        const perNode = hierarchy === boxHierarchy ? 4 : undefined;
        if (perNode !== undefined) expect(drawn).toHaveLength(perNode * 2 ** level);
        const minX = Math.min(...drawn.map((line) => line.x0));
        const maxX = Math.max(...drawn.map((line) => line.x0));
        for (let i = 0; i < moving.active.count; i++) {
          const at = moving.active.items[i] * BOUNDS_STRIDE;
          expect(colliders.bounds[at]).toBeGreaterThan(minX - 1e-4);
          expect(colliders.bounds[at + 2]).toBeLessThan(maxX + 1e-4);
        }
      }
      expect(new Set(drawn.map((line) => line.colour))).toEqual(new Set([packed.levels[level % packed.levels.length]]));
    }
    lines.show.hierarchy = true;
    updateDebugLines(lines, 0.05);
    expect(sum).toBeGreaterThan(300);
    expect(lines.moving.count).toBe(sum);
  });
});

test('bounds are those of the tick', () => {
  const { world, add, draw } = setUp();
  add(circle(2), { x: 5, y: 6 });
  collisionSystem(world);
  expect(draw({ bounds: true }).map(({ x0, y0 }) => [x0, y0])).toEqual([
    [3, 4],
    [7, 4],
    [7, 8],
    [3, 8],
  ]);
});

test('ids are digits of strokes, upright whichever way y points', () => {
  const { world, add, draw } = setUp();
  let last = 0;
  while (last < 17) last = add(circle(1), { x: 100 * last, y: 0 });
  collisionSystem(world);
  // 1 and 7 have two and three strokes.
  const strokes = draw({ ids: true }, 0.5).filter((line) => Math.abs(line.x0 - 1600) < 50);
  expect(strokes).toHaveLength(5);
  const top = (lines: Line[]) => lines.filter((line) => line.y0 === line.y1).map((line) => Math.sign(line.y0));
  expect(top(strokes)).toEqual([-1]);
  expect(top(draw({ ids: true }, -0.5).filter((line) => Math.abs(line.x0 - 1600) < 50))).toEqual([1]);
});

test('a colour keeps its channels', () => {
  const bytes = new Uint8Array(new Uint32Array([packColour(0x123456, 0.5)]).buffer);
  expect([...bytes]).toEqual([0x12, 0x34, 0x56, 128]);
});

test('lists do not grow once they are large enough', () => {
  const { world, lines, add, draw } = setUp();
  for (let i = 0; i < 500; i++) add(i % 2 === 0 ? circle(1) : box(1, 1, { radius: 0.2 }), { x: 3 * i, y: 0 });
  collisionSystem(world);
  const all = { shapes: true, bounds: true, hierarchy: true, contacts: true, ids: true };
  draw(all);
  const { floats } = lines.moving;
  const first = read(lines.moving);
  for (let i = 0; i < 5; i++) draw(all);
  expect(lines.moving.floats).toBe(floats);
  expect(read(lines.moving)).toEqual(first);
});
