import type { Graphics } from 'pixi.js';
import { LINE_COLOUR, LINE_STRIDE } from '../2d/debug/line-layout.ts';
import type { LineList } from '../core/debug/line-list.ts';

/** Adds all lines of a list to a picture, `width` thick, with a stroke for each run of lines of one colour. */
export function drawLines(graphics: Graphics, { count, floats, words }: LineList, width: number): void {
  const end = count * LINE_STRIDE;
  for (let at = 0; at < end; at += LINE_STRIDE) {
    graphics.moveTo(floats[at], floats[at + 1]).lineTo(floats[at + 2], floats[at + 3]);
    const colour = words[at + LINE_COLOUR];
    const next = at + LINE_STRIDE;
    if (next < end && words[next + LINE_COLOUR] === colour) continue;
    // The bytes are r, g, b, a.
    const color = ((colour & 0xff) << 16) | (colour & 0xff00) | ((colour >>> 16) & 0xff);
    graphics.stroke({ color, alpha: (colour >>> 24) / 255, width });
  }
}
