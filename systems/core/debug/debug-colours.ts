import { packColour } from './line-list.ts';

/** Colours as 0xRRGGBB. */
export interface DebugColours {
  readonly moving: number;
  readonly static: number;
  readonly sensor: number;
  readonly disabled: number;
  readonly bounds: number;
  readonly contact: number;
  /** A contact within the margin that does not touch yet. */
  readonly nearContact: number;
  readonly normal: number;
  readonly sensorContact: number;
  readonly id: number;
  /** Level i of the hierarchy has colour i, again and again. */
  readonly levels: readonly number[];
}

/** Colours that can be told apart on dark and on light ground. */
export const DEBUG_COLOURS: DebugColours = {
  moving: 0x3d9be9,
  static: 0x4fa86b,
  sensor: 0xc9962b,
  disabled: 0x8a8f98,
  bounds: 0x9b7fd1,
  contact: 0xe8374f,
  nearContact: 0xe88a37,
  normal: 0xe8374f,
  sensorContact: 0xc9962b,
  id: 0x8a8f98,
  levels: [0xe8374f, 0xe88a37, 0xc9b52b, 0x4fa86b, 0x2ba8b5, 0x3d7be9, 0x9b5fe0, 0xd14fb0],
};

/** The opacity of boxes and disabled colliders, which lie behind the shapes. */
const BEHIND = 0.6;

/** Indices of colours in what `packColours` returns. */
export const COLOUR_MOVING = 0;
export const COLOUR_STATIC = 1;
export const COLOUR_SENSOR = 2;
export const COLOUR_DISABLED = 3;
export const COLOUR_BOUNDS = 4;
export const COLOUR_CONTACT = 5;
export const COLOUR_NEAR_CONTACT = 6;
export const COLOUR_NORMAL = 7;
export const COLOUR_SENSOR_CONTACT = 8;
export const COLOUR_ID = 9;

/** Returns the colours as lines take them, without those of the hierarchy's levels. */
export function packColours(colours: DebugColours): Uint32Array {
  return Uint32Array.of(
    packColour(colours.moving),
    packColour(colours.static),
    packColour(colours.sensor),
    packColour(colours.disabled, BEHIND),
    packColour(colours.bounds, BEHIND),
    packColour(colours.contact),
    packColour(colours.nearContact),
    packColour(colours.normal),
    packColour(colours.sensorContact),
    packColour(colours.id),
  );
}

/** Returns the colours of the hierarchy's levels as lines take them. */
export function packLevels(colours: DebugColours): Uint32Array {
  return Uint32Array.from(colours.levels, (colour) => packColour(colour, BEHIND));
}
