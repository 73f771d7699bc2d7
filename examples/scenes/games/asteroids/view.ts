import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { FLASH_TICKS } from '../../../shared/flashes.ts';
import { Camera } from '../../../shell/camera.ts';
import { Hud } from '../../../shell/hud.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { HALF } from './flight.ts';
import { bulletShape, type SceneSim, shipPoints } from './sim.ts';

/** PixiJS rounds circles by their radius in its own units, so everything is drawn large and scaled down. */
const DRAWN = 100;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, { minX: -HALF, minY: -HALF, maxX: HALF, maxY: HALF });
  const hud = new Hud(app);
  app.stage.addChildAt(stage, 0);

  // What is beyond the edge waits for its jump to the other side, unseen.
  const field = new Graphics().rect(-HALF, -HALF, 2 * HALF, 2 * HALF).fill(0xffffff);
  const frame = new Graphics()
    .rect(-HALF, -HALF, 2 * HALF, 2 * HALF)
    .stroke({ color: colours.faint, width: 0.06, alignment: 1 });
  const flying = new Container();
  flying.mask = field;
  stage.addChild(frame, field, flying);

  const outlined = (points: readonly number[], colour: number) =>
    new GraphicsContext()
      .poly(points.map((at) => at * DRAWN))
      .fill({ color: colour, alpha: 0.22 })
      .stroke({ color: colour, width: 7, join: 'round' });
  const rockContexts = sim.outlines.map((points, i) => outlined(points, colours.kinds[i]));
  const shipContext = outlined(shipPoints, colours.player);
  const flame = new GraphicsContext().poly([-55, 22, -110, 0, -55, -22]).fill(colours.contact);
  const disc = new GraphicsContext().circle(0, 0, DRAWN).fill(colours.ink);
  const ring = new GraphicsContext().circle(0, 0, DRAWN).stroke({ color: colours.ink, width: 8 });

  const layer = () => flying.addChild(new Container());
  const rocks = new PicturePool(layer(), () => new Graphics(rockContexts[0]));
  const bullets = new PicturePool(layer(), () => new Graphics(disc));
  const rings = new PicturePool(layer(), () => new Graphics(ring));
  const ship = flying.addChild(new Container());
  const exhaust = ship.addChild(new Graphics(flame));
  ship.addChild(new Graphics(shipContext));

  function put(picture: Container, eid: number, size: number): void {
    picture.position.set(Transform.x[eid], Transform.y[eid]);
    picture.rotation = Transform.rotation[eid];
    picture.scale.set((size * Transform.scale[eid]) / DRAWN);
  }

  function drawShip(): void {
    put(ship, sim.ship, 1);
    ship.visible = !sim.game.over;
    ship.alpha = sim.game.safe % 20 > 9 ? 0.35 : 1;
    exhaust.visible = sim.game.thrusts;
  }

  return {
    camera,
    draw() {
      drawShip();
      rocks.begin();
      for (const eid of sim.rocks()) {
        const picture = rocks.take();
        picture.context = rockContexts[sim.outlineOf[eid]];
        put(picture, eid, 1);
      }
      rocks.end();
      bullets.begin();
      for (const eid of sim.bullets()) put(bullets.take(), eid, bulletShape.radius);
      bullets.end();
      rings.begin();
      for (const { x, y, size, age } of sim.flashes.all) {
        const picture = rings.take();
        picture.position.set(x, y);
        picture.scale.set((size * (0.3 + age / FLASH_TICKS)) / DRAWN);
        picture.alpha = 1 - age / FLASH_TICKS;
      }
      rings.end();
      const { score, lives, wave } = sim.counts;
      const line = `Score ${score}\nLives ${lives}   Wave ${wave}`;
      if (sim.game.over) hud.showEnd(line, 'Game over', `${score} points, ${wave} waves`, sim.press);
      else hud.show(line);
    },
    resize(width, height) {
      camera.resize(width, height);
      hud.resize(width, height);
    },
    destroy() {
      stage.destroy({ children: true, context: true });
      hud.destroy();
      for (const context of [...rockContexts, shipContext, flame, disc, ring]) context.destroy();
    },
  };
}
