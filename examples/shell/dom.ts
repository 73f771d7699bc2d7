/** Returns the element with this id of index.html. */
export function element<T extends HTMLElement = HTMLElement>(id: string, type?: abstract new () => T): T {
  const found = document.getElementById(id);
  if (found === null || (type !== undefined && !(found instanceof type))) throw new Error(`index.html has no #${id}`);
  return found as T;
}
