import { type Application, Container, Graphics, Rectangle, type RenderTexture, Sprite } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { addWorldSettings, optionsOf, WORLD_SETTINGS } from '../../../shared/world-settings.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { EXTENT } from './sea.ts';
import { MARGINS, MOST_SPEED, type SceneSim, SHAPES, SHIPS } from './sim.ts';

/** The part of the sea that is shown. Its southern edge is ice. */
const MAP = { ...EXTENT, maxY: 860 };

const COLOURS = {
  dark: { water: 0x0b1828, land: 0x243528, coast: 0x5d8267, wake: 0x9fd4ff, wakeAlpha: 0.06 },
  light: { water: 0xd3e6f3, land: 0xf3ecd9, coast: 0xa08e66, wake: 0xffffff, wakeAlpha: 0.18 },
};

/** A ship with its wake in its own units, bow towards +y, and how many pixels a unit has in its picture. */
const PICTURE = new Rectangle(-3, -11, 6, 15);
const PICTURE_SCALE = 12;

/** Ships are drawn larger than they are where they would be smaller than this, in pixels a unit. */
const LEAST_SCALE = 1.1;
const MOST_ZOOM = 40;

export function createView(app: Application, sim: SceneSim): View {
  const { theme, kinds } = palette();
  const colours = COLOURS[theme];
  const { Transform } = sim.collision;
  app.renderer.background.color = colours.water;

  const map = new Container();
  const camera = new Camera(map, MAP, { fit: 'cover', centreX: 150, centreY: -250 });
  const endZoom = camera.enableZoom(app.canvas, MOST_ZOOM);
  map.addChild(drawLand(sim.lands, colours));

  const pictures = picturesOf(app, colours, kinds);
  // Ships are added kind by kind: neighbours with the same picture are drawn in one call.
  const fleets = pictures.map(() => map.addChild(new Container()));
  const sprites = sim.ships.map((_, i) => {
    const sprite = fleets[i % fleets.length].addChild(new Sprite(pictures[i % pictures.length]));
    sprite.anchor.set(0.5, -PICTURE.y / PICTURE.height);
    return sprite;
  });
  app.stage.addChild(map);

  return {
    camera,
    overlay: { contacts: true, normals: true },
    restartSettings: WORLD_SETTINGS,
    draw() {
      const enlarged = Math.max(1, LEAST_SCALE / camera.scale);
      for (let i = 0; i < sprites.length; i++) {
        const ship = sim.ships[i];
        const sprite = sprites[i];
        sprite.visible = i < sim.settings.ships;
        sprite.texture = pictures[sim.kindOf(i)];
        sprite.position.set(Transform.x[ship], Transform.y[ship]);
        sprite.rotation = Transform.rotation[ship];
        sprite.scale.set(Transform.scale[ship] * enlarged);
      }
    },
    resize: (width, height) => camera.resize(width, height),
    destroy() {
      endZoom();
      map.destroy({ children: true, context: true });
    },
    controls(pane: Pane) {
      pane.addBinding(sim.settings, 'ships', { min: 100, max: SHIPS, step: 100 });
      pane.addBinding(sim.settings, 'shapes', { options: optionsOf(SHAPES) });
      pane.addBinding(sim.settings, 'speed', { min: 0, max: MOST_SPEED });
      addWorldSettings(pane, sim.worldSettings, MARGINS);
    },
  };
}

/** Fills the land once. */
function drawLand(lands: SceneSim['lands'], colours: (typeof COLOURS)['dark']): Container {
  const land = new Graphics();
  for (const lakes of [false, true]) {
    for (const { coast, isLake } of lands) {
      if (isLake === lakes) land.poly([...coast]).fill(lakes ? colours.water : colours.land);
    }
  }
  for (const { coast } of lands) land.poly([...coast]).stroke({ color: colours.coast, pixelLine: true });
  return land;
}

/** The outlines of the hulls of the sim, in the same order. */
const HULLS: readonly ((ship: Graphics) => Graphics)[] = [
  (ship) => ship.circle(0, 0, 1.6),
  (ship) => ship.roundRect(-0.9, -2.9, 1.8, 5.8, 0.9),
  (ship) => ship.rect(-1, -2.2, 2, 4.4),
  (ship) => ship.poly([0, 3, 1.2, 0.5, 0.9, -2.2, -0.9, -2.2, -1.2, 0.5]),
  (ship) => ship.roundRect(-1.5, -2.3, 1, 4.6, 0.5).roundRect(0.5, -2.3, 1, 4.6, 0.5).rect(-1, -0.3, 2, 0.6),
];

/** Made once for each theme and kept. */
const painted = new WeakMap<object, readonly RenderTexture[]>();

function picturesOf(
  app: Application,
  colours: (typeof COLOURS)['dark'],
  kinds: readonly number[],
): readonly RenderTexture[] {
  const known = painted.get(colours);
  if (known !== undefined) return known;
  const made = HULLS.map((draw, i) => paintShip(app, draw, kinds[i], colours));
  painted.set(colours, made);
  return made;
}

/** Paints a ship and the water it leaves behind into a picture. */
function paintShip(
  app: Application,
  hull: (ship: Graphics) => Graphics,
  colour: number,
  colours: (typeof COLOURS)['dark'],
): RenderTexture {
  const ship = new Graphics();
  for (let length = 2; length <= 8; length += 1.5) {
    ship
      .poly([-0.8, -2, 0.8, -2, 0.8 + length * 0.2, -2 - length, -0.8 - length * 0.2, -2 - length])
      .fill({ color: colours.wake, alpha: colours.wakeAlpha });
  }
  hull(ship).fill(colour).stroke({ color: 0x000000, alpha: 0.35, width: 0.25 });
  const texture = app.renderer.generateTexture({
    target: ship,
    frame: PICTURE,
    resolution: PICTURE_SCALE,
    antialias: true,
    textureSourceOptions: { autoGenerateMipmaps: true, scaleMode: 'linear' },
  });
  texture.source.updateMipmaps();
  ship.destroy();
  return texture as RenderTexture;
}
