import { type Application, Container, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { mixColours } from '../../../shared/mix-colours.ts';
import { addWorldSettings, optionsOf, WORLD_SETTINGS } from '../../../shared/world-settings.ts';
import { Camera } from '../../../shell/camera.ts';
import { Instances } from '../../../shell/instances.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { COUNT, EXTENT, type FieldSim, MARGINS, SHAPES } from './field.ts';

const MOST_ZOOM = 30;
/** Bodies are drawn at least so many pixels large. */
const LEAST_PIXELS = 0.8;
/** What glows less is not seen to; what glows most has a light that reaches so many pixels beyond it. */
const LEAST_GLOW = 0.4;
const LIGHT_PIXELS = 7;

export function createFieldView(app: Application, sim: FieldSim): View {
  const { theme, background, faint, kinds } = palette();
  const hot = theme === 'dark' ? 0xfff3c4 : 0xd62246;
  const { Transform } = sim.collision;
  const settings = { glow: true };
  const stage = app.stage.addChild(new Container());
  const camera = new Camera(stage, EXTENT, { fit: 'cover' });
  const endZoom = camera.enableZoom(app.canvas, MOST_ZOOM, 2);
  const { minX, minY, maxX, maxY } = EXTENT;
  stage.addChild(new Graphics().rect(minX, minY, maxX - minX, maxY - minY).stroke({ color: faint, width: 0.5 }));

  const discs = new Instances('disc', COUNT);
  const boxes = new Instances('box', COUNT);
  stage.addChild(discs.mesh, boxes.mesh);
  const colours = kinds.map((colour) => mixColours(colour, background, 0.45));
  // Light adds up in the dark; on a light ground it would be gone, and lies over the bodies as a haze.
  const lights = new Instances('glow', COUNT);
  lights.mesh.blendMode = theme === 'dark' ? 'add' : 'normal';
  const brightness = theme === 'dark' ? 0.34 : 0.16;
  const warm = theme === 'dark' ? 0xff7a3c : 0xf25c05;
  stage.addChild(lights.mesh);

  return {
    camera,
    restartSettings: WORLD_SETTINGS,
    draw() {
      const { x, y } = Transform;
      const pixel = 1 / camera.scale;
      const least = LEAST_PIXELS * pixel;
      const { count } = sim.settings;
      let [round, square, lit] = [0, 0, 0];
      for (let i = 0; i < count; i++) {
        const eid = i + 1;
        const size = Math.max(sim.radiusOf(eid), least);
        const glow = settings.glow ? sim.glow[eid] : 0;
        const isBox = sim.isBox(eid);
        const bodies = isBox ? boxes : discs;
        const place = isBox ? square++ : round++;
        bodies.place(place, x[eid], y[eid], size, size, 0);
        bodies.paint(place, colours[i % colours.length], hot, glow);
        if (glow < LEAST_GLOW) continue;
        // Hard hits are few: they have to stand out of all the others.
        const strength = glow * glow * glow * glow;
        const reach = 1.5 * size + LIGHT_PIXELS * strength * pixel;
        lights.place(lit, x[eid], y[eid], reach, reach, 0);
        lights.paint(lit++, warm, hot, 0.5 * strength, brightness * strength);
      }
      discs.upload(round);
      boxes.upload(square);
      lights.upload(lit);
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      endZoom();
      discs.destroy();
      boxes.destroy();
      lights.destroy();
      stage.destroy({ children: true, context: true });
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'count', { min: 1000, max: COUNT, step: 1000 });
      pane.addBinding(sim.settings, 'shapes', { options: optionsOf(SHAPES) });
      pane.addBinding(sim.settings, 'speed', { min: 0, max: 3 });
      pane.addBinding(sim.settings, 'size', { min: 0.25, max: 2 });
      addWorldSettings(pane, sim.worldSettings, MARGINS);
      pane.addBinding(settings, 'glow');
    },
  };
}
