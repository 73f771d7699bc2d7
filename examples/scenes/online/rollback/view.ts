import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { type Box, Panel } from '../../../shared/panel.ts';
import { formatCount } from '../../../shell/format-count.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { type Arena, BALL_RADIUS, FIELD, PLAYER_RADIUS } from './arena.ts';
import type { News } from './machine.ts';
import { REMEMBERED, type SceneSim } from './sim.ts';

/** Room beside the field, in units of the scene, and for the words above and below it, in pixels. */
const BESIDE = 0.3;
const TITLE = 28;
/** Pixels. */
const GAP = 8;
/** The share of the height that both machines take where the contrast is below them. */
const SHARE_OF_MACHINES = 0.58;
/** The score is written in short in a panel that is narrower. */
const NARROW = 220;
/** The score stands below the title in a panel that is narrower, in pixels. */
const NARROWEST = 140;
/** The height of the canvas below which the lanes are lower, too. */
const LOW = 420;
const LANES_HEIGHT = 150;
const LOW_LANES_HEIGHT = 112;
const LAMP = 7;
/** The lanes begin after their names, and the first is below the words. */
const NAMES_WIDTH = 86;
const WORDS_HEIGHT = 54;
/** The lanes need so much when they stand beside a field. */
const LEAST_LANES = 300;
const LANES: readonly News[] = ['predicted', 'confirmed', 'cancelled'];

