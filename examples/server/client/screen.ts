import type { Arena } from '../shared/arena.ts';
import type { Game } from '../shared/game.ts';
import type { Buttons, Controls } from './controls.ts';
import type { PredictedMatch } from './prediction.ts';

/** The part of the client that has coordinates: what it draws, and how a player aims. */
export interface Screen {
  readonly game: Game;
  readonly title: string;
  /** How to play, with keys and mouse. */
  readonly hint: string;
  readonly buttons: Buttons;
  /** Begins to draw another world. */
  begin(arena: Arena): void;
  /** Draws a frame. */
  draw(match: PredictedMatch): void;
  /** Returns the aim of the player, as a number of the game. */
  aim(match: PredictedMatch, controls: Controls): number;
  /** Calls back before each frame is shown. */
  onFrame(call: () => void): void;
}
