import { keep, readKept } from '../kept.ts';
import { isFile } from './packed-code.ts';

const STORAGE_KEY = 'bitecs-collision-edits';

/** The changes of the visitor from before this page was loaded: the text of files, by their paths. */
export function readEdits(): Map<string, string> {
  try {
    const files: unknown = JSON.parse(readKept(STORAGE_KEY) ?? '[]');
    return Array.isArray(files) && files.every(isFile) ? new Map(files) : new Map();
  } catch {
    // Something else than this module has written the entry.
    return new Map();
  }
}

export function keepEdits(edits: ReadonlyMap<string, string>): void {
  keep(STORAGE_KEY, JSON.stringify([...edits]));
}
