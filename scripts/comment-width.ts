import ts from 'typescript';

/** Biome keeps code within this width, but does not wrap comments. */
export const COMMENT_WIDTH = 120;

/** Returns the numbers of the lines of comments that are too wide, the first line being 1. */
export function wideCommentLines(text: string): number[] {
  const lines = text.split('\n');
  return blocksOf(text).flatMap(({ first, last }) => {
    const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    return numbers.filter((line) => lines[line].length > COMMENT_WIDTH).map((line) => line + 1);
  });
}

/** Returns the text with the comments that are too wide wrapped: each paragraph from its first wide line on. */
export function wrapComments(text: string): string {
  const lines = text.split('\n');
  for (const { first, last } of blocksOf(text).sort((a, b) => b.first - a.first)) {
    const block = lines.slice(first, last + 1);
    if (!block.some((line) => line.length > COMMENT_WIDTH)) continue;
    lines.splice(first, block.length, ...wrapBlock(block));
  }
  return lines.join('\n');
}

/** Lines that hold nothing but one block comment, or a run of line comments: from `first` to `last`, counted from 0. */
interface Block {
  readonly first: number;
  readonly last: number;
}

/** Finds the blocks of comments; none where no line is too wide, which saves parsing most files. */
function blocksOf(text: string): Block[] {
  if (!text.split('\n').some((line) => line.length > COMMENT_WIDTH)) return [];
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
  const starts = source.getLineStarts();
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const blocks = new Map<number, Block>();
  const add = ({ pos, end }: ts.CommentRange): void => {
    const first = lineOf(pos);
    const standsAlone = text.slice(starts[first], pos).trim() === '' && /^[ \t]*(\r?\n|$)/.test(text.slice(end));
    if (standsAlone) blocks.set(first, { first, last: lineOf(end) });
  };
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(source);
    for (const child of children) visit(child);
    if (children.length > 0) return;
    for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) add(range);
    for (const range of ts.getTrailingCommentRanges(text, node.end) ?? []) add(range);
  };
  visit(source);
  return joinLineComments([...blocks.values()], text.split('\n'));
}

function joinLineComments(blocks: Block[], lines: readonly string[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks.sort((a, b) => a.first - b.first)) {
    const before = joined[joined.length - 1];
    const continues =
      before !== undefined &&
      before.last + 1 === block.first &&
      /^\s*\/\//.test(lines[block.first]) &&
      lineLead(lines[before.last]) === lineLead(lines[block.first]);
    if (continues) joined[joined.length - 1] = { first: before.first, last: block.last };
    else joined.push(block);
  }
  return joined;
}

function lineLead(line: string): string {
  return /^\s*(\/\/)?/.exec(line)?.[0] ?? '';
}

function wrapBlock(block: readonly string[]): string[] {
  const indent = /^\s*/.exec(block[0])?.[0] ?? '';
  if (block[0].startsWith(`${indent}//`)) {
    const contents = wrapContents(
      block.map((line) => line.slice(indent.length + 2)),
      indent.length + 2,
    );
    return contents.map((content) => `${indent}//${content}`);
  }
  const [single] = block;
  const opening = single.startsWith(`${indent}/**`) ? '/**' : '/*';
  if (block.length === 1) {
    const content = single.slice(indent.length + opening.length, single.lastIndexOf('*/')).trim();
    return [`${indent}${opening}`, ...starred(indent, [` ${content}`]), `${indent} */`];
  }
  // Only blocks whose lines all begin with a star can be wrapped without guessing; the others are left alone.
  const inner = block.slice(1, -1);
  if (!inner.every((line) => /^\s*\*/.test(line)) || block[0].trim() !== opening) return [...block];
  return [
    block[0],
    ...starred(
      indent,
      inner.map((line) => line.replace(/^\s*\*/, '')),
    ),
    block[block.length - 1],
  ];
}

function starred(indent: string, contents: readonly string[]): string[] {
  return wrapContents(contents, indent.length + 2).map((content) => `${indent} *${content}`);
}

/** Wraps what stands behind the stars or slashes; `taken` is how many columns stand before it. */
function wrapContents(contents: readonly string[], taken: number): string[] {
  const width = COMMENT_WIDTH - taken;
  const wrapped: string[] = [];
  for (let i = 0; i < contents.length; i++) {
    const content = contents[i];
    if (content.length <= width || /^\s*(@ts-|biome-ignore|\|)/.test(content)) {
      wrapped.push(content);
      continue;
    }
    const [, lead, marker] = /^(\s*)((?:[-*]|\d+\.|@\w+)\s+)?/.exec(content) as unknown as [string, string, string?];
    const hanging = marker === undefined ? lead : hangingIndent(lead, marker, contents[i + 1] ?? '');
    let words = content.trim();
    while (i + 1 < contents.length && continuesParagraph(contents[i + 1], hanging)) words += ` ${contents[++i].trim()}`;
    wrapped.push(...fill(words, lead, hanging, width));
  }
  return wrapped;
}

/** How far the lines of an item or tag stand in: as far as its next line does, else under the item's text. */
function hangingIndent(lead: string, marker: string, next: string): string {
  const [indent] = /^\s*/.exec(next) ?? [''];
  if (indent.length > lead.length && indent.length < next.length) return indent;
  return lead + ' '.repeat(marker.startsWith('@') ? 0 : marker.length);
}

function continuesParagraph(content: string, indent: string): boolean {
  return (
    content.startsWith(indent) && /^[^\s@|]/.test(content.slice(indent.length)) && !/^\s*([-*]|\d+\.)\s/.test(content)
  );
}

/** Words by words; code between backticks is one word, and a line does not begin with an operator. */
function fill(text: string, lead: string, hanging: string, width: number): string[] {
  const words = text.match(/(?:[^\s`]*`[^`]*`)+[^\s`]*|\S+/g) ?? [];
  const lines: string[] = [];
  let line = '';
  for (let i = 0; i < words.length; i++) {
    let piece = words[i];
    while (i + 1 < words.length && /^([-+*=<>≤≥·×÷−≠|/]|\d+\.)$/.test(words[i + 1])) piece += ` ${words[++i]}`;
    const start = lines.length === 0 ? lead : hanging;
    if (line === '') line = start + piece;
    else if (line.length + 1 + piece.length <= width) line += ` ${piece}`;
    else {
      lines.push(line);
      line = hanging + piece;
    }
  }
  return [...lines, line];
}
