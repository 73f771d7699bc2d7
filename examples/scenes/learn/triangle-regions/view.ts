import { TRIANGLE_REGION_EDGE_AB, TRIANGLE_REGION_FACE, TRIANGLE_REGION_VERTEX_A } from 'bitecs-collision/geometry2d';
import { type Application, Container, Graphics, Text } from 'pixi.js';
import { Board } from '../../../shared/board.ts';
import { PlanePicture } from '../../../shared/plane-picture.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { CLOSEST_REGION, CLOSEST_WEIGHTS, CLOSEST_X, CLOSEST_Y, REGION_NAMES, sampleRegions } from './regions.ts';
import { EXTENT, type SceneSim } from './sim.ts';

/** Sizes in pixels. */
const HANDLE = 9;
const LABEL_AWAY = 58;
const BORDER = 2000;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, background, player, kinds } = palette();
  const stage = app.stage.addChild(new Container());
  // Nothing is drawn in units of the scene: the camera only says where things are.
  const camera = new Camera(stage.addChild(new Container()), EXTENT);
  const x = (unit: number) => camera.offsetX + unit * camera.scale;
  const y = (unit: number) => camera.offsetY + unit * camera.scale;

  // By number of a region: its colour.
  const plane = new PlanePicture(stage, [...kinds.slice(0, TRIANGLE_REGION_FACE), player]);
  const sampled = new Float64Array(6);
  const lines = stage.addChild(new Graphics());
  const labels = REGION_NAMES.map((text) => {
    const stroke = { color: background, width: 4, join: 'round' } as const;
    const style = { fill: ink, fontSize: 14, fontWeight: '600', fontFamily: 'system-ui, sans-serif', stroke } as const;
    return stage.addChild(new Text({ text, anchor: 0.5, roundPixels: true, style }));
  });
  const board = new Board(stage, 4, 380, 66);
  const size = { width: 1, height: 1 };

  /**
   * Draws the triangle and the borders of its regions: at a corner, the regions of its two edges begin at right angles
   * to these edges.
   */
  function drawTriangle(): void {
    const { triangle } = sim;
    const at = (i: number) => [x(triangle[2 * (i % 3)]), y(triangle[2 * (i % 3) + 1])] as const;
    const [[ax, ay], [bx, by], [cx, cy]] = [at(0), at(1), at(2)];
    const outward = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0 ? 1 : -1;
    for (let i = 0; i < 3; i++) {
      const [[startX, startY], [endX, endY], [lastX, lastY]] = [at(i), at(i + 1), at(i + 2)];
      const length = Math.max(1e-6, Math.hypot(endX - startX, endY - startY));
      const before = Math.max(1e-6, Math.hypot(startX - lastX, startY - lastY));
      const [alongX, alongY] = [(endX - startX) / length, (endY - startY) / length];
      const [outX, outY] = [outward * alongY, -outward * alongX];
      lines.moveTo(startX, startY).lineTo(startX + BORDER * outX, startY + BORDER * outY);
      lines.moveTo(endX, endY).lineTo(endX + BORDER * outX, endY + BORDER * outY);
      place(
        labels[TRIANGLE_REGION_EDGE_AB + i],
        (startX + endX) / 2 + 0.7 * LABEL_AWAY * outX,
        (startY + endY) / 2 + 0.7 * LABEL_AWAY * outY,
      );
      // The bisector, away from both edges.
      const [awayX, awayY] = [(startX - lastX) / before - alongX, (startY - lastY) / before - alongY];
      const away = Math.max(1e-6, Math.hypot(awayX, awayY));
      place(
        labels[TRIANGLE_REGION_VERTEX_A + i],
        startX + (LABEL_AWAY * awayX) / away,
        startY + (LABEL_AWAY * awayY) / away,
      );
    }
    lines.stroke({ color: ink, alpha: 0.5, width: 2 });
    lines.poly([ax, ay, bx, by, cx, cy]).stroke({ color: ink, width: 3, join: 'round' });
    place(labels[TRIANGLE_REGION_FACE], (ax + bx + cx) / 3, (ay + by + cy) / 3);
    for (let i = 0; i < 3; i++) {
      const colour = sim.hold.corner === i ? player : plane.colours[i];
      lines
        .circle(...at(i), HANDLE)
        .fill(colour)
        .stroke({ color: ink, width: 2.5 });
    }
  }

  function place(label: Text, atX: number, atY: number): void {
    const halfWidth = label.width / 2 + 4;
    label.position.set(
      Math.round(Math.max(halfWidth, Math.min(size.width - halfWidth, atX))),
      Math.round(Math.max(14, Math.min(size.height - 14, atY))),
    );
  }

  function drawQuery(): void {
    const [queryX, queryY] = [x(sim.query[0]), y(sim.query[1])];
    const [closestX, closestY] = [x(sim.closest[CLOSEST_X]), y(sim.closest[CLOSEST_Y])];
    lines.moveTo(queryX, queryY).lineTo(closestX, closestY).stroke({ color: ink, width: 2.5 });
    lines.circle(closestX, closestY, 6).fill(ink).stroke({ color: background, width: 2 });
    lines.circle(queryX, queryY, 7).fill(player).stroke({ color: background, width: 2 });
  }

  function drawPlane(): void {
    const moved = sampled.some((value, i) => value !== sim.triangle[i]);
    sampled.set(sim.triangle);
    plane.draw((grid) => sampleRegions(sim.triangle, grid), moved, sim.closest[CLOSEST_REGION]);
  }

  function showAnswer(): void {
    const { closest, answer } = sim;
    const region = closest[CLOSEST_REGION];
    const place = `(${closest[CLOSEST_X].toFixed(2)}, ${closest[CLOSEST_Y].toFixed(2)})`;
    const weights = [0, 1, 2].map((i) => {
      const share = closest[CLOSEST_WEIGHTS + i];
      return { name: `${'ABC'[i]}  ${share.toFixed(3)}`, share, colour: plane.colours[i] };
    });
    const found = { text: `closest point ${place}    distance ${answer.distance.toFixed(3)}` };
    board.show(REGION_NAMES[region], [found, ...weights], plane.cost, plane.colours[region]);
  }

  return {
    camera,
    isDraggable: true,
    draw() {
      drawPlane();
      lines.clear();
      drawTriangle();
      drawQuery();
      showAnswer();
    },
    resize(width, height) {
      Object.assign(size, { width, height });
      camera.resize(width, height - board.height);
      plane.resize(width, height, camera);
      board.resize(width, height);
    },
    destroy() {
      plane.destroy();
      stage.destroy({ children: true });
    },
  };
}
