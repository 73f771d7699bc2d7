import { type Application, Container, Graphics, GraphicsContext } from 'pixi.js';
import { GameFrame } from '../../../shared/game-frame.ts';
import { Juice } from '../../../shared/juice/juice.ts';
import { Trails } from '../../../shared/juice/trails.ts';
import { Camera } from '../../../shell/camera.ts';
import { formatCount } from '../../../shell/format-count.ts';
import { palette } from '../../../shell/palette.ts';
import { PicturePool } from '../../../shell/picture-pool.ts';
import type { View } from '../../../shell/scene.ts';
import { HALF } from './flight.ts';
import { saucerPoints } from './saucer.ts';
import { shotShape } from './shots.ts';
import { type SceneSim, shipPoints, WAVES } from './sim.ts';
import { effects } from './view-effects.ts';

/** PixiJS rounds circles by their radius in its own units, so everything is drawn large and scaled down. */
const DRAWN = 100;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const stage = new Container();
  const camera = new Camera(stage, { minX: -HALF, minY: -HALF, maxX: HALF, maxY: HALF });
  app.stage.addChildAt(stage, 0);

  // The mask cuts off what reaches beyond an edge: the ghost on the opposite side shows that part.
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
  const saucerContext = outlined(saucerPoints, colours.contact);
  const flame = new GraphicsContext().poly([-55, 22, -110, 0, -55, -22]).fill(colours.contact);
  const disc = new GraphicsContext().circle(0, 0, DRAWN).fill(0xffffff);
  const contexts = [...rockContexts, shipContext, saucerContext, flame, disc];

  const layer = () => flying.addChild(new Container());
  const trails = new Trails(9, 0.12);
  flying.addChild(trails.pen);
  const rocks = new PicturePool(layer(), () => new Graphics(rockContexts[0]));
  const saucers = new PicturePool(layer(), () => new Graphics(saucerContext));
  const shots = new PicturePool(layer(), () => new Graphics(disc));
  const ships = new PicturePool(layer(), () => {
    const ship = new Container();
    ship.addChild(new Graphics(flame), new Graphics(shipContext));
    return ship;
  });
  const juice = new Juice(app, flying, sim.cues, effects);
  const around = new GameFrame(app, { id: 'games/asteroids', title: 'Asteroids', seed: sim.seed });

  function put(picture: Container, eid: number, size: number): void {
    picture.position.set(Transform.x[eid], Transform.y[eid]);
    picture.rotation = Transform.rotation[eid];
    picture.scale.set((size * Transform.scale[eid]) / DRAWN);
  }

  /** The ship, and again wherever it reaches across a seam. */
  function drawShip(): void {
    ships.begin();
    const isSeen = !sim.game.over && sim.game.away === 0;
    for (const shiftX of isSeen ? [-2 * HALF, 0, 2 * HALF] : []) {
      for (const shiftY of [-2 * HALF, 0, 2 * HALF]) {
        const x = Transform.x[sim.ship] + shiftX;
        const y = Transform.y[sim.ship] + shiftY;
        if (Math.abs(x) > HALF + 1.2 || Math.abs(y) > HALF + 1.2) continue;
        const ship = ships.take();
        put(ship, sim.ship, 1);
        ship.position.set(x, y);
        ship.alpha = sim.game.safe % 20 > 9 ? 0.35 : 1;
        ship.children[0].visible = sim.game.thrusts;
      }
    }
    ships.end();
  }

  function drawShots(): void {
    shots.begin();
    trails.begin(sim.cues.now);
    const draw = (eids: readonly number[], colour: number) => {
      for (const eid of eids) {
        const shot = shots.take();
        put(shot, eid, shotShape.radius);
        shot.tint = colour;
        trails.follow(eid, Transform.x[eid], Transform.y[eid], colour);
      }
    };
    draw(sim.bullets(), colours.ink);
    draw(sim.saucerShots(), colours.contact);
    trails.end();
    shots.end();
  }

  return {
    camera,
    draw() {
      juice.draw(camera);
      juice.place(stage, camera);
      drawShip();
      rocks.begin();
      for (const eid of [...sim.rocks(), ...sim.ghosts()]) {
        const picture = rocks.take();
        picture.context = rockContexts[sim.outlineOf(eid)];
        put(picture, eid, 1);
      }
      rocks.end();
      saucers.begin();
      for (const eid of sim.saucers()) put(saucers.take(), eid, 1);
      saucers.end();
      drawShots();
      const { score, lives, wave } = sim.counts;
      const { over, won } = sim.game;
      const line = `Score ${formatCount(score)}\nLives ${lives}   Wave ${wave}/${WAVES}`;
      const result = won
        ? `${formatCount(score)} points, all ${WAVES} waves`
        : `${formatCount(score)} points, wave ${wave} of ${WAVES}`;
      if (over) around.showEnd(line, won ? 'All clear!' : 'Game over', score, result, sim.press);
      else around.show(line);
    },
    resize(width, height) {
      around.fitField(camera, 1, width, height);
    },
    destroy() {
      juice.destroy();
      stage.destroy({ children: true, context: true });
      around.destroy();
      for (const context of contexts) context.destroy();
    },
  };
}
