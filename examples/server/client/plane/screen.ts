import { Application } from 'pixi.js';
import { type PlaneArena, planeGame } from '../../plane/plane-game.ts';
import { FIRE, RAIL } from '../../shared/words.ts';
import { DEAD, pushOf } from '../controls.ts';
import type { Screen } from '../screen.ts';
import { View } from './view.ts';

/** The arena seen from above, with PixiJS. */
export async function createScreen(field: HTMLElement): Promise<Screen> {
  const app = new Application();
  await app.init({ resizeTo: field, background: 0x10141f, antialias: true });
  field.append(app.canvas);
  const view = new View(app);
  const pointer = { x: 0, y: 0 };
  /**
   * The last direction in which the right thumb has pointed, kept when the thumb is lifted; undefined while a mouse
   * aims.
   */
  let thumb: number | undefined;
  field.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch') return;
    pointer.x = event.offsetX;
    pointer.y = event.offsetY;
  });
  field.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') thumb = undefined;
  });
  return {
    game: planeGame,
    title: 'Arena',
    hint: 'WASD or arrows move, the mouse aims. Left button: bolts. Right button or space: a ray.',
    buttons: { Button0: FIRE, Button2: RAIL, Space: RAIL, Ray: RAIL },
    begin: (arena) => view.begin(arena as PlaneArena),
    draw: (match) => view.draw(match),
    aim({ arena, slot }, { right }) {
      const [pushX, pushY] = pushOf(right);
      if (Math.hypot(pushX, pushY) > DEAD) thumb = planeGame.aimAlong(pushX, pushY, 0);
      if (thumb !== undefined || arena === undefined) return thumb ?? 0;
      const own = arena.fighters[slot];
      const { x, y } = view.toArena(pointer.x, pointer.y);
      return planeGame.aimAlong(x - arena.places[0][own], y - arena.places[1][own], 0);
    },
    onFrame: (call) => void app.ticker.add(call),
  };
}
