import type { SceneInput } from '../../../shell/scene.ts';

export interface Wish {
  /** −1 to the left, 1 to the right. */
  readonly x: number;
  readonly jump: boolean;
  readonly drop: boolean;
}

/**
 * What the player wants: from the keys, or from where the pointer is pressed, as seen from (fromX, fromY). Both are in
 * units of the picture.
 */
export function readWish(input: SceneInput, fromX: number, fromY: number): Wish {
  const { moveX, moveY, action, pointerDown, pointerX, pointerY } = input;
  if (!pointerDown) return { x: moveX, jump: action || moveY < 0, drop: moveY > 0 };
  const dx = pointerX - fromX;
  const dy = pointerY - fromY;
  return { x: Math.abs(dx) < 0.6 ? 0 : Math.sign(dx), jump: dy < -1.5, drop: dy > 1.5 };
}
