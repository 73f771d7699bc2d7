import { addComponent, addEntity, createWorld, set } from 'bitecs';
import type { GraphicsContext } from 'pixi.js';
import { describe, expect, test } from 'vitest';
import {
  box,
  capsule,
  chain,
  circle,
  collisionSystem,
  compound,
  createCollision,
  ellipse,
  polygon,
  queryPoint,
  type ShapeSpec,
  segment,
  tiles,
} from '../../../entry/2d.ts';
import { drawCollider } from '../../../systems/pixi/draw-collider.ts';
import { drawShape } from '../../../systems/pixi/draw-shape.ts';
import { createRng } from '../../support/rng.ts';

/** Shapes that have an inside. */
const SOLIDS: Record<string, ShapeSpec> = {
  circle: circle(1.2),
  capsule: capsule(0.8, 0.5),
  box: box(1.1, 0.6),
  'rounded box': box(0.8, 0.5, { radius: 0.3 }),
  polygon: polygon([1.2, 0, 0.2, 1.3, -1, 0.4, -0.6, -0.9, 0.8, -1]),
  'rounded polygon': polygon([0.9, 0, 0.2, 0.9, -0.8, 0.3, 0.3, -0.8], { radius: 0.25 }),
  ellipse: ellipse(1.4, 0.7),
  'rounded ellipse': ellipse(1, 0.4, { radius: 0.3 }),
  compound: compound([box(0.9, 0.3), { ...circle(0.5), offsetX: 0.9, offsetY: 0.6 }]),
  tiles: tiles({
    columns: 3,
    rows: 2,
    size: 0.7,
    cells: [1, 0, 2, 2, 1, 0],
    shapes: { 1: 'full', 2: [0, 0, 1, 1, 0, 1] },
  }),
};
const OFFSET = { offsetX: 0.3, offsetY: -0.2, offsetRotation: 0.7 };

/** What a picture was asked to draw. */
function record() {
  const calls: unknown[][] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      calls.push([name, ...args]);
  const pen = { poly: note('poly'), moveTo: note('moveTo'), lineTo: note('lineTo') };
  return { pen: pen as unknown as GraphicsContext, calls };
}

/** Whether a point is inside of a polygon, by counting the edges to its right. */
function isInside(points: readonly number[], x: number, y: number): boolean {
  let inside = false;
  for (let i = 0; i < points.length; i += 2) {
    const [ax, ay] = [points[i], points[i + 1]];
    const [bx, by] = [points[(i + 2) % points.length], points[(i + 3) % points.length]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

describe.each(Object.entries(SOLIDS))('%s', (_, shape) => {
  test('the picture has the same inside as the collider', () => {
    const world = createWorld();
    const { Transform, Collider } = createCollision(world);
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, { x: 0, y: 0 }));
    addComponent(world, eid, set(Collider, { ...shape, ...OFFSET }));
    collisionSystem(world);
    const { pen, calls } = record();
    drawShape(pen, { ...shape, ...OFFSET });
    const random = createRng(5);
    let hits = 0;
    let misses = 0;
    for (let i = 0; i < 1500; i++) {
      const [x, y] = [random.range(-2.6, 2.6), random.range(-2.6, 2.6)];
      const inside = queryPoint(world, { x, y }, []) > 0;
      // A curve is drawn as straight lines: points next to it may be on the other side of those.
      const slack = 0.004;
      const near = [-slack, slack].flatMap((d) => [
        queryPoint(world, { x: x + d, y }, []),
        queryPoint(world, { x, y: y + d }, []),
      ]);
      if (near.some((count) => (count === 1) !== inside)) continue;
      const drawn = calls.some(([, points, closed]) => closed && isInside(points as number[], x, y));
      expect(drawn, `${x}, ${y}`).toBe(inside);
      if (inside) hits++;
      else misses++;
    }
    expect(hits).toBeGreaterThan(60);
    expect(misses).toBeGreaterThan(300);
  });
});

test('segments and open chains are open paths, closed chains closed ones', () => {
  const { pen, calls } = record();
  expect(drawShape(pen, segment(0, 1, 2, 3))).toBe(pen);
  drawShape(pen, chain([0, 0, 1, 0, 1, 1]));
  drawShape(pen, { ...chain([0, 0, 1, 0, 1, 1], { closed: true }), offsetX: 5 });
  expect(calls).toEqual([
    ['poly', [0, 1, 2, 3], false],
    ['poly', [0, 0, 1, 0, 1, 1], false],
    ['poly', [5, 0, 6, 0, 6, 1], true],
  ]);
});

test('what no maker returned is refused', () => {
  const { pen } = record();
  expect(() => drawShape(pen, {} as ShapeSpec)).toThrow('what a shape maker returned');
  expect(() => drawShape(pen, { ...box(1, 1), kind: 4 })).toThrow('shape maker returned');
});

test('a collider is drawn where the last tick saw it', () => {
  const world = createWorld();
  const { Transform, Collider, Disabled } = createCollision(world);
  const eid = addEntity(world);
  const draw = () => {
    const { pen, calls } = record();
    const count = drawCollider(pen, world, eid);
    return { count, calls };
  };
  expect(draw().count).toBe(0);
  addComponent(world, eid, set(Transform, { x: 10, y: 20, rotation: Math.PI / 2 }));
  addComponent(world, eid, set(Collider, box(2, 1)));
  collisionSystem(world);
  Transform.x[eid] = 30;
  const { count, calls } = draw();
  expect(count).toBe(4);
  expect(calls.map(([name]) => name)).toEqual(['moveTo', 'lineTo', 'lineTo', 'lineTo', 'lineTo']);
  const corners = calls.map(([, x, y]) => `${Math.round(x as number)} ${Math.round(y as number)}`);
  expect(new Set(corners)).toEqual(new Set(['9 18', '11 18', '11 22', '9 22']));
  expect(corners.at(-1)).toBe(corners[0]);
  addComponent(world, eid, Disabled);
  collisionSystem(world);
  expect(draw().calls[0][1]).toBeGreaterThan(28);
  expect(() => drawCollider(record().pen, createWorld(), eid)).toThrow('no collision');
});
