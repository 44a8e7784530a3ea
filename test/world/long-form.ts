/**
 * What is long by nature has two lengths: a short one in `npm test`, and its full one in `npm run test:long`, which runs
 * the files that import this and no others.
 */
const IS_LONG = process.env.FIREBREAK_TEST_LONG === 'true'

export function inLength<T>(short: T, long: T): T {
  return IS_LONG ? long : short
}
