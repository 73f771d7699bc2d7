import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { titleOf } from '../../examples/shell/registry.ts';
import type { SimModule } from '../../examples/shell/scene.ts';
import { SCENE_FACTS } from '../../examples/shell/scene-facts.ts';
import { root } from '../ensure-installed.mjs';
import { installation, repositoryOf, TAGLINE } from './about.ts';
import { DESCRIPTION, type Preview, previewTags } from './previews.ts';
import { oneFileOf, projectOf, zipOf } from './take-home.ts';

/** The picture with which a link to the gallery as a whole is previewed. */
const PICTURE = 'previews/scale/coastlines.jpg';

/** The gallery alone has nowhere to lead to; as a part of the site it leads back to the other parts. */
const TITLE = '<h1>bitecs-collision</h1>';
const TITLE_IN_SITE = '<h1><a href="../index.html">bitecs-collision</a></h1>';
const ABOUT = '<!--about-->';
const HEAD_END = '</head>';

/** Makes the built gallery a part of the site, and adds a page and the downloads of each scene. */
export async function addToSite(folder: string): Promise<void> {
  const file = join(folder, 'index.html');
  const preview: Preview = {
    title: 'bitecs-collision: the gallery',
    description: `${TAGLINE} Scenes and small games to play with, each with its code, to be changed and run in place.`,
    path: 'gallery/index.html',
    picture: PICTURE,
  };
  writeFileSync(file, partOfSite(readFileSync(file, 'utf8'), preview));
  for (const id of Object.keys(SCENE_FACTS)) {
    const page = join(folder, 'scenes', `${id}.html`);
    mkdirSync(dirname(page), { recursive: true });
    writeFileSync(page, scenePage(id, await summaryOf(id)));
    const home = join(folder, 'take-home', id);
    mkdirSync(dirname(home), { recursive: true });
    writeFileSync(`${home}.zip`, zipOf(id, await projectOf(id)));
    writeFileSync(`${home}.js`, await oneFileOf(id));
  }
}

/** The gallery's page with links to the rest of the site. */
export function partOfSite(html: string, preview: Preview): string {
  for (const mark of [TITLE, ABOUT, HEAD_END]) {
    if (!html.includes(mark)) throw new Error(`the gallery has no ${mark} that could lead to the rest of the site`);
  }
  return html
    .replace('<html ', '<html data-site="../" ')
    .replace(TITLE, TITLE_IN_SITE)
    .replace(ABOUT, aboutPackage())
    .replace(HEAD_END, `${tagsOf(preview)}${HEAD_END}`);
}

/** How to get the package, and where more is told of it. */
function aboutPackage(): string {
  const { inClone, inGame } = installation();
  const links = [
    ['../guide/quick-start.html', 'Guide'],
    ['../api/index.html', 'API'],
    [repositoryOf(), 'Source'],
  ];
  const nav = links.flatMap(([href, text]) => (href === undefined ? [] : `<a href="${href}">${text}</a>`));
  const line =
    inClone.length === 0
      ? `<pre>${inGame}</pre>`
      : '<p>Not on npm yet: <a href="../guide/quick-start.html">install it from a clone</a>.</p>';
  return `<div class="package"><p>${TAGLINE}</p>${line}<nav aria-label="The package">${nav.join(' ')}</nav></div>`;
}

/**
 * The page of a scene for crawlers, which do not see what stands behind the # of an address: it carries title, summary
 * and picture, and leads on to the scene with whatever its own address asks for.
 */
export function scenePage(id: string, summary: string): string {
  const title = titleOf(id.slice(id.indexOf('/') + 1));
  const picture = existsSync(join(root, 'examples', 'previews', `${id}.jpg`));
  const preview: Preview = {
    title: `${title} – bitecs-collision`,
    description: summary,
    path: `gallery/scenes/${id}.html`,
    picture: picture ? `previews/${id}.jpg` : PICTURE,
  };
  const { guide } = SCENE_FACTS[id];
  const scene = `../../index.html#/${id}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${asHtml(preview.title)}</title>
<meta name="description" content="${asHtml(summary)}">
<link rel="icon" href="../../../icon.svg">
${tagsOf(preview)}
<script>location.replace('${scene}' + location.search)</script>
<style>body{font:18px/1.6 system-ui;max-width:40em;margin:8vh auto;padding:0 1em}img{max-width:100%}:root{color-scheme:light dark}</style>
</head>
<body>
<h1>${asHtml(title)}</h1>
<p>${asHtml(summary)}</p>
<p><a href="${scene}"><img src="../../../${preview.picture}" alt="${asHtml(title)}"></a></p>
<p><a href="${scene}">Open it in the gallery</a> · <a href="../../../guide/${guide}.html">How it is done</a></p>
</body>
</html>
`;
}

/** Returns the summary that a scene gives of itself. */
export async function summaryOf(id: string): Promise<string> {
  const file = new URL(`../../examples/scenes/${id}/sim.ts`, import.meta.url);
  return ((await import(file.href)) as SimModule).about?.summary ?? DESCRIPTION;
}

function tagsOf(preview: Preview): string {
  return previewTags(preview)
    .map(([kind, key, content]) => `<meta ${kind}="${key}" content="${asHtml(content)}">`)
    .join('\n');
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
