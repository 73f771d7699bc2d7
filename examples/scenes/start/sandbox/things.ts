import { box, capsule, circle, compound, cos, ellipse, polygon, type ShapeSpec, sin } from 'bitecs-collision/2d';

/** What can be put into the sandbox, by name. All have their centroid at the origin, as the solver wants it. */
export const SHAPES = {
  circle: circle(0.5),
  box: box(0.5, 0.5),
  plank: box(1.4, 0.18),
  capsule: capsule(0.45, 0.32),
  pentagon: polygon(regular(5, 0.62)),
  pebble: polygon(regular(3, 0.5), { radius: 0.2 }),
  ellipse: ellipse(0.8, 0.42),
  cross: compound([box(0.75, 0.2), box(0.2, 0.75)]),
} as const satisfies Record<string, ShapeSpec>;

export type ShapeName = keyof typeof SHAPES;

export const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];

/** A body, or a chain through points x, y. */
export type Item =
  | { readonly shape: ShapeName; readonly x: number; readonly y: number; readonly rotation: number }
  | { readonly points: readonly number[] };

function regular(corners: number, radius: number): number[] {
  return Array.from({ length: 2 * corners }, (_, i) => {
    const angle = (Math.floor(i / 2) / corners) * 2 * Math.PI;
    return radius * (i % 2 === 0 ? cos(angle) : sin(angle));
  });
}
