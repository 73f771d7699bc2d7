import { type Application, Container, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { addWorldSettings, optionsOf, WORLD_SETTINGS } from '../../../shared/world-settings.ts';
import { Camera } from '../../../shell/camera.ts';
import { Instances } from '../../../shell/instances.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { CARS, type CitySim, carShape, MARGINS, SHAPES } from './city.ts';
import { PARKS } from './houses.ts';
import { EXTENT } from './plots.ts';
import { river } from './river.ts';

const MOST_ZOOM = 30;
/** Cars are drawn at least so many pixels wide. */
const LEAST_PIXELS = 1.4;

const COLOURS = {
  dark: { ground: 0x141821, house: 0x39435a, light: 0xffd27a, river: 0x17324f, park: 0x1c3a2c, cars: 0x7ee0ff },
  light: { ground: 0xeceef3, house: 0xb4bccb, light: 0xf08c00, river: 0xa9cfec, park: 0xbfe0c4, cars: 0x00579c },
};

export function createCityView(app: Application, sim: CitySim): View {
  const colours = COLOURS[palette().theme];
  app.renderer.background.color = colours.ground;
  const { Transform } = sim.collision;
  const stage = app.stage.addChild(new Container());
  const camera = new Camera(stage, EXTENT, { fit: 'cover' });
  const endZoom = camera.enableZoom(app.canvas, MOST_ZOOM, 2);

  const houses = new Instances('box', sim.houses.length);
  const discs = new Instances('disc', CARS);
  const boxes = new Instances('box', CARS);
  stage.addChild(drawGround(colours), houses.mesh, discs.mesh, boxes.mesh);
  sim.houses.forEach(({ x, y, halfWidth, halfHeight, rotation }, i) => {
    houses.place(i, x, y, halfWidth, halfHeight, rotation);
  });

  return {
    camera,
    restartSettings: WORLD_SETTINGS,
    draw() {
      for (let i = 0; i < sim.houses.length; i++) houses.paint(i, colours.house, colours.light, sim.light[i + 1]);
      houses.upload();
      const larger = Math.max(1, LEAST_PIXELS / camera.scale / carShape.radius);
      const halfWidth = carShape.radius * larger;
      const halfLength = halfWidth + (sim.settings.shapes === 'circles' ? 0 : carShape.halfHeight * larger);
      const isBox = sim.settings.shapes === 'boxes';
      const cars = isBox ? boxes : discs;
      for (let i = 0; i < sim.settings.cars; i++) {
        const car = sim.firstCar + i;
        const { x, y, rotation } = Transform;
        cars.place(i, x[car], y[car], halfWidth, halfLength, rotation[car]);
        cars.paint(i, colours.cars, colours.cars, 0);
      }
      discs.upload(isBox ? 0 : sim.settings.cars);
      boxes.upload(isBox ? sim.settings.cars : 0);
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      endZoom();
      houses.destroy();
      discs.destroy();
      boxes.destroy();
      stage.destroy({ children: true, context: true });
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'cars', { min: 100, max: CARS, step: 100 });
      pane.addBinding(sim.settings, 'shapes', { options: optionsOf(SHAPES) });
      pane.addBinding(sim.settings, 'speed', { min: 0, max: 2 });
      addWorldSettings(pane, sim.worldSettings, MARGINS);
    },
  };
}

function drawGround(colours: (typeof COLOURS)['dark']): Graphics {
  const ground = new Graphics();
  for (const { x, y, radius } of PARKS) ground.circle(x, y, radius);
  ground.fill(colours.park);
  for (const corners of river) ground.poly([...corners]);
  return ground.fill(colours.river);
}
