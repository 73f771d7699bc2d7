import { type Application, Container } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { extentAround, layOut, Panel, unit, Words } from '../../../shared/panel.ts';
import { PAIR_EXTENT } from '../../../shared/polygon-pair.ts';
import { addKindControls, drawPair, listenForTurns } from '../../../shared/polygon-pair-view.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { explain, titleOf } from './explain-step.ts';
import type { GjkStep } from './gjk-step.ts';
import { MOST_STEPS, type SceneSim } from './sim.ts';

/** The usual view of the differences: grown where they reach beyond it. */
const PLANE_EXTENT = { minX: -1.7, minY: -3.3, maxX: 6.5, maxY: 3.3 };
const ARROW = 44;
/** Longer than any panel: lines are cut at its edge. */
const FAR = 40;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, faint, contact, kinds } = palette();
  const colours = { simplex: kinds[3], support: kinds[5], nearest: contact };
  const shapes = new Panel('The shapes');
  const plane = new Panel('Minkowski difference: all b − a', [
    ['simplex', colours.simplex],
    ['newest corner w', colours.support],
    ['nearest point c', colours.nearest],
  ]);
  const words = new Words();
  const stage = app.stage.addChild(new Container());
  stage.addChild(shapes.root, plane.root, words.root);
  const stopListening = listenForTurns(app.canvas, sim.pair, (key) => {
    if (key === ',') choose(shownIndex() - 1);
    if (key === '.') choose(shownIndex() + 1);
  });
  let refresh = () => {};

  const shownIndex = () => Math.min(sim.show.iteration, sim.steps.length - 1);
  function choose(iteration: number): void {
    sim.acts.choose(Math.max(0, Math.min(sim.steps.length - 1, iteration)));
  }

  function drawShapes({ direction, a, b, nearest, distance, verdict }: GjkStep): void {
    const [ax, ay, bx, by] = nearest as unknown as [number, number, number, number];
    const [x, y] = unit(direction);
    shapes.begin(PAIR_EXTENT);
    drawPair(shapes, sim.pair);
    // The last corners brought nothing new.
    const corners =
      verdict !== 'search'
        ? []
        : ([
            [a, 'a', -1],
            [b, 'b', 1],
          ] as const);
    for (const [[cornerX, cornerY], , sign] of corners) {
      shapes.arrow(cornerX, cornerY, sign * x, sign * y, ARROW, colours.support);
      shapes.dot(cornerX, cornerY, 6, colours.support);
    }
    shapes.line(ax, ay, bx, by, colours.nearest, 2.5);
    shapes.dot(ax, ay, 4.5, colours.nearest);
    shapes.dot(bx, by, 4.5, colours.nearest);
    for (const [[cornerX, cornerY], name, sign] of corners)
      shapes.label(name, cornerX, cornerY, 15 * (sign * x - y), 15 * (sign * y + x), colours.support);
    const [alongX, alongY] = unit([bx - ax, by - ay]);
    const text = distance > 0 ? distance.toFixed(3) : 'common point';
    shapes.label(
      text,
      (ax + bx) / 2,
      (ay + by) / 2,
      -28 * alongY,
      distance > 0 ? 18 * Math.abs(alongX) : 18,
      colours.nearest,
    );
    shapes.end();
  }

  function drawPlane(step: GjkStep, before: GjkStep | undefined): void {
    const { direction, a, b, simplex, distance } = step;
    const [wx, wy] = [b[0] - a[0], b[1] - a[1]];
    const { points, count } = sim.difference;
    plane.begin(extentAround(PLANE_EXTENT, points, count, 0.4));
    plane.line(-FAR, 0, FAR, 0, faint, 1);
    plane.line(0, -FAR, 0, FAR, faint, 1);
    plane.polygon(points, count, kinds[2], 0.14, 2);
    const [x, y] = unit(direction);
    plane.dashed(wx, wy, wx - FAR * y, wy + FAR * x, colours.support, 1);
    plane.dashed(wx, wy, wx + FAR * y, wy - FAR * x, colours.support, 1);
    if (before !== undefined) plane.polygon(before.simplex.flat(), before.simplex.length, colours.simplex, 0.1, 1.5);
    plane.polygon(simplex.flat(), simplex.length, colours.simplex, 0.3, 4);
    for (const [x, y] of simplex) plane.dot(x, y, 6, colours.simplex);
    if (before !== undefined) {
      const [fromX, fromY] = nearestOf(before);
      const length = Math.max(22, Math.min(ARROW, 0.8 * before.distance * plane.camera.scale));
      plane.arrow(fromX, fromY, x, y, length, colours.support);
    }
    plane.dot(wx, wy, 6, colours.support);
    plane.label('w', wx, wy, 13 * (x - y), 13 * (y + x), colours.support);
    const [cx, cy] = nearestOf(step);
    plane.line(0, 0, cx, cy, colours.nearest, 2.5);
    plane.dot(0, 0, 5, ink);
    plane.label('0', 0, 0, -13, -12);
    if (distance > 0) {
      plane.dot(cx, cy, 4.5, colours.nearest);
      const [outX, outY] = unit([cx, cy]);
      plane.label('c', cx, cy, 15 * outX, 15 * outY, colours.nearest);
    }
    plane.end();
  }

  return {
    isDraggable: true,
    liveSettings: ['iteration', 'automatic'],
    get camera() {
      return shapes.camera;
    },
    draw() {
      const index = shownIndex();
      const shown = sim.steps.slice(0, index + 1);
      const step = shown.at(-1)!;
      drawShapes(step);
      drawPlane(step, shown.at(-2));
      words.show(titleOf(step, index, sim.steps.length - 1), explain(shown));
      refresh();
    },
    resize(width, height) {
      const { words: top, first, second } = layOut(width, height);
      words.place(top);
      shapes.place(first);
      plane.place(second);
    },
    destroy() {
      stopListening();
      stage.destroy({ children: true });
    },
    controls(pane: Pane) {
      addKindControls(pane, sim.pair);
      const slider = pane.addBinding(sim.show, 'iteration', { min: 0, max: MOST_STEPS, step: 1 });
      const automatic = pane.addBinding(sim.show, 'automatic');
      let following = false;
      slider.on('change', ({ value }) => {
        if (!following) sim.acts.choose(value);
      });
      automatic.on('change', ({ value }) => {
        if (!following) sim.acts.play(value);
      });
      refresh = () => {
        following = true;
        slider.refresh();
        automatic.refresh();
        following = false;
      };
    },
  };
}

/** The point of the simplex nearest the origin. */
function nearestOf({ nearest }: GjkStep): [x: number, y: number] {
  return [nearest[2] - nearest[0], nearest[3] - nearest[1]];
}
