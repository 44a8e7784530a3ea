/**
 * The calls a diagnosis made, as two diagnoses are compared by them. Many ask about a span up to now, so a moment in a
 * parameter differs between two equal calls as soon as a second, a minute or midnight lies between them.
 */
import assert from 'node:assert/strict'

type Timeline = { events: readonly { type: string; data: Record<string, unknown> }[] }

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)/g

export function maskMoments(text: string): string {
  return text.replaceAll(MOMENT, '<moment>')
}

/** Which plugin was asked what, as often as it was, in whatever order. */
export function assertSameCalls(actual: Timeline, expected: Timeline): void {
  assert.deepEqual(callsMade(actual), callsMade(expected))
}

function callsMade({ events }: Timeline): string[] {
  return events
    .filter(({ type }) => type === 'tool_call')
    .map(({ data }) => maskMoments(`${data.tool} ${JSON.stringify(data.parameters)}`))
    .toSorted()
}
