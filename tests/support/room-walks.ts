import { readFileSync } from 'node:fs';
import { capsule, castRay, castShape, mesh } from '../../entry/3d.ts';
import { type MeshArrays, type PackedMesh, unpackMesh } from '../../examples/shared/packed-mesh.ts';
import { closestPointsSegmentTriangle } from '../../src/3d/geometry/closest/closest-points-segment-triangle.ts';
import { createMoverWorld, depthOf, type MoverWorld, NO_TURN, Walker } from './movement-3d.ts';
import { createRng, type Rng } from './rng.ts';

/** The scans of rooms, and where each is. */
const FILES = {
  'the living room': '../../examples/shared/living-room.json',
  'the music room': './rooms/music-room.json',
  'the large office': './rooms/office-large.json',
};
export const ROOMS = Object.keys(FILES) as (keyof typeof FILES)[];

const RADIUS = 0.25;
const HALF_HEIGHT = 0.6;
const SHAPE = capsule(RADIUS, HALF_HEIGHT);
const SKIN = 0.005;
/** The walker with the distance that it keeps: in a gap that narrows it stops where that is no longer whole. */
const KEPT = capsule(RADIUS + 0.99 * SKIN, HALF_HEIGHT);
const SPEED = 1.5;
const GRAVITY = 9.8;
const STEP = 0.3;
/** Cosine of the steepest slope to stand on, 50°. */
const FLOOR_COSINE = 0.6427876096865394;
const UP = { x: 0, y: 1, z: 0 };
/** Parts of a second after which a walker takes another direction. */
const TURN_SECONDS = 0.5;
/** How far beyond the bounds of a scan a walker is that has left it by a hole, as an open door is. */
const OUTSIDE = 0.5;

export interface Room {
  readonly game: MoverWorld;
  readonly scan: MeshArrays;
  readonly bounds: Float32Array;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** Opens a room: a surface of one side, which is seen from within. */
export function openRoom(name: keyof typeof FILES): Room {
  const scan = unpackMesh(JSON.parse(readFileSync(new URL(FILES[name], import.meta.url), 'utf8')) as PackedMesh);
  const game = createMoverWorld();
  game.add(mesh(scan.positions, scan.index, { oneSided: true }));
  game.tick();
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < scan.positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], scan.positions[i]);
    high[i % 3] = Math.max(high[i % 3], scan.positions[i]);
  }
  return { game, scan, bounds: boundsOf(scan), low, high };
}

/** What a walk has come to: what is wrong with it, one line each, and whether it has left the room by a hole. */
export interface Walk {
  readonly faults: string[];
  readonly hasLeft: boolean;
  /** How far it has come over the ground, and how often it was held. */
  readonly way: number;
  readonly stops: number;
}

/** Walks a room at random, so many ticks a second; all that should never be is looked for on the way. */
export function walkRoom(room: Room, seed: number, rate: number, ticks: number): Walk {
  const { game, low, high } = room;
  const { world } = game;
  const rng = createRng(seed);
  const walker = startWalker(room, rng);
  const { pose, result } = walker;
  const faults: string[] = [];
  const turnTicks = Math.max(1, Math.round(TURN_SECONDS * rate));
  let [dx, fall, dz] = [0, 0, 0];
  let way = 0;
  let stops = 0;
  for (let i = 0; i < ticks && faults.length === 0; i++) {
    if (i % turnTicks === 0) {
      const angle = rng.range(-Math.PI, Math.PI);
      dx = (SPEED / rate) * Math.cos(angle);
      dz = (SPEED / rate) * Math.sin(angle);
    }
    const stood = result.grounded;
    fall = stood ? 1 : Math.min(20, fall + GRAVITY / rate);
    const { x, y, z } = pose;
    walker.move(dx, -fall / rate, dz);
    const fault = (what: string): void => {
      faults.push(`seed ${seed}, ${rate} ticks a second, tick ${i}: ${what}, from ${x}, ${y}, ${z} by ${dx}, ${dz}`);
    };
    const gone = { x: pose.x - x, y: pose.y - y, z: pose.z - z };
    const along = Math.hypot(gone.x, gone.z);
    way += along;
    if (result.penetration !== 0) fault(`it is pressed in by ${result.penetration}`);
    if (Math.hypot(along, gone.y) > 0 && castRay(world, { x, y, z }, gone, { maxFraction: 1 }) !== undefined)
      fault('it has gone through a triangle');
    if (i % 4 === 0 && walker.depth() !== -Infinity) fault(`it is ${walker.depth()} deep in something`);
    if (i % 50 === 49 && axisDistance(room, pose.x, pose.y, pose.z) < RADIUS + SKIN / 4)
      fault('a triangle is too near');
    if (stood && along < (0.05 * SPEED) / rate) {
      stops++;
      if (isFree(world, pose, dx, dz)) fault('it is held where the way is free');
    }
    const isInside = [pose.x, pose.y, pose.z].every(
      (value, axis) => value > low[axis] - OUTSIDE && value < high[axis] + OUTSIDE,
    );
    if (!isInside) return { faults, hasLeft: true, way, stops };
  }
  return { faults, hasLeft: false, way, stops };
}

/**
 * Puts a walker where it is clear of everything, above a floor and below a ceiling. Contacts alone do not say so: a
 * surface of one side has none with a walker whose middle is behind it.
 */
