import { type Application, Container, Graphics, Text } from 'pixi.js';
import type { Pane } from 'tweakpane';
import { FLASH_TICKS } from '../../../shared/flashes.ts';
import { Camera } from '../../../shell/camera.ts';
import { palette } from '../../../shell/palette.ts';
import type { View } from '../../../shell/scene.ts';
import { BULLET_RADIUS, FIELD, LEAST_SPEED, MOST_SPEED, type Range, type SceneSim } from './sim.ts';

/** The height that is left free above each field for its title. */
const HEAD = 1.6;
/** Text and circles are drawn this much larger than they are shown, so that they are sharp. */
const DRAWN_LARGER = 40;
/** How long the trail of a bullet is at most. */
const TRAIL = 1.5;

export function createView(app: Application, sim: SceneSim): View {
  const colours = palette();
  const stage = app.stage.addChild(new Container());
  const height = FIELD.height + HEAD;
  const camera = new Camera(stage, { minX: -0.5, minY: 0, maxX: FIELD.width + 0.5, maxY: 2 * height + 0.5 });
  const fields = sim.ranges.map((range, i) => createField(range, HEAD + i * height));

  function createField(range: Range, top: number) {
    const field = stage.addChild(new Container());
    field.position.set(0, top);
    const frame = new Graphics().rect(0, 0, FIELD.width, FIELD.height).stroke({ width: 0.06, color: colours.faint });
    field.addChild(frame);
    const ground = field.addChild(new Graphics());
    ground.scale.set(1 / DRAWN_LARGER);
    for (const target of sim.targets) {
      const [x, y, radius, halfWidth, halfHeight] = [
        target.x,
        target.y,
        target.radius,
        target.halfWidth,
        target.halfHeight,
      ].map((value) => value * DRAWN_LARGER);
      if (radius > 0) ground.circle(x, y, radius);
      else ground.rect(x - halfWidth, y - halfHeight, 2 * halfWidth, 2 * halfHeight);
    }
    ground.fill(colours.kinds[2]);
    const flying = field.addChild(new Graphics());
    const title = field.addChild(
      new Text({
        label: 'hud',
        style: { fontSize: 0.85 * DRAWN_LARGER, fill: colours.ink, fontFamily: 'system-ui, sans-serif' },
        anchor: { x: 0, y: 1 },
        scale: 1 / DRAWN_LARGER,
        position: { x: 0, y: -0.2 },
      }),
    );
    return { range, flying, title, field };
  }

  return {
    camera,
    overlayTargets: fields.map(({ range, field }) => ({
      world: range.world,
      collision: range.collision,
      container: field,
    })),
    draw() {
      for (const { range, flying, title } of fields) {
        const { x, y } = range.collision.Transform;
        flying.clear();
        for (const flash of range.flashes.all) {
          const share = flash.age / FLASH_TICKS;
          flying.circle(flash.x, flash.y, 0.15 + share * flash.size);
          flying.fill({ color: colours.contact, alpha: 0.8 * (1 - share) });
        }
        const trail = Math.min(TRAIL, sim.settings.speed);
        for (const eid of range.bullets.values()) {
          if (x[eid] > FIELD.width) continue;
          flying.moveTo(Math.max(0, x[eid] - trail), y[eid]).lineTo(x[eid], y[eid]);
        }
        flying.stroke({ width: 0.06, color: colours.player, alpha: 0.5 });
        for (const eid of range.bullets.values()) {
          if (x[eid] <= FIELD.width) flying.circle(x[eid], y[eid], 1.5 * BULLET_RADIUS);
        }
        flying.fill(colours.player);
        const name = range.isSwept ? 'Swept' : 'Not swept';
        title.text = `${name}: ${range.found} of ${range.expected} hits found`;
      }
    },
    resize: (width, pixels) => camera.resize(width, pixels),
    destroy() {
      stage.destroy({ children: true, context: true, style: true });
    },
    liveSettings: ['speed'],
    controls(pane: Pane) {
      pane
        .addBinding(sim.settings, 'speed', { label: 'speed, a tick', min: LEAST_SPEED, max: MOST_SPEED })
        .on('change', sim.clear);
      pane.addButton({ title: 'Count anew' }).on('click', sim.clear);
    },
  };
}
