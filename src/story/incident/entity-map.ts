/** Whom a diagnosis looked at, and by what they are tied: from those it points to, to those the alert speaks of. */

export type EntityTie = { from: string; to: string; tie: 'same' | 'owns' | 'runs_on' | 'calls' | 'reads' }

export type MappedEntity = {
  name: string
  /** The alert speaks of it. */
  isSubject: boolean
  /** What was seen points to it. */
  isSuspect: boolean
  /** What was seen of it, the strongest first; few. */
  findings: readonly string[]
}

export type EntityMap = { entities: readonly MappedEntity[]; ties: readonly EntityTie[] }
