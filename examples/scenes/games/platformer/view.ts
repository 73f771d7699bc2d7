import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { BestTime } from '../../../shared/best-time.ts';
import { GameFrame } from '../../../shared/game-frame.ts';
import { Juice } from '../../../shared/juice/juice.ts';
import { Trails } from '../../../shared/juice/trails.ts';
import { Camera } from '../../../shell/camera.ts';
import { formatCount } from '../../../shell/format-count.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { LEVELS, type Level } from './level.ts';
import { CRUMBLED } from './platforms.ts';
import { BODY, HALF } from './runner.ts';
import { COIN_RADIUS, type SceneSim, WINDOW } from './sim.ts';
import { effects } from './view-effects.ts';
import { Hills } from './view-hills.ts';
import { drawFlag, drawSpikes, drawTiles } from './view-level.ts';
import { SEEN, shiftOf } from './view-shift.ts';
import { stretchOf } from './view-stretch.ts';
import { WALKER_RADIUS } from './walkers.ts';

/** PixiJS rounds circles by their radius in its own units, so shapes are drawn large and scaled down. */
const DRAWN = 50;
/** Ticks for which a walker that was jumped upon is seen lying flat. */
const FLAT_TICKS = 24;
const GAME = 'games/platformer';

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, { minX: 0, minY: 0, maxX: SEEN, maxY: WINDOW.height });
  app.stage.addChildAt(stage, 0);
  const hills = new Hills();
  stage.addChild(hills.root);
  const scene = stage.addChild(new Container());

  const land = scene.addChild(new Container());
  const flags = scene.addChild(new Container());
  const springs = scene.addChild(new Graphics());
  const platforms = scene.addChild(new Graphics());
  let shown: Level | undefined;
  let width = 1;

  /** Draws what stands still anew when a level begins. */
  function showLevel(level: Level): void {
    if (shown === level) return;
    shown = level;
    for (const picture of [...land.removeChildren(), ...flags.removeChildren()]) picture.destroy();
    land.addChild(drawTiles(level));
    for (const thing of level.things) {
      if (thing.kind === 'spikes') land.addChild(drawSpikes(thing));
      if (thing.kind === 'goal') land.addChild(drawFlag(thing));
      if (thing.kind === 'flag') flags.addChild(drawFlag(thing));
    }
  }

  function drawPlatforms(): void {
    const { game } = sim;
    platforms.clear();
    for (const { eid } of sim.scenery.platforms) drawBox(platforms, eid).fill(colours.kinds[1]);
    for (const { eid, age } of sim.scenery.crumbling) {
      if (age > CRUMBLED) continue;
      // A platform shakes before it falls away.
      const shake = age > 0 ? 0.05 * Math.sin(2 * game.ticks) : 0;
      drawBox(platforms, eid, shake).fill({ color: colours.kinds[4], alpha: age > 0 ? 0.7 : 1 });
    }
    springs.clear();
    for (const [eid, fired] of sim.scenery.springs) {
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
  const pool = (context: GraphicsContext, tint: number) =>
    new PicturePool(scene.addChild(new Container()), () => {
      const picture = new Graphics({ context, tint });
      picture.scale.set(1 / DRAWN);
      return picture;
    });
  const coins = pool(contexts.coin, colours.kinds[5]);
  const walkers = pool(contexts.walker, colours.contact);
  const flat = pool(contexts.walker, colours.contact);
  const trails = new Trails(9, 0.22);
  scene.addChild(trails.pen);
  const player = scene.addChild(new Graphics(contexts.player));
  const juice = new Juice(app, scene, sim.cues, effects);
  const around = new GameFrame(app, { id: GAME, title: 'Platformer', seed: sim.seed });
  const bestTime = new BestTime(GAME);

  /** Draws coins, which turn, walkers, and those that were just jumped upon. */
  function drawThings(): void {
    const { cues, game } = sim;
    coins.begin();
    for (const eid of sim.scenery.coins) {
      const picture = coins.take();
      picture.position.set(Transform.x[eid], Transform.y[eid]);
      picture.scale.x = (0.25 + 0.75 * Math.abs(Math.cos(0.05 * game.ticks + Transform.x[eid]))) / DRAWN;
    }
    coins.end();
    walkers.begin();
    for (const { eid } of sim.scenery.walkers) walkers.take().position.set(Transform.x[eid], Transform.y[eid]);
    walkers.end();
    flat.begin();
    for (const { kind, x, y, tick } of cues.recent(FLAT_TICKS)) {
      if (kind !== 'squash') continue;
      const picture = flat.take();
      picture.position.set(x, y + 0.7 * WALKER_RADIUS);
      picture.scale.set(1.3 / DRAWN, 0.3 / DRAWN);
      picture.alpha = 1 - ((cues.now - tick) / FLAT_TICKS) ** 2;
    }
    flat.end();
  }

  function drawPlayer(): void {
    const { life, game } = sim;
    const [x, y] = [Transform.x[sim.player], Transform.y[sim.player]];
    player.visible = game.away === 0;
    // The feet stay where they are.
    const stretch = stretchOf(sim);
    player.position.set(x, y + HALF * (1 - stretch));
    player.scale.set((game.facing * (2 - stretch)) / DRAWN, stretch / DRAWN);
    // The player blinks while nothing can hurt her.
    player.alpha = life.spared > 0 && (life.spared >> 2) % 2 === 0 ? 0.4 : 1;
    trails.begin(sim.cues.now);
    if (player.visible) trails.follow(sim.player, x, y, colours.player);
    trails.end();
  }

  /** Flags are pale until they are where the player appears. */
  function drawFlags(): void {
    const reached = sim.scenery.level.things.filter(({ kind }) => kind === 'flag');
    for (const [i, { x }] of reached.entries()) flags.children[i].alpha = x === sim.life.startX ? 1 : 0.5;
  }

  function showWords(): void {
    const { game, counts } = sim;
    const time = seconds(game.ticks);
    const line = `Score ${formatCount(counts.score)}   ${'♥'.repeat(counts.lives)}\nLevel ${counts.level} of ${LEVELS}   ${time}`;
    if (game.phase !== 'play') {
      const isWon = game.phase === 'won';
      const result = isWon ? tellTime(game.ticks) : `Level ${counts.level} of ${LEVELS}`;
      around.showEnd(
        line,
        isWon ? 'There!' : 'Lost',
        counts.score,
        `${formatCount(counts.score)} points\n${result}`,
        sim.press,
      );
    } else if (game.cheer > 0) around.show(line, `${sim.scenery.level.title}: done`, seconds(game.levelTicks));
    else around.show(line, sim.titleTicks() > 0 ? sim.scenery.level.title : '', `Level ${counts.level} of ${LEVELS}`);
  }

  function tellTime(ticks: number): string {
    const best = bestTime.note(ticks);
    return `${seconds(ticks)}, ${best === ticks ? 'your best time so far' : `your best time is ${seconds(best)}`}`;
  }

  return {
    camera,
    overlayTargets: [{ world: sim.world, collision: sim.collision, container: scene }],
    draw() {
      const { viewX, viewY } = sim.game;
      camera.offsetX = -shiftOf(sim, width / camera.scale) * camera.scale;
      const { scale, offsetX, offsetY } = camera;
      juice.draw({ scale, offsetX: offsetX - viewX * scale, offsetY: offsetY - viewY * scale });
      juice.place(stage, { scale, offsetX, offsetY });
      scene.position.set(-viewX, -viewY);
      hills.follow(viewX, viewY);
      showLevel(sim.scenery.level);
      drawPlatforms();
      drawFlags();
      drawThings();
      drawPlayer();
      showWords();
    },
    resize(newWidth, height) {
      width = newWidth;
      camera.resize(width, height);
      around.resize(width, height);
    },
    destroy() {
      juice.destroy();
      around.destroy();
      stage.destroy({ children: true, context: true });
      for (const context of Object.values(contexts)) context.destroy();
    },
  };
}

function seconds(ticks: number): string {
  return `${(ticks / 60).toFixed(1)} s`;
}
