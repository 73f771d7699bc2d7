import type { ColliderSet, ShapeColumns } from '../../../src/core/collider-set.ts';
import { FLAG_SENSOR, FLAG_STATIC, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { requireFinite, requireKeys } from '../../../src/core/errors.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { entityIndex, hasAll, isAlive } from '../adapter/entities.ts';
import { ownersOf } from '../adapter/owners.ts';
import { listStatics } from '../build-statics.ts';
import { type CollisionState, requireSeen } from '../collision-state.ts';
import { movingHierarchy } from '../hierarchies.ts';
import {
  COLOUR_BOUNDS,
  COLOUR_DISABLED,
  COLOUR_ID,
  COLOUR_MOVING,
  COLOUR_SENSOR,
  COLOUR_STATIC,
  DEBUG_COLOURS,
  type DebugColours,
  packColours,
  packLevels,
} from './debug-colours.ts';
import type { DebugDimension } from './debug-dimension.ts';
import { drawContacts } from './draw-contacts.ts';
import { ALL_LEVELS, drawHierarchy } from './draw-hierarchy.ts';
import { createLineList, detail, type LineList, pen } from './line-list.ts';

/**
 * The parts of the drawing, each of which may be switched at any time. For new colours, assign a new object to
 * `colours`.
 */
export interface DebugDrawSettings {
  /** The shapes of colliders, in colours that tell moving, static, sensor and disabled ones apart. */
  shapes: boolean;
  /** The axis-aligned bounds of colliders. */
  bounds: boolean;
  /** The hierarchies of moving and static colliders: every level, or only the given one, 0 being the root. */
  hierarchy: boolean | number;
  /** Contact points with their normals, which point from A to B; lines between what a sensor reports. */
  contacts: boolean;
  /** Entity ids. */
  ids: boolean;
  colours: DebugColours;
}

/** The parts that are shown at first; everything can be changed later. */
export interface DebugLinesOptions extends Partial<Omit<DebugDrawSettings, 'colours'>> {
  /** Colours that replace the usual ones, as 0xRRGGBB. */
  colours?: Partial<DebugColours>;
}

/** The lines of one world, for any renderer. Made by `createDebugLines`, written by `updateDebugLines`. */
export interface DebugLines {
  readonly world: object;
  /** The parts that are drawn: shapes and contacts, unless changed. */
  readonly show: DebugDrawSettings;
  /** Shapes of static colliders: rewritten only when one of them changes or the scale changes much. */
  readonly statics: LineList;
  /** Counts rewrites of `statics`. */
  staticsVersion: number;
  /** Everything else: rewritten by every update. */
  readonly moving: LineList;
}

interface Cache extends DebugLines {
  /** The state of the colliders that the static lines were drawn from. */
  record: Float64Array;
  recorded: number;
  colours: DebugColours | undefined;
  packed: Uint32Array;
  levels: Uint32Array;
  /** The size of a pixel, in world units, for which the static lines were drawn. */
  pixel: number;
}

/** How many numbers a static collider has in the record besides its pose and sizes: see `noteStatics`. */
const FACTS = 5;

const KEYS = ['shapes', 'bounds', 'hierarchy', 'contacts', 'ids', 'colours'] as const;

/** How much the scale may change before circles of static colliders are drawn anew. */
const DETAIL_RATIO = 2;

/** The pose of a disabled collider, computed from the stores. As long as the longest pose of a dimension. */
let disabledPose = new Float64Array(16);

/**
 * Makes empty lists of lines for a world, to show its collision state with any renderer that draws lines; for PixiJS
 * there is `createDebugDraw` in `bitecs-collision/pixi`, for three.js `createDebugDrawing` in `bitecs-collision/three`.
 * @throws CollisionError `invalid-state` when the world has no collision, and for an unknown option or colour.
 */
export function createDebugLines(world: object, options: DebugLinesOptions = {}): DebugLines {
  const { axes } = requireSeen(world).dimension;
  requireKeys('debug options', options, KEYS);
  requireKeys('debug colours', options.colours ?? DEBUG_COLOURS, Object.keys(DEBUG_COLOURS));
  const cache: Cache = {
    world,
    show: {
      shapes: options.shapes ?? true,
      bounds: options.bounds ?? false,
      hierarchy: options.hierarchy ?? false,
      contacts: options.contacts ?? true,
      ids: options.ids ?? false,
      colours: { ...DEBUG_COLOURS, ...options.colours },
    },
    statics: createLineList(axes, 256),
    staticsVersion: 0,
    moving: createLineList(axes, 1024),
    record: new Float64Array(0),
    recorded: -1,
    colours: undefined,
    packed: packColours(DEBUG_COLOURS),
    levels: packLevels(DEBUG_COLOURS),
    pixel: 1,
  };
  return cache;
}

/** Writes the lines of a world of a dimension. See the dimension's `updateDebugLines`. */
export function updateLines<Set extends ColliderSet>(
  draw: DebugDimension<Set>,
  lines: DebugLines,
  pixel: number,
): void {
  const state = requireSeen(lines?.world, draw.dimension);
  requireFinite('pixel', pixel);
  const cache = lines as Cache;
  const settings = cache.show;
  detail[0] = Math.abs(pixel);
  detail[1] = pixel < 0 ? -1 : 1;
  listStatics(state);
  let stale = noteStatics(draw, cache, state, settings.shapes);
  if (cache.colours !== settings.colours) {
    cache.colours = settings.colours;
    cache.packed = packColours(settings.colours);
    cache.levels = packLevels(settings.colours);
    stale = true;
  }
  const zoom = detail[0] / cache.pixel;
  if (stale || zoom > DETAIL_RATIO || zoom * DETAIL_RATIO < 1) {
    cache.pixel = detail[0];
    cache.statics.count = 0;
    cache.staticsVersion++;
    if (settings.shapes) drawShapes(draw, cache.statics, state.set, state.statics.active, cache.packed, COLOUR_STATIC);
  }
  drawMoving(draw, cache, state, settings);
}

function drawMoving<Set extends ColliderSet>(
  draw: DebugDimension<Set>,
  cache: Cache,
  state: CollisionState<Set>,
  settings: DebugDrawSettings,
): void {
  const { moving: lines, packed } = cache;
  const { moving, statics, set } = state;
  lines.count = 0;
  if (settings.hierarchy !== false) {
    const level = settings.hierarchy === true ? ALL_LEVELS : settings.hierarchy;
    drawHierarchy(draw, lines, statics.bvh, level, cache.levels);
    drawHierarchy(draw, lines, movingHierarchy(state), level, cache.levels);
  }
  if (settings.bounds) {
    pen[0] = packed[COLOUR_BOUNDS];
    drawBounds(draw, lines, set, statics.active);
    drawBounds(draw, lines, set, moving.active);
  }
  if (settings.shapes) {
    drawShapes(draw, lines, set, moving.active, packed, COLOUR_MOVING);
    pen[0] = packed[COLOUR_DISABLED];
    drawDisabled(draw, lines, state);
  }
  if (settings.contacts) drawContacts(draw, lines, state.contacts, set, packed);
  if (settings.ids) {
    pen[0] = packed[COLOUR_ID];
    drawIds(draw, lines, set, statics.active);
    drawIds(draw, lines, set, moving.active);
  }
}

/** Draws the shapes of a list of slots. Loose statics are in both lists, and are drawn with the static ones only. */
function drawShapes<Set extends ColliderSet>(
  draw: DebugDimension<Set>,
  lines: LineList,
  set: Set,
  active: IndexList,
  colours: Uint32Array,
  colour: number,
): void {
  const { state, flags, index } = set.slots;
  for (let i = 0; i < active.count; i++) {
    const slot = active.items[i];
    if (state[slot] !== SLOT_LIVE) continue;
    if (colour === COLOUR_MOVING && (flags[slot] & FLAG_STATIC) !== 0) continue;
    pen[0] = colours[(flags[slot] & FLAG_SENSOR) !== 0 ? COLOUR_SENSOR : colour];
    draw.drawCollider(lines, set, index[slot], set.poses, slot * set.poseStride);
  }
}

/** Draws disabled colliders. They have no slot: they are found by their components, and stand where the stores say. */
function drawDisabled<Set extends ColliderSet>(
  draw: DebugDimension<Set>,
  lines: LineList,
  state: CollisionState<Set>,
): void {
  const { world, set, adapter, tags } = state;
  disabledPose = reserve(disabledPose, set.poseStride);
  const owners = ownersOf(world, [tags.Disabled, ...adapter.required]);
  for (let i = 0; i < owners.length; i++) {
    const entity = owners[i];
    if (!isAlive(world, entity) || !hasAll(world, entity, adapter.required)) continue;
    const index = entityIndex(world, entity);
    draw.computePose(disabledPose, 0, set, index);
    draw.drawCollider(lines, set, index, disabledPose, 0);
  }
}

function drawBounds(
  draw: Pick<DebugDimension, 'drawBox'>,
  lines: LineList,
  { bounds, boundsStride }: ColliderSet,
  active: IndexList,
): void {
  for (let i = 0; i < active.count; i++) draw.drawBox(lines, bounds, active.items[i] * boundsStride);
}

function drawIds(
  draw: Pick<DebugDimension, 'drawNumber' | 'placeAt'>,
  lines: LineList,
  set: ColliderSet,
  active: IndexList,
): void {
  for (let i = 0; i < active.count; i++) {
    const slot = active.items[i];
    draw.drawNumber(lines, set.slots.entity[slot], set.poses, slot * set.poseStride + draw.placeAt);
  }
}

/** Compares the static colliders with the record and brings it up to date. Returns whether they differ. */
function noteStatics<Set extends ColliderSet>(
  draw: DebugDimension<Set>,
  cache: Cache,
  { statics, set }: CollisionState<Set>,
  shown: boolean,
): boolean {
  const { active } = statics;
  const { slots, poses, poseStride } = set;
  const shape: ShapeColumns = set.shape;
  const columns = shape as unknown as Record<string, ArrayLike<number>>;
  const { sizes } = draw;
  const stride = poseStride + FACTS + sizes.length;
  const count = shown ? active.count : 0;
  isChanged = cache.recorded !== count;
  cache.recorded = count;
  cache.record = reserve(cache.record, count * stride);
  const { record } = cache;
  for (let i = 0; i < count; i++) {
    const slot = active.items[i];
    const index = slots.index[slot];
    let at = i * stride;
    for (let k = 0; k < poseStride; k++) note(record, at++, poses[slot * poseStride + k]);
    note(record, at++, slot);
    note(record, at++, shape.kind[index]);
    note(record, at++, shape.shape[index]);
    note(record, at++, slots.state[slot] + 8 * (slots.flags[slot] & FLAG_SENSOR));
    note(record, at++, draw.versionOf(set, index));
    for (let k = 0; k < sizes.length; k++) note(record, at++, columns[sizes[k]][index]);
  }
  return isChanged;
}

/** Whether `note` has found another number in the record. */
let isChanged = false;

function note(record: Float64Array, at: number, value: number): void {
  if (record[at] !== value) isChanged = true;
  record[at] = value;
}
