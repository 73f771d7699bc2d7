import { writeObjects } from 'bitecs-collision/three';
import type { Application } from 'pixi.js';
import { Color, Mesh, MeshLambertMaterial } from 'three';
import type { Pane } from 'tweakpane';
import { geometryOf } from '../../../shared/geometry-of.ts';
import { SpaceBodiesView } from '../../../shared/space-bodies-view.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import type { SceneSim } from './sim.ts';

export function createView(app: Application, sim: SceneSim): View {
  const { theme } = palette();
  const space = new SpaceStage(app, { world: sim.world, from: [11, 12, 17], to: [0, 5, 0], far: 200 });
  const stone = new MeshLambertMaterial({ color: new Color(theme === 'dark' ? 0x7f8aa3 : 0xaab2c2) });
  const dragon = new Mesh(geometryOf(sim.scan), stone);
  space.scene.add(dragon);
  const objects = new Map([[sim.dragon, dragon]]);
  const bodies = new SpaceBodiesView(space.scene, sim.world, sim.bodies);

  return {
    space,
    overlay: { contacts: true },
    draw() {
      writeObjects(sim.world, objects);
      bodies.draw();
    },
    resize: (width, height) => space.resize(width, height),
    destroy: () => space.destroy(),
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'turns');
      pane.addBinding(sim.settings, 'gravity', { min: 0, max: 20 });
      pane.addBinding(sim.settings, 'bounce', { min: 0, max: 0.9 });
      pane.addBinding(sim.settings, 'friction', { min: 0, max: 1 });
    },
  };
}
