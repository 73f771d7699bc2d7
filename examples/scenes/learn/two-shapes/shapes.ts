import { box, capsule, chain, circle, compound, polygon, segment } from 'bitecs-collision/2d';

export const SHAPES = {
  circle: circle(1.4),
  capsule: capsule(1.2, 0.7),
  box: box(1.6, 1),
  'rounded polygon': polygon([1.4, 0, 0.3, 1.4, -1.3, 0.8, -1.1, -0.9, 0.5, -1.3], { radius: 0.35 }),
  segment: segment(-1.8, -0.4, 1.8, 0.4),
  chain: chain([-2, 0.6, -1.2, -0.6, -0.2, 0.3, 0.8, -0.9, 1.3, 0.4, 2, 0]),
  compound: compound([{ ...circle(0.8), offsetX: -1.2 }, box(1.2, 0.3), { ...box(0.5, 1.1), offsetX: 1.2 }]),
};
export type ShapeName = keyof typeof SHAPES;
export const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];
