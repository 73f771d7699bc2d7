import { box, circle } from 'bitecs-collision/2d';
import { drawShape } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics } from 'pixi.js';
import { Board } from '../../../shared/board.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { BALL, EXTENT, HALF_LANE, LANE_STEP, LANES, POST, type SceneSim } from './sim.ts';

const LINES = 9;
/** Ticks for which a new line, and the ring about what it speaks of, can be seen to be new. */
const FRESH = 40;
/** Pixels. */
const WIDEST = 560;
const TICK_WIDTH = 46;

export function createView(app: Application, sim: SceneSim): View {
  const { faint, kinds, contact, ink } = palette();
  const stage = app.stage.addChild(new Container());
  const rails = stage.addChild(new Graphics());
  LANES.forEach((_, i) => {
    const y = LANE_STEP * i;
    rails.moveTo(-HALF_LANE, y).lineTo(HALF_LANE, y).stroke({ color: faint, width: 0.06, cap: 'round' });
    drawShape(rails, { ...box(POST, POST), offsetY: y }).fill(faint);
  });
  const balls = LANES.map((_, i) => {
    const ball = stage.addChild(drawShape(new Graphics(), circle(BALL)).fill(0xffffff));
    ball.tint = kinds[i];
    ball.y = LANE_STEP * i;
    return ball;
  });
  const rings = stage.addChild(new Graphics());
  const board = new Board(app.stage, LINES, WIDEST, TICK_WIDTH);
  const camera = new Camera(stage, EXTENT);
  let now = 0;

  function drawRings(): void {
    rings.clear();
    for (const { tick, lane, cause } of sim.log) {
      const age = now - tick;
      if (age > FRESH) return;
      const share = age / FRESH;
      const { x } = sim.lanes[lane];
      const offsetX = cause === 'removed' ? 0 : x;
      drawShape(rings, { ...circle(BALL + 0.1 + 0.7 * share), offsetX, offsetY: LANE_STEP * lane });
      rings.stroke({ color: cause === undefined ? contact : ink, alpha: 1 - share, width: 0.07 });
    }
  }

  return {
    camera,
    isDraggable: true,
    draw() {
      now = sim.tick();
      sim.lanes.forEach(({ ball, x, isGhost, touching }, i) => {
        balls[i].visible = ball !== undefined;
        balls[i].x = x;
        balls[i].alpha = isGhost ? 0.35 : 1;
        balls[i].tint = touching ? contact : kinds[i];
      });
      drawRings();
      board.show(
        'What happened',
        sim.log.slice(0, LINES).map(({ tick, lane, text }) => ({ colour: kinds[lane], name: String(tick), text })),
        'by tick, newest first',
      );
    },
    resize(width, height) {
      const free = board.resize(width, height);
      camera.resize(free.width, free.height, free.y, free.x);
    },
    destroy() {
      board.destroy();
      stage.destroy({ children: true, context: true });
    },
  };
}
