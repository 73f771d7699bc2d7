import { type Application, Container, Graphics, Text } from 'pixi.js';
import { GameBar, gameBarHeight } from '../../../shared/game-bar.ts';
import type { Box } from '../../../shared/panel.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import type { Part } from './bench.ts';
import { LINES, MOST_POINTS, NEXT_LINE, PUZZLES, type SceneSim } from './sim.ts';

/** The part of a room that is shown, about its middle. */
const ROOM = { minX: -3.2, minY: -2.2, maxX: 3.2, maxY: 2.2 };
/** Pixels: a line is a finger's size. */
const LINE_HEIGHT = 46;
const MARGIN = 12;
const SQUARE = 14;
/** Parts are drawn this much larger than they are shown, so that circles are round. */
const DRAWN_LARGER = 40;
/** The width of the screen in pixels below which the lines stand below the picture. */
const LEAST_WIDE = 620;
/** The height of the text above the lines on a screen where the lines stand below the picture, in pixels. */
const WORDS_HEIGHT = 104;
const TITLE_HEIGHT = 44;

export function createView(app: Application, sim: SceneSim): View {
  const { ink, faint, background, contact, player, kinds } = palette();
  const colours = [kinds[0], kinds[1], kinds[4]];
  /** The colour of a solved puzzle's square, by the number of mends that did not help. */
  const marks = [kinds[3], kinds[1], contact];
  const font = { fontFamily: 'system-ui, sans-serif', fill: ink, wordWrap: true } as const;
  const code = { ...font, fontFamily: 'ui-monospace, Menlo, Consolas, monospace', breakWords: true } as const;
  const root = app.stage.addChild(new Container());
  const room = root.addChild(new Container());
  const pen = room.addChild(new Graphics());
  pen.scale.set(1 / DRAWN_LARGER);
  const colliders = room.addChild(new Container());
  const over = root.addChild(new Graphics());
  const names = Array.from({ length: 3 }, () => {
    const stroke = { color: background, width: 4, join: 'round' } as const;
    return root.addChild(new Text({ anchor: 0.5, style: { ...font, wordWrap: false, fontSize: 13, stroke } }));
  });
  const title = new Text({ label: 'hud', style: { ...font, fontSize: 16, fontWeight: '700' } });
  const call = new Text({ label: 'hud', style: { ...code, fontSize: 12 }, alpha: 0.7 });
  const answer = new Text({ label: 'hud', style: { ...font, fontSize: 14, lineHeight: 18 } });
  const lines = Array.from({ length: LINES }, () => {
    return root.addChild(new Text({ label: 'hud', anchor: { x: 0, y: 0.5 }, style: { ...code, fontSize: 13 } }));
  });
  root.addChild(title, call, answer);
  const bar = new GameBar(app, {
    id: 'learn/why-dont-they-touch',
    title: "Why don't they touch?",
    seed: sim.seed,
    isQuiet: true,
  });
  const roomCamera = new Camera(room, ROOM);
  /** A line is one unit high, and the first begins at 0. */
  let camera = new Camera(new Container(), { minX: 0, minY: 0, maxX: 1, maxY: 1 });
  let size = { width: 1, height: 1 };
  let list: Box = { x: 0, y: 0, width: 1, height: 1 };
  let words: Box = list;
  let wasDone = false;

  function layOut(): void {
    const { width, height } = size;
    const isWide = width > LEAST_WIDE && width > height;
    const foot = sim.isDone() ? gameBarHeight() : 8;
    const listHeight = LINES * LINE_HEIGHT;
    const x = isWide ? Math.round(0.48 * width) : MARGIN;
    list = { x, y: height - foot - listHeight, width: width - x - MARGIN, height: listHeight };
    const wordsTop = isWide ? MARGIN : list.y - WORDS_HEIGHT;
    words = { x, y: wordsTop, width: list.width, height: list.y - wordsTop };
    camera = new Camera(new Container(), {
      minX: -x / LINE_HEIGHT,
      minY: -list.y / LINE_HEIGHT,
      maxX: (width - x) / LINE_HEIGHT,
      maxY: (height - list.y) / LINE_HEIGHT,
    });
    camera.resize(width, height);
    const pictureWidth = isWide ? x - MARGIN : width;
    const pictureBottom = isWide ? height : words.y;
    roomCamera.resize(pictureWidth, Math.max(1, pictureBottom - TITLE_HEIGHT), TITLE_HEIGHT, 0);
    title.position.set(MARGIN, 8);
    title.style.wordWrapWidth = pictureWidth - 2 * MARGIN;
    title.style.fontSize = pictureWidth < 340 ? 14 : 16;
    for (const text of [call, answer, ...lines]) text.style.wordWrapWidth = list.width - 20;
    for (const text of lines) text.style.fontSize = list.width < 380 ? 12 : 13;
  }

  function drawPart({ x, y, outline }: Part, color: number): void {
    const [left, top] = [x * DRAWN_LARGER, y * DRAWN_LARGER];
    if ('points' in outline) {
      const points = outline.points.map((value, i) => (i % 2 === 0 ? left : top) + value * DRAWN_LARGER);
      pen.poly(points, false).stroke({ color, width: 5, cap: 'round', join: 'round' });
      return;
    }
    if ('radius' in outline) pen.circle(left, top, outline.radius * DRAWN_LARGER);
    else {
      const halfWidth = outline.halfWidth * DRAWN_LARGER;
      const halfHeight = outline.halfHeight * DRAWN_LARGER;
      pen.rect(left - halfWidth, top - halfHeight, 2 * halfWidth, 2 * halfHeight);
    }
    pen.fill({ color, alpha: 0.6 }).stroke({ color, width: 2.5 });
  }

  function drawParts(): void {
    const { puzzle } = sim.state;
    const { parts } = PUZZLES[puzzle];
    const { ids, middle } = sim.benches[puzzle];
    pen.clear();
    colliders.x = -middle;
    names.forEach((name, i) => {
      const part = parts[i];
      name.visible = part !== undefined;
      if (part === undefined) return;
      drawPart(part, colours[i]);
      name.text = `${part.name} · ${ids[part.name] ?? ''}`;
      // The first above, the second below: names must not cover each other.
      const side = i === 1 ? 1 : -1;
      const y = part.y + side * halfHeightOf(part);
      name.position.set(
        Math.round(roomCamera.offsetX + part.x * roomCamera.scale),
        Math.round(roomCamera.offsetY + y * roomCamera.scale + side * 12),
      );
    });
  }

  /** A square for each pair: full where it has been solved, in the colour of how. */
  function drawSquares(): void {
    const { results, puzzle } = sim.state;
    const step = Math.min(SQUARE + 6, (words.width - SQUARE) / (PUZZLES.length - 1));
    PUZZLES.forEach((_, i) => {
      over.roundRect(words.x + i * step, words.y, SQUARE, SQUARE, 3);
      if (i < results.length) over.fill(marks[results[i]]);
      else over.stroke({ color: i === puzzle ? ink : faint, width: i === puzzle ? 2 : 1.5, alignment: 1 });
    });
  }

  function drawLines(): void {
    const { state } = sim;
    const isSolved = state.phase === 'solved';
    lines.forEach((text, line) => {
      text.text = sim.textOf(line);
      const isOpen = isSolved ? line === NEXT_LINE : !state.failed.includes(line);
      const hasHelped = isSolved && line === 0;
      text.alpha = isOpen || hasHelped ? 1 : 0.45;
      const y = list.y + line * LINE_HEIGHT;
      text.position.set(list.x + 10, Math.round(y + LINE_HEIGHT / 2));
      if (text.text === '') return;
      over.roundRect(list.x, y + 2, list.width, LINE_HEIGHT - 4, 8);
      over.fill({ color: hasHelped ? marks[0] : faint, alpha: isOpen || hasHelped ? 0.35 : 0.12 });
      const isChosen = isOpen && line === state.line;
      over.stroke({ color: isChosen ? player : faint, width: isChosen ? 2 : 1, alignment: 1 });
    });
  }

  function drawWords(): void {
    const { state, counts } = sim;
    const { parts, title: story } = PUZZLES[state.puzzle];
    const { ids } = sim.benches[state.puzzle];
    title.text = `${counts.pair} of ${PUZZLES.length}: ${story}`;
    call.position.set(words.x, words.y + SQUARE + 6);
    answer.position.set(words.x, call.y + 17);
    call.text = `explainPair(world, ${ids[parts[0].name]}, ${ids[parts[1].name]})`;
    const isSolved = state.phase === 'solved';
    const end = `All twelve touch now: ${counts.points} of ${MOST_POINTS} points.`;
    const still = !isSolved && state.isAfterMend ? 'Still not: ' : '';
    answer.text = sim.isDone() ? `${state.answer}. ${end}` : `${still}${state.answer}`;
    answer.style.fill = isSolved ? ink : still === '' ? ink : contact;
  }

  return {
    get camera() {
      return camera;
    },
    overlayTargets: [{ world: sim.world, collision: sim.collision, container: colliders }],
    draw() {
      if (sim.isDone() !== wasDone) {
        wasDone = !wasDone;
        layOut();
      }
      over.clear();
      drawParts();
      drawSquares();
      drawLines();
      drawWords();
      const squares = sim.state.results.map((failed) => ['🟩', '🟨', '🟥'][failed]).join('');
      bar.offer(wasDone ? sim.counts.points : undefined, ` of ${MOST_POINTS} ${squares}`);
    },
    resize(width, height) {
      size = { width, height };
      layOut();
    },
    destroy() {
      bar.destroy();
      root.destroy({ children: true });
    },
  };
}

function halfHeightOf({ outline }: Part): number {
  if ('radius' in outline) return outline.radius;
  return 'points' in outline ? Math.max(...outline.points.filter((_, i) => i % 2 === 1)) : outline.halfHeight;
}
