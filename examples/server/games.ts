import { planeGame } from './plane/plane-game.ts';
import type { Game } from './shared/game.ts';
import { spaceGame } from './space/space-game.ts';

/** Both games, for code that treats them alike. A page of the client loads only the one that it shows. */
export const GAMES: readonly Game[] = [planeGame, spaceGame];
