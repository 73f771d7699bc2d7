import { element } from '../dom.ts';
import type { CodeFile, SceneEntry } from '../registry.ts';
import type { SceneModules } from '../scene.ts';
import { Divider } from './divider.ts';
import type { Editor } from './editor.ts';
import { keepEdits, readEdits } from './kept-edits.ts';
import { type Problem, problemOf } from './problem.ts';
import type { Types } from './types.ts';
import type { Workshop } from './workshop.ts';

interface CodeActions {
  /**
   * Runs edited modules in place of the scene.
   *
   * @throws what goes wrong at once; what ran before then goes on.
   */
  run(entry: SceneEntry, modules: SceneModules): void;
  /** Runs the scene as it came. */
  reset(entry: SceneEntry): void;
}

/** The editor and the compiler, fetched when the code is first asked for: they are larger than many a scene. */
interface Bench {
  readonly editor: Editor;
  readonly workshop: Workshop;
}

/** The files of a scene beside its picture, to be read, changed and run. */
export class CodeView {
  readonly #actions: CodeActions;
  readonly #panel = element('code-view');
  readonly #button = element('code');
  readonly #files = element('code-file', HTMLSelectElement);
  readonly #reset = element('code-reset', HTMLButtonElement);
  readonly #problem = element('code-problem');
  readonly #warning = element('code-foreign');
  /** The changed text of files, by path: kept from scene to scene, and over a reload. */
  readonly #edits = readEdits();
  /** Paths of edits that came with a link, and that the visitor has not told to run. */
  readonly #foreign = new Set<string>();
  #entry: SceneEntry | undefined;
  #shown: readonly CodeFile[] = [];
  #bench: Promise<Bench> | undefined;
  #types: Promise<Types | undefined> | undefined;
  #found: Problem | undefined;

