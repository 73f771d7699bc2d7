import { createDebugDraw } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
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
    text: '',
    style: { fill: ink, fontSize: 15, lineHeight: 21, wordWrap: true, fontFamily: 'system-ui' },
  });
  app.stage.addChild(stage, overlay, ...letters, words);

  const listening = new AbortController();
  app.canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      sim.turn(sim.hold.body, Math.sign(event.deltaY) * 8);
    },
    { passive: false, signal: listening.signal },
  );
  addEventListener(
    'keydown',
    (event) => {
      if (event.code === 'KeyQ') sim.turn(sim.hold.body, -5);
      if (event.code === 'KeyE') sim.turn(sim.hold.body, 5);
      if (event.code === 'KeyX' && !event.repeat) sim.hold.body = sim.bodies.find((body) => body !== sim.hold.body)!;
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

  /** A contact point lies midway between the two surfaces: half the separation along the normal leads to each. */
  function drawNearest(): void {
    const { normalX, normalY, points, separation } = sim.nearest;
    const colour = separation <= 0 ? contact : ink;
    for (const [x, y, apart] of points) {
      const halfX = (normalX * apart) / 2;
      const halfY = (normalY * apart) / 2;
      const [ax, ay] = [pixelX(x - halfX), pixelY(y - halfY)];
      const [bx, by] = [pixelX(x + halfX), pixelY(y + halfY)];
      overlay.moveTo(ax, ay).lineTo(bx, by).stroke({ color: colour, width: LINE });
      overlay.circle(ax, ay, DOT).circle(bx, by, DOT).fill(colour);
    }
    const [x, y, apart] = points[0];
    const [fromX, fromY] = [pixelX(x + (normalX * apart) / 2), pixelY(y + (normalY * apart) / 2)];
    const [tipX, tipY] = [fromX + normalX * ARROW, fromY + normalY * ARROW];
    const [sideX, sideY] = [-normalY * 5, normalX * 5];
    overlay.moveTo(fromX, fromY).lineTo(tipX, tipY).stroke({ color: kinds[1], width: LINE });
    overlay
      .poly([tipX + normalX * 9, tipY + normalY * 9, tipX + sideX, tipY + sideY, tipX - sideX, tipY - sideY])
      .fill(kinds[1]);
  }

  return {
    camera,
    draw() {
      overlay.clear();
      drawHandles();
      if (sim.nearest.points.length > 0) drawNearest();
      const { separation, normalX, normalY } = sim.nearest;
      words.text =
        `${separation <= 0 ? `depth ${(-separation).toFixed(3)}` : `distance ${separation.toFixed(3)}`}` +
        `   normal (${normalX.toFixed(2)}, ${normalY.toFixed(2)})   contacts ${sim.counts.touching}\n${shortenNumbers(sim.explain())}`;
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
      pane.addBinding(shapes.show, 'contacts', { label: 'all contacts' });
    },
  };
}

function shortenNumbers(text: string): string {
  return text.replace(/-?\d+\.\d{4,}(e-?\d+)?/g, (number) => Number(number).toFixed(3));
}
