/** `npm run catalogue`: writes docs/catalogue.md from docs/catalogue.json and the docstrings. */
import { writeFileSync } from 'node:fs';
import { catalogueMarkdown } from './catalogue-markdown.ts';
import { readCatalogue, readRoutines, root } from './catalogue-reader.ts';

writeFileSync(`${root}docs/catalogue.md`, catalogueMarkdown(readCatalogue(), readRoutines()));
console.log('Wrote docs/catalogue.md.');
