/**
 * How much a test tries: `npm run test:long` sets TEST_LONG and asks for all of it, `npm test` for a share that a
 * change still has to get past. Both start from the same seeds, so what fails in the share fails in the whole.
 */
export function effort<T>(all: T, share: T): T {
  return process.env.TEST_LONG === '1' ? all : share;
}
