import { type Application, Container, Graphics, GraphicsContext, Text } from 'pixi.js';
import { FLASH_TICKS } from '../../../shared/flashes.ts';
import { Camera } from '../../../shell/camera.ts';
import { Hud } from '../../../shell/hud.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { ballShape, brickShape, FIELD } from './field.ts';
import { POWER_UPS, type SceneSim } from './sim.ts';

/** PixiJS rounds circles by their radius in its own units, so shapes are drawn large and scaled down. */
const DRAWN = 100;
/** What stands over the field until the game goes on. */
const MESSAGES = {
  play: ['', ''],
  serve: ['Ready?', 'Space or a tap serves'],
} as const;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform, Collider } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, { minX: -5.2, minY: -1.4, maxX: 5.2, maxY: 14.1 });
  const hud = new Hud(app);
  app.stage.addChildAt(stage, 0);

  const frame = new Graphics()
    .moveTo(FIELD.minX, FIELD.maxY)
    .lineTo(FIELD.minX, FIELD.minY)
    .lineTo(FIELD.maxX, FIELD.minY)
    .lineTo(FIELD.maxX, FIELD.maxY)
    .stroke({ color: colours.faint, width: 0.12, alignment: 0 });
  stage.addChild(frame);

  const { halfWidth, halfHeight } = brickShape;
  const contexts = {
    disc: new GraphicsContext().circle(0, 0, DRAWN).fill(0xffffff),
    ring: new GraphicsContext().circle(0, 0, DRAWN).stroke({ color: 0xffffff, width: DRAWN / 8 }),
    brick: new GraphicsContext()
      .roundRect(-halfWidth * DRAWN, -halfHeight * DRAWN, 2 * halfWidth * DRAWN, 2 * halfHeight * DRAWN, 8)
      .fill(0xffffff),
  };
  const pool = (context: GraphicsContext) =>
    new PicturePool(stage.addChild(new Container()), () => new Graphics(context));
  const bricks = pool(contexts.brick);
  const rings = pool(contexts.ring);
  const balls = pool(contexts.disc);
  const powerUps = new PicturePool(stage.addChild(new Container()), () => {
    const text = new Text({ style: { fontFamily: 'system-ui, sans-serif', fontSize: 48, fontWeight: '700' } });
    text.anchor.set(0.5);
    text.style.fill = colours.background;
    text.scale.set(0.01);
    const disc = new Graphics(contexts.disc);
    disc.scale.set(0.36 / DRAWN);
    const picture = new Container();
    picture.addChild(disc, text);
    return picture;
  });
  const paddle = stage.addChild(new Graphics());
  let paddleHalf = 0;

  function drawPaddle(): void {
    const half = Collider.halfWidth[sim.paddle];
    if (half !== paddleHalf) {
      paddleHalf = half;
      const x = (half + 0.08) * DRAWN;
      paddle
        .clear()
        .roundRect(-x, -20, 2 * x, 40, 18)
        .fill(0xffffff);
      paddle.scale.set(1 / DRAWN);
      paddle.tint = colours.player;
    }
    paddle.position.set(Transform.x[sim.paddle], Transform.y[sim.paddle]);
  }

  function drawBricks(): void {
    bricks.begin();
    for (const eid of sim.bricks()) {
      const picture = bricks.take();
      const hits = sim.hitsLeft[eid];
      picture.position.set(Transform.x[eid], Transform.y[eid]);
      picture.scale.set(1 / DRAWN);
      picture.tint = hits === Infinity ? colours.faint : colours.kinds[[0, 3, 1, 2][hits]];
    }
    bricks.end();
  }

  function drawPowerUps(): void {
    powerUps.begin();
    for (const eid of sim.powerUps()) {
      const picture = powerUps.take();
      const kind = sim.kind[eid];
      const [disc, text] = picture.children as [Graphics, Text];
      const sign = { wider: '↔', ball: '+', slower: '½' }[POWER_UPS[kind]];
      if (text.text !== sign) text.text = sign;
      disc.tint = colours.kinds[kind + 3];
      picture.position.set(Transform.x[eid], Transform.y[eid]);
    }
    powerUps.end();
  }

  function drawFlashes(): void {
    rings.begin();
    for (const { x, y, size, age } of sim.flashes.all) {
      const picture = rings.take();
      picture.position.set(x, y);
      picture.scale.set((size * (0.3 + age / FLASH_TICKS)) / DRAWN);
      picture.alpha = 1 - age / FLASH_TICKS;
      picture.tint = colours.ink;
    }
    rings.end();
  }

  return {
    camera,
    draw() {
      drawPaddle();
      drawBricks();
      drawPowerUps();
      drawFlashes();
      balls.begin();
      for (const eid of sim.balls()) {
        const picture = balls.take();
        picture.position.set(Transform.x[eid], Transform.y[eid]);
        picture.scale.set(ballShape.radius / DRAWN);
        picture.tint = colours.ink;
      }
      balls.end();
      const { score, lives, level } = sim.counts;
      const line = `Score ${score}\nLives ${lives}   Level ${level}`;
      const { phase } = sim.game;
      if (phase === 'serve' || phase === 'play') hud.show(line, ...MESSAGES[phase]);
      else hud.showEnd(line, phase === 'won' ? 'You won!' : 'Game over', `${score} points, level ${level}`, sim.press);
    },
    resize(width, height) {
      camera.resize(width, height);
      hud.resize(width, height);
    },
    destroy() {
      stage.destroy({ children: true, context: true });
      hud.destroy();
      for (const context of Object.values(contexts)) context.destroy();
    },
  };
}
