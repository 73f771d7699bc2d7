import type { Application } from 'pixi.js';
import { formatCount } from '../shell/format-count.ts';
import { isTyping } from '../shell/input.ts';
import { letterOf } from '../shell/keys.ts';
import { formatRoute } from '../shell/router.ts';
import { dailySeed } from './daily-seed.ts';
import { speaker } from './juice/sounds.ts';

/** What can be told of a game: its scene, its name and its seed. */
export interface GameAbout {
  readonly id: string;
  readonly title: string;
  readonly seed: number;
  /** Whether the game is one to think about: it has no sounds, and its puzzle is the same for everybody on a day. */
  readonly isQuiet?: boolean;
}

/** Returns the pixels that the buttons take at the foot of the canvas, with their margins; as in style.css. */
export function gameBarHeight(): number {
  return matchMedia('(pointer: coarse)').matches ? 56 : 42;
}

/** Buttons over a game, at the foot of the canvas: sound, the game of the day, and the score to pass on. */
export class GameBar {
  readonly #root = document.createElement('div');
  readonly #about: GameAbout;
  readonly #copy: HTMLButtonElement;
  readonly #ending = new AbortController();
  #score = 0;
  #details = '';

  constructor(app: Application, about: GameAbout) {
    this.#about = about;
    this.#root.className = 'game-bar';
    if (about.isQuiet !== true) this.#addSoundAndDaily(about);
    this.#copy = this.#button('Copy score', 'Copies the score and the address of this game', () => this.#copyScore());
    this.#copy.hidden = true;
    // The bar is beside the canvas in the page, as pointer events of the canvas belong to the game.
    app.canvas.parentElement?.after(this.#root);
  }

  #addSoundAndDaily(about: GameAbout): void {
    const sound = this.#button('', 'Sound on or off (M)', () => toggle());
    const showSound = () => {
      sound.textContent = speaker.isMuted ? 'Sound off' : 'Sound on';
      sound.setAttribute('aria-pressed', String(!speaker.isMuted));
    };
    const toggle = () => {
      speaker.isMuted = !speaker.isMuted;
      showSound();
    };
    showSound();
    const today = dailySeed(new Date());
    const daily = this.#button("Today's game", 'The same game for everybody today', () => {
      location.hash = formatRoute(about.id, today);
    });
    daily.setAttribute('aria-pressed', String(about.seed === today));
    addEventListener(
      'keydown',
      (event) => {
        const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
        if (letterOf(event) === 'm' && !isTyping(event) && !isShortcut) toggle();
      },
      { signal: this.#ending.signal },
    );
  }

  /**
   * Offers to copy the score, with words to be sent with it; no argument withdraws the offer while a game is being
   * played.
   */
  offer(score: number | undefined, details = ''): void {
    this.#copy.hidden = score === undefined;
    this.#details = details;
    if (score === this.#score) return;
    this.#score = score ?? 0;
    this.#copy.textContent = 'Copy score';
  }

  /** Puts the buttons one above the other, where the field leaves them room at its side. */
  stack(isStacked: boolean): void {
    this.#root.classList.toggle('stacked', isStacked);
  }

  destroy(): void {
    this.#ending.abort();
    this.#root.remove();
  }

  #button(text: string, title: string, action: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.title = title;
    button.textContent = text;
    button.addEventListener('click', action);
    this.#root.append(button);
    return button;
  }

  #copyScore(): void {
    const { id, title, seed } = this.#about;
    const address = location.href.replace(/#.*/, '') + formatRoute(id, seed);
    const text = `${title}: ${formatCount(this.#score)} points${this.#details} with seed ${seed}. ${address}`;
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => (this.#copy.textContent = 'Copied'),
      () => prompt('The score, to be copied:', text), // pages that are not served safely have no clipboard
    );
  }
}
