import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { COUNT, EXTENT, type SceneSim } from './sim.ts';

/** PixiJS rounds circles by their radius in its own units, so they are drawn large once and scaled for each body. */
const DRAWN_RADIUS = 100;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform, Collider } = sim.collision;
  const settings = { opacity: 1 };

  const stage = new Container();
  const camera = new Camera(stage, EXTENT);
  const frame = new Graphics()
    .rect(EXTENT.minX, EXTENT.minY, EXTENT.maxX - EXTENT.minX, EXTENT.maxY - EXTENT.minY)
    .stroke({ color: colours.faint, width: 0.05 });
  stage.addChild(frame);
  app.stage.addChild(stage);

  const disc = new GraphicsContext().circle(0, 0, DRAWN_RADIUS).fill(0xffffff);
  const pictures = Array.from({ length: COUNT }, () => stage.addChild(new Graphics(disc)));

  return {
    camera,
    draw() {
      for (let body = 0; body < COUNT; body++) {
        const eid = sim.bodies[body];
        const picture = pictures[body];
        picture.position.set(Transform.x[eid], Transform.y[eid]);
        picture.scale.set(Collider.radius[eid] / DRAWN_RADIUS);
        picture.tint = sim.touches[eid] > 0 ? colours.contact : colours.kinds[body % colours.kinds.length];
        picture.alpha = settings.opacity;
      }
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      stage.destroy({ children: true, context: true });
      disc.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(settings, 'opacity', { min: 0.1, max: 1 });
    },
  };
}
