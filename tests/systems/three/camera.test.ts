import {
  Frustum,
  Group,
  Matrix4,
  OrthographicCamera,
  PerspectiveCamera,
  Sphere,
  Vector3,
  WebGLCoordinateSystem,
  WebGPUCoordinateSystem,
} from 'three';
import { describe, expect, it } from 'vitest';
import { frustumOf, rayOf } from '../../../entry/three.ts';
import { createRng } from '../../support/rng.ts';

const cameras = [
  ['perspective', () => new PerspectiveCamera(60, 1.6, 0.5, 80)],
  ['orthographic', () => new OrthographicCamera(-8, 8, 5, -5, 0.5, 80)],
] as const;

describe.each(cameras)('a %s camera', (_, make) => {
  it('sees in its planes what three.js sees', () => {
    const rng = createRng(3);
    let inside = 0;
    for (let i = 0; i < 2000; i++) {
      const camera = make();
      const holder = new Group();
      holder.position.set(rng.range(-5, 5), rng.range(-5, 5), rng.range(-5, 5));
      holder.add(camera);
      camera.rotation.set(rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
      const planes = frustumOf(camera);
      const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorld.clone().invert());
      const frustum = new Frustum().setFromProjectionMatrix(matrix);
      const point = new Vector3(rng.range(-40, 40), rng.range(-40, 40), rng.range(-40, 40));
      const least = Math.min(
        ...[0, 1, 2, 3, 4, 5].map((k) => {
          const [x, y, z, d] = planes.subarray(4 * k, 4 * k + 4);
          return x * point.x + y * point.y + z * point.z - d;
        }),
      );
      const ball = new Sphere(point, Math.abs(rng.range(0, 5)));
      expect(least >= -ball.radius, `${i}`).toBe(frustum.intersectsSphere(ball));
      if (least > 0) inside++;
    }
    expect(inside).toBeGreaterThan(20);
  });

  it('casts a ray through a place of the picture up to its far end', () => {
    const rng = createRng(4);
    for (let i = 0; i < 500; i++) {
      const camera = make();
      camera.position.set(rng.range(-5, 5), rng.range(-5, 5), rng.range(-5, 5));
      camera.rotation.set(rng.range(-3, 3), rng.range(-3, 3), rng.range(-3, 3));
      const pointer = { x: rng.range(-1, 1), y: rng.range(-1, 1) };
      const { from, direction } = rayOf(camera, pointer);
      camera.updateMatrixWorld();
      const along = from.clone().addScaledVector(direction, 0.4).project(camera);
      expect(along.x).toBeCloseTo(pointer.x, 6);
      expect(along.y).toBeCloseTo(pointer.y, 6);
      const ahead = camera.getWorldDirection(new Vector3());
      expect(direction.dot(ahead)).toBeCloseTo(camera.far, 6);
    }
  });
});

it.each(cameras)('the planes of a %s camera come in one order, whatever its depth goes by', (_, make) => {
  const ordered = (coordinateSystem: 2000 | 2001, reversedDepth: boolean): number[] => {
    const camera = make();
    camera.position.set(1, 2, 3);
    camera.coordinateSystem = coordinateSystem;
    (camera as { _reversedDepth?: boolean })._reversedDepth = reversedDepth;
    camera.updateProjectionMatrix();
    return Array.from(frustumOf(camera), (value) => Math.round(1e6 * value) / 1e6);
  };
  const usual = ordered(WebGLCoordinateSystem, false);
  expect(usual.slice(16)).toEqual([-0, -0, -1, -2.5, 0, 0, 1, -77].map((value) => value + 0));
  expect(ordered(WebGPUCoordinateSystem, false)).toEqual(usual);
  expect(ordered(WebGLCoordinateSystem, true)).toEqual(usual);
  expect(ordered(WebGPUCoordinateSystem, true)).toEqual(usual);
});

it('what is no camera is refused', () => {
  expect(() => rayOf(new Group() as never, { x: 0, y: 0 })).toThrow(/camera must be a PerspectiveCamera or an Ortho/);
  expect(() => frustumOf(new Group() as never)).toThrow(/camera must be a Camera/);
  expect(() => rayOf(new PerspectiveCamera(), { x: Number.NaN, y: 0 })).toThrow(/pointer.x/);
});
