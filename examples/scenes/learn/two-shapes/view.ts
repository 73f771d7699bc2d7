import type { ClosestPair } from 'bitecs-collision/2d';
import { createDebugDraw } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { isTyping } from '../../../shell/input.ts';
import { letterOf } from '../../../shell/keys.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SHAPE_NAMES } from './shapes.ts';
import { EXTENT, HANDLE, type SceneSim } from './sim.ts';

/** Sizes in pixels. */
const HANDLE_RADIUS = 9;
const DOT = 5;
const ARROW = 46;
const LINE = 2.5;

export function createView(app: Application, sim: SceneSim): View {
  const { kinds, ink, faint, contact, player } = palette();
  const { Transform } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, EXTENT);
  const shapes = createDebugDraw(sim.world, { contacts: false, lineWidth: LINE, colours: { moving: kinds[0] } });
  stage.addChild(shapes);

  // Everything else is drawn in pixels, so that it is as large at every zoom.
  const overlay = new Graphics();
  const letters = ['A', 'B'].map(
    (text) =>
      new Text({ text, anchor: 0.5, style: { fill: ink, fontSize: 20, fontWeight: 'bold', fontFamily: 'system-ui' } }),
  );
  const words = new Text({
    label: 'hud',
    text: '',
    style: { fill: ink, fontSize: 15, lineHeight: 21, wordWrap: true, fontFamily: 'system-ui' },
  });
  app.stage.addChild(stage, overlay, ...letters, words);

  const listening = new AbortController();
  app.canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      sim.acts.turn(Math.sign(event.deltaY) * 8);
    },
    { passive: false, signal: listening.signal },
  );
  addEventListener(
    'keydown',
    (event) => {
      if (isTyping(event)) return;
      if (letterOf(event) === 'q') sim.acts.turn(-5);
      if (letterOf(event) === 'e') sim.acts.turn(5);
      if (letterOf(event) === 'x' && !event.repeat) sim.acts.exchange();
    },
    { signal: listening.signal },
  );

  const pixelX = (x: number) => camera.offsetX + x * camera.scale;
  const pixelY = (y: number) => camera.offsetY + y * camera.scale;

  function drawHandles(): void {
    sim.bodies.forEach((body, i) => {
      const x = pixelX(Transform.x[body.eid]);
      const y = pixelY(Transform.y[body.eid]);
      const handleX = x + HANDLE * camera.scale * body.directionX;
      const handleY = y + HANDLE * camera.scale * body.directionY;
      const colour = sim.hold.body === body ? player : faint;
      overlay.moveTo(x, y).lineTo(handleX, handleY).stroke({ color: faint, width: 1 });
      overlay.circle(handleX, handleY, HANDLE_RADIUS).fill(colour);
      overlay.circle(x, y, 15).fill({ color: app.renderer.background.color, alpha: 0.75 });
      letters[i].position.set(x, y);
    });
  }

  /** The closest points of the two surfaces, the way between them, and the normal from A to B. */
  function drawNearest({ xA, yA, xB, yB, normalX, normalY, separation }: ClosestPair): void {
    const colour = separation <= 0 ? contact : ink;
    const [fromX, fromY, toX, toY] = [pixelX(xA), pixelY(yA), pixelX(xB), pixelY(yB)];
    overlay.moveTo(fromX, fromY).lineTo(toX, toY).stroke({ color: colour, width: LINE });
    overlay.circle(fromX, fromY, DOT).circle(toX, toY, DOT).fill(colour);
    const [tipX, tipY] = [toX + normalX * ARROW, toY + normalY * ARROW];
    const [sideX, sideY] = [-normalY * 5, normalX * 5];
    overlay.moveTo(toX, toY).lineTo(tipX, tipY).stroke({ color: kinds[1], width: LINE });
    overlay
      .poly([tipX + normalX * 9, tipY + normalY * 9, tipX + sideX, tipY + sideY, tipX - sideX, tipY - sideY])
      .fill(kinds[1]);
  }

  function describe({ separation, normalX, normalY }: ClosestPair): string {
    const apart = separation <= 0 ? `depth ${(-separation).toFixed(3)}` : `distance ${separation.toFixed(3)}`;
    return `${apart}   normal from A to B (${normalX.toFixed(2)}, ${normalY.toFixed(2)})\n`;
  }

  return {
    camera,
    isDraggable: true,
    draw() {
      overlay.clear();
      drawHandles();
      const { nearest } = sim;
      if (nearest !== undefined) drawNearest(nearest);
      words.text = `${nearest === undefined ? '' : describe(nearest)}${sim.explain()}`;
      words.y = app.screen.height - words.height - 12;
    },
    resize(width, height) {
      camera.resize(width, height);
      words.x = 14;
      words.style.wordWrapWidth = width - 28;
    },
    destroy() {
      listening.abort();
      for (const part of [stage, overlay, ...letters, words]) part.destroy({ children: true, context: true });
    },
    controls(pane: Pane) {
      const options = Object.fromEntries(SHAPE_NAMES.map((name) => [name, name]));
      sim.bodies.forEach((body, i) => {
        pane
          .addBinding(body, 'shape', { label: 'AB'[i], options })
          .on('change', ({ value }) => sim.choose(body, value));
      });
      pane.addBinding(shapes.show, 'bounds');
      pane.addBinding(shapes.show, 'contacts', { label: 'contacts' });
    },
  };
}
