/** Whether two findings rest on the same words of the same programs: then one lies behind the other, and they are not independent. */
import type { EvidenceReference } from '../incident/diagnosis.ts'
import type { Finding } from './finding.ts'

/** So many characters on end are no chance. */
const SHARED_LEAST = 40

export function isSameStory(one: Finding, other: Finding): boolean {
  const [mine, theirs] = [loggedWords(one), loggedWords(other)]
  return mine.some((line) => theirs.some((another) => sharesStretch(line, another)))
}

/** Times, numbers and names of pods differ from line to line where the same is meant. */
function loggedWords({ evidence }: Finding): string[] {
  return evidence.filter(isLogged).map(({ quote }) => quote.replace(/\d+/g, '#'))
}

function isLogged({ plugin }: EvidenceReference): boolean {
  return plugin === 'get_pod_logs' || plugin === 'logs.query'
}

function sharesStretch(one: string, other: string): boolean {
  for (let at = 0; at + SHARED_LEAST <= one.length; at += 1)
    if (other.includes(one.slice(at, at + SHARED_LEAST))) return true
  return false
}
