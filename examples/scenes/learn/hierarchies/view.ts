import { createDebugDraw } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { ASIDE, BELOW, type SceneSim, SIZE } from './sim.ts';

const TITLE = 0.9;
const DEEPEST = 6;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, faint, player, kinds } = palette();
  const settings = { show: 'query' as 'query' | 'level' | 'all levels', level: 3 };
  const stage = app.stage.addChild(new Container());
  const options = { contacts: false, lineWidth: 1.5, colours: { moving: ink } };
  const halves = (['boxes', 'circles'] as const).map((name) => {
    const text = new Text({ style: { fill: ink, fontSize: 48, fontFamily: 'system-ui' } });
    text.scale.set(0.012);
    text.y = SIZE + 0.1;
    const frame = new Graphics().rect(0, 0, SIZE, SIZE).stroke({ color: faint, pixelLine: true });
    const half = stage.addChild(new Container());
    const nodes = new Graphics();
    const draw = createDebugDraw(sim[name].world, options);
    // Circles reach beyond what they bound: not over the words, or into the other half.
    const window = new Graphics().rect(0, 0, SIZE, SIZE).fill(0xffffff);
    const seen = new Container({ mask: window });
    seen.addChild(nodes, draw);
    half.addChild(frame, text, window, seen);
    return { name, half, text, nodes, draw };
  });
  let camera = new Camera(stage, { minX: 0, minY: 0, maxX: 1, maxY: 1 });

  /** Draws the nodes that the query looks at: outlined, and filled where the walk goes on into their children. */
  function drawVisits({ name, nodes, text }: (typeof halves)[number]): void {
    const visits = sim.visits[name]();
    for (const { level, isOpened, bounds } of visits) {
      const [x, y, a, b] = bounds as [number, number, number, number];
      if (name === 'boxes') nodes.rect(x, y, a - x, b - y);
      else nodes.circle(x, y, a);
      const color = kinds[level % kinds.length];
      if (isOpened) nodes.fill({ color, alpha: 0.07 });
      nodes.stroke({ color, alpha: isOpened ? 0.9 : 0.35, pixelLine: true });
    }
    const [minX, minY, maxX, maxY] = sim.queryBox();
    nodes.rect(minX, minY, maxX - minX, maxY - minY).stroke({ color: player, width: 0.09 });
    text.text = `${name === 'boxes' ? 'Boxes' : 'Circles'}: the query looks at ${visits.length}`;
  }

  return {
    isDraggable: true,
    /** The pointer drags the query in both halves alike. */
    get camera() {
      return camera;
    },
    overlayTargets: halves.map(({ name, half }) => ({ ...sim[name], container: half })),
    draw() {
      for (const half of halves) {
        const { name, nodes, draw, text } = half;
        nodes.clear();
        draw.show.hierarchy = settings.show === 'query' ? false : settings.show === 'level' ? settings.level : true;
        if (settings.show === 'query') drawVisits(half);
        else text.text = name === 'boxes' ? 'Boxes' : 'Circles';
      }
    },
    /** Side by side where the screen is wide, else one above the other. */
    resize(width, height) {
      const wide = width > height;
      const stepX = wide ? ASIDE : 0;
      const stepY = wide ? 0 : BELOW;
      const margin = wide ? 0.5 : 0.3;
      halves[1].half.position.set(stepX, stepY);
      camera = new Camera(stage, {
        minX: -margin,
        minY: wide ? -2 : -1.5,
        maxX: SIZE + stepX + margin,
        maxY: SIZE + stepY + TITLE + margin,
      });
      camera.resize(width, height);
    },
    destroy: () => stage.destroy({ children: true, context: true }),
    controls(pane: Pane) {
      const options = { 'what a query visits': 'query', 'one level': 'level', 'all levels': 'all levels' };
      pane.addBinding(settings, 'show', { options });
      pane.addBinding(settings, 'level', { min: 0, max: DEEPEST, step: 1 }).on('change', () => {
        settings.show = 'level';
        pane.refresh();
      });
    },
  };
}
