import { createDebugDraw } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { type SceneSim, SIZE } from './sim.ts';

const GAP = 0.8;
const TITLE = 0.9;
const DEEPEST = 6;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, faint } = palette();
  const settings = { level: 3, all: false, contacts: false };
  const stage = app.stage.addChild(new Container());
  const options = { contacts: false, lineWidth: 1.5, colours: { moving: ink } };
  const halves = [
    { title: 'Boxes', half: new Container(), draw: createDebugDraw(sim.boxes.world, options) },
    { title: 'Circles', half: new Container(), draw: createDebugDraw(sim.circles.world, options) },
  ];
  for (const { title, half, draw } of halves) {
    const text = new Text({ text: title, style: { fill: ink, fontSize: 48, fontFamily: 'system-ui' } });
    text.scale.set(0.012);
    text.y = SIZE + 0.1;
    const frame = new Graphics().rect(0, 0, SIZE, SIZE).stroke({ color: faint, pixelLine: true });
    stage.addChild(half).addChild(frame, text, draw);
  }
  let camera = new Camera(stage, { minX: 0, minY: 0, maxX: 1, maxY: 1 });

  return {
    get camera() {
      return camera;
    },
    draw() {
      for (const { draw } of halves) {
        draw.show.hierarchy = settings.all || settings.level;
        draw.show.contacts = settings.contacts;
      }
    },
    /** Side by side where the screen is wide, else one above the other. */
    resize(width, height) {
      const wide = width > height;
      halves[1]!.half.position.set(wide ? SIZE + GAP : 0, wide ? 0 : SIZE + GAP + TITLE);
      const long = 2 * SIZE + GAP;
      camera = new Camera(stage, {
        minX: -0.5,
        minY: wide ? -0.5 : -5,
        maxX: (wide ? long : SIZE) + 0.5,
        maxY: (wide ? SIZE : long + TITLE) + TITLE + 0.5,
      });
      camera.resize(width, height);
    },
    destroy: () => stage.destroy({ children: true }),
    controls(pane: Pane) {
      pane.addBinding(settings, 'level', { min: 0, max: DEEPEST, step: 1 });
      pane.addBinding(settings, 'contacts');
      pane.addBinding(settings, 'all', { label: 'all levels' });
    },
  };
}
