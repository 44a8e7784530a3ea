/** What the analysis saw, call by call, in few words: the model quotes from it and asks only for what is missing. */
import type { Exhibit } from '../evidence.ts'
import { compactResult } from './compact-result.ts'
import { READ_CALL } from './model-tools.ts'

/** All calls together; a head start must not cost more than the work. */
const CHARACTERS_MAX = 6_000
const CHARACTERS_MIN = 60
const CALL_CHARACTERS_MAX = 1_800
const PARAMETER_CHARACTERS_MAX = 110
/** Of what is left, for each call in turn: those that prove something come first. */
const SHARE = 0.4

export type DescribedCall = {
  id: string
  /** In our own words: the call, and how to read the rest. */
  asked: string
  /** What came back. */
  answered: string
}

/** In the order of their numbers; those whose ids are `cited` get more room. */
export function tellCalls(
  exhibits: readonly Exhibit[],
  cited: ReadonlySet<string>,
  charactersMax = CHARACTERS_MAX,
): DescribedCall[] {
  const byWorth = exhibits.toSorted((one, other) => Number(cited.has(other.id)) - Number(cited.has(one.id)))
  let left = charactersMax
  const described = new Map<string, DescribedCall>()
  for (const exhibit of byWorth) {
    const room = Math.max(CHARACTERS_MIN, Math.min(CALL_CHARACTERS_MAX, Math.floor(left * SHARE)))
    const call = tellCall(exhibit, room)
    described.set(exhibit.id, call)
    left -= call.answered.length
  }
  return exhibits.flatMap(({ id }) => described.get(id) ?? [])
}

function tellCall({ id, plugin, parameters, result }: Exhibit, room: number): DescribedCall {
  const { text, isWhole } = compactResult(result, room)
  const words = JSON.stringify(parameters).slice(0, PARAMETER_CHARACTERS_MAX)
  const asked = `${id} ${plugin} ${words}${isWhole ? '' : ` (shortened; the whole: ${READ_CALL})`}`
  return { id, asked, answered: text }
}
