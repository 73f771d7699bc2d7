/** What the address says: #/<category>/<name>?seed=1&paused&overlay.boxes=true. */
export interface Route {
  readonly id: string;
  readonly seed: number;
  readonly paused: boolean;
  /** All other parameters: settings of the scene and of the overlay, by name. */
  readonly settings: ReadonlyMap<string, string>;
}

export const DEFAULT_SEED = 1;

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const seed = Number(parameters.get('seed') ?? DEFAULT_SEED);
  return {
    id: decoded(path),
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : DEFAULT_SEED,
    paused: parameters.has('paused'),
    settings: new Map([...parameters].filter(([name]) => name !== 'seed' && name !== 'paused')),
  };
}

/** Returns the address of a scene, without what is as usual. */
export function formatRoute(
  id: string,
  seed: number,
  settings: ReadonlyMap<string, boolean | number | string> = new Map(),
): string {
  const parameters = new URLSearchParams();
  if (seed !== DEFAULT_SEED) parameters.set('seed', String(seed));
  for (const [name, value] of settings) parameters.set(name, String(value));
  return parameters.size === 0 ? `#/${id}` : `#/${id}?${parameters}`;
}

/** An address that somebody has mistyped is that of no scene. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
