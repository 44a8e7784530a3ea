/** What a closed incident leaves behind for the next of its kind. It tells what was; what is, the evidence of the moment says. */
import type { Situation } from './diagnosis.ts'
import type { Status } from './lifecycle.ts'

export type RememberedIncident = {
  id: string
  title: string
  status: Status
  closedAt: Date
  /** `''` where it was closed before anybody had found anything. */
  conclusion: string
  situation: Situation | undefined
  /** Where the conclusion could be seen: words that stood in the result of a plugin. */
  proof: readonly { plugin: string; quote: string }[]
  /** The calls of the plan in force, as words; none where there was no plan. */
  plan: readonly string[]
  /** How it ended, in a sentence. */
  outcome: string
  /** Whether the plan was carried out and seen to help; null where it was not carried out, or nobody could see. */
  worked: boolean | null
}

export type SimilarIncident = RememberedIncident & { why: string }

/** An alert in the words by which it is found again. */
export type MemoryKey = {
  alertName: string
  /** `''` where it names nobody. */
  subject: string
  words: readonly string[]
}

export type Memory = {
  /** At most `limit`, the likest first; the incident itself is not among them. */
  similarTo(incidentId: string, key: MemoryKey, limit: number): Promise<readonly SimilarIncident[]>
}
