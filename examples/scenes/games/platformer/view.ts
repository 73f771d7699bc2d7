import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { Camera } from '../../../shell/camera.ts';
import { Hud } from '../../../shell/hud.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { type Level, TILE } from './level.ts';
import { BODY, COIN_RADIUS, HALF, PLATFORM, type SceneSim, WALKER_RADIUS, WINDOW } from './sim.ts';

/** PixiJS rounds circles by their radius in its own units, so shapes are drawn large and scaled down. */
const DRAWN = 50;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, { minX: 0, minY: 0, maxX: WINDOW.width, maxY: WINDOW.height });
  const hud = new Hud(app);
  app.stage.addChildAt(stage, 0);
  const scene = stage.addChild(new Container());

  scene.addChild(drawTiles(sim.level, colours.faint, colours.ink));
  drawThings(scene, sim.level);
  const platforms = sim.platforms.map(({ eid }) => {
    const { halfWidth, halfHeight } = PLATFORM;
    const picture = new Graphics().roundRect(-halfWidth, -halfHeight, 2 * halfWidth, 2 * halfHeight, 0.1);
    return { eid, picture: scene.addChild(picture.fill(colours.kinds[1])) };
  });

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
      for (const { eid, picture } of platforms) picture.position.set(Transform.x[eid], Transform.y[eid]);
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
      const score = `${counts.coins} coins   ${'♥'.repeat(counts.lives)}   ${seconds} s`;
      if (game.phase === 'play') hud.show(score);
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

/** The tiles as they collide; one-way tops are thin. */
function drawTiles({ columns, rows, cells }: Level, color: number, top: number): Graphics {
  const picture = new Graphics();
  for (let cell = 0; cell < cells.length; cell++) {
    const x = cell % columns;
    const y = (cell - x) / columns;
    // A little larger, so that no background shines through between neighbours.
    if (cells[cell] === TILE['#']) picture.rect(x - 0.01, y - 0.01, 1.02, 1.02);
    else if (cells[cell] === TILE['/']) picture.poly([x, y + 1, x + 1, y, x + 1, y + 1]);
    else if (cells[cell] === TILE['\\']) picture.poly([x, y, x + 1, y + 1, x, y + 1]);
  }
  picture.fill(color);
  for (let cell = 0; cell < cells.length; cell++) {
    const x = cell % columns;
    if (cells[cell] === TILE['-']) picture.rect(x, (cell - x) / columns, 1, 0.2);
  }
  picture.fill(top);
  return picture.rect(0, rows, columns, 4).fill(color);
}

function drawThings(scene: Container, { things }: Level): void {
  const colours = palette();
  for (const { kind, x, y } of things) {
    const picture = new Graphics();
    if (kind === '^') {
      for (let i = -1; i <= 1; i++)
        picture.poly([x + i * 0.3 - 0.14, y + 0.5, x + i * 0.3, y, x + i * 0.3 + 0.14, y + 0.5]);
      picture.fill(colours.contact);
    } else if (kind === 'C' || kind === 'G') {
      const colour = kind === 'G' ? colours.kinds[3] : colours.kinds[0];
      const height = kind === 'G' ? 2.4 : 1.3;
      picture.rect(x - 0.05, y + 0.5 - height, 0.1, height).fill(colours.ink);
      picture.poly([x + 0.05, y + 0.5 - height, x + 0.9, y + 0.8 - height, x + 0.05, y + 1.1 - height]).fill(colour);
    }
    scene.addChild(picture);
  }
}
