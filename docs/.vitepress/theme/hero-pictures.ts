import { withBase } from 'vitepress';
import { h } from 'vue';

/** Scenes beside the first words of the start page: one of each dimension. */
const PICTURES = [
  { id: 'space/dragon-rain', words: 'In 3D: shapes that rain on a dragon of 47,794 triangles, with their contacts' },
  {
    id: 'scale/coastlines',
    words: 'In 2D: five thousand ships among the coastlines of the world, with their contacts',
  },
];

export default function HeroPictures() {
  const pictures = PICTURES.map(({ id, words }) =>
    h('a', { href: withBase(`/gallery/index.html#/${id}`), target: '_self' }, [
      h('img', { src: withBase(`/previews/${id}.jpg`), alt: words }),
    ]),
  );
  return h('div', { class: 'hero-pictures' }, pictures);
}
