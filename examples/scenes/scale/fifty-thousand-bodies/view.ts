import { type Application, Container, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { mixColours } from '../../../shared/mix-colours.ts';
import { Camera } from '../../../shell/camera.ts';
import { Instances } from '../../../shell/instances.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { COUNT, EXTENT, type SceneSim } from './sim.ts';

const MOST_ZOOM = 30;
/** Bodies are drawn at least so many pixels large. */
const LEAST_PIXELS = 0.8;

export function createView(app: Application, sim: SceneSim): View {
  const { theme, background, faint, kinds } = palette();
  const hot = theme === 'dark' ? 0xfff3c4 : 0xd62246;
  const { Transform, Collider } = sim.collision;
  const settings = { glow: true };
  const stage = app.stage.addChild(new Container());
  const camera = new Camera(stage, EXTENT, { fit: 'cover' });
  const endZoom = camera.enableZoom(app.canvas, MOST_ZOOM, 2);
  const { minX, minY, maxX, maxY } = EXTENT;
  stage.addChild(new Graphics().rect(minX, minY, maxX - minX, maxY - minY).stroke({ color: faint, width: 0.5 }));

  const discs = new Instances('disc', COUNT);
  stage.addChild(discs.mesh);
  const colours = kinds.map((colour) => mixColours(colour, background, 0.35));

  return {
    camera,
    draw() {
      const { x, y } = Transform;
      const { radius } = Collider;
      const least = LEAST_PIXELS / camera.scale;
      for (let i = 0; i < COUNT; i++) {
        const eid = i + 1;
        const size = Math.max(radius[eid], least);
        discs.place(i, x[eid], y[eid], size, size, 0);
        discs.paint(i, colours[i % colours.length], hot, settings.glow ? sim.glow[eid] : 0);
      }
      discs.upload();
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      endZoom();
      discs.destroy();
      stage.destroy({ children: true, context: true });
    },
    controls(pane: Pane) {
      pane.addBinding(settings, 'glow');
    },
  };
}
