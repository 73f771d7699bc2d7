import type { Panel } from '../../../shared/panel.ts';
import { pairColours } from '../../../shared/polygon-pair-view.ts';
import type { Axis, SceneSim } from './sim.ts';

/** Thickness of a shadow in pixels. */
const THICK = 7;
/** The distance from the shapes to the axis that their shadows fall on, in units. */
const AWAY = 0.4;
/** The axis stays in the picture. */
const FARTHEST = 2.95;
/** Longer than any panel: lines are cut at its edge. */
const FAR = 30;

/** The colour of a gap or an overlap. */
export function colourOf({ colours: { kinds, contact } }: Panel, overlap: number): number {
  return overlap < 0 ? kinds[3] : contact;
}

/** Draws an axis below the shapes, the shadows that fall on it, and the gap or overlap between them. */
export function drawAxis(panel: Panel, { bodies }: SceneSim, { x, y, a, b, overlap }: Axis): void {
  const { faint } = panel.colours;
  const colour = colourOf(panel, overlap);
  const [acrossX, acrossY] = x >= 0 ? [-y, x] : [y, -x];
  const reach = bodies.flatMap(({ piece: { vertices, count } }) =>
    Array.from({ length: count }, (_, i) => vertices[2 * i] * acrossX + vertices[2 * i + 1] * acrossY),
  );
  const offset = Math.min(Math.max(...reach) + AWAY, FARTHEST);
  /** A place by its coordinate on the axis, and pixels across it. */
  const at = (along: number, pixels = 0): [x: number, y: number] => {
    const across = offset + pixels / panel.camera.scale;
    return [along * x + across * acrossX, along * y + across * acrossY];
  };
  const innerFrom = Math.max(a.min, b.min);
  const innerTo = Math.min(a.max, b.max);
  const middle = (innerFrom + innerTo) / 2;
  panel.line(...at(-FAR), ...at(FAR), faint, 1);
  // A line across the gap separates the shapes, so it is drawn there.
  if (overlap < 0) panel.dashed(...at(middle), ...at(middle, -FAR * panel.camera.scale), colour, 2);
  panel.line(...at(innerFrom), ...at(innerTo), colour, 4 * THICK, 0.35);
  [a, b].forEach((shadow, i) => {
    const own = pairColours()[i];
    const { vertices } = bodies[i].piece;
    for (const end of ['min', 'max'] as const) {
      const corner = 2 * shadow[`${end}Corner`];
      panel.dashed(vertices[corner], vertices[corner + 1], ...at(shadow[end]), own, 1);
    }
    const side = (i === 0 ? -0.6 : 0.6) * THICK;
    panel.line(...at(shadow.min, side), ...at(shadow.max, side), own, THICK);
  });
  panel.label(Math.abs(overlap).toFixed(2), ...at(middle, 3.6 * THICK), 0, 0, colour);
}

/** Draws the normal that makes the axis, on its edge. */
export function drawNormal(panel: Panel, { bodies }: SceneSim, { owner, edge, x, y, name }: Axis): void {
  const { vertices, count } = bodies[owner].piece;
  const next = (edge + 1) % count;
  const middleX = (vertices[2 * edge] + vertices[2 * next]) / 2;
  const middleY = (vertices[2 * edge + 1] + vertices[2 * next + 1]) / 2;
  const sign = owner === 0 ? 1 : -1;
  const colour = pairColours()[owner];
  panel.arrow(middleX, middleY, sign * x, sign * y, 36, colour);
  panel.label(name, middleX, middleY, sign * 46 * x, sign * 46 * y, colour);
}

/** Draws where the shapes touch, and B moved out of A by the shortest way. */
export function drawContact(panel: Panel, { bodies, collision, result }: SceneSim): void {
  const { depth, normal, contacts } = result;
  const { vertices, count } = bodies[1].piece;
  for (let i = 0; i < count && depth > 0; i++) {
    const next = (i + 1) % count;
    const byX = depth * normal[0];
    const byY = depth * normal[1];
    panel.dashed(
      vertices[2 * i] + byX,
      vertices[2 * i + 1] + byY,
      vertices[2 * next] + byX,
      vertices[2 * next + 1] + byY,
      pairColours()[1],
    );
  }
  const pixels = depth * panel.camera.scale;
  const { x, y } = collision.Transform;
  const { eid } = bodies[1];
  if (pixels > 16) panel.arrow(x[eid], y[eid], normal[0], normal[1], pixels, panel.colours.contact);
  for (const [pointX, pointY] of contacts) panel.dot(pointX, pointY, 5.5, panel.colours.contact);
}
