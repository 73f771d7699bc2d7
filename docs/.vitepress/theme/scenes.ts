import { withBase } from 'vitepress';
import { h } from 'vue';
import { titleOf } from '../../../examples/shell/registry.ts';

/** What the start page shows of the gallery. */
const SHOWN = [
  'online/rollback',
  'learn/line-of-sight',
  'physics/pyramid',
  'movement/bullets',
  'games/swarm',
  'space/two-solids',
  'games/platformer',
  'learn/gjk-step-by-step',
];

/** Pictures of scenes that lead to them. */
export default function Scenes() {
  const links = SHOWN.map((id) => {
    const title = titleOf(id.slice(id.indexOf('/') + 1));
    const picture = h('img', { src: withBase(`/previews/${id}.jpg`), alt: '', loading: 'lazy' });
    return h('a', { href: withBase(`/gallery/index.html#/${id}`), target: '_self' }, [picture, title]);
  });
  return h('section', { class: 'scenes', 'aria-label': 'Scenes of the gallery' }, links);
}
