/*
 * What tests import from 'vitest' when run-planned-tests.mjs runs them: Vitest's own runner and assertions, without the
 * server that Vitest starts.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  customMatchers,
  GLOBAL_EXPECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import * as chai from 'chai';

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from '@vitest/runner';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

export const expect = (value, message) => chai.expect(value, message);
Object.assign(expect, chai.expect, globalThis[ASYMMETRIC_MATCHERS_OBJECT]);
expect.getState = () => getState(expect);
expect.setState = (state) => setState(state, expect);
expect.setState({ assertionCalls: 0 });
globalThis[GLOBAL_EXPECT] = expect;
expect.extend = (matchers) => chai.expect.extend(expect, matchers);
expect.extend(customMatchers);
expect.fail = (message) => chai.assert.fail(message);
expect.unreachable = (message) => chai.assert.fail(`not to be reached: ${message}`);
