import { element } from './dom.ts';

/** The tools of a scene, above the picture. */
export class Tools {
  readonly #bar = element('tools');
  #chosen = 0;

  constructor() {
    this.#bar.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button !== null) this.choose([...this.#bar.children].indexOf(button));
    });
  }

  /** Which one is chosen. */
  get chosen(): number {
    return this.#chosen;
  }

  show(names: readonly string[] = []): void {
    this.#bar.hidden = names.length === 0;
    this.#bar.replaceChildren(
      ...names.map((name) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = name;
        return button;
      }),
    );
    this.choose(0);
  }

  choose(chosen: number): void {
    this.#chosen = chosen;
    [...this.#bar.children].forEach((button, i) => {
      button.setAttribute('aria-pressed', String(i === chosen));
    });
  }
}
