/** Whom to look at next, and what has to be set before more can be seen. */
import type { IncidentDetail } from '@contract/incident.ts'
import { actedOn, type Guess } from './guesses-of.ts'

const NAMES_MAX = 4

/** Whom the conclusion holds at fault first, although nobody has to guess them any more. */
export function namesToLookAt(
  { context, diagnosis, execution_result }: Pick<IncidentDetail, 'context' | 'diagnosis' | 'execution_result'>,
  guesses: readonly Guess[],
): string[] {
  const guessed = guesses.flatMap((guess) => (guess.kind !== 'before' ? [guess.entity] : []))
  const near = context ? [...context.depends_on, ...context.databases.map(({ name }) => name)] : []
  const acted = actedOn({ diagnosis, execution_result })
  const all = [...(diagnosis?.at_fault ?? []), ...guessed, ...near].filter(
    (name) => name !== '' && !acted.includes(name),
  )
  return [...new Set(all)].slice(0, NAMES_MAX)
}

/** `No log server is configured: set LOGS_URL (and LOGS_TOKEN if it wants one).` */
export function unsetKeys(notSeen: readonly string[]): string[] {
  return [...new Set(notSeen.flatMap((sentence) => /\b[Ss]et ([A-Z][A-Z_]+[A-Z])\b/.exec(sentence)?.[1] ?? []))]
}