export function createView(app: Application, sim: SceneSim): View {
  const { kinds, ink, faint, contact, player } = palette();
  const owners = [player, kinds[1], faint];
  const laneColours = [kinds[2], kinds[3], contact];
  const machines = [new Panel('Machine of A'), new Panel('Machine of B')];
  const contrast = new Panel('Without rollback, B in red');
  const lanes = new Panel('');
  const stage = app.stage.addChild(new Container());
  for (const { root } of [...machines, contrast, lanes]) stage.addChild(root);
  const wires = stage.addChild(new Graphics());
  const style = { fill: ink, fontSize: 13, fontFamily: 'system-ui, sans-serif' } as const;
  const words = stage.addChild(new Text({ style: { ...style, fontSize: 14, fontWeight: '600' }, label: 'hud' }));
  const more = stage.addChild(new Text({ style, label: 'hud' }));
  const names = LANES.map((text) => stage.addChild(new Text({ text, style, label: 'hud', anchor: { x: 0, y: 0.5 } })));
  const lamp = stage.addChild(new Graphics());

  function drawField(panel: Panel): void {
    const { x, y } = FIELD;
    const room = TITLE / scaleIn(panel.box);
    panel.begin({ minX: -x - BESIDE, minY: -y - room, maxX: x + BESIDE, maxY: y + room });
    for (const [ax, ay, bx, by] of [
      [-x, -y, x, -y],
      [x, -y, x, y],
      [x, y, -x, y],
      [-x, y, -x, -y],
    ])
      panel.line(ax, ay, bx, by, faint, 2);
  }

  function drawArena(panel: Panel, arena: Arena): void {
    const { Transform } = arena.collision;
    const { scale } = panel.camera;
    for (const ball of arena.balls)
      panel.dot(Transform.x[ball], Transform.y[ball], BALL_RADIUS * scale, owners[arena.ownerOf(ball)]);
    arena.players.forEach((eid, i) => {
      panel.dot(Transform.x[eid], Transform.y[eid], PLAYER_RADIUS * scale, owners[i]);
      panel.write('AB'[i], panel.x(Transform.x[eid]), panel.y(Transform.y[eid]));
    });
  }

  function drawMachines(): void {
    sim.machines.forEach(({ arena, peer }, i) => {
      const panel = machines[i];
      drawField(panel);
      drawArena(panel, arena);
      const again = sim.show.again[i];
      const guessed = peer.tick - 1 - peer.confirmed;
      const { x, y, width, height } = panel.box;
      const score = `${arena.score(0)} : ${arena.score(1)}`;
      if (width < NARROWEST) panel.write(score, x + width / 2, y + TITLE + 30);
      else if (width < NARROW) panel.write(score, x + width - 30, y + 16);
      else panel.write(`A  ${score}  B`, x + width - 48, y + 16);
      const text = `${guessed} predicted${again > 0 ? `, ${again} run again` : ''}`;
      panel.write(text, x + width / 2, y + height - TITLE / 2);
      panel.end();
    });
  }

  function drawContrast(): void {
    drawField(contrast);
    const [a, b] = sim.naive;
    drawArena(contrast, a);
    const { Transform } = b.collision;
    for (const eid of b.bodies) {
      const radius = b.players.includes(eid) ? PLAYER_RADIUS : BALL_RADIUS;
      contrast.ring(Transform.x[eid], Transform.y[eid], radius * contrast.camera.scale, contact);
    }
    const { parted } = sim.show;
    const verdict = parted < 0 ? 'still the same' : `differ since tick ${formatCount(parted)}`;
    const { x, y, width, height } = contrast.box;
    contrast.write(verdict, x + width / 2, y + height - TITLE / 2, parted < 0 ? ink : contact);
    contrast.end();
  }

  /** Messages on their way between the machines, A's to the right or down. */
  function drawWires(): void {
    wires.clear();
    const [a, b] = machines.map(({ box }) => box);
    const isBeside = b.x > a.x;
    sim.links.forEach((link, way) => {
      for (const share of link.progress(sim.now())) {
        const at = way === 0 ? share : 1 - share;
        const [fromX, toX] = [a.x + a.width / 2, b.x + b.width / 2];
        const x = isBeside ? fromX + at * (toX - fromX) : a.x + a.width - 12 - 8 * way;
        const [fromY, toY] = [a.y + a.height / 2, b.y + b.height / 2];
        const y = isBeside ? a.y + 30 + 8 * way : fromY + at * (toY - fromY);
        wires.circle(x, y, 2.5).fill({ color: owners[way], alpha: 0.9 });
      }
    });
  }

  function drawLanes(): void {
    const { box } = lanes;
    lanes.begin({ minX: 0, minY: 0, maxX: 1, maxY: 1 });
    const left = box.x + NAMES_WIDTH;
    const width = box.x + box.width - 10 - left;
    const step = (box.height - WORDS_HEIGHT) / LANES.length;
    const now = sim.machines[0].peer.tick;
    LANES.forEach((lane, i) => {
      const y = box.y + WORDS_HEIGHT + (i + 0.5) * step - 6;
      names[i].position.set(box.x + 10, y);
      names[i].style.fill = laneColours[i];
      lanes.bar(left, y - 0.5, width, 1, faint);
      for (const { news, at, tick } of sim.told) {
        if (news !== lane) continue;
        // A bar reaches from when the event happened to when that was told.
        const x = left + width * (1 - (now - at) / REMEMBERED);
        const from = left + width * Math.max(0, 1 - (now - tick) / REMEMBERED);
        if (lane !== 'predicted') lanes.bar(from, y - 1, Math.max(0, x - from), 2, laneColours[i], 0.45);
        lanes.bar(x - 2, y - step * 0.3, 4, step * 0.6, laneColours[i]);
      }
    });
    lanes.end();
    showWords(box);
  }

  function showWords({ x, y, width }: Box): void {
    const { agreed, hashes } = sim.show;
    const isSame = hashes[0] === hashes[1];
    lamp
      .clear()
      .circle(x + 10 + LAMP, y + 17, LAMP)
      .fill(isSame ? kinds[3] : contact);
    const hash = hashes[0].toString(16).padStart(8, '0');
    if (agreed < 0) words.text = 'No tick is confirmed yet';
    else if (isSame) words.text = `Tick ${formatCount(agreed)}: ${hash} on both`;
    else words.text = `Tick ${formatCount(agreed)}: the machines differ`;
    const { confirmed, cancelled, 'ticks again': again } = sim.counts;
    more.text = `${formatCount(again)} ticks ran again, ${formatCount(confirmed)} events confirmed, ${formatCount(cancelled)} cancelled`;
    words.position.set(x + 18 + 2 * LAMP, y + 8);
    more.position.set(x + 10, y + 31);
    for (const text of [words, more]) {
      text.scale.x = 1;
      text.scale.x = Math.min(1, (x + width - 10 - text.x) / text.width);
    }
  }

  return {
    // The pointer leads A on her own machine.
    get camera() {
      return machines[0].camera;
    },
    overlayTargets: [],
    draw() {
      drawMachines();
      drawContrast();
      drawWires();
      drawLanes();
    },
    resize(width, height) {
      const boxes = layOut(width, height);
      [...machines, contrast, lanes].forEach((panel, i) => {
        panel.place(boxes[i]);
      });
    },
    destroy() {
      stage.destroy({ children: true, context: true });
    },
    controls(pane: Pane) {
      pane.addBinding(sim.weather, 'delay', { min: 0, max: 400, step: 10, label: 'delay ms' });
      pane.addBinding(sim.weather, 'jitter', { min: 0, max: 300, step: 10, label: 'jitter ms' });
      pane.addBinding(sim.weather, 'loss', { min: 0, max: 0.6, step: 0.05, label: 'loss' });
    },
  };
}

