import { BOUNDS_STRIDE, type ColliderSet, POSE_STRIDE, POSE_X } from '../../../src/2d/collider-set.ts';
import { computePose } from '../../../src/2d/compute-bounds.ts';
import { FLAG_SENSOR, FLAG_STATIC, SLOT_LIVE } from '../../../src/core/collider-slots.ts';
import { requireFinite, requireKeys } from '../../../src/core/errors.ts';
import type { IndexList } from '../../../src/core/index-list.ts';
import { reserve } from '../../../src/core/typed-array.ts';
import { entityIndex, hasAll, isAlive } from '../../core/adapter/entities.ts';
import { ownersOf } from '../../core/adapter/owners.ts';
import { listStatics } from '../../core/build-statics.ts';
import { type CollisionState, requireSeen } from '../../core/collision-state.ts';
import { movingHierarchy } from '../../core/hierarchies.ts';
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
import { drawCollider } from './draw-collider.ts';
import { drawContacts } from './draw-contacts.ts';
import { ALL_LEVELS, drawHierarchy } from './draw-hierarchy.ts';
import { drawNumber } from './draw-number.ts';
import { createLineList, type LineList, pen } from './line-list.ts';
import { addBox, detail } from './outline.ts';

/** What to draw; may be changed at any time. For new colours, assign a new object to `colours`. */
export interface DebugDrawSettings {
  /** The shapes of colliders, in colours that tell moving, static, sensor and disabled ones apart. */
  shapes: boolean;
  /** Their axis-aligned bounds. */
  bounds: boolean;
  /** The hierarchies of moving and static colliders: every level, or only the given one, 0 being the root. */
  hierarchy: boolean | number;
  /** Contact points with their normals, which point from A to B; lines between what a sensor reports. */
  contacts: boolean;
  /** Entity ids. */
  ids: boolean;
  colours: DebugColours;
}

/** What is shown at first; everything can be changed later. */
export interface DebugLinesOptions extends Partial<Omit<DebugDrawSettings, 'colours'>> {
  /** Colours that shall differ from the usual ones, as 0xRRGGBB. */
  colours?: Partial<DebugColours>;
}

/** The lines of one world, for any renderer. Made by `createDebugLines`, written by `updateDebugLines`. */
export interface DebugLines {
  readonly world: object;
  /** What is drawn: shapes and contacts, unless changed. */
  readonly show: DebugDrawSettings;
  /** Shapes of static colliders: rewritten only when one of them changes or the scale changes much. */
  readonly statics: LineList;
  /** Counts rewrites of `statics`. */
  staticsVersion: number;
  /** Everything else: rewritten by every update. */
  readonly moving: LineList;
}

interface Cache extends DebugLines {
  /** What the static lines were drawn from. */
  record: Float64Array;
  recorded: number;
  colours: DebugColours | undefined;
  packed: Uint32Array;
  levels: Uint32Array;
  /** World units of a pixel the static lines were drawn for. */
  pixel: number;
}

/** Slot, shape, sizes and flags of a static collider, and how often the tiles of its map have changed. */
const facts = new Float64Array(8);
/** Numbers of a static collider in the record: its pose, then those. */
const RECORD_STRIDE = POSE_STRIDE + 8;

const KEYS = ['shapes', 'bounds', 'hierarchy', 'contacts', 'ids', 'colours'] as const;

/** How much the scale may change before circles of static colliders are drawn anew. */
const DETAIL_RATIO = 2;

const disabledPose = new Float64Array(POSE_STRIDE);

/**
 * Makes empty lists of lines for a world, to show what its collision sees with whatever draws lines; for PixiJS there
 * is `createDebugDraw` in `bitecs-collision/pixi`.
 * @throws CollisionError `invalid-state` when the world has no 2D collision, and for an option or a colour that there
 *   is not.
 */
export function createDebugLines(world: object, options: DebugLinesOptions = {}): DebugLines {
  requireSeen(world);
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
    statics: createLineList(256),
    staticsVersion: 0,
    moving: createLineList(1024),
    record: new Float64Array(0),
    recorded: -1,
    colours: undefined,
    packed: packColours(DEBUG_COLOURS),
    levels: packLevels(DEBUG_COLOURS),
    pixel: 1,
  };
  return cache;
}

/**
 * Writes the lines of the world as the last tick saw it, in world units. `pixel` is what a pixel of the screen measures
 * in world units: circles are as fine, and crosses and ids as large, as the screen needs; negative where y points up on
 * it. Allocates nothing unless a list has to grow.
 * @throws CollisionError `invalid-state` for lines of a world without collision, `invalid-number` for a `pixel` that is
 *   not finite.
 */
