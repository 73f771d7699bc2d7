import { createDebugDraw } from 'bitecs-collision/pixi';
import { type Application, Container, FillGradient, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { EXTENT, RAYS, type SceneSim } from './sim.ts';

const LIGHT = { dark: '#ffe08a', light: '#ffb703' };
/** How far the light reaches before it has faded. */
const REACH = 11;

export function createView(app: Application, sim: SceneSim): View {
  const { theme, ink, kinds } = palette();
  const { Transform } = sim.collision;
  const settings = { 'show rays': false };
  const stage = app.stage.addChild(new Container());
  const camera = new Camera(stage, EXTENT);
  const lit = new Graphics();
  const rays = new Graphics();
  const gradient = new FillGradient({
    type: 'radial',
    colorStops: [
      { offset: 0, color: `${LIGHT[theme]}e0` },
      { offset: 1, color: `${LIGHT[theme]}00` },
    ],
  });
  // A disc of fading light, of which the rays show what they reach.
  const glow = new Graphics().circle(0, 0, 100).fill(gradient);
  glow.scale.set(REACH / 100);
  glow.mask = lit;
  const colours = { moving: kinds[0], static: ink };
  stage.addChild(lit, glow, rays, createDebugDraw(sim.world, { lineWidth: 2, contacts: false, colours }));

  return {
    camera,
    isDraggable: true,
    draw() {
      const x = Transform.x[sim.lamp];
      const y = Transform.y[sim.lamp];
      glow.position.set(x, y);
      // A fan of triangles from the lamp: what lies between two neighbouring rays is lit.
      lit.clear();
      for (let i = 0; i < RAYS; i++) {
        const k = (i + 1) % RAYS;
        lit.poly([x, y, sim.light[2 * i], sim.light[2 * i + 1], sim.light[2 * k], sim.light[2 * k + 1]]);
      }
      lit.fill(0xffffff);
      rays.clear();
      if (settings['show rays']) {
        for (let i = 0; i < RAYS; i += 8) rays.moveTo(x, y).lineTo(sim.light[2 * i], sim.light[2 * i + 1]);
        rays.stroke({ color: ink, alpha: 0.5, pixelLine: true });
      }
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      stage.destroy({ children: true, context: true });
      gradient.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(settings, 'show rays');
    },
  };
}
