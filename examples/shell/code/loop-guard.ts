import { javascriptLanguage } from '@codemirror/lang-javascript';

/** A loop that goes round so often has no end: the longest of the gallery go round some fifty thousand times. */
export const MOST_ROUNDS = 1_000_000;

const LOOPS = new Set(['ForStatement', 'WhileStatement', 'DoStatement']);

/**
 * Has every loop of some JavaScript count its rounds, and throw where there are too many: a page cannot stop a loop
 * from outside. Lines stay where they are.
 */
export function guardLoops(code: string): string {
  const added: { readonly at: number; readonly text: string }[] = [];
  javascriptLanguage.parser.parse(code).iterate({
    enter({ name, node }) {
      if (!LOOPS.has(name)) return;
      let body = node.lastChild;
      if (name === 'DoStatement') body = node.getChild('do')!.nextSibling;
      while (body?.name.endsWith('Comment')) body = body.nextSibling;
      if (body === null) return;
      // A label has to stay with its loop.
      let whole = node;
      while (whole.parent?.name === 'LabeledStatement') whole = whole.parent;
      const rounds = `$rounds${node.from}`;
      const check = `if(++${rounds}>${MOST_ROUNDS})throw new Error('this loop does not end');`;
      added.push({ at: whole.from, text: `{let ${rounds}=0;` }, { at: body.from, text: `{${check}` });
      added.push({ at: body.to, text: '}' }, { at: whole.to, text: '}' });
    },
  });
  // The sort is stable, and outer loops come first in the list: where texts of two loops are added at one place, the
  // outer loop's comes first.
  added.sort((a, b) => a.at - b.at);
  let from = 0;
  const parts = added.flatMap(({ at, text }) => {
    const before = code.slice(from, at);
    from = at;
    return [before, text];
  });
  return parts.join('') + code.slice(from);
}
