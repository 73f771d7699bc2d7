import { type Application, Container, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { outlineOf, placeOutline } from './outline.ts';
import { READOUT_HEIGHT, Readout } from './readout.ts';
import { type Impact, lengthOf } from './shot.ts';
import { EXTENT, type SceneSim } from './sim.ts';
import { MOVER_NAMES, MOVERS } from './solids.ts';

/** Room for the settings on the right of a wide screen, in units. */
const ASIDE = 2.6;
/** Sizes in pixels. */
const LINE = 2;
const ARROW = 40;
const DASH = 6;
/** Pictures of the shape that make up its sweep, for every unit of the way and every radian. */
const DENSITY = 22;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, faint, player, contact, kinds, background } = palette();
  const castColour = kinds[1]!;
  const stage = app.stage.addChild(new Container());
  const field = new Graphics();
  const swept = new Graphics();
  const pen = new Graphics();
  const flying = new Graphics();
  stage.addChild(swept, field, pen, flying);
  const readout = new Readout(app.stage, { everyTick: contact, cast: castColour, impact: player });
  const outlines = Object.fromEntries(MOVER_NAMES.map((name) => [name, outlineOf(MOVERS[name])]));
  let camera = new Camera(stage, EXTENT);
  let pixel = 1;
  let drawn = '';

  /** The outline of the shape after a part of the way. */
  function at(fraction: number, turned = true): number[] {
    const { x, y, translationX, translationY, turn, mover } = sim.shot;
    const rotation = turned ? fraction * turn : 0;
    return placeOutline(outlines[mover]!, x + fraction * translationX, y + fraction * translationY, rotation);
  }

  function drawField(): void {
    field.clear();
    for (const { solid, x, y, rotation } of sim.obstacles.values()) {
      const outline = placeOutline(outlineOf(solid), x, y, rotation);
      field
        .poly(outline)
        .fill(mix(background, ink, 0.25))
        .stroke({ color: ink, width: LINE * pixel });
    }
  }

  /** All the places on the way to the impact, in one flat colour that does not add up. */
  function drawSwept(): void {
    const end = Math.min(1, sim.impact.fraction);
    const count = Math.ceil(DENSITY * end * (lengthOf(sim.shot) + Math.abs(sim.shot.turn)));
    swept.clear();
    for (let i = 0; i <= count; i++) swept.poly(at((end * i) / count));
    swept.fill(mix(background, player, 0.2));
  }

  /** Where it is at every tick: what a test once a tick gets to see. */
  function drawTicks(): void {
    const part = sim.shot.stride / lengthOf(sim.shot);
    const { tick } = sim.everyTick;
    const last = tick < 0 ? Math.floor(1 / part) : tick;
    for (let i = 1; i <= last; i++) {
      const late = i * part > sim.impact.fraction;
      pen.poly(at(i * part)).stroke({ color: late ? contact : ink, alpha: late ? 0.8 : 0.4, width: 1.2 * pixel });
    }
    if (tick >= 0) pen.poly(at(tick * part)).fill({ color: contact, alpha: 0.3 });
  }

  function drawPath(): void {
    const { x, y, translationX, translationY } = sim.shot;
    const step = (2 * DASH * pixel) / lengthOf(sim.shot);
    for (let from = 0; from < 1; from += step) {
      const to = Math.min(1, from + step / 2);
      pen.moveTo(x + from * translationX, y + from * translationY);
      pen.lineTo(x + to * translationX, y + to * translationY);
    }
    pen.stroke({ color: faint, width: 1.5 * pixel });
  }

  function drawImpact({ x, y, normalX, normalY }: Impact, color: number): void {
    const [tipX, tipY] = [x + ARROW * pixel * normalX, y + ARROW * pixel * normalY];
    const [backX, backY] = [tipX - 10 * pixel * normalX, tipY - 10 * pixel * normalY];
    const [sideX, sideY] = [-5 * pixel * normalY, 5 * pixel * normalX];
    pen
      .moveTo(x, y)
      .lineTo(backX, backY)
      .stroke({ color, width: 2.5 * pixel });
    pen.poly([tipX, tipY, backX + sideX, backY + sideY, backX - sideX, backY - sideY]).fill(color);
    pen
      .circle(x, y, 5 * pixel)
      .fill(color)
      .stroke({ color: background, width: 1.5 * pixel });
  }

  /** All but what flies stays the same until the next shot. */
  function drawShot(): void {
    drawSwept();
    pen.clear();
    drawPath();
    drawTicks();
    const { cast, impact } = sim;
    if (cast.fraction < Infinity) {
      pen.poly(at(cast.fraction, false)).stroke({ color: castColour, width: LINE * pixel });
      drawImpact(cast, castColour);
    }
    if (impact.fraction < Infinity) {
      pen.poly(at(impact.fraction)).stroke({ color: player, width: 1.5 * LINE * pixel });
      drawImpact(impact, player);
    }
  }

  return {
    get camera() {
      return camera;
    },
    draw() {
      const { x, y, translationX, translationY, turn, stride, mover } = sim.shot;
      const key = [x, y, translationX, translationY, turn, stride, mover, pixel].join();
      if (key !== drawn) drawShot();
      drawn = key;
      flying.clear().poly(at(sim.show.progress)).fill({ color: player, alpha: 0.85 });
      readout.show(sim);
    },
    resize(width, height) {
      const aside = width > 700 ? ASIDE : 0;
      camera = new Camera(stage, { ...EXTENT, maxX: EXTENT.maxX + aside });
      camera.resize(width, height - READOUT_HEIGHT);
      pixel = 1 / camera.scale;
      drawField();
      readout.resize(width, height);
    },
    destroy() {
      stage.destroy({ children: true });
      readout.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'speed', { min: 0.1, max: 5, step: 0.1, label: 'units a tick' });
      pane.addBinding(sim.settings, 'turn', { min: -8, max: 8, step: 0.1, label: 'turn (rad)' });
      const options = Object.fromEntries(['in turn', ...MOVER_NAMES].map((name) => [name, name]));
      pane.addBinding(sim.settings, 'mover', { options, label: 'shape' });
    },
  };
}

/** The colour that is `share` of the way from one to another. */
function mix(from: number, to: number, share: number): number {
  const part = (shift: number) => {
    const start = (from >>> shift) & 0xff;
    return Math.round(start + share * (((to >>> shift) & 0xff) - start)) << shift;
  };
  return part(16) | part(8) | part(0);
}
