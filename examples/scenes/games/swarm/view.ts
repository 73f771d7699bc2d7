import { type Application, Container, Graphics, type Renderer, Sprite, type Texture } from 'pixi.js';
import { GameFrame } from '../../../shared/game-frame.ts';
import { Juice } from '../../../shared/juice/juice.ts';
import { Camera } from '../../../shell/camera.ts';
import { formatCount } from '../../../shell/format-count.ts';
import { Instances } from '../../../shell/instances.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { END, SECOND } from './arc.ts';
import { BLADE_RADIUS, BULLET_RADIUS, ENEMIES, KINDS, PLAYER_RADIUS, SEEN } from './arena.ts';
import type { SceneSim } from './sim.ts';
import { Cards } from './view-cards.ts';
import { effects } from './view-effects.ts';

/** PixiJS rounds circles by their radius in its own units, so pictures are drawn large and scaled down. */
const DRAWN = 32;
/** Units between the lines of the ground. */
const GRID = 4;
const GROUND = 44;

interface Textures {
  readonly body: Texture;
  readonly gem: Texture;
  readonly cross: Texture;
}

/** Made once and kept. */
const textures = new WeakMap<Renderer, Textures>();

function texturesOf(renderer: Renderer): Textures {
  const known = textures.get(renderer);
  if (known !== undefined) return known;
  const render = (target: Graphics) => {
    const texture = renderer.generateTexture({ target, resolution: 2, antialias: true });
    target.destroy();
    return texture;
  };
  const disc = new Graphics().circle(0, 0, DRAWN).fill(0xffffff);
  const made = {
    body: render(disc.circle(0, 0, 0.72 * DRAWN).fill({ color: 0x000000, alpha: 0.18 })),
    gem: render(new Graphics().poly([0, -DRAWN, 0.7 * DRAWN, 0, 0, DRAWN, -0.7 * DRAWN, 0]).fill(0xffffff)),
    cross: render(
      new Graphics()
        .rect(-DRAWN, -DRAWN / 3, 2 * DRAWN, DRAWN / 1.5)
        .rect(-DRAWN / 3, -DRAWN, DRAWN / 1.5, 2 * DRAWN)
        .fill(0xffffff),
    ),
  };
  textures.set(renderer, made);
  return made;
}

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, { minX: -SEEN, minY: -SEEN, maxX: SEEN, maxY: SEEN });
  app.stage.addChildAt(stage, 0);
  const { body, gem, cross } = texturesOf(app.renderer);

  const ground = stage.addChild(new Graphics());
  for (let at = -GROUND; at <= GROUND; at += GRID)
    ground.moveTo(at, -GROUND).lineTo(at, GROUND).moveTo(-GROUND, at).lineTo(GROUND, at);
  ground.stroke({ color: colours.faint, width: 0.05, alpha: 0.5 });

  const sprites = (source: Texture) =>
    new PicturePool(stage.addChild(new Container()), () => {
      const sprite = new Sprite(source);
      sprite.anchor.set(0.5);
      return sprite;
    });
  const gems = sprites(gem);
  const hearts = sprites(cross);
  const crowd = new Instances('disc', ENEMIES + 8);
  stage.addChild(crowd.mesh);
  const shots = sprites(body);
  const blades = sprites(body);
  const bossBars = stage.addChild(new Graphics());
  const juice = new Juice(app, stage, sim.cues, effects);

  const player = stage.addChild(new Container());
  const disc = player.addChild(new Graphics());
  disc.circle(0, 0, 100).fill(colours.player).stroke({ color: colours.ink, width: 14 });
  disc.scale.set(PLAYER_RADIUS / 100);
  player.addChild(new Graphics().rect(-0.8, -0.95, 1.6, 0.18).fill(colours.faint));
  const health = player.addChild(new Graphics().rect(0, -0.95, 1.6, 0.18).fill(colours.contact));
  health.x = -0.8;
  const cards = new Cards(stage);
  const frame = new GameFrame(app, { id: 'games/swarm', title: 'Swarm', seed: sim.seed });

  let width = 1;
  let height = 1;

  function follow(): void {
    const x = Transform.x[sim.player];
    const y = Transform.y[sim.player];
    camera.offsetX = width / 2 - x * camera.scale;
    camera.offsetY = height / 2 - y * camera.scale;
    juice.draw(camera);
    juice.place(stage, camera);
    ground.position.set(GRID * Math.round(x / GRID), GRID * Math.round(y / GRID));
    player.position.set(x, y);
    player.visible = !sim.game.over || sim.game.won;
    disc.tint = sim.game.hurt > 0 ? colours.contact : 0xffffff;
    health.scale.x = Math.max(0, sim.game.health / sim.upgrades.health());
  }

  function drawAll(pool: PicturePool<Sprite>, eids: readonly number[], size: number, tint: number): void {
    pool.begin();
    for (const eid of eids) {
      const picture = pool.take();
      picture.position.set(Transform.x[eid], Transform.y[eid]);
      picture.scale.set(size / DRAWN);
      picture.tint = tint;
    }
    pool.end();
  }

  function drawCrowd(): void {
    const kinds = [colours.kinds[2], colours.kinds[1], colours.kinds[4], colours.contact];
    sim.enemies.forEach((enemy, i) => {
      const kind = sim.kindOf[enemy];
      const { radius } = KINDS[kind];
      crowd.paint(i, kinds[kind], kinds[kind], 0);
      crowd.place(i, Transform.x[enemy], Transform.y[enemy], radius, radius, 0);
    });
    crowd.upload(sim.enemies.length);
    bossBars.clear();
    for (const boss of sim.bosses()) {
      const [x, y] = [Transform.x[boss] - 1.6, Transform.y[boss] - 2.1];
      const share = Math.min(1, Math.max(0, sim.hitsLeft[boss] / sim.fullHits(boss)));
      bossBars
        .rect(x, y, 3.2, 0.24)
        .fill(colours.faint)
        .rect(x, y, 3.2 * share, 0.24)
        .fill(colours.contact);
    }
  }

  return {
    camera,
    draw() {
      follow();
      drawCrowd();
      drawAll(gems, sim.gems(), 0.24, colours.kinds[3]);
      drawAll(hearts, sim.hearts(), 0.45, colours.contact);
      drawAll(shots, sim.bullets(), BULLET_RADIUS, colours.ink);
      drawAll(blades, sim.blades, BLADE_RADIUS, colours.player);
      cards.draw(sim.choice, sim.counts.level, Transform.x[sim.player], Transform.y[sim.player]);
      const { score, level } = sim.counts;
      const { ticks, gems: found, won, over } = sim.game;
      const left = clock(END - ticks);
      const line = `${left}   Score ${formatCount(score)}\nLevel ${level}   Gems ${found}/${sim.gemsNeeded()}`;
      const result = won
        ? `Five minutes, level ${level}, ${formatCount(score)} points`
        : `${clock(ticks)} of 5:00, level ${level}, ${formatCount(score)} points`;
      if (over) frame.showEnd(line, won ? 'You made it!' : 'Overrun', score, result, sim.press);
      else frame.show(line);
    },
    resize(newWidth, newHeight) {
      width = newWidth;
      height = newHeight;
      camera.resize(width, height);
      frame.resize(width, height);
    },
    destroy() {
      crowd.destroy();
      juice.destroy();
      stage.destroy({ children: true, context: true });
      frame.destroy();
    },
  };
}

/** Minutes and seconds of some ticks. */
function clock(ticks: number): string {
  const seconds = Math.ceil(ticks / SECOND);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
