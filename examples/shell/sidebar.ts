import { element } from './dom.ts';
import type { SceneEntry } from './registry.ts';
import { TAGS, type Tag } from './scene-facts.ts';

interface Item {
  readonly entry: SceneEntry;
  readonly item: HTMLElement;
  readonly link: HTMLAnchorElement;
}

/** The list of scenes by category, with pictures, tags and a filter; a drawer on narrow screens. */
export class Sidebar {
  readonly #items: Item[] = [];
  readonly #headings: { readonly heading: HTMLElement; readonly items: Item[] }[] = [];
  readonly #filter = element('filter', HTMLInputElement);
  readonly #tags = new Map<Tag, HTMLButtonElement>();
  /** Only scenes with this tag are listed. */
  #tag: Tag | undefined;
  readonly #menu = element('menu');

  constructor(entries: readonly SceneEntry[]) {
    showArena();
    const list = element('scene-list');
    for (const entry of entries) {
      if (list.childElementCount === 0 || this.#items.at(-1)?.entry.category !== entry.category) {
        const heading = document.createElement('h3');
        heading.textContent = entry.category;
        list.append(heading, document.createElement('ul'));
        this.#headings.push({ heading, items: [] });
      }
      const made = this.#createItem(entry);
      list.lastElementChild!.append(made.item);
      this.#headings.at(-1)!.items.push(made);
      this.#items.push(made);
    }
    for (const tag of TAGS) this.#addTag(tag, entries);
    this.#filter.addEventListener('input', () => this.#applyFilter());
    this.#filter.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#items.find(({ item }) => !item.hidden)?.link.click();
      if (event.key !== 'Escape') return;
      this.#filter.value = '';
      this.#choose(undefined);
    });
    this.#menu.addEventListener('click', () => this.toggle());
    element('stage').addEventListener('pointerdown', () => this.toggle(false));
  }

  select(id: string): void {
    for (const { entry, link } of this.#items) {
      if (entry.id === id) {
        link.setAttribute('aria-current', 'page');
        link.scrollIntoView({ block: 'nearest' });
      } else link.removeAttribute('aria-current');
    }
  }

  /** Opens or closes the drawer; on wide screens the list is always there. */
  toggle(open = !document.body.classList.contains('menu-open')): void {
    document.body.classList.toggle('menu-open', open);
    this.#menu.setAttribute('aria-expanded', String(open));
  }

  focusFilter(): void {
    this.toggle(true);
    this.#filter.focus();
    this.#filter.select();
  }

  /** Adds a button that narrows the list to a tag, unless no scene has it. */
  #addTag(tag: Tag, entries: readonly SceneEntry[]): void {
    if (!entries.some(({ facts }) => facts.tags.includes(tag))) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = tag;
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => this.#choose(this.#tag === tag ? undefined : tag));
    element('tags').append(button);
    this.#tags.set(tag, button);
  }

  #choose(tag: Tag | undefined): void {
    this.#tag = tag;
    for (const [name, button] of this.#tags) button.setAttribute('aria-pressed', String(name === tag));
    this.#applyFilter();
  }

  #createItem(entry: SceneEntry): Item {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = `#/${entry.id}`;
    link.addEventListener('click', () => this.toggle(false));
    const title = document.createElement('span');
    title.textContent = entry.title;
    link.append(...createThumbnails(entry), title);
    item.append(link);
    return { entry, item, link };
  }

  #applyFilter(): void {
    const words = this.#filter.value.trim().toLowerCase().split(/\s+/);
    for (const { entry, item } of this.#items) {
      const { tags, keywords } = entry.facts;
      const text = `${entry.category} ${entry.title} ${tags.join(' ')} ${keywords}`.toLowerCase();
      const isTagged = this.#tag === undefined || tags.includes(this.#tag);
      item.hidden = !(isTagged && words.every((word) => text.includes(word)));
    }
    for (const { heading, items } of this.#headings) heading.hidden = items.every(({ item }) => item.hidden);
    element('no-scene').hidden = this.#items.some(({ item }) => !item.hidden);
  }
}

/** The pictures of a scene, of which the theme shows one, or its initial where there is no picture yet. */
function createThumbnails({ thumbnails, title }: SceneEntry): HTMLElement[] {
  if (thumbnails === undefined) {
    const initial = document.createElement('i');
    initial.className = 'thumbnail';
    initial.setAttribute('aria-hidden', 'true');
    initial.textContent = title.charAt(0);
    return [initial];
  }
  return (['dark', 'light'] as const).map((theme) => {
    const picture = document.createElement('img');
    picture.className = `thumbnail ${theme}`;
    picture.alt = '';
    picture.loading = 'lazy';
    picture.decoding = 'async';
    picture.src = thumbnails[theme];
    return picture;
  });
}

/** Links both arenas where their server answers: whoever serves the page says so (see scripts/arena-link.mjs). */
function showArena(): void {
  const { arena: port } = document.documentElement.dataset;
  element('arena').hidden = port === undefined;
  if (port === undefined) return;
  const { protocol, hostname } = location;
  for (const link of element('arena').querySelectorAll('a'))
    link.href = `${protocol}//${hostname}:${port}${new URL(link.href).pathname}`;
}
