import type { RegisteredShape } from './registered-shape.ts';
import type { ShapeRegistry } from './shape-registry.ts';

/** Returns the handle of a shape, registering it if it is new. Shapes bring this along: games without any do not ship it. */
export function enterRegistry(registry: ShapeRegistry, shape: RegisteredShape): number {
  const known = registry.handles.get(shape);
  if (known !== undefined) return known;
  const handle = registry.free.pop() ?? registry.shapes.length;
  registry.shapes[handle] = shape;
  registry.kinds[handle] = shape.kind;
  registry.handles.set(shape, handle);
  registry.sweep = freeUnused;
  shape.addRoutines(registry.routines);
  return handle;
}

function freeUnused(registry: ShapeRegistry, used: Uint8Array): void {
  for (let handle = 1; handle < registry.shapes.length; handle++) {
    const shape = registry.shapes[handle];
    if (shape === undefined || used[handle] === 1 || registry.pins.has(handle)) continue;
    registry.shapes[handle] = undefined;
    registry.kinds[handle] = 0;
    registry.handles.delete(shape);
    registry.free.push(handle);
  }
  registry.sweepAt = Math.max(64, registry.handles.size * 2);
}
