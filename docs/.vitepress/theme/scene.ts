import { useData, withBase } from 'vitepress';
import { defineComponent, h, ref, watch } from 'vue';
import { titleOf } from '../../../examples/shell/registry.ts';

const titleOfScene = (id: string) => titleOf(id.slice(id.indexOf('/') + 1));
const addressOf = (id: string) => withBase(`/gallery/index.html#/${id}`);

/** The scene that shows what a page is about: a picture, which runs where it is once it is pressed; links to others. */
export default defineComponent(() => {
  const { frontmatter, page } = useData();
  const isRunning = ref(false);
  watch(page, () => {
    isRunning.value = false;
  });
  return () => {
    const { scene } = frontmatter.value as { scene?: { id: string; picture: string; others: string[] } };
    if (scene === undefined) return undefined;
    const title = titleOfScene(scene.id);
    const address = addressOf(scene.id);
    const picture = h('img', { src: withBase(`/${scene.picture}`), alt: '', loading: 'lazy' });
    const start = () => {
      isRunning.value = true;
    };
    return h('figure', { class: 'scene' }, [
      isRunning.value
        ? h('iframe', { src: `${address}?bare`, title })
        : h('button', { type: 'button', 'aria-label': `Run the scene ${title}`, onClick: start }, [picture]),
      h('figcaption', [
        `${isRunning.value ? 'Running' : 'Press to run'}: ${title}. `,
        h('a', { href: address, target: '_self' }, 'Open it in the gallery, with its code'),
        ...scene.others.flatMap((id, i) => [
          i === 0 ? '. More of it: ' : ', ',
          h('a', { href: addressOf(id), target: '_self' }, titleOfScene(id)),
        ]),
      ]),
    ]);
  };
});
