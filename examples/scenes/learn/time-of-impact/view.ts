import { type Application, Container, Graphics } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Board } from '../../../shared/board.ts';
import { mixColours } from '../../../shared/mix-colours.ts';
import { arrow, dashes } from '../../../shared/pens.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { outlineOf, placeOutline } from './outline.ts';
import { answerInWords, impactInWords, tallyInWords } from './readout.ts';
import { type Impact, lengthOf } from './shot.ts';
import { EXTENT, type SceneSim } from './sim.ts';
import { MOVER_NAMES, MOVERS } from './solids.ts';

/** Room for the panels of the gallery on both sides of a wide screen, in units. */
const LEFT = 1.9;
const RIGHT = 2.6;
/** Pixels. */
const LINE = 2;
const ARROW = 40;
const DASH = 6;
const POINT = 5;
/** Pictures of the shape that make up its sweep, for every unit of the way and every radian. */
const DENSITY = 16;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, player, contact, kinds, background, faint } = palette();
  const cast = kinds[1];
  const { shot } = sim;
  const stage = app.stage.addChild(new Container());
  const [swept, field, pen, flying, marks] = [0, 1, 2, 3, 4].map(() => stage.addChild(new Graphics())) as Pens;
  const board = new Board(app.stage, 3, 420, 100);
  const outlines = Object.fromEntries(MOVER_NAMES.map((name) => [name, outlineOf(MOVERS[name])]));
  let camera = new Camera(stage, EXTENT);
  /** The length of a pixel in units. */
  let pixel = 1;
  let drawn = '';

  function drawField(): void {
    field.clear();
    for (const { solid, x, y, rotation } of sim.obstacles.values()) {
      field.poly(placeOutline(outlineOf(solid), x, y, rotation)).fill(mixColours(background, ink, 0.25));
      field.stroke({ color: ink, width: LINE * pixel });
    }
  }

  /** The outline of the shape after a part of the way. */
  function at(fraction: number, turned = true): number[] {
    const { x, y, translationX, translationY, turn, mover } = shot;
    const rotation = turned ? fraction * turn : 0;
    return placeOutline(outlines[mover], x + fraction * translationX, y + fraction * translationY, rotation);
  }

  /**
   * Draws the shape at many places on the way to the impact, in one flat colour so that overlapping places do not look
   * darker.
   */
  function drawSwept(): void {
    const end = Math.min(1, sim.impact.fraction);
    const count = Math.max(1, Math.ceil(DENSITY * end * (lengthOf(shot) + Math.abs(shot.turn))));
    swept.clear();
    for (let i = 0; i <= count; i++) swept.poly(at((end * i) / count));
    swept.fill(mixColours(background, player, 0.2));
  }

  /** Draws the shape where it is at every tick, which is all that a test once a tick sees. */
  function drawTicks(): void {
    const { tick } = sim.everyTick;
    const part = shot.stride / lengthOf(shot);
    const last = tick < 0 ? Math.floor(1 / part) : tick;
    for (let i = 1; i <= last; i++) {
      const late = i * part > sim.impact.fraction;
      pen.poly(at(i * part));
      pen.stroke({ color: late ? contact : ink, alpha: late ? 0.8 : 0.4, width: 1.2 * pixel });
    }
    if (tick >= 0) pen.poly(at(tick * part)).fill({ color: contact, alpha: 0.3 });
  }

  /** The shape at the impact, the point of contact, and the normal there. */
  function drawImpact({ fraction, x, y, normalX, normalY }: Impact, color: number, turned: boolean): void {
    if (fraction === Infinity) return;
    pen.poly(at(fraction, turned)).stroke({ color, width: (turned ? 1.5 : 1) * LINE * pixel });
    // An arrow of the shape's own colour would not be seen on the shape.
    arrow(marks, x, y, normalX, normalY, ARROW, pixel, turned ? ink : color);
    marks.regularPoly(x, y, POINT * pixel, 16).fill(color);
    marks.stroke({ color: background, width: 1.5 * pixel });
  }

  /** Draws everything except the shape in flight: it stays the same until the next shot. */
  function drawShot(): void {
    const { x, y, translationX, translationY } = shot;
    drawSwept();
    pen.clear();
    marks.clear();
    dashes(pen, x, y, x + translationX, y + translationY, DASH * pixel).stroke({ color: faint, width: 1.5 * pixel });
    drawTicks();
    drawImpact(sim.cast, cast, false);
    drawImpact(sim.impact, player, true);
  }

  return {
    get camera() {
      return camera;
    },
    draw() {
      const key = [...Object.values(shot), pixel].join();
      if (key !== drawn) drawShot();
      drawn = key;
      flying.clear().poly(at(sim.show.progress)).fill({ color: player, alpha: 0.5 });
      const lines = [
        { colour: contact, name: 'overlapShape', text: answerInWords(sim) },
        { colour: cast, name: 'castShape', text: impactInWords(sim.cast) },
        { colour: player, name: 'timeOfImpact', text: impactInWords(sim.impact) },
      ];
      board.show(`${shot.stride.toFixed(1)} units a tick`, lines, tallyInWords(sim));
    },
    resize(width, height) {
      const { minX, maxX } = EXTENT;
      const free = board.resize(width, height);
      const isWide = free.width > height;
      camera = new Camera(stage, isWide ? { ...EXTENT, minX: minX - LEFT, maxX: maxX + RIGHT } : EXTENT);
      camera.resize(free.width, free.height, free.y, free.x);
      pixel = 1 / camera.scale;
      drawField();
    },
    destroy() {
      stage.destroy({ children: true });
      board.destroy();
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'speed', { min: 0.1, max: 5, step: 0.1 });
      pane.addBinding(sim.settings, 'turn', { min: -8, max: 8, step: 0.1 });
      const options = Object.fromEntries(['in turn', ...MOVER_NAMES].map((name) => [name, name]));
      pane.addBinding(sim.settings, 'mover', { options, label: 'shape' });
    },
  };
}

type Pens = [swept: Graphics, field: Graphics, pen: Graphics, flying: Graphics, marks: Graphics];
