/**
 * Read before anything else in every process of test files. Node's own runner follows each promise from its making to its
 * end, to know which test it belongs to when an error of it is caught by nobody: services that run in the same process pay
 * several times what they cost. Here it follows everything but promises; such an error still fails the run.
 */
import { createHook } from 'node:async_hooks'

type Hook = Record<symbol, unknown>

const sparing = createHook({ trackPromises: false }) as unknown as Hook
/** How Node marks such a hook; undefined where it cannot spare promises, and all is as usual. */
const mark = Object.getOwnPropertySymbols(sparing).find((symbol) => sparing[symbol] === true)
const prototype = Object.getPrototypeOf(sparing)
const { enable } = prototype

export const FOLLOWS_PROMISES = mark === undefined

/** The first that anybody enables is the runner's. */
prototype.enable = function (this: Hook) {
  prototype.enable = enable
  if (mark !== undefined) this[mark] = true
  return enable.call(this)
}
