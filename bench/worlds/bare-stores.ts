import { observe, onRemove, onSet, type World } from 'bitecs';

/** Stores and observers as a game writes them that has no collision: the least that bitECS itself takes. */
export function bareStores(world: World, capacity: number) {
  const Transform = { x: new Float64Array(capacity), y: new Float64Array(capacity) };
  const Collider = { radius: new Float64Array(capacity) };
  observe(world, onSet(Transform), (eid, values: { x: number; y: number }) => {
    Transform.x[eid] = values.x;
    Transform.y[eid] = values.y;
  });
  observe(world, onSet(Collider), (eid, values: { radius: number }) => {
    Collider.radius[eid] = values.radius;
  });
  observe(world, onRemove(Collider), (eid) => {
    Collider.radius[eid] = 0;
  });
  return { Transform, Collider };
}
