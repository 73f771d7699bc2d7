/** What the address says: #/<category>/<name>?seed=1&paused. */
export interface Route {
  readonly id: string;
  readonly seed: number;
  readonly paused: boolean;
}

export const DEFAULT_SEED = 1;

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const seed = Number(parameters.get('seed') ?? DEFAULT_SEED);
  return {
    id: decodeURIComponent(path),
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : DEFAULT_SEED,
    paused: parameters.has('paused'),
  };
}

export function formatRoute(id: string, seed: number): string {
  return seed === DEFAULT_SEED ? `#/${id}` : `#/${id}?seed=${seed}`;
}
