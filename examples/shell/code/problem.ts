/** What is wrong with edited code, and where, if that is known. */
export interface Problem {
  readonly message: string;
  readonly path?: string;
  /** Counted from 1. */
  readonly line?: number;
}

/** Code that cannot be compiled or linked. */
export class CodeError extends Error implements Problem {
  readonly path: string;
  readonly line: number;

  constructor(path: string, line: number, message: string) {
    super(message);
    this.path = path;
    this.line = line;
  }
}

/** The names that edited modules have in stack traces begin with this. */
export const EDITED = 'edited:';

/** How many lines the function that holds a module has above it. */
const LINES_ABOVE = 2;

const PLACE = new RegExp(`${EDITED}([\\w./-]+\\.ts):(\\d+)`);

/** Finds the line of edited code that an error comes from. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof Error)) return { message: String(error) };
  if (error instanceof CodeError) return error;
  const message = `${error.name}: ${error.message}`;
  const [, path, line] = PLACE.exec(error.stack ?? '') ?? [];
  return path === undefined ? { message } : { message, path, line: Number(line) - LINES_ABOVE };
}
