import { heightfield, mesh, type ShapeSpec } from 'bitecs-collision/3d';
import { Noise } from '../../../shared/noise.ts';
import type { MeshArrays } from '../../../shared/packed-mesh.ts';
import { createRandom } from '../../../shell/random.ts';
import { addArch, addPillar, RockBuilder } from './rocks.ts';

/** How far a run goes, in units; the ship flies along −z, from z = 0. */
export const LENGTH = 3600;
export const SECTORS = 3;
/** From one ring to the next. */
export const STRIDE = 60;
export const RING_RADIUS = 3.6;
/** No ship flies higher or lower than this. */
export const CEILING = 25;
export const LOWEST = 0.5;

/** Points of the terrain lie so far apart across and along. */
const ACROSS = 2.5;
const ALONG = 3;
const COLUMNS = 65;
const FIRST_X = (-(COLUMNS - 1) / 2) * ACROSS;
/** How long a part of the terrain is that is one collider. */
const CHUNK = 300;
/** The terrain goes on before the start and behind the goal. */
const BEFORE = 300;
const BEHIND = 600;
const WALL_HEIGHT = 30;
/** The distance from the foot of a wall to its top. */
const WALL_WIDTH = 9;
/** The canyon winds by so much from one ring to the next, and never farther from the middle. */
const MOST_BEND = 15;
const MOST_ASIDE = 36;

interface Place {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A part of the terrain: point (column, row) lies at x + column · ACROSS, z + row · ALONG. */
export interface Chunk {
  readonly x: number;
  readonly z: number;
  readonly columns: number;
  readonly rows: number;
  readonly across: number;
  readonly along: number;
  readonly heights: Float64Array;
  readonly shape: ShapeSpec;
}

/** A canyon, and what is in it. */
export interface Course {
  readonly chunks: readonly Chunk[];
  /** Arches and pillars, and where they stand: of an arch the middle of its opening. */
  readonly rocks: { readonly arrays: MeshArrays; readonly shape: ShapeSpec };
  readonly pillars: readonly { readonly x: number; readonly z: number; readonly radius: number }[];
  readonly rings: readonly Place[];
  readonly drones: readonly Place[];
  /** The middle of the canyon, and half its width, so far along it. */
  middleAt(way: number): number;
  halfWidthAt(way: number): number;
}

/** Which part of the run a place belongs to, 0 at first. */
export function sectorAt(way: number): number {
  return Math.max(0, Math.min(SECTORS - 1, Math.floor((SECTORS * way) / LENGTH)));
}

/** Half the width of the canyon, by sector. */
const HALF_WIDTHS = [14, 12, 10];
/** How many of ten strides have pillars in the way, and how many have a drone, by sector. */
const PILLARS = [3, 5, 6];
const DRONES = [3, 5, 7];

export function createCourse(seed: number): Course {
  const random = createRandom(seed);
  const noise = new Noise(random);
  const signed = () => 2 * random() - 1;
  const knots = Math.ceil((BEFORE + LENGTH + BEHIND) / STRIDE) + 2;
  const middles: number[] = [];
  const halfWidths: number[] = [];
  for (let i = 0; i < knots; i++) {
    const before = middles[i - 1] ?? 0;
    const isStraight = i * STRIDE < BEFORE + 2 * STRIDE;
    const next = before + (isStraight ? 0 : MOST_BEND * signed());
    middles.push(Math.max(-MOST_ASIDE, Math.min(MOST_ASIDE, next)));
    halfWidths.push(HALF_WIDTHS[sectorAt(i * STRIDE - BEFORE)] * (0.9 + 0.25 * random()));
  }
  const middleAt = (way: number) => between(middles, (way + BEFORE) / STRIDE);
  const halfWidthAt = (way: number) => between(halfWidths, (way + BEFORE) / STRIDE);

  function heightAt(x: number, way: number): number {
    const beside = Math.abs(x - middleAt(way)) - halfWidthAt(way);
    const wall = smooth(Math.max(0, Math.min(1, beside / WALL_WIDTH)));
    return 1.6 * noise.at(x / 7, way / 7) + wall * (WALL_HEIGHT + 9 * noise.at(x / 16, way / 16));
  }

  function createChunk(from: number): Chunk {
    const rows = CHUNK / ALONG + 1;
    const heights = new Float64Array(COLUMNS * rows);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < COLUMNS; column++)
        heights[row * COLUMNS + column] = heightAt(FIRST_X + column * ACROSS, from + CHUNK - row * ALONG);
    const shape = heightfield(heights, COLUMNS, rows, { x: ACROSS, z: ALONG });
    return {
      ...{ x: FIRST_X, z: -(from + CHUNK), columns: COLUMNS, rows, across: ACROSS, along: ALONG },
      ...{ heights, shape },
    };
  }

  const chunks: Chunk[] = [];
  for (let from = -BEFORE; from < LENGTH + BEHIND; from += CHUNK) chunks.push(createChunk(from));

  const builder = new RockBuilder(noise);
  const pillars: { x: number; z: number; radius: number }[] = [];
  const rings: Place[] = [];
  const drones: Place[] = [];
  for (let way = 2 * STRIDE; way < LENGTH; way += STRIDE) {
    const sector = sectorAt(way);
    const middle = middleAt(way);
    const halfWidth = halfWidthAt(way);
    const isArch = random() < 0.25;
    const ring = isArch
      ? { x: middle, y: 9, z: -way }
      : { x: middle + 0.5 * halfWidth * signed(), y: 5.5 + 11 * random(), z: -way };
    rings.push(ring);
    if (isArch) addArch(builder, ring, Math.max(8.5, halfWidth - 2));
    // Pillars stand half-way between rings, beside the middle of the canyon.
    const half = way + STRIDE / 2;
    if (10 * random() < PILLARS[sector]) {
      const side = random() < 0.5 ? -1 : 1;
      const pillar = {
        x: middleAt(half) + side * (0.15 + 0.5 * random()) * halfWidthAt(half),
        z: -half,
        radius: 1.5 + random(),
      };
      pillars.push(pillar);
      addPillar(builder, pillar, WALL_HEIGHT);
    }
    if (10 * random() < DRONES[sector])
      drones.push({ x: middleAt(half) + 0.6 * halfWidthAt(half) * signed(), y: 8 + 9 * random(), z: -half - 12 });
  }
  const arrays = builder.build();
  return {
    ...{ chunks, pillars, rings, drones, middleAt, halfWidthAt },
    rocks: { arrays, shape: mesh(arrays.positions, arrays.index) },
  };
}

/** The value between two knots, without a bend at either. */
function between(values: readonly number[], at: number): number {
  const last = values.length - 1;
  const knot = Math.max(0, Math.min(last - 1, Math.floor(at)));
  const share = smooth(Math.max(0, Math.min(1, at - knot)));
  return values[knot] + share * (values[knot + 1] - values[knot]);
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}
