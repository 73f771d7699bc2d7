/** What a gamepad says, as `SceneInput` has it. */
export interface GamepadState {
  readonly moveX: number;
  readonly moveY: number;
  readonly action: boolean;
}

/** A stick that is let go does not come back to its middle exactly. */
const DEAD_ZONE = 0.4;
/** Of the standard layout: the four buttons under the right thumb, and the cross under the left. */
const ACTIONS = [0, 1, 2, 3];
const UP = 12;
const DOWN = 13;
const LEFT = 14;
const RIGHT = 15;

/** Returns what is pressed on the first gamepad on which anything is, or nothing. */
export function readGamepad(): GamepadState | undefined {
  for (const gamepad of navigator.getGamepads?.() ?? []) {
    if (gamepad === null || !gamepad.connected) continue;
    const pressed = (button: number) => Number(gamepad.buttons[button]?.pressed ?? false);
    const moveX = pressed(RIGHT) - pressed(LEFT) || ofStick(gamepad.axes[0]);
    const moveY = pressed(DOWN) - pressed(UP) || ofStick(gamepad.axes[1]);
    const action = ACTIONS.some((button) => pressed(button) === 1);
    if (moveX !== 0 || moveY !== 0 || action) return { moveX, moveY, action };
  }
  return undefined;
}

function ofStick(axis = 0): number {
  return Math.abs(axis) < DEAD_ZONE ? 0 : Math.sign(axis);
}
