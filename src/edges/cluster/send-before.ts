/**
 * A request waits for its connection, and one that has to be made first may take seconds: to a server that restarts, or
 * that is cut off. So the moment is looked at once more when the first byte is about to leave.
 */
import type { Dispatcher } from 'undici'
import { type Deadline, refuseLate, TooLate } from '../../ports/deadline.ts'

export function sendBefore(agent: Dispatcher, before: Deadline | undefined): Dispatcher {
  if (!before) return agent
  return agent.compose((dispatch) => (options, handler) => dispatch(options, refusingLate(handler, before)))
}

/** All of the caller's own, but for its beginning: what is thrown there keeps the request from being written. */
function refusingLate(handler: Dispatcher.DispatchHandler, before: Deadline): Dispatcher.DispatchHandler {
  function value(this: unknown, ...given: Parameters<NonNullable<Dispatcher.DispatchHandler['onRequestStart']>>): void {
    handler.onRequestStart?.apply(this as Dispatcher.DispatchHandler, given)
    refuseLate(before)
  }
  return Object.create(handler, { onRequestStart: { value } }) as Dispatcher.DispatchHandler
}

/** The client wraps whatever it was stopped by. */
export function wasTooLate(error: unknown): error is Error & { cause: TooLate } {
  return error instanceof Error && error.cause instanceof TooLate
}
