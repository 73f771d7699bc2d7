import type { Pane } from 'tweakpane';
import { isTyping } from '../shell/input.ts';
import { letterOf } from '../shell/keys.ts';
import { palette } from '../shell/palette.ts';
import type { Panel } from './panel.ts';
import { POLYGON_KINDS } from './polygon-kinds.ts';
import { HANDLE, type PolygonPair } from './polygon-pair.ts';

const HANDLE_RADIUS = 7;

/** The colours of A and B. */
export function pairColours(): readonly [a: number, b: number] {
  const { kinds } = palette();
  return [kinds[0], kinds[1]];
}

/** Draws both polygons with handle and letter. */
export function drawPair(panel: Panel, { bodies, collision, hold }: PolygonPair): void {
  const { Transform } = collision;
  const { faint, player } = palette();
  bodies.forEach(({ piece }, i) => {
    panel.polygon(piece.vertices, piece.count, pairColours()[i], 0.22, 2.5);
  });
  bodies.forEach((body, i) => {
    const x = Transform.x[body.eid];
    const y = Transform.y[body.eid];
    const handleX = x + HANDLE * body.directionX;
    const handleY = y + HANDLE * body.directionY;
    panel.line(x, y, handleX, handleY, faint, 1);
    panel.dot(handleX, handleY, HANDLE_RADIUS, hold.body === body ? player : faint);
    panel.label('AB'[i], x, y);
  });
}

/** Lets wheel and keys turn the polygon in hand, until the returned function is called; other keys are passed on. */
export function listenForTurns(
  canvas: HTMLElement,
  pair: PolygonPair,
  onKey: (key: string) => void = () => {},
): () => void {
  const { acts } = pair;
  const ending = new AbortController();
  const { signal } = ending;
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    acts.turn(Math.sign(event.deltaY) * 8);
  };
  canvas.addEventListener('wheel', turn, { passive: false, signal });
  const press = (event: KeyboardEvent) => {
    if (isTyping(event)) return;
    onKey(event.key);
    if (letterOf(event) === 'q') acts.turn(-5);
    if (letterOf(event) === 'e') acts.turn(5);
    if (letterOf(event) === 'x' && !event.repeat) acts.exchange();
  };
  addEventListener('keydown', press, { signal });
  return () => ending.abort();
}

/** Adds the choice of both polygons to the settings. */
export function addKindControls(pane: Pane, { bodies, choose }: PolygonPair, kinds = POLYGON_KINDS): void {
  const options = Object.fromEntries(kinds.map((kind) => [kind, kind]));
  bodies.forEach((body, i) => {
    pane.addBinding(body, 'kind', { label: 'AB'[i], options }).on('change', ({ value }) => choose(body, value));
  });
}
