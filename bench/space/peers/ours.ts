import { addComponent, addEntity, createWorld, removeEntity, set } from 'bitecs';
import {
  box,
  capsule,
  collisionSystem,
  createCollision,
  cylinder,
  hull,
  type ShapeSpec,
  sphere,
} from '../../../entry/3d.ts';
import { pairKey, type Tally } from '../../peer.ts';
import type { SpaceSession } from '../peer.ts';
import { BOX, CAPSULE, HULL, type Scene, type Shape, SPHERE } from '../scene.ts';

function specOf(shape: Shape): ShapeSpec {
  if (shape.kind === SPHERE) return sphere(shape.radius);
  if (shape.kind === CAPSULE) return capsule(shape.radius, shape.half);
  if (shape.kind === BOX) return box(...shape.half);
  if (shape.kind === HULL) return hull(shape.points);
  return cylinder(shape.radius, shape.half);
}

export function ours({ count, shapes, position, rotation }: Scene): SpaceSession {
  const world = createWorld();
  const collision = createCollision(world);
  const { Transform, Collider } = collision;
  const specs = shapes.map(specOf);
  const ids = new Uint32Array(count);
  const bodyOf = new Map<number, number>();
  const add = (body: number): void => {
    const id = addEntity(world);
    addComponent(world, id, set(Transform, {}));
    addComponent(world, id, set(Collider, specs[body]));
    ids[body] = id;
    bodyOf.set(id, body);
  };
  for (let body = 0; body < count; body++) add(body);
  let began = 0;
  let ended = 0;
  collision.onBegin(() => {
    began++;
  });
  collision.onEnd(() => {
    ended++;
  });
  const { x, y, z, qx, qy, qz, qw } = Transform;
  return {
    replace(body) {
      bodyOf.delete(ids[body]);
      removeEntity(world, ids[body]);
      add(body);
    },
    update(tally: Tally) {
      began = 0;
      ended = 0;
      for (let body = 0; body < count; body++) {
        const id = ids[body];
        x[id] = position[3 * body];
        y[id] = position[3 * body + 1];
        z[id] = position[3 * body + 2];
        qx[id] = rotation[4 * body];
        qy[id] = rotation[4 * body + 1];
        qz[id] = rotation[4 * body + 2];
        qw[id] = rotation[4 * body + 3];
      }
      collisionSystem(world);
      tally.began = began;
      tally.ended = ended;
    },
    read(tally) {
      for (const contact of collision.contacts()) {
        let sum = contact.normalX + contact.normalY + contact.normalZ;
        for (let i = 0; i < contact.pointCount; i++) {
          sum += contact.pointX(i) + contact.pointY(i) + contact.pointZ(i) + contact.pointSeparation(i);
        }
        tally.pairs++;
        tally.contacts++;
        tally.checksum += sum;
      }
    },
    list(keys) {
      for (const contact of collision.contacts()) {
        keys.push(pairKey(bodyOf.get(contact.a)!, bodyOf.get(contact.b)!, count));
      }
    },
  };
}
