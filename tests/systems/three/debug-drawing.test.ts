import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { Color, Scene } from 'three';
import { describe, expect, it } from 'vitest';
import { box, collisionSystem, createCollision, sphere } from '../../../entry/3d.ts';
import { createDebugDrawing, DEBUG_COLOURS } from '../../../entry/three.ts';

function createGame() {
  const world = createWorld();
  const { Transform, Collider, Static } = createCollision(world);
  function spawn(shape: object, at: object, ...tags: object[]): number {
    const eid = addEntity(world);
    addComponent(world, eid, set(Transform, at));
    addComponent(world, eid, set(Collider, shape));
    for (const tag of tags) addComponent(world, eid, tag);
    return eid;
  }
  return { world, Transform, Static, spawn };
}

describe('createDebugDrawing', () => {
  it('draws static and moving bodies in one object, in their colours', () => {
    const { world, Transform, Static, spawn } = createGame();
    spawn(box(1, 1, 1), {}, Static);
    const moving = spawn(box(1, 1, 1), { x: 5 });
    collisionSystem(world);
    const scene = new Scene();
    const drawing = createDebugDrawing(world, scene);
    expect(scene.children).toEqual([drawing.lines]);
    expect(drawing.lineCount).toBe(24);
    const { geometry } = drawing.lines;
    expect(geometry.drawRange).toMatchObject({ start: 0, count: 48 });
    const { position, color } = geometry.attributes;
    for (let i = 0; i < 48; i++) {
      const isMoving = position.getX(i) > 2;
      expect(isMoving).toBe(i >= 24);
      const wanted = new Color(isMoving ? DEBUG_COLOURS.moving : DEBUG_COLOURS.static);
      expect(color.getX(i)).toBeCloseTo(wanted.r, 2);
      expect(color.getY(i)).toBeCloseTo(wanted.g, 2);
      expect(color.getZ(i)).toBeCloseTo(wanted.b, 2);
      expect(color.getW(i)).toBe(1);
    }
    Transform.x[moving] = 9;
    collisionSystem(world);
    drawing.update();
    expect(position.getX(30)).toBeGreaterThan(7);
  });

  it('grows with what there is to draw', () => {
    const { world, spawn } = createGame();
    const drawing = createDebugDrawing(world, new Scene());
    expect(drawing.lineCount).toBe(0);
    for (let i = 0; i < 100; i++) spawn(sphere(0.4), { x: i });
    collisionSystem(world);
    drawing.update();
    expect(drawing.lineCount).toBe(9600);
    expect(drawing.lines.geometry.attributes.position.count).toBeGreaterThanOrEqual(19_200);
    drawing.show.shapes = false;
    drawing.update();
    expect(drawing.lines.geometry.drawRange.count).toBe(0);
  });

  it('refuses what it cannot draw', () => {
    const { world } = createGame();
    expect(() => createDebugDrawing({}, new Scene())).toThrow(/no collision/);
    expect(() => createDebugDrawing(world, new Scene(), { colour: 1 } as never)).toThrow(/colour/);
    expect(() => createDebugDrawing(world, new Scene(), { pixel: Number.NaN })).toThrow(/pixel/);
  });
});
