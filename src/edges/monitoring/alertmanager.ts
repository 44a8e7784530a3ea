/** The silences of an alert manager, read over its API and never changed. */
import type { Matcher } from '../../guidance/silences/matcher.ts'
import type { ForeignSilence } from '../../guidance/silences/plan-import.ts'
import { wellFormed } from '../../story/alert/stored-text.ts'
import { type Asking, ask, readAnswer, readList, type Server } from './ask.ts'

const SERVER: Server = { name: 'alert manager', address: 'ALERTMANAGER_URL', token: 'ALERTMANAGER_TOKEN' }

/** All that are not over by its own clock. */
export async function readSilences(asking: Asking, signal: AbortSignal): Promise<ForeignSilence[]> {
  const answer = readAnswer<unknown>(await ask(asking, SERVER, '/api/v2/silences', signal), SERVER)
  return readList<unknown>(answer, SERVER).flatMap((one) => {
    const { state, ...silence } = readSilence(one)
    return state === 'expired' ? [] : [silence]
  })
}

/** One that is not understood fails the reading: taken for gone, it would let through what it holds back. */
function readSilence(given: unknown): ForeignSilence & { state: string } {
  const { id, status, matchers, startsAt, endsAt, comment, createdBy } = fieldsOf(given)
  return {
    originId: text(id),
    state: text(fieldsOf(status).state),
    matchers: readList<unknown>(matchers, SERVER).map(readMatcher),
    startsAt: moment(startsAt),
    endsAt: moment(endsAt),
    comment: text(comment),
    createdBy: text(createdBy),
  }
}

/** Before version 0.22 there was no `isEqual`, and all were equal. */
function readMatcher(given: unknown): Matcher {
  const { name, value, isRegex, isEqual = true } = fieldsOf(given)
  if (typeof isRegex !== 'boolean' || typeof isEqual !== 'boolean') throw notUnderstood()
  return { name: text(name), value: text(value), isRegex, isEqual }
}

function fieldsOf(given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null) throw notUnderstood()
  return given as Record<string, unknown>
}

function text(given: unknown): string {
  if (typeof given !== 'string') throw notUnderstood()
  return wellFormed(given)
}

function moment(given: unknown): Date {
  const at = new Date(text(given))
  if (Number.isNaN(at.getTime())) throw notUnderstood()
  return at
}

function notUnderstood(): Error {
  return new Error(`What the ${SERVER.name} answered was not understood; check ${SERVER.address}.`)
}
