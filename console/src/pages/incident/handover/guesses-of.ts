/** The two best guesses: whom what was seen points to, and then what it was when it looked like this before. */
import type { IncidentDetail } from '@contract/incident.ts'
import type { Diagnosis } from '@contract/incident-course.ts'

type Seen = Diagnosis['guesses'][number]
export type Guess = ({ kind: 'seen' } & Seen) | { kind: 'before'; incident: IncidentDetail['similar'][number] }

const GUESSES_MAX = 2
/** From here on the diagnosis is more than a guess, and stands with its proof below. */
const PROVEN = 0.6

export function isProven({ situation, confidence, key_findings }: Diagnosis): boolean {
  return situation !== 'unclear' && confidence >= PROVEN && key_findings.length > 0
}

export function guessesOf({ diagnosis, similar }: IncidentDetail): Guess[] {
  if (!diagnosis || isProven(diagnosis)) return []
  const seen = diagnosis.guesses.map((guess) => ({ kind: 'seen' as const, ...guess }))
  // What nobody found out then is no guess now.
  const before = similar
    .filter(({ worked, status }) => worked === true || status === 'resolved')
    .map((incident) => ({ kind: 'before' as const, incident }))
  return [...seen, ...before].slice(0, GUESSES_MAX)
}
