/**
 * Returns the letter that a key is labelled with, in lower case, or nothing where it has none: on a French keyboard the
 * key in the place of Q says A. Where the layout writes other letters than a to z, the letter of the place is taken.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const isLatin = key.length !== 1 || key.charCodeAt(0) < 0x80;
  return isLatin ? '' : (/^Key([A-Z])$/.exec(code)?.[1].toLowerCase() ?? '');
}