function startWalker(room: Room, rng: Rng): Walker {
  const { world } = room.game;
  const { low, high } = room;
  let place = { x: 0, y: 1, z: 0 };
  do place = { x: rng.range(low[0], high[0]), y: rng.range(0.9, 1.1), z: rng.range(low[2], high[2]) };
  while (
    depthOf(world, { shape: SHAPE, ...place, rotation: NO_TURN }, 0.02) !== -Infinity ||
    castRay(world, place, { x: 0, y: -3, z: 0 }) === undefined ||
    castRay(world, place, { x: 0, y: 5, z: 0 }) === undefined ||
    axisDistance(room, place.x, place.y, place.z) < RADIUS
  );
  const options = { up: UP, stepHeight: STEP, snapDistance: STEP, skin: SKIN };
  return new Walker(world, SHAPE, place.x, place.y, place.z, options);
}

/**
 * Whether a step is free that a walker on the ground has not made: level, or as high as it may step and down again onto
 * a floor.
 */
function isFree(world: object, { x, y, z }: { x: number; y: number; z: number }, dx: number, dz: number): boolean {
  const length = Math.hypot(dx, dz);
  // Farther than the walker goes in a tick, and with the distance that it keeps.
  const far = 1 + (6 * SKIN) / length;
  const way = { x: far * dx, y: 0, z: far * dz };
  const sides = castShape(world, KEPT, { x, y, z }, way, { initialOverlap: 'ignore-separating' });
  if (sides === undefined) return true;
  const stride = Math.max(1, (3 * SKIN) / length);
  const over = { x: stride * dx, y: 0, z: stride * dz };
  const risen = { x, y: y + STEP - SKIN, z };
  if (castShape(world, SHAPE, { x, y, z }, { x: 0, y: STEP, z: 0 }) !== undefined) return false;
  if (castShape(world, KEPT, risen, over) !== undefined) return false;
  const from = { x: x + over.x, y: risen.y, z: z + over.z };
  const hit = castShape(world, KEPT, from, { x: 0, y: -STEP, z: 0 });
  return hit !== undefined && hit.normalY > FLOOR_COSINE + 0.01;
}

/**
 * The largest difference of heights between two walks along one way, at 60 and at 240 ticks a second, for as long as
 * they are at one place, and at how many times they were compared.
 */
export function compareRates(room: Room, seed: number, seconds: number): { difference: number; compared: number } {
  const walkers = [60, 240].map((rate) => ({ rate, walker: startWalker(room, createRng(seed)), fall: 0 }));
  const rng = createRng(seed + 1);
  let [vx, vz] = [0, 0];
  let difference = 0;
  let compared = 0;
  for (let tick = 0; tick < 60 * seconds; tick++) {
    if (tick % 30 === 0) {
      const angle = rng.range(-Math.PI, Math.PI);
      vx = SPEED * Math.cos(angle);
      vz = SPEED * Math.sin(angle);
    }
    for (const each of walkers) {
      for (let i = 0; i < each.rate / 60; i++) {
        each.fall = each.walker.result.grounded ? 1 : Math.min(20, each.fall + GRAVITY / each.rate);
        each.walker.move(vx / each.rate, -each.fall / each.rate, vz / each.rate);
      }
    }
    const [a, b] = walkers.map(({ walker }) => walker);
    if (!(a.result.grounded && b.result.grounded)) continue;
    if (Math.hypot(a.pose.x - b.pose.x, a.pose.z - b.pose.z) > SKIN / 10) {
      if (compared > 0) break;
      continue;
    }
    compared++;
    difference = Math.max(difference, Math.abs(a.pose.y - b.pose.y));
  }
  return { difference, compared };
}

/** The least and greatest corner of each triangle, six numbers one after the other. */
function boundsOf({ positions, index }: MeshArrays): Float32Array {
  const bounds = new Float32Array(2 * index.length);
  for (let i = 0; i < index.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      const [a, b, d] = [0, 1, 2].map((k) => positions[3 * index[i + k] + c]);
      bounds[2 * i + c] = Math.min(a, b, d);
      bounds[2 * i + 3 + c] = Math.max(a, b, d);
    }
  }
  return bounds;
}

/**
 * The distance of a capsule's axis from the nearest triangle, up to 1, measured to each one whose bounds are that near.
 */
function axisDistance({ scan: { positions, index }, bounds }: Room, x: number, y: number, z: number): number {
  const axis = Float64Array.of(x, y - HALF_HEIGHT, z, x, y + HALF_HEIGHT, z);
  const corners = new Float64Array(9);
  const found = new Float64Array(16);
  const [minX, minY, minZ] = [x - 1, y - HALF_HEIGHT - 1, z - 1];
  const [maxX, maxY, maxZ] = [x + 1, y + HALF_HEIGHT + 1, z + 1];
  let least = 1;
  for (let i = 0; i < index.length; i += 3) {
    const at = 2 * i;
    if (bounds[at] > maxX || bounds[at + 3] < minX || bounds[at + 1] > maxY || bounds[at + 4] < minY) continue;
    if (bounds[at + 2] > maxZ || bounds[at + 5] < minZ) continue;
    for (let k = 0; k < 3; k++) for (let c = 0; c < 3; c++) corners[3 * k + c] = positions[3 * index[i + k] + c];
    least = Math.min(least, closestPointsSegmentTriangle(found, 0, axis, 0, corners, 0));
  }
  return Math.sqrt(least);
}

export { SKIN as ROOM_SKIN };
