import { element } from './dom.ts';
import type { SceneEntry } from './registry.ts';

/** The list of scenes by category, with a filter; a drawer on narrow screens. */
export class Sidebar {
  readonly #links = new Map<string, HTMLAnchorElement>();
  readonly #menu = element('menu');

  constructor(entries: readonly SceneEntry[]) {
    const list = element('scene-list');
    const groups: { heading: HTMLElement; items: { entry: SceneEntry; item: HTMLElement }[] }[] = [];
    let category: string | undefined;
    for (const entry of entries) {
      if (entry.category !== category) {
        category = entry.category;
        const heading = document.createElement('h3');
        heading.textContent = category;
        const scenes = document.createElement('ul');
        list.append(heading, scenes);
        groups.push({ heading, items: [] });
      }
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = `#/${entry.id}`;
      link.textContent = entry.title;
      link.addEventListener('click', () => this.toggle(false));
      item.append(link);
      list.lastElementChild!.append(item);
      groups.at(-1)!.items.push({ entry, item });
      this.#links.set(entry.id, link);
    }
    const filter = element('filter', HTMLInputElement);
    filter.addEventListener('input', () => {
      const wanted = filter.value.trim().toLowerCase();
      for (const { heading, items } of groups) {
        for (const { entry, item } of items)
          item.hidden = !`${entry.category} ${entry.title}`.toLowerCase().includes(wanted);
        heading.hidden = items.every(({ item }) => item.hidden);
      }
    });
    this.#menu.addEventListener('click', () => this.toggle());
    element('stage').addEventListener('pointerdown', () => this.toggle(false));
  }

  select(id: string): void {
    for (const [other, link] of this.#links) {
      if (other === id) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#links.get(id)?.scrollIntoView({ block: 'nearest' });
  }

  /** Opens or closes the drawer; on wide screens the list is always there. */
  toggle(open = !document.body.classList.contains('menu-open')): void {
    document.body.classList.toggle('menu-open', open);
    this.#menu.setAttribute('aria-expanded', String(open));
  }
}
