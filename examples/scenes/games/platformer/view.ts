import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { Camera } from '../../../shell/camera.ts';
import { Hud } from '../../../shell/hud.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { LEVELS, type Level, type Thing } from './level.ts';
import { BODY, COIN_RADIUS, CRUMBLED, HALF, type SceneSim, WALKER_RADIUS, WINDOW } from './sim.ts';
import { Hills } from './view-hills.ts';

/** PixiJS rounds circles by their radius in its own units, so shapes are drawn large and scaled down. */
const DRAWN = 50;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, { minX: 0, minY: 0, maxX: WINDOW.width, maxY: WINDOW.height });
  const hud = new Hud(app);
  app.stage.addChildAt(stage, 0);
  const hills = new Hills();
  stage.addChild(hills.root);
  const scene = stage.addChild(new Container());

  const land = scene.addChild(new Container());
  const springs = scene.addChild(new Graphics());
  const platforms = scene.addChild(new Graphics());
  let shown: Level | undefined;

  /** Draws what stands still anew when a level begins. */
  function showLevel(level: Level): void {
    if (shown === level) return;
    shown = level;
    for (const picture of land.removeChildren()) picture.destroy();
    land.addChild(drawTiles(level));
    for (const thing of level.things) {
      if (thing.kind === 'spikes') land.addChild(drawSpikes(thing));
      if (thing.kind === 'flag' || thing.kind === 'goal') land.addChild(drawFlag(thing));
    }
  }

  function drawPlatforms(): void {
    const { game } = sim;
    platforms.clear();
    for (const { eid } of sim.platforms()) drawBox(platforms, eid).fill(colours.kinds[1]);
    for (const { eid, age } of sim.crumbling()) {
      if (age > CRUMBLED) continue;
      // It shakes before it goes.
      const shake = age > 0 ? 0.05 * Math.sin(2 * game.ticks) : 0;
      drawBox(platforms, eid, shake).fill({ color: colours.kinds[4], alpha: age > 0 ? 0.7 : 1 });
    }
    springs.clear();
    for (const [eid, fired] of sim.springs) {
      const height = game.ticks - fired < 12 ? 0.9 : 0.3;
      const x = Transform.x[eid];
      const bottom = Transform.y[eid] + 0.125;
      springs.rect(x - 0.08, bottom - height, 0.16, height).fill(colours.ink);
      springs.roundRect(x - 0.44, bottom - height - 0.06, 0.88, 0.16, 0.06).fill(colours.kinds[5]);
    }
  }

  function drawBox(picture: Graphics, eid: number, shiftX = 0): Graphics {
    const { halfWidth, halfHeight } = sim.collision.Collider;
    const x = Transform.x[eid] - halfWidth[eid] + shiftX;
    const y = Transform.y[eid] - halfHeight[eid];
    return picture.roundRect(x, y, 2 * halfWidth[eid], 2 * halfHeight[eid], 0.1);
  }

  const contexts = {
    coin: new GraphicsContext().circle(0, 0, COIN_RADIUS * DRAWN).fill(0xffffff),
    walker: new GraphicsContext()
      .circle(0, 0, WALKER_RADIUS * DRAWN)
      .fill(0xffffff)
      .circle(-6, -5, 3)
      .circle(6, -5, 3)
      .fill(colours.background),
    player: new GraphicsContext()
      .roundRect(-BODY.radius * DRAWN, -HALF * DRAWN, 2 * BODY.radius * DRAWN, 2 * HALF * DRAWN, BODY.radius * DRAWN)
      .fill(colours.player)
      .circle(6, -12, 4)
      .fill(colours.background),
  };
  const pool = (context: GraphicsContext) =>
    new PicturePool(scene.addChild(new Container()), () => {
      const picture = new Graphics(context);
      picture.scale.set(1 / DRAWN);
      return picture;
    });
  const coins = pool(contexts.coin);
  const walkers = pool(contexts.walker);
  const player = scene.addChild(new Graphics(contexts.player));

  return {
    camera,
    overlayTargets: [{ world: sim.world, collision: sim.collision, container: scene }],
    draw() {
      const { game, body, counts } = sim;
      scene.position.set(-game.viewX, -game.viewY);
      hills.follow(game.viewX, game.viewY);
      showLevel(sim.level());
      drawPlatforms();
      coins.begin();
      for (const eid of sim.coins()) {
        const picture = coins.take();
        picture.position.set(Transform.x[eid], Transform.y[eid]);
        picture.tint = colours.kinds[5];
      }
      coins.end();
      walkers.begin();
      for (const { eid } of sim.walkers()) {
        const picture = walkers.take();
        picture.position.set(Transform.x[eid], Transform.y[eid]);
        picture.tint = colours.contact;
      }
      walkers.end();
      player.position.set(Transform.x[sim.player], Transform.y[sim.player]);
      player.scale.set(game.facing / DRAWN, 1 / DRAWN);
      // Who is spared blinks.
      player.alpha = body.spared > 0 && (body.spared >> 2) % 2 === 0 ? 0.4 : 1;
      const seconds = (game.ticks / 60).toFixed(1);
      const score = `${counts.level} of ${LEVELS}   ${counts.coins} coins   ${'♥'.repeat(counts.lives)}   ${seconds} s`;
      if (game.phase === 'play')
        hud.show(score, sim.titleTicks() > 0 ? sim.level().title : '', `Level ${counts.level} of ${LEVELS}`);
      else {
        const title = game.phase === 'won' ? 'There!' : 'Lost';
        hud.showEnd(score, title, `${counts.coins} coins in ${seconds} s`, sim.press);
      }
    },
    resize(width, height) {
      camera.resize(width, height);
      hud.resize(width, height);
    },
    destroy() {
      hud.destroy();
      stage.destroy({ children: true, context: true });
      for (const context of Object.values(contexts)) context.destroy();
    },
  };
}

