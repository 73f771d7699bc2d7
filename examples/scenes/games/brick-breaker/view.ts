import { type Application, Container, Graphics, GraphicsContext, Text } from 'pixi.js';
import { GameFrame } from '../../../shared/game-frame.ts';
import { Juice } from '../../../shared/juice/juice.ts';
import { Trails } from '../../../shared/juice/trails.ts';
import { Camera } from '../../../shell/camera.ts';
import { formatCount } from '../../../shell/format-count.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { cometShape } from './bolts.ts';
import { ballShape, brickShape, FIELD } from './field.ts';
import { LAST_LEVEL } from './levels.ts';
import { POWER_UPS, type SceneSim } from './sim.ts';
import { effects } from './view-effects.ts';

/** PixiJS rounds circles by their radius in its own units, so shapes are drawn large and scaled down. */
const DRAWN = 100;
/** The field with its walls. */
const SEEN = { minX: -5.2, minY: -0.3, maxX: 5.2, maxY: 14.1 };
/** What stands over the field until the game goes on. */
const MESSAGES = {
  play: ['', ''],
  serve: ['Ready?', 'Space or a tap serves'],
} as const;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform, Collider } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, SEEN);
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
    beam: new GraphicsContext().roundRect(-8, -60, 16, 160, 8).fill(colours.contact),
    brick: new GraphicsContext()
      .roundRect(-halfWidth * DRAWN, -halfHeight * DRAWN, 2 * halfWidth * DRAWN, 2 * halfHeight * DRAWN, 8)
      .fill(0xffffff),
  };
  const pool = (context: GraphicsContext) =>
    new PicturePool(stage.addChild(new Container()), () => new Graphics(context));
  const bricks = pool(contexts.brick);
  const trails = new Trails(14, 0.16);
  stage.addChild(trails.pen);
  const beams = pool(contexts.beam);
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
  const guns = stage.addChild(
    new Graphics().rect(-0.8, -0.34, 0.16, 0.2).rect(0.64, -0.34, 0.16, 0.2).fill(colours.contact),
  );
  const juice = new Juice(app, stage, sim.cues, effects);
  const around = new GameFrame(app, { id: 'games/brick-breaker', title: 'Brick breaker', seed: sim.seed });
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
    guns.position.copyFrom(paddle.position);
    guns.visible = sim.game.laser > 0 && (sim.game.laser > 120 || sim.game.laser % 20 > 9);
    guns.scale.x = half;
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
      const sign = { wider: '↔', ball: '+', slower: '½', laser: '‖', comet: '★' }[POWER_UPS[kind]];
      if (text.text !== sign) text.text = sign;
      disc.tint = colours.kinds[kind + 1];
      picture.position.set(Transform.x[eid], Transform.y[eid]);
    }
    powerUps.end();
  }

  /** Balls and comets with their trails, and what the laser fired. */
  function drawBalls(): void {
    balls.begin();
    trails.begin(sim.cues.now);
    const draw = (eids: readonly number[], radius: number, colour: number) => {
      for (const eid of eids) {
        const picture = balls.take();
        picture.position.set(Transform.x[eid], Transform.y[eid]);
        picture.scale.set(radius / DRAWN);
        picture.tint = colour;
        trails.follow(eid, Transform.x[eid], Transform.y[eid], colour);
      }
    };
    draw(sim.balls(), ballShape.radius, colours.ink);
    draw(sim.comets(), cometShape.radius, colours.contact);
    trails.end();
    balls.end();
    beams.begin();
    for (const eid of sim.lasers()) {
      const picture = beams.take();
      picture.position.set(Transform.x[eid], Transform.y[eid]);
      picture.scale.set(1 / DRAWN);
    }
    beams.end();
  }

  return {
    camera,
    draw() {
      juice.draw(camera);
      juice.place(stage, camera);
      drawPaddle();
      drawBricks();
      drawPowerUps();
      drawBalls();
      const { score, lives, level } = sim.counts;
      const { phase, combo } = sim.game;
      const line = `Score ${formatCount(score)}${combo > 1 ? `   ×${Math.min(8, combo)}` : ''}\nLives ${lives}   Level ${level}/${LAST_LEVEL}`;
      if (phase === 'serve' || phase === 'play') around.show(line, ...MESSAGES[phase]);
      else
        around.showEnd(
          line,
          phase === 'won' ? 'You won!' : 'Game over',
          score,
          `${formatCount(score)} points, level ${level}`,
          sim.press,
        );
    },
    resize(width, height) {
      around.fitField(camera, (SEEN.maxX - SEEN.minX) / (SEEN.maxY - SEEN.minY), width, height);
    },
    destroy() {
      juice.destroy();
      stage.destroy({ children: true, context: true });
      around.destroy();
      for (const context of Object.values(contexts)) context.destroy();
    },
  };
}
