import { element } from './dom.ts';

/** How long a short message stays. */
const NOTE_MS = 2600;

/** What the page says over the picture. */
export class Notices {
  /** Everything that went wrong since the page was opened. */
  readonly errors: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says something that goes away by itself, after so many milliseconds. */
  note(text: string, duration = NOTE_MS): void {
    const note = element('note');
    note.textContent = text;
    note.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      note.hidden = true;
    }, duration);
  }

  /** Says something that stays, in place of the picture; nothing where the text is empty. */
  message(text: string): void {
    const message = element('message');
    message.textContent = text;
    message.hidden = text === '';
  }

  report(error: unknown): void {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.errors.push(text);
    console.error(error);
    this.message(text);
  }
}
