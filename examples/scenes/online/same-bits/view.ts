import { shapeOf } from 'bitecs-collision/2d';
import { drawShape } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, Text } from 'pixi.js';
import figures from '../../../shared/same-bits.json';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { COMPARED, EXTENT, RAYS, type SceneSim } from './sim.ts';

/** Pixels. */
const MARGIN = 12;
const ROW = 38;
const DOT = 5;
const DOT_STEP = 15;
const LEAST_WIDE = 620;
const TABLE_WIDTH = 250;
const HEAD = 58;

const POINTS = COMPARED.ticks / COMPARED.every;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, faint, contact, player, kinds } = palette();
  const { world, collision } = sim;
  const { Transform } = collision;
  const stage = app.stage.addChild(new Container());
  const light = stage.addChild(new Graphics());
  const place = (picture: Graphics, eid: number) => {
    picture.position.set(Transform.x[eid], Transform.y[eid]);
    picture.rotation = Transform.rotation[eid];
  };
  for (const eid of sim.fixed) {
    const part = drawShape(new Graphics(), shapeOf(world, eid)!).stroke({ color: ink, width: 0.1 });
    place(stage.addChild(part), eid);
  }
  const pictures = [...sim.bodies, sim.walker].map((eid, i) => {
    const color = eid === sim.walker ? player : kinds[i % kinds.length];
    return { eid, picture: stage.addChild(drawShape(new Graphics(), shapeOf(world, eid)!).fill(color)) };
  });
  const style = { fontFamily: 'system-ui, sans-serif', fill: ink } as const;
  const mono = { ...style, fontFamily: 'ui-monospace, Menlo, Consolas, monospace' } as const;
  const table = app.stage.addChild(new Container({ label: 'hud' }));
  const pen = table.addChild(new Graphics());
  const title = table.addChild(new Text({ style: { ...mono, fontSize: 17, fontWeight: '700' } }));
  const verdict = table.addChild(new Text({ y: 26, style: { ...style, fontSize: 14, wordWrap: true } }));
  const names = [...Object.values(figures.engines), 'This browser, now'];
  const rows = names.map((text) => table.addChild(new Text({ text, style: { ...style, fontSize: 13 } })));
  const camera = new Camera(stage, EXTENT);
  const isCompared = sim.seed === COMPARED.seed;

  /** For each of the ticks that are compared, whether this browser has the bits of the others; undefined before it. */
  function compare(): (boolean | undefined)[] {
    return Array.from({ length: POINTS }, (_, point) => {
      const hash = sim.hashes.get((point + 1) * COMPARED.every);
      return hash === undefined ? undefined : hash === figures.hashes[point];
    });
  }

  function inWords(known: readonly (boolean | undefined)[], count: number): string {
    if (!isCompared) return `Figures are of seed ${COMPARED.seed}: this is seed ${sim.seed}.`;
    if (known.includes(false)) return 'Other bits: please report it.';
    if (count === 0) return `The first comparison is at tick ${COMPARED.every}.`;
    return count === POINTS ? `All of ${COMPARED.ticks} ticks: the same bits.` : 'The same bits so far.';
  }

  function drawTable(): void {
    const known = compare();
    const count = known.lastIndexOf(true) + 1;
    const tick = isCompared && count > 0 ? count * COMPARED.every : COMPARED.ticks;
    title.text = `tick ${tick}: ${hex(figures.hashes[tick / COMPARED.every - 1])}`;
    verdict.text = inWords(known, count);
    verdict.style.fill = known.includes(false) && isCompared ? contact : ink;
    pen.clear();
    rows.forEach((row, i) => {
      const isHere = i === rows.length - 1;
      known.forEach((isSame, point) => {
        const state = isHere ? isSame : true;
        pen.circle(row.x + DOT + point * DOT_STEP, row.y + 24, DOT);
        if (state === undefined || (isHere && !isCompared)) pen.stroke({ color: faint, width: 1.5, alignment: 1 });
        else pen.fill(state ? kinds[3] : contact);
      });
    });
  }

  return {
    camera,
    draw() {
      light.clear();
      for (let ray = 0; ray < RAYS; ray++) {
        if (sim.hits.fraction[ray] < Infinity) light.moveTo(0, 0).lineTo(sim.hits.x[ray], sim.hits.y[ray]);
      }
      light.stroke({ color: kinds[5], width: 0.04, alpha: 0.5 });
      for (const { eid, picture } of pictures) place(picture, eid);
      drawTable();
    },
    resize(width, height) {
      const isWide = width > LEAST_WIDE && width > height;
      // Below each other at the side of the picture, two beside each other above it.
      const columns = isWide ? 1 : 2;
      const columnWidth = isWide ? TABLE_WIDTH : (width - MARGIN) / columns;
      table.position.set(MARGIN, MARGIN);
      verdict.style.wordWrapWidth = isWide ? TABLE_WIDTH - MARGIN : width - 2 * MARGIN;
      rows.forEach((row, i) => {
        row.style.fontSize = columnWidth < 170 ? 12 : 13;
        row.scale.x = 1;
        row.scale.x = Math.min(1, (columnWidth - MARGIN / 2) / row.width);
        row.position.set((i % columns) * columnWidth, HEAD + Math.floor(i / columns) * ROW);
      });
      const tableHeight = HEAD + Math.ceil(rows.length / columns) * ROW + MARGIN;
      if (isWide) camera.resize(width - TABLE_WIDTH - MARGIN, height, 0, TABLE_WIDTH + MARGIN);
      else camera.resize(width, Math.max(1, height - tableHeight), tableHeight);
    },
    destroy() {
      table.destroy({ children: true });
      stage.destroy({ children: true });
    },
  };
}

function hex(hash: number): string {
  return hash.toString(16).padStart(8, '0');
}
