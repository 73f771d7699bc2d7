import { type Application, Container, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { mixColours } from '../../../shared/mix-colours.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { outlineOf, placeOutline } from './outline.ts';
import { READOUT_HEIGHT, Readout } from './readout.ts';
import { ShotPicture } from './shot-picture.ts';
import { EXTENT, type SceneSim } from './sim.ts';
import { MOVER_NAMES } from './solids.ts';

/** Room for the panels of the gallery on both sides of a wide screen, in units. */
const LEFT = 1.9;
const RIGHT = 2.6;
/** Pixels. */
const LINE = 2;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, player, contact, kinds, background } = palette();
  const stage = app.stage.addChild(new Container());
  // The sweep lies below the obstacles, everything else of a shot above them.
  const shot = new ShotPicture(stage, sim);
  const field = stage.addChildAt(new Graphics(), 1);
  const readout = new Readout(app.stage, { everyTick: contact, cast: kinds[1]!, impact: player });
  let camera = new Camera(stage, EXTENT);

  function drawField(): void {
    field.clear();
    for (const { solid, x, y, rotation } of sim.obstacles.values()) {
      const outline = placeOutline(outlineOf(solid), x, y, rotation);
      field.poly(outline).fill(mixColours(background, ink, 0.25));
      field.stroke({ color: ink, width: LINE / camera.scale });
    }
  }

  return {
    get camera() {
      return camera;
    },
    draw() {
      shot.draw(1 / camera.scale);
      readout.show(sim);
    },
    resize(width, height) {
      const { minX, minY, maxX, maxY } = EXTENT;
      const wide = { minX: minX - LEFT, minY, maxX: maxX + RIGHT, maxY };
      camera = new Camera(stage, width > height ? wide : EXTENT);
      camera.resize(width, height - READOUT_HEIGHT);
      drawField();
      readout.resize(width, height);
    },
    destroy() {
      stage.destroy({ children: true });
      readout.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'speed', { min: 0.1, max: 5, step: 0.1 });
      pane.addBinding(sim.settings, 'turn', { min: -8, max: 8, step: 0.1 });
      const options = Object.fromEntries(['in turn', ...MOVER_NAMES].map((name) => [name, name]));
      pane.addBinding(sim.settings, 'mover', { options, label: 'shape' });
    },
  };
}
