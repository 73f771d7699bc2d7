import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, diagnosticCount, lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Problem } from './problem.ts';
import type { Types } from './types.ts';

/** The line that a file opens at: names and imports above it can be scrolled to. */
const START = /^export (?:const|function) create(?:Sim|View)\b/;

/** The colours are those of the page, so they change with its theme. */
const look: Extension = [
  EditorView.theme({
    '&': { height: '100%', fontSize: '13px', color: 'var(--ink)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '20px' },
    '.cm-content': { caretColor: 'var(--ink)' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--panel)', borderRight: '1px solid var(--line)' },
    '.cm-activeLine, .cm-activeLineGutter': {
      backgroundColor: 'color-mix(in srgb, var(--line) 45%, transparent)',
    },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      background: 'color-mix(in srgb, var(--accent) 30%, transparent)',
    },
    '.cm-selectionMatch, .cm-searchMatch': {
      backgroundColor: 'color-mix(in srgb, var(--number) 35%, transparent)',
    },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
      backgroundColor: 'color-mix(in srgb, var(--string) 30%, transparent)',
    },
    '.cm-panels, .cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--back)', borderColor: 'var(--line)' },
    '.cm-textfield, .cm-button': { color: 'inherit', background: 'var(--panel)', borderColor: 'var(--line)' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--ink)', backgroundColor: 'var(--line)' },
    '.cm-tooltip': { maxWidth: 'min(560px, 90vw)', overflowX: 'auto' },
    '.cm-diagnosticText': { fontFamily: 'ui-monospace, monospace' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.comment, color: 'var(--quiet)' },
      { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--string)' },
      { tag: [tags.keyword, tags.modifier, tags.self, tags.null, tags.bool], color: 'var(--accent)' },
      { tag: tags.number, color: 'var(--number)' },
      { tag: [tags.typeName, tags.className], color: 'var(--type)' },
    ]),
  ),
];

/** Errors of types are asked for when nothing has been typed for so many milliseconds. */
const QUIET_MS = 400;

interface EditorEvents {
  onEdit(path: string, text: string): void;
  onRun(): void;
}

/** The editor of one file at a time; each keeps its cursor and what can be undone. */
export class Editor {
  readonly #view: EditorView;
  readonly #extensions: Extension;
  readonly #states = new Map<string, EditorState>();
  /** The extension that knows types; empty until it has been fetched, while the visitor reads. */
  readonly #typed = new Compartment();
  #types: Types | undefined;
  #errors: readonly Diagnostic[] = [];
  #problem: Problem | undefined;
  #asking: ReturnType<typeof setTimeout> | undefined;
  #path = '';

  constructor(parent: HTMLElement, { onEdit, onRun }: EditorEvents) {
    const run = () => {
      onRun();
      return true;
    };
    this.#extensions = [
      keymap.of([{ key: 'Mod-Enter', run }, ...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
      [lineNumbers(), lintGutter(), highlightActiveLine(), highlightActiveLineGutter(), drawSelection()],
      [history(), indentOnInput(), bracketMatching(), highlightSelectionMatches(), search({ top: true })],
      EditorState.tabSize.of(2),
      EditorView.contentAttributes.of({ 'aria-label': 'Code' }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (!docChanged) return;
        onEdit(this.#path, state.doc.toString());
        this.#askSoon();
      }),
      this.#typed.of([]),
      [javascript({ typescript: true }), look],
    ];
    this.#view = new EditorView({ parent });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Shows a file as it was left, or from where what it is about begins. */
  open(path: string, text: string): void {
    if (this.#path !== '') this.#states.set(this.#path, this.#view.state);
    const known = this.#states.get(path);
    this.#path = path;
    this.#view.setState(known ?? this.#create(text));
    this.#errors = [];
    if (this.#types !== undefined) this.useTypes(this.#types);
    this.#scrollTo(this.#view.state.selection.main.head, known === undefined ? 'start' : 'center');
  }

  #create(text: string): EditorState {
    const doc = Text.of(text.split('\n'));
    return EditorState.create({ doc, selection: { anchor: startOf(doc) }, extensions: this.#extensions });
  }

  /** Forgets what became of files. */
  forget(paths: readonly string[]): void {
    for (const path of paths) this.#states.delete(path);
    if (paths.includes(this.#path)) this.#path = '';
  }

  /** Marks the line of a problem of the file that is shown, or takes the mark away. */
  mark(problem: Problem | undefined): void {
    this.#problem = problem;
    const line = this.#lineOfProblem();
    this.#showMarks();
    if (line !== undefined) this.#scrollTo(line.from, 'center');
  }

  /** Checks the types of the shown file from now on, and of other files when they are shown. */
  useTypes(types: Types | undefined): void {
    this.#types = types;
    const extension = types === undefined ? [] : types.extensionFor(this.#path);
    this.#view.dispatch({ effects: this.#typed.reconfigure(extension) });
    this.#askSoon(0);
  }

  #askSoon(wait = QUIET_MS): void {
    clearTimeout(this.#asking);
    if (this.#types !== undefined) this.#asking = setTimeout(() => void this.#ask(), wait);
  }

  async #ask(): Promise<void> {
    const { state } = this.#view;
    const path = this.#path;
    const errors = await this.#types?.errorsOf(path);
    if (errors === undefined || path !== this.#path || !state.doc.eq(this.#view.state.doc)) return;
    this.#errors = errors;
    this.#showMarks();
  }

  #showMarks(): void {
    const { state } = this.#view;
    const line = this.#lineOfProblem();
    const message = this.#problem?.message ?? '';
    const marks: Diagnostic[] = line === undefined ? [] : [{ ...line, severity: 'error', message }];
    const all = [...marks, ...this.#errors].filter(({ to }) => to <= state.doc.length);
    if (all.length > 0 || diagnosticCount(state) > 0) this.#view.dispatch(setDiagnostics(state, all));
  }

  #lineOfProblem(): { from: number; to: number } | undefined {
    const { path, line } = this.#problem ?? {};
    return path === this.#path && line !== undefined ? this.#lineAt(line) : undefined;
  }

  #lineAt(line: number): { from: number; to: number } {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
    return { from, to };
  }

  #scrollTo(position: number, y: 'start' | 'center'): void {
    this.#view.dispatch({ effects: EditorView.scrollIntoView(position, { y, yMargin: 0 }) });
  }
}

function startOf(doc: Text): number {
  for (let line = 1; line <= doc.lines; line++) {
    const { text, from } = doc.line(line);
    if (START.test(text)) return from;
  }
  return 0;
}