  constructor(actions: CodeActions) {
    this.#actions = actions;
    new Divider(element('code-divider'), element('stage'));
    addEventListener('keydown', (event) => this.#escape(event));
    this.#button.addEventListener('click', () => this.#button.blur());
    element('code-close').addEventListener('click', () => this.close());
    element('code-run').addEventListener('click', () => void this.#run());
    this.#reset.addEventListener('click', () => void this.#revert());
    this.#files.addEventListener('change', () => void this.#open(this.#files.value));
    this.#problem.addEventListener('click', () => void this.#showProblem());
    const copy = element('code-copy');
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText((await this.#bench)?.editor.text ?? '');
        copy.textContent = 'Copied';
      } catch {
        copy.textContent = 'Not allowed';
      }
      setTimeout(() => {
        copy.textContent = 'Copy';
      }, 1200);
    });
  }

  /**
   * Closes the code, unless Escape is for something else: the editor's own search, a dialog, the filter of the list.
   */
  #escape({ key, target, defaultPrevented }: KeyboardEvent): void {
    if (key !== 'Escape' || defaultPrevented || this.#panel.hidden) return;
    if (target === document.body || (target instanceof Node && this.#panel.contains(target))) this.close();
  }

  toggle(): void {
    if (!this.#panel.hidden) this.close();
    else if (this.#entry !== undefined) void this.#show(this.#entry);
  }

  /** Shows files that came changed with a link, and says so. They are not run until the visitor runs them. */
  async offer(entry: SceneEntry, files: ReadonlyMap<string, string>): Promise<void> {
    const { editor } = await this.#load();
    const own = (await entry.loadCode()).filter(({ path }) => files.has(path));
    if (entry !== this.#entry || own.length === 0) return;
    for (const { path } of own) {
      this.#edits.set(path, files.get(path)!);
      this.#foreign.add(path);
    }
    editor.forget(own.map(({ path }) => path));
    await this.#show(entry);
  }

  /** The files of a scene that are not as they came. */
  async editsOf(entry: SceneEntry): Promise<ReadonlyMap<string, string>> {
    if (this.#edits.size === 0) return this.#edits;
    const paths = (await entry.loadCode()).map(({ path }) => path);
    return new Map([...this.#edits].filter(([path]) => paths.includes(path)));
  }

  #show(entry: SceneEntry): Promise<void> {
    this.#panel.hidden = false;
    this.#button.setAttribute('aria-pressed', 'true');
    return this.#list(entry);
  }

  close(): void {
    this.#panel.hidden = true;
    this.#button.setAttribute('aria-pressed', 'false');
  }

  /** Takes the scene that is opened; shows its code if code is shown. */
  follow(entry: SceneEntry): void {
    if (entry === this.#entry) return;
    this.#entry = entry;
    this.#report(undefined);
    showDownloads(entry);
    if (!this.#panel.hidden) void this.#list(entry);
  }

  /** Shows where something comes from that went wrong while the scene ran, if it comes from edited code. */
  report(error: unknown): void {
    const problem = problemOf(error);
    if (problem.path !== undefined) this.#report(problem);
  }

  async #list(entry: SceneEntry): Promise<void> {
    const files = await entry.loadCode();
    if (entry !== this.#entry) return;
    this.#shown = files;
    const groups = ['This scene', 'Shared'].map((label, i) => {
      const group = document.createElement('optgroup');
      group.label = label;
      const paths = files.map(({ path }) => path).filter((path) => path.startsWith('./shared/') === (i === 1));
      group.append(...paths.map((path) => new Option('', path)));
      return group;
    });
    this.#files.replaceChildren(...groups.filter((group) => group.childElementCount > 0));
    this.#showEdited();
    const edited = files.find(({ path }) => this.#edits.has(path));
    const first = this.#found?.path ?? (edited ?? files[0])?.path;
    if (first !== undefined) await this.#open(first);
    void this.#tellTypes();
  }

  /** Has the types of the files looked at that are shown; the visitor need not wait for it. */
  async #tellTypes(): Promise<void> {
    const { editor } = await this.#load();
    const files = this.#shown.map(({ path, text }) => ({ path, text: this.#edits.get(path) ?? text }));
    const { Types } = await import('./types.ts');
    const before = await this.#types;
    if (before === undefined || (Types.areOfSpace(files) && !before.knowsSpace)) {
      before?.stop();
      this.#types = Types.start(files).catch(() => undefined);
    }
    const types = await this.#types;
    await types?.update(files);
    editor.useTypes(types);
  }

  async #open(path: string): Promise<void> {
    const { editor } = await this.#load();
    const original = this.#shown.find((file) => file.path === path);
    if (original === undefined) return;
    this.#files.value = path;
    editor.open(path, this.#edits.get(path) ?? original.text);
    editor.mark(this.#found);
  }

  #load(): Promise<Bench> {
    this.#bench ??= Promise.all([import('./editor.ts'), import('./workshop.ts')]).then(([editors, workshops]) => ({
      editor: new editors.Editor(element('code-editor'), {
        onEdit: (path, text) => this.#edit(path, text),
        onRun: () => void this.#run(),
      }),
      workshop: new workshops.Workshop(),
    }));
    return this.#bench;
  }

  #edit(path: string, text: string): void {
    const original = this.#shown.find((file) => file.path === path);
    if (text === original?.text) this.#edits.delete(path);
    else this.#edits.set(path, text);
    this.#keep();
    this.#showEdited();
  }

  /** Keeps what the visitor has changed, and nothing that came with a link. */
  #keep(): void {
    keepEdits(new Map([...this.#edits].filter(([path]) => !this.#foreign.has(path))));
  }

  /** Marks files that differ from the original, and warns of those that came with a link. */
  #showEdited(): void {
    for (const option of this.#files.options) {
      const name = option.value
        .split('/')
        .slice(option.value.startsWith('./shared/') ? 1 : 4)
        .join('/');
      option.text = this.#edits.has(option.value) ? `${name} • edited` : name;
    }
    this.#reset.disabled = !this.#isEdited;
    this.#warning.hidden = !this.#shown.some(({ path }) => this.#foreign.has(path));
  }

  /** The visitor has told the code of this scene to run, or has thrown it away. */
  #trust(): void {
    for (const { path } of this.#shown) this.#foreign.delete(path);
    this.#keep();
    this.#showEdited();
  }

  /** Whether any file of the scene is not as it came. */
  get #isEdited(): boolean {
    return this.#shown.some(({ path }) => this.#edits.has(path));
  }

  async #run(): Promise<void> {
    const entry = this.#entry;
    if (entry === undefined) return;
    this.#trust();
    const { workshop } = await this.#load();
    if (!this.#isEdited) {
      this.#report(undefined);
      this.#actions.reset(entry);
      return;
    }
    try {
      const modules = await workshop.build(entry.id, (path) => {
        const edited = this.#edits.get(path);
        return edited === undefined ? entry.readFile(path) : Promise.resolve(edited);
      });
      if (entry !== this.#entry) return;
      this.#actions.run(entry, modules);
      this.#report(undefined);
    } catch (error) {
      this.#report(problemOf(error));
    }
  }

  async #revert(): Promise<void> {
    const entry = this.#entry;
    if (entry === undefined) return;
    const { editor } = await this.#load();
    const paths = this.#shown.map(({ path }) => path);
    for (const path of paths) this.#edits.delete(path);
    editor.forget(paths);
    this.#trust();
    this.#report(undefined);
    await this.#open(this.#files.value);
    void this.#tellTypes();
    this.#actions.reset(entry);
  }

  #report(problem: Problem | undefined): void {
    this.#found = problem;
    this.#problem.hidden = problem === undefined;
    if (problem !== undefined) {
      const { path, line, message } = problem;
      const place = path === undefined ? '' : `${path.slice(path.lastIndexOf('/') + 1)}, line ${line}: `;
      this.#problem.textContent = `${place}${message}`;
    }
    void this.#showProblem();
  }

  /** Opens the file that the problem is in, at its line. */
  async #showProblem(): Promise<void> {
    const problem = this.#found;
    if (this.#bench === undefined) return;
    const { editor } = await this.#bench;
    if (problem?.path !== undefined && problem.path !== this.#files.value) await this.#open(problem.path);
    else editor.mark(problem);
  }
}

/** Where the gallery is a part of the site, the site has each scene as a project and as one file. */
function showDownloads({ id }: SceneEntry): void {
  if (document.documentElement.dataset.site === undefined) return;
  const links = DOWNLOADS.map(({ text, title, ending }) => {
    const link = document.createElement('a');
    Object.assign(link, { href: `take-home/${id}${ending}`, textContent: text, title, download: '' });
    return link;
  });
  element('code-take').replaceChildren(...links);
}

const DOWNLOADS = [
  {
    text: 'Project',
    title: 'A Vite project of this scene as it came: unpack it, then npm install and npm run dev',
    ending: '.zip',
  },
  { text: 'One file', title: 'This scene as it came, in one file that imports nothing but packages', ending: '.js' },
];
