import { h } from 'vue';
import { data } from './about.data.ts';

/** The lines that install the package, below the words of the start page. */
export default function Installation() {
  const { inClone, inGame } = data;
  const lines = [h('code', inGame)];
  if (inClone.length > 0) {
    lines.unshift(
      h('span', '# The package is not on npm yet. In a clone of its repository:'),
      h('code', inClone.join(' && ')),
    );
    lines.splice(2, 0, h('span', '# In the folder of your game, beside the clone:'));
  }
  return h('pre', { class: 'installation' }, lines);
}
