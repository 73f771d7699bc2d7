/**
 * Runs in a child process: moves 200 entities and writes the objects that show them, and prints how many bytes a tick
 * allocates by what the objects hang below; as a control, where an array for each is made.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { BoxGeometry, Group, InstancedMesh, MeshBasicMaterial, Object3D, Scene } from 'three';
import { createCollision, sphere } from '../../entry/3d.ts';
import { writeObjects } from '../../entry/three.ts';
import { bytesPerRound } from './bytes-per-round.ts';

const COUNT = 200;
const windows = { rounds: 40, windows: 8, enough: 600 };

const world = createWorld();
const { Transform, Collider } = createCollision(world);
const entities = Array.from({ length: COUNT }, (_, i) => {
  const eid = addEntity(world);
  addComponent(world, eid, set(Transform, { x: i / 7 }));
  addComponent(world, eid, set(Collider, sphere(1)));
  return eid;
});

function createParent(): Group {
  const group = new Group();
  group.position.x = 3;
  group.rotation.y = 1;
  group.scale.setScalar(2);
  return group;
}

function objectsBelow(parentOf: () => Object3D): Map<number, Object3D> {
  return new Map(
    entities.map((entity) => {
      const object = new Object3D();
      parentOf().add(object);
      return [entity, object];
    }),
  );
}

const scene = new Scene();
const mesh = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), COUNT);
createParent().add(mesh);
const shown = {
  inScene: objectsBelow(() => scene),
  belowParents: objectsBelow(createParent),
  instances: { mesh, entities },
};

const bytes: Record<string, number> = {};
for (const [name, objects] of Object.entries(shown)) {
  const tick = (): void => {
    for (let i = 0; i < COUNT; i++) Transform.x[entities[i]] += 0.01;
    writeObjects(world, objects);
  };
  for (let i = 0; i < 400; i++) tick();
  bytes[name] = bytesPerRound(tick, windows);
}
const kept: number[][] = [];
bytes.control = bytesPerRound(() => {
  for (let i = 0; i < COUNT; i++) kept[i] = [i];
}, windows);
console.log(JSON.stringify(bytes));