/** How far the ground goes on below the level, for screens that are high. */
const BELOW = 30;

/** How thick the ground's upper side is drawn. */
const TURF = 0.14;

/** The tiles as they are drawn in the map's collision editor, with turf where one can stand. */
function drawTiles(level: Level): Graphics {
  const { columns, rows, cells, pictures } = level;
  const { faint, ink, kinds } = palette();
  const picture = new Graphics();
  for (let cell = 0; cell < cells.length; cell++) {
    const tile = pictures.get(cells[cell]);
    if (tile === undefined || tile.isOneWay) continue;
    const x = cell % columns;
    const y = (cell - x) / columns;
    // A little larger, so that no background shines through between neighbours.
    picture.poly(tile.points.map((value, i) => (i % 2 === 0 ? x + grown(value) : y + grown(value))));
  }
  picture.rect(0, rows - 0.01, columns, BELOW).fill(faint);
  for (let cell = 0; cell < cells.length; cell++) {
    const tile = pictures.get(cells[cell]);
    const x = cell % columns;
    const y = (cell - x) / columns;
    if (tile !== undefined && !tile.isOneWay) addTurf(picture, level, tile.points, x, y);
  }
  picture.fill(kinds[3]);
  for (let cell = 0; cell < cells.length; cell++) {
    if (pictures.get(cells[cell])?.isOneWay !== true) continue;
    const x = cell % columns;
    picture.rect(x, (cell - x) / columns, 1, 0.2);
  }
  return picture.fill(ink);
}

function grown(value: number): number {
  return value + (value === 0 ? -0.01 : value === 1 ? 0.01 : 0);
}

/** Adds a strip below each side of a tile that faces up, unless a tile lies on it. */
function addTurf(
  picture: Graphics,
  { cells, columns, pictures }: Level,
  points: readonly number[],
  x: number,
  y: number,
): void {
  const above = y > 0 ? pictures.get(cells[(y - 1) * columns + x]) : undefined;
  const isCovered = above !== undefined && !above.isOneWay;
  for (let i = 0; i < points.length; i += 2) {
    const k = (i + 2) % points.length;
    const [ax, ay, bx, by] = [points[i], points[i + 1], points[k], points[k + 1]];
    // Along the outline, which runs clockwise on the screen, what faces up leads to the right.
    if (bx <= ax || (isCovered && ay === 0 && by === 0)) continue;
    picture.poly([x + ax, y + ay, x + bx, y + by, x + bx, y + by + TURF, x + ax, y + ay + TURF]);
  }
}

function drawSpikes({ x, y }: Thing): Graphics {
  const picture = new Graphics();
  for (let i = -1; i <= 1; i++) {
    const middle = x + i * 0.3;
    picture.poly([middle - 0.14, y + 0.25, middle, y - 0.25, middle + 0.14, y + 0.25]);
  }
  return picture.fill(palette().contact);
}

function drawFlag({ kind, x, y }: Thing): Graphics {
  const { ink, kinds } = palette();
  const height = kind === 'goal' ? 2.6 : 1.4;
  const top = y + 1 - height;
  const picture = new Graphics().rect(x - 0.05, top, 0.1, height).fill(ink);
  return picture
    .poly([x + 0.05, top, x + 0.9, top + 0.3, x + 0.05, top + 0.6])
    .fill(kind === 'goal' ? kinds[3] : kinds[0]);
}
