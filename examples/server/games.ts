import { planeGame } from './plane/plane-game.ts';
import type { Game } from './shared/game.ts';
import { spaceGame } from './space/space-game.ts';

/** Both arenas, for who knows no coordinates. A page has only the one that it shows. */
export const GAMES: readonly Game[] = [planeGame, spaceGame];
