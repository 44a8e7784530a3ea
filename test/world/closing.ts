import type { TestContext } from 'node:test'

/** Node closes what was opened first first. A store must outlive the service that uses it, so it goes to the end of the line. */
export function closeLast(t: TestContext, close: () => Promise<unknown>): void {
  t.after(() => t.after(close))
}