/** Boxes for both machines, the contrast and the lanes: of four ways to place them, that with the largest fields. */
function layOut(width: number, height: number): readonly Box[] {
  const lanesHeight = height < LOW ? LOW_LANES_HEIGHT : LANES_HEIGHT;
  const above = height - lanesHeight - GAP;
  const lanes = { x: GAP, y: above, width: width - 2 * GAP, height: lanesHeight };
  const inSquare = cells(2, 2, width, height);
  const ways = [
    [...cells(3, 1, width, above), lanes],
    [...cells(1, 3, width, above), lanes],
    [...pairAndOne(width, above), lanes],
    ...(inSquare[3].width >= LEAST_LANES && inSquare[3].height >= LOW_LANES_HEIGHT ? [inSquare] : []),
  ];
  // The field of the contrast may be smaller: it is there to be compared.
  const sizes = ways.map(([a, , contrast]) => Math.min(scaleIn(a), 1.5 * scaleIn(contrast)));
  return ways[sizes.indexOf(Math.max(...sizes))];
}

/** Places both machines side by side, as high as their fields need, and the contrast below them. */
function pairAndOne(width: number, height: number): Box[] {
  const [a, b] = cells(2, 1, width, height);
  const high = Math.min(
    SHARE_OF_MACHINES * (height - 3 * GAP),
    (2 * FIELD.y * a.width) / (2 * (FIELD.x + BESIDE)) + 2 * TITLE,
  );
  const y = GAP + high + GAP;
  return [
    { ...a, height: high },
    { ...b, height: high },
    { x: GAP, y, width: width - 2 * GAP, height: height - GAP - y },
  ];
}

/** Pixels a unit at which the field and the words above and below it fit into a box. */
function scaleIn({ width, height }: Box): number {
  return Math.max(1e-3, Math.min(width / (2 * (FIELD.x + BESIDE)), (height - 2 * TITLE) / (2 * FIELD.y)));
}

/** The boxes of a table that fills a canvas, row by row, with gaps between and around them. */
function cells(columns: number, rows: number, width: number, height: number): Box[] {
  const across = (width - (columns + 1) * GAP) / columns;
  const down = (height - (rows + 1) * GAP) / rows;
  return Array.from({ length: columns * rows }, (_, i) => {
    const column = i % columns;
    const row = (i - column) / columns;
    return { x: GAP + column * (across + GAP), y: GAP + row * (down + GAP), width: across, height: down };
  });
}
