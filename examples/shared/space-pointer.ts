import { type CameraRay, rayOf } from 'bitecs-collision/three';
import type { Application } from 'pixi.js';
import { MOUSE } from 'three';
import type { SpaceStage } from '../shell/space-stage.ts';

/** How far from the middle of the picture the pointer counts, its edge being at 1. */
const RIM = 0.97;

/** A pointer over a picture of space. */
export interface SpacePoint {
  /** From the camera through the pointer, as far as the camera sees. */
  readonly ray: CameraRay;
  /** How far the pointer has come since it was heard of last, in CSS pixels. */
  readonly byX: number;
  readonly byY: number;
  /** The right button, or Shift. */
  readonly isOther: boolean;
}

export interface SpacePointerHandlers {
  /** Returns whether the press is for the scene: then the camera stays where it is. */
  press(point: SpacePoint): boolean;
  /** The pointer that pressed moves. */
  drag(point: SpacePoint): void;
  release(): void;
}

/**
 * Shares mouse, finger or pen between a scene and the controls of its camera: the first press goes to the scene if that
 * wants it, all others to the camera. The right button turns the camera as the left one does.
 */
export class SpacePointer {
  readonly #app: Application;
  readonly #space: SpaceStage;
  readonly #handlers: SpacePointerHandlers;
  readonly #listening = new AbortController();
  /** The pointer that the scene has taken. */
  #held: number | undefined;
  #x = 0;
  #y = 0;

  constructor(app: Application, space: SpaceStage, handlers: SpacePointerHandlers) {
    this.#app = app;
    this.#space = space;
    this.#handlers = handlers;
    space.controls.mouseButtons.RIGHT = MOUSE.ROTATE;
    const { signal } = this.#listening;
    // Before the controls of the camera hear of it.
    app.canvas.addEventListener('pointerdown', (event) => this.#press(event), { signal, capture: true });
    addEventListener('pointermove', (event) => this.#drag(event), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      addEventListener(end, ({ pointerId }) => pointerId === this.#held && this.release(), { signal });
    }
    // A window that is left hears of no end.
    addEventListener('blur', () => this.release(), { signal });
    // The camera's controls keep the menu of the right button away only while they are enabled, and only from the
    // canvas; what surrounds it may have captured the pointer.
    const keepMenuAway = (event: Event): void => {
      if (event.target === app.canvas || event.target === app.canvas.parentElement) event.preventDefault();
    };
    addEventListener('contextmenu', keepMenuAway, { signal, capture: true });
  }

  /** Lets go of what is held, and gives the pointer back to the camera. */
  release(): void {
    if (this.#held === undefined) return;
    this.#held = undefined;
    this.#space.controls.enabled = true;
    this.#handlers.release();
  }

  destroy(): void {
    this.release();
    this.#listening.abort();
  }

  #press(event: PointerEvent): void {
    if (this.#held !== undefined) return;
    this.#x = event.clientX;
    this.#y = event.clientY;
    if (!this.#handlers.press(this.#point(event))) return;
    this.#held = event.pointerId;
    this.#space.controls.enabled = false;
  }

  #drag(event: PointerEvent): void {
    if (event.pointerId !== this.#held) return;
    this.#handlers.drag(this.#point(event));
    this.#x = event.clientX;
    this.#y = event.clientY;
  }

  #point({ clientX, clientY, button, buttons, shiftKey }: PointerEvent): SpacePoint {
    const { left, top, width, height } = this.#app.canvas.getBoundingClientRect();
    // What is dragged out of the picture stays at its rim, where it can be taken again.
    const place = {
      x: Math.max(-RIM, Math.min(RIM, (2 * (clientX - left)) / width - 1)),
      y: Math.max(-RIM, Math.min(RIM, 1 - (2 * (clientY - top)) / height)),
    };
    return {
      ray: rayOf(this.#space.camera, place),
      byX: clientX - this.#x,
      byY: clientY - this.#y,
      isOther: button === 2 || buttons === 2 || shiftKey,
    };
  }
}
