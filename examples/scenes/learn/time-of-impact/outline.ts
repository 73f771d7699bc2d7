import type { Solid } from './solids.ts';

/** Corners of a rounded edge, and of a whole circle. */
const ARC = 6;
const CIRCLE = 40;

/** Returns the outline of a solid around its own origin, as x, y of each corner: what a pen can draw. */
export function outlineOf({ piece }: Solid): number[] {
  const { vertices, normals, count, radius } = piece;
  const outline: number[] = [];
  const add = (vertex: number, angle: number) =>
    outline.push(vertices[2 * vertex] + radius * Math.cos(angle), vertices[2 * vertex + 1] + radius * Math.sin(angle));
  if (count === 1) for (let i = 0; i < CIRCLE; i++) add(0, (2 * Math.PI * i) / CIRCLE);
  for (let i = 0; i < count && count > 1; i++) {
    const before = (i + count - 1) % count;
    const from = Math.atan2(normals[2 * before + 1], normals[2 * before]);
    const to = Math.atan2(normals[2 * i + 1], normals[2 * i]);
    // A convex corner turns to the left.
    const turn = to < from ? to - from + 2 * Math.PI : to - from;
    const arc = radius > 0 ? ARC : 0;
    for (let k = 0; k <= arc; k++) add(i, from + (arc === 0 ? 0 : (turn * k) / arc));
  }
  return outline;
}

/** Returns an outline as it stands at (x, y), turned. */
export function placeOutline(outline: readonly number[], x: number, y: number, rotation: number): number[] {
  const cosine = Math.cos(rotation);
  const sine = Math.sin(rotation);
  return outline.map((value, i) =>
    i % 2 === 0 ? x + cosine * value - sine * outline[i + 1] : y + sine * outline[i - 1] + cosine * value,
  );
}
