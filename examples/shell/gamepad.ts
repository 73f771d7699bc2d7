import { MOVE_STEPS } from './scene.ts';

/** What a gamepad says, as `SceneInput` has it. */
export interface GamepadState {
  readonly moveX: number;
  readonly moveY: number;
  readonly action: boolean;
}

/**
 * Shares of a stick's way from its middle: a stick that is let go stays within the first, and one that is pushed all
 * the way may not come farther than the second, above all in the directions between its axes.
 */
const DEAD_ZONE = 0.2;
const FULL = 0.95;
/** Of the standard layout: the four buttons under the right thumb, the right trigger, and the cross under the left. */
const ACTIONS = [0, 1, 2, 3, 7];
const UP = 12;
const DOWN = 13;
const LEFT = 14;
const RIGHT = 15;

/** Returns what is pressed on the first gamepad on which anything is, or nothing. */
export function readGamepad(): GamepadState | undefined {
  for (const gamepad of navigator.getGamepads?.() ?? []) {
    if (gamepad === null || !gamepad.connected) continue;
    const pressed = (button: number) => Number(gamepad.buttons[button]?.pressed ?? false);
    const stick = readStick(gamepad.axes[0], gamepad.axes[1]);
    const moveX = pressed(RIGHT) - pressed(LEFT) || stick.x;
    const moveY = pressed(DOWN) - pressed(UP) || stick.y;
    const action = ACTIONS.some((button) => pressed(button) === 1);
    if (moveX !== 0 || moveY !== 0 || action) return { moveX, moveY, action };
  }
  return undefined;
}

/**
 * Returns how far a stick is pushed each way, 0 to 1 of its way from the dead zone to its rim, in whole steps. The
 * dead zone is round, so that a stick that is pushed one way does not snap to its axes.
 */
function readStick(x = 0, y = 0): { x: number; y: number } {
  const length = Math.sqrt(x * x + y * y);
  if (!(length > DEAD_ZONE)) return { x: 0, y: 0 };
  const scale = Math.min(1, (length - DEAD_ZONE) / (FULL - DEAD_ZONE)) / length;
  return { x: inSteps(x * scale), y: inSteps(y * scale) };
}

function inSteps(share: number): number {
  // The sum turns −0 into 0: the two are equal, but hashes of the state are made of their bits.
  return Math.round(share * MOVE_STEPS) / MOVE_STEPS + 0;
}