export function updateDebugLines(lines: DebugLines, pixel: number): void {
  const state = requireSeen<ColliderSet>(lines?.world);
  requireFinite('pixel', pixel);
  const cache = lines as Cache;
  const settings = cache.show;
  detail[0] = Math.abs(pixel);
  detail[1] = pixel < 0 ? -1 : 1;
  listStatics(state);
  let stale = noteStatics(cache, state, settings.shapes);
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
    if (settings.shapes) drawShapes(cache.statics, state.set, state.statics.active, cache.packed, COLOUR_STATIC);
  }
  drawMoving(cache, state, settings);
}

function drawMoving(cache: Cache, state: CollisionState<ColliderSet>, settings: DebugDrawSettings): void {
  const { moving: lines, packed } = cache;
  const { moving, statics, set } = state;
  lines.count = 0;
  if (settings.hierarchy !== false) {
    const level = settings.hierarchy === true ? ALL_LEVELS : settings.hierarchy;
    drawHierarchy(lines, statics.bvh, level, cache.levels);
    drawHierarchy(lines, movingHierarchy(state), level, cache.levels);
  }
  if (settings.bounds) {
    pen[0] = packed[COLOUR_BOUNDS];
    drawBounds(lines, set, statics.active);
    drawBounds(lines, set, moving.active);
  }
  if (settings.shapes) {
    drawShapes(lines, set, moving.active, packed, COLOUR_MOVING);
    pen[0] = packed[COLOUR_DISABLED];
    drawDisabled(lines, state);
  }
  if (settings.contacts) drawContacts(lines, state.contacts, set, packed);
  if (settings.ids) {
    pen[0] = packed[COLOUR_ID];
    drawIds(lines, set, statics.active);
    drawIds(lines, set, moving.active);
  }
}

/** Loose statics are listed twice, and drawn as what they are. */
function drawShapes(lines: LineList, set: ColliderSet, active: IndexList, colours: Uint32Array, colour: number): void {
  const { state, flags, index } = set.slots;
  for (let i = 0; i < active.count; i++) {
    const slot = active.items[i];
    if (state[slot] !== SLOT_LIVE) continue;
    if (colour === COLOUR_MOVING && (flags[slot] & FLAG_STATIC) !== 0) continue;
    pen[0] = colours[(flags[slot] & FLAG_SENSOR) !== 0 ? COLOUR_SENSOR : colour];
    drawCollider(lines, set, index[slot], set.poses, slot * POSE_STRIDE);
  }
}

/** Disabled colliders have no slot: they are found by their components, and stand where the stores say. */
function drawDisabled(lines: LineList, state: CollisionState<ColliderSet>): void {
  const { world, set, adapter, tags } = state;
  const owners = ownersOf(world, [tags.Disabled, ...adapter.required]);
  for (let i = 0; i < owners.length; i++) {
    const entity = owners[i];
    if (!isAlive(world, entity) || !hasAll(world, entity, adapter.required)) continue;
    const index = entityIndex(world, entity);
    computePose(disabledPose, 0, set, index);
    drawCollider(lines, set, index, disabledPose, 0);
  }
}

function drawBounds(lines: LineList, set: ColliderSet, active: IndexList): void {
  for (let i = 0; i < active.count; i++) addBox(lines, set.bounds, active.items[i] * BOUNDS_STRIDE);
}

function drawIds(lines: LineList, set: ColliderSet, active: IndexList): void {
  for (let i = 0; i < active.count; i++) {
    const slot = active.items[i];
    drawNumber(lines, set.slots.entity[slot], set.poses, slot * POSE_STRIDE + POSE_X);
  }
}

/** Compares the static colliders with the record and brings it up to date. Returns whether they differ. */
function noteStatics(cache: Cache, state: CollisionState<ColliderSet>, shown: boolean): boolean {
  const { active } = state.statics;
  const { slots, shape, poses, registry } = state.set;
  const count = shown ? active.count : 0;
  let changed = cache.recorded !== count;
  cache.recorded = count;
  cache.record = reserve(cache.record, count * RECORD_STRIDE);
  const { record } = cache;
  for (let i = 0; i < count; i++) {
    const slot = active.items[i];
    const index = slots.index[slot];
    const at = i * RECORD_STRIDE;
    for (let k = 0; k < POSE_STRIDE; k++) {
      const value = poses[slot * POSE_STRIDE + k];
      if (record[at + k] !== value) changed = true;
      record[at + k] = value;
    }
    facts[0] = slot;
    facts[1] = shape.kind[index];
    facts[2] = shape.shape[index];
    facts[3] = shape.radius[index];
    facts[4] = shape.halfWidth[index];
    facts[5] = shape.halfHeight[index];
    facts[6] = slots.state[slot] + 8 * (slots.flags[slot] & FLAG_SENSOR);
    const registered = registry.shapes[shape.shape[index]];
    facts[7] = registered?.record.grid?.versionOf(registered) ?? 0;
    for (let k = 0; k < facts.length; k++) {
      if (record[at + POSE_STRIDE + k] !== facts[k]) changed = true;
      record[at + POSE_STRIDE + k] = facts[k];
    }
  }
  return changed;
}
