import { type Application, Container, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Panel } from '../../../shared/panel.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import {
  BULLET_RADIUS,
  FIELD,
  type Hit,
  type Lane,
  LEAST_SPEED,
  MOST_SPEED,
  MOST_TILT,
  PAPER,
  type SceneSim,
  SLOW,
} from './sim.ts';

/** Space between the lanes, in pixels. */
const GAP = 8;
/** Height of the words above a lane, in pixels: two lines of text. */
const WORDS = 46;
const EXTENT = { minX: -1, minY: 0, maxX: FIELD.width, maxY: FIELD.height };
const CORNERS = [-1, -1, 1, -1, 1, 1, -1, 1];

export function createView(app: Application, sim: SceneSim): View {
  const { ink, contact, player, kinds, faint } = palette();
  const root = app.stage.addChild(new Container());
  const style = { fontFamily: 'system-ui, sans-serif', fill: ink } as const;
  const lanes = sim.lanes.map((lane) => {
    const panel = new Panel('');
    const colliders = new Container();
    const title = new Text({ label: 'hud', style: { ...style, fontSize: 15, fontWeight: '700' } });
    const words = new Text({ label: 'hud', style: { ...style, fontSize: 13 } });
    root.addChild(panel.root, colliders, title, words);
    return { lane, panel, colliders, title, words };
  });
  const numbers = new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 });

  /** Where the bullet is shown, and whether it has hit by then. */
  function shownBullet({ hit }: Lane): { x: number; hasHit: boolean } {
    const { tick, frame } = sim.flight;
    const share = frame / SLOW;
    const x = sim.placeAfter(tick - 1 + share);
    if (hit === undefined) return { x, hasHit: false };
    const stop = hit.tick - 1 + hit.fraction;
    return tick - 1 + share < stop ? { x, hasHit: false } : { x: sim.placeAfter(stop), hasHit: true };
  }

  function drawLane({ lane, panel, colliders, title, words }: (typeof lanes)[number]): void {
    const { flight } = sim;
    const { collision, wall, isSwept } = lane;
    const { x: bulletX, hasHit } = shownBullet(lane);
    const hit = hasHit ? lane.hit : undefined;
    panel.begin(EXTENT);
    const { camera } = panel;
    colliders.scale.set(camera.scale);
    colliders.position.set(camera.offsetX, camera.offsetY);
    const radius = BULLET_RADIUS * camera.scale;
    const from = sim.placeAfter((hit?.tick ?? flight.tick) - 1);
    const to = hit === undefined ? sim.placeAfter(flight.tick) : bulletX;
    if (isSwept) {
      const way = [from, -1, to, -1, to, 1, from, 1].map((value, i) =>
        i % 2 === 0 ? value : flight.y + value * BULLET_RADIUS,
      );
      panel.polygon(way, 4, player, 0.25, 0);
    }
    for (let tick = 0; tick <= flight.tick; tick++) {
      const x = sim.placeAfter(tick);
      if (x > FIELD.width || (lane.hit !== undefined && x > sim.placeAfter(lane.hit.tick))) break;
      panel.ring(x, flight.y, radius, tick < flight.tick - 1 ? faint : ink);
      panel.label(tick === 0 ? 'fired' : `tick ${tick}`, x, flight.y, 0, radius + 14);
    }
    panel.polygon(cornersOf(sim.paper.x, flight.y, collision.Transform.rotation[wall]), 4, kinds[1], 1, 2);
    panel.dot(bulletX, flight.y, radius, hit === undefined ? player : contact);
    if (hit !== undefined) drawHit(panel, hit);
    panel.end();
    const [head, rest] = verdict(lane, hit);
    title.text = head;
    words.text = rest;
  }

  function drawHit(panel: Panel, { x, y, normalX, normalY }: Hit): void {
    panel.arrow(x, y, normalX, normalY, 46, contact);
    panel.dot(x, y, 4, ink);
    panel.label('normal', x, y, 60 * normalX + 24, 60 * normalY);
  }

  /** What a game is told, in a few words and in numbers. */
  function verdict({ isSwept, hit: told }: Lane, hit: Hit | undefined): readonly [string, string] {
    const { tick } = sim.flight;
    const name = isSwept ? 'Swept' : 'Not swept';
    if (hit !== undefined && isSwept) {
      const point = `point (${numbers.format(hit.x)}, ${numbers.format(hit.y)})`;
      const normal = `normal (${numbers.format(hit.normalX)}, ${numbers.format(hit.normalY)})`;
      return [`${name}: met in tick ${hit.tick}, at fraction ${numbers.format(hit.fraction)}`, `${point}, ${normal}`];
    }
    if (hit !== undefined)
      return [
        `${name}: found in tick ${hit.tick}`,
        `${numbers.format(-hit.separation)} deep, where the tick has ended`,
      ];
    if (told === undefined && sim.placeAfter(tick - 1) > sim.paper.x)
      return [`${name}: no contact`, 'no tick has seen the two touch'];
    return [`${name}: tick ${tick}`, `${numbers.format(sim.flight.speed)} a tick, paper ${2 * PAPER.halfWidth} thick`];
  }

  return {
    get camera() {
      return lanes[0].panel.camera;
    },
    isDraggable: true,
    overlayTargets: lanes.map(({ lane, colliders }) => ({
      world: lane.world,
      collision: lane.collision,
      container: colliders,
    })),
    draw() {
      for (const lane of lanes) drawLane(lane);
    },
    resize(width, height) {
      const each = (height - GAP) / lanes.length;
      lanes.forEach(({ panel, title, words }, i) => {
        const top = i * each + GAP;
        title.position.set(GAP + 4, top);
        title.style.fontSize = width < 360 ? 13 : 15;
        words.style.fontSize = width < 360 ? 12 : 13;
        words.position.set(GAP + 4, top + 22);
        panel.place({ x: GAP, y: top + WORDS, width: width - 2 * GAP, height: Math.max(1, each - WORDS - GAP) });
        panel.begin(EXTENT);
        panel.end();
      });
    },
    destroy() {
      root.destroy({ children: true });
    },
    liveSettings: ['speed'],
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'speed', { label: 'speed, a tick', min: LEAST_SPEED, max: MOST_SPEED });
      pane.addBinding(sim.settings, 'tilt', { label: 'tilt, degrees', min: 0, max: MOST_TILT, step: 1 });
    },
  };
}

function cornersOf(x: number, y: number, rotation: number): number[] {
  const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)];
  return CORNERS.map((_, i) => {
    const [acrossX, acrossY] = [CORNERS[i - (i % 2)] * PAPER.halfWidth, CORNERS[i - (i % 2) + 1] * PAPER.halfHeight];
    return i % 2 === 0 ? x + cosine * acrossX - sine * acrossY : y + sine * acrossX + cosine * acrossY;
  });
}
