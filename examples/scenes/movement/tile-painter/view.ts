import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { FLASH_TICKS } from '../../../shared/flashes.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { BRUSHES, ONE_WAY } from './brushes.ts';
import { FIELD, GROUNDS, type SceneSim } from './sim.ts';

/** Height of the line above the field. */
const HEAD = 1.4;
/** Text and round shapes are drawn this much larger than they are shown, so that they are sharp. */
const DRAWN_LARGER = 40;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const { columns, rows } = FIELD;
  const stage = app.stage.addChild(new Container());
  const camera = new Camera(stage, { minX: 0, minY: -HEAD, maxX: columns, maxY: rows });
  const ground = stage.addChild(new Graphics());
  const runners = sim.runners.map(({ eid, shape, move }) => {
    const colour = move === undefined ? colours.kinds[0] : colours.player;
    return { eid, picture: stage.addChild(drawRunner(shape.kind, eid).fill(colour)) };
  });
  const marks = stage.addChild(new Graphics());
  const style = { fontSize: 0.75 * DRAWN_LARGER, fill: colours.ink, fontFamily: 'system-ui, sans-serif' } as const;
  const label = stage.addChild(new Text({ style, anchor: { x: 1, y: 0.5 }, scale: 1 / DRAWN_LARGER }));
  label.position.set(columns - 0.3, -HEAD / 2);
  const score = stage.addChild(new Text({ style, anchor: { x: 0, y: 0.5 }, scale: 1 / DRAWN_LARGER }));
  score.position.set(0.3, -HEAD / 2);
  let drawn = '';

  /** Draws the outline of a runner's collider, at its own place. */
  function drawRunner(kind: number, eid: number): Graphics {
    const { radius, halfWidth, halfHeight } = sim.collision.Collider;
    const picture = new Graphics();
    const r = radius[eid] * DRAWN_LARGER;
    const w = halfWidth[eid] * DRAWN_LARGER;
    const h = halfHeight[eid] * DRAWN_LARGER;
    picture.scale.set(1 / DRAWN_LARGER);
    if (kind === POLYGON) return picture.poly(TRAPEZE.map((value) => value * DRAWN_LARGER));
    return r > 0 ? picture.roundRect(-w - r, -h - r, 2 * (w + r), 2 * (h + r), r) : picture.rect(-w, -h, 2 * w, 2 * h);
  }

  function drawTile(picture: Graphics, brush: number, x: number, y: number): Graphics {
    const { points } = BRUSHES[brush];
    return picture.poly(points.map((value, i) => value + (i % 2 === 0 ? x : y)));
  }

  function drawGround(): void {
    const { cells } = sim;
    ground.clear();
    for (let x = 0; x <= columns; x++) ground.moveTo(x, 0).lineTo(x, rows);
    for (let y = 0; y <= rows; y++) ground.moveTo(0, y).lineTo(columns, y);
    ground.stroke({ width: 0.03, color: colours.faint, alpha: 0.5 });
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] === 0) continue;
      const x = cell % columns;
      drawTile(ground, cells[cell], x, (cell - x) / columns);
      ground.fill(cells[cell] === ONE_WAY ? colours.ink : colours.faint);
      if (sim.settings.ground !== 'boxes with seams') continue;
      drawTile(ground, cells[cell], x, (cell - x) / columns);
      ground.stroke({ width: 0.05, color: colours.background });
    }
  }

  return {
    camera,
    isDraggable: true,
    draw() {
      const { settings, cells, counts } = sim;
      const now = `${settings.ground} ${cells.join('')}`;
      if (now !== drawn) {
        drawn = now;
        drawGround();
      }
      label.text = `ground: ${settings.ground}`;
      score.text = counts.seams === 0 ? 'no seams felt' : `${counts.seams} seams felt`;
      score.style.fill = counts.seams > 0 ? colours.contact : colours.ink;
      for (const { eid, picture } of runners) picture.position.set(Transform.x[eid], Transform.y[eid]);
      marks.clear();
      for (const { x, y, size, age } of sim.marks.all) {
        const share = age / FLASH_TICKS;
        marks.circle(x, y, 0.1 + share * size).stroke({ width: 0.1, color: colours.contact, alpha: 1 - share });
      }
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      stage.destroy({ children: true, context: true, style: true });
    },
    liveSettings: ['ground'],
    controls(pane: Pane) {
      const options = Object.fromEntries(GROUNDS.map((name) => [name, name]));
      pane.addBinding(sim.settings, 'ground', { options }).on('change', sim.changeGround);
    },
  };
}

/** The number that `Collider.kind` has for polygons, and the corners of the only polygon here. */
const POLYGON = 4;
const TRAPEZE = [-0.4, 0.35, -0.25, -0.3, 0.25, -0.3, 0.4, 0.35];
