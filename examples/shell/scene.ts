import type { Application, Container } from 'pixi.js';
import type { Pane } from 'tweakpane';
import type { Camera } from './camera.ts';

/**
 * What a scene is: a folder examples/scenes/<category>/<name>/ with two files, and any others they are made of.
 *
 * - sim.ts exports `createSim` (and, if it likes, `about`). It runs without a screen, the same from the same seed.
 * - view.ts exports `createView`. It reads the sim and draws it; it can be thrown away and made anew at any time.
 *
 * The folder names are what the gallery lists: games/meteor-shower appears as "Meteor shower" under "Games".
 */
export interface SimModule {
  readonly about?: SceneAbout;
  createSim(options: SimOptions): Sim;
}

export interface ViewModule<S extends Sim = Sim> {
  createView(app: Application, sim: S): View;
}

/** The two files of a scene, loaded. */
export interface SceneModules {
  readonly sims: SimModule;
  readonly views: ViewModule<never>;
}

export interface SceneAbout {
  /** One sentence below the canvas: what is to be seen. */
  readonly summary: string;
  /** How to play, if there is something to do. */
  readonly hint?: string;
  /** The same for who has no keyboard, where it is another. */
  readonly touchHint?: string;
  /** What the pointer can do, to be chosen above the picture: `SceneInput.tool` is the place in this list. */
  readonly tools?: readonly string[];
}

export interface SimOptions {
  readonly seed: number;
  /** What `Sim.save` of this scene returned, or what somebody made of it: nothing that may be relied upon. */
  readonly saved?: string | undefined;
  /** What the visitor has set otherwise than the scene does, by name; a name may come with any value. */
  readonly settings?: ReadonlyMap<string, boolean | number | string>;
}

/** Seconds of one tick: every scene runs 60 ticks a second at normal speed. */
export const TICK = 1 / 60;

export interface Sim {
  /** The bitECS world, and what `createCollision` returned for it: the gallery counts and overlays what it saw. */
  readonly world: unknown;
  readonly collision: unknown;
  /** What the player does; the gallery writes it before each tick. Leave it out where there is nothing to play. */
  readonly input?: SceneInput;
  /** Milliseconds each stage took in the last tick, by name, in the order they are shown. */
  readonly stages?: Readonly<Record<string, number>>;
  /** Numbers worth showing: bodies, pairs, contacts, score. */
  readonly counts?: Readonly<Record<string, number>>;
  /**
   * What a view does to the sim by itself, beside input and settings, by name: what the pointer moves in space, what
   * the wheel turns. The view calls the functions here, so that the gallery notes them and can do them again.
   */
  readonly acts?: Readonly<Record<string, (...values: never[]) => void>>;
  /** Advances by one tick of 1/60 s. */
  step(): void;
  /** A number that differs when the state differs: `hashNumbers` over the stores. */
  hash(): number;
  /** Returns what the visitor has made as text for an address, where a scene is to be shared with that in it. */
  save?(): string;
}

/** The steps of a unit in which coordinates of the pointer are rounded, so that a link can carry them exactly. */
export const POINTER_STEPS = 4096;

/** The steps in which the deflection of a stick is rounded: a tape then has few changes, in few letters. */
export const MOVE_STEPS = 16;

export interface SceneInput {
  /** Arrow keys or WASD: −1, 0 or 1; a gamepad's stick: anything from −1 to 1. y points down, as on the screen. */
  moveX: number;
  moveY: number;
  /** Space or Enter, or a button of a gamepad. */
  action: boolean;
  /** Where the pointer is, in the units of the scene (see View.camera), and whether it is pressed. */
  pointerX: number;
  pointerY: number;
  pointerDown: boolean;
  /** The same of a second finger, while one is down already. The first to be lifted leaves its place to the other. */
  secondX: number;
  secondY: number;
  secondDown: boolean;
  /** Which of the scene's tools is chosen (`SceneAbout.tools`). */
  tool: number;
}

export function createSceneInput(): SceneInput {
  return {
    ...{ moveX: 0, moveY: 0, action: false },
    ...{ pointerX: 0, pointerY: 0, pointerDown: false },
    ...{ secondX: 0, secondY: 0, secondDown: false },
    tool: 0,
  };
}

export interface View {
  /** Turns the screen into units of the scene; needed where the sim reads the pointer, and for the overlay. */
  readonly camera?: Camera;
  /** Whether there is something to take hold of: the cursor says so. */
  readonly isDraggable?: boolean;
  /** What of the overlay is on at first. */
  readonly overlay?: Partial<OverlaySettings>;
  /** Where the overlay goes in a view that shows several worlds: one container each, in units of the world. */
  readonly overlayTargets?: readonly OverlayTarget[];
  /** What three.js draws below PixiJS in a view of space: a `SpaceStage`. */
  readonly space?: SpacePicture;
  /** Brings the picture up to date with the sim. */
  draw(): void;
  /** The canvas has a new size, in CSS pixels; also called once after creation. */
  resize(width: number, height: number): void;
  /** Destroys everything the view made. */
  destroy(): void;
  /** Names of settings that the scene itself moves as it goes on: they are not kept from one run to the next. */
  readonly liveSettings?: readonly string[];
  /** Names of settings that hold from the first tick: the scene starts again when one is changed. */
  readonly restartSettings?: readonly string[];
  /** Adds the settings of the scene to the gallery's panel. */
  controls?(pane: Pane): void;
}

/** What can be drawn over a scene: what the library saw in the last tick. */
export interface OverlaySettings {
  /** Outlines of colliders; moving, static, sensor and disabled ones differ in colour. */
  shapes: boolean;
  /** Static colliders too. */
  statics: boolean;
  /** Axis-aligned bounds. */
  boxes: boolean;
  /** The hierarchies of bounds: one level, 0 being the root, or all. */
  hierarchy: boolean | number;
  contacts: boolean;
  normals: boolean;
  ids: boolean;
}

/** A picture of space, as far as the gallery knows it: it does not load three.js itself. */
export interface SpacePicture {
  /** Brings the overlay up to date with the last tick. */
  showOverlay(settings: OverlaySettings): void;
  /** Draws all of it; the gallery calls this when view and overlay are up to date. */
  render(): void;
  /** Looks from where another picture of the same scene looks. */
  lookAs(other: SpacePicture): void;
}

export interface OverlayTarget {
  /** The bitECS world. */
  readonly world: unknown;
  /** What `createCollision` returned. */
  readonly collision: unknown;
  readonly container: Container;
}
