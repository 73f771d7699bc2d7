import { stickWay } from '../../../shared/stick-way.ts';
import type { SceneInput } from '../../../shell/scene.ts';

export interface Wish {
  /** The wished speed, from −1 (full speed to the left) to 1 (full speed to the right). */
  readonly x: number;
  readonly jump: boolean;
  readonly drop: boolean;
}

/** Units of the picture: how far beside, above or below the runner a finger must be to mean that way. */
const BESIDE = 0.6;
const ABOVE = 1.5;
/** A stick is seldom pushed along its axis exactly: within 36 degrees of it the runner is at full speed. */
const STICK_GAIN = 1.25;

/**
 * What the player wants: from the keys, or from where one or two fingers are pressed, as seen from (fromX, fromY). Both
 * are in units of the picture. The first finger that is not straight above or below says where to run, so that one
 * thumb can jump while the other runs on.
 */
export function readWish(input: SceneInput, fromX: number, fromY: number): Wish {
  const { moveX, moveY, action, pointerDown, pointerX, pointerY } = input;
  if (!pointerDown) {
    const x = Math.max(-1, Math.min(1, STICK_GAIN * moveX));
    return { x, jump: action || stickWay(moveY) < 0, drop: stickWay(moveY) > 0 };
  }
  const fingers = [{ dx: pointerX - fromX, dy: pointerY - fromY }];
  if (input.secondDown) fingers.push({ dx: input.secondX - fromX, dy: input.secondY - fromY });
  const aside = fingers.find(({ dx }) => Math.abs(dx) >= BESIDE);
  const jump = fingers.some(({ dy }) => dy < -ABOVE);
  const drop = !jump && fingers.some(({ dy }) => dy > ABOVE);
  return { x: aside === undefined ? 0 : Math.sign(aside.dx), jump, drop };
}
