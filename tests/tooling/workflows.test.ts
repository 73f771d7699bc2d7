import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../../scripts/ensure-installed.mjs';

/*
 * Workflows run on GitHub alone. Here they are read by the parser and the schema that GitHub publishes, which finds
 * misspelt keys and expressions, and not whether the steps succeed.
 */

const WORKFLOWS = join(root, '.github', 'workflows');
const FORMS = join(root, '.github', 'ISSUE_TEMPLATE');

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Workflow {
  readonly on: Readonly<Record<string, { readonly tags?: readonly string[] } | null>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly Step[];
      }
    >
  >;
}

const workflow = (name: string) => parse(readFileSync(join(WORKFLOWS, name), 'utf8')) as Workflow;

/** Returns what GitHub's own parser says against a workflow. */
async function faultsOf(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test.each(readdirSync(WORKFLOWS))('%s is a workflow by the schema of GitHub', async (name) => {
  const content = readFileSync(join(WORKFLOWS, name), 'utf8');
  expect(await faultsOf(name, content)).toEqual([]);
  expect(await faultsOf(name, content.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  expect(await faultsOf(name, content.replace('timeout-minutes: ', 'timeout-minutes: soon '))).not.toEqual([]);
});

test('everything is tested on three systems with three versions of Node', () => {
  const { strategy, steps } = workflow('test.yml').jobs.test;
  expect(strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 22, 24],
  });
  expect(steps.at(-1)?.run).toBe('npm test');
});

test('a tag publishes what has passed everything, with provenance', () => {
  const { on, jobs } = workflow('publish.yml');
  expect(on.push?.tags).toEqual(['v*']);
  expect(jobs.publish.permissions?.['id-token']).toBe('write');
  const runs = jobs.publish.steps.flatMap(({ run }) => run ?? []);
  expect(runs.slice(-2)).toEqual(['npm run test:long', 'npm publish --provenance --access public']);
});

describe.each(readdirSync(FORMS).filter((name) => name !== 'config.yml'))('the issue form %s', (name) => {
  interface Field {
    readonly type: string;
    readonly id?: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }
  const form = parse(readFileSync(join(FORMS, name), 'utf8')) as Record<string, unknown> & { body: Field[] };

  test('has what GitHub asks of a form', () => {
    expect(Object.keys(form).sort()).toEqual(['body', 'description', 'labels', 'name']);
    const fields = form.body.filter(({ type }) => type !== 'markdown');
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { type, id, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(id).toMatch(/^[a-z-]+$/);
      expect(attributes.label).toEqual(expect.any(String));
      expect(Array.isArray(attributes.options)).toBe(type === 'dropdown');
    }
  });
});

test('a wrong result is told with a seed or a link', () => {
  const text = readFileSync(join(FORMS, 'wrong-result.yml'), 'utf8');
  expect(text).toMatch(/a seed/);
  expect(text).toMatch(/a link of the gallery/);
});
