import type { Application } from 'pixi.js';
import { Color, Mesh, MeshLambertMaterial } from 'three';
import type { Pane } from 'tweakpane';
import { geometryOf } from '../../../shared/geometry-of.ts';
import type { MeshArrays } from '../../../shared/packed-mesh.ts';
import { SpaceBodiesView } from '../../../shared/space-bodies-view.ts';
import { type SpacePoint, SpacePointer } from '../../../shared/space-pointer.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { SpaceStage } from '../../../shell/space-stage.ts';
import { LOOK_TOOL, type SceneSim } from './sim.ts';

/** The picture is cut at this height, in metres, so that one looks into the room from above. */
const CUT = 2.35;

export function createView(app: Application, sim: SceneSim): View {
  const { theme } = palette();
  const space = new SpaceStage(app, { world: sim.world, from: [3.4, 5.6, 5.4], to: [0, 0.7, -0.1], far: 60 });
  // The backs of walls and of the ceiling are not drawn: one looks into the room from outside.
  const plaster = new MeshLambertMaterial({
    color: new Color(theme === 'dark' ? 0x97a0b3 : 0xc9cfdb),
    flatShading: true,
  });
  const room = geometryOf(sim.scan);
  room.setIndex(belowCeiling(sim.scan));
  space.scene.add(new Mesh(room, plaster));
  const bodies = new SpaceBodiesView(space.scene, sim.world, sim.bodies);

  function aim({ ray, isOther }: SpacePoint): boolean {
    if (isOther || sim.input.tool === LOOK_TOOL) return false;
    const { from, direction } = ray;
    sim.acts.aimAt(from.x, from.y, from.z, direction.x, direction.y, direction.z);
    return true;
  }

  const pointer = new SpacePointer(app, space, { press: aim, drag: aim, release: () => sim.acts.release() });

  return {
    space,
    isDraggable: true,
    liveSettings: ['automatic'],
    draw: () => bodies.draw(),
    resize: (width, height) => space.resize(width, height),
    destroy() {
      pointer.destroy();
      space.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'automatic').on('change', ({ value }) => sim.acts.drift(value));
      pane.addBinding(sim.settings, 'gravity', { min: 0, max: 20 });
      pane.addBinding(sim.settings, 'bounce', { min: 0, max: 0.9 });
      pane.addBinding(sim.settings, 'friction', { min: 0, max: 1 });
    },
  };
}

/** The triangles of a room that are not all above the cut. */
function belowCeiling({ positions, index }: MeshArrays): number[] {
  const kept: number[] = [];
  for (let i = 0; i < index.length; i += 3) {
    const corners = [index[i], index[i + 1], index[i + 2]];
    if (corners.some((corner) => positions[3 * corner + 1] < CUT)) kept.push(...corners);
  }
  return kept;
}
