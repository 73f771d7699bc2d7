import { type Application, Container, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { COUNT, EXTENT, type SceneSim } from './sim.ts';

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform, Collider } = sim.collision;
  const settings = { outlines: false };

  const stage = new Container();
  const camera = new Camera(stage, EXTENT);
  const picture = new Graphics();
  stage.addChild(picture);
  app.stage.addChild(stage);

  return {
    camera,
    draw() {
      picture.clear();
      picture
        .rect(EXTENT.minX, EXTENT.minY, EXTENT.maxX - EXTENT.minX, EXTENT.maxY - EXTENT.minY)
        .stroke({ color: colours.faint, width: 0.05 });
      for (let body = 0; body < COUNT; body++) {
        const eid = sim.bodies[body]!;
        const color = sim.touches[body]! > 0 ? colours.contact : colours.kinds[body % colours.kinds.length]!;
        picture.circle(Transform.x[eid]!, Transform.y[eid]!, Collider.radius[eid]!);
        if (settings.outlines) picture.stroke({ color, width: 0.04 });
        else picture.fill(color);
      }
    },
    resize: (width, height) => camera.resize(width, height),
    destroy: () => stage.destroy({ children: true }),
    controls(pane: Pane) {
      pane.addBinding(settings, 'outlines');
    },
  };
}
