import { drawShape } from 'bitecs-collision/pixi';
import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { type Part, PLACE } from './obstacles.ts';
import { type Attempt, EXTENT, PASSED, RUNNING, type SceneSim, WALKERS, type WalkerName } from './sim.ts';

/** Text is drawn this much larger than it is shown, so that it is sharp. */
const DRAWN_LARGER = 40;
const TITLE_SIZE = 0.72;
/** The least size of titles in pixels. On small screens it makes them wider than their places. */
const LEAST_TITLE_PIXELS = 11;
/** The lamp of a place, seen from the left end of its floor; the title stands beside it. */
const LAMP = { x: 0.4, y: -6.2, radius: 0.3 };
/**
 * How far from its place's left end a title begins, and how far beyond the right end it may go: less where it is large.
 */
const TITLE = { x: LAMP.x + 0.7, beyond: 1.2, largeBeyond: 0.2 };

/** How high a title may be. */
const MOST_TITLE = 3.2;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const { Transform } = sim.collision;
  const settings: { walker: WalkerName } = { walker: 'capsule' };
  const stage = app.stage.addChild(new Container());
  const camera = new Camera(stage, EXTENT);
  let places = sim.attempts.map(createPlace);

  function createPlace(attempt: Attempt) {
    const place = stage.addChild(new Container());
    place.position.set(attempt.x, attempt.y);
    const lamp = place.addChild(new Graphics().circle(LAMP.x, LAMP.y, LAMP.radius).fill(0xffffff));
    const title = new Text({
      label: 'hud',
      text: '',
      style: { fill: colours.ink, fontFamily: 'system-ui, sans-serif', wordWrap: true },
      anchor: { x: 0, y: 1 },
      scale: 1 / DRAWN_LARGER,
    });
    place.addChild(title);
    fitTitle(title);
    const parts = attempt.parts.map(({ eid, part }) => ({
      eid,
      picture: place.addChild(drawPart(part, part.motion === undefined ? colours.faint : colours.kinds[1])),
    }));
    const walker = place.addChild(drawShape(new Graphics(), WALKERS[settings.walker].shape).fill(colours.player));
    return { attempt, place, lamp, title, parts, walker };
  }

  /** Sets the size of a title in the place it has; its last line is beside the lamp. */
  function fitTitle(title: Text): void {
    const size = Math.max(TITLE_SIZE, LEAST_TITLE_PIXELS / camera.scale);
    title.style.fontSize = size * DRAWN_LARGER;
    const beyond = size > TITLE_SIZE ? TITLE.largeBeyond : TITLE.beyond;
    title.style.wordWrapWidth = (PLACE.width + beyond - TITLE.x) * DRAWN_LARGER;
    title.position.set(TITLE.x, LAMP.y + 0.6 * size);
    // A title that takes more lines than fit between two rows is drawn smaller.
    title.scale.set(1 / DRAWN_LARGER);
    title.scale.set(Math.min(1, MOST_TITLE / title.height) / DRAWN_LARGER);
  }

  /** Shows a collider where it is in its place. */
  function follow(picture: Graphics, eid: number, { x, y }: Attempt): void {
    picture.position.set(Transform.x[eid] - x, Transform.y[eid] - y);
    picture.rotation = Transform.rotation[eid];
  }

  return {
    camera,
    draw() {
      for (const { attempt, lamp, title, parts, walker } of places) {
        const { verdict, obstacle } = attempt;
        const isWell = verdict === PASSED || verdict === RUNNING;
        lamp.tint = verdict === PASSED ? colours.kinds[3] : isWell ? colours.faint : colours.contact;
        const text = isWell ? obstacle.title : `${obstacle.title}: ${verdict}`;
        if (title.text !== text) {
          title.text = text;
          fitTitle(title);
        }
        for (const { eid, picture } of parts) follow(picture, eid, attempt);
        follow(walker, attempt.walker, attempt);
      }
    },
    resize(width, height) {
      camera.resize(width, height);
      // Titles that are larger than their place need room above the first row.
      const isSmall = TITLE_SIZE * camera.scale < LEAST_TITLE_PIXELS;
      if (isSmall) camera.resize(width, height - 2 * LEAST_TITLE_PIXELS, 2 * LEAST_TITLE_PIXELS);
      for (const { title } of places) fitTitle(title);
    },
    destroy() {
      stage.destroy({ children: true, context: true, style: true });
    },
    controls(pane: Pane) {
      const options = Object.fromEntries(Object.keys(WALKERS).map((name) => [name, name]));
      pane.addBinding(settings, 'walker', { options }).on('change', () => {
        sim.choose(settings.walker);
        for (const { place } of places) place.destroy({ children: true, context: true, style: true });
        places = sim.attempts.map(createPlace);
      });
    },
  };
}

function drawPart({ shape, outline }: Part, color: number): Graphics {
  const picture = new Graphics();
  const drawn = outline === undefined ? drawShape(picture, shape) : picture.poly([...outline]);
  // The line, a pixel wide at any scale, shows the wall that is thinner than that.
  return drawn.fill(color).stroke({ color, pixelLine: true });
}
