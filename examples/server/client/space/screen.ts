import { FIRE, JUMP, RAIL } from '../../shared/words.ts';
import { type SpaceArena, spaceGame } from '../../space/space-game.ts';
import { pushOf, type Stick } from '../controls.ts';
import type { Screen } from '../screen.ts';
import { View } from './view.ts';

/** Radians that a pixel of the mouse's way, or of a thumb's, turns the view. */
const MOUSE_TURN = 0.0025;
const THUMB_TURN = 0.006;
/** The largest pitch in radians: a little less than straight up. */
const STEEPEST = 1.5;

/** Shows the arena through the eyes of the player's fighter, with three.js. */
export async function createScreen(field: HTMLElement): Promise<Screen> {
  const view = new View(field);
  const look = { turn: 0, pitch: 0 };
  let isFirst = true;
  /** The right thumb, and how much of its push has been turned by. */
  const thumb = { id: -1, x: 0, y: 0 };
  const turnBy = (x: number, y: number): void => {
    look.turn += x;
    look.pitch = Math.max(-STEEPEST, Math.min(STEEPEST, look.pitch - y));
  };
  field.addEventListener('pointerdown', (event) => {
    // A browser may refuse, as it does right after the player has left; the next press asks again.
    if (event.pointerType === 'mouse') void Promise.resolve(field.requestPointerLock()).catch(() => {});
  });
  addEventListener('mousemove', ({ movementX, movementY }) => {
    if (document.pointerLockElement === field) turnBy(movementX * MOUSE_TURN, movementY * MOUSE_TURN);
  });

  function followThumb(right: Stick | undefined): void {
    if (right === undefined) return;
    if (right.id !== thumb.id) Object.assign(thumb, { id: right.id, x: 0, y: 0 });
    const [x, y] = pushOf(right);
    turnBy((x - thumb.x) * THUMB_TURN, (y - thumb.y) * THUMB_TURN);
    Object.assign(thumb, { x, y });
  }

  return {
    game: spaceGame,
    title: 'Arena in space',
    hint: 'A click takes the mouse, which looks around; WASD or arrows walk, space jumps. Left button: bolts. Right button or E: a ray.',
    buttons: { Button0: FIRE, Button2: RAIL, KeyE: RAIL, Ray: RAIL, Space: JUMP, Jump: JUMP },
    begin: (arena) => view.begin(arena as SpaceArena),
    draw: (match) => view.draw(match, look),
    aim({ arena, slot }, { right }) {
      followThumb(right);
      if (isFirst && arena?.Alive[arena.fighters[slot]] === 1) {
        // Everybody enters at the edge: towards the middle is where there is something to see.
        const [x, , z] = arena.places;
        look.turn = Math.atan2(-z[arena.fighters[slot]], -x[arena.fighters[slot]]);
        isFirst = false;
      }
      const level = Math.cos(look.pitch);
      return spaceGame.aimAlong(level * Math.cos(look.turn), Math.sin(look.pitch), level * Math.sin(look.turn));
    },
    onFrame: (call) => view.onFrame(call),
  };
}
