import type { Graphics } from 'pixi.js';

/** Adds a dashed line; `dash` is the length of a dash and of a gap. Stroke it afterwards. */
export function dashes(pen: Graphics, fromX: number, fromY: number, toX: number, toY: number, dash: number): Graphics {
  const [acrossX, acrossY] = [toX - fromX, toY - fromY];
  const length = Math.hypot(acrossX, acrossY);
  for (let at = 0; at < length; at += 2 * dash) {
    const [start, end] = [at / length, Math.min(1, (at + dash) / length)];
    pen.moveTo(fromX + start * acrossX, fromY + start * acrossY).lineTo(fromX + end * acrossX, fromY + end * acrossY);
  }
  return pen;
}

/** Draws an arrow along a unit vector; `pixel` is the length of a pixel in the units of the pen. */
export function arrow(
  pen: Graphics,
  x: number,
  y: number,
  directionX: number,
  directionY: number,
  pixels: number,
  pixel: number,
  color: number,
): void {
  const [tipX, tipY] = [x + pixels * pixel * directionX, y + pixels * pixel * directionY];
  const [backX, backY] = [tipX - 10 * pixel * directionX, tipY - 10 * pixel * directionY];
  const [sideX, sideY] = [-5 * pixel * directionY, 5 * pixel * directionX];
  pen.moveTo(x, y).lineTo(backX, backY);
  pen.stroke({ color, width: 2.5 * pixel });
  pen.poly([tipX, tipY, backX + sideX, backY + sideY, backX - sideX, backY - sideY]).fill(color);
}
