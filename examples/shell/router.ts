/** What the address says: #/<category>/<name>?seed=1&paused&overlay.boxes=true. */
export interface Route {
  readonly id: string;
  readonly seed: number;
  readonly paused: boolean;
  /** Whether nothing but the picture shall be shown, as where a page has a scene in it. */
  readonly bare?: boolean;
  /** How many ticks shall have run when the scene is shown. */
  readonly tick?: number | undefined;
  /** What a visitor has made in the scene, as it wrote it. */
  readonly saved?: string | undefined;
  /** What was done in the scene until that tick, packed (see tape.ts). */
  readonly played?: string | undefined;
  /** Files of the scene that somebody has changed, packed (see code/packed-code.ts). */
  readonly code?: string | undefined;
  /** All other parameters: settings of the scene and of the overlay, by name. */
  readonly settings: ReadonlyMap<string, string>;
}

export const DEFAULT_SEED = 1;

/** Ten minutes: an address shall not keep a browser busy for ever. */
const MOST_TICKS = 36_000;

/** Parameters that are no settings. */
const OWN = ['seed', 'paused', 'bare', 'tick', 'saved', 'played', 'code'];

/** Scenes that have become a setting of another: links to them are still about. */
const MOVED: Readonly<Record<string, { readonly id: string; readonly settings: Readonly<Record<string, string>> }>> = {
  'physics/drum': { id: 'physics/bowl', settings: { container: 'drum' } },
  'scale/static-city': { id: 'scale/fifty-thousand-bodies', settings: { place: 'city' } },
  'physics/stack-of-fifteen': { id: 'physics/pyramid', settings: { boxes: 'stack of fifteen' } },
};

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const seed = Number(parameters.get('seed') ?? DEFAULT_SEED);
  const tick = Math.min(MOST_TICKS, Math.floor(Number(parameters.get('tick') ?? 0)));
  const saved = parameters.get('saved');
  const code = parameters.get('code');
  const played = parameters.get('played');
  const asked = decoded(path);
  const moved = Object.hasOwn(MOVED, asked) ? MOVED[asked] : undefined;
  return {
    id: moved?.id ?? asked,
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : DEFAULT_SEED,
    paused: parameters.has('paused'),
    ...(parameters.has('bare') && { bare: true }),
    ...(tick > 0 && { tick }),
    ...(saved !== null && { saved }),
    ...(code !== null && { code }),
    ...(played !== null && { played }),
    settings: new Map([
      ...Object.entries(moved?.settings ?? {}),
      ...[...parameters].filter(([name]) => !OWN.includes(name)),
    ]),
  };
}

/** Returns the address of a scene, without what is as usual. */
export function formatRoute(
  id: string,
  seed: number,
  settings: ReadonlyMap<string, boolean | number | string> = new Map(),
  { tick = 0, saved, played, code }: Pick<Route, 'tick' | 'saved' | 'played' | 'code'> = {},
): string {
  const parameters = new URLSearchParams();
  if (seed !== DEFAULT_SEED) parameters.set('seed', String(seed));
  if (tick > 0) parameters.set('tick', String(tick));
  if (saved !== undefined) parameters.set('saved', saved);
  if (played !== undefined) parameters.set('played', played);
  if (code !== undefined) parameters.set('code', code);
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
