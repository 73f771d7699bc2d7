/**
 * Runs in a child process: asks of 64 hits on a surface what triangle and object they are on, casts rays there, and
 * prints how many bytes a round of each question allocates; as a control, where an array for each is made.
 */
import { addComponent, addEntity, createWorld, set } from 'bitecs';
import { BoxGeometry, Group, Mesh } from 'three';
import {
  type CastHit,
  castRay,
  collisionSystem,
  createCollision,
  type TrianglePlace,
  triangleAt,
  triangleCornersAt,
} from '../../entry/3d.ts';
import { type MeshPart, meshFrom, type ObjectFace, objectAt } from '../../entry/three.ts';
import { bytesPerRound } from './bytes-per-round.ts';

const COUNT = 64;
const windows = { rounds: 50, windows: 6, enough: 4 };

const level = new Group();
for (let i = 0; i < COUNT; i++) level.add(new Mesh(new BoxGeometry().translate(0.7 * i, 0, 0)));
const parts: MeshPart[] = [];
const world = createWorld();
const { Transform, Collider } = createCollision(world);
const ground = addEntity(world);
addComponent(world, ground, set(Transform, { x: 0.1, qx: 0.6, qw: 0.8, scale: 1.3 }));
addComponent(world, ground, set(Collider, meshFrom(level, { parts })));
collisionSystem(world);
const hits: CastHit[] = [];
for (let i = 0; i < COUNT; i++) hits.push(castRay(world, { x: 0.9 * i, y: 9, z: 0.1 }, { x: 0.01, y: -9, z: 0 })!);

const place = {} as TrianglePlace;
const face = {} as ObjectFace;
const corners = new Float32Array(9);
const eye = { x: 0.5, y: 9.5, z: 0.5 };
const look = { x: 0.01, y: -9, z: 0 };
// Written out in full, so that its fields hold fractions, as the records are that `castRay` makes.
const seen: CastHit = {
  entity: 0,
  child: 0,
  fraction: 0.5,
  x: 0.5,
  y: 0.5,
  z: 0.5,
  normalX: 0.5,
  normalY: 0.5,
  normalZ: 0.5,
};
const questions = {
  castRay(hit: CastHit) {
    eye.x = hit.x;
    eye.z = hit.z;
    return castRay(world, eye, look, undefined, seen);
  },
  triangleAt: (hit: CastHit) => triangleAt(world, hit, place),
  triangleCornersAt: (hit: CastHit) => triangleCornersAt(world, hit, corners),
  objectAt: (hit: CastHit) => objectAt(parts, hit.child, face),
};
const bytes: Record<string, number> = {};
for (const [name, ask] of Object.entries(questions)) {
  const round = (): void => {
    for (let i = 0; i < COUNT; i++) ask(hits[i]);
  };
  for (let i = 0; i < 500; i++) round();
  bytes[name] = bytesPerRound(round, windows);
}
const kept: number[][] = [];
bytes.control = bytesPerRound(() => {
  for (let i = 0; i < COUNT; i++) kept[i] = [i];
}, windows);
console.log(JSON.stringify(bytes));
