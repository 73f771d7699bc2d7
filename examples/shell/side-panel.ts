import { element } from './dom.ts';
import type { SceneEntry } from './registry.ts';

/** Where panels would cover the picture; as in style.css. */
const NARROW = '(max-width: 700px), (max-height: 500px)';

/** A panel beside the picture and the button of the toolbar that shows and hides it. */
export class SidePanel {
  readonly #button: HTMLElement;
  readonly #panel: HTMLElement;
  /** What the visitor chose, once she has. */
  #wanted: boolean | undefined;

  constructor(buttonId: string, panelId: string) {
    this.#button = element(buttonId);
    this.#panel = element(panelId);
    this.#button.addEventListener('click', () => {
      this.#wanted = this.#panel.classList.contains('panel-hidden');
      this.#show(this.#wanted);
    });
  }

  /** Games, and narrow screens, leave the picture all the room until the panel is asked for. */
  showFor({ category }: SceneEntry): void {
    this.#show(this.#wanted ?? (category !== 'Games' && !matchMedia(NARROW).matches));
  }

  #show(shown: boolean): void {
    this.#panel.classList.toggle('panel-hidden', !shown);
    this.#button.setAttribute('aria-pressed', String(shown));
  }
}
