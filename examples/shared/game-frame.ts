import type { Application } from 'pixi.js';
import type { Camera } from '../shell/camera.ts';
import { formatCount } from '../shell/format-count.ts';
import { Hud, SCORE_HEIGHT, SCORE_WIDTH } from '../shell/hud.ts';
import { type GameAbout, GameBar, gameBarHeight } from './game-bar.ts';
import { HighScores } from './high-scores.ts';
import type { Press } from './press.ts';

/** The frame around a game: its score, how it ended, the best scores so far, and buttons. */
export class GameFrame {
  readonly #hud: Hud;
  readonly #bar: GameBar;
  readonly #scores: HighScores;
  readonly #about: GameAbout;
  /** The line about the best scores on the card of a game that has just ended. */
  #best: string | undefined;

  /** `messageAt` is the middle of a message in play, as a share of the height: a message hides what lies there. */
  constructor(app: Application, about: GameAbout, messageAt?: number) {
    this.#about = about;
    this.#hud = new Hud(app, messageAt);
    this.#bar = new GameBar(app, about);
    this.#scores = new HighScores(about.id);
  }

  /** Shows the score while the game goes on, and a message unless the title is empty. */
  show(line: string, title = '', hint = ''): void {
    this.#best = undefined;
    this.#bar.offer(undefined);
    this.#hud.show(line, title, hint);
  }

  /** Shows how a game has ended. Its score is noted when this is first called for it. */
  showEnd(line: string, title: string, score: number, result: string, press: Press): void {
    this.#best ??= this.#note(score);
    this.#bar.offer(score);
    this.#hud.showEnd(line, title, `${result}\n${this.#best}`, press);
  }

  resize(width: number, height: number): void {
    this.#hud.resize(width, height);
  }

  /**
   * Has the camera show a field that does not move: between score and buttons, or beside them where that leaves it more
   * room. `aspect` is the width of the field, divided by its height.
   */
  fitField(camera: Camera, aspect: number, width: number, height: number): void {
    const between = height - SCORE_HEIGHT - gameBarHeight();
    const beside = width - 2 * SCORE_WIDTH;
    const isAtSide = Math.min(height, beside / aspect) > Math.min(between, width / aspect);
    this.#hud.resize(width, height, isAtSide);
    this.#bar.stack(isAtSide);
    if (isAtSide) camera.resize(width, Math.min(height, beside / aspect), Math.max(0, height - beside / aspect) / 2);
    else camera.resize(width, between, SCORE_HEIGHT);
  }

  destroy(): void {
    this.#hud.destroy();
    this.#bar.destroy();
  }

  #note(score: number): string {
    const { seed } = this.#about;
    const place = this.#scores.add(score, seed);
    const best = this.#scores.best.map((known) => formatCount(known.score)).join('  ·  ');
    if (place === 0) return `Your best so far, with seed ${seed}\n${best}`;
    return `Seed ${seed}. Your best:\n${best}`;
  }
}
