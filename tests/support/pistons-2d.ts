import {
  box,
  capsule,
  chain,
  compound,
  concave,
  type MoveOptions,
  type MoveResult,
  moveAndSlide,
  refreshCollider,
  type ShapeSpec,
  tiles,
} from '../../entry/2d.ts';
import type { createGame } from './game-2d.ts';

/** Pistons of all kinds, 60 high: name, shape, and where its own position is beside the piston's middle. */
export const PISTONS: readonly (readonly [name: string, shape: ShapeSpec, localX: number, localY: number])[] = [
  ['zigzag', chain([0, -30, 0.1, -1, 0, 0.2, 0.1, 1, 0, 30]), 0, 0],
  ['tiles', tiles({ columns: 1, rows: 60, size: 1, cells: new Array(60).fill(1) }), -0.5, -30],
  ['concave', concave([-0.3, -30, 0.3, -30, 0.3, 30, -0.3, 30, -0.3, 1, 0, 0.5, -0.3, 0]), 0, 0],
  ['box', box(0.5, 30), 0, 0],
  ['line', chain([0, -30, 0, 30]), 0, 0],
  ['compound', compound([box(0.4, 30), { ...box(0.2, 0.2), offsetX: -0.5 }]), 0, 0],
  ['capsule', capsule(30, 0.4), 0, 0],
];

/** Moves a mover and puts it where the result says that it is, for queries too. */
export function walk(
  { world, collision: { Transform } }: ReturnType<typeof createGame>,
  mover: number,
  translation: { x: number; y: number },
  options: MoveOptions,
  out: MoveResult,
): void {
  moveAndSlide(world, mover, translation, options, out);
  Transform.x[mover] = out.x;
  Transform.y[mover] = out.y;
  refreshCollider(world, mover);
}

/** What a result says of an entity that crushes the mover; undefined where it says nothing of it. */
export function crusherOf<Crusher extends { readonly entity: number }>(
  { crushers, crusherCount }: { readonly crushers: readonly Crusher[]; readonly crusherCount: number },
  entity: number,
): Crusher | undefined {
  return crushers.slice(0, crusherCount).find((crusher) => crusher.entity === entity);
}
