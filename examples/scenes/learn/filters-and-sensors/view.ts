import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { PairTable, type PairTableCell } from '../../../shared/pair-table.ts';
import { dashes } from '../../../shared/pens.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { type Body, SIZE } from './bodies.ts';
import { GROUPS, SLEEPERS } from './groups.ts';
import { layOut } from './layout.ts';
import type { SceneSim } from './sim.ts';
import { cellOf, FLASH_TICKS } from './tally.ts';

/** Pixels a ring grows by as it fades. */
const GROWTH = 10;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, faint, contact, background, player, kinds } = palette();
  const { Transform } = sim.collision;
  const arena = app.stage.addChild(new Container());
  const frame = arena.addChild(new Graphics());
  const colours = GROUPS.map(({ colour }) => (colour === 'ink' ? ink : colour === 'player' ? player : kinds[colour]));
  // Zones are large: they go below the others.
  const belowFirst = [...sim.bodies].sort((a, b) => GROUPS[b.group].reach - GROUPS[a.group].reach);
  const pictures = belowFirst.map((body) => ({ body, pen: arena.addChild(drawBody(body, colours[body.group])) }));
  const overlay = app.stage.addChild(new Graphics());
  const table = new PairTable(
    app.stage,
    GROUPS.map(({ name, rule }, i) => ({ name, note: rule, colour: colours[i] })),
  );
  const style = { fill: ink, fontSize: 14, fontFamily: 'system-ui, sans-serif' } as const;
  const stroke = { color: background, width: 4, join: 'round' } as const;
  const names = [0, 1].map(
    () => new Text({ anchor: 0.5, roundPixels: true, style: { ...style, fontSize: 13, fontWeight: '700', stroke } }),
  );
  const title = new Text({ label: 'hud', style: { ...style, fontSize: 15, fontWeight: '700', wordWrap: true } });
  const sentence = new Text({ label: 'hud', style: { ...style, lineHeight: 19, wordWrap: true } });
  app.stage.addChild(...names, title, sentence);
  let camera = new Camera(arena, { minX: 0, minY: 0, maxX: SIZE, maxY: SIZE });

  const x = ({ eid }: Body) => camera.offsetX + Transform.x[eid] * camera.scale;
  const y = ({ eid }: Body) => camera.offsetY + Transform.y[eid] * camera.scale;
  const radius = ({ group }: Body) => GROUPS[group].reach * camera.scale;

  /** Two bodies that begin to touch are ringed and joined; where a touch has ended, rings fade. */
  function drawChanges(): void {
    for (const { a, b, began, age } of sim.tally.changes) {
      const alpha = 1 - age / FLASH_TICKS;
      const color = began ? contact : ink;
      const grown = 4 + GROWTH * (1 - alpha);
      for (const body of [a, b]) overlay.circle(x(body), y(body), radius(body) + grown);
      overlay.stroke({ color, alpha: (began ? 0.9 : 0.5) * alpha, width: began ? 2 : 1.5 });
    }
    for (const { a, b, touching } of sim.collision.contacts()) {
      if (!touching) continue;
      const [one, other] = [a, b].map((eid) => sim.bodies.find((body) => body.eid === eid)!) as [Body, Body];
      overlay.moveTo(x(one), y(one)).lineTo(x(other), y(other)).stroke({ color: contact, width: 2, alpha: 0.8 });
    }
  }

  /** The pair that is explained: joined by a dashed line, each with its name. */
  function drawPair(): void {
    const { a, b } = sim.pair;
    const [fromX, fromY, toX, toY] = [x(a), y(a), x(b), y(b)];
    dashes(overlay, fromX, fromY, toX, toY, 6).stroke({ color: ink, width: 1.5 });
    [a, b].forEach((body, i) => {
      overlay.circle(x(body), y(body), radius(body) + 5).stroke({ color: ink, width: 2 });
      const name = names[i];
      name.text = body.name;
      // One name stands above its body, the other below: names of neighbours must not cover each other.
      const above = i === 0 ? fromY <= toY : toY < fromY;
      const nameY = y(body) + (above ? -1 : 1) * (radius(body) + 15);
      name.position.set(Math.round(x(body)), Math.round(Math.max(10, nameY)));
    });
    const words = sim.explain();
    title.text = words.title;
    sentence.text = words.sentence;
    sentence.y = title.y + title.height + 6;
  }

  function moveBodies(): void {
    for (const { body, pen } of pictures) {
      pen.position.set(Transform.x[body.eid], Transform.y[body.eid]);
      pen.rotation = Transform.rotation[body.eid];
      if (body.group === SLEEPERS) pen.alpha = sim.settings.disabled ? 0.4 : 1;
    }
  }

  /** How often two groups began to touch, glowing while they do; or why they never will. */
  function cellAt(row: number, column: number): PairTableCell {
    const { begins, touching, since, never } = sim.tally;
    const cell = cellOf(row, column);
    if (never[cell]) return { text: never[cell], heat: undefined };
    const flash = 0.85 * Math.max(0, 1 - since[cell] / FLASH_TICKS);
    return { text: String(begins[cell]), heat: Math.max(touching[cell] > 0 ? 0.3 : 0, flash) };
  }

  return {
    isDraggable: true,
    get camera() {
      return camera;
    },
    draw() {
      overlay.clear();
      moveBodies();
      drawChanges();
      drawPair();
      table.show(cellAt);
    },
    resize(width, height) {
      const { square, grid, words } = layOut(width, height);
      // The camera fills a canvas: the extent is the canvas in units of the square.
      const unit = SIZE / square.size;
      const [minX, minY] = [-square.x * unit, -square.y * unit];
      camera = new Camera(arena, { minX, minY, maxX: minX + width * unit, maxY: minY + height * unit });
      camera.resize(width, height);
      frame
        .clear()
        .rect(0, 0, SIZE, SIZE)
        .stroke({ color: faint, width: 1.5 * unit });
      table.resize(grid.x, grid.y, grid.width, grid.height);
      title.position.set(words.x, words.y);
      sentence.x = words.x;
      title.style.wordWrapWidth = sentence.style.wordWrapWidth = words.width;
    },
    destroy() {
      table.destroy();
      for (const part of [arena, overlay, ...names, title, sentence]) part.destroy({ children: true });
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'disabled', { label: 'disabled' }).on('change', ({ value }) => sim.disable(value));
    },
  };
}

function drawBody({ group, pole }: Body, color: number): Graphics {
  const { outline, tag } = GROUPS[group];
  const airy = tag === 'Sensor' || tag === 'Disabled';
  const pen = new Graphics().poly([...outline]).fill({ color, alpha: airy ? 0.18 : 1 });
  if (airy) pen.stroke({ color, width: 0.035 });
  if (pole === 0) return pen;
  pen.rect(-0.18, -0.045, 0.36, 0.09);
  if (pole > 0) pen.rect(-0.045, -0.18, 0.09, 0.36);
  return pen.fill(palette().background);
}
