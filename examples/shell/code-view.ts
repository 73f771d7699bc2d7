import { element } from './dom.ts';

export interface CodeFile {
  readonly file: string;
  readonly text: string;
}

const TOKEN =
  /(\/\/.*|\/\*[\s\S]*?\*\/)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(as|async|await|break|class|const|continue|else|export|extends|for|from|function|if|import|in|interface|let|new|of|readonly|return|switch|case|this|throw|type|typeof|void|while)\b|\b(\d[\d_.]*(?:e-?\d+)?)\b/g;
/** The line that a file opens at. */
const START = /^export (?:const|function) create(?:Sim|View)\b/;
const KINDS = ['comment', 'string', 'keyword', 'number'] as const;

/** The dialog that shows the files of a scene. */
export class CodeView {
  readonly #dialog = element('code-view', HTMLDialogElement);
  readonly #tabs = element('code-tabs');
  readonly #text = element('code-text');

  constructor() {
    element('code-close').addEventListener('click', () => this.#dialog.close());
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    const copy = element('code-copy');
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(this.#text.textContent ?? '');
        copy.textContent = 'Copied';
      } catch {
        copy.textContent = 'Not allowed';
      }
      setTimeout(() => {
        copy.textContent = 'Copy';
      }, 1200);
    });
  }

  open(files: readonly CodeFile[]): void {
    this.#tabs.replaceChildren(
      ...files.map((file) => {
        const tab = document.createElement('button');
        tab.type = 'button';
        tab.role = 'tab';
        tab.textContent = file.file;
        tab.addEventListener('click', () => this.#show(file, tab));
        return tab;
      }),
    );
    this.#dialog.showModal();
    const first = files[0];
    // Laid out by now, so that it can be scrolled.
    if (first !== undefined) this.#show(first, this.#tabs.firstElementChild!);
  }

  #show(file: CodeFile, tab: Element): void {
    for (const other of this.#tabs.children) other.setAttribute('aria-selected', String(other === tab));
    this.#text.replaceChildren(...highlight(file.text));
    const box = this.#text.parentElement!;
    box.scrollTop = 0;
    // What a scene does begins there: names and imports above it can be scrolled to.
    const start = file.text.split('\n').findIndex((line) => START.test(line));
    const lineHeight = Number.parseFloat(getComputedStyle(this.#text).lineHeight);
    if (start > 0) box.scrollTop = start * lineHeight;
  }
}

function* highlight(text: string): Generator<Node> {
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    yield document.createTextNode(text.slice(end, match.index));
    const span = document.createElement('span');
    span.className = KINDS.find((_, i) => match[i + 1] !== undefined) ?? '';
    span.textContent = match[0];
    yield span;
    end = match.index + match[0].length;
  }
  yield document.createTextNode(text.slice(end));
}
