import { homepageOf, TAGLINE } from './about.ts';

/** The size of the picture with which other sites show a link to a page, in pixels, as most of them want it. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

export interface Preview {
  readonly title: string;
  readonly description: string;
  /** The page's and the picture's path from the root of the site. */
  readonly path: string;
  readonly picture: string;
}

type Meta = readonly [name: 'property' | 'name', key: string, content: string];

/**
 * Returns the tags that tell how a link to a page is shown. Not all readers of these tags understand addresses that are
 * not whole, which need a `homepage` in package.json; without one they are relative to the page.
 */
export function previewTags({ title, description, path, picture }: Preview, homepage = homepageOf()): readonly Meta[] {
  const addressOf = (place: string): string =>
    homepage === undefined ? `${'../'.repeat(path.split('/').length - 1)}${place}` : new URL(place, homepage).href;
  return [
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'bitecs-collision'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ...(homepage === undefined ? [] : [['property', 'og:url', addressOf(path)] as const]),
    ['property', 'og:image', addressOf(picture)],
    ['property', 'og:image:width', String(PREVIEW_SIZE.width)],
    ['property', 'og:image:height', String(PREVIEW_SIZE.height)],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', addressOf(picture)],
  ];
}

/** The description of a page that has none of its own. */
export const DESCRIPTION = `${TAGLINE} Contacts, events, rays and a character mover; your game stays in charge of what moves.`;
