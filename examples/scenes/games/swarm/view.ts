import { type Application, Container, Graphics, GraphicsContext, type Renderer, Sprite, type Texture } from 'pixi.js';
import { FLASH_TICKS } from '../../../shared/flashes.ts';
import { Camera } from '../../../shell/camera.ts';
import { Hud } from '../../../shell/hud.ts';
import { Instances } from '../../../shell/instances.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { BULLET_RADIUS, HALF, KINDS, PLAYER_RADIUS } from './arena.ts';
import { HEALTH, type SceneSim } from './sim.ts';

/** Half the side of what is seen; the camera follows the player through the arena. */
const SEEN = 14;
/** PixiJS rounds circles by their radius in its own units, so pictures are drawn large and scaled down. */
const DRAWN = 32;

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
  const hud = new Hud(app);
  app.stage.addChildAt(stage, 0);

  const { body, gem, cross } = texturesOf(app.renderer);

  const ground = new Graphics();
  for (let at = -HALF; at <= HALF; at += 8)
    ground.moveTo(at, -HALF).lineTo(at, HALF).moveTo(-HALF, at).lineTo(HALF, at);
  ground.stroke({ color: colours.faint, width: 0.05, alpha: 0.5 });
  ground.rect(-HALF, -HALF, 2 * HALF, 2 * HALF).stroke({ color: colours.faint, width: 0.4 });
  stage.addChild(ground);

  const sprites = (source: Texture) =>
    new PicturePool(stage.addChild(new Container()), () => {
      const sprite = new Sprite(source);
      sprite.anchor.set(0.5);
      return sprite;
    });
  const gems = sprites(gem);
  const hearts = sprites(cross);
  const crowd = new Instances('disc', sim.enemies.length);
  stage.addChild(crowd.mesh);
  sim.enemies.forEach((enemy, i) => {
    const colour = colours.kinds[[2, 1, 4][sim.kindOf[enemy]]];
    crowd.paint(i, colour, colour, 0);
  });
  const bullets = sprites(body);
  const ring = new GraphicsContext().circle(0, 0, 100).stroke({ color: colours.ink, width: 9 });
  const rings = new PicturePool(stage.addChild(new Container()), () => new Graphics(ring));

  const player = stage.addChild(new Container());
  const disc = player.addChild(new Graphics());
  disc.circle(0, 0, 100).fill(colours.player).stroke({ color: colours.ink, width: 14 });
  disc.scale.set(PLAYER_RADIUS / 100);
  player.addChild(new Graphics().rect(-0.8, -0.95, 1.6, 0.18).fill(colours.faint));
  const health = player.addChild(new Graphics().rect(0, -0.95, 1.6, 0.18).fill(colours.contact));
  health.x = -0.8;

  let width = 1;
  let height = 1;

  function follow(): void {
    const x = Transform.x[sim.player];
    const y = Transform.y[sim.player];
    camera.offsetX = width / 2 - x * camera.scale;
    camera.offsetY = height / 2 - y * camera.scale;
    stage.position.set(camera.offsetX, camera.offsetY);
    player.position.set(x, y);
    player.visible = !sim.game.over;
    health.scale.x = Math.max(0, sim.game.health / HEALTH);
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

  function drawFlashes(): void {
    rings.begin();
    for (const { x, y, size, age } of sim.flashes.all) {
      const picture = rings.take();
      picture.position.set(x, y);
      picture.scale.set((size * (0.3 + age / FLASH_TICKS)) / 100);
      picture.alpha = 1 - age / FLASH_TICKS;
    }
    rings.end();
  }

  return {
    camera,
    draw() {
      follow();
      sim.enemies.forEach((enemy, i) => {
        const { radius } = KINDS[sim.kindOf[enemy]];
        crowd.place(i, Transform.x[enemy], Transform.y[enemy], radius, radius, 0);
      });
      crowd.upload();
      drawAll(gems, sim.gems(), 0.24, colours.kinds[3]);
      drawAll(hearts, sim.hearts(), 0.45, colours.contact);
      drawAll(bullets, sim.bullets(), BULLET_RADIUS, colours.ink);
      drawFlashes();
      const { score, level } = sim.counts;
      const line = `Score ${score}\nHealth ${Math.max(0, Math.ceil(sim.game.health))}   Level ${level}`;
      if (sim.game.over) hud.showEnd(line, 'Overrun', `${score} enemies, level ${level}`, sim.press);
      else hud.show(line);
    },
    resize(newWidth, newHeight) {
      width = newWidth;
      height = newHeight;
      camera.resize(width, height);
      hud.resize(width, height);
    },
    destroy() {
      crowd.destroy();
      stage.destroy({ children: true, context: true });
      hud.destroy();
      ring.destroy();
    },
  };
}
