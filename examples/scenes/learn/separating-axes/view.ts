import { type Application, Container } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { layOut, Panel, Words } from '../../../shared/panel.ts';
import { PAIR_EXTENT } from '../../../shared/polygon-pair.ts';
import { addKindControls, drawPair, listenForTurns } from '../../../shared/polygon-pair-view.ts';
import type { View } from '../../../shell/scene.ts';
import { AxisRows } from './axis-rows.ts';
import { drawAxis, drawContact, drawNormal } from './shadow-picture.ts';
import { KINDS, type SceneSim } from './sim.ts';

export function createView(app: Application, sim: SceneSim): View {
  const scene = new Panel('The shapes and their shadows');
  const table = new Panel('Shadows on every axis');
  const rows = new AxisRows(table);
  const words = new Words();
  const stage = app.stage.addChild(new Container());
  stage.addChild(scene.root, table.root, words.root);
  const stopListening = listenForTurns(app.canvas, sim.pair);
  const settings = { axis: -1 };
  const pointer = { x: -1, y: -1 };
  const ending = new AbortController();
  for (const type of ['pointermove', 'pointerdown', 'pointerleave'] as const) {
    const note = ({ offsetX, offsetY, pointerType }: PointerEvent) => {
      // A finger leaves when it is lifted; what it pointed at stays chosen.
      if (type !== 'pointerleave') Object.assign(pointer, { x: offsetX, y: offsetY });
      else if (pointerType === 'mouse') Object.assign(pointer, { x: -1, y: -1 });
    };
    app.canvas.addEventListener(type, note, { signal: ending.signal });
  }

  /** Returns the row under the pointer, else the one chosen in the settings, else the decisive one. */
  function shownAxis(): number {
    const { axes, decisive } = sim.result;
    for (const row of [rows.indexAt(pointer.x, pointer.y), settings.axis]) if (axes[row] !== undefined) return row;
    return decisive;
  }

  function speak(shown: number): void {
    const { axes, decisive, depth, normal } = sim.result;
    const best = axes[decisive];
    const apart = best.overlap < 0;
    const size = Math.abs(best.overlap).toFixed(2);
    const move = normal.map((part) => (part * depth).toFixed(2).replace('-', '−')).join(', ');
    const text = apart
      ? `On axis ${best.name} there is a gap of ${size} between the shadows. One gap is enough: a line fits between the shapes.`
      : `On all ${axes.length} axes the shadows overlap, least on ${best.name}: ${size}. Moving B by (${move}) parts them, the shortest way.`;
    const aside = shown === decisive ? '' : `\nShown: axis ${axes[shown].name}.`;
    words.show(apart ? 'A gap: they do not touch' : 'No gap: they overlap', text + aside);
  }

  return {
    isDraggable: true,
    get camera() {
      return scene.camera;
    },
    draw() {
      const { axes } = sim.result;
      const shown = shownAxis();
      scene.begin(PAIR_EXTENT);
      drawPair(scene, sim.pair);
      drawAxis(scene, sim, axes[shown]);
      drawNormal(scene, sim, axes[shown]);
      drawContact(scene, sim);
      scene.end();
      rows.draw(axes, shown);
      speak(shown);
    },
    resize(width, height) {
      const { words: top, first, second } = layOut(width, height);
      words.place(top);
      scene.place(first);
      table.place(second);
    },
    destroy() {
      ending.abort();
      stopListening();
      stage.destroy({ children: true });
    },
    controls(pane: Pane) {
      addKindControls(pane, sim.pair, KINDS);
      const options = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`row ${i + 1}`, i]));
      pane.addBinding(settings, 'axis', { options: { decisive: -1, ...options } });
    },
  };
}
