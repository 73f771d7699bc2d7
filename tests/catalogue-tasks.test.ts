import { expect, test } from 'vitest';
import { anchorOf, answersOf, catalogueMarkdown, type Place } from '../scripts/catalogue-markdown.ts';
import { type Dimension, readCatalogue, readRoutines } from '../scripts/catalogue-reader.ts';
import { CATALOGUE } from '../scripts/catalogue-rows.ts';
import { TASKS, type Task } from '../scripts/catalogue-tasks.ts';

const DIMENSIONS: readonly Dimension[] = ['2d', '3d'];

const catalogue = readCatalogue();
const routines = readRoutines();
const tasks = TASKS.flatMap((group) => group.tasks);

test('the index by task has questions for both dimensions, each asked once', () => {
  expect(new Set(tasks.map(({ question }) => question)).size).toBe(tasks.length);
  for (const dimension of DIMENSIONS) {
    expect(tasks.filter((task) => answers(task, dimension).length > 0).length).toBeGreaterThanOrEqual(30);
  }
});

test.each(tasks)('"$question" is answered by rows that there are, and by few routines', (task) => {
  const known = CATALOGUE.flatMap(({ rows }) => rows.map(({ id }) => id));
  expect((task.rows ?? []).filter((id) => !known.includes(id))).toEqual([]);
  const found = DIMENSIONS.map((dimension) => answers(task, dimension));
  expect(found.flat().length).toBeGreaterThan(0);
  for (const places of found) expect(places.length).toBeLessThanOrEqual(5);
});

test('whatever the index names is exported by a geometry entry, and described where the link leads', () => {
  const chapters = chaptersByAnchor(catalogueMarkdown(catalogue, routines));
  const wrong = tasks.flatMap((task) =>
    DIMENSIONS.flatMap((dimension) =>
      answers(task, dimension)
        .filter(({ name, anchor }) => {
          const exported = routines[dimension].get(name)?.entries[0] === `geometry${dimension}`;
          return !exported || !chapters.get(anchor)?.includes(`**\`${name}\`** (${dimension.toUpperCase()})`);
        })
        .map(({ name, anchor }) => `${task.question} ${dimension}: ${name} at #${anchor}`),
    ),
  );
  expect(wrong).toEqual([]);
});

function answers(task: Task, dimension: Dimension): Place[] {
  return answersOf(task, dimension, catalogue, routines);
}

/** The text below each heading of the third order; no two may have the same address. */
function chaptersByAnchor(markdown: string): Map<string, string> {
  const chapters = new Map<string, string>();
  for (const chapter of markdown.split(/^### /m).slice(1)) {
    const anchor = anchorOf(chapter.slice(0, chapter.indexOf('\n')));
    expect(chapters.has(anchor), anchor).toBe(false);
    chapters.set(anchor, chapter);
  }
  return chapters;
}
