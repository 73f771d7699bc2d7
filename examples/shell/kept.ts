/**
 * What the browser keeps for this page. Storage may be forbidden: then nothing is known from before, and what is kept
 * lasts as long as the page.
 */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the value is then kept as long as the page.
  }
}
